//! Matches that are declared void over HTTP, and tables at which a match is played again.

use serde_json::{Value, json};

use crate::app::{Club, Person, TestApp, declared};
use crate::standings::settled;

fn reason() -> Value {
    json!({"reason": "started by mistake"})
}

async fn act(who: &Person<'_>, at: &str, verb: &str) -> crate::app::Answer {
    who.post(&format!("{at}:{verb}"), reason()).await
}

/// The points of each player in the standings of the club.
async fn points(club: &Club<'_>) -> Vec<Value> {
    let standings = settled(club, &format!("{}/standings", club.path)).await;
    let rows = standings["players"].as_array().unwrap().iter();
    rows.map(|row| row["points"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_and_referees_declare_a_match_void_and_nothing_of_it_counts() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (referee, scorer) = (
        club.member("ref", "referee").await,
        club.member("scorer", "scorer").await,
    );
    let at = club.open_match("old-hong-kong").await;
    let won = || declared(3, "self_draw", None, 4);
    club.record(&at, 1, won()).await.expect(201);
    assert_eq!(points(&club).await.len(), 4);

    act(&scorer, &at, "void").await.refused(403, "forbidden");
    act(&club.owner, &at, "reinstate")
        .await
        .refused(409, "match_not_void");
    let empty = json!({"reason": ""});
    let empty = club.post_any(&format!("{at}:void"), empty).await;
    empty.refused(422, "invalid_value");
    let void = act(&referee, &at, "void").await;
    let etag = void.header("etag").to_owned();
    let void = void.expect(200);
    assert_eq!(void["void"]["reason"], "started by mistake");
    assert_eq!(void["void"]["recorded_by"], referee.id);
    assert_eq!(void["void"]["seq"], void["version"]);
    assert_eq!(etag, format!("\"{}\"", void["version"]));
    act(&referee, &at, "void").await.refused(409, "match_void");
    assert_eq!(club.owner.get(&at).await.expect(200), void);
    let listed = club.get("/matches").await.expect(200);
    assert_eq!(listed["matches"][0], void);
    assert_eq!(points(&club).await, Vec::<Value>::new());
    club.record(&at, 2, won()).await.refused(409, "match_void");
    let body = json!({"changes": [{"kind": "reseat", "players": club.players, "outcomes": "stay_with_chairs"}], "reason": "r"});
    club.post_any(&format!("{at}/corrections"), body)
        .await
        .refused(409, "match_void");
    // What happened can be read all the same.
    let hands = club.owner.get(&format!("{at}/hands")).await.expect(200);
    assert_eq!(hands["hands"].as_array().unwrap().len(), 1);

    let counts = act(&club.owner, &at, "reinstate").await.expect(200);
    assert!(counts.get("void").is_none());
    assert_eq!(points(&club).await.len(), 4);
    club.record(&at, 2, won()).await.expect(201);
}

/// Who says what the match was when they decided decides nothing about another one. The same request again gets its answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_has_changed_is_not_declared() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.know("at", club.open_match("old-hong-kong").await);
    script
        .run(
            r#"
        owner GET $at -> 200; $opened = @etag
        owner POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201; $played = @etag
        owner POST $at:void [If-Match: $opened] {"reason": "r"} -> 412 match_stale; at If-Match
        owner POST $at:void [If-Match: $played] {"reason": "r"} -> 200; $void = @etag
        owner POST $at:reinstate [If-Match: $played] {"reason": "r"} -> 412 match_stale; at If-Match
        owner POST $at:reinstate [If-Match: $void] {"reason": "r"} -> 200
        owner POST $at:void [If-Match: *] {"reason": "r"} -> 200
        "#,
        )
        .await;
}

/// A match that was opened and ended without a hand, and one of which no hand is left, count for nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_without_a_hand_counts_for_nothing() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let season = json!({"name": "S", "from": "1900-01-01", "until": "2200-12-31",
        "rules": {"unfinished": "count", "minimum_matches": 2}});
    let season = club.post("/seasons", season).await.expect(201);
    let at = club.open_match("old-hong-kong").await;
    club.post_any(&format!("{at}/end"), json!({}))
        .await
        .expect(201);
    let at = club.open_match("old-hong-kong").await;
    let won = club.record(&at, 1, declared(3, "self_draw", None, 4)).await;
    let hand = won.expect(201)["id"].clone();
    club.post_any(&format!("{at}/end"), json!({}))
        .await
        .expect(201);
    let body =
        json!({"changes": [{"kind": "void", "outcome_id": hand}], "reason": "it was no win"});
    club.post_any(&format!("{at}/corrections"), body)
        .await
        .expect(201);
    club.open_match("old-hong-kong").await;
    assert_eq!(points(&club).await, Vec::<Value>::new());
    let path = format!("/seasons/{}/standings", season["id"].as_str().unwrap());
    let standings = club.get(&path).await.expect(200);
    assert_eq!(standings["players"], json!([]), "{standings}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_void_tables_of_a_round_are_played_again() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let evening = json!({"held_on": "2026-11-21", "tables": []});
    let evening = club.post("/evenings", evening).await.expect(201);
    let tournament = json!({"name": "Cup", "from": "1900-01-01", "until": "2200-12-31",
        "rules": {"rounds": 2, "scoring": "table_points", "table_points": [4, 2, 1, 0], "draw": "swiss"}});
    let tournament = club.post("/tournaments", tournament).await.expect(201);
    let registered = club.players.iter().map(|id| json!({"player": id}));
    let registered: Vec<Value> = registered.collect();
    for (list, id, comes) in [
        (
            "evenings",
            &evening["id"],
            json!({"checked_in": club.players}),
        ),
        (
            "tournaments",
            &tournament["id"],
            json!({"registered": registered, "checked_in": club.players}),
        ),
    ] {
        let of = format!("/{list}/{}", id.as_str().unwrap());
        let come = if list == "evenings" {
            "attendance"
        } else {
            "entrants"
        };
        club.post(&format!("{of}/{come}"), comes).await.expect(200);
        club.post(&format!("{of}/rounds"), json!({}))
            .await
            .expect(201);
        let replay = format!("{}{of}/rounds/1:replay", club.path);
        let replay = || club.owner.act(reqwest::Method::POST, &replay);
        replay().await.refused(409, "nothing_to_replay");
        let new = json!({"terms": {"variant": {"id": "old-hong-kong"}}});
        let opened = club.post(&format!("{of}/rounds/1/matches"), new).await;
        let first = opened.expect(201)["rounds"][0]["tables"][0]["match"].clone();
        let at = format!("{}/matches/{}", club.path, first.as_str().unwrap());
        club.post_any(&format!("{at}/end"), json!({}))
            .await
            .expect(201);
        if list == "tournaments" {
            let drawn = club.post(&format!("{of}/rounds"), json!({})).await;
            let refused = drawn.refused(409, "match_without_hands");
            assert_eq!(
                refused["detail"],
                "The match at table 1 of round 1 has no hand."
            );
        }
        act(&club.owner, &at, "void").await.expect(200);
        let again = replay().await.expect(201);
        let table = &again["rounds"][0]["tables"][0];
        let second = table["match"].clone();
        assert_ne!(first, second);
        assert_eq!(table["replaced"], json!([first]));
        act(&club.owner, &at, "reinstate")
            .await
            .refused(409, "match_replaced");
        let new = format!("{}/matches/{}", club.path, second.as_str().unwrap());
        club.record(&new, 1, declared(3, "self_draw", None, 4))
            .await
            .expect(201);
    }
    let of = format!("/tournaments/{}", tournament["id"].as_str().unwrap());
    let standings = club.get(&format!("{of}/standings")).await.expect(200);
    assert_eq!(standings["matches"], 1);
    club.post(&format!("{of}/rounds"), json!({"unfinished": true}))
        .await
        .expect(201);
}
