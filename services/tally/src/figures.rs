//! What matches come to for one player, and what two stretches of them come to together.

use evidence::{Hand, MatchId, OutcomeId, PlayerId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What some consecutive matches come to for one player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    /// What a table of standings shows.
    pub totals: Totals,
    /// What a page about the player shows, too.
    pub detail: Detail,
}

/// What a table of standings shows of a player.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// The matches the player took part in.
    pub matches: u64,
    /// What they gained (positive) or lost, in half points; penalties are in it.
    pub half_points: i64,
    /// The hands they sat at.
    pub hands: u64,
    /// Those they won.
    pub wins: u64,
    /// Those they won by self-draw.
    pub self_draws: u64,
    /// Those they won with a limit hand.
    pub limit_hands: u64,
    /// Those that others won by the player's discard or kong.
    pub deal_ins: u64,
    /// What the player paid in those, in half points; not negative.
    pub deal_in_half_points: i64,
    /// The wins whose fan are known: neither limit hands nor agreed.
    pub fan_wins: u64,
    /// The fan of those wins together.
    pub fan: u64,
    /// The best hand.
    pub best: Option<Best>,
    /// How many matches that are over the player finished first, second and so on. Who gained the same shares the better place.
    pub places: Vec<u64>,
    /// Of the matches that are over, in the order of play, how many in a row brought a gain.
    pub streaks: Streaks,
}

/// What a page about a player shows beside the totals.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detail {
    /// How often each pattern counted in the player's wins.
    pub patterns: BTreeMap<String, u64>,
    /// How it went with everybody they played with.
    pub against: BTreeMap<PlayerId, Against>,
}

/// How it went between two players.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Against {
    /// The matches they both took part in.
    pub matches: u64,
    /// The hands they both sat at.
    pub hands: u64,
    /// What came from the other (positive) or went to them, in half points.
    pub half_points: i64,
}

/// A hand that was won.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// Whether it was a limit hand: none is better.
    pub limit: bool,
    /// Its fan; 0 for a limit hand.
    pub fan: u32,
    /// What it brought, in half points.
    pub half_points: i64,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The hand.
    pub outcome_id: OutcomeId,
    /// Its tiles; none if the result was declared.
    pub hand: Option<Hand>,
    /// The patterns that counted.
    pub patterns: Vec<String>,
}

/// Runs of matches that brought a gain. Enough is kept to join two stretches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Streaks {
    /// The matches.
    pub matches: u64,
    /// How many at the start brought a gain, one after the other.
    pub first: u64,
    /// How many at the end did: the streak that goes on.
    pub current: u64,
    /// The longest streak.
    pub longest: u64,
}

impl Figures {
    /// What these matches and later ones come to together.
    #[must_use]
    pub fn then(self, later: Self) -> Self {
        Self {
            totals: self.totals.then(later.totals),
            detail: self.detail.then(later.detail),
        }
    }
}

impl Totals {
    /// What these matches and later ones come to together.
    #[must_use]
    pub fn then(self, later: Self) -> Self {
        Self {
            matches: self.matches.saturating_add(later.matches),
            half_points: self.half_points.saturating_add(later.half_points),
            hands: self.hands.saturating_add(later.hands),
            wins: self.wins.saturating_add(later.wins),
            self_draws: self.self_draws.saturating_add(later.self_draws),
            limit_hands: self.limit_hands.saturating_add(later.limit_hands),
            deal_ins: self.deal_ins.saturating_add(later.deal_ins),
            deal_in_half_points: self
                .deal_in_half_points
                .saturating_add(later.deal_in_half_points),
            fan_wins: self.fan_wins.saturating_add(later.fan_wins),
            fan: self.fan.saturating_add(later.fan),
            best: better(self.best, later.best),
            places: added(self.places, &later.places),
            streaks: self.streaks.then(later.streaks),
        }
    }

    /// The fan of a win on average, where they are known.
    pub fn average_fan(&self) -> Option<f64> {
        (self.fan_wins > 0).then(|| self.fan as f64 / self.fan_wins as f64)
    }

    /// Notes that a match is over.
    pub(crate) fn finish(&mut self, place: usize) {
        let until = self.places.len().max(place);
        self.places.resize(until, 0);
        if let Some(count) = place.checked_sub(1).and_then(|at| self.places.get_mut(at)) {
            *count = count.saturating_add(1);
        }
        let gained = u64::from(self.half_points > 0);
        self.streaks = Streaks {
            matches: 1,
            first: gained,
            current: gained,
            longest: gained,
        };
    }

    /// Notes a hand that was won.
    pub(crate) fn won(&mut self, best: Best) {
        self.best = better(self.best.take(), Some(best));
    }
}

impl Detail {
    /// What these matches and later ones come to together.
    #[must_use]
    pub fn then(mut self, later: Self) -> Self {
        for (pattern, times) in later.patterns {
            let count = self.patterns.entry(pattern).or_default();
            *count = count.saturating_add(times);
        }
        for (player, with) in later.against {
            let so_far = self.against.entry(player).or_default();
            *so_far = so_far.then(with);
        }
        self
    }

    /// The same where some players turned out to be others.
    #[must_use]
    pub fn counting(self, for_whom: impl Fn(PlayerId) -> PlayerId) -> Self {
        let mut against: BTreeMap<PlayerId, Against> = BTreeMap::new();
        for (player, with) in self.against {
            let so_far = against.entry(for_whom(player)).or_default();
            *so_far = so_far.then(with);
        }
        Self { against, ..self }
    }
}

impl Against {
    fn then(self, later: Self) -> Self {
        Self {
            matches: self.matches.saturating_add(later.matches),
            hands: self.hands.saturating_add(later.hands),
            half_points: self.half_points.saturating_add(later.half_points),
        }
    }
}

impl Streaks {
    pub(crate) fn then(self, later: Self) -> Self {
        let across = self.current.saturating_add(later.first);
        let reaches = |run: u64, whole: u64, on: u64| {
            if run == whole {
                run.saturating_add(on)
            } else {
                run
            }
        };
        Self {
            matches: self.matches.saturating_add(later.matches),
            first: reaches(self.first, self.matches, later.first),
            current: reaches(later.current, later.matches, self.current),
            longest: self.longest.max(later.longest).max(across),
        }
    }
}

/// The better of two hands: a limit hand, more fan, more points; of equal ones the earlier.
fn better(earlier: Option<Best>, later: Option<Best>) -> Option<Best> {
    match (earlier, later) {
        (Some(earlier), Some(later)) if worth(&later) > worth(&earlier) => Some(later),
        (Some(earlier), _) => Some(earlier),
        (None, later) => later,
    }
}

/// By what hands are compared.
pub(crate) fn worth(best: &Best) -> (bool, u32, i64) {
    (best.limit, best.fan, best.half_points)
}

fn added(mut some: Vec<u64>, more: &[u64]) -> Vec<u64> {
    some.resize(some.len().max(more.len()), 0);
    for (count, more) in some.iter_mut().zip(more) {
        *count = count.saturating_add(*more);
    }
    some
}
