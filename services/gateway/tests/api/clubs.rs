//! Clubs, members, players, and keys that are used again.

use serde_json::json;

use crate::app::{Script, TestApp};

const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

#[tokio::test(flavor = "multi_thread")]
async fn a_club_and_its_people() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("scorer", &club.member("siu", "scorer").await);
    script
        .run(r#"
        scorer GET $club -> 200; $read = .; /name = "Kowloon Mahjong Club"
        scorer GET /v1/clubs -> 200; /clubs/0/club = $read; /clubs/0/role = "scorer"
        scorer GET $club/members -> 200; /members # 2; /members/0/display_name = "mei"; /members/1/role = "scorer"
        scorer GET $club/players -> 200; /players # 4; /players/0/name = "Ah Ming"; /players/1/name = "Bo"; /players/2/name = "Chun"
            ; /players/3/name = "Daai Lo"
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foreign_club_looks_like_a_missing_one() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let stranger = app.sign_up("stranger").await;
    // Nor does a foreign match show through one's own club.
    let own = stranger.found_club("Elsewhere").await;
    let elsewhere = at.replace(&club.path, &own.path);
    let nowhere = elsewhere.replace(&at[at.len() - 36..], NOBODY);
    let missing = format!("/v1/clubs/{NOBODY}");
    let player = format!("/players/{}", club.players[0]);
    let looks_alike = async |foreign: &str, missing: &str| {
        let foreign = stranger.get(foreign).await;
        assert_eq!(foreign.text, stranger.get(missing).await.text);
        foreign.refused(404, "not_found");
    };
    for rest in [
        "",
        "/members",
        "/players",
        &player,
        "/invitations",
        "/variants",
        "/matches",
        "/ledger/entries",
        "/webhook-events",
    ] {
        looks_alike(&format!("{}{rest}", club.path), &format!("{missing}{rest}")).await;
    }
    looks_alike(&elsewhere, &nowhere).await;
    let mut script = Script::of(&stranger);
    script.know("elsewhere", elsewhere);
    script
        .run(
            r#"
        owner GET /v1/clubs/kowloon -> 404 not_found
        owner POST $elsewhere/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 404 not_found
        owner GET $elsewhere/rounds -> 404 not_found
        owner GET $elsewhere/settlement -> 404 not_found
        "#,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_keeps_an_owner() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let second = app.sign_up("second").await.found_club("Second").await;
    let mut script = club.script();
    script.meet("other", &second.owner);
    script.know("second", second.path);
    script
        .run(r#"owner PUT $club/members/$owner {"role": "player"} -> 409 last_owner"#)
        .await;
    club.member("siu", "owner").await;
    script.know("nobody", NOBODY);
    script
        .run(
            r#"
        owner PUT $club/members/$owner {"role": "player"} -> 200
        owner PUT $club/members/$owner {"role": "owner"} -> 403 forbidden
        other PUT $second/members/$nobody {"role": "player"} -> 422 not_a_member
        "#,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_gives_the_same_answer() {
    let app = TestApp::start().await;
    let mei = app.sign_up("mei").await;
    let mut script = mei.found_club("Another").await.script();
    let club = script.known("club").as_str().unwrap();
    let (prefix, id) = club.rsplit_once('/').unwrap();
    let shouted = format!("{prefix}/{}", id.to_uppercase());
    script.know("shouted", shouted);
    script
        .run(r#"
        owner POST /v1/clubs [Idempotency-Key: k] {"name": "Kowloon", "time_zone": "Asia/Hong_Kong"} -> 201; $first = .
            ; @idempotency-replayed = ""
        owner POST /v1/clubs [Idempotency-Key: k] {"time_zone": "Asia/Hong_Kong", "name": "Kowloon"} -> 201; . = $first
            ; @idempotency-replayed = "true"
        owner POST /v1/clubs [Idempotency-Key: k] {"name": "Mong Kok", "time_zone": "Asia/Hong_Kong"} -> 422 idempotency_key_reused
        owner POST $club/players [Idempotency-Key: k] {"name": "Fat Choi"} -> 201; $first = .
        owner POST $club/players [Idempotency-Key: k] {"name": "Fat Choi"} -> 201; . = $first; @idempotency-replayed = "true"
        owner PUT $club/members/$owner [Idempotency-Key: k] {"role": "owner"} -> 200; $second = .
        owner PUT $club/members/$owner [Idempotency-Key: k] {"role": "owner"} -> 200; . = $second; @idempotency-replayed = "true"
        owner POST $shouted/players [Idempotency-Key: k] {"name": "Fat Choi"} -> 201; . = $first; @idempotency-replayed = "true"
        owner GET $club/players -> 200; /players # 5
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_is_on_earth() {
    let app = TestApp::start().await;
    let mut script = Script::of(&app.sign_up("mei").await);
    let mars = r#"owner POST /v1/clubs {"name": "Stickney", "time_zone": "Mars/Phobos"} -> 422 invalid_value; at /time_zone"#;
    script.run(mars).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_needs_a_key() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script.know("long", "k".repeat(255));
    script.know("longer", "k".repeat(256));
    for write in [
        r#"POST /v1/clubs KEY {"name": "A", "time_zone": "UTC"}"#,
        r#"PUT $club/members/$owner KEY {"role": "owner"}"#,
        r#"POST $club/players KEY {"name": "A"}"#,
        "POST $club/matches KEY {}",
        "POST $at/end KEY [If-Match: *] {}",
        r#"POST $at/hands KEY {"number": 1, "outcome": {"kind": "goulash"}}"#,
    ] {
        let without = write.replace("KEY", "[no key]");
        script
            .run(&format!("owner {without} -> 400 idempotency_key_required"))
            .await;
        for key in ["", "with space", "$longer"] {
            let bad = write.replace("KEY", &format!("[Idempotency-Key: {key}]"));
            script.run(&format!("owner {bad} -> 400")).await;
        }
    }
    script
        .run(r#"owner POST $club/players [Idempotency-Key: $long] {"name": "Fat Choi"} -> 201"#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sets_what_the_server_decides() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script
        .run(r#"
        owner POST /v1/clubs {"name": "A", "time_zone": "UTC", "id": "x"} -> 400 unknown_field; at /id
        owner POST $club/players {"name": "A", "club": "x"} -> 400 unknown_field; at /club
        owner POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}, "seq": 1} -> 400 unknown_field; at /seq
        owner POST $at/hands {"number": 1, "outcome": {"kind": "goulash", "fan": 8}} -> 400 unknown_field; at /outcome/fan
        owner GET $club/players?role=owner -> 400 invalid_parameter
        "#)
        .await;
}

/// Whoever sees only a part of a club learns its time zone with that: the screen, the sheet of a match, and an invitation.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_sees_a_part_of_a_club_sees_its_time_zone() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    club.owner
        .patch(&club.path, json!({"time_zone": "Pacific/Kiritimati"}))
        .await
        .expect(200);
    let invitation = json!({"role": "player"});
    let invitation = club.post("/invitations", invitation).await.expect(201);
    let token = json!({"token": invitation["token"]});
    let answers = [
        club.get("/screen").await.expect(200),
        club.owner.get(&format!("{at}/rounds")).await.expect(200),
        club.owner
            .post("/v1/invitations:read", token)
            .await
            .expect(200),
    ];
    for answer in answers {
        assert_eq!(answer["time_zone"], "Pacific/Kiritimati");
    }
}
