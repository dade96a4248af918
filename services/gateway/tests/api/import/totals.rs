//! Matches of which only the result is known, one line each.

use serde_json::{Value, json};

use super::{dry_run, import, sheet};
use crate::app::{TestApp, fresh_key};

const COLUMNS: &str = "match,played_on,east,south,west,north,east_points,south_points,west_points,north_points,house_points,winner,won_by,from,fan\n";

/// Cells after those of the players, and what is doubtful of them: column, code and sentence.
#[rustfmt::skip]
const LINES: &[(&str, &[&str])] = &[
    ("24,-8,-20,4,,,,,", &[]),
    ("+24,\u{2212}8,-20.0,４分,,,,,", &[]),
    ("24,-10,-20,4,2,,,,", &[]),
    ("0,0,0,0,0,,,,", &[]),
    ("24,-8,-20,5,,,,,", &["east_points invalid_value: sum to 1 instead of 0: correct them"]),
    ("24,-8,-20,3,,,,,", &["east_points invalid_value: sum to -1 instead of 0. Correct them, or write 1 in `house_points`"]),
    ("24,-8,-20,4,2,,,,", &["east_points invalid_value: sum to 0 instead of -2"]),
    ("24,-8,-20,5,-1,,,,", &["house_points invalid_value: 0 or more"]),
    ("24,-8,-20,,,,,,", &["north_points missing_field: of all four players"]),
    (",,,,2,,,,", &["east_points missing_field: ", "south_points missing_field: ", "west_points missing_field: ", "north_points missing_field: "]),
    ("24,-8,-20,four,,,,,", &["north_points invalid_value: “four” is no number of points"]),
    ("1000001,-1000001,0,0,,,,,", &["east_points invalid_value: ", "south_points invalid_value: "]),
    ("24,-8,-20,4,,Bo,self_draw,,4", &["winner invalid_value: says something of a hand"]),
    ("24,-8,-20,4,,,goulash,,", &["won_by invalid_value: says something of a hand"]),
    ("24.5,-8.5,-20,4,,,,,", &["east_points out_of_range: pays no half points"]),
    ("24,-8,-20,4,,,,,\n1,,,,,,,,,,,Bo,self_draw,,4", &["east_points invalid_value: has other lines", "- match_over: "]),
];

fn doubts(preview: &Value) -> Vec<String> {
    let doubts = preview["doubts"].as_array().unwrap().iter();
    let text = |doubt: &Value, name: &str| doubt[name].as_str().unwrap_or("-").to_owned();
    doubts
        .map(|doubt| {
            let [column, code, detail] = ["column", "code", "detail"].map(|name| text(doubt, name));
            format!("{column} {code}: {detail}")
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_with_totals_says_them_in_every_cell() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for (cells, expected) in LINES {
        let csv = format!("{COLUMNS}1,2025-09-01,Ah Ming,Bo,Chun,Daai Lo,{cells}\n");
        let found = doubts(&dry_run(&club, &csv).await.expect(200));
        let is_as_expected = |(found, expected): (&String, &&str)| {
            let (place, sentence) = expected.split_once(": ").unwrap();
            found.starts_with(place) && found.contains(sentence)
        };
        let fits = found.iter().zip(*expected).all(is_as_expected);
        assert!(fits && found.len() == expected.len(), "{cells}: {found:?}");
    }
}

/// A sheet that tells totals alone needs no columns of hands, in either language; one of both has both.
#[tokio::test(flavor = "multi_thread")]
async fn a_season_of_totals_is_imported_with_its_days() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let chinese = "場次,日期,東家,南家,西家,北家,東家分,南家分,西家分,北家分,公數\n\
        1,2025年9月1日,Ah Ming,Bo,Chun,Daai Lo,24,-10,-20,4,2\n2,2025/9/8,Bo,Ah Ming,Chun,Daai Lo,6,-6,0,0,\n";
    let both = format!(
        "{COLUMNS}3,2025-09-15,Ah Ming,Bo,Chun,Daai Lo,,,,,,Bo,discard,Chun,4\n3,,,,,,,,,,,,early_end,,\n4,2025-09-22,Ah Ming,Bo,Chun,Daai Lo,1,-1,0,0,,,,,\n"
    );
    for (csv, hands) in [(chinese, [0, 0]), (both.as_str(), [1, 0])] {
        let preview = dry_run(&club, csv).await.expect(200);
        assert_eq!(doubts(&preview), Vec::<String>::new());
        let told = preview["matches"].as_array().unwrap().iter();
        let told: Vec<Value> = told.map(|one| one["hands"].clone()).collect();
        assert_eq!(told, hands.map(Value::from));
        let imported = import(&club, &fresh_key(), &sheet(csv)).await.expect(201);
        assert_eq!(imported["matches"].as_array().unwrap().len(), 2);
    }
    let all = club.get("/matches?limit=10").await.expect(200);
    let all = all["matches"].as_array().unwrap();
    assert_eq!(all.len(), 4);
    assert!(all.iter().all(|one| one["ending"] != Value::Null));
    let first = all
        .iter()
        .find(|one| one["played_on"] == "2025-09-01")
        .unwrap();
    let sheet = format!("/matches/{}/rounds", first["id"].as_str().unwrap());
    let sheet = club.get(&sheet).await.expect(200);
    assert_eq!(sheet["house_points"], json!(2));

    let neither = "match,played_on,east,south,west,north\n1,2025-09-01,Ah Ming,Bo,Chun,Daai Lo\n";
    let found = doubts(&dry_run(&club, neither).await.expect(200)).join("\n");
    assert!(found.contains("winner missing_field"), "{found}");
    let three = "match,played_on,east,south,west,north,east_points,south_points,west_points\n1,2025-09-01,Ah Ming,Bo,Chun,Daai Lo,1,-1,0\n";
    let found = doubts(&dry_run(&club, three).await.expect(200));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("north_points missing_field"),
        "{found:?}"
    );
}
