//! What was recorded in a match before, and who sat there then.

use std::collections::HashMap;

use evidence::{Chair, Deal, Wind};
use serde::Deserialize;

use super::seated::Seated;
use crate::account::CliError;
use crate::club_players::{self, Player};
use crate::name_match::{self, Named as _};

/// The sheet of a match.
#[derive(Deserialize)]
pub(super) struct Recorded {
    rounds: Vec<Round>,
    standings: Vec<Standing>,
}

#[derive(Deserialize)]
struct Standing {
    player: Player,
}

#[derive(Deserialize)]
struct Round {
    round_wind: Wind,
    hands: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    number: Option<u32>,
    result: String,
    dealer: Chair,
    extra: u32,
    seats: Vec<Seat>,
}

#[derive(Deserialize)]
struct Seat {
    /// Of a substitution, who goes.
    player: String,
    points: f64,
}

/// What everybody gained or lost, by the ids of the players: a chair's points are not those of who took it over.
pub(super) type Totals = HashMap<String, f64>;

impl Recorded {
    /// Everybody who took part.
    pub(super) fn people(&self) -> Vec<Player> {
        let people = self.standings.iter();
        people.map(|standing| standing.player.clone()).collect()
    }

    /// What everybody gained or lost before something, or so far.
    pub(super) fn totals(&self, before: Option<&str>) -> Totals {
        let mut totals = Totals::new();
        let lines = self.lines().map(|(_, line)| line);
        for line in lines.take_while(|line| Some(line.id.as_str()) != before) {
            for seat in &line.seats {
                *totals.entry(seat.player.clone()).or_default() += seat.points;
            }
        }
        totals
    }

    /// The outcome that is meant, and who sat where in it.
    pub(super) fn meant(&self, text: &str) -> Result<(String, Seated), CliError> {
        let number: Option<u32> = text.parse().ok();
        if let Some(seated) = number.and_then(|number| self.hand(number)) {
            return Ok(seated);
        }
        let found = self
            .lines()
            .filter(|(_, line)| name_match::is_of_id(text, &line.id));
        match found.collect::<Vec<_>>().as_slice() {
            [(wind, line)] => Ok((line.id.clone(), self.seated(*wind, line))),
            _ => Err(CliError::Misused(format!(
                "`{text}` is no hand of this match: a hand is named by its number, as `faan match show` has it, anything else by its id"
            ))),
        }
    }

    /// The hand of this number, and who sat where in it.
    pub(super) fn hand(&self, number: u32) -> Option<(String, Seated)> {
        let mut lines = self.lines();
        let (wind, line) = lines.find(|(_, line)| line.number == Some(number))?;
        Some((line.id.clone(), self.seated(wind, line)))
    }

    /// Who sat where before somebody took over a chair the last time.
    pub(super) fn before_last_substitution(&self) -> Option<Seated> {
        let mut lines = self
            .lines()
            .filter(|(_, line)| line.result == "substitution");
        let first = lines.next()?;
        let (wind, line) = lines.last().unwrap_or(first);
        Some(self.seated(wind, line))
    }

    /// The substitutions by their ids, each with the chair, counted from 1, and the name of who takes it over.
    pub(super) fn newcomers(&self, now: &[Player]) -> Vec<(String, usize, String)> {
        let known = [self.people(), now.to_vec()].concat();
        let ids = |line: &Line| -> Vec<String> {
            let seats = line.seats.iter();
            seats.map(|seat| seat.player.clone()).collect()
        };
        // Who sits there in the next line; after the last, now.
        let next = self.lines().skip(1).map(|(_, line)| ids(line));
        let next = next.chain([now.iter().map(|player| player.id.clone()).collect()]);
        let lines = self.lines().map(|(_, line)| line).zip(next);
        let substitutions = lines.filter(|(line, _)| line.result == "substitution");
        let newcomer = |(line, next): (&Line, Vec<String>)| {
            let mut chairs = (1..).zip(ids(line).into_iter().zip(next));
            let (chair, (_, comes)) = chairs.find(|(_, (goes, comes))| goes != comes)?;
            let comes = club_players::known(&known, &comes).name().to_owned();
            Some((line.id.clone(), chair, comes))
        };
        substitutions.filter_map(newcomer).collect()
    }

    fn lines(&self) -> impl Iterator<Item = (Wind, &Line)> {
        let rounds = self.rounds.iter();
        rounds.flat_map(|round| round.hands.iter().map(|line| (round.round_wind, line)))
    }

    fn seated(&self, round_wind: Wind, line: &Line) -> Seated {
        let known = self.people();
        let people = line.seats.iter();
        let people = people.map(|seat| club_players::known(&known, &seat.player));
        Seated {
            people: people.collect(),
            deal: Deal {
                round_wind,
                dealer: line.dealer,
                extra: line.extra,
            },
        }
    }
}
