//! What counts of what a reading shows: the pattern part of a variant, as masks.

use super::worth::{Cap, Group, Value, Worth};
use crate::condition::{Condition, Conditions};
use crate::counted::{Capped, LeftOutReason};
use crate::pattern::{Matches, PatternIndex, PatternSet};

/// The values of a variant's patterns and what leaves one out for another.
#[derive(Debug)]
pub(crate) struct Counting {
    fan: [u32; PatternIndex::COUNT],
    /// The same of those that count toward the minimum, and 0 of the others.
    fan_toward_minimum: [u32; PatternIndex::COUNT],
    includes: [PatternSet; PatternIndex::COUNT],
    when: [Conditions; PatternIndex::COUNT],
    valued: PatternSet,
    limit: PatternSet,
    toward_minimum: PatternSet,
    /// Those with `includes`.
    including: PatternSet,
    /// Those with `when`.
    conditional: PatternSet,
    /// Of each, in this order, only the best counts.
    groups: Vec<Vec<PatternIndex>>,
    grouped: PatternSet,
    /// Each list of patterns brings at most so many fan.
    caps: Vec<(PatternSet, u32)>,
}

/// What counts in one reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    pub(crate) counted: PatternSet,
    pub(crate) fan: u32,
    pub(crate) fan_toward_minimum: u32,
    pub(crate) limit: bool,
}

/// What is left of the matched patterns after each step.
struct Steps {
    /// With a value and with their conditions met.
    active: PatternSet,
    /// Only the limits, if there are any.
    strongest: PatternSet,
    /// Not included by an active one.
    alone: PatternSet,
    /// The best of each group.
    counted: PatternSet,
}

impl Counting {
    pub(super) fn of(worths: &[Option<Worth>], groups: &[Group], caps: &[Cap]) -> Counting {
        let mut counting = Counting {
            fan: [0; PatternIndex::COUNT],
            fan_toward_minimum: [0; PatternIndex::COUNT],
            includes: [PatternSet::EMPTY; PatternIndex::COUNT],
            when: [Conditions::NONE; PatternIndex::COUNT],
            valued: PatternSet::EMPTY,
            limit: PatternSet::EMPTY,
            toward_minimum: PatternSet::EMPTY,
            including: PatternSet::EMPTY,
            conditional: PatternSet::EMPTY,
            grouped: groups
                .iter()
                .flat_map(|group| &group.patterns)
                .copied()
                .collect(),
            groups: groups.iter().map(|group| group.patterns.clone()).collect(),
            caps: caps
                .iter()
                .map(|cap| (cap.patterns.iter().copied().collect(), cap.fan))
                .collect(),
        };
        for (pattern, worth) in PatternIndex::all().zip(worths) {
            if let Some(worth) = worth {
                counting.add(pattern, worth);
            }
        }
        counting
    }

    fn add(&mut self, pattern: PatternIndex, worth: &Worth) {
        let place = pattern.index();
        self.valued.insert(pattern);
        self.fan[place] = worth.fan();
        if worth.counts_toward_minimum {
            self.fan_toward_minimum[place] = worth.fan();
        }
        self.includes[place] = worth.includes.iter().copied().collect();
        self.when[place] = worth.when.iter().copied().collect();
        let kinds = [
            (&mut self.limit, worth.value == Value::Limit),
            (&mut self.toward_minimum, worth.counts_toward_minimum),
            (&mut self.including, !worth.includes.is_empty()),
            (&mut self.conditional, !worth.when.is_empty()),
        ];
        for (set, holds) in kinds {
            if holds {
                set.insert(pattern);
            }
        }
    }

    /// The patterns that a variant sets conditions for.
    pub(crate) fn conditional(&self) -> PatternSet {
        self.conditional
    }

    pub(crate) fn is_limit(&self, pattern: PatternIndex) -> bool {
        self.limit.contains(pattern)
    }

    pub(crate) fn counts_toward_minimum(&self, pattern: PatternIndex) -> bool {
        self.toward_minimum.contains(pattern)
    }

    /// The fan a pattern brings.
    pub(crate) fn fan(&self, matches: &Matches, pattern: PatternIndex) -> u32 {
        self.fan[pattern.index()] * matches.times(pattern)
    }

