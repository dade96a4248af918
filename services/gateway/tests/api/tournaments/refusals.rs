//! What does not go with a tournament is refused, each with its code and the place of what is wrong.

use serde_json::{Value, json};

use super::{enter, open, path, players, rules, tournament};
use crate::app::{Club, TestApp};

/// Status, code, pointer, and a part of the sentence.
type Expected<'a> = (u16, &'a str, &'a str, &'a str);

/// Asks for what is refused, and keeps what is refused otherwise than expected.
struct Refusals<'a> {
    club: &'a Club<'a>,
    /// The path of the tournament.
    at: String,
    faults: Vec<String>,
}

impl Refusals<'_> {
    async fn all(&mut self, below: &str, cases: &[(Value, Expected<'_>)]) {
        let path = format!("{}{below}", self.at);
        for (body, expected) in cases {
            let case = format!("{path} {body}");
            let answer = self.club.owner.post(&path, body.clone()).await;
            self.faults.extend(answer.fault(&case, *expected));
        }
    }

    async fn must(&self, below: &str, body: Value, status: u16) -> Value {
        let path = format!("{}{below}", self.at);
        self.club.owner.post(&path, body).await.expect(status)
    }

    fn end(self) {
        assert!(self.faults.is_empty(), "{}", self.faults.join("\n"));
    }
}

fn with(field: &str, value: Value) -> Value {
    let mut rules = rules();
    rules[field] = value;
    tournament(rules)
}

fn invalid<'a>(pointer: &'a str, sentence: &'a str) -> Expected<'a> {
    (422, "invalid_value", pointer, sentence)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_rule_of_a_tournament_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut without = rules();
    without.as_object_mut().unwrap().remove("table_points");
    let mut backwards = tournament(rules());
    backwards["from"] = json!("2200-12-31");
    backwards["until"] = json!("2200-12-30");
    let for_points = |field: &str, value: Value| {
        let mut rules = json!({"rounds": 3});
        rules[field] = value;
        tournament(rules)
    };
    let cut = |after_round, players| {
        let cut = json!({"after_round": after_round, "players": players, "keeps_results": true});
        with("cut", cut)
    };
    let table_points = "/rules/table_points";
    let none = "no table points";
    let cases = [
        (backwards, invalid("/until", "before its first")),
        (tournament(without), invalid(table_points, "state those")),
        (
            for_points("table_points", json!([4, 2, 1, 0])),
            invalid(table_points, "leave the table points out"),
        ),
        (
            with("table_points", json!([1, 2, 0, 0])),
            invalid(table_points, "no more table points"),
        ),
        (
            with("ties", json!(["points", "opponents", "points"])),
            invalid("/rules/ties/2", "twice"),
        ),
        (
            for_points("ties", json!(["table_points"])),
            invalid("/rules/ties/0", none),
        ),
        (
            for_points("sat_out", json!({"points": 1, "table_points": 1})),
            invalid("/rules/sat_out/table_points", none),
        ),
        (
            cut(5, 16),
            invalid("/rules/cut/after_round", "not the last one"),
        ),
        (
            cut(4, 18),
            invalid("/rules/cut/players", "multiple of four"),
        ),
    ];
    let mut refusals = Refusals {
        at: path(&club),
        club: &club,
        faults: Vec::new(),
    };
    refusals.all("", &cases).await;
    refusals.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_take_part_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let all = players(&club, 5).await;
    let [a, b, c, d, e] = <&[String; 5]>::try_from(&all[..]).unwrap();
    let mut refusals = Refusals {
        at: open(&club, json!({"rounds": 1})).await,
        club: &club,
        faults: Vec::new(),
    };
    let stranger = &club.owner.id;
    let not_registered = |pointer| (409, "not_an_entrant", pointer, "not registered");
    let cases = [
        (
            json!({"registered": [{"player": a}, {"player": a}]}),
            invalid("/registered/1/player", "before it"),
        ),
        (
            json!({"checked_in": [a], "withdrawn": [b, a]}),
            invalid("/withdrawn/1", "same request"),
        ),
        (
            json!({"registered": [{"player": a}, {"player": stranger}]}),
            (422, "unknown_player", "/registered/1/player", "no such"),
        ),
        (json!({"checked_in": [a]}), not_registered("/checked_in/0")),
        (json!({"withdrawn": [a]}), not_registered("/withdrawn/0")),
    ];
    refusals.all("/entrants", &cases).await;
    enter(&club, &refusals.at, &all[..4]).await;
    let prescribed = |tables: Value| json!({"method": "prescribed", "tables": tables});
    let cases = [
        (
            json!({"method": "prescribed"}),
            invalid("/tables", "needs the tables"),
        ),
        (
            json!({"tables": [[a, b, c, d]]}),
            invalid("/tables", "Only the method"),
        ),
        (
            prescribed(json!([])),
            invalid("/tables", "at least one table"),
        ),
        (
            prescribed(json!([[a, b, c, e]])),
            (409, "not_checked_in", "/tables/0/3", "not checked in"),
        ),
        (
            prescribed(json!([[a, b, c, d], [a, b, c, d]])),
            invalid("/tables/1/0", "another place"),
        ),
    ];
    refusals.all("/rounds", &cases).await;
    refusals.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_too_early_or_too_late_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut refusals = Refusals {
        at: open(&club, json!({"rounds": 1})).await,
        club: &club,
        faults: Vec::new(),
    };
    let few = (409, "too_few_players", "", "0 players are checked in");
    let redraw = (409, "nothing_to_redraw", "/redraw", "");
    let cases = [(json!({}), few), (json!({"redraw": true}), redraw)];
    refusals.all("/rounds", &cases).await;
    enter(&club, &refusals.at, &club.players).await;
    let (clock, matches) = ("/rounds/1/clock", "/rounds/1/matches");
    let running = json!({"running": true});
    let terms = json!({"variant": {"id": "old-hong-kong"}});
    let none = (404, "not_found", "", "");
    refusals.all(clock, &[(running.clone(), none)]).await;
    refusals.all(matches, &[(terms.clone(), none)]).await;
    refusals.must("/rounds", json!({}), 201).await;
    let not_opened = (409, "round_not_opened", "", "not opened");
    refusals.all("/rounds", &[(json!({}), not_opened)]).await;
    let no_clock = invalid("/remaining_seconds", "no clock");
    refusals.all(clock, &[(running, no_clock)]).await;
    refusals.must(matches, terms.clone(), 201).await;
    let opened = (409, "round_opened", "", "before");
    refusals.all(matches, &[(terms.clone(), opened)]).await;
    let no_more = (409, "too_many_rounds", "", "1 rounds");
    refusals.all("/rounds", &[(json!({}), no_more)]).await;
    refusals.must(":close", json!({}), 200).await;
    let closed = [(json!({}), (409, "tournament_closed", "", "closed"))];
    refusals.all(":close", &closed).await;
    refusals.all("/rounds", &closed).await;
    refusals.all("/entrants", &closed).await;
    let later = json!({"name": "Later", "from": "2190-01-01", "until": "2190-01-02", "rules": {"rounds": 1}});
    let later = club.owner.post(&path(&club), later).await.expect(201);
    refusals.at = format!("{}/{}", path(&club), later["id"].as_str().unwrap());
    enter(&club, &refusals.at, &club.players).await;
    refusals.must("/rounds", json!({}), 201).await;
    let to_come = (409, "tournament_to_come", "", "still to come");
    refusals.all(matches, &[(terms, to_come)]).await;
    refusals.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_penalty_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut refusals = Refusals {
        at: open(&club, json!({"rounds": 1})).await,
        club: &club,
        faults: Vec::new(),
    };
    enter(&club, &refusals.at, &club.players).await;
    let penalty = |field: &str, value: Value| {
        let mut penalty = json!({"player": club.players[0], "reason": "late"});
        penalty[field] = value;
        penalty
    };
    let none = (404, "not_found", "", "");
    let cases = [
        (
            penalty("player", json!(club.owner.id)),
            (409, "not_an_entrant", "/player", "not registered"),
        ),
        (
            penalty("points", json!(-1)),
            invalid("/points", "0 to 1,000,000"),
        ),
        (
            penalty("table_points", json!(1)),
            invalid("/table_points", "no table points"),
        ),
        (penalty("round", json!(1)), none),
    ];
    refusals.all("/penalties", &cases).await;
    let because = json!({"reason": "it was not"});
    let first = "/penalties/1:withdraw";
    refusals.all(first, &[(because.clone(), none)]).await;
    let given = refusals.must("/penalties", penalty("points", json!(0.5)), 201);
    let seq = given.await["penalties"][0]["seq"].clone();
    let withdraw = format!("/penalties/{seq}:withdraw");
    refusals.must(&withdraw, because.clone(), 200).await;
    let before = (409, "penalty_withdrawn", "", "before");
    refusals.all(&withdraw, &[(because, before)]).await;
    let standings = format!("{}/standings", refusals.at);
    refusals.end();
    let beyond = format!("{standings}?as_of_seq=100000");
    let beyond = club.owner.get(&beyond).await;
    beyond.refused(422, "beyond_ledger");
    let none = club.owner.get(&format!("{standings}?as_of_seq=1")).await;
    none.refused(404, "not_found");
}

/// A scorer gives no penalty, a referee draws no round, and both set the clock.
#[tokio::test(flavor = "multi_thread")]
async fn everyone_does_their_own_work() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = open(&club, rules()).await;
    enter(&club, &at, &club.players).await;
    let scorer = club.member("scorer", "scorer").await;
    let referee = club.member("referee", "referee").await;
    let rounds = format!("{at}/rounds");
    let drawn = referee.post(&rounds, json!({})).await;
    drawn.refused(403, "forbidden");
    scorer.post(&rounds, json!({})).await.expect(201);
    let clock = format!("{rounds}/1/clock");
    for person in [&scorer, &referee] {
        let set = person.post(&clock, json!({"running": true})).await;
        set.expect(200);
    }
    let penalties = format!("{at}/penalties");
    let late = json!({"player": club.players[0], "reason": "late"});
    let given = scorer.post(&penalties, late.clone()).await;
    given.refused(403, "forbidden");
    referee.post(&penalties, late).await.expect(201);
    for person in [&scorer, &referee] {
        let closed = person.post(&format!("{at}:close"), json!({})).await;
        closed.refused(403, "forbidden");
    }
}
