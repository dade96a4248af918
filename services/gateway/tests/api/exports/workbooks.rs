//! Exports as workbooks of Excel hold what they hold as CSV, in cells that say what it is.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read as _};

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::Event;
use reqwest::Method;
use serde_json::json;
use time::macros::date;
use time::{Date, Duration};
use zip::ZipArchive;

use super::{export, played};
use crate::app::{Answer, Club, TestApp};
use crate::budgets::app_with_small_shares;
use crate::standings::settled;

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Excel counts days after this one.
const DAY_ZERO: Date = date!(1899 - 12 - 30);

/// What cells hold, by their names such as `B12`: what kind of cell it is, and what it says.
type Cells = BTreeMap<String, (&'static str, String)>;

/// An export as a workbook, with the header that says what kind of file it is.
async fn file(app: &TestApp, club: &Club<'_>, what: &str) -> (String, Vec<u8>) {
    let url = format!("{}{}/exports/{what}", app.url, club.path);
    let token = club.owner.token.as_ref().unwrap();
    let answer = app.http.get(url).bearer_auth(token).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let kind = answer.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    (kind, answer.bytes().await.unwrap().to_vec())
}

/// The cells of the only worksheet.
fn cells(file: &[u8]) -> Cells {
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    let mut text = String::new();
    let mut sheet = archive.by_name("xl/worksheets/sheet1.xml").unwrap();
    sheet.read_to_string(&mut text).unwrap();
    let mut reader = Reader::from_str(&text);
    let (mut cells, mut at, mut kind, mut said) = (Cells::new(), String::new(), "", String::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) if start.name().as_ref() == "c" => {
                let attribute = |name: &str| {
                    let found = start.try_get_attribute(name).unwrap();
                    found.map(|found| {
                        found
                            .normalized_value(Default::default())
                            .unwrap()
                            .into_owned()
                    })
                };
                at = attribute("r").unwrap();
                kind = match (attribute("t").as_deref(), attribute("s").as_deref()) {
                    (None, None) => "number",
                    (None, Some("2")) => "day",
                    (Some("b"), None) => "truth",
                    (Some("inlineStr"), Some("1" | "3")) => "text",
                    other => panic!("{at}: {other:?}"),
                };
                said.clear();
            }
            Event::Start(start) => assert_ne!(start.name().as_ref(), "f", "a formula: {at}"),
            Event::Text(more) => said.push_str(&more.xml10_content()),
            Event::GeneralRef(entity) => said.push_str(resolve_xml_entity(&entity).unwrap()),
            Event::End(end) if end.name().as_ref() == "c" => {
                let shown = match kind {
                    "day" => (DAY_ZERO + Duration::days(said.parse().unwrap())).to_string(),
                    "truth" => (said == "1").to_string(),
                    // The only sign of these tests that is escaped.
                    _ => said.replace("_x005F_", "_"),
                };
                cells.insert(at.clone(), (kind, shown));
            }
            Event::Eof => return cells,
            Event::End(_)
            | Event::Empty(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_) => {}
        }
    }
}

/// The name of a cell, as Excel has it.
fn name_of(column: usize, row: usize) -> String {
    let letter = |place: usize| char::from(b'A' + u8::try_from(place).unwrap());
    match column {
        0..26 => format!("{}{row}", letter(column)),
        _ => format!("{}{}{row}", letter(column / 26 - 1), letter(column % 26)),
    }
}

/// The cells of a CSV that are not empty. Texts have no apostrophe before them; in these tests none has one of its own.
fn cells_of_csv(csv: &Answer) -> BTreeMap<String, String> {
    let text = csv.text.strip_prefix('\u{feff}').unwrap();
    let reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut cells = BTreeMap::new();
    for (record, row) in reader.into_records().zip(1..) {
        for (column, cell) in record.unwrap().iter().enumerate() {
            let cell = cell.strip_prefix('\'').unwrap_or(cell);
            if !cell.is_empty() {
                cells.insert(name_of(column, row), cell.to_owned());
            }
        }
    }
    cells
}

