//! Whoever recorded a hand records the next one without a look at the match first; whatever changed meanwhile is found out all the same.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, PASSWORD, Person, TestApp, admin, declared, fresh_key, wait_for};

fn hand(number: u32) -> Value {
    json!({"number": number, "outcome": declared(2, "self_draw", None, 4)})
}

async fn record(person: &Person<'_>, at: &str, number: u32) -> Answer {
    person.post(&format!("{at}/hands"), hand(number)).await
}

/// What was recorded of the match.
async fn numbers(club: &Club<'_>, at: &str) -> Vec<Value> {
    let hands = club.owner.get(&format!("{at}/hands")).await.expect(200);
    let hands = hands["hands"].as_array().unwrap().iter();
    hands.map(|hand| hand["number"].clone()).collect()
}

/// Transactions that ended with a commit, and with a rollback as reads do.
async fn transactions(sql: &tokio_postgres::Client) -> (i64, i64) {
    let query = "SELECT xact_commit, xact_rollback FROM pg_stat_database WHERE datname = current_database()";
    let row = sql.query_one(query, &[]).await.unwrap();
    (row.get(0), row.get(1))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_not_looked_at_before_each_hand() {
    const HANDS: u32 = 150;
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let sql = admin(&app).await;
    let (commits, rollbacks) = transactions(&sql).await;
    let mut at = at;
    for number in 1..=HANDS {
        // A match is over after some hands.
        let number = (number - 1) % 10 + 1;
        if number == 1 {
            at = club.open_match("old-hong-kong").await;
        }
        record(&club.owner, &at, number).await.expect(201);
    }
    // PostgreSQL counts most of them within a second, and all of them within ten.
    let (written, read) = wait_for("the hands are counted", async || {
        let (now, read) = transactions(&sql).await;
        let counted = (now - commits, read - rollbacks);
        (counted.0 >= i64::from(HANDS)).then_some(counted)
    })
    .await;
    assert!(read * 2 < written, "{read} reads, {written} writes");
}

/// Somebody with a session of their own, and what ends it.
async fn another_session<'a>(app: &'a TestApp, club: &Club<'_>) -> (Person<'a>, Value) {
    let session = app.sign_in("mei@example.org", PASSWORD).await.expect(201);
    let token = session["access_token"].as_str().unwrap().to_owned();
    let person = Person {
        app,
        token: Some(token),
        id: club.owner.id.clone(),
    };
    (person, json!({"refresh_token": session["refresh_token"]}))
}

/// What is sent by somebody who may not: a hand, one that is refused, no hand, a batch, and a dry run.
async fn is_told_only(person: &Person<'_>, at: &str, number: u32, told: (u16, &str)) {
    let hands = format!("{at}/hands");
    let wrong = json!({"number": number, "outcome": declared(2, "self_draw", None, 1_000)});
    let batch = json!({"number": number, "outcomes": [declared(2, "self_draw", None, 4)]});
    let answers = [
        person.post(&hands, wrong).await,
        person.post(&hands, hand(number)).await,
        person.post(&hands, json!({})).await,
        person.post(&format!("{at}/hands:batch"), batch).await,
        person
            .post(&format!("{at}/hands?dry_run=true"), hand(number))
            .await,
        person.post(&format!("{at}/end"), json!({})).await,
    ];
    for answer in answers {
        answer.refused(told.0, told.1);
    }
}

/// Whichever of these comes first, nothing else is told.
#[tokio::test(flavor = "multi_thread")]
async fn who_signed_out_or_was_removed_records_nothing_more() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let scorer = club.member("scorer", "scorer").await;
    record(&scorer, &at, 1).await.expect(201);
    let member = format!("{}/members/{}", club.path, scorer.id);
    let set = |role: &'static str| club.owner.put(&member, json!({ "role": role }));
    set("player").await.expect(200);
    is_told_only(&scorer, &at, 2, (403, "forbidden")).await;
    set("scorer").await.expect(200);
    record(&scorer, &at, 2).await.expect(201);
    club.owner.act(Method::DELETE, &member).await.expect(204);
    is_told_only(&scorer, &at, 3, (404, "not_found")).await;

    for (number, first) in [(3, json!({})), (4, hand(5))] {
        let (person, refresh) = another_session(&app, &club).await;
        record(&person, &at, number).await.expect(201);
        let sign_out = app.nobody().request(Method::DELETE, "/v1/sessions");
        sign_out.json(&refresh).send().await.expect(204);
        let first = person.post(&format!("{at}/hands"), first).await;
        first.refused(401, "not_signed_in");
        is_told_only(&person, &at, number + 1, (401, "not_signed_in")).await;
    }
    assert_eq!(numbers(&club, &at).await, [1, 2, 3, 4]);
}

