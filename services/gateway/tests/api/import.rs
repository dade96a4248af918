//! A season from a spreadsheet.

mod doubts;
mod files;
mod totals;

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, fresh_key};
use crate::example_match;

const NAMES: [&str; 4] = ["Ah Ming", "Bo", "Chun", "Daai Lo"];
const COLUMNS: &str = "match,played_on,east,south,west,north,winner,won_by,from,fan";

/// Seats and a day that are right, and a hand.
const MATCH: &str = "1,2025-09-01,Ah Ming,Bo,Chun,Daai Lo,Bo,self_draw,,4\n";

/// Twelve matches of the example's eighteen hands, whose players sit one chair further each time. The last is ended after
/// sixteen.
struct Season {
    matches: Vec<Played>,
}

struct Played {
    day: String,
    /// By chair, as indices of the club's players.
    seats: [usize; 4],
    outcomes: Vec<Value>,
}

impl Season {
    fn new() -> Self {
        let matches = (0..12).map(|number| {
            let mut outcomes = example_match::outcomes();
            if number == 11 {
                outcomes.truncate(16);
                outcomes.push(json!({"kind": "early_end"}));
            }
            Played {
                day: format!("2025-09-{:02}", number + 1),
                seats: [0, 1, 2, 3].map(|chair| (chair + number) % 4),
                outcomes,
            }
        });
        Self {
            matches: matches.collect(),
        }
    }

    fn csv(&self) -> String {
        let mut csv = format!("{COLUMNS}\n");
        for (number, played) in (1..).zip(&self.matches) {
            let name = |chair: &Value| NAMES[played.seats[chair.as_u64().unwrap() as usize - 1]];
            let mut seats = format!(
                "{},{}",
                played.day,
                played.seats.map(|seat| NAMES[seat]).join(",")
            );
            for outcome in &played.outcomes {
                let happened = match outcome["kind"].as_str().unwrap() {
                    "win" => {
                        let winner = &outcome["winners"][0];
                        let from = &outcome["from_chair"];
                        let from = if from.is_null() { "" } else { name(from) };
                        let won_by = outcome["won_by"].as_str().unwrap();
                        let fan = &winner["declared"]["fan"];
                        format!("{},{won_by},{from},{fan}", name(&winner["chair"]))
                    }
                    "goulash" => ",goulash,,".to_owned(),
                    other => format!(",{other},,"),
                };
                csv += &format!("Evening {number},{seats},{happened}\n");
                seats = ",,,,".to_owned();
            }
        }
        csv
    }

    /// Records everything over the interface, one match after another.
    async fn record(&self, club: &Club<'_>) -> Vec<String> {
        let mut matches = Vec::new();
        for played in &self.matches {
            let players = played.seats.map(|seat| club.players[seat].clone());
            let fields = json!({"players": players, "played_on": played.day, "stake_cents": 50, "currency": "HKD"});
            let at = club.open_match_with(fields).await;
            let batch = json!({"number": 1, "outcomes": played.outcomes});
            let path = format!("{at}/hands:batch");
            club.owner.post(&path, batch).await.expect(201);
            matches.push(at);
        }
        matches
    }
}

fn sheet(csv: &str) -> Value {
    json!({"csv": csv, "terms": {"variant": {"id": "old-hong-kong"}, "stake_cents": 50, "currency": "HKD"}})
}

async fn import(club: &Club<'_>, key: &str, body: &Value) -> Answer {
    let path = format!("{}/matches:import", club.path);
    let request = club.owner.request(Method::POST, &path).key(key);
    request.json(body).send().await
}

async fn dry_run(club: &Club<'_>, csv: &str) -> Answer {
    let path = format!("{}/matches:import?dry_run=true", club.path);
    let request = club.owner.request(Method::POST, &path);
    request.json(&sheet(csv)).send().await
}

