//! Seasons over HTTP: a league is opened, played, corrected and closed, and what is no rule of one is refused.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, TestApp, declared, fresh_key};
use crate::checkpoints::Signer;

fn path(club: &Club<'_>) -> String {
    format!("{}/seasons", club.path)
}

/// A season of all days with these rules.
fn season(rules: Value) -> Value {
    json!({"name": "Winter league", "from": "1900-01-01", "until": "2200-12-31", "rules": rules})
}

/// Opens a season; returns its path.
async fn open(club: &Club<'_>, rules: Value) -> String {
    let opened = club.owner.post(&path(club), season(rules)).await;
    let location = opened.header("location").to_owned();
    let opened = opened.expect(201);
    assert!(location.ends_with(opened["id"].as_str().unwrap()));
    location
}

async fn standings(club: &Club<'_>, at: &str) -> Value {
    club.owner.get(&format!("{at}/standings")).await.expect(200)
}

/// Names and points, the best first.
fn points(standings: &Value) -> Vec<(&str, f64)> {
    let players = standings["players"].as_array().unwrap().iter();
    let row = |one| (name(one), one["points"].as_f64().unwrap());
    players.map(row).collect()
}

fn name(standing: &Value) -> &str {
    standing["player"]["name"].as_str().unwrap()
}

/// A match of one hand, which the first chair wins; returns its path. It is not over.
async fn play(club: &Club<'_>) -> String {
    let at = club.open_match("old-hong-kong").await;
    let won = declared(1, "self_draw", None, 4);
    club.record(&at, 1, won).await.expect(201);
    at
}

async fn end(club: &Club<'_>, at: &str) {
    let ended = club.post_any(&format!("{at}/end"), json!({})).await;
    ended.expect(201);
}

/// The third chair won the first hand after all.
async fn correct(club: &Club<'_>, at: &str) {
    let version = club.owner.get(at).await.header("etag").to_owned();
    let hands = club.owner.get(&format!("{at}/hands")).await.expect(200);
    let hand = &hands["hands"][0]["id"];
    let with = declared(3, "self_draw", None, 4);
    let changes = json!([{"kind": "replace", "outcome_id": hand, "outcome": with}]);
    let path = format!("{at}/corrections");
    let request = club.owner.request(Method::POST, &path);
    let request = request.key("c").header("If-Match", &version);
    let body = json!({"reason": "misread", "changes": changes});
    request.json(&body).send().await.expect(201);
}

