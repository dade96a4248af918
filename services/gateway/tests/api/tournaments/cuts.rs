//! The cut of a tournament: who shares the last place is told before the draw, and prescribed tables do not leave out the best without a reason.

use serde_json::{Value, json};

use crate::app::{Club, TestApp};

/// A tournament of two rounds, the second one among the best four, after a first round of eight in which two won alike and six lost alike.
struct AfterFirst {
    /// Its path in the club.
    of: String,
    winners: Vec<String>,
    losers: Vec<String>,
}

async fn after_first(club: &Club<'_>) -> AfterFirst {
    let mut players = club.players.clone();
    for number in players.len()..8 {
        let name = json!({"name": format!("Player {number}")});
        let enrolled = club.post("/players", name).await.expect(201);
        players.push(enrolled["id"].as_str().unwrap().to_owned());
    }
    let rules =
        json!({"rounds": 2, "cut": {"after_round": 1, "players": 4, "keeps_results": true}});
    let new = json!({"name": "Cup", "from": "1900-01-01", "until": "2200-12-31", "rules": rules});
    let opened = club.post("/tournaments", new).await.expect(201);
    let of = format!("/tournaments/{}", opened["id"].as_str().unwrap());
    let registered: Vec<Value> = players.iter().map(|id| json!({"player": id})).collect();
    let come = json!({"registered": registered, "checked_in": players});
    club.post(&format!("{of}/entrants"), come).await.expect(200);
    let standings = format!("{of}/standings");
    assert_eq!(club.get(&standings).await.expect(200).get("cut"), None);
    club.post(&format!("{of}/rounds"), json!({}))
        .await
        .expect(201);
    let new = json!({"terms": {"variant": {"id": "old-hong-kong"}}});
    let opened = club.post(&format!("{of}/rounds/1/matches"), new).await;
    let opened = opened.expect(201);
    let (mut winners, mut losers) = (Vec::new(), Vec::new());
    for table in opened["rounds"][0]["tables"].as_array().unwrap() {
        let at = format!("{}/matches/{}", club.path, table["match"].as_str().unwrap());
        let won = json!({"kind": "agreed", "winner": 1, "chair_points": [12, -4, -4, -4]});
        club.record(&at, 1, won).await.expect(201);
        club.post_any(&format!("{at}/end"), json!({}))
            .await
            .expect(201);
        let seated = table["players"].as_array().unwrap().iter();
        let mut seated = seated.map(|one| one["id"].as_str().unwrap().to_owned());
        winners.extend(seated.next());
        losers.extend(seated);
    }
    AfterFirst {
        of,
        winners,
        losers,
    }
}

