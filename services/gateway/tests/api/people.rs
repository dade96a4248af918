//! Members come and go, clubs change hands, players are linked, renamed and merged.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, Person, TestApp};

/// The kinds of a club's entries after its founding and its four players.
pub(crate) async fn kinds(club: &Club<'_>) -> Vec<String> {
    let path = format!("{}/ledger/entries?after=5", club.path);
    let entries = club.owner.get(&path).await.expect(200);
    let entries = entries["entries"].as_array().unwrap().iter();
    let kind = |entry: &Value| {
        let leaf: Value = serde_json::from_str(entry["leaf"].as_str().unwrap()).unwrap();
        leaf["kind"].as_str().unwrap().to_owned()
    };
    entries.map(kind).collect()
}

async fn names(person: &Person<'_>, path: &str) -> Vec<String> {
    let players = person.get(path).await.expect(200);
    let players = players["players"].as_array().unwrap().iter();
    players
        .map(|player| player["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_changes_the_club() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let change = async |body| club.owner.patch(&club.path, body).await;
    let named = change(json!({"name": "堅尼地城"})).await.expect(200);
    assert_eq!(named["name"], "堅尼地城");
    assert_eq!(named["time_zone"], "Asia/Hong_Kong");
    let moved = change(json!({"time_zone": "UTC"})).await.expect(200);
    assert_eq!(moved, club.owner.get(&club.path).await.expect(200));
    change(json!({})).await.refused(400, "missing_field");
    change(json!({"time_zone": "Mars/Phobos"}))
        .await
        .refused(422, "invalid_value");
    change(json!({"founded_at": "x"}))
        .await
        .refused(400, "unknown_field");
    let leaf = club
        .owner
        .get(&format!("{}/ledger/entries?after=5", club.path))
        .await;
    assert!(!leaf.text.contains("堅尼地城") && leaf.text.contains("name_commitment"));
}

#[tokio::test(flavor = "multi_thread")]
async fn members_are_removed_and_leave() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let scorer = club.member("siu", "scorer").await;
    let player = club.member("bo", "player").await;
    let of = |person: &Person<'_>| format!("{}/members/{}", club.path, person.id);
    let me = format!("{}/members/me", club.path);

    scorer
        .act(Method::DELETE, &of(&player))
        .await
        .refused(403, "forbidden");
    let key = "remove-siu";
    let remove = || club.owner.request(Method::DELETE, &of(&scorer)).key(key);
    remove().send().await.expect(204);
    // The token is as good as before; the membership is not.
    let late = json!({"name": "Late"});
    let enrol = scorer.post(&format!("{}/players", club.path), late).await;
    enrol.refused(404, "not_found");
    let again = remove().send().await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    again.expect(204);
    club.owner
        .act(Method::DELETE, &of(&scorer))
        .await
        .refused(404, "not_found");

    player.act(Method::DELETE, &me).await.expect(204);
    player.get(&club.path).await.refused(404, "not_found");
    player
        .act(Method::DELETE, &me)
        .await
        .refused(404, "not_found");

    club.owner
        .act(Method::DELETE, &me)
        .await
        .refused(409, "last_owner");
    club.owner
        .act(Method::DELETE, &of(&club.owner))
        .await
        .refused(409, "last_owner");
    club.owner
        .put(&of(&club.owner), json!({"role": "player"}))
        .await
        .refused(409, "last_owner");
    let no_key = club.owner.request(Method::DELETE, &me).send().await;
    no_key.refused(400, "idempotency_key_required");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_changes_hands_in_one_step() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let friend = club.member("siu", "player").await;
    let stranger = app.sign_up("stranger").await;
    let to = |person: &Person<'_>| format!("{}/members/{}:hand-over", club.path, person.id);
    let hand_over = async |person: &Person<'_>, role: &str| {
        club.owner.post(&to(person), json!({"role": role})).await
    };
    hand_over(&friend, "owner")
        .await
        .refused(422, "invalid_value");
    hand_over(&club.owner, "player")
        .await
        .refused(422, "invalid_value");
    hand_over(&stranger, "player")
        .await
        .refused(404, "not_found");
    hand_over(&friend, "auditor")
        .await
        .refused(409, "acceptance_required");
    club.join(&friend, "owner").await;
    let both = hand_over(&friend, "auditor").await.expect(200);
    assert_eq!(both["new_owner"]["role"], "owner");
    assert_eq!(both["new_owner"]["user"], friend.id.as_str());
    assert_eq!(both["former_owner"]["role"], "auditor");
    assert_eq!(both["former_owner"]["display_name"], "mei");
    hand_over(&friend, "auditor")
        .await
        .refused(403, "forbidden");
    let expected = [
        "invitation_made",
        "invitation_accepted",
        "invitation_made",
        "member_removed",
        "invitation_accepted",
        "club_handed_over",
    ];
    assert_eq!(kinds(&club).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_linked_to_one_member() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let scorer = club.member("siu", "scorer").await;
    let stranger = app.sign_up("stranger").await;
    let account = |at: usize| format!("{}/players/{}/account", club.path, club.players[at]);
    let link = async |at, user: &str| scorer.put(&account(at), json!({"user": user})).await;
    let linked = link(0, &club.owner.id).await.expect(200);
    assert_eq!(linked["user"], club.owner.id.as_str());
    assert_eq!(linked["link_confirmed"], false);
    link(0, &club.owner.id).await.expect(200);
    link(0, &scorer.id).await.refused(409, "player_linked");
    link(1, &club.owner.id).await.refused(409, "account_linked");
    link(1, &stranger.id).await.refused(422, "not_a_member");
    let read = scorer
        .get(&format!("{}/players/{}", club.path, club.players[0]))
        .await
        .expect(200);
    assert_eq!(read, linked);
    let unlinked = scorer.act(Method::DELETE, &account(0)).await.expect(200);
    assert!(unlinked["user"].is_null());
    scorer
        .act(Method::DELETE, &account(0))
        .await
        .refused(404, "not_found");
    link(1, &club.owner.id).await.expect(200);
    let expected = [
        "invitation_made",
        "invitation_accepted",
        "player_linked",
        "player_unlinked",
        "player_linked",
    ];
    assert_eq!(kinds(&club).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_gets_another_name() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let path = format!("{}/players/{}", club.path, club.players[1]);
    let renamed = club.owner.patch(&path, json!({"name": "阿寶"})).await;
    assert_eq!(renamed.expect(200)["name"], "阿寶");
    let seated = club.owner.get(&at).await.expect(200);
    assert_eq!(seated["seats"][1]["player"]["name"], "阿寶");
    club.owner
        .patch(&path, json!({"name": ""}))
        .await
        .refused(422, "invalid_value");
    let nobody = format!("{}/players/{}", club.path, club.owner.id);
    club.owner
        .patch(&nobody, json!({"name": "X"}))
        .await
        .refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_is_merged() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let list = format!("{}/players", club.path);
    let double = club.owner.post(&list, json!({"name": "Ming"})).await;
    let double = double.expect(201)["id"].as_str().unwrap().to_owned();
    let [ming, bo, chun, lo] = &club.players[..] else {
        panic!("four players");
    };
    let players: [&String; 4] = [&double, bo, chun, lo];
    let twin = club
        .open_match_with(json!({"variant": {"id": "old-hong-kong"}, "players": players}))
        .await;
    let merge = async |player: &str, into: &str| {
        let path = format!("{list}/{player}:merge");
        club.owner.post(&path, json!({"into": into})).await
    };
    merge(ming, ming).await.refused(422, "invalid_value");
    let unknown = merge(ming, &club.owner.id)
        .await
        .refused(422, "unknown_player");
    assert_eq!(unknown["errors"][0]["pointer"], "/into");
    merge(&club.owner.id, ming).await.refused(404, "not_found");
    merge(&double, bo)
        .await
        .refused(409, "players_sat_together");
    let merged = merge(&double, ming).await.expect(200);
    assert_eq!(merged["id"], ming.as_str());
    merge(&double, ming).await.refused(409, "player_merged");
    merge(ming, &double).await.refused(409, "player_merged");
    merge(ming, bo).await.refused(409, "players_sat_together");

    assert_eq!(
        names(&club.owner, &list).await,
        ["Ah Ming", "Bo", "Chun", "Daai Lo"]
    );
    let all = format!("{list}?merged=true");
    assert_eq!(names(&club.owner, &all).await.len(), 5);
    let read = club
        .owner
        .get(&format!("{list}/{double}"))
        .await
        .expect(200);
    assert_eq!(
        (read["name"].as_str(), read["merged_into"].as_str()),
        (Some("Ming"), Some(ming.as_str()))
    );

    // The match of the double is shown under the other one, and goes on.
    let seat = &club.owner.get(&twin).await.expect(200)["seats"][0];
    assert_eq!(seat["player"]["name"], "Ah Ming");
    assert_eq!(seat["player"]["merged_into"], ming.as_str());
    club.record(&twin, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);
    let again = club.try_open_match(json!({"players": players})).await;
    let again = again.refused(409, "player_merged");
    assert_eq!(again["errors"][0]["pointer"], "/players/0");
    let rename = club
        .owner
        .patch(&format!("{list}/{double}"), json!({"name": "X"}))
        .await;
    rename.refused(409, "player_merged");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_with_accounts_are_two() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let friend = club.member("siu", "player").await;
    let list = format!("{}/players", club.path);
    for (player, user) in [(0, &club.owner.id), (1, &friend.id)] {
        let path = format!("{list}/{}/account", club.players[player]);
        club.owner
            .put(&path, json!({"user": user}))
            .await
            .expect(200);
    }
    let merge = format!("{list}/{}:merge", club.players[0]);
    let merge = async || {
        club.owner
            .post(&merge, json!({"into": club.players[1]}))
            .await
    };
    merge().await.refused(409, "accounts_differ");
    let unlink = format!("{list}/{}/account", club.players[1]);
    club.owner.act(Method::DELETE, &unlink).await.expect(200);
    // The account goes along.
    assert_eq!(merge().await.expect(200)["user"], club.owner.id.as_str());
}
