//! The example match of the Old Hong Kong rules: sixteen deals, an extra hand after the goulash of deal 7 and one
//! after East's win of deal 15, and every wind of every player, row by row.

use serde_json::{Value, json};

use crate::app::{TestApp, declared};

/// Label, round, winds of players 1–4, and what happened.
const TABLE: &str = "
1          | East  | East South West North | West draws 4
2          | East  | North East South West | North from South 6
3          | East  | West North East South | South draws 5
4          | East  | South West North East | West from East 5
5          | South | East South West North | North draws 7
6          | South | North East South West | West from North 3
7          | South | West North East South | no one wins
extra hand | South | West North East South | North from West 12
8          | South | South West North East | South from North 4
9          | West  | East South West North | South draws 8
10         | West  | North East South West | West draws 6
11         | West  | West North East South | North from East 10
12         | West  | South West North East | North draws 4
13         | North | East South West North | West from South 6
14         | North | North East South West | South from West 3
15         | North | West North East South | East draws 5
extra hand | North | West North East South | South from East 4
16         | North | South West North East | West draws 9
";

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_table_of_winds() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let fields = json!({"stake_cents": 10, "currency": "HKD", "starting_points": 100});
    let at = club.open_match_with(fields).await;
    let rows = rows();
    for (number, row) in (1..).zip(&rows) {
        let hand = club
            .record(&at, number, outcome(row[2], row[3]))
            .await
            .expect(201);
        let sum: f64 = points(&hand["payments"]).iter().sum();
        assert_eq!(sum, 0.0, "the payments of hand {number}");
    }
    let sheet = club.owner.get(&format!("{at}/rounds")).await.expect(200);
    assert_eq!(sheet["ending"], "complete");
    assert_eq!(
        shown(&sheet),
        rows.iter()
            .map(|row| row[..3].join(" | "))
            .collect::<Vec<_>>()
    );

    check_totals(&sheet);
    let view = club.owner.get(&at).await.expect(200);
    let last = &sheet["rounds"][3]["hands"][4]["seats"];
    for chair in 0..4 {
        let total = last[chair]["total_points"].as_f64().unwrap();
        assert_eq!(view["seats"][chair]["total_points"].as_f64(), Some(total));
        assert_eq!(
            view["seats"][chair]["balance_points"].as_f64(),
            Some(100.0 + total)
        );
    }
    club.record(&at, 19, json!({"kind": "goulash"}))
        .await
        .refused(409, "match_over");
}

fn rows() -> Vec<Vec<&'static str>> {
    let cells = |row: &'static str| row.split('|').map(str::trim).collect();
    TABLE.trim().lines().map(cells).collect()
}

/// What happened in each of its hands, told by chairs.
pub(crate) fn outcomes() -> Vec<Value> {
    rows().iter().map(|row| outcome(row[2], row[3])).collect()
}

/// What a row says, told by chairs.
fn outcome(winds: &str, said: &str) -> Value {
    let chair = |wind: &str| {
        winds
            .split(' ')
            .zip(1..)
            .find(|(seat, _)| *seat == wind)
            .unwrap()
            .1
    };
    match said.split(' ').collect::<Vec<_>>()[..] {
        ["no", "one", "wins"] => json!({"kind": "goulash"}),
        [winner, "draws", fan] => declared(chair(winner), "self_draw", None, fan.parse().unwrap()),
        [winner, "from", giver, fan] => declared(
            chair(winner),
            "discard",
            Some(chair(giver)),
            fan.parse().unwrap(),
        ),
        _ => panic!("{said}"),
    }
}

/// The rows of a sheet as the table above has them.
fn shown(sheet: &Value) -> Vec<String> {
    let capital = |wind: &Value| {
        let wind = wind.as_str().unwrap();
        format!("{}{}", wind[..1].to_uppercase(), &wind[1..])
    };
    let rounds = sheet["rounds"].as_array().unwrap().iter();
    let rows = rounds.flat_map(|round| {
        round["hands"].as_array().unwrap().iter().map(move |hand| {
            let seats = hand["seats"].as_array().unwrap().iter();
            let winds: Vec<String> = seats.map(|seat| capital(&seat["seat_wind"])).collect();
            let label = hand["label"].as_str().unwrap();
            [label, &capital(&round["round_wind"]), &winds.join(" ")].join(" | ")
        })
    });
    rows.collect()
}

fn check_totals(sheet: &Value) {
    let mut totals = [0.0; 4];
    for round in sheet["rounds"].as_array().unwrap() {
        for hand in round["hands"].as_array().unwrap() {
            for (total, points) in totals.iter_mut().zip(points(&hand["seats"])) {
                *total += points;
            }
            let seats = hand["seats"].as_array().unwrap().iter();
            let shown: Vec<f64> = seats
                .map(|seat| seat["total_points"].as_f64().unwrap())
                .collect();
            assert_eq!(shown, totals, "after hand {}", hand["number"]);
        }
    }
}

fn points(of: &Value) -> Vec<f64> {
    of.as_array()
        .unwrap()
        .iter()
        .map(|one| one["points"].as_f64().unwrap())
        .collect()
}
