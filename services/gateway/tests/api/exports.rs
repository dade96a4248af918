//! What a club has on its books, as rows for spreadsheets and programs.

mod headings;
mod streamed;
mod workbooks;

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, declared};
use crate::budgets::app_with_small_shares;
use crate::example_match;
use crate::standings::settled;

/// The lines of an export: its rows, and the two that are none.
fn rows(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    let lines = answer.text.strip_suffix('\n').unwrap().split('\n');
    let mut lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let end = lines.pop().unwrap();
    let (progress, rows): (Vec<_>, Vec<_>) = lines
        .into_iter()
        .partition(|line| line["kind"] == "progress");
    assert_eq!(end, json!({"kind": "end", "rows": rows.len()}));
    let parts: u64 = answer.header("faan-export-parts").parse().unwrap();
    let expected = (1..=parts).map(|done| json!({"kind": "progress", "done": done, "of": parts}));
    assert_eq!(progress, expected.collect::<Vec<_>>());
    rows
}

/// The lines of a CSV, by the names of their columns.
fn records(answer: &Answer) -> Vec<HashMap<String, String>> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let media_type = "text/csv; charset=utf-8; header=present";
    assert_eq!(answer.header("content-type"), media_type);
    let text = answer.text.strip_prefix('\u{feff}').unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let records = reader.deserialize().map(Result::unwrap);
    records.collect()
}

async fn export(club: &Club<'_>, what: &str) -> Answer {
    let path = format!("{}/exports/{what}", club.path);
    club.owner.get(&path).await
}

