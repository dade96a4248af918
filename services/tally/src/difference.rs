//! What figures become when one of their matches comes to something else.

use crate::figures::worth;
use crate::{Against, Best, Detail, Figures, Streaks, Totals};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// One of the matches of some figures, for one player: what it came to before, and what it comes to now. Default figures stand for a match
/// in which the player did not take part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    /// What the match came to when the figures were summed up.
    pub before: Figures,
    /// What it comes to now.
    pub after: Figures,
    /// Whether no other match of the figures comes after it in the order of play.
    pub is_last: bool,
}

impl Figures {
    /// What the matches come to after a change of one of them. It takes no longer however many matches there are. None if the sum and the
    /// change do not tell: the best hand of all became a worse one, it is not known which of two equal hands was the first, or a match in
    /// the middle changed a streak. Then all matches have to be joined again ([`Figures::then`]).
    #[must_use]
    pub fn changed(self, change: &Change) -> Option<Self> {
        let Change {
            before,
            after,
            is_last,
        } = change;
        Some(Self {
            totals: self
                .totals
                .changed(&before.totals, &after.totals, *is_last)?,
            detail: self.detail.changed(&before.detail, &after.detail)?,
        })
    }
}

impl Totals {
    fn changed(self, before: &Self, after: &Self, is_last: bool) -> Option<Self> {
        Some(Self {
            matches: count(self.matches, before.matches, after.matches)?,
            half_points: amount(self.half_points, before.half_points, after.half_points)?,
            hands: count(self.hands, before.hands, after.hands)?,
            wins: count(self.wins, before.wins, after.wins)?,
            self_draws: count(self.self_draws, before.self_draws, after.self_draws)?,
            limit_hands: count(self.limit_hands, before.limit_hands, after.limit_hands)?,
            deal_ins: count(self.deal_ins, before.deal_ins, after.deal_ins)?,
            deal_in_half_points: amount(
                self.deal_in_half_points,
                before.deal_in_half_points,
                after.deal_in_half_points,
            )?,
            fan_wins: count(self.fan_wins, before.fan_wins, after.fan_wins)?,
            fan: count(self.fan, before.fan, after.fan)?,
            best: best(
                self.best,
                before.best.as_ref(),
                after.best.as_ref(),
                is_last,
            )?,
            places: places(self.places, &before.places, &after.places)?,
            streaks: streaks(self.streaks, before.streaks, after.streaks, is_last)?,
        })
    }
}

impl Detail {
    fn changed(self, before: &Self, after: &Self) -> Option<Self> {
        Some(Self {
            patterns: entries(self.patterns, &before.patterns, &after.patterns, count)?,
            against: entries(
                self.against,
                &before.against,
                &after.against,
                Against::changed,
            )?,
        })
    }
}

impl Against {
    fn changed(self, before: Self, after: Self) -> Option<Self> {
        Some(Self {
            matches: count(self.matches, before.matches, after.matches)?,
            hands: count(self.hands, before.hands, after.hands)?,
            half_points: amount(self.half_points, before.half_points, after.half_points)?,
        })
    }
}

/// A sum at the limit may have been more than that.
fn count(sum: u64, before: u64, after: u64) -> Option<u64> {
    let exact = Some(sum).filter(|sum| *sum < u64::MAX)?;
    exact.checked_sub(before)?.checked_add(after)
}

/// A sum at a limit may have been beyond it.
fn amount(sum: i64, before: i64, after: i64) -> Option<i64> {
    let exact = Some(sum).filter(|sum| i64::MIN < *sum && *sum < i64::MAX)?;
    exact.checked_sub(before)?.checked_add(after)
}

/// Sums by name. A name that none of the matches has any more is left out.
fn entries<Name: Ord + Clone, Sum: Copy + Default + PartialEq>(
    mut sums: BTreeMap<Name, Sum>,
    before: &BTreeMap<Name, Sum>,
    after: &BTreeMap<Name, Sum>,
    changed: impl Fn(Sum, Sum, Sum) -> Option<Sum>,
) -> Option<BTreeMap<Name, Sum>> {
    let of = |all: &BTreeMap<Name, Sum>, name| all.get(name).copied().unwrap_or_default();
    let names: BTreeSet<&Name> = before.keys().chain(after.keys()).collect();
    for name in names {
        let sum = changed(of(&sums, name), of(before, name), of(after, name))?;
        sums.insert(name.clone(), sum);
    }
    sums.retain(|_, sum| *sum != Sum::default());
    Some(sums)
}

/// How often each place was taken; none after the last one that was.
fn places(mut sums: Vec<u64>, before: &[u64], after: &[u64]) -> Option<Vec<u64>> {
    let until = sums.len().max(before.len()).max(after.len());
    sums.resize(until, 0);
    let of = |all: &[u64], place| all.get(place).copied().unwrap_or_default();
    for (place, sum) in sums.iter_mut().enumerate() {
        *sum = count(*sum, of(before, place), of(after, place))?;
    }
    let taken = sums.iter().rposition(|count| *count > 0);
    sums.truncate(taken.map_or(0, |last| last.saturating_add(1)));
    Some(sums)
}

/// The best hand, if anybody won one; none at all if it is not known which.
fn best(
    of_all: Option<Best>,
    before: Option<&Best>,
    after: Option<&Best>,
    is_last: bool,
) -> Option<Option<Best>> {
    if before == after {
        return Some(of_all);
    }
    let Some(of_all) = of_all else {
        return Some(after.cloned());
    };
    let which = |best: &Best| (best.match_id, best.outcome_id);
    let is_of_match = before.is_some_and(|before| which(before) == which(&of_all));
    let compared = after.map_or(Ordering::Less, |after| worth(after).cmp(&worth(&of_all)));
    match (compared, is_of_match) {
        (Ordering::Greater, _) | (Ordering::Equal, true) => Some(after.cloned()),
        (Ordering::Less, false) => Some(Some(of_all)),
        // The first of equal hands is the best one.
        (Ordering::Equal, false) => is_last.then_some(Some(of_all)),
        (Ordering::Less, true) => None,
    }
}

fn streaks(of_all: Streaks, before: Streaks, after: Streaks, is_last: bool) -> Option<Streaks> {
    if before == after {
        return Some(of_all);
    }
    let is_appended = before == Streaks::default() && is_last;
    is_appended.then(|| of_all.then(after))
}
