//! What is refused of a match's history, and where in the body it stands: who sits down, what changes nothing, what comes
//! after the end. A dry run refuses the same.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, declared, fresh_key};
use crate::example_match::outcomes;

/// Asks twice, first with a dry run: both get the same refusal, or neither gets one.
async fn ask(club: &Club<'_>, path: &str, body: &Value) -> Answer {
    let send = async |path: &str| {
        let request = club.owner.request(Method::POST, path).key(&fresh_key());
        request.header("If-Match", "*").json(body).send().await
    };
    let dry = send(&format!("{path}?dry_run=true")).await;
    let real = send(path).await;
    match real.status {
        201 => assert_eq!(dry.status, 200, "{}", dry.text),
        _ => assert_eq!(dry.text, real.text, "{body}"),
    }
    real
}

async fn correct(club: &Club<'_>, at: &str, changes: Value) -> Answer {
    let body = json!({"changes": changes, "reason": "the sheet says otherwise"});
    ask(club, &format!("{at}/corrections"), &body).await
}

async fn batch(club: &Club<'_>, at: &str, number: usize, outcomes: &[Value]) -> Answer {
    let body = json!({"number": number, "outcomes": outcomes});
    ask(club, &format!("{at}/hands:batch"), &body).await
}

/// Records outcomes, and returns their ids.
async fn played(club: &Club<'_>, at: &str, outcomes: &[Value]) -> Vec<Value> {
    let recorded = batch(club, at, 1, outcomes).await.expect(201);
    let recorded = recorded["outcomes"].as_array().unwrap().iter();
    recorded.map(|outcome| outcome["id"].clone()).collect()
}

async fn enrol(club: &Club<'_>, name: &str) -> String {
    let path = format!("{}/players", club.path);
    let player = club.owner.post(&path, json!({"name": name})).await;
    player.expect(201)["id"].as_str().unwrap().to_owned()
}

async fn merge(club: &Club<'_>, double: &str, into: &str) {
    let path = format!("{}/players/{double}:merge", club.path);
    let merged = club.owner.post(&path, json!({"into": into})).await;
    merged.expect(200);
}

fn sits(chair: u8, player: &str) -> Value {
    json!({"kind": "substitution", "chair": chair, "player": player})
}

fn goulash() -> Value {
    json!({"kind": "goulash"})
}

