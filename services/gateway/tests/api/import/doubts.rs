//! What is doubtful about a sheet.

use serde_json::{Value, json};

use super::{COLUMNS, MATCH, dry_run, entries, import, sheet};
use crate::app::{TestApp, fresh_key};

/// Lines after the columns and a sound first line 2, and what is doubtful: line, column, code and sentence.
#[rustfmt::skip]
const DOUBTFUL: &[(&str, &[&str])] = &[
    ("1,,,,,,bO\u{200b},self_draw,,4", &["3 winner unknown_player: differs from the player “Bo” only in spaces"]),
    ("2,2025-09-02,Ah\u{a0} Ming,Bo,Chun,Daai Lo,,goulash,,", &["3 east unknown_player: differs from the player “Ah Ming”"]),
    ("1;;;;;;Bo;self_draw;;4", &["3 - invalid_value: not separated as the first line"]),
    ("1,,,,,,Bo,self_draw,,\"4\n1,,,,,,Bo,self_draw,,4", &["3 - invalid_value: is a quote not closed?"]),
    ("1,,,,,,Bo,self_draw,,3", &["3 fan below_minimum: state it as `minimum_fan`"]),
    ("1,,,,,,Bo,self_draw,,4.0", &[]),
    ("1,,,,,,Bo,self_draw,,4.5", &["3 fan invalid_value: is no number of fan"]),
    ("1,,,,,,Bp,self_draw,,4", &["3 winner unknown_player: “Bp” is no player of the club; its players are Ah Ming, Bo, Chun, Daai Lo"]),
    ("1,,,,,,Fong,self_draw,,4", &["3 winner invalid_value: “Fong” does not sit in this match"]),
    ("1,,,,,,Bo,discard,Bp,4", &["3 from unknown_player: “Bp”"]),
    ("1,,,,,,Bo,discard,,4", &["3 from missing_field: `from` names who discarded"]),
    ("1,,,,,,Bo,robbed_kong,,4", &["3 from missing_field: declared the kong"]),
    ("1,,,,,,Bo,self_draw,Chun,4", &["3 from invalid_value: leave `from` empty"]),
    ("1,,,,,,Bo,discard,Bo,4", &["3 from discarder_is_winner: "]),
    ("1,,,,,,Bo,,,4", &["3 won_by missing_field: `self_draw`, `discard`"]),
    ("1,,,,,,Bo,luck,,4", &["3 won_by invalid_value: “luck” is no way to win"]),
    ("1,,,,,,,self_draw,,4", &["3 winner missing_field: name the winner"]),
    ("1,,,,,,,,,4", &["3 fan invalid_value: Nobody won here"]),
    ("1,,,,,,Bo,self_draw,,", &["3 fan missing_field: "]),
    ("1,,,,,,Bo,self_draw,,many", &["3 fan invalid_value: “many” is no number of fan"]),
    ("1,,,,,,Bo,discard,Chun,2", &["3 fan below_minimum: "]),
    ("1,,,,,,Bo,discard,Chun,1001", &["3 fan out_of_range: 0–1000 fan"]),
    ("1,,,,,,Bo,discard,Chun,99999999999", &["3 fan invalid_value: is no number of fan"]),
    // Everything at once, and of one line, too.
    ("1,,,,,,Bp,discard,,x\n1,,,,,,Bo,discard,Chun,1\n1,,,,,,Bo,discard,Chun,0", &[
        "3 winner unknown_player: ", "3 from missing_field: ", "3 fan invalid_value: ",
        "4 fan below_minimum: ", "5 fan below_minimum: ",
    ]),
    ("2,,Ah Ming,Bo,Chun,Daai Lo,,,,", &["3 played_on missing_field: on which day"]),
    ("2,1/9/2025,Ah Ming,Bo,Chun,Daai Lo,,,,", &["3 played_on invalid_value: written as 2026-11-21"]),
    ("2,2199-01-01,Ah Ming,Bo,Chun,Daai Lo,,,,", &["3 played_on invalid_value: still to come"]),
    ("2,2025-09-02,Ah Ming,Bo,,Daai Lo,,,,", &["3 west missing_field: all four seats"]),
    ("2,2025-09-02,Ah Ming,Bo,Nobody,Daai Lo,Nobody,self_draw,,1", &["3 west unknown_player: enrol the player first", "3 fan below_minimum: "]),
    ("2,2025-09-02,Ah Ming,Bo,Twin,Daai Lo,,,,", &["3 west ambiguous_player: Several players of the club"]),
    ("2,2025-09-02,Ah Ming,Bo,Bobby,Daai Lo,,,,", &["3 west players_not_distinct: sits on another chair"]),
    ("1,2025-09-02,,Chun,,,,,,", &["3 played_on line_contradicts: Line 2", "3 south line_contradicts: says “Bo”"]),
    (",2025-09-02,Ah Ming,Bo,Chun,Daai Lo,,,,", &["3 match missing_field: to which match"]),
    (",,,,,,,,,", &[]),
    ("1,,,,,,,,,,x", &["3 - invalid_value: names no column"]),
    ("1,,,,,,,early_end,,\n1,,,,,,,,,\n1,,,,,,Bo,discard,Chun,1", &["4 - match_over: ", "5 - match_over: "]),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_names_every_doubtful_line() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let players = format!("{}/players", club.path);
    for name in ["Fong", "Twin", "Twin"] {
        club.owner
            .post(&players, json!({"name": name, "confirm": true}))
            .await
            .expect(201);
    }
    // Who was merged counts for whom they were merged into.
    let bobby = club
        .owner
        .post(&players, json!({"name": "Bobby"}))
        .await
        .expect(201);
    let merge = format!("{players}/{}:merge", bobby["id"].as_str().unwrap());
    club.owner
        .post(&merge, json!({"into": club.players[1]}))
        .await
        .expect(200);
    let before = entries(&club).await;
    let mut faults = Vec::new();
    for (lines, expected) in DOUBTFUL {
        let csv = format!("{COLUMNS}\n{MATCH}{lines}\n");
        let told = dry_run(&club, &csv).await.expect(200);
        let refused = doubts(&told["doubts"], "refused");
        let fits = refused.len() == expected.len()
            && refused
                .iter()
                .zip(*expected)
                .all(|(said, begins)| fits(said, begins));
        if !fits {
            faults.push(format!(
                "{lines}\n  expected {expected:#?}\n  got {refused:#?}"
            ));
        }
        if expected.is_empty() {
            continue;
        }
        let problem = import(&club, &fresh_key(), &sheet(&csv)).await;
        let problem = problem.refused(422, "import_refused");
        assert_eq!(doubts(&problem["errors"], ""), refused, "{lines}");
        assert_eq!(problem["errors"][0]["pointer"], "/csv");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(entries(&club).await, before);
}

/// `3 winner unknown_player: The sentence.`, of one grade.
fn doubts(list: &Value, grade: &str) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let of_grade = list.as_array().unwrap().iter();
    let of_grade = of_grade.filter(|doubt| grade.is_empty() || doubt["grade"] == grade);
    let line = |doubt: &Value| {
        let (column, code, detail) = (
            text(&doubt["column"]),
            text(&doubt["code"]),
            text(&doubt["detail"]),
        );
        format!("{} {column} {code}: {detail}", doubt["line"])
    };
    of_grade.map(line).collect()
}

