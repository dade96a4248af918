//! Persons and texts are erased, and the ledger tells the same.

use audit::Auditor;
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, declared};
use crate::people::kinds;

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
    let read = club.get(&format!("/{player}")).await;
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
    let balances = club.get("/balances").await;
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
    let mut script = club.script();
    script
        .run(r#"
        owner DELETE $club/players/$p2 -> 200
        owner POST $club/matches {"terms": {"variant": {"id": "old-hong-kong"}}, "players": ["$p1", "$p2", "$p3", "$p4"], "played_on": "2026-11-21"}
            -> 409 player_erased; at /players/1
        owner PATCH $club/players/$p2 {"name": "Bo"} -> 409 player_erased
        owner DELETE $club/players/$p2 -> 200
        owner DELETE $club/players/$owner -> 404 not_found
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn members_erase_the_player_they_are() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("chun", &club.member("chun", "player").await);
    script
        .run(
            r#"
        chun DELETE $club/players/me -> 404 not_found
        owner PUT $club/players/$p3/account {"user": "$chun"} -> 200
        chun DELETE $club/players/$p2 -> 403 forbidden
        chun DELETE $club/players/$p3 -> 403 forbidden
        chun DELETE $club/players/me -> 200; . = {"id": "$p3", "erased": true}
        chun GET $club/players/$p3 -> 200
        "#,
        )
        .await;
    entries(&club).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_is_erased_wherever_it_was_told() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script
        .run(r#"
        owner POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201; $hand = /id
        owner POST $at/corrections [If-Match: *] {"changes": [{"kind": "void", "outcome_id": "$hand"}], "reason": "Chun had hidden a tile"} -> 201; $seq = /seq
        owner GET $at/corrections -> 200; . ~ Chun had hidden a tile
        owner DELETE $club/ledger/entries/1/text -> 404
        owner DELETE $club/ledger/entries/0/text -> 404
        owner DELETE $club/ledger/entries/x/text -> 404
        owner DELETE $club/ledger/entries/18446744073709551615/text -> 404
        owner DELETE $club/ledger/entries/$seq/text -> 204
        owner DELETE $club/ledger/entries/$seq/text -> 204
        owner GET $at/corrections -> 200; . !~ Chun had hidden a tile
        "#)
        .await;
    let told = kinds(&club).await;
    assert_eq!(told[told.len() - 2..], ["match_corrected", "text_erased"]);
    entries(&club).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_given_up() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let chun = club.member("chun", "scorer").await;
    let mut script = club.script();
    script.meet("chun", &chun);
    script
        .run(r#"
        owner PUT $club/players/$p3/account {"user": "$chun"} -> 200
        chun DELETE /v1/users/me [no key] {"password": "four little winds"} -> 401 wrong_credentials; at /password
        owner DELETE /v1/users/me [no key] {"password": "thirteen orphans"} -> 409 only_owner; /clubs/0/name = "Kowloon Mahjong Club"
        "#)
        .await;
    let before = entries(&club).await;
    script
        .run(r#"
        chun DELETE /v1/users/me [no key] {"password": "thirteen orphans"} -> 204
        chun DELETE /v1/users/me [no key] {"password": "thirteen orphans"} -> 401 not_signed_in
        chun GET /v1/users/me -> 401 not_signed_in
        chun GET $club -> 401 not_signed_in
        chun POST /v1/clubs {"name": "Late", "time_zone": "UTC"} -> 401 not_signed_in
        nobody POST /v1/sessions {"email": "chun@example.org", "password": "thirteen orphans"} -> 401 wrong_credentials
        owner GET $club/members -> 200; . !~ chun
        owner GET $club/players/$p3 -> 200; /user = null
        "#)
        .await;
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
