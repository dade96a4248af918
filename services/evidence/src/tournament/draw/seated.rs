//! Who is East, South, West and North at each table.

use super::{Draw, named};
use crate::{DrawnRound, PlayerId};
use seating::{SeatCounts, Table, seat_evenly};
use std::collections::BTreeMap;

impl Draw<'_> {
    /// The same round, in which the players of each table sit where they sat least often before.
    pub(super) fn seated(&self, drawn: DrawnRound) -> DrawnRound {
        let list: Vec<PlayerId> = drawn.tables.iter().flatten().copied().collect();
        let numbers: BTreeMap<PlayerId, usize> = list.iter().copied().zip(0..).collect();
        let ids: Vec<String> = list.iter().map(PlayerId::to_string).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let at = |table: &[PlayerId; 4]| {
            let number = |id: PlayerId| numbers.get(&id).copied();
            let [east, south, west, north] = table.map(number);
            Some(Table([east?, south?, west?, north?]))
        };
        let tables: Vec<Table> = drawn.tables.iter().filter_map(at).collect();
        let tables = seat_evenly(&self.seed, &ids, &tables, &self.seat_counts(&numbers));
        DrawnRound {
            tables: named(&tables, &list),
            ..drawn
        }
    }

    /// How often each of these sat where in the rounds that count.
    fn seat_counts(&self, numbers: &BTreeMap<PlayerId, usize>) -> Vec<SeatCounts> {
        let mut counts = vec![SeatCounts::default(); numbers.len()];
        let tables = self.rounds.iter().flat_map(|round| &round.tables);
        for (seat, id) in tables.flat_map(|table| table.iter().enumerate()) {
            let counted = self.places.counts_for(*id);
            let number = counted.and_then(|id| numbers.get(&id).copied());
            let count = number.and_then(|number| counts.get_mut(number)?.get_mut(seat));
            if let Some(count) = count {
                *count += 1;
            }
        }
        counts
    }
}
