//! House patterns that take many steps: over REST as over gRPC, and never in the way of what was recorded.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gateway::Clock;
use ledger::test_database::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Person, TestApp, fresh_key, wait_until};
use crate::unending_engine::{gateway_of, until_asked};

/// Patterns that take about as many steps as a document may.
pub(crate) fn dear() -> Value {
    let expression = "tiles.all(a, tiles.all(b, a.rank != b.rank || a.suit == b.suit || true))";
    let pattern = json!({"name": {"english": "Dear"}, "expression": expression, "value": 1});
    (0..5)
        .map(|place| (format!("house:dear_{place}"), pattern.clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Old Hong Kong with those, as anybody has it checked, by its hash.
async fn checked(somebody: &Person<'_>) -> String {
    let base = somebody.get("/v1/variants/old-hong-kong").await.expect(200);
    let mut document = base["document"].clone();
    document["id"] = "dear".into();
    document["house_patterns"] = dear();
    let asked = json!({"document": document});
    let checked = somebody.post("/v1/variants:check", asked).await.expect(200);
    assert_eq!(checked["problems"], json!([]), "{checked}");
    checked["variant"]["hash"].as_str().unwrap().to_owned()
}

pub(crate) fn batch(hash: &str, hands: usize) -> Value {
    let win = json!({
        "seat_wind": "south", "round_wind": "east", "won_by": "self_draw",
        "hand": {"concealed": "1112223334445m", "winning_tile": "5m"}
    });
    json!({"variant": {"hash": hash}, "wins": vec![win; hands]})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_takes_too_many_steps_is_refused_at_its_hand() {
    let app = TestApp::start().await;
    let hash = checked(&app.nobody()).await;
    let refused = app
        .nobody()
        .post("/v1/score:batch", batch(&hash, 256))
        .await;
    let refused = refused.refused(422, "too_many_steps");
    let pointer = refused["errors"][0]["pointer"].as_str().unwrap();
    let fits: usize = pointer.strip_prefix("/wins/").unwrap().parse().unwrap();
    let detail = refused["detail"].as_str().unwrap();
    assert!(detail.contains("4000000 steps"), "{detail}");
    let smaller = app
        .nobody()
        .post("/v1/score:batch", batch(&hash, fits))
        .await;
    let smaller = smaller.expect(200);
    assert_eq!(smaller["results"].as_array().unwrap().len(), fits);
    assert!(smaller["results"][fits - 1]["scored"].is_object());
}

#[tokio::test(flavor = "multi_thread")]
async fn hands_that_take_too_many_steps_are_refused_at_an_outcome() {
    let app = TestApp::start().await;
    let hash = checked(&app.nobody()).await;
    let outcome = json!({"kind": "win", "won_by": "self_draw", "winners": [
        {"chair": 1, "hand": {"concealed": "1112223334445m", "winning_tile": "5m"}}]});
    let play = async |hands: usize| {
        let asked = json!({"variant": {"hash": hash}, "outcomes": vec![outcome.clone(); hands]});
        app.nobody().post("/v1/hands:play", asked).await
    };
    let refused = play(200).await.refused(422, "too_many_steps");
    let pointer = refused["errors"][0]["pointer"].as_str().unwrap();
    let fits: usize = pointer.strip_prefix("/outcomes/").unwrap().parse().unwrap();
    let played = play(fits).await.expect(200);
    assert_eq!(played["outcomes"].as_array().unwrap().len(), fits);
}

/// More than one request of the engine takes is corrected in several, down to one outcome at a time.
#[tokio::test(flavor = "multi_thread")]
async fn an_evening_of_dear_patterns_is_recorded_and_corrected() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let changes = json!({"id": "dear", "name": {"english": "Dear"}, "house_patterns": dear()});
    let added = json!({"base": {"id": "old-hong-kong"}, "changes": changes});
    let added = club.post("/variants", added).await.expect(201);
    let at = club
        .open_match_with(json!({"variant": {"hash": added["hash"]}}))
        .await;
    let outcome = json!({"kind": "win", "won_by": "self_draw", "winners": [
        {"chair": 1, "hand": {"concealed": "1112223334445m", "winning_tile": "5m"}}]});
    let (batches, each) = (2, 60);
    let hash = added["hash"].as_str().unwrap();
    let at_once = batch(hash, batches * each);
    let at_once = club.owner.post("/v1/score:batch", at_once).await;
    at_once.refused(422, "too_many_steps");
    for batch in 0..batches {
        let body = json!({"number": 1 + batch * each, "outcomes": vec![outcome.clone(); each]});
        let path = format!("{at}/hands:batch");
        let request = club.owner.request(Method::POST, &path);
        request
            .key(&fresh_key())
            .json(&body)
            .send()
            .await
            .expect(201);
    }
    let hands = club.owner.get(&format!("{at}/hands")).await.expect(200);
    let first = hands["hands"][0]["id"].clone();
    let correction = json!({"reason": "it was a goulash", "changes": [
        {"kind": "replace", "outcome_id": first, "outcome": {"kind": "goulash"}}]});
    let path = format!("{at}/corrections?dry_run=true");
    let request = club.owner.request(Method::POST, &path);
    let corrected = request.json(&correction).send().await.expect(200);
    assert!(corrected.to_string().contains("goulash"), "{corrected}");
}

/// A gateway with the smallest share: 40 units at once for an address, 160 for an account. None comes back by itself.
pub(crate) async fn app_with_small_shares() -> TestApp {
    TestApp::set_to(|config| {
        config.anonymous_rate = NonZeroU32::MIN;
        config.clock = Clock::stopped();
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn dear_hands_take_more_of_a_share_than_cheap_ones() {
    let app = app_with_small_shares().await;
    let mei = app.sign_up("mei").await;
    let hash = checked(&mei).await;
    let score = |hash: &str| {
        let batch = batch(hash, 20);
        async { app.nobody().post("/v1/score:batch", batch).await }
    };
    score(&hash).await.expect(200);
    // Forty hands were free, had they been cheap.
    let refused = score(&hash).await;
    assert_ne!(refused.header("retry-after"), "");
    refused.refused(429, "too_many_requests");
}

/// Has 60 dear hands worked out until that is refused: how often they were, and the refusal.
pub(crate) async fn until_refused(work_out: impl AsyncFn() -> Answer) -> (u32, Answer) {
    for tried in 0..40 {
        let answer = work_out().await;
        if answer.status != 200 {
            return (tried, answer);
        }
    }
    panic!("40 times 60 dear hands are not refused");
}

/// As long as hands are cheap, no table is refused, however many it records; and nobody is for what others have worked out.
#[tokio::test(flavor = "multi_thread")]
async fn dear_hands_of_a_club_are_charged_to_whoever_has_them_worked_out() {
    let app = app_with_small_shares().await;
    let club = app.club().await;
    let changes = json!({"id": "dear", "name": {"english": "Dear"}, "house_patterns": dear()});
    let added = json!({"base": {"id": "old-hong-kong"}, "changes": changes});
    let adder = club.member("adder", "scorer").await;
    let added = adder
        .post(&format!("{}/variants", club.path), added)
        .await
        .expect(201);
    let cheap = club.open_match_with(json!({})).await;
    let dear = club
        .open_match_with(json!({"variant": {"hash": added["hash"]}}))
        .await;
    let outcome = json!({"kind": "win", "won_by": "self_draw", "winners": [
        {"chair": 1, "hand": {"concealed": "1112223334445m", "winning_tile": "5m"}}]});
    let try_out = async |person: &Person<'_>, at: &str, hands: usize| {
        let body = json!({"number": 1, "outcomes": vec![outcome.clone(); hands]});
        let path = format!("{at}/hands:batch?dry_run=true");
        let request = person.request(Method::POST, &path);
        request.json(&body).send().await
    };
    for _ in 0..5 {
        try_out(&club.owner, &cheap, 100).await.expect(200);
    }
    let (tried, refused) = until_refused(async || try_out(&club.owner, &dear, 60).await).await;
    assert!(tried >= 4, "{tried}");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=40).contains(&wait), "{wait}");
    refused.refused(429, "too_many_requests");
    // Until it is back, the account has nothing worked out at all; others of the club do, at the same address.
    let refused = try_out(&club.owner, &cheap, 1).await;
    refused.refused(429, "too_many_requests");
    let scorer = club.member("scorer", "scorer").await;
    try_out(&scorer, &cheap, 100).await.expect(200);
    try_out(&scorer, &dear, 1).await.expect(200);
    club.owner.get(&cheap).await.expect(200);
    app.clock.advance(Duration::from_secs(wait));
    try_out(&club.owner, &cheap, 1).await.expect(200);
}

/// To have documents compiled costs; and who cannot sit down has none compiled.
#[tokio::test(flavor = "multi_thread")]
async fn documents_of_a_club_are_charged_to_whoever_has_them_compiled() {
    let app = app_with_small_shares().await;
    let club = app.club().await;
    let variants = format!("{}/variants", club.path);
    let add = async |person: &Person<'_>, version: u32| {
        let changes = json!({"id": "dear", "version": version, "house_patterns": dear()});
        let added = json!({"base": {"id": "old-hong-kong"}, "changes": changes});
        person.post(&variants, added).await
    };
    let (scorer, other) = (
        club.member("scorer", "scorer").await,
        club.member("other", "scorer").await,
    );
    let mut added = 0;
    let refused = loop {
        let answer = add(&scorer, 1_000 + added).await;
        if answer.status != 201 {
            break answer;
        }
        added += 1;
        assert!(added < 100, "{added} documents are compiled");
    };
    refused.refused(429, "too_many_requests");
    let read = scorer.get(&variants).await;
    read.refused(429, "too_many_requests");
    other.get(&variants).await.expect(200);
    for _ in 0..100 {
        let nobody = |chair: u32| format!("0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a0{chair}");
        let opened = json!({
            "terms": {"variant": {"document": {"id": "dear", "house_patterns": dear()}}, "stake_cents": 0},
            "players": [nobody(1), nobody(2), nobody(3), nobody(4)], "played_on": "2026-11-21"
        });
        let opened = other.post(&format!("{}/matches", club.path), opened).await;
        opened.refused(422, "unknown_player");
    }
    other.get(&variants).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_does_not_end_is_not_waited_for() {
    let database = Arc::new(TestDatabase::create().await);
    let (app, asked, mut is_told) = gateway_of(database, |config| {
        config.engine_deadline = Duration::from_millis(300);
        // Every try is charged.
        config.anonymous_rate = NonZeroU32::MAX;
    })
    .await;
    for (path, body) in [
        ("/v1/score:batch", batch(&"0".repeat(64), 1)),
        ("/v1/variants:check", json!({"document": {}})),
        (
            "/v1/hands:play",
            json!({"variant": {"id": "old-hong-kong"}, "outcomes": []}),
        ),
        (
            "/v1/variants:derive",
            json!({"base": {"id": "old-hong-kong"}, "changes": {}}),
        ),
    ] {
        let attempt = async || {
            let asking = app.nobody().request(Method::POST, path).json(&body);
            let answer = asking.send_once().await;
            assert_eq!(answer.header("retry-after"), "2");
            answer.refused(503, "engine_unavailable");
        };
        until_asked(&asked, attempt).await;
        // The engine learns that nobody waits.
        assert_eq!(is_told.recv().await, Some(()), "{path}");
    }
}

/// Whoever hangs up, or asks for what takes until its deadline, is charged for the time.
#[tokio::test(flavor = "multi_thread")]
async fn calls_that_are_given_up_are_charged() {
    let database = Arc::new(TestDatabase::create().await);
    let before = async |deadline: Duration| {
        gateway_of(database.clone(), |config| {
            config.engine_deadline = deadline;
            config.anonymous_rate = NonZeroU32::MIN;
            config.clock = Clock::stopped();
        })
        .await
    };
    let path = "/v1/score:batch";
    let one = batch(&"0".repeat(64), 1);
    let passes = async |app: &TestApp, asked: &AtomicUsize, before: usize| {
        let is_asked = async || asked.load(Ordering::Relaxed) > before;
        wait_until("the engine is asked", is_asked).await;
        app.clock.advance(Duration::from_millis(50));
    };
    // No deadline ends the call before the client does.
    let (app, asked, mut is_told) = before(Duration::from_secs(86_400)).await;
    let request = app.http.post(format!("{}{path}", app.url));
    let request = tokio::spawn(request.json(&one).send());
    passes(&app, &asked, 0).await;
    request.abort();
    assert_eq!(is_told.recv().await, Some(()));
    // Forty hands were free; the fifty milliseconds that the engine was kept busy are taken of them.
    let answer = app.nobody().post(path, one.clone()).await;
    answer.refused(429, "too_many_requests");

    // An account has 160, and the engine is asked until the deadline. That may be over before the clock is moved, so it is asked again.
    let (app, asked, _is_told) = before(Duration::from_millis(300)).await;
    let mei = app.sign_up("mei").await;
    for tries in 0.. {
        let before = asked.load(Ordering::Relaxed);
        let asking = async { mei.request(Method::POST, path).json(&one).send_once().await };
        let answer = tokio::select! {
            answer = asking => answer,
            never = async { passes(&app, &asked, before).await; std::future::pending().await } => never,
        };
        if answer.status == 429 {
            break;
        }
        answer.refused(503, "engine_unavailable");
        assert!(tries < 40, "nothing is charged");
    }
}

/// However patient a single call is: outcomes in as many calls as it takes have a deadline too.
#[tokio::test(flavor = "multi_thread")]
async fn a_course_that_takes_too_long_ends() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match_with(json!({})).await;
    let (slow, asked, mut is_told) = gateway_of(app.database.clone(), |config| {
        config.engine_course_deadline = Duration::from_millis(300);
    })
    .await;
    let owner = Person {
        app: &slow,
        ..club.owner.clone()
    };
    let hand = json!({"number": 1, "outcome": {"kind": "goulash"}});
    let path = format!("{at}/hands?dry_run=true");
    let attempt = async || {
        let asking = owner.request(Method::POST, &path).json(&hand);
        let answer = asking.send_once().await;
        assert_eq!(answer.header("retry-after"), "2");
        let problem = answer.refused(503, "engine_unavailable");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("takes longer than"), "{detail}");
    };
    until_asked(&asked, attempt).await;
    assert_eq!(is_told.recv().await, Some(()));
}
