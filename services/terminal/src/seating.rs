//! `faan seating`: who sits where and who sits out, drawn without any server.

use std::path::Path;
use std::process::ExitCode;

use host::{Failure, say};
use seating::{Meetings, Player, Refusal, Table, draw, schedule};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::config::{Draw, Schedule, Seating as Config, SeatingCommand, TournamentSchedule};

/// A round, by names.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    seed: String,
    /// East first.
    tables: Vec<[String; 4]>,
    sitting_out: Vec<String>,
}

pub fn run(config: &Config) -> Result<ExitCode, Failure> {
    let text = match &config.command {
        SeatingCommand::Draw(config) => drawn(config)?,
        SeatingCommand::Schedule(config) => scheduled(config)?,
    };
    say(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// What the lots of places are drawn with, here and at a service.
const SEED_OF_PLACES: &str = "faan";

/// `faan schedule`: a schedule of places, whoever takes them.
pub fn run_schedule(config: &TournamentSchedule) -> Result<ExitCode, Failure> {
    let text = scheduled(&Schedule {
        names: (1..=config.players)
            .map(|place| place.to_string())
            .collect(),
        rounds: config.rounds,
        seed: SEED_OF_PLACES.to_owned(),
        json: config.json,
    })?;
    say(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn drawn(config: &Draw) -> Result<String, Failure> {
    let evening = rounds(config.evening.as_deref())?;
    let season = rounds(config.season.as_deref())?;
    let mut meetings = Meetings::none(config.names.len());
    for round in season.iter().chain(&evening) {
        round.add_to(&mut meetings, &config.names);
    }
    let players: Vec<Player> = config
        .names
        .iter()
        .map(|name| player(name, &evening, &season))
        .collect();
    let drawn =
        draw(&config.seed, &players, &meetings).map_err(|refusal| told(refusal, &config.names))?;
    let round = Round {
        seed: config.seed.clone(),
        tables: drawn
            .tables
            .iter()
            .map(|table| named(table, &config.names))
            .collect(),
        sitting_out: drawn
            .sitting_out
            .iter()
            .filter_map(|&place| config.names.get(place))
            .cloned()
            .collect(),
    };
    match config.json {
        true => Ok(serde_json::to_string(&round)?),
        false => Ok(round.text()),
    }
}

fn scheduled(config: &Schedule) -> Result<String, Failure> {
    let names: Vec<&str> = config.names.iter().map(String::as_str).collect();
    let made = schedule(&config.seed, &names, config.rounds)
        .map_err(|refusal| told(refusal, &config.names))?;
    let rounds = made.rounds.iter().map(|tables| Round {
        seed: config.seed.clone(),
        tables: tables
            .iter()
            .map(|table| named(table, &config.names))
            .collect(),
        sitting_out: Vec::new(),
    });
    if config.json {
        let rounds: Vec<Round> = rounds.collect();
        let made = json!({ "rounds": rounds, "repeats": made.repeats, "least_repeats": made.least_repeats });
        return Ok(made.to_string());
    }
    let rounds = rounds
        .enumerate()
        .map(|(number, round)| format!("Round {}\n{}\n", number + 1, round.text()));
    Ok(format!(
        "{}\n{}",
        rounds.collect::<String>(),
        repeats(made.repeats, made.least_repeats)
    ))
}

/// How often players meet again, and whether that can be avoided.
fn repeats(repeats: u64, least: u64) -> String {
    match (repeats, least) {
        (0, _) => "Nobody meets anybody twice.".to_owned(),
        (_, 0) => format!(
            "Players meet again {repeats} times. It is not known whether that can be avoided."
        ),
        _ if repeats == least => {
            format!("Players meet again {repeats} times. No schedule has fewer.")
        }
        _ => format!("Players meet again {repeats} times. Every schedule has at least {least}."),
    }
}

/// A refusal, by names.
fn told(refusal: Refusal, names: &[String]) -> String {
    match refusal {
        Refusal::SameId { first, .. } => {
            let name = names.get(first).map_or("", String::as_str);
            format!("two players are called {name}: tell them apart")
        }
        Refusal::TooFewPlayers { .. }
        | Refusal::TooManyPlayers { .. }
        | Refusal::NotWholeTables { .. }
        | Refusal::Rounds { .. } => refusal.to_string(),
    }
}

fn rounds(file: Option<&Path>) -> Result<Vec<Round>, Failure> {
    let Some(file) = file else {
        return Ok(Vec::new());
    };
    let unreadable = |error: &dyn std::error::Error| format!("{}: {error}", file.display());
    let bytes = std::fs::read(file).map_err(|error| unreadable(&error))?;
    let text = host::utf8(&bytes).map_err(|why| format!("{}: {why}", file.display()))?;
    let rounds = serde_json::Deserializer::from_str(text).into_iter();
    rounds
        .map(|round| Ok(round.map_err(|error| unreadable(&error))?))
        .collect()
}

fn player(name: &str, evening: &[Round], season: &[Round]) -> Player {
    let count = |rounds: &[Round], is_one: fn(&Round, &str) -> bool| {
        u32::try_from(rounds.iter().filter(|round| is_one(round, name)).count()).unwrap_or(u32::MAX)
    };
    Player {
        sat_out: count(evening, Round::has_out),
        played: count(evening, Round::has_seated),
        sat_out_before: count(season, Round::has_out),
        sat_out_last: evening.last().is_some_and(|round| round.has_out(name)),
        ..Player::new(name)
    }
}

fn named(table: &Table, names: &[String]) -> [String; 4] {
    table
        .0
        .map(|place| names.get(place).cloned().unwrap_or_default())
}

impl Round {
    fn has_out(&self, name: &str) -> bool {
        self.sitting_out.iter().any(|other| other == name)
    }

    fn has_seated(&self, name: &str) -> bool {
        self.tables.iter().flatten().any(|other| other == name)
    }

    /// Those of a table who are there met once more.
    fn add_to(&self, meetings: &mut Meetings, names: &[String]) {
        let place = |name: &String| names.iter().position(|other| other == name);
        for table in &self.tables {
            let there: Vec<usize> = table.iter().filter_map(place).collect();
            for (number, &one) in there.iter().enumerate() {
                for &other in there.iter().take(number) {
                    meetings.add(one, other, 1);
                }
            }
        }
    }

    fn text(&self) -> String {
        let tables = self
            .tables
            .iter()
            .enumerate()
            .map(|(number, [east, south, west, north])| {
                format!(
                    "Table {}: East {east}, South {south}, West {west}, North {north}\n",
                    number + 1
                )
            });
        let mut text: String = tables.collect();
        if !self.sitting_out.is_empty() {
            text += &format!("Sitting out: {}\n", self.sitting_out.join(", "));
        }
        text.trim_end().to_owned()
    }
}
