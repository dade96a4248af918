//! Persons and texts are erased, and the ledger tells the same.

use audit::Auditor;
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, PASSWORD, Person, TestApp, declared};

/// The entries of a club, none of which the auditor doubts.
async fn entries(club: &Club<'_>) -> Vec<Value> {
    let path = format!("{}/ledger/entries?limit=1000", club.path);
    let entries = club.owner.get(&path).await.expect(200);
    let entries = entries["entries"].as_array().unwrap().clone();
    let mut auditor = Auditor::default();
    for entry in &entries {
        let leaf = entry["leaf"].as_str().unwrap();
        let leaf_hash = entry["leaf_hash"].as_str().unwrap().parse().unwrap();
        auditor.entry(leaf.as_bytes(), leaf_hash).unwrap();
    }
    entries
}

async fn erase(club: &Club<'_>, what: &str) -> Answer {
    let path = format!("{}/{what}", club.path);
    club.owner.act(Method::DELETE, &path).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_player_is_told_without_a_name_everywhere() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let stake = json!({"stake_cents": 25, "currency": "HKD"});
    let at = club.open_match_with(stake).await;
    let win = declared(3, "self_draw", None, 4);
    club.record(&at, 1, win).await.expect(201);
    let settled = club.post_any(&format!("{at}/settlement"), json!({})).await;
    settled.expect(201);
    let before = entries(&club).await;

    let gone = &club.players[2];
    let player = format!("players/{gone}");
    let erased = erase(&club, &player).await.expect(200);
    assert_eq!(erased, json!({"id": gone, "erased": true}));
    let read = club.owner.get(&format!("{}/{player}", club.path)).await;
    assert_eq!(read.expect(200), erased);

    let told = [
        at.clone(),
        format!("{at}/rounds"),
        format!("{at}/rounds.csv"),
        format!("{at}/settlement"),
        format!("{}/matches", club.path),
        format!("{}/players?merged=true&erased=true", club.path),
        format!("{}/settlements", club.path),
        format!("{}/balances", club.path),
    ];
    for path in told {
        let answer = club.owner.get(&path).await;
        assert!(answer.text.contains("Bo"), "{path}: {}", answer.text);
        assert!(!answer.text.contains("Chun"), "{path}: {}", answer.text);
    }
    let seats = club.owner.get(&at).await.expect(200);
    assert_eq!(seats["seats"][2]["player"], erased);
    let sheet = club.owner.get(&format!("{at}/rounds.csv")).await;
    assert!(sheet.text.contains(",(erased),"), "{}", sheet.text);
    let balances = club.owner.get(&format!("{}/balances", club.path)).await;
    let parties = balances.expect(200)["currencies"][0]["balances"].clone();
    assert!(
        parties
            .as_array()
            .unwrap()
            .iter()
            .any(|balance| balance["party"] == erased)
    );

    let after = entries(&club).await;
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.len(), before.len() + 1);
    // The match goes on, for everybody who plays in it.
    club.record(&at, 2, declared(3, "self_draw", None, 4))
        .await
        .expect(201);
    entries(&club).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sits_down_under_an_erased_id() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let gone = format!("players/{}", club.players[1]);
    erase(&club, &gone).await.expect(200);
    let refused = club
        .try_open_match(json!({}))
        .await
        .refused(409, "player_erased");
    assert_eq!(refused["errors"][0]["pointer"], "/players/1");
    let at = format!("{}/{gone}", club.path);
    let rename = club.owner.patch(&at, json!({"name": "Bo"})).await;
    rename.refused(409, "player_erased");
    erase(&club, &gone).await.expect(200);
    let nobody = format!("players/{}", club.owner.id);
    erase(&club, &nobody).await.refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn members_erase_the_player_they_are() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let chun = club.member("chun", "player").await;
    let me = format!("{}/players/me", club.path);
    chun.act(Method::DELETE, &me)
        .await
        .refused(404, "not_found");
    let player = format!("{}/players/{}", club.path, club.players[2]);
    let account = format!("{player}/account");
    let link = club.owner.put(&account, json!({"user": chun.id})).await;
    link.expect(200);
    let others = format!("{}/players/{}", club.path, club.players[1]);
    chun.act(Method::DELETE, &others)
        .await
        .refused(403, "forbidden");
    let own = chun.act(Method::DELETE, &player).await;
    own.refused(403, "forbidden");
    let erased = chun.act(Method::DELETE, &me).await.expect(200);
    assert_eq!(erased, json!({"id": club.players[2], "erased": true}));
    chun.get(&player).await.expect(200);
    entries(&club).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_is_erased_wherever_it_was_told() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let goulash = json!({"kind": "goulash"});
    let hand = club.record(&at, 1, goulash).await.expect(201);
    let reason = "Chun had hidden a tile";
    let changes = json!([{"kind": "void", "outcome": hand["id"]}]);
    let correction = json!({"changes": changes, "reason": reason});
    let corrected = club
        .post_any(&format!("{at}/corrections"), correction)
        .await;
    let seq = corrected.expect(201)["seq"].clone();
    let corrections = format!("{at}/corrections");
    let told = club.owner.get(&corrections).await;
    assert!(told.text.contains(reason), "{}", told.text);

    for (other, status) in [
        ("1", 404),
        ("0", 404),
        ("x", 404),
        ("18446744073709551615", 404),
    ] {
        let erased = erase(&club, &format!("ledger/entries/{other}/text")).await;
        assert_eq!(erased.status, status, "{other}: {}", erased.text);
    }
    let text = format!("ledger/entries/{seq}/text");
    erase(&club, &text).await.expect(204);
    erase(&club, &text).await.expect(204);
    let told = club.owner.get(&corrections).await;
    assert!(!told.text.contains(reason), "{}", told.text);
    told.expect(200);
    let kinds: Vec<Value> = entries(&club)
        .await
        .iter()
        .map(|entry| serde_json::from_str(entry["leaf"].as_str().unwrap()).unwrap())
        .map(|leaf: Value| leaf["kind"].clone())
        .collect();
    assert_eq!(kinds[kinds.len() - 2..], ["match_corrected", "text_erased"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_given_up() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let chun = club.member("chun", "scorer").await;
    let player = format!("{}/players/{}", club.path, club.players[2]);
    let account = format!("{player}/account");
    let linked = club.owner.put(&account, json!({"user": chun.id})).await;
    linked.expect(200);
    let erase = async |person: &Person<'_>, password: &str| {
        let request = person.request(Method::DELETE, "/v1/users/me");
        request.json(&json!({"password": password})).send().await
    };
    let wrong = erase(&chun, "four little winds").await;
    let wrong = wrong.refused(401, "wrong_credentials");
    assert_eq!(wrong["errors"][0]["pointer"], "/password");
    let refused = erase(&club.owner, PASSWORD).await;
    let refused = refused.refused(409, "only_owner");
    assert_eq!(refused["clubs"][0]["name"], "Kowloon Mahjong Club");
    let before = entries(&club).await;

    erase(&chun, PASSWORD).await.expect(204);
    erase(&chun, PASSWORD).await.refused(401, "not_signed_in");
    chun.get("/v1/users/me").await.refused(401, "not_signed_in");
    chun.get(&club.path).await.refused(401, "not_signed_in");
    let new = json!({"name": "Late", "time_zone": "UTC"});
    let late = chun.post("/v1/clubs", new).await;
    late.refused(401, "not_signed_in");
    let session = app.sign_in("chun@example.org", PASSWORD).await;
    session.refused(401, "wrong_credentials");
    let members = club.owner.get(&format!("{}/members", club.path)).await;
    assert!(!members.text.contains("chun"), "{}", members.text);
    assert_eq!(
        club.owner.get(&player).await.expect(200)["user"],
        Value::Null
    );
    let after = entries(&club).await;
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.len(), before.len() + 1);
    // The address is free again.
    app.sign_up("chun").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_shows_what_entries_commit_to() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let auditor = club.member("sherlock", "auditor").await;
    let path = format!("{}/ledger/openings", club.path);
    let openings = async || {
        let answer = auditor.get(&path).await;
        assert_eq!(answer.header("content-type"), "application/x-ndjson");
        answer.text
    };
    let lines = openings().await;
    let entries = entries(&club).await;
    let mut names = Vec::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let seq = usize::try_from(line["seq"].as_u64().unwrap()).unwrap();
        let leaf = entries[seq - 1]["leaf"].as_str().unwrap();
        let leaf: Value = serde_json::from_str(leaf).unwrap();
        let text = line["text"].as_str().unwrap();
        let salt = u128::from_str_radix(line["salt"].as_str().unwrap(), 16).unwrap();
        let commitment = ledger::evidence::commit(&salt.to_be_bytes(), text).to_string();
        let field = format!("{}_commitment", line["field"].as_str().unwrap());
        assert_eq!(leaf[field], commitment, "{line}");
        names.push(text.to_owned());
    }
    assert_eq!(
        names,
        ["Kowloon Mahjong Club", "Ah Ming", "Bo", "Chun", "Daai Lo"]
    );
    erase(&club, &format!("players/{}", club.players[2]))
        .await
        .expect(200);
    let without: String = lines
        .lines()
        .filter(|line| !line.contains("Chun"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(openings().await, without);
}
