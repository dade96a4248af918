//! Clubs, members, players, and keys that are used again.

use reqwest::Method;
use serde_json::json;

use crate::app::{TestApp, fresh_key};

#[tokio::test(flavor = "multi_thread")]
async fn a_club_and_its_people() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let scorer = club.member("siu", "scorer").await;

    let read = scorer.get(&club.path).await.expect(200);
    assert_eq!(read["name"], "Kowloon Mahjong Club");
    let mine = scorer.get("/v1/clubs").await.expect(200);
    assert_eq!(mine["clubs"][0]["club"], read, "{mine}");
    assert_eq!(mine["clubs"][0]["role"], "scorer");

    let members = scorer
        .get(&format!("{}/members", club.path))
        .await
        .expect(200);
    let members: Vec<_> = members["members"].as_array().unwrap().iter().collect();
    assert_eq!(members.len(), 2);
    assert_eq!(members[0]["display_name"], "mei");
    assert_eq!(members[1]["role"], "scorer");

    let players = scorer
        .get(&format!("{}/players", club.path))
        .await
        .expect(200);
    let names = players["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["name"].clone());
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["Ah Ming", "Bo", "Chun", "Daai Lo"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foreign_club_looks_like_a_missing_one() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let stranger = app.sign_up("stranger").await;
    let missing = "/v1/clubs/00000000-0000-4000-8000-000000000000";
    let player = format!("/players/{}", club.players[0]);
    for rest in [
        "",
        "/members",
        "/players",
        &player,
        "/invitations",
        "/variants",
        "/matches",
        "/ledger/entries",
    ] {
        let foreign = stranger.get(&format!("{}{rest}", club.path)).await;
        assert_eq!(
            foreign.text,
            stranger.get(&format!("{missing}{rest}")).await.text
        );
        foreign.refused(404, "not_found");
    }
    stranger
        .get("/v1/clubs/kowloon")
        .await
        .refused(404, "not_found");

    // Nor does a foreign match show through one's own club.
    let own = stranger.found_club("Elsewhere").await;
    let elsewhere = at.replace(&club.path, &own.path);
    let foreign = stranger.get(&elsewhere).await;
    let nowhere = elsewhere.replace(&at[at.len() - 36..], "00000000-0000-4000-8000-000000000000");
    let nowhere = stranger.get(&nowhere).await;
    assert_eq!(foreign.text, nowhere.text);
    foreign.refused(404, "not_found");
    let goulash = json!({"number": 1, "outcome": {"kind": "goulash"}});
    stranger
        .post(&format!("{elsewhere}/hands"), goulash)
        .await
        .refused(404, "not_found");
    stranger
        .get(&format!("{elsewhere}/rounds"))
        .await
        .refused(404, "not_found");
    stranger
        .get(&format!("{elsewhere}/settlement"))
        .await
        .refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_keeps_an_owner() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let own = format!("{}/members/{}", club.path, club.owner.id);
    club.owner
        .put(&own, json!({"role": "player"}))
        .await
        .refused(409, "last_owner");
    club.member("siu", "owner").await;
    club.owner
        .put(&own, json!({"role": "player"}))
        .await
        .expect(200);
    club.owner
        .put(&own, json!({"role": "owner"}))
        .await
        .refused(403, "forbidden");
    let second = app.sign_up("second").await.found_club("Second").await;
    let nobody = format!(
        "{}/members/00000000-0000-4000-8000-000000000000",
        second.path
    );
    second
        .owner
        .put(&nobody, json!({"role": "player"}))
        .await
        .refused(422, "not_a_member");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_gives_the_same_answer() {
    let app = TestApp::start().await;
    let mei = app.sign_up("mei").await;
    let key = fresh_key();
    let found = |body| {
        mei.request(Method::POST, "/v1/clubs")
            .key(&key)
            .json(&body)
            .send()
    };
    let first = found(json!({"name": "Kowloon", "time_zone": "Asia/Hong_Kong"})).await;
    let again = found(json!({"time_zone": "Asia/Hong_Kong", "name": "Kowloon"})).await;
    assert_eq!(first.text, again.text);
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(
        (
            first.header("idempotency-replayed"),
            again.header("idempotency-replayed")
        ),
        ("", "true")
    );
    let other = found(json!({"name": "Mong Kok", "time_zone": "Asia/Hong_Kong"})).await;
    other.refused(422, "idempotency_key_reused");

    let club = mei.found_club("Another").await;
    for (method, path, body) in [
        (
            Method::POST,
            format!("{}/players", club.path),
            json!({"name": "Fat Choi"}),
        ),
        (
            Method::PUT,
            format!("{}/members/{}", club.path, mei.id),
            json!({"role": "owner"}),
        ),
    ] {
        let send = |body| {
            mei.request(method.clone(), &path)
                .key(&key)
                .json(&body)
                .send()
        };
        let (first, again) = (send(body.clone()).await, send(body).await);
        assert_eq!(first.text, again.text);
        assert_eq!(again.header("idempotency-replayed"), "true");
    }
    let (prefix, id) = club.path.rsplit_once('/').unwrap();
    let shouted = format!("{prefix}/{}/players", id.to_uppercase());
    let again = mei.request(Method::POST, &shouted).key(&key);
    let again = again.json(&json!({"name": "Fat Choi"})).send().await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    again.expect(201);
    let players = mei.get(&format!("{}/players", club.path)).await.expect(200);
    assert_eq!(players["players"].as_array().unwrap().len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_is_on_earth() {
    let app = TestApp::start().await;
    let mei = app.sign_up("mei").await;
    let club = json!({"name": "Stickney", "time_zone": "Mars/Phobos"});
    let problem = mei.post("/v1/clubs", club).await;
    let problem = problem.refused(422, "invalid_value");
    assert_eq!(problem["errors"][0]["pointer"], "/time_zone");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_needs_a_key() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let writes = [
        (Method::POST, "/v1/clubs".to_owned()),
        (
            Method::PUT,
            format!("{}/members/{}", club.path, club.owner.id),
        ),
        (Method::POST, format!("{}/players", club.path)),
        (Method::POST, format!("{}/matches", club.path)),
        (Method::POST, format!("{at}/end")),
        (Method::POST, format!("{at}/hands")),
    ];
    for (method, path) in writes {
        let request = || club.owner.request(method.clone(), &path);
        let body = json!({"number": 1, "outcome": {"kind": "goulash"}});
        let without = request().json(&body).send().await;
        // What the body lacks may be said first.
        if without.json["code"] != "missing_field" && without.json["code"] != "unknown_field" {
            without.refused(400, "idempotency_key_required");
        }
        for key in ["", "with space", &"k".repeat(256)] {
            let refused = request().key(key).send().await;
            assert!([400, 415].contains(&refused.status), "{}", refused.text);
        }
    }
    let long = "k".repeat(255);
    let enrol = club
        .owner
        .request(Method::POST, &format!("{}/players", club.path));
    enrol
        .key(&long)
        .json(&json!({"name": "Fat Choi"}))
        .send()
        .await
        .expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sets_what_the_server_decides() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    for (path, body, field) in [
        (
            "/v1/clubs".to_owned(),
            json!({"name": "A", "time_zone": "UTC", "id": "x"}),
            "/id",
        ),
        (
            format!("{}/players", club.path),
            json!({"name": "A", "club": "x"}),
            "/club",
        ),
        (
            format!("{at}/hands"),
            json!({"number": 1, "outcome": {"kind": "goulash"}, "seq": 1}),
            "/seq",
        ),
        (
            format!("{at}/hands"),
            json!({"number": 1, "outcome": {"kind": "goulash", "fan": 8}}),
            "/outcome/fan",
        ),
    ] {
        let problem = club
            .owner
            .post(&path, body)
            .await
            .refused(400, "unknown_field");
        assert_eq!(problem["errors"][0]["pointer"], field, "{problem}");
    }
    let query = club
        .owner
        .get(&format!("{}/players?role=owner", club.path))
        .await;
    query.refused(400, "invalid_parameter");
}
