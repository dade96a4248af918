//! One person with two names, and two people with one.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, fresh_key};
use crate::contract::Contract;

/// Names that look like `Player A`, or differ from it only in their case.
const LIKE: &[&str] = &[
    "Player A",
    "PLAYER  A",
    "player\u{3000}a",
    "Player\u{a0}A",
    "Ｐｌａｙｅｒ Ａ",
    "Play\u{200b}er A",
];

/// The operations by which a text becomes the name of a player: those whose request has a text `name`, and of them those that name no player.
/// A new operation that takes a name fails this until it is known which of the two it is.
#[test]
fn it_is_known_which_operations_name_a_player() {
    let document: Value = serde_json::from_str(&gateway::openapi_json().unwrap()).unwrap();
    let mut take_a_name = BTreeSet::new();
    for (_, _, operation) in Contract::load().operations() {
        let content = &operation["requestBody"]["content"]["application/json"];
        if has_name(&document, &content["schema"], 0) {
            take_a_name.insert(operation["operationId"].as_str().unwrap().to_owned());
        }
    }
    let of_players = NAME_A_PLAYER.iter().map(|(operation, _, _)| *operation);
    let known = of_players.chain(NAME_SOMETHING_ELSE.iter().copied());
    let known: BTreeSet<String> = known.map(str::to_owned).collect();
    assert_eq!(take_a_name, known);
}

/// Method and path below the club; `$p1` is another player than the one who is called so.
const NAME_A_PLAYER: &[(&str, Method, &str)] = &[
    ("enrol_player", Method::POST, "/players"),
    ("rename_player", Method::PATCH, "/players/$p1"),
];

const NAME_SOMETHING_ELSE: &[&str] = &[
    "found_club",
    "change_club",
    "make_api_key",
    "make_match_api_key",
    "make_screen_api_key",
    "make_webhook",
    "change_webhook",
    "open_season",
    "open_tournament",
];

/// Whether a schema has a property `name` that is a text, at whatever depth. Documents of variants have names of their own.
fn has_name(document: &Value, schema: &Value, depth: u32) -> bool {
    let within = |part: &Value| has_name(document, part, depth + 1);
    if depth > 12 {
        return false;
    }
    if let Some(reference) = schema["$ref"].as_str() {
        return within(
            &document
                .pointer(reference.strip_prefix('#').unwrap())
                .unwrap()
                .clone(),
        );
    }
    let properties = schema["properties"].as_object();
    let named = properties.is_some_and(|properties| {
        properties.contains_key("name") || properties.values().any(within)
    });
    let lists = ["allOf", "oneOf", "anyOf"].iter();
    let parts = lists.filter_map(|list| schema[*list].as_array()).flatten();
    named || within_items(schema, &within) || parts.clone().any(within)
}

fn within_items(schema: &Value, within: &dyn Fn(&Value) -> bool) -> bool {
    schema["items"].is_object() && within(&schema["items"])
}

struct Way<'a> {
    club: &'a Club<'a>,
    method: &'a Method,
    path: String,
}