fn ids(players: &Value) -> Vec<&str> {
    let players = players.as_array().unwrap().iter();
    let mut ids: Vec<_> = players.map(|one| one["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn who_shares_the_last_place_is_told_before_the_draw() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let AfterFirst { of, losers, .. } = after_first(&club).await;
    let standings = async || {
        let standings = club.get(&format!("{of}/standings")).await;
        standings.expect(200)
    };
    let cut = standings().await["cut"].clone();
    let mut sorted: Vec<&str> = losers.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    assert_eq!(ids(&cut["tied"]), sorted);
    assert_eq!(
        (&cut["round"], &cut["players"], &cut["rank"], &cut["places"]),
        (&json!(2), &json!(4), &json!(3), &json!(2))
    );
    assert_eq!(cut["decided_by"], "lot");
    // Somebody leaves, somebody gets a penalty: of five who share the rank, one less is left.
    let leave = json!({"withdrawn": [losers[0]]});
    club.post(&format!("{of}/entrants"), leave)
        .await
        .expect(200);
    let late = json!({"player": losers[1], "points": 1, "reason": "late"});
    club.post(&format!("{of}/penalties"), late)
        .await
        .expect(201);
    let cut = standings().await["cut"].clone();
    assert_eq!((ids(&cut["tied"]).len(), &cut["places"]), (4, &json!(2)));
    // The draw takes whom it was said of.
    let drawn = club.post(&format!("{of}/rounds"), json!({})).await;
    let drawn = drawn.expect(201);
    let seated = ids(&drawn["rounds"][1]["tables"][0]["players"]);
    let of_tied = ids(&cut["tied"]);
    let by_lot = seated.iter().filter(|id| of_tied.contains(id)).count();
    assert_eq!(by_lot, 2);
    // It is said still while the round can be drawn once more.
    assert_eq!(standings().await["cut"], cut);
    let one_left = json!({"withdrawn": losers[2..]});
    club.post(&format!("{of}/entrants"), one_left)
        .await
        .expect(200);
    assert_eq!(standings().await.get("cut"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ranks_decide_if_nobody_is_tied() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let AfterFirst { of, losers, .. } = after_first(&club).await;
    let leave = json!({"withdrawn": losers[..4]});
    club.post(&format!("{of}/entrants"), leave)
        .await
        .expect(200);
    let standings = club.get(&format!("{of}/standings")).await.expect(200);
    let cut = json!({"round": 2, "players": 4, "tied": [], "places": 0});
    assert_eq!(standings["cut"], cut);
}

#[tokio::test(flavor = "multi_thread")]
async fn prescribed_tables_after_a_cut_leave_nobody_out_without_a_reason() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let AfterFirst {
        of,
        winners,
        losers,
    } = after_first(&club).await;
    let rounds = format!("{of}/rounds");
    let four = |some: &[&String]| json!({"method": "prescribed", "tables": [some]});
    let against = four(&[&winners[0], &losers[0], &losers[1], &losers[2]]);
    let refused = club.post(&rounds, against.clone()).await;
    let refused = refused.refused(409, "cut_contradicted");
    let pointers = refused["errors"].as_array().unwrap().iter();
    let pointers: Vec<&str> = pointers
        .map(|one| one["pointer"].as_str().unwrap())
        .collect();
    let expected = ["/reason", "/tables/0/1", "/tables/0/2", "/tables/0/3"];
    let mut sorted = pointers.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    let left_out = club
        .get(&format!("/players/{}", winners[1]))
        .await
        .expect(200);
    let name = format!("Left out: {} (rank 1).", left_out["name"].as_str().unwrap());
    let detail = refused["detail"].as_str().unwrap();
    assert!(
        detail.contains(&name) && detail.contains("(rank 3)"),
        "{detail}"
    );
    // Among those who share a rank, whoever prescribes decides.
    let with_ranks = four(&[&winners[0], &winners[1], &losers[1], &losers[2]]);
    let drawn = club.post(&rounds, with_ranks).await.expect(201);
    assert_eq!(drawn["rounds"][1].get("reason"), None);
    let mut stated = against;
    stated["redraw"] = json!(true);
    club.post(&rounds, stated.clone())
        .await
        .refused(409, "cut_contradicted");
    stated["reason"] = json!("the other winner went home ill");
    let drawn = club.post(&rounds, stated).await.expect(201);
    let round = &drawn["rounds"][2];
    assert_eq!(round["reason"], "the other winner went home ill");
    let leaf = last_leaf(&club).await;
    assert_eq!(leaf["reason_commitment"].as_str().unwrap().len(), 64);
    let by_lot = json!({"redraw": true, "reason": "whatever"});
    let refused = club.post(&rounds, by_lot).await;
    let refused = refused.refused(422, "invalid_value");
    assert_eq!(refused["errors"][0]["pointer"], "/reason");
    // The reason is erased like any other one.
    let text = format!("{}/ledger/entries/{}/text", club.path, leaf["seq"]);
    let erased = club.owner.act(reqwest::Method::DELETE, &text).await;
    assert_eq!(erased.status, 204, "{}", erased.text);
    let told = club.get(&of).await.expect(200);
    assert_eq!(told["rounds"][2].get("reason"), None);
}

/// The last leaf of the club, after an auditor accepted all.
async fn last_leaf(club: &Club<'_>) -> Value {
    let entries = club.get("/ledger/entries?limit=200").await.expect(200);
    let mut auditor = audit::Auditor::default();
    let mut last = Value::Null;
    for entry in entries["entries"].as_array().unwrap() {
        let leaf = entry["leaf"].as_str().unwrap();
        let hash = ledger::evidence::leaf_hash(leaf.as_bytes());
        auditor.entry(leaf.as_bytes(), hash).unwrap();
        last = serde_json::from_str(leaf).unwrap();
    }
    last
}
