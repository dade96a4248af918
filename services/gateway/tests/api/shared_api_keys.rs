//! Links carry API keys that are limited to a match or to the screen of the hall.

use std::time::Duration;

use gateway::Clock;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::app::{Club, LONG, Person, TestApp, admin, declared};

impl<'a> Club<'a> {
    /// Whoever has a link to a match, and the key of the link.
    pub(crate) async fn linked_to(&self, at: &str, role: &str) -> (Person<'a>, Value) {
        let new = json!({"name": "Uncle Wong", "role": role, "expires_in_hours": 24});
        self.with_link(&format!("{at}/api-keys"), new).await
    }

    /// Whoever has a link to the screen.
    pub(crate) async fn linked_to_screen(&self) -> (Person<'a>, Value) {
        let new = json!({"name": "television", "expires_in_days": 90});
        self.with_link(&format!("{}/screen/api-keys", self.path), new)
            .await
    }

    async fn with_link(&self, path: &str, new: Value) -> (Person<'a>, Value) {
        let made = self.owner.post(path, new).await.expect(201);
        let linked = Person {
            token: Some(made["secret"].as_str().unwrap().to_owned()),
            ..self.owner.clone()
        };
        (linked, made)
    }

    async fn revoke_link(&self, key: &Value) {
        let path = format!(
            "{}/api-keys/{}:revoke",
            self.path,
            key["id"].as_str().unwrap()
        );
        self.owner.act(Method::POST, &path).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_records_in_one_match_until_it_ends() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let [at, other] = [
        club.open_match("old-hong-kong").await,
        club.open_match("old-hong-kong").await,
    ];
    let (guest, made) = club.linked_to(&at, "scorer").await;
    let of_match = at.rsplit('/').next().unwrap();
    assert_eq!(
        (&made["scope"], &made["match"], &made["role"]),
        (&json!("match"), &json!(of_match), &json!("scorer"))
    );
    let mut script = club.script();
    script.know("at", at);
    script.know("other", other);
    script.know("key", made["id"].clone());
    script.know("won", declared(1, "discard", Some(2), 3));
    script.meet("guest", &guest);
    // The list of keys says by whom the entries came. Nothing else is open to the guest, not even whether it is there.
    script
        .run(r#"
        guest POST $at/hands {"number": 1, "outcome": $won} -> 201; $hand = /id
        guest POST $at/corrections [If-Match: *] {"changes": [{"kind": "void", "outcome_id": "$hand"}], "reason": "recorded by mistake"} -> 201
        owner GET $club/api-keys -> 200; /api_keys/0/name = "Uncle Wong"
        owner GET $club/ledger/entries?after=8 -> 200; /entries # 2; /entries/0/api_key = $key; /entries/1/api_key = $key
        guest GET $other -> 403 forbidden
        guest POST $other/hands -> 403 forbidden
        guest GET $club/matches/00000000-0000-4000-8000-000000000000 -> 403 forbidden
        guest GET $club -> 403 forbidden
        guest GET $club/players -> 403 forbidden
        guest GET $club/matches -> 403 forbidden
        guest GET $club/events -> 403 forbidden
        guest GET $club/screen -> 403 forbidden
        guest POST $at/settlement -> 403 forbidden
        guest POST $at/end -> 403 forbidden
        guest POST $at/substitutions -> 403 forbidden
        guest POST $at/api-keys -> 403 forbidden
        owner POST $at/end [If-Match: *] {} -> 201
        guest POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 403 forbidden
        guest POST $at/corrections [If-Match: *] {"changes": [{"kind": "void", "outcome_id": "$hand"}], "reason": "r"} -> 403 forbidden
        guest GET $at -> 200
        guest GET $at/rounds -> 200
        guest GET $at/settlement -> 200
        guest GET $other/settlement -> 403 forbidden
        owner GET $club/api-keys -> 200; /api_keys/0/status = "active"
        owner POST $club/api-keys/$key:revoke -> 200
        guest GET $at -> 401 not_signed_in
        owner POST $at/api-keys {"name": "late", "role": "scorer", "expires_in_hours": 1} -> 409 match_over
        "#)
        .await;
}

/// What ends the match or seats somebody else is not for a guest, whatever the address that takes it; nor is undoing it.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_ends_no_match_and_seats_nobody() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let (guest, _) = club.linked_to(&at, "scorer").await;
    let mut script = club.script();
    script.know("at", at);
    script.know(
        "seats",
        json!([1, 0, 2, 3].map(|chair: usize| &club.players[chair])),
    );
    script.meet("guest", &guest);
    script
        .run(r#"
        owner POST $club/players {"name": "Newcomer"} -> 201; $newcomer = /id
        guest POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201; $hand = /id
        guest POST $at/penalties {"chair": 2, "points": 1, "payee": "players", "reason": "slow"} -> 201
        guest POST $at/hands:batch {"number": 2, "outcomes": [{"kind": "goulash"}, {"kind": "early_end"}]} -> 403 forbidden; at /outcomes/1
        guest POST $at/hands:batch?dry_run=true {"number": 2, "outcomes": [{"kind": "early_end"}]} -> 403 forbidden
        guest POST $at/hands:batch {"number": 2, "outcomes": [{"kind": "substitution", "chair": 1, "player": "$newcomer"}]} -> 403 forbidden
        owner POST $at/substitutions {"chair": 1, "player": "$newcomer"} -> 201; $taken = /id
        guest POST $at/corrections [If-Match: *] {"reason": "r", "changes": [{"kind": "insert", "outcome": {"kind": "early_end"}}]} -> 403 forbidden; at /changes/0
        guest POST $at/corrections [If-Match: *] {"reason": "r", "changes": [{"kind": "replace", "outcome_id": "$hand", "outcome": {"kind": "early_end"}}]} -> 403 forbidden
        guest POST $at/corrections [If-Match: *] {"reason": "r", "changes": [{"kind": "insert", "before": "$hand", "outcome": {"kind": "substitution", "chair": 2, "player": "$newcomer"}}]} -> 403 forbidden
        guest POST $at/corrections [If-Match: *] {"reason": "r", "changes": [{"kind": "void", "outcome_id": "$taken"}]} -> 403 forbidden
        guest POST $at/corrections [If-Match: *] {"reason": "r", "changes": [{"kind": "replace", "outcome_id": "$taken", "outcome": {"kind": "goulash"}}]} -> 403 forbidden
        guest POST $at/corrections [If-Match: *] {"reason": "r", "changes": [{"kind": "reseat", "players": $seats, "outcomes": "stay_with_chairs"}]} -> 403 forbidden
        guest POST $at/corrections?dry_run=true {"reason": "r", "changes": [{"kind": "void", "outcome_id": "$hand"}, {"kind": "reseat", "players": $seats, "outcomes": "follow_players"}]} -> 403 forbidden; at /changes/1
        guest POST $at/corrections [If-Match: *] {"reason": "r", "changes": [{"kind": "void", "outcome_id": "$hand"}]} -> 201
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_on_reads_one_match_and_changes_nothing() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    let scorer = club.member("siu", "scorer").await;
    script.meet("scorer", &scorer);
    script
        .run(r#"
        scorer POST $at/api-keys {"name": "QR code on the table", "role": "player", "expires_in_hours": 12} -> 201; $secret = /secret
        owner POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201; $hand = /id
        "#)
        .await;
    let looker = Person {
        token: script.known("secret").as_str().map(str::to_owned),
        ..scorer
    };
    script.meet("looker", &looker);
    // A key of whoever may record no more records and reads no more as one either.
    script
        .run(
            r#"
        looker GET $at -> 200
        looker GET $at/rounds -> 200
        looker GET $at/hands -> 200
        looker GET $at/hands/$hand -> 200
        looker POST $at/hands -> 403 forbidden
        looker POST $at/corrections -> 403 forbidden
        looker POST $at/penalties -> 403 forbidden
        looker POST $at/hands:batch -> 403 forbidden
        looker GET $at/rounds.csv -> 403 forbidden
        looker GET $at/corrections -> 403 forbidden
        looker GET $at/settlement -> 200
        looker GET $club/ledger/head -> 403 forbidden
        looker GET $club/members -> 403 forbidden
        owner DELETE $club/members/$scorer -> 204
        looker GET $at -> 401 not_signed_in
        "#,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screen_shows_the_tables_and_nothing_else() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let over = club.open_match("old-hong-kong").await;
    let at = club.open_match("old-hong-kong").await;
    let (screen, made) = club.linked_to_screen().await;
    assert_eq!(made["scope"], "screen");
    let mut script = club.script();
    script.know("over", over);
    script.know("id", at.rsplit('/').next().unwrap());
    script.know("key", made["id"].clone());
    script.meet("screen", &screen);
    script
        .run(r#"
        owner POST $over/end [If-Match: *] {} -> 201
        screen GET $club/screen -> 200; /name = "Kowloon Mahjong Club"; /matches # 1; /matches/0/id = "$id"
        screen GET $club -> 403 forbidden
        screen GET $club/matches/$id -> 403 forbidden
        screen GET $club/matches -> 403 forbidden
        owner POST $club/api-keys/$key:revoke -> 200
        screen GET $club/screen -> 401 not_signed_in
        "#)
        .await;
}

/// What the screen shows, in short: who sits out, and whether the tables play.
async fn drawn(screen: &Person<'_>, club: &Club<'_>) -> Option<(usize, Vec<bool>)> {
    let shown = screen.get(&format!("{}/screen", club.path)).await;
    let shown = shown.expect(200);
    let round = shown.get("round")?;
    let tables = round["tables"].as_array().unwrap().iter();
    let play = tables.map(|table| table.get("match").is_some()).collect();
    Some((round["sitting_out"].as_array().unwrap().len(), play))
}

#[expect(
    clippy::disallowed_methods,
    reason = "the evening is held today, whenever the test runs"
)]
fn today() -> String {
    time::OffsetDateTime::now_utc().date().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screen_shows_what_was_drawn_in_the_evening_that_is_held() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let name = json!({"name": "Ivy"});
    let fifth = club.post("/players", name).await;
    let mut there = club.players.clone();
    there.push(fifth.expect(201)["id"].as_str().unwrap().to_owned());
    let (screen, _) = club.linked_to_screen().await;
    let evenings = format!("{}/evenings", club.path);
    let hold = async |day: &str| {
        let opened = club.owner.post(&evenings, json!({"held_on": day})).await;
        let at = format!("{evenings}/{}", opened.expect(201)["id"].as_str().unwrap());
        let came = json!({"checked_in": there});
        let came = club.owner.post(&format!("{at}/attendance"), came).await;
        came.expect(200);
        at
    };
    let draw = async |at: &str| {
        let drawn = club.owner.post(&format!("{at}/rounds"), json!({})).await;
        drawn.expect(201);
    };
    for other in ["2020-01-01", "2190-01-01"] {
        draw(&hold(other).await).await;
    }
    assert_eq!(drawn(&screen, &club).await, None);
    let at = hold(&today()).await;
    assert_eq!(drawn(&screen, &club).await, None);
    draw(&at).await;
    // Another evening of the day, in which nothing was drawn, takes nothing away.
    hold(&today()).await;
    assert_eq!(drawn(&screen, &club).await, Some((1, vec![false])));
    let new = json!({"terms": {"variant": {"id": "old-hong-kong"}}});
    let opened = club
        .owner
        .post(&format!("{at}/rounds/1/matches"), new)
        .await;
    opened.expect(201);
    assert_eq!(drawn(&screen, &club).await, Some((1, vec![true])));
    // It shows nothing else of the evening.
    screen.get(&at).await.refused(403, "forbidden");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_within_five_seconds_of_its_link() {
    let app = TestApp::set_to(|config| config.clock = Clock::stopped()).await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let (kept, _) = club.linked_to(&at, "player").await;
    let path = format!("{at}/events");
    let mut other = kept.request(Method::GET, &path).response().await;
    assert!(other.status().is_success());
    let (looker, made) = club.linked_to(&at, "player").await;
    let mut stream = looker.request(Method::GET, &path).response().await;
    assert!(stream.status().is_success());
    club.revoke_link(&made).await;
    // By this clock, its key was good when the stream began. It is looked at again at the next sign of life.
    app.clock.advance(Duration::from_secs(3));
    let end = async { while stream.chunk().await.unwrap().is_some() {} };
    timeout(LONG, end).await.unwrap();
    // One that is good goes on.
    club.record(&at, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains("goulash") {
        heard.extend_from_slice(&other.chunk().await.unwrap().unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_link_cannot_be_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let scorer = club.member("siu", "scorer").await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.meet("scorer", &scorer);
    script.know("at", at);
    script
        .run(r#"
        owner POST $at/api-keys {"name": "x", "role": "owner", "expires_in_hours": 1} -> 422 invalid_value
        owner POST $at/api-keys {"name": "x", "role": "auditor", "expires_in_hours": 1} -> 422 invalid_value
        owner POST $at/api-keys {"name": "x", "role": "player", "expires_in_hours": 0} -> 422 invalid_value
        owner POST $at/api-keys {"name": "x", "role": "player", "expires_in_hours": 8785} -> 422 invalid_value
        owner POST $at/api-keys {"name": "x", "role": "player"} -> 400 missing_field
        owner POST $club/matches/00000000-0000-4000-8000-000000000000/api-keys {"name": "x", "role": "player", "expires_in_hours": 1} -> 404 not_found
        "#)
        .await;
    // As many are good at once as a full hall needs in a day, and an owner can make a key for a machine nevertheless.
    let one = r#"owner POST $at/api-keys {"name": "x", "role": "player", "expires_in_hours": 1}"#;
    script.run(&format!("{one} -> 201")).await;
    let rows = admin(&app).await;
    let copies = "INSERT INTO api_keys SELECT (copy).* FROM (SELECT jsonb_populate_record(k, jsonb_build_object(
            'api_key_id', gen_random_uuid(), 'idempotency_key', n::text, 'secret_hash', '\\x' || encode(sha256(n::text::bytea), 'hex'))) AS copy
        FROM api_keys k, generate_series($1, $2::integer) n
        WHERE api_key_id = (SELECT api_key_id FROM api_keys WHERE scope = 'match' LIMIT 1)) AS copies";
    rows.execute(copies, &[&1, &898]).await.unwrap();
    let scorers = one.replace("owner", "scorer");
    script.run(&format!("{scorers} -> 201")).await;
    // The last of them are kept for owners.
    script
        .run(&format!("{scorers} -> 409 too_many_api_keys"))
        .await;
    script.run(&format!("{one} -> 201")).await;
    rows.execute(copies, &[&899, &996]).await.unwrap();
    script.run(&format!("{one} -> 201")).await;
    script.run(&format!("{one} -> 409 too_many_api_keys")).await;
    club.machine("player").await;
    let past = "UPDATE api_keys SET made_at = made_at - interval '2 days', expires_at = now() WHERE scope = 'match'";
    rows.execute(past, &[]).await.unwrap();
    script.run(&format!("{one} -> 201")).await;
}
