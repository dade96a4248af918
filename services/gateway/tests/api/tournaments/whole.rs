//! A tournament of 64 over HTTP, from the first entrant to a decision of the referee after the end. Its standings at several entries are what the exported
//! leaves come to.

use std::collections::BTreeMap;

use ledger::evidence::read_export;
use reqwest::Method;
use serde_json::{Value, json};

use super::plainly::{self, Plain};
use super::{ids, open, players, rules};
use crate::app::{Club, Person, TestApp, fresh_key};
use crate::checkpoints::Signer;

/// A tournament in play.
struct Hall<'a> {
    club: Club<'a>,
    scorer: Person<'a>,
    referee: Person<'a>,
    /// Its path.
    at: String,
    /// The next result.
    number: i64,
}

impl Hall<'_> {
    async fn enter(&self, change: Value) -> Value {
        let path = format!("{}/entrants", self.at);
        self.scorer.post(&path, change).await.expect(200)
    }

    async fn penalty(&self, penalty: Value) -> Value {
        let path = format!("{}/penalties", self.at);
        self.referee.post(&path, penalty).await.expect(201)
    }

    /// Draws and opens a round; returns its tables.
    async fn begin(&self, round: u32, mut draw: Value) -> Vec<Value> {
        // No match of a round is ended: all of them stay open.
        draw["unfinished"] = json!(true);
        let path = format!("{}/rounds", self.at);
        self.scorer.post(&path, draw).await.expect(201);
        let new = json!({"terms": {"variant": {"id": "old-hong-kong"}}});
        let at = format!("{path}/{round}");
        let opened = self.scorer.post(&format!("{at}/matches"), new).await;
        let opened = opened.expect(201);
        let running = json!({"running": true});
        let clock = self.referee.post(&format!("{at}/clock"), running).await;
        clock.expect(200);
        let rounds = opened["rounds"].as_array().unwrap();
        let drawn = rounds.last().unwrap();
        assert_eq!(drawn["round"], round);
        drawn["tables"].as_array().unwrap().clone()
    }

    /// Records a hand in each match, every one with another result.
    async fn play(&mut self, tables: &[Value]) {
        for table in tables {
            self.number += 1;
            let (one, two) = (self.number % 13, self.number * 7 % 10);
            let won =
                json!({"kind": "agreed", "winner": 1, "chair_points": [one + two, -one, -two, 0]});
            let at = self.match_path(table);
            self.club.record(&at, 1, won).await.expect(201);
        }
    }

    fn match_path(&self, table: &Value) -> String {
        let id = table["match"].as_str().unwrap();
        format!("{}/matches/{id}", self.club.path)
    }

    /// The referee corrects the first hand of a match.
    async fn correct(&self, table: &Value) {
        let at = self.match_path(table);
        let hands = self.referee.get(&format!("{at}/hands")).await.expect(200);
        let with = json!({"kind": "agreed", "winner": 2, "chair_points": [-30, 50, -10, -10]});
        let change =
            json!({"kind": "replace", "outcome_id": hands["hands"][0]["id"], "outcome": with});
        let body = json!({"reason": "the referee saw it", "changes": [change]});
        let path = format!("{at}/corrections");
        let request = self.referee.request(Method::POST, &path);
        let request = request.key(&fresh_key()).header("If-Match", "*");
        request.json(&body).send().await.expect(201);
    }

    async fn standings(&self, query: &str) -> Value {
        let path = format!("{}/standings{query}", self.at);
        self.referee.get(&path).await.expect(200)
    }

    /// The sequence number of the last entry.
    async fn seq(&self) -> u64 {
        self.standings("").await["seq"].as_u64().unwrap()
    }
}

