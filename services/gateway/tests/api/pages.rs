//! Lists, page by page, and how long a match may be and how large a club.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, admin, fresh_key};
use crate::checkpoints::Signer;
use crate::events::Stream;

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

    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(swap(&club, &at).await.expect(201));
    }
    let corrections = format!("{at}/corrections");
    let (listed, sizes) = pages(&club, &corrections, "corrections").await;
    // A page has no more differences than can be read at once, and of one correction no more than 100.
    assert_eq!((listed.len(), sizes), (3, vec![3]));
    let (last, sizes) = pages(&club, &format!("{corrections}?limit=1"), "corrections").await;
    assert_eq!((last, sizes), (listed.clone(), vec![1, 1, 1]));
    for (one, made) in listed.iter().zip(&mut made) {
        assert_eq!(one["total_differences"], 200);
        assert_eq!(one["differences"].as_array().unwrap().len(), 100);
        // What is answered when it is made goes on in the pages of that correction.
        let next = made["next_cursor"].take();
        let next = format!(
            "{corrections}/{}?cursor={}",
            one["seq"],
            next.as_str().unwrap()
        );
        let rest = club.owner.get(&next).await.expect(200);
        assert_eq!(rest["differences"].as_array().unwrap().len(), 100);
        assert_eq!(rest["next_cursor"], Value::Null);
        made.as_object_mut().unwrap().remove("next_cursor");
        assert_eq!(one, &*made);
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
async fn invitations_and_api_keys_are_listed_in_pages() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for (path, name, new) in [
        ("invitations", "invitations", json!({ "role": "player" })),
        (
            "api-keys",
            "api_keys",
            json!({ "name": "board", "role": "player" }),
        ),
    ] {
        let path = format!("{}/{path}", club.path);
        let mut made = Vec::new();
        for _ in 0..53 {
            let answer = club.owner.post(&path, new.clone()).await.expect(201);
            made.insert(0, answer["id"].clone());
        }
        let (all, sizes) = pages(&club, &path, name).await;
        assert_eq!(sizes, [50, 3]);
        assert!(all.iter().map(|one| &one["id"]).eq(&made));
        let (again, sizes) = pages(&club, &format!("{path}?limit=20"), name).await;
        assert_eq!((again, sizes), (all, vec![20, 20, 13]));
    }
}

