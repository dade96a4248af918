//! How players are divided among tables.

use crate::meetings::Meetings;
use crate::table::Table;

/// The work of one draw: how many exchanges of two players are tried at most. It is a number and not a time, so that every machine draws the same.
pub(crate) struct Budget(pub(crate) u64);

/// Those in this order at tables of four, from the first on.
pub(crate) fn in_order(order: &[usize]) -> Vec<Table> {
    order
        .chunks_exact(4)
        .filter_map(|four| Some(Table(four.try_into().ok()?)))
        .collect()
}

pub(crate) fn cost(tables: &[Table], meetings: &Meetings) -> u64 {
    tables.iter().map(|table| cost_of(table, meetings)).sum()
}

/// How much the sum of squares of all meetings grows by a table.
fn cost_of(table: &Table, meetings: &Meetings) -> u64 {
    let times = table.pairs().map(|(one, other)| meetings.of(one, other));
    times.map(|times| 2 * u64::from(times) + 1).sum()
}

/// What a player meets at a table, without whoever sits on this chair.
pub(crate) fn cost_on(table: &Table, chair: usize, player: usize, meetings: &Meetings) -> u64 {
    let others = table
        .0
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != chair);
    let times = others.map(|(_, &other)| meetings.of(player, other));
    times.map(|times| 2 * u64::from(times) + 1).sum()
}

/// Exchanges two players of different tables as long as that makes meetings more even: the first such exchange in the order of the tables and
/// chairs, again and again, until there is none or the budget is used up.
pub(crate) fn improve(tables: &mut [Table], meetings: &Meetings, budget: &mut Budget) {
    let chairs = tables.len() * 4;
    let mut without_gain = 0;
    let mut one = 0;
    // A whole turn of the chairs without a gain: there is no such exchange.
    while without_gain < chairs && budget.0 > 0 {
        match gain_of(one, tables, meetings, budget) {
            Some(other) => {
                exchange(tables, one, other);
                without_gain = 0;
            }
            None => without_gain += 1,
        }
        one = (one + 1) % chairs;
    }
}

/// A later chair at another table whose player, exchanged with this one's, makes meetings more even.
fn gain_of(
    one: usize,
    tables: &[Table],
    meetings: &Meetings,
    budget: &mut Budget,
) -> Option<usize> {
    let next_table = (one / 4 + 1) * 4;
    (next_table..tables.len() * 4).find(|&other| {
        budget.0 = budget.0.saturating_sub(1);
        is_gain(tables, one, other, meetings)
    })
}

fn is_gain(tables: &[Table], one: usize, other: usize, meetings: &Meetings) -> bool {
    let (Some(here), Some(there)) = (tables.get(one / 4), tables.get(other / 4)) else {
        return false;
    };
    let (Some(&guest), Some(&host)) = (here.0.get(one % 4), there.0.get(other % 4)) else {
        return false;
    };
    let before =
        cost_on(here, one % 4, guest, meetings) + cost_on(there, other % 4, host, meetings);
    let after = cost_on(here, one % 4, host, meetings) + cost_on(there, other % 4, guest, meetings);
    after < before
}

pub(crate) fn exchange(tables: &mut [Table], one: usize, other: usize) {
    let (Some(here), Some(there)) = (chair(tables, one), chair(tables, other)) else {
        return;
    };
    set_chair(tables, one, there);
    set_chair(tables, other, here);
}

pub(crate) fn chair(tables: &[Table], chair: usize) -> Option<usize> {
    tables.get(chair / 4)?.0.get(chair % 4).copied()
}

fn set_chair(tables: &mut [Table], chair: usize, player: usize) {
    let place = tables
        .get_mut(chair / 4)
        .and_then(|table| table.0.get_mut(chair % 4));
    if let Some(place) = place {
        *place = player;
    }
}
