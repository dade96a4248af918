//! Standings and statistics, as a club reads them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, TestApp, declared, wait_for};
use crate::example_match;

/// What is read once it goes up to the last entry.
pub(crate) async fn settled(club: &Club<'_>, path: &str) -> Value {
    let ask = async || {
        let answer = club.owner.get(path).await.expect(200);
        (answer["seq"] == answer["head_seq"]).then_some(answer)
    };
    wait_for("every entry in the standings", ask).await
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
    let changes = json!([{"kind": "replace", "outcome_id": hand, "outcome": declared(2, "self_draw", None, 5)}]);
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
    let of_player = |club: &Club, id: &str| {
        ["statistics", "matches"].map(|read| format!("{}/players/{id}/{read}", club.path))
    };
    let of_bo = of_player(&club, &club.players[1]);
    for query in [
        "from=2026-02-30",
        "from=2026-02-02&until=2026-02-01",
        "from=1899-12-31",
        "until=2201-01-01",
        "until=-2026-01-01",
        "until=2026-01-01&until=2026-01-02",
        "variant=",
        "variant=%00",
        "format=east",
    ] {
        for path in of_bo.iter().chain([&path]) {
            let refused = club.owner.get(&format!("{path}?{query}")).await;
            refused.refused(400, "invalid_parameter");
        }
    }
    let beyond = club.owner.get(&format!("{}?limit=201", of_bo[1])).await;
    beyond.refused(400, "invalid_parameter");
    // Nobody's, another club's, and to who is not of the club.
    let elsewhere = club.owner.found_club("Another").await;
    for nobody in [
        "00000000-0000-0000-0000-000000000009",
        &elsewhere.players[1],
        "bo",
    ] {
        for missing in of_player(&club, nobody) {
            club.owner.get(&missing).await.refused(404, "not_found");
        }
    }
    let other = app.sign_up("stranger").await;
    for path in of_bo.iter().chain([&path]) {
        other.get(path).await.refused(404, "not_found");
    }
}

/// The matches on a page, each by its address, and the cursor of the next.
fn told(club: &Club, page: &Value) -> (Vec<String>, Option<String>) {
    let matches = page["matches"].as_array().unwrap().iter();
    let at = |one: &Value| format!("{}/matches/{}", club.path, one["match"].as_str().unwrap());
    let cursor = page["next_cursor"].as_str().map(str::to_owned);
    (matches.map(at).collect(), cursor)
}

/// Three matches of the club's players: one that goes on, one under another variant, one that is over.
async fn three_matches(club: &Club<'_>) -> [String; 3] {
    let won = json!({"kind": "agreed", "winner": 2, "chair_points": [-8, 16, -4, -4]});
    let mut matches = Vec::new();
    for fields in [
        json!({"played_on": "2026-10-01", "stake_cents": 50, "currency": "HKD"}),
        json!({"played_on": "2026-11-15"}),
        json!({"played_on": "2026-11-01", "variant": {"id": "hong-kong-new-style"}}),
    ] {
        let at = club.open_match_with(fields).await;
        club.record(&at, 1, won.clone()).await.expect(201);
        matches.push(at);
    }
    let first = &matches[0];
    club.post_any(&format!("{first}/end"), json!({}))
        .await
        .expect(201);
    matches.try_into().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_matches_of_a_player_come_with_their_places() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let [october, later, november] = three_matches(&club).await;
    let path = |chair: usize| format!("{}/players/{}/matches", club.path, club.players[chair - 1]);
    let page = settled(&club, &path(3)).await;
    assert_eq!(page["player"]["name"], "Chun");
    let all = vec![later, november, october];
    assert_eq!(told(&club, &page), (all.clone(), None));
    let ended = &page["matches"][2];
    assert_eq!(ended["variant"]["id"], "old-hong-kong");
    let figures = [
        "place",
        "points",
        "amount_cents",
        "currency",
        "hands",
        "wins",
        "deal_ins",
    ];
    let figures = figures.map(|name| ended[name].clone());
    // Chairs 3 and 4 share the second place.
    assert_eq!(json!(figures), json!([2, -4, -200, "HKD", 1, 0, 0]));
    assert_eq!(page["matches"][0].get("place"), None);
    let last = settled(&club, &path(1)).await;
    assert_eq!(last["matches"][2]["place"], 4);

    for (query, expected) in [
        ("?from=2026-11-01", &all[..2]),
        ("?until=2026-11-01", &all[1..]),
        ("?from=2026-11-01&until=2026-11-01", &all[1..2]),
        ("?variant=old-hong-kong", &[all[0].clone(), all[2].clone()]),
        ("?variant=hk-full-spicy", &[]),
        ("?until=1900-01-01", &[]),
        ("?from=2200-12-31", &[]),
    ] {
        let page = settled(&club, &format!("{}{query}", path(3))).await;
        assert_eq!(told(&club, &page), (expected.to_vec(), None), "{query}");
    }
    let page = settled(&club, &format!("{}?limit=2", path(3))).await;
    let (first, cursor) = told(&club, &page);
    let cursor = cursor.unwrap();
    let page = settled(&club, &format!("{}?limit=2&cursor={cursor}", path(3))).await;
    let (second, end) = told(&club, &page);
    assert_eq!(([first, second].concat(), end), (all, None));
    // Of another list, and of another period of this one, it is no cursor.
    for elsewhere in [
        format!("{}?cursor={cursor}", path(4)),
        format!("{}?from=2026-01-01&cursor={cursor}", path(3)),
        format!("{}/matches?cursor={cursor}", club.path),
    ] {
        let refused = club.owner.get(&elsewhere).await;
        refused.refused(400, "invalid_cursor");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_merged_or_erased_has_their_matches_still() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let players = format!("{}/players", club.path);
    let twin = club.owner.post(&players, json!({"name": "Chun (2)"})).await;
    let twin = twin.expect(201)["id"].as_str().unwrap().to_owned();
    let mut seats = club.players.clone();
    let own = club.open_match("old-hong-kong").await;
    seats[2] = twin.clone();
    let fields = json!({"players": seats, "played_on": "2026-11-22"});
    let twins = club.open_match_with(fields).await;
    // A match without a hand counts for nothing.
    for at in [&own, &twins] {
        let goulash = club.record(at, 1, json!({"kind": "goulash"})).await;
        goulash.expect(201);
    }
    let of_twin = format!("{players}/{twin}/matches");
    let alone = told(&club, &settled(&club, &of_twin).await).0;
    assert_eq!(alone, std::slice::from_ref(&twins));

    let chun = &club.players[2];
    let merge = format!("{players}/{twin}:merge");
    let merged = club.owner.post(&merge, json!({"into": chun})).await;
    merged.expect(200);
    for id in [chun, &twin] {
        let page = settled(&club, &format!("{players}/{id}/matches")).await;
        assert_eq!(told(&club, &page).0, [twins.clone(), own.clone()]);
        assert_eq!(page["player"]["id"], *chun);
    }
    let erase = club
        .owner
        .request(Method::DELETE, &format!("{players}/{chun}"));
    erase.key("erase").send().await.expect(200);
    let page = settled(&club, &of_twin).await;
    assert_eq!(page["player"]["erased"], true);
    assert_eq!(told(&club, &page).0, [twins, own]);
}
