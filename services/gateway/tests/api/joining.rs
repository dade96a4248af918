//! Who is a member, who an owner, and who which player: nobody without having accepted it, and no player but by an owner's word.

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
    let mut script = club.script();
    script.meet("scorer", &club.member("siu", "scorer").await);
    script.meet("machine", &club.machine("scorer").await.0);
    // An owner's key is not the owner: the scorer may hold it.
    for by in ["scorer", "machine"] {
        let lines = r#"
            BY PUT $club/players/$p1/account {"user": "$scorer"} -> 200; /link_confirmed = false
            scorer DELETE $club/players/me -> 403 unconfirmed_link
            BY DELETE $club/players/$p1/account -> 200"#;
        script.run(&lines.replace("BY", by)).await;
    }
    let before = kinds(&club).await.len();
    script
        .run(r#"scorer PUT $club/players/$p1/account {"user": "$scorer"} -> 200"#)
        .await;
    script
        .run(r#"
        owner PUT $club/players/$p1/account {"user": "$scorer"} -> 200; $confirmed = .; /link_confirmed = true
        owner PUT $club/players/$p1/account {"user": "$scorer"} -> 200; . = $confirmed
        "#)
        .await;
    let told = kinds(&club).await;
    assert_eq!(
        told[before..],
        ["player_linked", "player_unlinked", "player_linked"]
    );
    // Neither the scorer nor the machine takes it away, and nobody but an owner gives the player to anybody else.
    script
        .run(
            r#"
        scorer DELETE $club/players/$p1/account -> 403 confirmed_link
        machine DELETE $club/players/$p1/account -> 403 confirmed_link
        owner DELETE $club/players/$p1/account -> 200
        scorer PUT $club/players/$p1/account {"user": "$scorer"} -> 403 confirmed_link
        machine PUT $club/players/$p1/account {"user": "$scorer"} -> 403 confirmed_link
        owner PUT $club/players/$p1/account {"user": "$scorer"} -> 200
        scorer DELETE $club/players/me -> 200; has {"erased": true, "id": "$p1"}
        "#,
        )
        .await;
}

/// A merge moves the link, and what it is good for.
#[tokio::test(flavor = "multi_thread")]
async fn a_merge_confirms_no_link_and_takes_none_back() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("scorer", &club.member("siu", "scorer").await);
    script
        .run(
            r#"
        owner POST $club/players {"name": "Double"} -> 201; $double = /id
        scorer PUT $club/players/$double/account {"user": "$scorer"} -> 200
        owner POST $club/players/$double:merge {"into": "$p1"} -> 200; /link_confirmed = false
        scorer DELETE $club/players/me -> 403
        owner DELETE $club/players/$p1/account -> 200
        owner POST $club/players {"name": "Double"} -> 201; $double = /id
        owner PUT $club/players/$double/account {"user": "$scorer"} -> 200
        owner POST $club/players/$double:merge {"into": "$p1"} -> 200; /link_confirmed = true
        scorer DELETE $club/players/me -> 200
        "#,
        )
        .await;
}

/// Nobody is made a member, or an owner, whether they want it or not: who owns a club alone cannot give the account up.
#[tokio::test(flavor = "multi_thread")]
async fn members_and_owners_are_who_accepted_it() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("stranger", &app.sign_up("stranger").await);
    script.know("missing", "00000000-0000-4000-8000-000000000000");
    // An account that is there looks like one that is not.
    for role in ["owner", "scorer", "player", "auditor"] {
        let lines = r#"
            owner PUT $club/members/$stranger {"role": "ROLE"} -> 422 not_a_member; $same = .
            owner PUT $club/members/$missing {"role": "ROLE"} -> 422 not_a_member; . = $same"#;
        script.run(&lines.replace("ROLE", role)).await;
    }
    // A member becomes an owner by accepting it, and stays the player they are.
    script
        .run(
            r#"
        owner POST $club/invitations {"role": "player", "player": "$p2"} -> 201; $token = /token
        stranger POST /v1/invitations:accept {"token": "$token"} -> 201
        owner PUT $club/members/$stranger {"role": "owner"} -> 409 acceptance_required
        owner PUT $club/members/$stranger {"role": "scorer"} -> 200
        owner POST $club/invitations {"role": "owner"} -> 201; $token = /token
        "#,
        )
        .await;
    let before = kinds(&club).await.len();
    script
        .run(
            r#"
        stranger POST /v1/invitations:accept {"token": "$token"} -> 201; /role = "owner"
        stranger GET $club/players/$p2 -> 200; has {"user": "$stranger", "link_confirmed": true}
        stranger POST /v1/invitations:accept {"token": "$token"} -> 404 invitation_not_open
        "#,
        )
        .await;
    let told = kinds(&club).await;
    let expected = ["member_removed", "invitation_accepted", "player_linked"];
    assert_eq!(told[before..], expected);
    script
        .run(
            r#"
        owner POST $club/invitations {"role": "owner"} -> 201; $token = /token
        stranger POST /v1/invitations:accept {"token": "$token"} -> 409 already_member
        "#,
        )
        .await;
}