/// The score sheet of a match and its settlement, without ids.
async fn told(club: &Club<'_>, at: &str) -> String {
    let sheet = club.owner.get(&format!("{at}/rounds.csv")).await.text;
    let lines = sheet.lines().map(|line| line.rsplit_once(',').unwrap().0);
    let view = club.owner.get(at).await.expect(200);
    let settlement = club
        .owner
        .get(&format!("{at}/settlement"))
        .await
        .expect(200);
    let open = settlement["balances"].as_array().unwrap().iter();
    let amounts: Vec<_> = open.map(|balance| &balance["open_cents"]).collect();
    let state = ["next_number", "deal", "ending", "played_on", "terms"];
    let state = state.map(|field| view[field].to_string());
    format!(
        "{}\n{state:?} {amounts:?}",
        lines.collect::<Vec<_>>().join("\n")
    )
}

async fn entries(club: &Club<'_>) -> usize {
    let path = format!("{}/ledger/entries?limit=1000", club.path);
    let entries = club.owner.get(&path).await.expect(200);
    entries["entries"].as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_is_imported_as_if_it_had_been_recorded() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (season, key) = (Season::new(), fresh_key());
    let csv = season.csv();
    let before = entries(&club).await;
    let preview = dry_run(&club, &csv).await.expect(200);
    assert_eq!(entries(&club).await, before);
    assert_eq!(
        (&preview["doubts"], &preview["more_doubts"]),
        (&json!([]), &json!(0))
    );
    let first = import(&club, &key, &sheet(&csv)).await;
    let imported = first.json["matches"].as_array().unwrap().clone();
    assert_eq!((first.status, imported.len()), (201, 12));
    let recorded = season.record(&club).await;
    for (number, one) in imported.iter().enumerate() {
        assert_eq!(one["label"], format!("Evening {}", number + 1));
        assert_eq!(one["state"], preview["matches"][number]["state"]);
        let lines = season.matches[number].outcomes.len() as u64;
        assert_eq!(
            one["version"].as_u64().unwrap(),
            one["seq"].as_u64().unwrap() + lines
        );
        let at = format!("{}/matches/{}", club.path, one["id"].as_str().unwrap());
        assert_eq!(told(&club, &at).await, told(&club, &recorded[number]).await);
    }
    assert_eq!(imported[0]["state"]["ending"], "complete");
    assert_eq!(imported[11]["state"]["ending"], "early");
    // Whatever happened since, the same request has the same answer.
    let again = import(&club, &key, &sheet(&csv)).await;
    assert_eq!((again.status, &again.text), (201, &first.text));
    assert_eq!(again.header("idempotency-replayed"), "true");
    let other = import(&club, &key, &sheet(&csv.replace("2025", "2024"))).await;
    other.refused(422, "idempotency_key_reused");
}

#[tokio::test(flavor = "multi_thread")]
async fn sheets_come_as_spreadsheets_write_them() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let players = format!("{}/players", club.path);
    // The one is written with an accent of its own, the other is no formula.
    for name in ["Re\u{301}ne; the \"Tall\"", "=SUM(1)", "大文"] {
        club.owner
            .post(&players, json!({"name": name}))
            .await
            .expect(201);
    }
    let csv = "\u{feff}\r\nNumber;Limit;from;won_by;winner;north;west;south;east;played_on;match;\r\n\r\n\
        1;TRUE;大文;Discard;\"R\u{e9}ne; the \"\"Tall\"\"\";\"R\u{e9}ne; the \"\"Tall\"\"\";'=SUM(1);大文; Bo ;2025-09-01;A;\r\n\
        2;x;;self_draw;=SUM(1);;;;;;A;\r\n;;;;;;;;;;;\r\n;;;EARLY_END;;;;;;;A;";
    let told = dry_run(&club, csv).await.expect(200);
    assert_eq!(told["doubts"], json!([]));
    let names: Vec<_> = told["matches"][0]["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| &player["name"])
        .collect();
    assert_eq!(
        names,
        ["Bo", "大文", "=SUM(1)", "Re\u{301}ne; the \"Tall\""]
    );
    assert_eq!(told["matches"][0]["hands"], 2);
    let imported = import(&club, &fresh_key(), &sheet(csv)).await.expect(201);
    assert_eq!(imported["matches"][0]["state"], told["matches"][0]["state"]);
}