/// Standings as they were read, by player.
fn read(standings: &Value) -> BTreeMap<String, Plain> {
    let players = standings["players"].as_array().unwrap().iter();
    let integer = |one: &Value, field: &str| one[field].as_i64().unwrap();
    let plain = |one: &Value| Plain {
        rank: one["rank"].as_u64().map(|rank| rank as usize),
        score_twelfths: integer(one, "score_twelfths"),
        after_cut_twelfths: one["after_cut_twelfths"].as_i64(),
        half_points: (2.0 * one["points"].as_f64().unwrap()) as i64,
        table_point_twelfths: integer(one, "table_point_twelfths"),
        matches: one["matches"].as_u64().unwrap(),
        sat_out: one["sat_out"].as_u64().unwrap(),
        first_places: integer(one, "first_places"),
        opponents_twelfths: integer(one, "opponents_twelfths"),
    };
    let id = |one: &Value| one["player"]["id"].as_str().unwrap().to_owned();
    players.map(|one| (id(one), plain(one))).collect()
}

/// The leaves of the export, all of which the auditor accepts: it draws every round again.
async fn leaves(hall: &Hall<'_>, app: &TestApp) -> Vec<Value> {
    Signer::new(app).await.sign().await;
    let path = format!("{}/ledger/export", hall.club.path);
    let export = hall.club.owner.get(&path).await;
    assert_eq!(export.status, 200, "{}", export.text);
    let (_, exported) = read_export(export.text.as_bytes()).unwrap();
    let mut auditor = audit::Auditor::default();
    let mut leaves = Vec::new();
    for leaf in exported {
        let (seq, leaf) = leaf.unwrap();
        let hash = ledger::evidence::leaf_hash(&leaf);
        auditor
            .entry(&leaf, hash)
            .unwrap_or_else(|error| panic!("{seq}: {error}"));
        leaves.push(serde_json::from_slice(&leaf).unwrap());
    }
    leaves
}

/// All are registered, in eight teams, the last three as substitutes. The last one of the others comes late, and the first round is drawn once more.
async fn begin(hall: &mut Hall<'_>, all: &[String]) {
    let registered = all.iter().enumerate().map(|(number, player)| {
        let team = format!("Team {}", number % 8);
        json!({"player": player, "team": team, "substitute": number >= 64})
    });
    let registered: Vec<Value> = registered.collect();
    let entered = json!({"registered": registered, "checked_in": all[..63]});
    let entered = hall.enter(entered).await;
    assert_eq!(entered["entrants"].as_array().unwrap().len(), 67);
    hall.scorer
        .post(&format!("{}/rounds", hall.at), json!({}))
        .await
        .expect(201);
    hall.enter(json!({"checked_in": [all[63]]})).await;
}

