//! Hands of a match: recorded, repeated, previewed, read.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, Person, TestApp, declared, fresh_key};

async fn record(club: &Club<'_>, at: &str, key: &str, body: &Value) -> Answer {
    club.owner
        .request(Method::POST, &format!("{at}/hands"))
        .key(key)
        .json(body)
        .send()
        .await
}

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
    let recorded = club.record(&at, 1, north_takes_souths_bamboo()).await;
    let location = recorded.header("location").to_owned();
    let recorded = recorded.expect(201);
    assert_eq!(club.owner.get(&location).await.expect(200), recorded);
    let listed = club.owner.get(&format!("{at}/hands")).await.expect(200);
    assert_eq!(listed["hands"], json!([recorded]));
    assert_eq!(recorded["outcome"], north_takes_souths_bamboo());
    let score = &recorded["scores"][0]["score"];
    let counted = score["counted"].as_array().unwrap().iter();
    let counted: Vec<_> = counted
        .map(|one| (one["pattern"].clone(), one["fan"].clone()))
        .collect();
    assert_eq!(
        counted,
        [
            (json!("all_pungs"), json!(3)),
            (json!("half_flush"), json!(3))
        ]
    );
    assert_eq!(score["reading"]["shape"], "standard");
    assert_eq!(
        recorded["state_after"]["total_points"],
        json!([-4, -4, -2, 10])
    );
    assert_eq!(recorded["state_after"]["deal"]["dealer"], 2);
    assert_eq!(recorded["state_after"]["next_number"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_goes_to_nobody_else_than_who_played_it() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let seats = club.owner.get(&at).await.expect(200)["seats"].clone();
    let seats = seats.as_array().unwrap().iter();
    let mut players: Vec<Value> = seats.map(|seat| seat["player"]["id"].clone()).collect();
    let hand = |players: &[Value]| json!({"number": 1, "players": players, "outcome": declared(1, "self_draw", None, 4)});
    let batch = |players: &[Value]| json!({"number": 1, "players": players, "outcomes": [declared(1, "self_draw", None, 4)]});
    let played = hand(&players);
    let newcomer = format!("{}/players", club.path);
    let newcomer = club
        .owner
        .post(&newcomer, json!({"name": "Newcomer"}))
        .await;
    let newcomer = newcomer.expect(201)["id"].clone();
    let substitution = json!({"chair": 1, "player": newcomer});
    let path = format!("{at}/substitutions");
    club.owner.post(&path, substitution).await.expect(201);

    let batched = format!("{at}/hands:batch");
    let refused = [
        record(&club, &at, &fresh_key(), &played).await,
        club.owner.post(&batched, batch(&players)).await,
        club.owner
            .post(&format!("{at}/hands?dry_run=true"), played.clone())
            .await,
    ];
    for refused in refused {
        let refused = refused.refused(409, "players_changed");
        assert_eq!(refused["errors"][0]["pointer"], "/players");
    }
    players[0] = newcomer;
    let key = fresh_key();
    record(&club, &at, &key, &hand(&players)).await.expect(201);
    // What is repeated is not judged anew; and a number that is taken says so first.
    let path = format!("{at}/substitutions");
    let back = json!({"chair": 1, "player": played["players"][0]});
    club.owner.post(&path, back).await.expect(201);
    record(&club, &at, &key, &hand(&players)).await.expect(201);
    let taken = record(&club, &at, &fresh_key(), &hand(&players)).await;
    taken.refused(409, "hand_number_taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_records_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let (key, body) = (
        fresh_key(),
        json!({"number": 1, "outcome": {"kind": "goulash"}}),
    );
    let first = record(&club, &at, &key, &body).await;
    club.record(&at, 2, json!({"kind": "goulash"}))
        .await
        .expect(201);
    // Not even after the match went on does a repeated request see a conflict.
    let again = record(&club, &at, &key, &body).await;
    assert_eq!((first.status, &first.text), (again.status, &again.text));
    assert_eq!(first.header("etag"), again.header("etag"));
    assert_eq!(
        (
            first.header("idempotency-replayed"),
            again.header("idempotency-replayed")
        ),
        ("", "true")
    );
    let other = json!({"number": 3, "outcome": {"kind": "goulash"}});
    record(&club, &at, &key, &other)
        .await
        .refused(422, "idempotency_key_reused");
    // The key of another person is another key.
    let scorer = club.member("siu", "scorer").await;
    let theirs = scorer
        .request(Method::POST, &format!("{at}/hands"))
        .key(&key)
        .json(&other);
    theirs.send().await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_in_order() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let ahead = club
        .record(&at, 2, json!({"kind": "goulash"}))
        .await
        .refused(409, "hand_number_ahead");
    assert_eq!(ahead["next_number"], 1);
    let recorded = club
        .record(&at, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);
    let taken = club.record(&at, 1, declared(1, "self_draw", None, 4)).await;
    assert_eq!(taken.refused(409, "hand_number_taken")["hand"], recorded);
    let zero = club
        .record(&at, 0, json!({"kind": "goulash"}))
        .await
        .refused(422, "invalid_value");
    assert_eq!(zero["errors"][0]["pointer"], "/number");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_if_match_is_heeded() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let etag = club.owner.get(&at).await.header("etag").to_owned();
    let send = |number: u32, etag: &str| {
        let body = json!({"number": number, "outcome": {"kind": "goulash"}});
        let request = club.owner.request(Method::POST, &format!("{at}/hands"));
        request
            .key(&fresh_key())
            .header("If-Match", etag)
            .json(&body)
            .send()
    };
    send(1, &etag).await.expect(201);
    send(2, &etag).await.refused(412, "match_stale");
    send(2, "*").await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_shows_what_would_be_and_stores_nothing() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let before = club
        .owner
        .get(&format!("{}/ledger/entries", club.path))
        .await
        .text;
    let body = json!({"number": 1, "outcome": north_takes_souths_bamboo()});
    let dry = format!("{at}/hands?dry_run=true");
    let preview = || club.owner.request(Method::POST, &dry).json(&body).send();
    let shown = preview().await.expect(200);
    preview().await.expect(200);
    assert_eq!(
        club.owner
            .get(&format!("{}/ledger/entries", club.path))
            .await
            .text,
        before
    );
    let recorded = club
        .record(&at, 1, north_takes_souths_bamboo())
        .await
        .expect(201);
    for (field, value) in shown.as_object().unwrap() {
        assert_eq!(&recorded[field], value, "{field}");
    }
    preview().await.refused(409, "hand_number_taken");
}

/// The engine keeps no variants; the ledger does, and brings the document when the engine asks for it.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_never_saw_the_variant_is_told() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut document = app
        .nobody()
        .get("/v1/variants/old-hong-kong")
        .await
        .expect(200)["document"]
        .clone();
    document["id"] = "house-rules".into();
    let at = club
        .open_match_with(json!({"variant": {"document": document}}))
        .await;
    let forgetful = app.with_a_new_engine().await;
    let mei = Person {
        app: &forgetful,
        ..club.owner.clone()
    };
    let hand = json!({"number": 1, "outcome": north_takes_souths_bamboo()});
    mei.post(&format!("{at}/hands"), hand).await.expect(201);
    let end = mei
        .request(Method::POST, &format!("{at}/end"))
        .key(&fresh_key());
    end.header("If-Match", "*")
        .json(&json!({}))
        .send()
        .await
        .expect(201);
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
    let by_hash = json!({"variant": {"hash": opened["variant"]["hash"]}});
    let forgetful = app.with_a_new_engine().await;
    let mei = Person {
        app: &forgetful,
        ..club.owner.clone()
    };
    let another = mei.found_club("Another").await;
    let refused = another.try_open_match(by_hash.clone()).await;
    let refused = refused.refused(422, "variant_unknown");
    assert_eq!(refused["errors"][0]["pointer"], "/variant/hash");
    let club = Club { owner: mei, ..club };
    let again = club.try_open_match(by_hash).await.expect(201);
    assert_eq!(again["variant"], opened["variant"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn false_mahjong_pays_what_the_table_says() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let called = json!({"kind": "false_mahjong", "chair": 2, "points": 10});
    let recorded = club.record(&at, 1, called).await.expect(201);
    assert_eq!(
        recorded["state_after"]["total_points"],
        json!([10, -30, 10, 10])
    );
    assert_eq!(
        recorded["state_after"]["deal"],
        json!({"round_wind": "east", "dealer": 1, "extra": 1})
    );
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