/// Adds rows as the administrator.
async fn fill(app: &TestApp, rows: &str) {
    admin(app).await.batch_execute(rows).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_has_no_more_players_than_are_listed_at_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let path = format!("{}/players", club.path);
    fill(
        &app,
        "INSERT INTO players (club_id, player_id, name, name_salt, name_hash, enrolled_seq)
        SELECT club_id, gen_random_uuid(), name, name_salt, name_hash, enrolled_seq
        FROM (SELECT * FROM players LIMIT 1) AS one, generate_series((SELECT count(*) FROM players) + 1, 9999)",
    )
    .await;
    let (last, repeated) = (json!({ "name": "Fa" }), fresh_key());
    let enrol = async |key: &str| {
        let request = club.owner.request(Method::POST, &path).key(key);
        request.json(&last).send().await
    };
    enrol(&repeated).await.expect(201);
    let more = enrol(&fresh_key()).await;
    more.refused(409, "too_many_players");
    // What was done before is answered as before.
    enrol(&repeated).await.expect(201);
    let listed = club.owner.get(&path).await.expect(200);
    assert_eq!(listed["players"].as_array().unwrap().len(), 10_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_has_no_more_members_than_are_listed_at_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let leaves = club.member("leaves", "player").await;
    let late = app.sign_up("late").await;
    let invitations = format!("{}/invitations", club.path);
    let invited = json!({ "role": "player" });
    let invitation = club.owner.post(&invitations, invited).await.expect(201);
    let token = json!({ "token": invitation["token"] });
    fill(
        &app,
        "CREATE TEMPORARY TABLE crowd AS SELECT gen_random_uuid() AS user_id FROM generate_series(3, 1000);
        INSERT INTO users (user_id, email, email_folded, password_hash, display_name, created_at)
        SELECT user_id, user_id || '@club.example', user_id || '@club.example', 'none', 'crowd', now() FROM crowd;
        INSERT INTO members (club_id, user_id, role) SELECT club_id, user_id, 'player' FROM clubs, crowd",
    )
    .await;
    let accept = "/v1/invitations:accept";
    let refused = late.post(accept, token.clone()).await;
    refused.refused(409, "too_many_members");
    let me = leaves.get("/v1/users/me").await.expect(200);
    let gone = format!("{}/members/{}", club.path, me["id"].as_str().unwrap());
    let gone = club.owner.request(Method::DELETE, &gone).key(&fresh_key());
    assert!(gone.send().await.status < 300);
    // The invitation was not used up.
    late.post(accept, token).await.expect(201);
    let members = format!("{}/members", club.path);
    let listed = club.owner.get(&members).await.expect(200);
    assert_eq!(listed["members"].as_array().unwrap().len(), 1000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_has_a_thousand_variants_and_no_other() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let add = async |version: u32| {
        let changes = json!({ "id": "ours", "version": version });
        let new = json!({ "base": { "id": "old-hong-kong" }, "changes": changes });
        club.post("/variants", new).await
    };
    let ours = add(1_000).await.expect(201);
    fill(
        &app,
        "SET session_replication_role = 'replica';
        INSERT INTO variants (club_id, variant_hash, document, added_seq)
        SELECT club_id, sha256(number::text::bytea), document, -number
        FROM (SELECT * FROM variants LIMIT 1) AS one, generate_series(2, 999) AS number",
    )
    .await;
    add(1_001).await.expect(201);
    add(1_002).await.refused(409, "too_many_variants");
    // Neither a match nor a sheet can bring one along.
    let open = async |variant: Value| club.try_open_match(json!({ "variant": variant })).await;
    let other = open(json!({ "id": "hong-kong-new-style" })).await;
    other.refused(409, "too_many_variants");
    let header = "match;played_on;east;south;west;north;winner;won_by;from;fan";
    let [a, b, c, d] = ["Ah Ming", "Bo", "Chun", "Daai Lo"];
    let sheet = json!({
        "csv": format!("{header}\n1;2026-11-21;{a};{b};{c};{d};;goulash;;\n"),
        "terms": { "variant": { "id": "hong-kong-new-style" } }
    });
    for query in ["?dry_run=true", ""] {
        let path = format!("{}/matches:import{query}", club.path);
        let import = club.owner.request(Method::POST, &path);
        let import = match query {
            "" => import.key(&fresh_key()),
            _ => import,
        };
        let refused = import.json(&sheet).send().await;
        refused.refused(409, "too_many_variants");
    }
    // Those that it has are played by, and added again as ever.
    open(json!({ "hash": ours["hash"] })).await.expect(201);
    add(1_001).await.expect(200);
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
    let inserted = json!([{ "kind": "insert", "outcome": { "kind": "goulash" } }]);
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

/// A correction of a long match is an entry of hundreds of kilobytes.
#[tokio::test(flavor = "multi_thread")]
async fn large_entries_are_read_in_short_pages_and_all_of_them() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    for from in (1..1000).step_by(100) {
        play(&club, &at, from, 100).await.expect(201);
    }
    let before = club.owner.get(&at).await.expect(200);
    let before = before["version"].as_u64().unwrap();
    for _ in 0..6 {
        swap(&club, &at).await.expect(201);
    }
    let (mut leaves, mut sizes, mut after) = (Vec::new(), Vec::new(), 0);
    loop {
        let path = format!("{}/ledger/entries?limit=1000&after={after}", club.path);
        let page = club.owner.get(&path).await.expect(200);
        let entries = page["entries"].as_array().unwrap();
        let read = entries.iter().map(|entry| entry["leaf"].as_str().unwrap());
        let read: Vec<String> = read.map(str::to_owned).collect();
        let before_last: usize = read.iter().rev().skip(1).map(String::len).sum();
        assert!(before_last <= 1024 * 1024, "{before_last} bytes and more");
        sizes.push(read.len());
        leaves.extend(read);
        let Some(next) = page["next_after"].as_u64() else {
            break;
        };
        assert_eq!(next, leaves.len() as u64);
        after = next;
    }
    let last = before + 6;
    assert_eq!(leaves.len() as u64, last);
    let bytes: usize = leaves.iter().map(String::len).sum();
    assert!(bytes > 2 * 1024 * 1024, "only {bytes} bytes");
    assert!(sizes.iter().skip(1).any(|size| *size < 6), "{sizes:?}");

    let mut signer = Signer::new(&app).await;
    signer.sign().await;
    let export = format!("{}/ledger/export", club.path);
    let export = club.owner.get(&export).await;
    assert_eq!(export.status, 200);
    assert!(export.text.lines().skip(1).eq(&leaves));

    let events = format!("{}/events", club.path);
    let mut events = Stream::open(&club.owner, &events, Some(before)).await;
    let told = events.until(last).await;
    assert!((before + 1..=last).eq(told));
}
