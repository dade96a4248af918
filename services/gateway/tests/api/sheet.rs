//! The score sheet as CSV.

use serde_json::json;

use crate::app::{TestApp, declared};

/// The lines of a CSV without a quoted cell, cell by cell.
fn lines(text: &str) -> Vec<Vec<&str>> {
    let text = text.strip_prefix('\u{feff}').unwrap();
    let lines = text.strip_suffix("\r\n").unwrap().split("\r\n");
    lines.map(|line| line.split(',').collect()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sheet_opens_in_a_spreadsheet() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let fong = json!({"name": "=HYPERLINK(1)"});
    let players = format!("{}/players", club.path);
    let fong = club.owner.post(&players, fong).await.expect(201);
    let at = club.open_match("old-hong-kong").await;
    let win = declared(3, "self_draw", None, 4);
    let first = club.record(&at, 1, win).await.expect(201);
    let penalty = json!({"chair": 2, "points": 5, "payee": "house", "reason": "-5 for him"});
    let penalties = format!("{at}/penalties");
    club.owner.post(&penalties, penalty).await.expect(201);
    let takes_over = json!({"chair": 2, "player": fong["id"]});
    let substitutions = format!("{at}/substitutions");
    club.owner
        .post(&substitutions, takes_over)
        .await
        .expect(201);
    club.record(&at, 2, json!({"kind": "goulash"}))
        .await
        .expect(201);

    let sheet = club.owner.get(&format!("{at}/rounds.csv")).await;
    assert_eq!(
        sheet.header("content-type"),
        "text/csv; charset=utf-8; header=present"
    );
    assert!(
        sheet
            .header("content-disposition")
            .starts_with("attachment; filename=\"match-")
    );
    let told = lines(&sheet.text);
    let column = |name: &str| -> Vec<&str> {
        let at = told[0].iter().position(|column| *column == name).unwrap();
        told[1..].iter().map(|line| line[at]).collect()
    };
    assert!(told.iter().all(|line| line.len() == 31));
    assert_eq!(
        column("result"),
        ["win", "penalty", "substitution", "goulash"]
    );
    assert_eq!(column("number"), ["1", "", "", "2"]);
    assert_eq!(column("round_wind"), ["east"; 4]);
    assert_eq!(
        column("chair_2_player"),
        ["Bo", "Bo", "Bo", "'=HYPERLINK(1)"]
    );
    assert_eq!(column("chair_2_points"), ["-2", "-5", "0", "0"]);
    assert_eq!(column("chair_2_total_points"), ["-2", "-7", "-7", "-7"]);
    assert_eq!(column("house_points"), ["", "5", "", ""]);
    assert_eq!((column("winners")[0], column("fan")[0]), ("3", "4"));
    assert_eq!(column("reason"), ["", "'-5 for him", "", ""]);
    assert_eq!(column("id")[0], first["id"]);

    let then = format!("{at}/rounds.csv?as_of_seq={}", first["seq"]);
    let then = club.owner.get(&then).await;
    assert_eq!(lines(&then.text).len(), 2);
}