/// The example match with a penalty and a correction.
async fn played(club: &Club<'_>) -> String {
    let at = club.open_match("old-hong-kong").await;
    let hands = example_match::outcomes();
    for (number, outcome) in (1..).zip(hands) {
        if number == 3 {
            let penalty = json!({"chair": 2, "points": 5, "payee": "house", "reason": "=late"});
            let path = format!("{at}/penalties");
            club.owner.post(&path, penalty).await.expect(201);
        }
        club.record(&at, number, outcome).await.expect(201);
    }
    at
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_say_what_the_hands_and_the_score_sheet_say() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = played(&club).await;
    let listed = club.owner.get(&format!("{at}/hands")).await.expect(200);
    let before = rows(&export(&club, "hands?format=ndjson").await);
    let first = &listed["hands"][0]["id"];
    let with = declared(4, "discard", Some(2), 4);
    let changes = json!([{"kind": "replace", "outcome_id": first, "outcome": with}]);
    let correction = json!({"changes": changes, "reason": "misread"});
    let path = format!("{at}/corrections");
    let corrected = club.post_any(&path, correction).await.expect(201);

    let told = export(&club, "hands?format=ndjson").await;
    let head = club.get("/ledger/head").await;
    assert_eq!(
        told.header("faan-ledger-seq"),
        head.expect(200)["size"].to_string()
    );
    let told = rows(&told);
    assert_ne!(told[0], before[0]);
    assert_eq!(told[0]["seq"], corrected["seq"]);
    assert_eq!(told.len(), before.len());

    let sheet = club.owner.get(&format!("{at}/rounds")).await.expect(200);
    let listed = club.owner.get(&format!("{at}/hands")).await.expect(200);
    let seqs = listed["hands"].as_array().unwrap().iter();
    let seqs: HashMap<&str, &Value> = seqs
        .map(|hand| (hand["id"].as_str().unwrap(), &hand["seq"]))
        .collect();
    let rounds = sheet["rounds"].as_array().unwrap().iter();
    let lines = rounds.flat_map(|round| {
        let hands = round["hands"].as_array().unwrap().iter();
        hands.map(|line| (&round["round_wind"], line))
    });
    let lines: Vec<(&Value, &Value)> = lines.collect();
    assert_eq!(lines.len(), told.len());
    for (row, (wind, line)) in told.iter().zip(lines) {
        let mut row = row.as_object().unwrap().clone();
        let mut take = |name: &str| row.remove(name).unwrap();
        assert_eq!(take("kind"), "outcome");
        assert!(at.ends_with(take("match").as_str().unwrap()));
        assert_eq!(take("played_on"), "2026-11-21");
        assert_eq!(take("variant"), "old-hong-kong");
        assert_eq!(&take("round_wind"), wind);
        assert_eq!(take("players"), sheet["players"]);
        assert_eq!(take("void"), false);
        let seq = take("seq");
        if let Some(known) = seqs.get(line["id"].as_str().unwrap()) {
            assert_eq!(&&seq, known);
        }
        assert_eq!(&Value::Object(row), line);
    }

    // And as CSV, what the score sheet has as CSV.
    let sheet = records(&club.owner.get(&format!("{at}/rounds.csv")).await);
    let told_again = records(&export(&club, "hands").await);
    assert_eq!(sheet.len(), told_again.len());
    for ((record, line), row) in told_again.iter().zip(&sheet).zip(&told) {
        for (column, cell) in line {
            assert_eq!(&record[column], cell, "{column}");
        }
        assert_eq!(record["seq"], row["seq"].to_string());
        for chair in 1..=4 {
            let id = &record[&format!("chair_{chair}_player_id")];
            assert_eq!(id, &club.players[chair - 1]);
        }
    }
    assert_eq!(told_again[2]["reason"], "'=late");
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_those_that_are_asked_for() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let players = format!("{}/players", club.path);
    let name = json!({"name": "@SUM(1)"});
    let fong = club.owner.post(&players, name).await.expect(201)["id"].clone();
    let mut seated = club.players.clone();
    seated[3] = fong.as_str().unwrap().to_owned();
    let mut matches = Vec::new();
    for fields in [
        json!({"played_on": "2026-10-01"}),
        json!({"played_on": "2026-11-01", "variant": {"id": "hong-kong-new-style"}}),
        json!({"played_on": "2026-11-15", "players": seated}),
    ] {
        let at = club.open_match_with(fields).await;
        let goulash = json!({"kind": "goulash"});
        club.record(&at, 1, goulash).await.expect(201);
        matches.push(at.rsplit('/').next().unwrap().to_owned());
    }
    let [october, november, later] = [0, 1, 2].map(|n| matches[n].clone());
    let cases = [
        ("".to_owned(), vec![&later, &november, &october]),
        ("&from=2026-11-01".to_owned(), vec![&later, &november]),
        ("&until=2026-11-01".to_owned(), vec![&november, &october]),
        ("&variant=hong-kong-new-style".to_owned(), vec![&november]),
        (format!("&player={}", fong.as_str().unwrap()), vec![&later]),
        (format!("&match={october}"), vec![&october]),
        ("&until=2020-01-01".to_owned(), vec![]),
    ];
    for (query, expected) in cases {
        let told = rows(&export(&club, &format!("hands?format=ndjson{query}")).await);
        let told: Vec<&str> = told
            .iter()
            .map(|row| row["match"].as_str().unwrap())
            .collect();
        assert_eq!(told, expected, "{query}");
    }
    let told = records(&export(&club, &format!("hands?match={later}")).await);
    assert_eq!(told[0]["chair_4_player"], "'@SUM(1)");
    for what in [
        "hands?format=ods",
        "hands?from=2026-02-02&until=2026-02-01",
        "hands?player=me",
        "hands?currency=HKD",
        "payments?from=yesterday",
        "payments?match=1",
        "standings?from=2026-02-02&until=2026-02-01",
    ] {
        export(&club, what).await.refused(400, "invalid_parameter");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn payments_are_rows_too() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let settlement = club.settled_match().await;
    let id = settlement["id"].as_str().unwrap();
    let path = format!("{}/settlements/{id}", club.path);
    let mut paid = Vec::new();
    for (from, amount, note) in [(0, 30, "=1+1"), (0, 70, "in cash"), (1, 50, "-")] {
        let payment = json!({
            "from": club.players[from], "to": club.players[2], "amount_cents": amount, "note": note
        });
        let payments = format!("{path}/payments");
        let recorded = club.owner.post(&payments, payment).await.expect(201);
        paid.push(recorded["payment"]["id"].as_str().unwrap().to_owned());
    }
    let reverse = format!("{path}/payments/{}:reverse", paid[1]);
    let reason = json!({"reason": "it never came"});
    club.owner.post(&reverse, reason).await.expect(201);

    let view = club.owner.get(&path).await.expect(200);
    let told = rows(&export(&club, "payments?format=ndjson").await);
    let payments = told.iter().map(|row| {
        let mut row = row.as_object().unwrap().clone();
        assert_eq!(row.remove("kind").unwrap(), "payment");
        assert_eq!(row.remove("settlement").unwrap(), settlement["id"]);
        assert_eq!(row.remove("currency").unwrap(), "HKD");
        assert!(row.remove("seq").unwrap().is_u64());
        Value::Object(row)
    });
    assert_eq!(
        payments.collect::<Vec<_>>(),
        *view["payments"].as_array().unwrap()
    );

    let told = records(&export(&club, "payments").await);
    let column = |name: &str| -> Vec<&str> { told.iter().map(|row| row[name].as_str()).collect() };
    assert_eq!(column("amount_cents"), ["30", "70", "50"]);
    assert_eq!(column("from_name"), ["Ah Ming", "Ah Ming", "Bo"]);
    assert_eq!(column("to"), [&club.players[2]; 3]);
    assert_eq!(column("note"), ["'=1+1", "in cash", "'-"]);
    assert_eq!(column("reversal_reason"), ["", "it never came", ""]);
    for (query, expected) in [
        (format!("player={}", club.players[1]), 1),
        (format!("player={}", club.players[2]), 3),
        (format!("player={}", club.players[3]), 0),
        ("from=2100-01-01".to_owned(), 0),
        ("until=2020-01-01".to_owned(), 0),
        ("from=2020-01-01&until=2100-01-01".to_owned(), 3),
    ] {
        let told = records(&export(&club, &format!("payments?{query}")).await);
        assert_eq!(told.len(), expected, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn standings_are_rows_too() {
    let app = TestApp::start().await;
    let club = app.club().await;
    played(&club).await;
    let standings = settled(&club, &format!("{}/standings", club.path)).await;
    let answer = export(&club, "standings?format=ndjson").await;
    assert_eq!(
        answer.header("faan-ledger-seq"),
        standings["seq"].to_string()
    );
    let mut told = rows(&answer);
    for row in &mut told {
        assert_eq!(
            row.as_object_mut().unwrap().remove("kind").unwrap(),
            "standing"
        );
    }
    assert_eq!(told, *standings["players"].as_array().unwrap());
    let records = records(&export(&club, "standings").await);
    assert_eq!(records.len(), 4);
    for (record, row) in records.iter().zip(&told) {
        for column in ["rank", "matches", "points", "hands", "wins", "deal_ins"] {
            assert_eq!(record[column], row[column].to_string(), "{column}");
        }
        assert_eq!(record["name"], row["player"]["name"].as_str().unwrap());
    }
    let none = export(&club, "standings?format=ndjson&until=2020-01-01").await;
    assert!(rows(&none).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_places_of_substitutes_are_in_the_standings() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let first = json!({"kind": "agreed", "winner": 2, "chair_points": [-8, 16, -4, -4]});
    club.record(&at, 1, first).await.expect(201);
    let players = format!("{}/players", club.path);
    let fong = club.owner.post(&players, json!({"name": "Fong"})).await;
    let fong = fong.expect(201)["id"].clone();
    let substitution = json!({"chair": 2, "player": fong});
    let path = format!("{at}/substitutions");
    club.owner.post(&path, substitution).await.expect(201);
    let second = json!({"kind": "agreed", "winner": 3, "chair_points": [-4, -24, 32, -4]});
    club.record(&at, 2, second).await.expect(201);
    let end = json!({"reason": "the hall closes"});
    club.post_any(&format!("{at}/end"), end).await.expect(201);

    settled(&club, &format!("{}/standings", club.path)).await;
    let told = rows(&export(&club, "standings?format=ndjson").await);
    let last = told.last().unwrap();
    assert_eq!(last["player"]["id"], fong);
    assert_eq!(last["places"], json!([0, 0, 0, 0, 1]));
    let records = records(&export(&club, "standings").await);
    assert_eq!(records.len(), 5);
    for (record, row) in records.iter().zip(&told) {
        let columns = ["first", "second", "third", "fourth", "later"];
        for (number, column) in columns.into_iter().enumerate() {
            let finished = row["places"].get(number).unwrap_or(&json!(0)).to_string();
            assert_eq!(record[&format!("{column}_places")], finished, "{row}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_taken_along_is_noted_and_given_to_keepers_alone() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let player = club.member("siu", "player").await;
    let stranger = app.sign_up("stranger").await.found_club("Other").await;
    for what in ["hands", "payments", "standings"] {
        let path = format!("{}/exports/{what}", club.path);
        stranger.owner.get(&path).await.refused(404, "not_found");
    }
    for what in ["hands", "payments"] {
        let path = format!("{}/exports/{what}", club.path);
        player.get(&path).await.refused(403, "forbidden");
    }
    let (machine, key) = club.machine("scorer").await;
    for what in ["hands", "payments", "standings"] {
        let path = format!("{}/exports/{what}", club.path);
        machine.get(&path).await.expect(200);
    }
    let log = format!("{}/access-log", club.path);
    let log = club.owner.get(&log).await.expect(200);
    let events = log["events"].as_array().unwrap();
    let kinds: Vec<&str> = events
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    let exported = ["standings_exported", "payments_exported", "hands_exported"];
    assert_eq!(
        kinds[..4],
        [exported[0], exported[1], exported[2], "api_key_made"]
    );
    assert!(
        events[..3]
            .iter()
            .all(|event| event["api_key"] == key["id"])
    );
}

/// Whoever reads more than their share gets this export to its end, and no other one until they owe nothing.
#[tokio::test(flavor = "multi_thread")]
async fn an_export_costs_units_for_each_part_that_is_read() {
    let app = app_with_small_shares().await;
    let club = app.club().await;
    club.open_match("old-hong-kong").await;
    let export = |what: &str| format!("{}/{what}", club.path);
    let mut whole = 0;
    let refused = loop {
        let answer = club.owner.get(&export("exports/hands?format=ndjson")).await;
        if answer.status != 200 {
            break answer;
        }
        assert!(answer.text.ends_with("\n") && answer.text.contains("\"end\""));
        whole += 1;
        assert!(whole <= 160, "an export costs nothing");
    };
    // The share of an account is 160 units, and this export has three parts: its begin, the match and its end.
    assert_eq!(whole, 54);
    assert_eq!(refused.header("retry-after"), "1");
    refused.refused(429, "too_many_requests");
    for what in [
        "exports/payments",
        "exports/standings",
        "ledger/openings",
        "ledger/export",
    ] {
        let refused = club.owner.get(&export(what)).await;
        refused.refused(429, "too_many_requests");
    }
    club.owner.get(&export("players")).await.expect(200);
    app.clock.advance(Duration::from_secs(10));
    let again = club.owner.get(&export("exports/standings")).await;
    assert_eq!(again.status, 200);
}