/// What our own files make of names so that nothing takes them for formulas, an import understands: also of names that differ only by an
/// apostrophe.
#[tokio::test(flavor = "multi_thread")]
async fn names_that_were_exported_are_imported_as_they_were() {
    const RISKY: [&str; 4] = ["=SUM(1)", "'=SUM(1)", "Bo;=HYPERLINK(\"x\")", "＋1, -2"];
    let app = TestApp::start().await;
    let mut club = app.club().await;
    let players = format!("{}/players", club.path);
    for (place, name) in RISKY.iter().enumerate() {
        let enrolled = club.owner.post(&players, json!({"name": name})).await;
        let id = enrolled.expect(201)["id"].as_str().unwrap().to_owned();
        club.players[place] = id;
    }
    let at = club.open_match("old-hong-kong").await;
    club.record(&at, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);
    let exported = club.owner.get(&format!("{at}/rounds.csv")).await.text;
    let mut reader = csv::Reader::from_reader(exported.trim_start_matches('\u{feff}').as_bytes());
    let columns = reader.headers().unwrap().clone();
    let line = reader.records().next().unwrap().unwrap();
    let name = |chair: usize| {
        let column = format!("chair_{chair}_player");
        let place = columns.iter().position(|name| name == column).unwrap();
        line[place].to_owned()
    };
    let names = [1, 2, 3, 4].map(name);
    assert_eq!(names[2], "Bo;'=HYPERLINK(\"x\")");
    let mut sheet = csv::Writer::from_writer(Vec::new());
    sheet.write_record(COLUMNS.split(',')).unwrap();
    let [east, south, west, north] = names.each_ref().map(String::as_str);
    let hand = [
        "1",
        "2025-09-01",
        east,
        south,
        west,
        north,
        east,
        "self_draw",
        "",
        "4",
    ];
    sheet.write_record(hand).unwrap();
    let csv = String::from_utf8(sheet.into_inner().unwrap()).unwrap();
    let told = dry_run(&club, &csv).await.expect(200);
    assert_eq!(told["doubts"][0]["code"], "match_goes_on");
    assert_eq!(told["doubts"].as_array().unwrap().len(), 1);
    let players = told["matches"][0]["players"].as_array().unwrap().iter();
    let names: Vec<_> = players.map(|player| player["name"].clone()).collect();
    assert_eq!(json!(names), json!(RISKY));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_whole_is_refused_for_keeps_it_out() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    let csv = format!("{COLUMNS}\n{MATCH}");
    script.know("sheet", sheet(&csv));
    script.know("doubtful_sheet", sheet(&csv.replace(",Bo,", ",Bp,")));
    let mut bad = |name: &str, value: Value| {
        let mut body = sheet(&csv);
        *body.pointer_mut(name).unwrap() = value;
        script.know(name.rsplit('/').next().unwrap(), body);
    };
    bad("/terms/currency", json!(null));
    bad("/terms/variant", json!({"id": "none"}));
    bad("/csv", json!(1));
    let mut players = sheet(&csv);
    players["players"] = json!([]);
    script.know("players", players);
    script
        .run(
            r#"
        owner POST $club/matches:import $currency -> 400 missing_field
        owner POST $club/matches:import $variant -> 422 variant_not_found
        owner POST $club/matches:import $csv -> 400 invalid_field
        owner POST $club/matches:import $players -> 400 unknown_field
        owner POST $club/matches:import [no key] $sheet -> 400 idempotency_key_required
        owner POST $club/matches:import $sheet -> 201; $id = /matches/0/id
        owner GET $club/matches/$id -> 200; $hash = /terms/variant/hash
        owner POST $club/variants/$hash:retire -> 200
        owner POST $club/matches:import?dry_run=true $sheet -> 409 variant_retired
        owner POST $club/matches:import?dry_run=true $doubtful_sheet -> 409 variant_retired
        owner POST $club/matches:import $sheet -> 409 variant_retired
        "#,
        )
        .await;
}
