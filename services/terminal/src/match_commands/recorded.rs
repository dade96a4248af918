//! The recorded outcomes of a match, with the seats at that time.

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
    /// The player. For a substitution, the player who leaves.
    player: String,
    points: f64,
}

/// The gain or loss of every player, by the id of the player and not by the chair, since a substitute starts with no points.
pub(super) type Totals = HashMap<String, f64>;

impl Recorded {
    /// All participants.
    pub(super) fn people(&self) -> Vec<Player> {
        let people = self.standings.iter();
        people.map(|standing| standing.player.clone()).collect()
    }

    /// The gain or loss of every player before an outcome, or of all outcomes.
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

    /// The outcome with this number or id, and its seats.
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

    /// The hand with this number, and its seats.
    pub(super) fn hand(&self, number: u32) -> Option<(String, Seated)> {
        let mut lines = self.lines();
        let (wind, line) = lines.find(|(_, line)| line.number == Some(number))?;
        Some((line.id.clone(), self.seated(wind, line)))
    }

    /// The seats before the last substitution.
    pub(super) fn before_last_substitution(&self) -> Option<Seated> {
        let mut lines = self
            .lines()
            .filter(|(_, line)| line.result == "substitution");
        let first = lines.next()?;
        let (wind, line) = lines.last().unwrap_or(first);
        Some(self.seated(wind, line))
    }

    /// The substitutions by their ids, each with the chair, counted from 1, and the name of the substitute.
    pub(super) fn newcomers(&self, now: &[Player]) -> Vec<(String, usize, String)> {
        let known = [self.people(), now.to_vec()].concat();
        let ids = |line: &Line| -> Vec<String> {
            let seats = line.seats.iter();
            seats.map(|seat| seat.player.clone()).collect()
        };
        // The seats of the next line; after the last line, the present ones.
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