impl Way<'_> {
    async fn ask(&self, key: &str, body: &Value) -> Answer {
        let request = self.club.owner.request(self.method.clone(), &self.path);
        request.key(key).json(body).send().await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_taken_is_refused_whatever_way_it_comes() {
    for (operation, method, path) in NAME_A_PLAYER {
        let app = TestApp::start().await;
        let club = app.club().await;
        let players = format!("{}/players", club.path);
        let named = json!({"name": "Player A"});
        let first = club.owner.post(&players, named).await.expect(201);
        let path = path.replace("$p1", &club.players[0]);
        let way = Way {
            club: &club,
            method,
            path: format!("{}{path}", club.path),
        };
        for name in LIKE {
            let key = fresh_key();
            let refused = way.ask(&key, &json!({"name": name})).await;
            let problem = refused.refused(409, "player_name_taken");
            assert_eq!(
                problem["players"],
                json!([{"id": first["id"], "name": "Player A"}]),
                "{operation} {name:?}"
            );
            assert_eq!(problem["errors"][0]["pointer"], "/name");
            assert!(
                problem["detail"]
                    .as_str()
                    .unwrap()
                    .contains("`confirm: true`")
            );
        }
        // It is done all the same if whoever asks says so, and a repeated request is answered as before.
        let (key, meant) = (fresh_key(), json!({"name": "PLAYER  A", "confirm": true}));
        let done = way.ask(&key, &meant).await;
        assert!(
            [200, 201].contains(&done.status),
            "{operation}: {}",
            done.text
        );
        let again = way.ask(&key, &meant).await;
        assert_eq!(
            (again.header("idempotency-replayed"), &again.text),
            ("true", &done.text)
        );
        let two = way.ask(&fresh_key(), &json!({"name": "Player A"})).await;
        let named = two.refused(409, "player_name_taken")["players"].clone();
        // A player who is renamed has no namesake in themselves.
        let others = if *operation == "rename_player" { 1 } else { 2 };
        assert_eq!(named.as_array().unwrap().len(), others);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_whose_letters_were_lost_is_refused_whatever_way_it_comes() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for (_, method, path) in NAME_A_PLAYER {
        let way = Way {
            club: &club,
            method,
            path: format!("{}{}", club.path, path.replace("$p1", &club.players[0])),
        };
        for body in [
            json!({"name": "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"}),
            json!({"name": "Ah M\u{fffd}ng", "confirm": true}),
        ] {
            let refused = way.ask(&fresh_key(), &body).await;
            let problem = refused.refused(422, "player_name_damaged");
            assert_eq!(problem["errors"][0]["pointer"], "/name");
        }
    }
    // Nor does a sheet name them.
    let csv = "match,played_on,east,south,west,north,winner,won_by,from,fan\n1,2025-09-01,\u{fffd}\u{fffd},Bo,Chun,Daai Lo,Bo,self_draw,,4\n";
    let sheet = json!({"csv": csv, "terms": {"variant": {"id": "old-hong-kong"}}});
    let path = format!("{}/matches:import", club.path);
    club.owner
        .post(&path, sheet)
        .await
        .refused(422, "invalid_value");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_are_there_have_a_name() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script
        .run(r#"
        owner PATCH $club/players/$p1 {"name": "AH  MING"} -> 200; /name = "AH  MING"
        owner POST $club/players {"name": "bo", "confirm": true} -> 201; $double = /id
        owner POST $club/players/$double:merge {"into": "$p2"} -> 200
        owner POST $club/players {"name": "BO"} -> 409 player_name_taken; /players # 1; /players/0/id = "$p2"
        owner PATCH $club/players/$p2 {"name": "Bobby"} -> 200
        owner POST $club/players {"name": "Bo"} -> 201
        owner DELETE $club/players/$p3 -> 200
        owner POST $club/players {"name": "Chun"} -> 201
        owner POST $club/players {"name": "Fong", "confirm": "yes"} -> 400 invalid_field; at /confirm
        "#)
        .await;
}

/// Enrols somebody, and returns the id.
async fn enrol(club: &Club<'_>, name: &str) -> String {
    let path = format!("{}/players", club.path);
    let enrolled = club.owner.post(&path, json!({"name": name})).await;
    enrolled.expect(201)["id"].as_str().unwrap().to_owned()
}

async fn eight(club: &Club<'_>) -> Vec<String> {
    let mut players = club.players.clone();
    for name in ["Eng", "Fong", "Gei", "Hoi"] {
        players.push(enrol(club, name).await);
    }
    players
}

async fn merge(club: &Club<'_>, player: &str, into: &str) -> Answer {
    let path = format!("{}/players/{player}:merge", club.path);
    club.owner.post(&path, json!({"into": into})).await
}

/// Draws the next round of an evening or tournament, whoever still plays, and opens its matches. Returns who sits East at each table, and the match.
async fn open_round(club: &Club<'_>, at: &str, mut drawn: Value, round: usize) -> Vec<Table> {
    let path = format!("{at}/rounds");
    drawn["unfinished"] = json!(true);
    club.owner.post(&path, drawn).await.expect(201);
    let new = json!({"terms": {"variant": {"id": "old-hong-kong"}}});
    let path = format!("{path}/{round}/matches");
    let opened = club.owner.post(&path, new).await.expect(201);
    let tables = opened["rounds"][round - 1]["tables"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let table = |table: &Value| Table {
        east: text(&table["players"][0]["id"]),
        south: text(&table["players"][1]["id"]),
        id: text(&table["match"]),
    };
    tables.iter().map(table).collect()
}

struct Table {
    east: String,
    south: String,
    /// Its match.
    id: String,
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sat_at_two_tables_of_a_round_is_two_people() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let path = format!("{}/evenings", club.path);
    let new = json!({"held_on": "2026-11-21"});
    let evening = club.owner.post(&path, new).await.expect(201);
    let at = format!("{path}/{}", evening["id"].as_str().unwrap());
    let attendance = format!("{at}/attendance");
    let came = json!({"checked_in": eight(&club).await});
    club.owner.post(&attendance, came).await.expect(200);
    let tables = open_round(&club, &at, json!({}), 1).await;

    let problem = merge(&club, &tables[0].east, &tables[1].south).await;
    let problem = problem.refused(409, "players_in_one_round");
    assert_eq!(problem["matches"], json!([tables[0].id, tables[1].id]));
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.starts_with("In round 1 of the evening"), "{detail}");
    let problem = merge(&club, &tables[0].east, &tables[0].south).await;
    let problem = problem.refused(409, "players_sat_together");
    assert_eq!(problem["matches"], json!([tables[0].id]));

    // A double who came for a later round is one person, and counts for them.
    let (double, left) = (enrol(&club, "Double").await, &tables[0].east);
    let changed = json!({"checked_in": [double], "checked_out": [left]});
    club.owner.post(&attendance, changed).await.expect(200);
    let later = open_round(&club, &at, json!({}), 2).await;
    let other = later
        .iter()
        .find(|table| table.east != double && table.south != double);
    merge(&club, &double, left).await.expect(200);
    let problem = merge(&club, left, &other.unwrap().east).await;
    assert_eq!(problem.status, 409, "{}", problem.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_results_in_one_tournament_is_two_people() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let path = format!("{}/tournaments", club.path);
    let rules = json!({"rounds": 2, "scoring": "points", "ties": []});
    let new = json!({"name": "Cup", "from": "1900-01-01", "until": "2200-12-31", "rules": rules});
    let cup = club.owner.post(&path, new).await.expect(201);
    let at = format!("{path}/{}", cup["id"].as_str().unwrap());
    let (entrants, players) = (format!("{at}/entrants"), eight(&club).await);
    let registered: Vec<Value> = players.iter().map(|id| json!({"player": id})).collect();
    let entered = json!({"registered": registered, "checked_in": players});
    club.owner.post(&entrants, entered).await.expect(200);
    let random = json!({"method": "random"});
    let tables = open_round(&club, &at, random.clone(), 1).await;
    let (one, other) = (&tables[0].east, &tables[1].east);
    let problem = merge(&club, one, other).await;
    let problem = problem.refused(409, "players_in_one_round");
    assert_eq!(problem["matches"], json!([tables[0].id, tables[1].id]));
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("In round 1 of the tournament"),
        "{detail}"
    );

    // Somebody who is only registered may be one of those who play. A double who plays another round has a result of their own.
    let (twin, double) = (enrol(&club, "Twin").await, enrol(&club, "Double").await);
    let registered = json!([{"player": twin}, {"player": double}]);
    let changed = json!({"registered": registered, "checked_in": [double], "withdrawn": [one]});
    club.owner.post(&entrants, changed).await.expect(200);
    merge(&club, &twin, other).await.expect(200);
    for table in &tables {
        let hand = json!({"kind": "agreed", "winner": 1, "chair_points": [3, -1, -1, -1]});
        let at = format!("{}/matches/{}", club.path, table.id);
        club.record(&at, 1, hand).await.expect(201);
    }
    open_round(&club, &at, random, 2).await;
    let problem = merge(&club, &double, one).await;
    let problem = problem.refused(409, "players_in_one_tournament");
    assert_eq!(problem["matches"].as_array().unwrap().len(), 2);
}