fn fits(said: &str, expected: &str) -> bool {
    let (at, sentence) = expected.split_once(": ").unwrap();
    said.starts_with(&format!("{at}: ")) && said.contains(sentence) && said.ends_with(['.', '?'])
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_only_suspicious_is_imported() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let csv = format!(
        "{COLUMNS}\n{MATCH}1,,,,,,Bo,discard,Chun,4\n1,,,,,,Bo,discard,Chun,4\n\
         2,2024-09-08,Ah Ming,Bo,Chun,Daai Lo,,,,\n2,,,,,,Bo,self_draw,,44\n3,2025-09-15,Ah Ming,Bo,Chun,Daai Lo,,early_end,,\n"
    );
    let told = dry_run(&club, &csv).await.expect(200);
    let suspicious = doubts(&told["doubts"], "suspicious");
    let expected = [
        "4 - repeated_line: line 3",
        "4 - match_goes_on: stays open",
        "5 - nothing_said: counts as one that nobody won",
        "5 played_on distant_day: 180 days",
        "6 fan many_fan: 44 fan",
        "6 - match_goes_on: ",
    ];
    assert_eq!(suspicious.len(), expected.len(), "{suspicious:#?}");
    for (said, expected) in suspicious.iter().zip(expected) {
        assert!(fits(said, expected), "{said}\n{expected}");
    }
    let imported = import(&club, &fresh_key(), &sheet(&csv)).await.expect(201);
    let open = format!(
        "{}/matches/{}",
        club.path,
        imported["matches"][0]["id"].as_str().unwrap()
    );
    // Imported under another key once more, every match would be there twice.
    let again = dry_run(&club, &csv).await.expect(200);
    let known = doubts(&again["doubts"], "suspicious");
    let known = known.iter().filter(|doubt| doubt.contains("known_match"));
    let lines: Vec<_> = known
        .map(|doubt| doubt.split(' ').next().unwrap())
        .collect();
    assert_eq!(lines, ["2", "5", "7"]);
    // What was left open goes on.
    club.record(&open, 4, json!({"kind": "goulash"}))
        .await
        .expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_and_limits_are_named() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let header = "match,played_on,Played_On,east,south,west,winner,won_by,from,points";
    let told = dry_run(&club, &format!("{header}\n{MATCH}"))
        .await
        .expect(200);
    assert_eq!(told["matches"], json!([]));
    let columns = doubts(&told["doubts"], "refused");
    let expected = [
        "1 Played_On duplicate_field: twice",
        "1 points unknown_field: known are `match`",
        "1 north missing_field: `north` is missing",
        "1 fan missing_field: `fan` is missing",
    ];
    assert_eq!(columns.len(), expected.len(), "{columns:#?}");
    assert!(
        columns
            .iter()
            .zip(expected)
            .all(|(said, expected)| fits(said, expected)),
        "{columns:#?}"
    );
    let lines = |count: usize| format!("{COLUMNS}\n{}", MATCH.repeat(count));
    let matches: String = (0..201)
        .map(|number| MATCH.replacen('1', &format!("m{number}"), 1))
        .collect();
    for (csv, sentence) in [
        (String::new(), "empty"),
        (format!("{COLUMNS}\n,,\n"), "0 lines"),
        (lines(2001), "2001 lines"),
        (format!("{COLUMNS}\n{matches}"), "201 matches"),
        (" ".repeat(200 * 1024 + 1), "200 KiB"),
        (format!("{}\n1\n", ",fan".repeat(50)), "51 cells"),
        (MATCH.repeat(2), "Line 1 has to name the columns"),
    ] {
        let answer = dry_run(&club, &csv).await;
        let fault = answer.fault(sentence, (422, "invalid_value", "/csv", sentence));
        assert_eq!(fault, None);
    }
    // Of very many doubts, the first are named, and those before the others that keep the sheet out.
    let bad = format!(
        "{COLUMNS}\n{MATCH}{}1,,,,,,Bp,self_draw,,4\n",
        "1,,,,,,,goulash,,\n".repeat(700)
    );
    let told = dry_run(&club, &bad).await.expect(200);
    assert_eq!(doubts(&told["doubts"], "refused").len(), 1);
    assert_eq!(told["doubts"].as_array().unwrap().len(), 500);
    // Of very many that do, the first are named.
    let bad = format!(
        "{COLUMNS}\n{MATCH}{}",
        "1,,,,,,Bo,discard,Chun,1\n".repeat(700)
    );
    let told = dry_run(&club, &bad).await.expect(200);
    assert_eq!(told["doubts"].as_array().unwrap().len(), 500);
    assert!(
        told["more_doubts"].as_u64().unwrap() >= 200,
        "{}",
        told["more_doubts"]
    );
}

/// A name has a hundred characters at most; longer ones would be composed and compared on each line.
#[tokio::test(flavor = "multi_thread")]
async fn a_cell_that_is_longer_than_any_name_keeps_its_line_out() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for (length, expected) in [
        (400, "3 winner unknown_player: is no player of the club"),
        (401, "3 - invalid_value: more than 400 characters"),
    ] {
        let name = "\u{fdfa}".repeat(length);
        let csv = format!("{COLUMNS}\n{MATCH}1,,,,,,{name},self_draw,,4\n");
        let told = dry_run(&club, &csv).await.expect(200);
        let refused = doubts(&told["doubts"], "refused");
        assert!(
            matches!(&refused[..], [only] if fits(only, expected)),
            "{length}: {refused:?}"
        );
    }
}
