//! What a correction changes, told at the terminal.

use evidence::{Deal, Wind};
use serde::Deserialize;

use super::game;
use super::recorded::Totals;
use super::told::{Played, State};
use crate::club_players::Player;
use crate::name_match::Named as _;
use crate::sheet::signed;

#[derive(Deserialize)]
pub(super) struct Corrected {
    differences: Vec<Difference>,
    state_after: State,
}

#[derive(Deserialize)]
struct Difference {
    before: Option<Played>,
    after: Option<Played>,
}

/// Who is concerned.
pub(super) struct Concerned {
    /// Everybody who may be named, those who took part first.
    pub(super) known: Vec<Player>,
    /// Who sits there now, chair 1 first.
    pub(super) seats: Vec<Player>,
    /// What everybody gained or lost without the correction.
    pub(super) totals: Totals,
}

impl Corrected {
    /// What was and what is instead, what is gone first.
    pub(super) fn changes(&self, known: &[Player]) -> String {
        let (gone, standing): (Vec<_>, Vec<_>) =
            self.differences.iter().partition(|one| one.after.is_none());
        let (moved, other): (Vec<_>, Vec<_>) =
            standing.into_iter().partition(|one| one.is_moved(known));
        let told = gone.into_iter().chain(other).map(|one| one.tell(known));
        let mut text: String = told.collect();
        text += &renumbered(&moved);
        if self.differences.is_empty() {
            text += "Nothing is different.\n";
        }
        text
    }

    /// Where the match would stand then: everybody's running total, and whose deal is next.
    pub(super) fn standing(&self, who: &Concerned) -> String {
        let mut totals = who.totals.clone();
        let mut seats = who.seats.clone();
        for Difference { before, after } in &self.differences {
            for (played, sign) in [(before, -1.0), (after, 1.0)] {
                for payment in played.iter().flat_map(|played| &played.payments) {
                    *totals.entry(payment.player.clone()).or_default() += sign * payment.points;
                }
            }
            // Who takes over a chair now, or does not any more.
            let comes = |played: &Option<Played>| {
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
        let totals = told(&who.known, &totals);
        format!("{totals}\n{}", self.state_after.next(&seats))
    }
}

/// Everybody's running total: `Totals: Ming -4, Mei -2, Bo +8, Fong -2`.
pub(super) fn told(known: &[Player], totals: &Totals) -> String {
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
        let number = |played: &Option<Played>| played.as_ref().and_then(|played| played.number);
        (number(&self.before), number(&self.after))
    }

    /// Whether nothing but its place among the hands is another.
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

    fn tell(&self, known: &[Player]) -> String {
        let what = match self.numbers() {
            (Some(was), Some(is)) if was != is => format!("Hand {was}, now hand {is}"),
            (Some(number), _) | (None, Some(number)) => format!("Hand {number}"),
            (None, None) => "Between two hands".to_owned(),
        };
        let lines = [&self.before, &self.after]
            .map(|played| played.as_ref().map(|played| line(played, known)));
        // What comes to the same differs in its deal.
        let is_same = matches!(&lines, [Some(was), Some(is)] if was == is);
        let [before, after] = match is_same {
            true => [&self.before, &self.after].map(|played| {
                played
                    .as_ref()
                    .map(|played| game::dealing(&played.seated(known), &played.deal))
            }),
            false => lines,
        };
        let tell = |told: Option<String>| told.unwrap_or_else(|| "nothing".to_owned());
        format!("{what}\n  - {}\n  + {}\n", tell(before), tell(after))
    }
}

fn line(played: &Played, known: &[Player]) -> String {
    format!("{}: {}", played.story(known), played.payments(known))
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
