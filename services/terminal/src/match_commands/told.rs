//! What came of a hand, told at the terminal.

use std::fmt::Write as _;

use evidence::{Chair, Deal, Ending, Hand, WinnerScore};
use serde::Deserialize;

use unicode_width::UnicodeWidthStr as _;

use super::game::{self, on};
use super::recorded::Totals;
use crate::club_players::{self, Player};
use crate::hand::{pattern, tiles};
use crate::name_match::Named as _;
use crate::sheet::{signed, won};

/// Something that happened in a match, as the service worked it out.
#[derive(Deserialize)]
pub(super) struct Played {
    /// Absent of what is not recorded.
    #[serde(default)]
    pub(super) id: Option<String>,
    /// Absent of what is no hand.
    pub(super) number: Option<u32>,
    pub(super) deal: Deal,
    pub(super) outcome: Said,
    pub(super) scores: Vec<WinnerScore>,
    /// Those of chair 1 first.
    pub(super) payments: Vec<Payment>,
    state_after: State,
}

/// What was said of it.
#[derive(PartialEq, Deserialize)]
pub(super) struct Said {
    kind: String,
    won_by: Option<String>,
    from_chair: Option<Chair>,
    #[serde(default)]
    winners: Vec<Winner>,
    /// Of a substitution, whose place is taken, and who sits there from then on.
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
    /// Who sat there then.
    pub(super) player: String,
    pub(super) points: f64,
}

/// Where the match stands then.
#[derive(Deserialize)]
pub(super) struct State {
    next_number: u32,
    deal: Deal,
    #[serde(default)]
    ending: Option<Ending>,
}

impl State {
    pub(super) fn next(&self, people: &[Player]) -> String {
        game::next(people, self.next_number, &self.deal, self.ending)
    }
}

impl Played {
    /// Who sat where then, of all who are known.
    pub(super) fn seated(&self, known: &[Player]) -> Vec<Player> {
        let payments = self.payments.iter();
        payments
            .map(|payment| club_players::known(known, &payment.player))
            .collect()
    }

    /// The chair that somebody takes over, and who.
    pub(super) fn substitution(&self, known: &[Player]) -> Option<(Chair, Player)> {
        let said = &self.outcome;
        let comes = said
            .player
            .as_ref()
            .filter(|_| said.kind == "substitution")?;
        Some((said.chair?, club_players::known(known, comes)))
    }

    /// All of it: what it was, why it is worth that, who paid, what everybody has then, and what comes next.
    pub(super) fn tell(&self, known: &[Player], before: &Totals) -> String {
        let mut people = self.seated(known);
        let dealing = game::dealing(&people, &self.deal);
        let what = match self.number {
            Some(number) => format!("Hand {number}, {dealing}"),
            None => dealing,
        };
        let mut text = format!("{what}: {}\n", self.story(known));
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
        let longest = people.iter().map(|player| player.name().width()).max();
        for (Payment { player, points }, who) in self.payments.iter().zip(&people) {
            let total = before.get(player).copied().unwrap_or_default() + points;
            let name = who.name();
            // As wide as it is shown: a Chinese character takes two places.
            let space = " ".repeat(longest.unwrap_or_default() - name.width());
            let _ = writeln!(
                text,
                "  {name}{space} {:>8} {:>10}",
                signed(*points),
                format!("= {total}")
            );
        }
        if let Some((chair, comes)) = self.substitution(known)
            && let Some(seat) = people.get_mut(chair.index())
        {
            *seat = comes;
        }
        text + &self.state_after.next(&people)
    }

    /// In one line: `Bo by self draw, 4 fan`.
    pub(super) fn story(&self, known: &[Player]) -> String {
        let people = &self.seated(known);
        let said = &self.outcome;
        if let Some((chair, comes)) = self.substitution(known) {
            return format!("substitution, {} for {}", comes.name(), on(people, chair));
        }
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
    pub(super) fn payments(&self, known: &[Player]) -> String {
        let people = self.seated(known);
        let each = self.payments.iter().zip(&people);
        let each: Vec<String> = each
            .map(|(payment, who)| format!("{} {}", who.name(), signed(payment.points)))
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