/// Adds the standings of the only season up from the export alone: they are those that the service says. Returns how many players they have.
async fn of_export(club: &Club<'_>) -> usize {
    let path = path(club);
    let seasons = club.owner.get(&path).await.expect(200);
    let at = format!("{path}/{}", seasons["seasons"][0]["id"].as_str().unwrap());
    let said = standings(club, &at).await;
    let export = club.get("/ledger/export").await;
    assert_eq!(export.status, 200, "{}", export.text);
    let selection = audit::SeasonSelection::default();
    let found = audit::season_standings(export.text.as_bytes(), selection).unwrap();
    let half_points = |standings: &ledger::tally::SeasonStandings| -> Vec<(String, f64)> {
        let players = standings.players.iter();
        let row = |one: &ledger::tally::SeasonStanding| {
            (one.player.to_string(), one.half_points as f64 / 2.0)
        };
        players.map(row).collect()
    };
    let expected = |standings: &Value| -> Vec<(String, f64)> {
        let players = standings["players"].as_array().unwrap().iter();
        let row = |one: &Value| {
            (
                one["player"]["id"].as_str().unwrap().to_owned(),
                one["points"].as_f64().unwrap(),
            )
        };
        players.map(row).collect()
    };
    assert_eq!(half_points(&found[0].standings), expected(&said));
    let since = found[0]
        .since_closing
        .as_ref()
        .map(|(_, standings)| half_points(standings));
    assert_eq!(since, said.get("since_closing").map(expected));
    found[0].standings.players.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_count_as_the_rules_say() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let [one, two, three, four] = <&[String; 4]>::try_from(&club.players[..]).unwrap();
    let rules = json!({
        "unfinished": "leave_out", "best": 1,
        "handicaps": [{"player": two, "points": -2.5}],
        "teams": [{"label": "Winds", "players": [one, two]}, {"label": "Dragons", "players": [four, three]}],
    });
    let at = open(&club, rules).await;
    let played = play(&club).await;
    let unfinished = standings(&club, &at).await;
    let nothing = (&unfinished["matches"], &unfinished["players"]);
    assert_eq!(nothing, (&json!(0), &json!([])));
    end(&club, &played).await;
    let balance = club.owner.get(&played).await.expect(200);
    let gained = balance["seats"][0]["total_points"].as_f64().unwrap();
    let lost = -gained / 3.0;
    let found = standings(&club, &at).await;
    let all = points(&found);
    assert_eq!(all[0].1, gained);
    assert!(all.iter().any(|(_, points)| *points == lost - 2.5));
    let teams = found["teams"].as_array().unwrap();
    let expected = [
        json!([1, "Winds", gained + lost - 2.5]),
        json!([2, "Dragons", 2.0 * lost]),
    ];
    for (team, expected) in teams.iter().zip(&expected) {
        let points = team["points"].as_f64().unwrap();
        let team = json!([team["rank"], team["label"], points]);
        assert_eq!(team, *expected);
    }
    let day = format!("{at}/standings?until=1999-12-31");
    assert_eq!(club.owner.get(&day).await.expect(200)["matches"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_that_was_closed_stays_as_it_was() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = open(&club, json!({})).await;
    let played = play(&club).await;
    end(&club, &played).await;
    let before = standings(&club, &at).await;
    let key = fresh_key();
    let close = async || {
        let request = club.owner.request(Method::POST, &format!("{at}:close"));
        request.key(&key).send().await
    };
    let closed = close().await.expect(200);
    let replayed = close().await;
    assert_eq!(replayed.header("idempotency-replayed"), "true");
    assert_eq!(replayed.expect(200), closed);
    let twice = club.post_any(&format!("{at}:close"), json!({})).await;
    twice.refused(409, "season_closed");
    correct(&club, &played).await;
    let after = standings(&club, &at).await;
    assert_eq!(after["seq"], closed["closed_seq"]);
    assert_eq!(points(&after), points(&before));
    Signer::new(&app).await.sign().await;
    assert_eq!(of_export(&club).await, 4);
    let since = points(&after["since_closing"]);
    assert!(since[0].1 > 0.0 && since[0].0 != points(&before)[0].0);
    let earlier = format!("{at}/standings?as_of_seq={}", closed["opened_seq"]);
    let earlier = club.owner.get(&earlier).await.expect(200);
    assert_eq!(earlier["matches"], 0);
    let list = club.owner.get(&path(&club)).await.expect(200);
    let one = &list["seasons"][0];
    let expected = (&json!("Winter league"), &closed["closed_seq"]);
    assert_eq!((&one["name"], &one["closed_seq"]), expected);
    assert_eq!(club.owner.get(&at).await.expect(200), closed);
}

/// Rules, the code of what is wrong, and where. `ONE` and `TWO` are players, `NOBODY` is none.
const REFUSED: &str = r#"
{"best": 0} | invalid_value | /rules/best
{"best": 5001} | invalid_value | /rules/best
{"minimum_matches": -1} | invalid_value | /rules/minimum_matches
{"unfinished": "wait"} | invalid_field | /rules/unfinished
{"variants": ["a", "b", "a"]} | invalid_value | /rules/variants/2
{"variants": [""]} | invalid_value | /rules/variants/0
{"variants": ["a", " b"]} | invalid_value | /rules/variants/1
{"handicaps": [{"player": "ONE", "points": 0}]} | invalid_value | /rules/handicaps/0/points
{"handicaps": [{"player": "ONE", "points": 0.3}]} | invalid_value | /rules/handicaps/0/points
{"handicaps": [{"player": "ONE", "points": 1000001}]} | invalid_value | /rules/handicaps/0/points
{"handicaps": [{"player": "ONE", "points": 1}, {"player": "ONE", "points": 2}]} | invalid_value | /rules/handicaps/1/player
{"handicaps": [{"player": "NOBODY", "points": 1}]} | unknown_player | /rules/handicaps/0/player
{"teams": [{"label": "A ", "players": ["ONE"]}]} | invalid_value | /rules/teams/0/label
{"teams": [{"label": "A", "players": []}]} | invalid_value | /rules/teams/0/players
{"teams": [{"label": "A", "players": ["ONE"]}, {"label": "A", "players": ["TWO"]}]} | invalid_value | /rules/teams/1/label
{"teams": [{"label": "A", "players": ["ONE"]}, {"label": "B", "players": ["TWO", "ONE"]}]} | invalid_value | /rules/teams/1/players/1
{"teams": [{"label": "A", "players": ["ONE", "ONE"]}]} | invalid_value | /rules/teams/0/players/1
{"teams": [{"label": "A", "players": ["ONE", "NOBODY"]}]} | unknown_player | /rules/teams/0/players/1
{"drop": 1} | unknown_field | /rules/drop
"#;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_rule_of_a_season_is_refused_where_it_stands() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let refused = async |rules: Value, code: &str, pointer: &str| {
        let told = rules.to_string();
        let answer = club.owner.post(&path(&club), season(rules)).await;
        let problem: Value = serde_json::from_str(&answer.text).unwrap();
        let found = (&problem["code"], &problem["errors"][0]["pointer"]);
        assert_eq!(found, (&json!(code), &json!(pointer)), "{told:.200}");
    };
    for line in REFUSED.trim().lines() {
        let [rules, code, pointer] =
            <[&str; 3]>::try_from(line.split(" | ").collect::<Vec<_>>()).unwrap();
        let rules = rules
            .replace("ONE", &club.players[0])
            .replace("TWO", &club.players[1]);
        let rules = rules.replace("NOBODY", &club.owner.id);
        refused(serde_json::from_str(&rules).unwrap(), code, pointer).await;
    }
    let one = &club.players[0];
    let many: Vec<String> = (0..101).map(|number| number.to_string()).collect();
    let team = |label: &String| json!({"label": label, "players": [one]});
    let teams: Vec<Value> = many.iter().map(team).collect();
    let everybody = json!({"label": "A", "players": vec![one; 1001]});
    let handicaps = vec![json!({"player": one, "points": 1}); 1001];
    refused(
        json!({"variants": many}),
        "invalid_value",
        "/rules/variants",
    )
    .await;
    refused(json!({"teams": teams}), "invalid_value", "/rules/teams").await;
    refused(
        json!({"teams": [everybody]}),
        "invalid_value",
        "/rules/teams",
    )
    .await;
    refused(
        json!({"handicaps": handicaps}),
        "invalid_value",
        "/rules/handicaps",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_and_entries_that_a_season_does_not_have_are_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = open(&club, json!({})).await;
    let mut script = club.script();
    script.know("at", at);
    script
        .run(r#"
        owner POST $club/seasons {"name": "x", "from": "2026-12-01", "until": "2026-11-30"} -> 422 invalid_value; at /until
        owner GET $at/standings?as_of_seq=100000 -> 422 beyond_ledger; at as_of_seq
        owner GET $at/standings?as_of_seq=1 -> 404 not_found
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_owners_open_and_close_seasons() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = open(&club, json!({})).await;
    let mut script = club.script();
    script.know("at", at);
    script.know("season", season(json!({})));
    for role in ["scorer", "player"] {
        script.meet("member", &club.member(role, role).await);
        script
            .run(
                r#"
        member POST $club/seasons $season -> 403 forbidden
        member POST $at:close {} -> 403 forbidden
        member GET $at/standings -> 200
        member GET $club/seasons -> 200
        "#,
            )
            .await;
    }
}