/// A club whose players have names that spreadsheets could take for something else, with a match and payments.
async fn risky(app: &TestApp) -> Club<'_> {
    let club = app.club().await;
    for (player, name) in club
        .players
        .iter()
        .zip(["=2+3", "007", "@SUM(1)", "<b> & \"Bo\" _x0041"])
    {
        let path = format!("{}/players/{player}", club.path);
        club.owner
            .patch(&path, json!({"name": name}))
            .await
            .expect(200);
    }
    played(&club).await;
    let settlement = club.settled_match().await;
    let path = format!(
        "{}/settlements/{}/payments",
        club.path,
        settlement["id"].as_str().unwrap()
    );
    let payment = json!({
        "from": club.players[0], "to": club.players[2], "amount_cents": 30, "note": "+852 1234"
    });
    club.owner.post(&path, payment).await.expect(201);
    settled(&club, &format!("{}/standings", club.path)).await;
    club
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_has_the_cells_of_the_csv() {
    let app = TestApp::start().await;
    let club = risky(&app).await;
    for what in ["hands", "payments", "standings"] {
        for headings in ["en", "zh-Hant"] {
            let query = format!("{what}?headings={headings}");
            let expected = cells_of_csv(&export(&club, &query).await);
            let (kind, workbook) = file(&app, &club, &format!("{query}&format=xlsx")).await;
            assert_eq!(kind, XLSX);
            let told = cells(&workbook);
            assert!(told.contains_key("A2"), "{query}");
            let places: BTreeSet<&String> = expected.keys().chain(told.keys()).collect();
            let both = places.into_iter().map(|at| {
                let said = told.get(at).map(|(_, said)| said);
                (at, expected.get(at), said)
            });
            let differences: Vec<_> = both.filter(|(_, written, said)| written != said).collect();
            assert!(differences.is_empty(), "{query}: {differences:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cells_say_what_they_hold() {
    let app = TestApp::start().await;
    let club = risky(&app).await;
    for (what, expected) in [
        (
            "hands",
            "match=text played_on=day variant=text seq=number void=truth label=number number=number result=text won_by=text dealer=number extra=number chair_1_player=text chair_2_player=text chair_4_points=number chair_4_total_points=number winners=number fan=number corrected=truth id=text",
        ),
        (
            "payments",
            "settlement=text currency=text seq=number from_name=text to_name=text amount_cents=number note=text recorded_at=text",
        ),
        (
            "standings",
            "rank=number player=text name=text matches=number points=number deal_in_points=number average_fan=number later_places=number",
        ),
    ] {
        let (_, workbook) = file(&app, &club, &format!("{what}?format=xlsx")).await;
        let cells = cells(&workbook);
        for pair in expected.split(' ') {
            let (column, kind) = pair.split_once('=').unwrap();
            let mut names = (0..40).map(|column| name_of(column, 1));
            let named = |name: &String| cells.get(name).is_some_and(|(_, said)| said == column);
            let place = names.position(|name| named(&name)).unwrap();
            // Not each row has each cell.
            let mut below = (2..40).filter_map(|row| cells.get(&name_of(place, row)));
            assert_eq!(below.next().unwrap().0, kind, "{what} {column}");
            assert!(
                below
                    .all(|(other, _)| *other == kind
                        || ["label", "fan", "winners"].contains(&column))
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_is_a_file_of_its_kind() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for what in ["hands", "payments", "standings"] {
        let path = format!("{}/exports/{what}?format=xlsx", club.path);
        // Of a club in which nothing was played, the columns.
        let (_, workbook) = file(&app, &club, &format!("{what}?format=xlsx")).await;
        assert!(cells(&workbook).contains_key("B1"));
        // The standings have rows of nobody yet.
        assert!(!cells(&workbook).contains_key("A2"), "{what}");
        let head = club.owner.request(Method::HEAD, &path).send_unheld().await;
        assert_eq!((head.status, &*head.text), (200, ""));
        for (name, expected) in [
            ("content-type", XLSX),
            (
                "content-disposition",
                &*format!("attachment; filename=\"{what}.xlsx\""),
            ),
            ("content-encoding", ""),
        ] {
            assert_eq!(head.header(name), expected, "{what}");
        }
        assert!(!head.header("faan-ledger-seq").is_empty());
    }
    for format in ["ods", "XLSX", ""] {
        let refused = export(&club, &format!("hands?format={format}")).await;
        for known in ["csv", "xlsx", "ndjson"] {
            assert!(
                refused.json["detail"].as_str().unwrap().contains(known),
                "{}",
                refused.text
            );
        }
        refused.refused(400, "invalid_parameter");
    }
}

/// As an export costs in any format; what is compressed is charged as it was before.
#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_costs_units_for_each_part_that_is_read() {
    let app = app_with_small_shares().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let penalty = json!({"kind": "penalty", "chair": 1, "points": 1, "payee": "house", "reason": "遲".repeat(500)});
    let body = json!({"number": 1, "outcomes": vec![penalty; 100]});
    club.owner
        .post(&format!("{at}/hands:batch"), body)
        .await
        .expect(201);
    let mut whole = 0;
    let refused = loop {
        let answer = export(&club, "hands?format=xlsx").await;
        if answer.status != 200 {
            break answer;
        }
        // Three pages of this match would be more than all of the file is.
        assert!(answer.text.len() < 3 * 64 * 1024);
        whole += 1;
        assert!(whole <= 160, "an export costs nothing");
    };
    // The share of an account is 160 units. The match is some 300 KiB before it is compressed, and costs five; the begin and the end of the file one each.
    assert_eq!(whole, 23);
    refused.refused(429, "too_many_requests");
}
