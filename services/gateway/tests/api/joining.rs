//! Who is a member, who an owner, and who which player: nobody without having accepted it, and no player but by an owner's word.

use reqwest::Method;
use serde_json::json;

use crate::app::{Club, Person, TestApp};
use crate::people::kinds;

impl Club<'_> {
    /// Somebody accepts an invitation of the owner's.
    pub(crate) async fn join(&self, person: &Person<'_>, role: &str) {
        let invitations = format!("{}/invitations", self.path);
        let made = self.owner.post(&invitations, json!({"role": role}));
        let accept = json!({"token": made.await.expect(201)["token"]});
        let accepted = person.post("/v1/invitations:accept", accept).await;
        accepted.expect(201);
    }
}

/// Whoever says who a player is decides who may erase them: an owner does, or who accepts an invitation that says so.
#[tokio::test(flavor = "multi_thread")]
async fn a_scorers_link_erases_nobody_until_an_owner_confirms_it() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let scorer = club.member("siu", "scorer").await;
    let (machine, _) = club.machine("scorer").await;
    let account = |at: usize| format!("{}/players/{}/account", club.path, club.players[at]);
    let link = async |by: &Person<'_>, at| by.put(&account(at), json!({"user": scorer.id})).await;
    let me = format!("{}/players/me", club.path);
    // An owner's key is not the owner: the scorer may hold it.
    for by in [&scorer, &machine] {
        let linked = link(by, 0).await.expect(200);
        assert_eq!(linked["link_confirmed"], false);
        let refused = scorer.act(Method::DELETE, &me).await;
        refused.refused(403, "unconfirmed_link");
        by.act(Method::DELETE, &account(0)).await.expect(200);
    }
    link(&scorer, 0).await.expect(200);
    let before = kinds(&club).await.len();
    let confirmed = link(&club.owner, 0).await.expect(200);
    assert_eq!(confirmed["link_confirmed"], true);
    assert_eq!(link(&club.owner, 0).await.expect(200), confirmed);
    let told = kinds(&club).await;
    assert_eq!(told[before..], ["player_unlinked", "player_linked"]);
    // Neither the scorer nor the machine takes it away, and nobody but an owner gives the player to anybody else.
    for by in [&scorer, &machine] {
        let refused = by.act(Method::DELETE, &account(0)).await;
        refused.refused(403, "confirmed_link");
    }
    let end = club.owner.act(Method::DELETE, &account(0)).await;
    end.expect(200);
    for by in [&scorer, &machine] {
        link(by, 0).await.refused(403, "confirmed_link");
    }
    link(&club.owner, 0).await.expect(200);
    let erased = scorer.act(Method::DELETE, &me).await.expect(200);
    assert_eq!(erased["erased"], true);
    assert_eq!(erased["id"], club.players[0].as_str());
}

/// A merge moves the link, and what it is good for.
#[tokio::test(flavor = "multi_thread")]
async fn a_merge_confirms_no_link_and_takes_none_back() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let scorer = club.member("siu", "scorer").await;
    let list = format!("{}/players", club.path);
    let me = format!("{list}/me");
    for (by, status) in [(&scorer, 403), (&club.owner, 200)] {
        let new = json!({"name": "Double"});
        let double = club.owner.post(&list, new).await.expect(201);
        let double = double["id"].as_str().unwrap();
        let link = json!({"user": scorer.id});
        let account = format!("{list}/{double}/account");
        by.put(&account, link).await.expect(200);
        let merge = json!({"into": club.players[0]});
        let path = format!("{list}/{double}:merge");
        let merged = club.owner.post(&path, merge).await.expect(200);
        assert_eq!(merged["link_confirmed"], status == 200);
        let erased = scorer.act(Method::DELETE, &me).await;
        assert_eq!(erased.status, status, "{}", erased.text);
        let unlink = format!("{list}/{}/account", club.players[0]);
        club.owner.act(Method::DELETE, &unlink).await;
    }
}

/// Nobody is made a member, or an owner, whether they want it or not: who owns a club alone cannot give the account up.
#[tokio::test(flavor = "multi_thread")]
async fn members_and_owners_are_who_accepted_it() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let stranger = app.sign_up("stranger").await;
    let nobody = "00000000-0000-4000-8000-000000000000";
    let set = async |user: &str, role: &str| {
        let path = format!("{}/members/{user}", club.path);
        club.owner.put(&path, json!({"role": role})).await
    };
    for role in ["owner", "scorer", "player", "auditor"] {
        let refused = set(&stranger.id, role).await;
        let known = refused.refused(422, "not_a_member");
        // An account that is there looks like one that is not.
        let refused = set(nobody, role).await;
        assert_eq!(refused.refused(422, "not_a_member"), known);
    }
    let invitations = format!("{}/invitations", club.path);
    let new = json!({"role": "player", "player": club.players[1]});
    let made = club.owner.post(&invitations, new).await.expect(201);
    let token = json!({"token": made["token"]});
    let accept = "/v1/invitations:accept";
    stranger.post(accept, token).await.expect(201);
    set(&stranger.id, "owner")
        .await
        .refused(409, "acceptance_required");
    set(&stranger.id, "scorer").await.expect(200);
    // A member becomes an owner by accepting it, and stays the player they are.
    let made = club.owner.post(&invitations, json!({"role": "owner"}));
    let token = json!({"token": made.await.expect(201)["token"]});
    let before = kinds(&club).await.len();
    let accepted = stranger.post(accept, token.clone()).await.expect(201);
    assert_eq!(accepted["role"], "owner");
    let told = kinds(&club).await;
    assert_eq!(
        told[before..],
        ["member_removed", "invitation_accepted", "player_linked"]
    );
    let player = format!("{}/players/{}", club.path, club.players[1]);
    let player = stranger.get(&player).await.expect(200);
    assert_eq!(
        (&player["user"], &player["link_confirmed"]),
        (&json!(stranger.id), &json!(true))
    );
    let again = stranger.post(accept, token).await;
    again.refused(404, "invitation_not_open");
    let made = club.owner.post(&invitations, json!({"role": "owner"}));
    let token = json!({"token": made.await.expect(201)["token"]});
    let owner = stranger.post(accept, token).await;
    owner.refused(409, "already_member");
}
