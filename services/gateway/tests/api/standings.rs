//! Standings and statistics, as a club reads them.

use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

use crate::app::{Club, TestApp, declared};
use crate::example_match;

/// What is read once it goes up to the last entry.
async fn settled(club: &Club<'_>, path: &str) -> Value {
    loop {
        let answer = club.owner.get(path).await.expect(200);
        if answer["seq"] == answer["head_seq"] {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn of<'a>(standings: &'a Value, name: &str) -> &'a Value {
    let mut players = standings["players"].as_array().unwrap().iter();
    players
        .find(|row| row["player"]["name"] == name)
        .unwrap_or_else(|| panic!("no {name} in {standings}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn standings_follow_what_is_recorded_and_corrected() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let path = format!("{}/standings", club.path);
    let nothing = settled(&club, &path).await;
    assert_eq!(nothing["players"], json!([]));

    let at = club.open_match("old-hong-kong").await;
    let won = club.record(&at, 1, declared(3, "self_draw", None, 4)).await;
    let hand = won.expect(201)["id"].clone();
    let lost = declared(1, "discard", Some(3), 3);
    club.record(&at, 2, lost).await.expect(201);
    let standings = settled(&club, &path).await;
    let chun = of(&standings, "Chun");
    assert_eq!(
        [&chun["hands"], &chun["wins"], &chun["self_draws"]],
        [2, 1, 1]
    );
    assert_eq!(
        (&chun["deal_ins"], &chun["average_fan"]),
        (&json!(1), &json!(4.0))
    );
    assert!(chun["deal_in_points"].as_f64().unwrap() > 0.0);
    assert_eq!(chun["best_hand"]["hand"], hand);
    assert!(chun.get("rating").is_none() && chun["places"] == json!([]));
    let points = |row: &Value| row["points"].as_f64().unwrap();
    let all = standings["players"].as_array().unwrap();
    assert_eq!(all.iter().map(points).sum::<f64>(), 0.0);
    assert!(all.is_sorted_by(|better, worse| points(better) >= points(worse)));
    assert_eq!(all[0]["rank"], 1);

    // The first hand was Bo's after all; then the match ends.
    let version = club.owner.get(&at).await;
    let changes =
        json!([{"kind": "replace", "outcome": hand, "with": declared(2, "self_draw", None, 5)}]);
    let correct = club
        .owner
        .request(Method::POST, &format!("{at}/corrections"));
    let correct = correct.key("c").header("If-Match", version.header("etag"));
    let body = json!({"reason": "misread", "changes": changes});
    correct.json(&body).send().await.expect(201);
    club.post_any(&format!("{at}/end"), json!({}))
        .await
        .expect(201);
    let standings = settled(&club, &path).await;
    assert_eq!(of(&standings, "Chun")["wins"], 0);
    let bo = of(&standings, "Bo");
    assert_eq!(
        (&bo["wins"], &bo["best_hand"]["fan"]),
        (&json!(1), &json!(5))
    );
    let rating = |row: &Value| row["rating"]["rating"].as_f64().unwrap();
    assert!(rating(&standings["players"][0]) > 25.0 && rating(&standings["players"][3]) < 25.0);
    assert_eq!(standings["players"][0]["places"], json!([1]));
    assert_eq!(standings["players"][0]["current_streak"], 1);

    // Before and after that day, and under another variant, nothing was played.
    for query in [
        "until=2020-01-01",
        "from=2100-01-01",
        "variant=hk-full-spicy",
    ] {
        let elsewhere = settled(&club, &format!("{path}?{query}")).await;
        assert_eq!(elsewhere["players"], json!([]), "{query}");
    }
    let same = settled(&club, &format!("{path}?variant=old-hong-kong")).await;
    assert_eq!(same["players"], standings["players"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_tell_of_hands_and_of_others() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    for (number, outcome) in (1..).zip(example_match::outcomes()) {
        club.record(&at, number, outcome).await.expect(201);
    }
    let standings = settled(&club, &format!("{}/standings", club.path)).await;
    for row in standings["players"].as_array().unwrap() {
        let player = row["player"]["id"].as_str().unwrap();
        let path = format!("{}/players/{player}/statistics", club.path);
        let statistics = settled(&club, &path).await;
        for figure in ["points", "hands", "wins", "deal_ins", "places", "best_hand"] {
            assert_eq!(
                statistics.get(figure),
                row.get(figure),
                "{figure} of {player}"
            );
        }
        let against = statistics["against"].as_array().unwrap();
        assert_eq!(against.len(), 3);
        let from_others: f64 = against
            .iter()
            .map(|one| one["points"].as_f64().unwrap())
            .sum();
        assert_eq!(row["points"].as_f64().unwrap(), from_others);
        // A win that was scored tells its patterns, and the best one its tiles.
        let patterns = statistics["patterns"].as_object().unwrap();
        if let Some(best) = row
            .get("best_hand")
            .filter(|best| best.get("tiles").is_some())
        {
            assert!(best["tiles"]["winning_tile"].is_string());
            let known = best["patterns"].as_array().unwrap().iter();
            let mut known = known.map(|pattern| pattern.as_str().unwrap());
            assert!(known.all(|pattern| patterns.contains_key(pattern)));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_period_or_player_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let path = format!("{}/standings", club.path);
    for (query, code) in [
        ("from=2026-02-30", "invalid_parameter"),
        ("from=2026-02-02&until=2026-02-01", "invalid_parameter"),
        ("variant=", "invalid_parameter"),
        ("format=east", "invalid_parameter"),
    ] {
        let refused = club.owner.get(&format!("{path}?{query}")).await;
        refused.refused(400, code);
    }
    let nobody = "00000000-0000-0000-0000-000000000009";
    let missing = format!("{}/players/{nobody}/statistics", club.path);
    club.owner.get(&missing).await.refused(404, "not_found");
    let other = app.sign_up("stranger").await;
    other.get(&path).await.refused(404, "not_found");
}
