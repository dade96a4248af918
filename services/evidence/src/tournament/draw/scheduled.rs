//! The draw by a schedule of all rounds, which follows from the first one.

use super::{Draw, TournamentDrawRefusal, named};
use crate::{DrawMethod, DrawnRound, PlayerId};
use std::collections::{BTreeMap, BTreeSet};

impl Draw<'_> {
    /// The row of the schedule. Substitutes take the places of those of the first round who are missing.
    pub(super) fn by_schedule(
        &self,
        player: impl Fn(PlayerId) -> Option<PlayerId>,
    ) -> Result<DrawnRound, TournamentDrawRefusal> {
        if self.is_after_cut {
            return Err(TournamentDrawRefusal::ScheduleAfterCut);
        }
        let Some(first) = self.rounds.first() else {
            let list = self.list()?;
            return row(&self.seed, &list, 0);
        };
        if first.method != DrawMethod::Schedule {
            return Err(TournamentDrawRefusal::NoSchedule);
        }
        let mut list: Vec<PlayerId> = first.tables.iter().flatten().copied().collect();
        list.sort_unstable();
        let seated = self.who_takes(&list, player)?;
        let mut drawn = row(&first.seed.to_string(), &list, self.rounds.len())?;
        for place in drawn.tables.iter_mut().flatten() {
            *place = seated.get(place).copied().unwrap_or(*place);
        }
        Ok(drawn)
    }

    /// Who takes the place of each of the first round.
    fn who_takes(
        &self,
        list: &[PlayerId],
        player: impl Fn(PlayerId) -> Option<PlayerId>,
    ) -> Result<BTreeMap<PlayerId, PlayerId>, TournamentDrawRefusal> {
        let mut seated = BTreeMap::new();
        let mut taken = BTreeSet::new();
        let mut missing = Vec::new();
        for place in list {
            let there = player(*place).filter(|id| self.places.contains(*id));
            match there.filter(|id| taken.insert(*id)) {
                Some(id) => {
                    seated.insert(*place, id);
                }
                None => missing.push(*place),
            }
        }
        let others = self.places.regular().filter(|id| !taken.contains(id));
        let others = others.count();
        let mut free = self.substitutes();
        free.retain(|id| !taken.contains(id));
        let without = missing.len().saturating_sub(free.len());
        if others > 0 || without > 0 {
            return Err(TournamentDrawRefusal::OtherPlayers {
                missing: without,
                others,
            });
        }
        seated.extend(missing.into_iter().zip(free));
        Ok(seated)
    }
}

/// A row of the schedule of a seed, counted from 0.
fn row(seed: &str, list: &[PlayerId], number: usize) -> Result<DrawnRound, TournamentDrawRefusal> {
    let ids: Vec<String> = list.iter().map(PlayerId::to_string).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let schedule = seating::schedule(seed, &ids, number.saturating_add(1))?;
    let tables = schedule.rounds.get(number);
    Ok(DrawnRound {
        tables: tables.map(|tables| named(tables, list)).unwrap_or_default(),
        sitting_out: Vec::new(),
    })
}
