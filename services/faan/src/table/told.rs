//! What came of a hand, told at the terminal.

use std::fmt::Write as _;

use ::evidence::{Chair, Deal, Ending, Hand, WinnerScore};
use serde::Deserialize;

use super::game::{self, on};
use crate::hand::{pattern, tiles};
use crate::players::Player;
use crate::sheet::{signed, won};

/// Something that happened in a match, as the service worked it out.
#[derive(Deserialize)]
pub(super) struct Played {
    /// Absent of what is no hand.
    pub(super) number: Option<u32>,
    pub(super) deal: Deal,
    pub(super) outcome: Said,
    scores: Vec<WinnerScore>,
    payments: Vec<Payment>,
    state_after: State,
}

/// What was said of it.
#[derive(Deserialize)]
pub(super) struct Said {
    kind: String,
    won_by: Option<String>,
    from_chair: Option<Chair>,
    #[serde(default)]
    winners: Vec<Winner>,
}

#[derive(Deserialize)]
struct Winner {
    chair: Chair,
    hand: Option<Hand>,
}

#[derive(Deserialize)]
struct Payment {
    chair: Chair,
    points: f64,
}

/// Where the match stands then.
#[derive(Deserialize)]
pub(super) struct State {
    next_number: u32,
    deal: Deal,
    total_points: [f64; 4],
    #[serde(default)]
    ending: Option<Ending>,
}

impl State {
    pub(super) fn next(&self, people: &[Player]) -> String {
        game::next(people, self.next_number, &self.deal, self.ending)
    }

    /// Everybody's running total: `Ming -4, Mei -2, Bo +8, Fong -2`.
    pub(super) fn totals(&self, people: &[Player]) -> String {
        let each = Chair::ALL.map(|chair| {
            let total = chair.of(&self.total_points);
            format!("{} {}", on(people, chair), signed(*total))
        });
        each.join(", ")
    }
}

impl Played {
    /// All of it: what it was, why it is worth that, who paid, and what comes next.
    pub(super) fn tell(&self, people: &[Player]) -> String {
        let what = match self.number {
            Some(number) => format!("Hand {number}, {}", game::dealing(people, &self.deal)),
            None => game::dealing(people, &self.deal),
        };
        let mut text = format!("{what}: {}\n", self.story(people));
        for line in self.outcome.tiles() {
            let _ = writeln!(text, "  {line}");
        }
        for WinnerScore { score, .. } in &self.scores {
            for counted in &score.counted {
                let worth = match counted.limit {
                    true => "limit".to_owned(),
                    false => format!("{} fan", counted.fan),
                };
                let times = match counted.count {
                    1 => String::new(),
                    count => format!(" × {count}"),
                };
                let _ = writeln!(text, "  {worth:<7} {}{times}", pattern(&counted.pattern));
            }
        }
        let longest = people.iter().map(width).max().unwrap_or(0);
        for Payment { chair, points } in &self.payments {
            let total = chair.of(&self.state_after.total_points);
            let name = on(people, *chair);
            let _ = writeln!(
                text,
                "  {name:<longest$} {:>8} {:>10}",
                signed(*points),
                format!("= {total}")
            );
        }
        text + &self.state_after.next(people)
    }

    /// In one line: `Bo by self draw, 4 fan`.
    pub(super) fn story(&self, people: &[Player]) -> String {
        let said = &self.outcome;
        let winners = self.scores.iter().map(|WinnerScore { chair, score }| {
            let from = said.from_chair.map(|chair| on(people, chair));
            let how = said.won_by.as_deref().unwrap_or_default();
            let worth = match score.limit {
                true => "limit".to_owned(),
                false => format!("{} fan", score.fan),
            };
            format!("{}, {worth}", won(on(people, *chair), how, from))
        });
        let winners: Vec<String> = winners.collect();
        match winners.is_empty() {
            true => said.kind.replace('_', " "),
            false => winners.join("; "),
        }
    }

    /// What everybody got or paid: `Ming -4, Mei -2, Bo +8, Fong -2`.
    pub(super) fn payments(&self, people: &[Player]) -> String {
        let each = self.payments.iter();
        let each: Vec<String> = each
            .map(|Payment { chair, points }| format!("{} {}", on(people, *chair), signed(*points)))
            .collect();
        each.join(", ")
    }
}

impl Said {
    /// The tiles of each winner who showed any, with pictures last.
    pub(super) fn tiles(&self) -> Vec<String> {
        let mut winners: Vec<&Winner> = self.winners.iter().collect();
        winners.sort_by_key(|winner| winner.chair);
        let shown = winners
            .into_iter()
            .filter_map(|winner| winner.hand.as_ref());
        shown.map(tiles).collect()
    }
}

fn width(player: &Player) -> usize {
    crate::named::Named::name(player).chars().count()
}
