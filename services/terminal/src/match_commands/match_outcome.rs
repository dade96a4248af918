//! The outcomes of a match in the answers of the service, and their text at the terminal.

use std::fmt::Write as _;

use client::models::Hand;
use comfy_table::{CellAlignment, ColumnConstraint, Table, TableStyle, Width};
use evidence::{Chair, Deal, Ending, WinnerScore};
use serde::Deserialize;

use super::game::{self, on};
use super::recorded::Totals;
use crate::club_players::{self, Player};
use crate::hand::{pattern, tiles};
use crate::name_match::Named as _;
use crate::sheet::{signed, won};

/// An outcome of a match with its result.
#[derive(Deserialize)]
pub(super) struct MatchOutcome {
    /// Absent in a preview.
    #[serde(default)]
    pub(super) id: Option<String>,
    /// Absent if the outcome is not a hand.
    pub(super) number: Option<u32>,
    pub(super) deal: Deal,
    pub(super) outcome: StatedOutcome,
    pub(super) scores: Vec<WinnerScore>,
    /// The payments of the chairs, chair 1 first.
    pub(super) payments: Vec<Payment>,
    state_after: StateAfter,
}

/// An outcome as it was stated.
#[derive(PartialEq, Deserialize)]
pub(super) struct StatedOutcome {
    kind: String,
    won_by: Option<String>,
    from_chair: Option<Chair>,
    #[serde(default)]
    winners: Vec<Winner>,
    /// The chair of a substitution, and its new player.
    chair: Option<Chair>,
    player: Option<String>,
}

#[derive(PartialEq, Deserialize)]
struct Winner {
    chair: Chair,
    hand: Option<Hand>,
}

#[derive(PartialEq, Deserialize)]
pub(super) struct Payment {
    /// The player in the chair at that time.
    pub(super) player: String,
    pub(super) points: f64,
}

/// The state of the match after an outcome.
#[derive(Deserialize)]
pub(super) struct StateAfter {
    next_number: u32,
    deal: Deal,
    #[serde(default)]
    ending: Option<Ending>,
}

impl StateAfter {
    pub(super) fn next(&self, people: &[Player]) -> String {
        game::next(people, self.next_number, &self.deal, self.ending)
    }
}

impl MatchOutcome {
    /// The players in their chairs at that time, with their names.
    pub(super) fn seated(&self, known: &[Player]) -> Vec<Player> {
        let payments = self.payments.iter();
        payments
            .map(|payment| club_players::known(known, &payment.player))
            .collect()
    }

    /// The chair of a substitution, and its new player.
    pub(super) fn substitution(&self, known: &[Player]) -> Option<(Chair, Player)> {
        let outcome = &self.outcome;
        let comes = outcome
            .player
            .as_ref()
            .filter(|_| outcome.kind == "substitution")?;
        Some((outcome.chair?, club_players::known(known, comes)))
    }

    /// The complete text: the outcome, its patterns, the payments with the totals, and the next hand.
    pub(super) fn text(&self, known: &[Player], before: &Totals) -> String {
        let mut people = self.seated(known);
        let dealing = game::dealing(&people, &self.deal);
        let what = match self.number {
            Some(number) => format!("Hand {number}, {dealing}"),
            None => dealing,
        };
        let mut text = format!("{what}: {}\n", self.summary(known));
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
        text += &self.payment_table(&people, before);
        text.push('\n');
        if let Some((chair, comes)) = self.substitution(known)
            && let Some(seat) = people.get_mut(chair.index())
        {
            *seat = comes;
        }
        text + &self.state_after.next(&people)
    }

    /// A line for each player: the name, the gain or loss, and the total.
    fn payment_table(&self, people: &[Player], before: &Totals) -> String {
        let mut table = Table::new();
        table.load_style(TableStyle::new());
        for (Payment { player, points }, who) in self.payments.iter().zip(people) {
            let total = before.get(player).copied().unwrap_or_default() + points;
            let name = who.name().to_owned();
            table.add_row([name, signed(*points), format!("= {total}")]);
        }
        // The widths include the padding.
        let columns = [
            (CellAlignment::Left, (2, 0), 0),
            (CellAlignment::Right, (1, 0), 9),
            (CellAlignment::Right, (1, 0), 11),
        ];
        for (column, (alignment, padding, width)) in table.column_iter_mut().zip(columns) {
            column.set_cell_alignment(alignment);
            column.set_padding(padding);
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(width)));
        }
        table.trim_fmt()
    }

    /// The outcome in one line: `Bo by self draw, 4 fan`.
    pub(super) fn summary(&self, known: &[Player]) -> String {
        let people = &self.seated(known);
        let outcome = &self.outcome;
        if let Some((chair, comes)) = self.substitution(known) {
            return format!("substitution, {} for {}", comes.name(), on(people, chair));
        }
        let winners = self.scores.iter().map(|WinnerScore { chair, score }| {
            let from = outcome.from_chair.map(|chair| on(people, chair));
            let how = outcome.won_by.as_deref().unwrap_or_default();
            let worth = match score.limit {
                true => "limit".to_owned(),
                false => format!("{} fan", score.fan),
            };
            format!("{}, {worth}", won(on(people, *chair), how, from))
        });
        let winners: Vec<String> = winners.collect();
        match winners.is_empty() {
            true => outcome.kind.replace('_', " "),
            false => winners.join("; "),
        }
    }

    /// The gain or loss of every player: `Ming -4, Mei -2, Bo +8, Fong -2`.
    pub(super) fn payments(&self, known: &[Player]) -> String {
        let people = self.seated(known);
        let each = self.payments.iter().zip(&people);
        let each: Vec<String> = each
            .map(|(payment, who)| format!("{} {}", who.name(), signed(payment.points)))
            .collect();
        each.join(", ")
    }
}

impl StatedOutcome {
    /// The tiles of each winner with a hand, followed by their pictures.
    pub(super) fn tiles(&self) -> Vec<String> {
        let mut winners: Vec<&Winner> = self.winners.iter().collect();
        winners.sort_by_key(|winner| winner.chair);
        let shown = winners
            .into_iter()
            .filter_map(|winner| winner.hand.as_ref());
        shown.map(tiles).collect()
    }
}
