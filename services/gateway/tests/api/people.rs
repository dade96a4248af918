//! Members come and go, clubs change hands, players are linked, renamed and merged.

use serde_json::Value;

use crate::app::{Club, TestApp};

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

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_changes_the_club() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script
        .run(r#"
        owner PATCH $club {"name": "堅尼地城"} -> 200; has {"name": "堅尼地城", "time_zone": "Asia/Hong_Kong"}
        owner PATCH $club {"time_zone": "UTC"} -> 200; $moved = .
        owner GET $club -> 200; . = $moved
        owner PATCH $club {} -> 400 missing_field
        owner PATCH $club {"time_zone": "Mars/Phobos"} -> 422 invalid_value
        owner PATCH $club {"founded_at": "x"} -> 400 unknown_field
        owner GET $club/ledger/entries?after=5 -> 200; . ~ name_commitment; . !~ 堅尼地城
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn members_are_removed_and_leave() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("scorer", &club.member("siu", "scorer").await);
    script.meet("player", &club.member("bo", "player").await);
    // The token of whoever is removed is as good as before; the membership is not.
    script
        .run(r#"
        scorer DELETE $club/members/$player -> 403 forbidden
        owner DELETE $club/members/$scorer [Idempotency-Key: remove-siu] -> 204
        scorer POST $club/players {"name": "Late"} -> 404 not_found
        owner DELETE $club/members/$scorer [Idempotency-Key: remove-siu] -> 204; @idempotency-replayed = "true"
        owner DELETE $club/members/$scorer -> 404 not_found
        player DELETE $club/members/me -> 204
        player GET $club -> 404 not_found
        player DELETE $club/members/me -> 404 not_found
        owner DELETE $club/members/me -> 409 last_owner
        owner DELETE $club/members/$owner -> 409 last_owner
        owner PUT $club/members/$owner {"role": "player"} -> 409 last_owner
        owner DELETE $club/members/me [no key] -> 400 idempotency_key_required
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_changes_hands_in_one_step() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let friend = club.member("siu", "player").await;
    let mut script = club.script();
    script.meet("friend", &friend);
    script.meet("stranger", &app.sign_up("stranger").await);
    script
        .run(
            r#"
        owner POST $club/members/$friend:hand-over {"role": "owner"} -> 422 invalid_value
        owner POST $club/members/$owner:hand-over {"role": "player"} -> 422 invalid_value
        owner POST $club/members/$stranger:hand-over {"role": "player"} -> 404 not_found
        owner POST $club/members/$friend:hand-over {"role": "auditor"} -> 409 acceptance_required
        "#,
        )
        .await;
    club.join(&friend, "owner").await;
    script
        .run(r#"
        owner POST $club/members/$friend:hand-over {"role": "auditor"} -> 200; /new_owner has {"role": "owner", "user": "$friend"}
            ; /former_owner has {"role": "auditor", "display_name": "mei"}
        owner POST $club/members/$friend:hand-over {"role": "auditor"} -> 403 forbidden
        "#)
        .await;
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
    let mut script = club.script();
    script.meet("scorer", &club.member("siu", "scorer").await);
    script.meet("stranger", &app.sign_up("stranger").await);
    script
        .run(r#"
        scorer PUT $club/players/$p1/account {"user": "$owner"} -> 200; $linked = .; has {"user": "$owner", "link_confirmed": false}
        scorer PUT $club/players/$p1/account {"user": "$owner"} -> 200
        scorer PUT $club/players/$p1/account {"user": "$scorer"} -> 409 player_linked
        scorer PUT $club/players/$p2/account {"user": "$owner"} -> 409 account_linked
        scorer PUT $club/players/$p2/account {"user": "$stranger"} -> 422 not_a_member
        scorer GET $club/players/$p1 -> 200; . = $linked
        scorer DELETE $club/players/$p1/account -> 200; /user = null
        scorer DELETE $club/players/$p1/account -> 404 not_found
        scorer PUT $club/players/$p2/account {"user": "$owner"} -> 200
        "#)
        .await;
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
    let mut script = club.script();
    script.know("at", at);
    script
        .run(
            r#"
        owner PATCH $club/players/$p2 {"name": "阿寶"} -> 200; /name = "阿寶"
        owner GET $at -> 200; /seats/1/player/name = "阿寶"
        owner PATCH $club/players/$p2 {"name": ""} -> 422 invalid_value
        owner PATCH $club/players/$owner {"name": "X"} -> 404 not_found
        "#,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_is_merged() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    // The match of the double is shown under the other one, and goes on.
    script
        .run(r#"
        owner POST $club/players {"name": "Ming"} -> 201; $double = /id
        owner POST $club/matches {"terms": {"variant": {"id": "old-hong-kong"}}, "players": ["$double", "$p2", "$p3", "$p4"], "played_on": "2026-11-21"}
            -> 201; $twin = /id
        owner POST $club/players/$p1:merge {"into": "$p1"} -> 422 invalid_value
        owner POST $club/players/$p1:merge {"into": "$owner"} -> 422 unknown_player; at /into
        owner POST $club/players/$owner:merge {"into": "$p1"} -> 404 not_found
        owner POST $club/players/$double:merge {"into": "$p2"} -> 409 players_sat_together
        owner POST $club/players/$double:merge {"into": "$p1"} -> 200; /id = "$p1"
        owner POST $club/players/$double:merge {"into": "$p1"} -> 409 player_merged
        owner POST $club/players/$p1:merge {"into": "$double"} -> 409 player_merged
        owner POST $club/players/$p1:merge {"into": "$p2"} -> 409 players_sat_together
        owner GET $club/players -> 200; /players # 4; /players/0/name = "Ah Ming"; /players/1/name = "Bo"; /players/2/name = "Chun"
            ; /players/3/name = "Daai Lo"
        owner GET $club/players?merged=true -> 200; /players # 5
        owner GET $club/players/$double -> 200; has {"name": "Ming", "merged_into": "$p1"}
        owner GET $club/matches/$twin -> 200; /seats/0/player has {"name": "Ah Ming", "merged_into": "$p1"}
        owner POST $club/matches/$twin/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201
        owner POST $club/matches {"terms": {"variant": {"id": "old-hong-kong"}}, "players": ["$double", "$p2", "$p3", "$p4"], "played_on": "2026-11-21"}
            -> 409 player_merged; at /players/0
        owner PATCH $club/players/$double {"name": "X"} -> 409 player_merged
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merge_is_taken_back() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("scorer", &club.member("siu", "scorer").await);
    script.meet("stranger", &app.sign_up("stranger").await);
    script
        .run(r#"
        owner POST $club/players {"name": "Ming"} -> 201; $double = /id
        owner POST $club/players {"name": "Ming Ming"} -> 201; $person = /id
        owner POST $club/players/$double:unmerge {"into": "$p1"} -> 409 player_not_merged
        owner PUT $club/players/$double/account {"user": "$owner"} -> 200
        owner POST $club/players/$double:merge {"into": "$p1"} -> 200
        owner POST $club/players/$p1:merge {"into": "$person"} -> 200
        owner GET $club/players/$double -> 200; has {"merged_into": "$person", "merged_directly_into": "$p1"}
        owner POST $club/players/$double:unmerge {"into": "$double"} -> 422 invalid_value; at /into
        owner POST $club/players/$double:unmerge {"into": "$owner"} -> 422 unknown_player; at /into
        owner POST $club/players/$owner:unmerge {"into": "$p1"} -> 404 not_found
        owner POST $club/players/$double:unmerge {} -> 400 missing_field; at /into
        owner POST $club/players/$double:unmerge {"into": "$person"} -> 409 player_not_merged; at /into
        scorer POST $club/players/$double:unmerge {"into": "$p1"} -> 403 forbidden
        stranger POST $club/players/$double:unmerge {"into": "$p1"} -> 404 not_found
        owner POST $club/players/$double:unmerge {"into": "$p1"} -> 200; has {"id": "$double", "name": "Ming"}; /merged_into = null; /user = null
        owner POST $club/players/$double:unmerge {"into": "$p1"} -> 409 player_not_merged
        owner GET $club/players/$person -> 200; /user = "$owner"
        owner GET $club/players/$p1 -> 200; /merged_into = "$person"
        owner PATCH $club/players/$double {"name": "Ming Lau"} -> 200
        owner POST $club/matches {"terms": {"variant": {"id": "old-hong-kong"}}, "players": ["$double", "$p2", "$p3", "$p4"], "played_on": "2026-11-21"}
            -> 201
        owner POST $club/players/$double:merge {"into": "$person"} -> 200
        owner DELETE $club/players/$person -> 200
        owner POST $club/players/$double:unmerge {"into": "$person"} -> 409 player_erased
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_with_accounts_are_two() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("friend", &club.member("siu", "player").await);
    // The account goes along.
    script
        .run(
            r#"
        owner PUT $club/players/$p1/account {"user": "$owner"} -> 200
        owner PUT $club/players/$p2/account {"user": "$friend"} -> 200
        owner POST $club/players/$p1:merge {"into": "$p2"} -> 409 accounts_differ
        owner DELETE $club/players/$p2/account -> 200
        owner POST $club/players/$p1:merge {"into": "$p2"} -> 200; /user = "$owner"
        "#,
        )
        .await;
}
