//! Lists of a match, page by page, and how long a match may be.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, fresh_key};

/// Records so many hands that nobody won.
async fn play(club: &Club<'_>, at: &str, from: usize, many: usize) -> Answer {
    let outcomes = vec![json!({ "kind": "goulash" }); many];
    let body = json!({ "number": from, "outcomes": outcomes });
    let path = format!("{at}/hands:batch");
    let request = club.owner.request(Method::POST, &path).key(&fresh_key());
    request.json(&body).send().await
}

async fn correct(club: &Club<'_>, at: &str, changes: Value) -> Answer {
    let body = json!({ "changes": changes, "reason": "the sheet says otherwise" });
    let path = format!("{at}/corrections");
    let request = club.owner.request(Method::POST, &path).key(&fresh_key());
    request.header("If-Match", "*").json(&body).send().await
}

/// Everything that a list has, and the sizes of its pages.
async fn pages(club: &Club<'_>, path: &str, name: &str) -> (Vec<Value>, Vec<usize>) {
    let (mut all, mut sizes, mut at) = (Vec::new(), Vec::new(), path.to_owned());
    let joined = if path.contains('?') { '&' } else { '?' };
    loop {
        let page = club.owner.get(&at).await.expect(200);
        let read = page[name].as_array().unwrap();
        all.extend(read.iter().cloned());
        sizes.push(read.len());
        match page["next_cursor"].as_str() {
            Some(cursor) => at = format!("{path}{joined}cursor={cursor}"),
            None => return (all, sizes),
        }
    }
}

/// Swaps two people, which changes what is said of every hand.
async fn swap(club: &Club<'_>, at: &str) -> Answer {
    let view = club.owner.get(at).await.expect(200);
    let seats = view["seats"].as_array().unwrap().iter();
    let mut players: Vec<Value> = seats.map(|seat| seat["player"]["id"].clone()).collect();
    players.swap(0, 1);
    let change = json!({ "kind": "reseat", "players": players, "outcomes": "stay_with_chairs" });
    correct(club, at, json!([change])).await
}

#[tokio::test(flavor = "multi_thread")]
async fn hands_and_corrections_are_listed_in_pages() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    for from in [1, 101] {
        play(&club, &at, from, 100).await.expect(201);
    }
    let hands = format!("{at}/hands");
    let (all, sizes) = pages(&club, &hands, "hands").await;
    assert_eq!(sizes, [100, 100]);
    assert!((1..=200).eq(all.iter().map(|hand| hand["number"].as_u64().unwrap())));
    let (again, sizes) = pages(&club, &format!("{hands}?limit=90"), "hands").await;
    assert_eq!((again, sizes), (all, vec![90, 90, 20]));

    for _ in 0..3 {
        swap(&club, &at).await.expect(201);
    }
    let corrections = format!("{at}/corrections");
    let (listed, sizes) = pages(&club, &corrections, "corrections").await;
    // A page has no more differences than can be read at once, and of one correction no more than 100.
    assert_eq!((listed.len(), sizes), (3, vec![3]));
    let (last, sizes) = pages(&club, &format!("{corrections}?limit=1"), "corrections").await;
    assert_eq!((last, sizes), (listed.clone(), vec![1, 1, 1]));
    for one in &listed {
        assert_eq!(one["total_differences"], 200);
        assert_eq!(one["differences"].as_array().unwrap().len(), 100);
        let path = format!("{corrections}/{}?limit=70", one["seq"]);
        let (differences, sizes) = pages(&club, &path, "differences").await;
        assert_eq!(sizes, [70, 70, 60]);
        assert_eq!(json!(differences[..100]), one["differences"]);
    }
    let none = club.owner.get(&format!("{corrections}/1")).await;
    none.refused(404, "not_found");
    let (corrected, _) = pages(&club, &hands, "hands").await;
    assert_eq!(corrected.len(), 200);
    assert!(
        corrected
            .iter()
            .all(|hand| hand["earlier"].as_array().unwrap().len() == 3)
    );
    // Whose number is taken is told after a correction, too.
    for number in [1, 117, 200] {
        let taken = play(&club, &at, number, 1).await;
        let taken = taken.refused(409, "hand_number_taken");
        assert_eq!(taken["hand"], corrected[number - 1]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_too_long_is_ended() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    for from in (1..2000).step_by(100) {
        play(&club, &at, from, 100).await.expect(201);
    }
    play(&club, &at, 2001, 1)
        .await
        .refused(409, "too_many_outcomes");
    let inserted = json!([{ "kind": "insert", "with": { "kind": "goulash" } }]);
    correct(&club, &at, inserted)
        .await
        .refused(409, "too_many_outcomes");
    let end = format!("{at}/end");
    let request = club.owner.request(Method::POST, &end).key(&fresh_key());
    let request = request.header("If-Match", "*");
    let ended = request
        .json(&json!({ "reason": "the hall closes" }))
        .send()
        .await;
    assert!(ended.status < 300, "{}", ended.text);
}
