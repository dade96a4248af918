//! Hands of a match: recorded, repeated, previewed, read.

use serde_json::{Value, json};

use crate::app::{Club, Person, TestApp, declared};

fn north_takes_souths_bamboo() -> Value {
    json!({"kind": "win", "won_by": "discard", "from_chair": 2, "winners": [{"chair": 4, "hand": {
        "concealed": "88s WW", "winning_tile": "8s", "bonus_tiles": "1f",
        "melds": [{"kind": "pung", "tiles": "222s"}, {"kind": "pung", "tiles": "444s"}, {"kind": "pung", "tiles": "666s"}]
    }}]})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_hand_explains_itself() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script.know("won", north_takes_souths_bamboo());
    script
        .run(r#"
        owner POST $at/hands {"number": 1, "outcome": $won} -> 201; $recorded = .; $location = @location; /outcome = $won
            ; /scores/0/score/counted # 2; /scores/0/score/counted/0 has {"pattern": "all_pungs", "fan": 3}
            ; /scores/0/score/counted/1 has {"pattern": "half_flush", "fan": 3}; /scores/0/score/reading/shape = "standard"
            ; /state_after has {"total_points": [-4, -4, -2, 10], "deal": {"dealer": 2}, "next_number": 2}
        owner GET $location -> 200; . = $recorded
        owner GET $at/hands -> 200; /hands = [$recorded]
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_goes_to_nobody_else_than_who_played_it() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script.know("won", declared(1, "self_draw", None, 4));
    script.know("all", json!(club.players));
    // What is repeated is not judged anew; and a number that is taken says so first.
    script
        .run(r#"
        owner POST $club/players {"name": "Newcomer"} -> 201; $new = /id
        owner POST $at/substitutions {"chair": 1, "player": "$new"} -> 201
        owner POST $at/hands {"number": 1, "players": $all, "outcome": $won} -> 409 players_changed; at /players
        owner POST $at/hands:batch {"number": 1, "players": $all, "outcomes": [$won]} -> 409 players_changed; at /players
        owner POST $at/hands?dry_run=true {"number": 1, "players": $all, "outcome": $won} -> 409 players_changed; at /players
        owner POST $at/hands [Idempotency-Key: k] {"number": 1, "players": ["$new", "$p2", "$p3", "$p4"], "outcome": $won} -> 201
        owner POST $at/substitutions {"chair": 1, "player": "$p1"} -> 201
        owner POST $at/hands [Idempotency-Key: k] {"number": 1, "players": ["$new", "$p2", "$p3", "$p4"], "outcome": $won} -> 201
        owner POST $at/hands {"number": 1, "players": ["$new", "$p2", "$p3", "$p4"], "outcome": $won} -> 409 hand_number_taken
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_records_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script.meet("scorer", &club.member("siu", "scorer").await);
    // Not even after the match went on does a repeated request see a conflict. The key of another person is another key.
    script
        .run(r#"
        owner POST $at/hands [Idempotency-Key: k] {"number": 1, "outcome": {"kind": "goulash"}} -> 201; $first = .; $etag = @etag
            ; @idempotency-replayed = ""
        owner POST $at/hands {"number": 2, "outcome": {"kind": "goulash"}} -> 201
        owner POST $at/hands [Idempotency-Key: k] {"number": 1, "outcome": {"kind": "goulash"}} -> 201; . = $first; @etag = $etag
            ; @idempotency-replayed = "true"
        owner POST $at/hands [Idempotency-Key: k] {"number": 3, "outcome": {"kind": "goulash"}} -> 422 idempotency_key_reused
        scorer POST $at/hands [Idempotency-Key: k] {"number": 3, "outcome": {"kind": "goulash"}} -> 201
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_in_order() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script.know("won", declared(1, "self_draw", None, 4));
    script
        .run(r#"
        owner POST $at/hands {"number": 2, "outcome": {"kind": "goulash"}} -> 409 hand_number_ahead; /next_number = 1
        owner POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201; $recorded = .
        owner POST $at/hands {"number": 1, "outcome": $won} -> 409 hand_number_taken; /hand = $recorded
        owner POST $at/hands {"number": 0, "outcome": {"kind": "goulash"}} -> 422 invalid_value; at /number
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_if_match_is_heeded() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script
        .run(r#"
        owner GET $at -> 200; $etag = @etag
        owner POST $at/hands [If-Match: $etag] {"number": 1, "outcome": {"kind": "goulash"}} -> 201
        owner POST $at/hands [If-Match: $etag] {"number": 2, "outcome": {"kind": "goulash"}} -> 412 match_stale
        owner POST $at/hands [If-Match: *] {"number": 2, "outcome": {"kind": "goulash"}} -> 201
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_shows_what_would_be_and_stores_nothing() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script.know("won", north_takes_souths_bamboo());
    script
        .run(
            r#"
        owner GET $club/ledger/entries -> 200; $before = .
        owner POST $at/hands?dry_run=true {"number": 1, "outcome": $won} -> 200; $shown = .
        owner POST $at/hands?dry_run=true {"number": 1, "outcome": $won} -> 200
        owner GET $club/ledger/entries -> 200; . = $before
        owner POST $at/hands {"number": 1, "outcome": $won} -> 201; has $shown
        owner POST $at/hands?dry_run=true {"number": 1, "outcome": $won} -> 409 hand_number_taken
        "#,
        )
        .await;
}

/// The engine keeps no variants; the ledger does, and brings the document when the engine asks for it.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_never_saw_the_variant_is_told() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let document = app.nobody().get("/v1/variants/old-hong-kong").await;
    let mut document = document.expect(200)["document"].take();
    document["id"] = "house-rules".into();
    let fields = json!({"variant": {"document": document}});
    let at = club.open_match_with(fields).await;
    let forgetful = app.with_a_new_engine().await;
    let mut script = club.script_at(&forgetful);
    script.know("at", at);
    script.know("won", north_takes_souths_bamboo());
    script
        .run(
            r#"
        owner POST $at/hands {"number": 1, "outcome": $won} -> 201
        owner POST $at/end [If-Match: *] {} -> 201
        "#,
        )
        .await;
}

/// What one match was opened with by its document, the next is opened with by its hash: in the same club only.
#[tokio::test(flavor = "multi_thread")]
async fn a_variant_of_the_club_is_known_by_its_hash_for_ever() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut document =
        app.nobody().get("/v1/variants/old-hong-kong").await.json["document"].clone();
    document["id"] = "house-rules".into();
    let opened = club
        .try_open_match(json!({"variant": {"document": document}}))
        .await
        .expect(201);
    let by_hash = json!({"variant": {"hash": opened["terms"]["variant"]["hash"]}});
    let forgetful = app.with_a_new_engine().await;
    let mei = Person {
        app: &forgetful,
        ..club.owner.clone()
    };
    let another = mei.found_club("Another").await;
    let refused = another.try_open_match(by_hash.clone()).await;
    let refused = refused.refused(422, "variant_unknown");
    assert_eq!(refused["errors"][0]["pointer"], "/terms/variant/hash");
    let club = Club { owner: mei, ..club };
    let again = club.try_open_match(by_hash).await.expect(201);
    assert_eq!(again["terms"]["variant"], opened["terms"]["variant"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn false_mahjong_pays_what_the_table_says() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script
        .run(r#"
        owner POST $at/hands {"number": 1, "outcome": {"kind": "false_mahjong", "chair": 2, "points": 10}} -> 201
            ; /state_after has {"total_points": [10, -30, 10, 10], "deal": {"round_wind": "east", "dealer": 1, "extra": 1}}
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_holds_every_entry_and_no_names() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let recorded = club.record(&at, 1, north_takes_souths_bamboo()).await;
    let recorded = recorded.expect(201);
    let mut after = 0;
    let mut entries = Vec::new();
    loop {
        let path = format!("{}/ledger/entries?limit=3&after={after}", club.path);
        let page = club.owner.get(&path).await.expect(200);
        entries.extend(page["entries"].as_array().unwrap().clone());
        match page["next_after"].as_u64() {
            Some(next) => after = next,
            None => break,
        }
    }
    let kinds: Vec<String> = entries
        .iter()
        .map(|entry| {
            let leaf: Value = serde_json::from_str(entry["leaf"].as_str().unwrap()).unwrap();
            assert_eq!(leaf["seq"], entry["seq"]);
            leaf["kind"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(kinds.first().unwrap(), "club_founded");
    assert_eq!(
        kinds[kinds.len() - 3..],
        ["variant_added", "match_opened", "outcome_recorded"]
    );
    assert_eq!(recorded["seq"], entries.last().unwrap()["seq"]);
    for (place, entry) in entries.iter().enumerate() {
        assert_eq!(entry["seq"], place + 1);
        let leaf = entry["leaf"].as_str().unwrap();
        let hash = ledger::evidence::leaf_hash(leaf.as_bytes());
        assert_eq!(entry["leaf_hash"], hash.to_string());
        for name in ["Ah Ming", "Bo\"", "Chun", "Daai Lo", "Kowloon", "mei"] {
            assert!(!leaf.contains(name), "{leaf}");
        }
    }
}
