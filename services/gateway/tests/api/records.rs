//! The hands that were won in a club and its records, as the club reads them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, TestApp, declared};
use crate::example_match;
use crate::standings::settled;

/// All hands of a list, read in pages of so many.
async fn all(club: &Club<'_>, query: &str, limit: u32) -> Vec<Value> {
    let path = format!("{}/won-hands?limit={limit}&{query}", club.path);
    let (mut hands, mut next) = (Vec::new(), String::new());
    loop {
        let page = settled(club, &format!("{path}{next}")).await;
        let found = page["hands"].as_array().unwrap();
        assert!(found.len() <= limit as usize);
        hands.extend(found.iter().cloned());
        match page["next_cursor"].as_str() {
            Some(cursor) => next = format!("&cursor={cursor}"),
            None => return hands,
        }
    }
}

/// Whether a limit hand, its fan and its points.
fn worth(hand: &Value) -> (bool, u64, i64) {
    (
        hand["limit"].as_bool().unwrap(),
        hand["fan"].as_u64().unwrap(),
        (hand["points"].as_f64().unwrap() * 2.0) as i64,
    )
}

/// A whole match with declared results, and one with a hand whose tiles are known.
async fn two_matches(club: &Club<'_>) -> [String; 2] {
    let at = club.open_match("old-hong-kong").await;
    for (number, outcome) in (1..).zip(example_match::outcomes()) {
        club.record(&at, number, outcome).await.expect(201);
    }
    let with_tiles = club.open_match("old-hong-kong").await;
    let hand = json!({"concealed": "111222333m EE SS", "winning_tile": "E"});
    let winners = json!([{"chair": 2, "hand": hand}]);
    let win = json!({"kind": "win", "won_by": "discard", "from_chair": 4, "winners": winners});
    club.record(&with_tiles, 1, win).await.expect(201);
    [at, with_tiles]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_hand_that_was_scored_is_listed_with_its_entry() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let matches = two_matches(&club).await;
    // What the hands of the matches say, one row for each winner.
    let mut expected = Vec::new();
    for path in &matches {
        let page = club.owner.get(&format!("{path}/hands?limit=200")).await;
        for hand in page.expect(200)["hands"].as_array().unwrap() {
            for score in hand["scores"].as_array().unwrap_or(&Vec::new()) {
                let score = &score["score"];
                let fan = score["fan"].as_u64().unwrap();
                let limit = score["limit"].as_bool().unwrap();
                expected.push((hand["id"].clone(), hand["seq"].clone(), limit, fan));
            }
        }
    }
    assert!(expected.len() > 8, "{expected:?}");
    let best = all(&club, "order=best", 3).await;
    assert!(best.is_sorted_by(|one, next| worth(one) >= worth(next)));
    assert_eq!(best.len(), expected.len());
    for (id, seq, limit, fan) in &expected {
        let is_it = |hand: &&Value| hand["hand"] == *id && hand["limit"] == *limit;
        let found = best.iter().find(is_it);
        let found = found.unwrap_or_else(|| panic!("no {id} in {best:?}"));
        assert!(*limit || found["fan"] == *fan, "{found} {fan}");
        assert_eq!(found["entry_seq"], *seq);
    }
    let latest = all(&club, "order=latest", 4).await;
    assert_eq!(latest[0]["tiles"]["winning_tile"], "E");
    let number = |hand: &Value| hand["number"].as_u64().unwrap();
    assert!(latest[1..].is_sorted_by(|one, next| number(one) >= number(next)));
    assert_eq!(latest.len(), best.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filter_keeps_what_it_says_and_nothing_else() {
    let app = TestApp::start().await;
    let club = app.club().await;
    two_matches(&club).await;
    let best = all(&club, "", 50).await;
    let count = |keeps: &dyn Fn(&Value) -> bool| best.iter().filter(|hand| keeps(hand)).count();
    let limit_hands = all(&club, "limit_hands=true", 50).await;
    assert_eq!(limit_hands.len(), count(&|hand| hand["limit"] == true));
    let shown = best.iter().find(|hand| hand["tiles"].is_object()).unwrap();
    let pattern = shown["patterns"][0].as_str().unwrap();
    let has = |hand: &Value| {
        let patterns = hand["patterns"].as_array().unwrap();
        patterns.contains(&json!(pattern))
    };
    let with_it = all(&club, &format!("pattern={pattern}"), 50).await;
    assert!(with_it.len() == count(&has) && with_it.iter().all(has));
    let winner = best[0]["player"]["id"].as_str().unwrap();
    let own = all(&club, &format!("player={winner}"), 50).await;
    assert_eq!(own.len(), count(&|hand| hand["player"]["id"] == winner));
    for nothing in ["variant=hk-full-spicy", "until=2020-01-01"] {
        assert_eq!(all(&club, nothing, 50).await, [Value::Null; 0], "{nothing}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_of_the_hands_and_count_the_patterns_of_everybody() {
    let app = TestApp::start().await;
    let club = app.club().await;
    two_matches(&club).await;
    let records = settled(&club, &format!("{}/records", club.path)).await;
    assert_eq!(records["best_hand"], all(&club, "", 1).await[0]);
    let times = |pattern: &Value| pattern["times"].as_u64().unwrap();
    let patterns = records["patterns"].as_array().unwrap();
    assert!(!patterns.is_empty() && patterns.is_sorted_by_key(times));
    let mut counted = std::collections::BTreeMap::<String, u64>::new();
    for player in &club.players {
        let path = format!("{}/players/{player}/statistics", club.path);
        let statistics = settled(&club, &path).await;
        for (pattern, times) in statistics["patterns"].as_object().unwrap() {
            *counted.entry(pattern.clone()).or_default() += times.as_u64().unwrap();
        }
    }
    assert_eq!(patterns.len(), counted.len());
    for pattern in patterns {
        let known = &counted[pattern["pattern"].as_str().unwrap()];
        assert_eq!(times(pattern), *known, "{pattern}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn records_follow_corrections() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let path = format!("{}/records", club.path);
    let nothing = settled(&club, &path).await;
    for record in ["best_hand", "longest_deal", "best_day", "longest_streak"] {
        assert_eq!(nothing.get(record), None, "{record}");
    }
    assert_eq!(nothing["patterns"], json!([]));

    // East wins twice and deals three hands; the second win turns out to be Bo's.
    let at = club.open_match("old-hong-kong").await;
    club.record(&at, 1, declared(1, "self_draw", None, 4))
        .await
        .expect(201);
    let second = club.record(&at, 2, declared(1, "self_draw", None, 7)).await;
    let second = second.expect(201)["id"].clone();
    club.record(&at, 3, declared(3, "self_draw", None, 4))
        .await
        .expect(201);
    let records = settled(&club, &path).await;
    assert_eq!(records["longest_deal"]["hands"], 3, "{records}");
    assert_eq!(records["best_hand"]["fan"], 7);
    assert_eq!(
        records["best_day"]["player"],
        records["best_hand"]["player"]
    );
    assert_eq!(records["best_day"]["matches"], 1);
    assert_eq!(records.get("longest_streak"), None);

    let version = club.owner.get(&at).await;
    let changes = json!([{"kind": "replace", "outcome_id": second, "outcome": declared(2, "self_draw", None, 8)}]);
    let correct = club
        .owner
        .request(Method::POST, &format!("{at}/corrections"));
    let correct = correct.key("c").header("If-Match", version.header("etag"));
    let body = json!({"reason": "misread", "changes": changes});
    correct.json(&body).send().await.expect(201);
    let records = settled(&club, &path).await;
    assert_eq!(records["longest_deal"]["hands"], 2, "{records}");
    assert_eq!(records["best_hand"]["fan"], 8);
    assert_eq!(records["best_hand"]["player"]["id"], club.players[1]);
    let hands = all(&club, "order=latest", 50).await;
    assert_eq!(hands.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_filter_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let path = format!("{}/won-hands", club.path);
    for query in [
        "player=bo",
        "pattern=",
        "limit_hands=perhaps",
        "order=worst",
        "from=2026-02-02&until=2026-02-01",
        "limit=0",
        "cursor=east",
        "sort=fan",
    ] {
        let refused = club.owner.get(&format!("{path}?{query}")).await;
        assert_eq!(refused.status, 400, "{query}");
    }
    let nobody = "player=00000000-0000-0000-0000-000000000009";
    assert_eq!(all(&club, nobody, 50).await, [Value::Null; 0]);
    // A cursor of one list is none of another.
    let stranger = app.sign_up("stranger").await;
    for read in ["won-hands", "records"] {
        let path = format!("{}/{read}", club.path);
        stranger.get(&path).await.refused(404, "not_found");
        app.nobody().get(&path).await.refused(401, "not_signed_in");
    }
}