    /// What counts of what a reading shows.
    pub(crate) fn count(&self, matches: &Matches) -> Count {
        let Steps { counted, .. } = self.steps(matches);
        let (mut fan, mut fan_toward_minimum) = self.sum(matches, counted);
        for Capped {
            patterns,
            fan_before,
            fan: most,
        } in self.capped(matches, counted)
        {
            fan -= fan_before - most;
            // Where no fan are taken away in all, none are taken away of those toward the minimum.
            let (_, toward_before) = self.sum(matches, patterns);
            fan_toward_minimum -= toward_before.saturating_sub(most);
        }
        Count {
            counted,
            fan,
            fan_toward_minimum,
            limit: !(counted & self.limit).is_empty(),
        }
    }

    /// The caps that take fan away from what counts.
    pub(crate) fn capped(
        &self,
        matches: &Matches,
        counted: PatternSet,
    ) -> impl Iterator<Item = Capped> {
        self.caps.iter().filter_map(move |&(capped, most)| {
            let patterns = counted & capped;
            let (fan_before, _) = self.sum(matches, patterns);
            (fan_before > most).then_some(Capped {
                patterns,
                fan_before,
                fan: most,
            })
        })
    }

    fn steps(&self, matches: &Matches) -> Steps {
        let failed =
            |&pattern: &PatternIndex| !matches.conditions.contain(self.when[pattern.index()]);
        let valued = matches.patterns & self.valued;
        let active = valued - (valued & self.conditional).filter(failed).collect();
        let strongest = match active & self.limit {
            PatternSet::EMPTY => active,
            limits => limits,
        };
        let included = |all, pattern: PatternIndex| all | self.includes[pattern.index()];
        let alone = strongest - (active & self.including).fold(PatternSet::EMPTY, included);
        Steps {
            active,
            strongest,
            alone,
            counted: self.best_of_groups(matches, alone),
        }
    }

    fn best_of_groups(&self, matches: &Matches, patterns: PatternSet) -> PatternSet {
        let mut best = patterns;
        if (patterns & self.grouped).is_empty() {
            return best;
        }
        for group in &self.groups {
            if let Some(first) = self.best(matches, patterns, group) {
                best = best - group.iter().copied().collect();
                best.insert(first);
            }
        }
        best
    }

    /// The member of a group that brings the most fan, the first of equals.
    fn best(
        &self,
        matches: &Matches,
        patterns: PatternSet,
        group: &[PatternIndex],
    ) -> Option<PatternIndex> {
        let members = group
            .iter()
            .copied()
            .filter(|&pattern| patterns.contains(pattern));
        let rank = |pattern: &PatternIndex| (self.is_limit(*pattern), self.fan(matches, *pattern));
        members.reduce(|best, next| {
            if rank(&next) > rank(&best) {
                next
            } else {
                best
            }
        })
    }

    /// The fan of some patterns in all, and of those that count toward the minimum.
    fn sum(&self, matches: &Matches, patterns: PatternSet) -> (u32, u32) {
        let (mut all, mut toward) = (0, 0);
        for pattern in patterns {
            let (place, times) = (pattern.index(), matches.times(pattern));
            all += self.fan[place] * times;
            toward += self.fan_toward_minimum[place] * times;
        }
        (all, toward)
    }

    /// Why a matched pattern does not count; `None` if it does.
    pub(crate) fn left_out(
        &self,
        matches: &Matches,
        pattern: PatternIndex,
    ) -> Option<LeftOutReason> {
        let Steps {
            active,
            strongest,
            alone,
            counted,
        } = self.steps(matches);
        if counted.contains(pattern) {
            return None;
        }
        let place = pattern.index();
        if !self.valued.contains(pattern) {
            return Some(LeftOutReason::NoValue);
        }
        if !active.contains(pattern) {
            let fails = |&condition: &Condition| {
                self.when[place].contains(condition) && !matches.conditions.contains(condition)
            };
            return Condition::ALL
                .into_iter()
                .find(fails)
                .map(LeftOutReason::Condition);
        }
        if !strongest.contains(pattern) {
            return strongest
                .into_iter()
                .next()
                .map(|by| LeftOutReason::Limit { by });
        }
        if !alone.contains(pattern) {
            let includes = |by: &PatternIndex| self.includes[by.index()].contains(pattern);
            // Better one that counts itself than one that is included too.
            return alone
                .into_iter()
                .chain(active)
                .find(includes)
                .map(|by| LeftOutReason::Included { by });
        }
        let group = self.groups.iter().find(|group| group.contains(&pattern))?;
        self.best(matches, alone, group)
            .map(|by| LeftOutReason::Group { by })
    }
}
