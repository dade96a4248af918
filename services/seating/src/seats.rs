//! Who is East, South, West and North at each table.

use crate::lot::order;
use crate::swiss::numbers_in;
use crate::table::Table;

/// How often each player of a list was East, South, West and North.
pub type SeatCounts = [u32; 4];

/// The same tables. At each of them, of its 24 orders, the one in which the four players sat least often on these seats: with the least sum of the four
/// counts. Of several, it is the first one in the order of an
/// index, where the players of the table are numbered by their [`Lot`](crate::Lot)s of attempt 0.
///
/// `ids` has the id of each player, and `counts` how often they sat where; whoever is not in it sat nowhere.
#[must_use]
pub fn seat_evenly(
    seed: &str,
    ids: &[&str],
    tables: &[Table],
    counts: &[SeatCounts],
) -> Vec<Table> {
    let lots = numbers_in(&order(seed, 0, ids), ids.len());
    let times = |player: usize, seat: usize| {
        let counts = counts.get(player).and_then(|counts| counts.get(seat));
        u64::from(counts.copied().unwrap_or_default())
    };
    let cost = |order: &[usize; 4]| -> u64 {
        let seats = order.iter().enumerate();
        seats.map(|(seat, player)| times(*player, seat)).sum()
    };
    let seated = tables.iter().map(|table| {
        let mut players = table.0;
        players.sort_unstable_by_key(|player| lots.get(*player));
        // The first of several with the same cost.
        let best = orders(players).min_by_key(cost);
        Table(best.unwrap_or(players))
    });
    seated.collect()
}

/// The 24 orders of four, as an index has them.
fn orders(four: [usize; 4]) -> impl Iterator<Item = [usize; 4]> {
    (0..256_usize).filter_map(move |number| {
        let places = [number / 64, number / 16 % 4, number / 4 % 4, number % 4];
        let mut is_taken = [false; 4];
        for place in places {
            *is_taken.get_mut(place)? = true;
        }
        let player = |place: usize| four.get(place).copied();
        let [east, south, west, north] = places.map(player);
        (is_taken == [true; 4]).then_some([east?, south?, west?, north?])
    })
}
