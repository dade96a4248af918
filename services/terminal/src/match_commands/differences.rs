//! The text of the differences that a correction makes.

use evidence::{Deal, Wind};
use serde::Deserialize;

use super::game;
use super::match_outcome::{MatchOutcome, StateAfter};
use super::recorded::Totals;
use crate::club_players::Player;
use crate::name_match::Named as _;
use crate::sheet::signed;

#[derive(Deserialize)]
pub(super) struct Corrected {
    /// The first ones.
    differences: Vec<Difference>,
    /// How many there are.
    total_differences: usize,
    state_after: StateAfter,
}

#[derive(Deserialize)]
struct Difference {
    before: Option<MatchOutcome>,
    after: Option<MatchOutcome>,
}

/// The players of the match.
pub(super) struct Concerned {
    /// All players with known names, participants first.
    pub(super) known: Vec<Player>,
    /// The players in their present seats, chair 1 first.
    pub(super) seats: Vec<Player>,
    /// The gain or loss of every player before the correction.
    pub(super) totals: Totals,
}

impl Corrected {
    /// The outcomes before and after the correction, removed ones first.
    pub(super) fn changes(&self, known: &[Player]) -> String {
        let (gone, standing): (Vec<_>, Vec<_>) =
            self.differences.iter().partition(|one| one.after.is_none());
        let (moved, other): (Vec<_>, Vec<_>) =
            standing.into_iter().partition(|one| one.is_moved(known));
        let lines = gone.into_iter().chain(other).map(|one| one.text(known));
        let mut text: String = lines.collect();
        text += &renumbered(&moved);
        match self.total_differences {
            0 => text += "Nothing is different.\n",
            total if !self.is_complete() => {
                let shown = self.differences.len();
                text += &format!("These are the first {shown} of {total} changes.\n");
            }
            _ => {}
        }
        text
    }

    fn is_complete(&self) -> bool {
        self.differences.len() == self.total_differences
    }

    /// The state of the match after the correction: the running totals, and the next deal. They follow from all differences, and are not known
    /// if only the first ones are.
    pub(super) fn standing(&self, who: &Concerned) -> String {
        if !self.is_complete() {
            return String::new();
        }
        let mut totals = who.totals.clone();
        let mut seats = who.seats.clone();
        for Difference { before, after } in &self.differences {
            for (played, sign) in [(before, -1.0), (after, 1.0)] {
                for payment in played.iter().flat_map(|played| &played.payments) {
                    *totals.entry(payment.player.clone()).or_default() += sign * payment.points;
                }
            }
            // A substitution that is new, or that was removed.
            let comes = |played: &Option<MatchOutcome>| {
                played
                    .as_ref()
                    .and_then(|played| played.substitution(&who.known))
            };
            let stays = before.as_ref().and_then(|played| {
                let (chair, _) = played.substitution(&who.known)?;
                let seated = played.seated(&who.known);
                Some((chair, seated.get(chair.index())?.clone()))
            });
            for (chair, player) in stays.into_iter().chain(comes(after)) {
                if let Some(seat) = seats.get_mut(chair.index()) {
                    *seat = player;
                }
            }
        }
        let totals = totals_line(&who.known, &totals);
        format!("{totals}\n{}", self.state_after.next(&seats))
    }
}

/// The running totals: `Totals: Ming -4, Mei -2, Bo +8, Fong -2`.
pub(super) fn totals_line(known: &[Player], totals: &Totals) -> String {
    let mut left = totals.clone();
    let took_part = known.iter().filter_map(|player| {
        let total = left.remove(&player.id)?;
        Some(format!("{} {}", player.name(), signed(total)))
    });
    format!("Totals: {}", took_part.collect::<Vec<_>>().join(", "))
}

impl Difference {
    /// The numbers before and after.
    fn numbers(&self) -> (Option<u32>, Option<u32>) {
        let number =
            |played: &Option<MatchOutcome>| played.as_ref().and_then(|played| played.number);
        (number(&self.before), number(&self.after))
    }

    /// Whether only the position among the hands differs.
    fn is_moved(&self, known: &[Player]) -> bool {
        let (Some(before), Some(after)) = (&self.before, &self.after) else {
            return false;
        };
        let place = |deal: &Deal| -> (Wind, _) { (deal.round_wind, deal.dealer) };
        let (was, is) = self.numbers();
        was != is
            && place(&before.deal) == place(&after.deal)
            && line(before, known) == line(after, known)
    }

    fn text(&self, known: &[Player]) -> String {
        let what = match self.numbers() {
            (Some(was), Some(is)) if was != is => format!("Hand {was}, now hand {is}"),
            (Some(number), _) | (None, Some(number)) => format!("Hand {number}"),
            (None, None) => "Between two hands".to_owned(),
        };
        let lines = [&self.before, &self.after]
            .map(|played| played.as_ref().map(|played| line(played, known)));
        // Outcomes with equal text differ in their deals.
        let is_same = matches!(&lines, [Some(was), Some(is)] if was == is);
        let [before, after] = match is_same {
            true => [&self.before, &self.after].map(|played| {
                played
                    .as_ref()
                    .map(|played| game::dealing(&played.seated(known), &played.deal))
            }),
            false => lines,
        };
        let or_nothing = |line: Option<String>| line.unwrap_or_else(|| "nothing".to_owned());
        format!(
            "{what}\n  - {}\n  + {}\n",
            or_nothing(before),
            or_nothing(after)
        )
    }
}

fn line(played: &MatchOutcome, known: &[Player]) -> String {
    format!("{}: {}", played.summary(known), played.payments(known))
}

/// `Hands 4–9 are now 3–8`, and so on for each run of hands.
fn renumbered(moved: &[&Difference]) -> String {
    let mut runs: Vec<[(u32, u32); 2]> = Vec::new();
    for (was, is) in moved
        .iter()
        .filter_map(|one| one.numbers().0.zip(one.numbers().1))
    {
        match runs.last_mut() {
            Some([_, last]) if (last.0 + 1, last.1 + 1) == (was, is) => *last = (was, is),
            _ => runs.push([(was, is); 2]),
        }
    }
    let lines = runs.into_iter().map(|[first, last]| match first == last {
        true => format!("Hand {} is now hand {}\n", first.0, first.1),
        false => format!(
            "Hands {}–{} are now {}–{}\n",
            first.0, last.0, first.1, last.1
        ),
    });
    lines.collect()
}