#[track_caller]
fn refused_at(answer: Answer, status: u16, code: &str, pointer: &str) {
    let refused = answer.refused(status, code);
    assert_eq!(refused["errors"][0]["pointer"], pointer, "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_sit_down_is_pointed_at_where_they_are_named() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let elsewhere = app.sign_up("other").await.found_club("Elsewhere").await;
    let (double, fong) = (enrol(&club, "Bo again").await, enrol(&club, "Fong").await);
    merge(&club, &double, &club.players[1]).await;
    let [a, b, c, d] = [0, 1, 2, 3].map(|chair| club.players[chair].as_str());
    let at = club.open_match("old-hong-kong").await;
    let hands = played(&club, &at, &outcomes()[..4]).await;

    let cases = [
        (elsewhere.players[0].as_str(), 422, "unknown_player"),
        (&double, 409, "player_merged"),
        (a, 422, "players_not_distinct"),
    ];
    for (player, status, code) in cases {
        let alone = json!({"chair": 3, "player": player});
        let alone = ask(&club, &format!("{at}/substitutions"), &alone).await;
        refused_at(alone, status, code, "/player");
        let among = batch(&club, &at, 5, &[goulash(), sits(3, player)]).await;
        refused_at(among, status, code, "/outcomes/1/player");
        let inserted = json!([
            {"kind": "insert", "outcome": sits(3, player)},
            {"kind": "void", "outcome_id": hands[0]},
        ]);
        let inserted = correct(&club, &at, inserted).await;
        refused_at(inserted, status, code, "/changes/0/outcome/player");
        let replaced =
            json!([{"kind": "replace", "outcome_id": hands[1], "outcome": sits(3, player)}]);
        let replaced = correct(&club, &at, replaced).await;
        refused_at(replaced, status, code, "/changes/0/outcome/player");
        let seats = [a, b, player, d];
        let stay =
            |seats| json!({"kind": "reseat", "outcomes": "stay_with_chairs", "players": seats});
        let pointer = match code {
            "players_not_distinct" => "/changes/0/players",
            _ => "/changes/0/players/2",
        };
        let reseated = correct(&club, &at, json!([stay(seats)])).await;
        refused_at(reseated, status, code, pointer);
        let then_otherwise = json!([stay(seats), stay([b, a, c, d])]);
        let reseated = correct(&club, &at, then_otherwise).await;
        refused_at(reseated, status, code, pointer);
    }

    // Somebody left and came back on another chair; that they left is taken back: now it is the return that cannot be.
    let back = batch(&club, &at, 5, &[sits(1, &fong), sits(2, a), goulash()]).await;
    let back = back.expect(201);
    let void = json!([{"kind": "void", "outcome_id": back["outcomes"][0]["id"]}]);
    let refused = correct(&club, &at, void).await;
    let refused = refused.refused(422, "correction_impossible");
    assert_eq!(
        refused["impossible"][0]["outcome_id"],
        back["outcomes"][1]["id"]
    );
    assert_eq!(refused["impossible"][0]["code"], "players_not_distinct");
    // That they came back is taken back, too.
    let both = json!([
        {"kind": "void", "outcome_id": back["outcomes"][0]["id"]},
        {"kind": "void", "outcome_id": back["outcomes"][1]["id"]},
    ]);
    correct(&club, &at, both).await.expect(201);
    let follow = json!([{"kind": "reseat", "outcomes": "follow_players", "players": [b, a, d, c]}]);
    correct(&club, &at, follow).await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_corrected_onto_two_chairs_under_two_names() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (double, person) = (enrol(&club, "Old Lam").await, enrol(&club, "Lam").await);
    let [_, b, c, d] = [0, 1, 2, 3].map(|chair| club.players[chair].as_str());
    let fields = json!({"players": [double, b, c, d]});
    let at = club.open_match_with(fields).await;
    let hands = played(&club, &at, &outcomes()[..4]).await;
    merge(&club, &double, &person).await;

    let inserted = json!([{"kind": "insert", "before": hands[1], "outcome": sits(2, &person)}]);
    let inserted = correct(&club, &at, inserted).await;
    refused_at(
        inserted,
        422,
        "players_not_distinct",
        "/changes/0/outcome/player",
    );
    let stay = |seats: [&str; 4]| json!([{"kind": "reseat", "outcomes": "stay_with_chairs", "players": seats}]);
    let reseated = correct(&club, &at, stay([&double, b, &person, d])).await;
    refused_at(reseated, 422, "players_not_distinct", "/changes/0/players");
    // In place of their double they may sit, and the double may sit again.
    correct(&club, &at, stay([&person, b, c, d]))
        .await
        .expect(201);
    correct(&club, &at, stay([&double, b, c, d]))
        .await
        .expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_that_changes_nothing_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let right = outcomes();
    let hands = played(&club, &at, &right[..6]).await;
    let replace =
        |with: &Value| json!({"kind": "replace", "outcome_id": hands[4], "outcome": with});
    let reseat =
        |outcomes: &str| json!({"kind": "reseat", "outcomes": outcomes, "players": club.players});
    let before = club.owner.get(&at).await;
    for changes in [
        json!([replace(&right[4])]),
        json!([replace(&goulash()), replace(&right[4])]),
        json!([reseat("stay_with_chairs")]),
        json!([reseat("follow_players")]),
    ] {
        let refused = correct(&club, &at, changes).await;
        refused_at(refused, 422, "nothing_corrected", "/changes");
    }
    assert_eq!(club.owner.get(&at).await.text, before.text);
    correct(&club, &at, json!([replace(&goulash())]))
        .await
        .expect(201);
    correct(&club, &at, json!([replace(&right[4])]))
        .await
        .expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_comes_after_the_end() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let end = json!({"kind": "early_end"});
    let on = batch(
        &club,
        &at,
        1,
        &[goulash(), end.clone(), goulash(), goulash()],
    )
    .await;
    let on = on.refused(409, "match_over");
    let pointers = [&on["errors"][0]["pointer"], &on["errors"][1]["pointer"]];
    assert_eq!(pointers, ["/outcomes/2", "/outcomes/3"]);
    assert_eq!(on["errors"][1]["code"], "match_over");

    let hands = played(&club, &at, &outcomes()).await;
    let penalty = json!({"kind": "penalty", "chair": 1, "points": 1, "payee": "house"});
    let late = correct(&club, &at, json!([{"kind": "insert", "outcome": penalty}])).await;
    refused_at(late, 409, "match_over", "/changes/0/outcome");
    // An end in the middle: what was recorded after it is listed, every hand of it.
    let early = json!([{"kind": "replace", "outcome_id": hands[9], "outcome": end}]);
    let early = correct(&club, &at, early)
        .await
        .refused(422, "correction_impossible");
    let impossible = early["impossible"].as_array().unwrap().iter();
    let impossible: Vec<_> = impossible.map(|one| one["outcome_id"].clone()).collect();
    assert_eq!(impossible, hands[10..18]);
    let all: Vec<_> = hands
        .iter()
        .map(|id| json!({"kind": "void", "outcome_id": id}))
        .collect();
    let all = correct(&club, &at, json!(all)).await.expect(201);
    assert_eq!(all["state_after"]["next_number"], 1);
    assert!(all["state_after"].get("ending").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_told_as_it_was_whatever_was_corrected_since() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let (path, key) = (format!("{at}/hands:batch"), fresh_key());
    let send = async |body: &Value| {
        let request = club.owner.request(Method::POST, &path).key(&key);
        request.json(body).send().await
    };
    let body = json!({"number": 1, "outcomes": outcomes()});
    let first = send(&body).await;
    let hands = &first.json["outcomes"];
    let changes = json!([
        {"kind": "replace", "outcome_id": hands[2]["id"], "outcome": goulash()},
        {"kind": "void", "outcome_id": hands[17]["id"]},
        {"kind": "reseat", "outcomes": "stay_with_chairs", "players": [
            enrol(&club, "Fong").await, club.players[1], club.players[2], club.players[3]
        ]},
    ]);
    correct(&club, &at, changes).await.expect(201);
    let again = send(&body).await;
    assert_eq!((first.status, &first.text), (again.status, &again.text));
    assert_eq!(first.header("etag"), again.header("etag"));
    let other = json!({"number": 1, "outcomes": [goulash()]});
    refused_at(
        send(&other).await,
        422,
        "idempotency_key_reused",
        "Idempotency-Key",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_match_is_refused_where_it_is_wrong() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut hands = Vec::new();
    for first in [1, 101, 201] {
        let recorded = batch(&club, &at, first, &vec![goulash(); 100]).await;
        let recorded = recorded.expect(201)["outcomes"].as_array().unwrap().clone();
        hands.extend(recorded.iter().map(|hand| hand["id"].clone()));
    }
    let too_little = |hand: usize| {
        let with = declared(2, "self_draw", None, 1);
        json!({"kind": "replace", "outcome_id": hands[hand], "outcome": with})
    };
    let one = correct(&club, &at, json!([too_little(250)])).await;
    let fan = "/changes/0/outcome/winners/0/declared/fan";
    refused_at(one, 422, "below_minimum", fan);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_means_nothing_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let money = json!({"stake_cents": 10, "currency": "XXX"});
    let money = club.try_open_match(money).await;
    refused_at(money, 422, "invalid_value", "/terms/currency");

    let at = club.open_match("old-hong-kong").await;
    let nameless =
        json!({"chair": 1, "penalty": "", "points": 5, "payee": "house", "reason": "late"});
    let nameless = ask(&club, &format!("{at}/penalties"), &nameless).await;
    refused_at(nameless, 422, "invalid_value", "/penalty");
    let now = club.owner.get(&format!("{at}/hands?corrected=true")).await;
    refused_at(now, 400, "invalid_parameter", "corrected");
}
