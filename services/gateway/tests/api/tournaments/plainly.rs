//! The standings of a tournament, added up in the plainest way from the JSON of the leaves, and nothing else.

use std::collections::BTreeMap;

use serde_json::Value;

/// What a player comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) rank: Option<usize>,
    pub(super) score_twelfths: i64,
    pub(super) after_cut_twelfths: Option<i64>,
    pub(super) half_points: i64,
    pub(super) table_point_twelfths: i64,
    pub(super) matches: u64,
    pub(super) sat_out: u64,
    pub(super) first_places: i64,
    pub(super) opponents_twelfths: i64,
}

#[derive(Default)]
struct Player {
    plain: Plain,
    after_cut: i64,
    met: Vec<String>,
    is_substitute: bool,
    has_place: bool,
    is_finalist: bool,
}

/// What each chair won in each outcome of each match.
type Matches = BTreeMap<String, BTreeMap<String, [i64; 4]>>;

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn chairs(result: &Value) -> [i64; 4] {
    let mut won = [0; 4];
    for leg in list(&result["legs"]) {
        if let Some(chair) = leg["chair"].as_u64() {
            won[chair as usize - 1] += leg["half_points"].as_i64().unwrap();
        }
    }
    won
}

fn matches(leaves: &[Value]) -> Matches {
    let mut matches = Matches::new();
    for leaf in leaves {
        let of = || text(&leaf["match"]);
        match leaf["kind"].as_str().unwrap() {
            "match_opened" => {
                matches.insert(of(), BTreeMap::new());
            }
            "outcome_recorded" => {
                let outcomes = matches.get_mut(&of()).unwrap();
                outcomes.insert(text(&leaf["outcome_id"]), chairs(&leaf["result"]));
            }
            "match_corrected" => {
                let outcomes = matches.get_mut(&of()).unwrap();
                for change in list(&leaf["changes"]) {
                    if change["kind"] == "void" {
                        outcomes.remove(change["outcome_id"].as_str().unwrap());
                    }
                }
                for result in list(&leaf["results"]) {
                    outcomes.insert(text(&result["outcome_id"]), chairs(&result["result"]));
                }
            }
            _ => {}
        }
    }
    matches
}

/// The table points of each chair, in twelfths: the best chair has the first place, and equal ones share.
fn table_points(won: [i64; 4], places: [i64; 4]) -> [i64; 4] {
    let mut points = [0; 4];
    for (chair, own) in won.iter().enumerate() {
        let shared: Vec<i64> = (0..4)
            .filter(|place| {
                let better = won.iter().filter(|other| *other > own).count();
                let as_good = won.iter().filter(|other| *other >= own).count();
                (better..as_good).contains(place)
            })
            .map(|place| places[place])
            .collect();
        points[chair] = 12 * shared.iter().sum::<i64>() / shared.len() as i64;
    }
    points
}

/// The rounds that count: their numbers, tables, who sits out, and matches.
fn rounds(leaves: &[Value]) -> Vec<(u64, &Value, Vec<String>)> {
    let mut rounds: Vec<(u64, &Value, Vec<String>)> = Vec::new();
    for leaf in leaves {
        let number = || leaf["round"].as_u64().unwrap();
        if leaf["kind"] == "tournament_round_drawn" {
            rounds.retain(|(other, _, _)| *other != number());
            rounds.push((number(), leaf, Vec::new()));
        } else if leaf["kind"] == "tournament_round_opened" {
            let mut drawn = rounds.iter_mut();
            let drawn = drawn.find(|(other, _, _)| *other == number()).unwrap();
            drawn.2 = list(&leaf["matches"]).map(text).collect();
        }
    }
    rounds.retain(|(_, _, matches)| !matches.is_empty());
    rounds
}

/// Somebody's points, table points in twelfths, and the round in which they count.
type Counted = (String, i64, i64, u64);

/// What counts for whom: rounds that were sat out, matches and penalties; and who met with which results.
struct Counting {
    counted: Vec<Counted>,
    met: Vec<(Vec<String>, [i64; 4])>,
}

impl Counting {
    fn of(leaves: &[Value], rules: &Value) -> Self {
        let places = [0, 1, 2, 3].map(|place| rules["table_points"][place].as_i64().unwrap());
        let played = matches(leaves);
        let (mut counted, mut met) = (penalties(leaves), Vec::new());
        for (round, drawn, matches) in rounds(leaves) {
            for id in list(&drawn["sitting_out"]) {
                let of = &rules["sat_out"];
                let half_points = of["half_points"].as_i64().unwrap();
                let table_points = of["table_points"].as_i64().unwrap();
                counted.push((text(id), half_points, 12 * table_points, round));
            }
            for (table, id) in list(&drawn["tables"]).zip(&matches) {
                let outcomes = &played[id];
                if outcomes.is_empty() {
                    continue;
                }
                let mut won = [0; 4];
                for outcome in outcomes.values() {
                    (0..4).for_each(|chair| won[chair] += outcome[chair]);
                }
                let seated: Vec<String> = list(table).map(text).collect();
                for (chair, points) in table_points(won, places).into_iter().enumerate() {
                    counted.push((seated[chair].clone(), won[chair], points, round));
                }
                met.push((seated, won));
            }
        }
        Self { counted, met }
    }
}