/// Four rounds of 64 with those who come and go, and a final of sixteen. Returns entries to look at, and the tables of the final.
async fn play(hall: &mut Hall<'_>, all: &[String]) -> (Vec<u64>, Vec<Value>) {
    let mut seqs = vec![hall.seq().await];
    let first = hall.begin(1, json!({"redraw": true})).await;
    assert_eq!(first.len(), 16);
    hall.play(&first[..15]).await;
    seqs.push(hall.seq().await);
    hall.play(&first[15..]).await;
    let late = json!({"player": all[3], "points": 10, "reason": "late"});
    let warned = json!({"player": all[4], "round": 1, "reason": "a phone rang"});
    let dealt = json!({"player": all[5], "table_points": 3, "reason": "dealt twice"});
    hall.penalty(late).await;
    hall.penalty(warned).await;
    let given = hall.penalty(dealt).await;
    let penalty = given["penalties"][2]["seq"].as_u64().unwrap();
    hall.enter(json!({"withdrawn": [all[0], all[1]], "checked_in": all[64..66]}))
        .await;
    let second = hall.begin(2, json!({})).await;
    assert_eq!(second.len(), 16, "substitutes fill up the tables");
    hall.play(&second).await;
    hall.correct(&second[4]).await;
    seqs.push(hall.seq().await);
    let withdraw = format!("{}/penalties/{penalty}:withdraw", hall.at);
    let because = json!({"reason": "it was somebody else"});
    hall.referee.post(&withdraw, because).await.expect(200);
    hall.enter(json!({"withdrawn": [all[2], all[64]]})).await;
    // 61 play, and one substitute is too few to fill up a table.
    let third = hall.begin(3, json!({"method": "swiss"})).await;
    assert_eq!(third.len(), 15);
    hall.play(&third).await;
    seqs.push(hall.seq().await);
    let fourth = hall.begin(4, json!({"method": "random"})).await;
    hall.play(&fourth).await;
    seqs.push(hall.seq().await);
    let last = hall.begin(5, json!({"method": "swiss"})).await;
    assert_eq!(last.len(), 4);
    hall.play(&last).await;
    seqs.push(hall.seq().await);
    (seqs, last)
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_play_a_whole_tournament() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let all = players(&club, 67).await;
    let scorer = club.member("scorer", "scorer").await;
    let referee = club.member("referee", "referee").await;
    let at = open(&club, rules()).await;
    let mut hall = Hall {
        club,
        scorer,
        referee,
        at,
        number: 0,
    };
    begin(&mut hall, &all).await;
    let (mut seqs, last) = play(&mut hall, &all).await;
    let closed = format!("{}:close", hall.at);
    let closed = hall.club.owner.post(&closed, json!({})).await.expect(200);
    let final_ones = hall.standings("").await;
    assert_eq!(final_ones["seq"], closed["closed_seq"]);
    assert_eq!(final_ones.get("since_closing"), None);
    // The referee decides after the end: it shows beside the final standings.
    hall.correct(&last[0]).await;
    let winner = &final_ones["players"][0]["player"]["id"];
    hall.penalty(json!({"player": winner, "points": 2.5, "reason": "seen on film"}))
        .await;
    let after = hall.standings("").await;
    assert_eq!(read(&after), read(&final_ones));
    let now = &after["since_closing"];
    assert_ne!(read(now), read(&after));
    seqs.extend([
        closed["closed_seq"].as_u64().unwrap(),
        now["seq"].as_u64().unwrap(),
    ]);
    let leaves = leaves(&hall, &app).await;
    for seq in seqs {
        let said = hall.standings(&format!("?as_of_seq={seq}")).await;
        let expected = plainly::standings(&leaves[..seq as usize]);
        assert_eq!(read(&said), expected, "{seq}");
        teams(&said, &expected);
    }
    check_final(&final_ones, &last);
    check_audit(&hall, &final_ones).await;
}

/// Those of the final are the first sixteen.
fn check_final(final_ones: &Value, last: &[Value]) {
    let seated: Vec<&str> = last
        .iter()
        .flat_map(|table| ids(&table["players"]))
        .collect();
    for one in &final_ones["players"].as_array().unwrap()[..16] {
        assert_eq!(one["finalist"], true);
        assert!(seated.contains(&one["player"]["id"].as_str().unwrap()));
    }
}

/// `faan audit tournament` says the same of the export.
async fn check_audit(hall: &Hall<'_>, final_ones: &Value) {
    let export = format!("{}/ledger/export", hall.club.path);
    let export = hall.club.owner.get(&export).await.text;
    let selection = audit::TournamentSelection::default();
    let found = audit::tournament_standings(export.as_bytes(), selection).unwrap();
    let scores = found[0].standings.players.iter();
    let scores: Vec<i64> = scores.map(|one| one.score_twelfths).collect();
    let said = final_ones["players"].as_array().unwrap().iter();
    let said = said.map(|one| one["score_twelfths"].as_i64().unwrap());
    assert_eq!(scores, said.collect::<Vec<_>>());
}

/// Each team has the sum of what its players come to, without substitutes.
fn teams(said: &Value, expected: &BTreeMap<String, Plain>) {
    let teams = said["teams"].as_array().unwrap();
    let sums: Vec<i64> = teams
        .iter()
        .map(|team| {
            ids(&team["players"])
                .iter()
                .map(|id| expected[*id].score_twelfths)
                .sum()
        })
        .collect();
    for (team, sum) in teams.iter().zip(&sums) {
        assert_eq!(team["score_twelfths"], *sum);
        let better = sums.iter().filter(|other| *other > sum).count();
        assert_eq!(team["rank"], better + 1);
    }
}