/// What was recorded is answered again although nobody could work it out now.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_recorded_is_answered_without_an_engine() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let key = fresh_key();
    let send = async || {
        let request = club.owner.request(Method::POST, &format!("{at}/hands"));
        request.key(&key).json(&hand(1)).send().await
    };
    let recorded = send().await.expect(201);
    app.kill_engine();
    assert_eq!(send().await.expect(201), recorded);
}

/// Also if it was recorded at another gateway, and this one remembers the match before.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_recorded_elsewhere_is_answered_without_an_engine() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    record(&club.owner, &at, 1).await.expect(201);
    let other = app.with_a_new_engine().await;
    let key = fresh_key();
    let send = async |app: &TestApp| {
        let person = Person {
            app,
            token: club.owner.token.clone(),
            id: club.owner.id.clone(),
        };
        let request = person.request(Method::POST, &format!("{at}/hands"));
        request.key(&key).json(&hand(2)).send().await
    };
    let recorded = send(&other).await.expect(201);
    app.kill_engine();
    assert_eq!(send(&app).await.expect(201), recorded);
}

/// Another role that allows it, too, is no obstacle.
#[tokio::test(flavor = "multi_thread")]
async fn who_got_another_role_records_on() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let owner = club.member("second", "owner").await;
    record(&owner, &at, 1).await.expect(201);
    let member = format!("{}/members/{}", club.path, owner.id);
    let set = club.owner.put(&member, json!({"role": "scorer"})).await;
    set.expect(200);
    record(&owner, &at, 2).await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_did_meanwhile_counts() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let scorer = club.member("scorer", "scorer").await;
    let first = record(&scorer, &at, 1).await;
    let version = first.header("etag").to_owned();
    let first = first.expect(201);
    let second = record(&club.owner, &at, 2).await.expect(201);
    // The number is taken, ahead, and right.
    let taken = record(&scorer, &at, 2).await;
    assert_eq!(taken.refused(409, "hand_number_taken")["hand"], second);
    record(&scorer, &at, 3).await.expect(201);
    let ahead = record(&scorer, &at, 9).await;
    assert_eq!(ahead.refused(409, "hand_number_ahead")["next_number"], 4);
    record(&scorer, &at, 4).await.expect(201);

    // The first hand was another one.
    let change = json!({"kind": "replace", "outcome_id": first["id"], "outcome": declared(1, "self_draw", None, 5)});
    let body = json!({"changes": [change], "reason": "misread"});
    let correct = club
        .owner
        .request(Method::POST, &format!("{at}/corrections"));
    let correct = correct.key(&fresh_key()).header("If-Match", "*");
    correct.json(&body).send().await.expect(201);
    let fifth = record(&scorer, &at, 5).await.expect(201);
    // What was worked out after the correction counts it.
    assert_eq!(fifth["state_after"]["next_number"], 6);
    let seats = club.owner.get(&at).await.expect(200)["seats"].clone();
    let points = seats.as_array().unwrap().iter();
    let points: Vec<Value> = points.map(|seat| seat["total_points"].clone()).collect();
    assert_eq!(fifth["state_after"]["total_points"], json!(points));
    let stale = scorer.request(Method::POST, &format!("{at}/hands"));
    let stale = stale.key(&fresh_key()).header("If-Match", &version);
    stale
        .json(&hand(6))
        .send()
        .await
        .refused(412, "match_stale");

    // The same request again, and another one with its key.
    let key = fresh_key();
    let send = async |body: Value| {
        let request = scorer.request(Method::POST, &format!("{at}/hands"));
        request.key(&key).json(&body).send().await
    };
    let sixth = send(hand(6)).await.expect(201);
    let repeated = send(hand(6)).await;
    assert_eq!(repeated.header("idempotency-replayed"), "true");
    assert_eq!(repeated.expect(201), sixth);
    send(hand(7)).await.refused(422, "idempotency_key_reused");
    record(&scorer, &at, 7).await.expect(201);
    assert_eq!(numbers(&club, &at).await.len(), 7);
}