/// The standings that these leaves of a club with one tournament come to, whose score is of points and table points, and whose ties are first places
/// and opponents.
pub(super) fn standings(leaves: &[Value]) -> BTreeMap<String, Plain> {
    let mut opened = leaves.iter();
    let opened = opened.find(|leaf| leaf["kind"] == "tournament_opened");
    let rules = &opened.unwrap()["rules"];
    let cut = rules["cut"]["after_round"].as_u64().unwrap();
    let mut players: BTreeMap<String, Player> = BTreeMap::new();
    for one in leaves.iter().flat_map(|leaf| list(&leaf["registered"])) {
        let player = players.entry(text(&one["player"])).or_default();
        player.is_substitute = one["substitute"] == true;
    }
    let Counting { counted, met } = Counting::of(leaves, rules);
    for (id, half_points, twelfths, round) in counted {
        let player = players.get_mut(&id).unwrap();
        player.plain.half_points += half_points;
        player.plain.table_point_twelfths += twelfths;
        if round > cut {
            player.after_cut += 6 * half_points + twelfths;
        }
    }
    for (round, drawn, _) in rounds(leaves) {
        let seated = list(&drawn["tables"]).flat_map(list);
        for id in seated.chain(list(&drawn["sitting_out"])) {
            let player = players.get_mut(id.as_str().unwrap()).unwrap();
            player.has_place = true;
            player.is_finalist |= round > cut;
        }
        for id in list(&drawn["sitting_out"]) {
            let player = players.get_mut(id.as_str().unwrap()).unwrap();
            player.plain.sat_out += 1;
        }
    }
    for (seated, won) in met {
        for (chair, id) in seated.iter().enumerate() {
            let player = players.get_mut(id).unwrap();
            player.plain.matches += 1;
            let is_first = won.iter().all(|other| *other <= won[chair]);
            player.plain.first_places += i64::from(is_first);
            let others = seated.iter().filter(|other| *other != id);
            player.met.extend(others.cloned());
        }
    }
    ranked(players)
}

/// What the penalties that count take away.
fn penalties(leaves: &[Value]) -> Vec<Counted> {
    let withdrawn: Vec<u64> = leaves
        .iter()
        .filter(|leaf| leaf["kind"] == "penalty_withdrawn")
        .map(|leaf| leaf["penalty"].as_u64().unwrap())
        .collect();
    let (mut penalties, mut last) = (Vec::new(), 0);
    for leaf in leaves {
        if leaf["kind"] == "tournament_round_drawn" {
            last = leaf["round"].as_u64().unwrap();
        }
        let counts = !withdrawn.contains(&leaf["seq"].as_u64().unwrap());
        if leaf["kind"] == "penalty_given" && counts {
            penalties.push((
                text(&leaf["player"]),
                -leaf["half_points"].as_i64().unwrap(),
                -12 * leaf["table_points"].as_i64().unwrap(),
                leaf["round"].as_u64().unwrap_or(last),
            ));
        }
    }
    penalties
}

fn ranked(mut players: BTreeMap<String, Player>) -> BTreeMap<String, Plain> {
    let score = |player: &Player| 6 * player.plain.half_points + player.plain.table_point_twelfths;
    let scores: BTreeMap<String, i64> = players
        .iter()
        .map(|(id, player)| (id.clone(), score(player)))
        .collect();
    for player in players.values_mut() {
        player.plain.score_twelfths = score(player);
        player.plain.after_cut_twelfths = player.is_finalist.then_some(player.after_cut);
        player.plain.opponents_twelfths = player.met.iter().map(|id| scores[id]).sum();
    }
    let key = |player: &Player| {
        let plain = &player.plain;
        let (first, then) = match player.is_finalist {
            true => (player.after_cut, plain.score_twelfths - player.after_cut),
            false => (plain.score_twelfths, 0),
        };
        let ties = (plain.first_places, plain.opponents_twelfths);
        (player.is_finalist, first, then, ties)
    };
    let is_ranked = |player: &Player| player.has_place && !player.is_substitute;
    let keys: Vec<_> = players
        .values()
        .filter(|one| is_ranked(one))
        .map(key)
        .collect();
    let ranks: BTreeMap<String, usize> = players
        .iter()
        .filter(|(_, player)| is_ranked(player))
        .map(|(id, player)| {
            let better = keys.iter().filter(|other| **other > key(player)).count();
            (id.clone(), better + 1)
        })
        .collect();
    let plain = players.into_iter().map(|(id, player)| {
        let rank = ranks.get(&id).copied();
        (
            id,
            Plain {
                rank,
                ..player.plain
            },
        )
    });
    plain.collect()
}
