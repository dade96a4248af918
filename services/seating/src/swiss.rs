//! The draw of a round by the standings.

use std::cmp::Reverse;

use crate::draw::{Draw, Player, refuse_same, who_sits_out};
use crate::lot::order;
use crate::meetings::{Meetings, TEAM_MATES};
use crate::refusal::Refusal;
use crate::table::Table;
use crate::tables::{chair, cost_on, exchange, in_order};

/// Pairs of tables that one draw compares at most, with sixteen exchanges each.
const WORK: usize = 500_000;

/// Draws a round of those with the best ranks at the first table, the next four at the second one, and so on. `ranks` has the rank of each
/// player, 1 for the best; whoever has none comes last.
///
/// - **Who sits out**: as in [`draw`](crate::draw).
/// - **The order**: by rank; the [`Lot`](crate::Lot)s of attempt 0 decide among equal ranks. In this order the players are divided among tables four by four.
/// - **Exchanges**: each two tables are compared, first all that are next to each other, the first ones first, then all with one table between them, and so
///   on; then the first ones again, until no two of them exchange players. Of the sixteen exchanges of one player for another, the one is made that
///   lessens the squares of meetings most; of several, the one whose two players are nearest in the order; of several, the one whose player at the first of the
///   two tables is the first in the order; of two, the one whose other player is.
///   Tables next to each other exchange if that lessens the squares at all; others only if it lessens them by [`TEAM_MATES`], so that
///   the standings stay and team mates are parted all the same. At most 500,000 times two tables are compared.
/// - **The seats**: at each table, the players sit in the order of their lots of attempt 0.
///
/// Of players who count as having met [`TEAM_MATES`] times no two share a table if there are enough tables for all of each team, unless the work is used up.
///
/// # Errors
/// There are too few or too many players, or two have the same id.
pub fn swiss(
    seed: &str,
    players: &[Player],
    ranks: &[u64],
    meetings: &Meetings,
) -> Result<Draw, Refusal> {
    Refusal::of_players(players.len())?;
    let ids: Vec<&str> = players.iter().map(|player| player.id.as_str()).collect();
    refuse_same(&ids)?;
    let by_lot = order(seed, 0, &ids);
    let mut sitting_out = who_sits_out(players, &by_lot);
    sitting_out.sort_unstable();
    let mut seated = by_lot.clone();
    seated.retain(|place| sitting_out.binary_search(place).is_err());
    // The sort is stable: the lots decide among equals.
    seated.sort_by_key(|&place| ranks.get(place).copied().unwrap_or(u64::MAX));
    let mut tables = in_order(&seated);
    let standing = numbers_in(&seated, players.len());
    part(&mut tables, &standing, meetings);
    let lots = numbers_in(&by_lot, players.len());
    for table in &mut tables {
        table.0.sort_unstable_by_key(|&player| lots.get(player));
    }
    Ok(Draw {
        tables,
        sitting_out,
    })
}

/// The number of each player in an order.
fn numbers_in(order: &[usize], players: usize) -> Vec<usize> {
    let mut numbers = vec![usize::MAX; players];
    for (number, &player) in order.iter().enumerate() {
        if let Some(place) = numbers.get_mut(player) {
            *place = number;
        }
    }
    numbers
}

fn part(tables: &mut [Table], standing: &[usize], meetings: &Meetings) {
    let count = tables.len();
    let pairs: Vec<(usize, usize)> = (1..count)
        .flat_map(|apart| (apart..count).map(move |lower| (lower - apart, lower)))
        .collect();
    let mut without_exchange = 0;
    for &(upper, lower) in pairs.iter().cycle().take(WORK) {
        if without_exchange == pairs.len() {
            return;
        }
        let least = match lower - upper {
            1 => 1,
            _ => u64::from(TEAM_MATES),
        };
        let best = best_exchange((upper, lower), tables, standing, meetings);
        match best.filter(|(gain, ..)| *gain >= least) {
            Some((_, one, other)) => {
                exchange(tables, one, other);
                without_exchange = 0;
            }
            None => without_exchange += 1,
        }
    }
}

/// The exchange of two tables that lessens the squares of meetings most, and by how much.
fn best_exchange(
    (upper, lower): (usize, usize),
    tables: &[Table],
    standing: &[usize],
    meetings: &Meetings,
) -> Option<(u64, usize, usize)> {
    let number = |chair_number| {
        let player = chair(tables, chair_number)?;
        standing.get(player).copied()
    };
    let chairs = |table: usize| table * 4..table * 4 + 4;
    let all = chairs(upper).flat_map(|one| chairs(lower).map(move |other| (one, other)));
    let gains = all.filter_map(|(one, other)| {
        let gain = gain(tables, one, other, meetings)?;
        let (here, there) = (number(one)?, number(other)?);
        let first = Reverse((here.abs_diff(there), here, there));
        Some(((gain, first), one, other))
    });
    let best = gains.max_by_key(|(gain, ..)| *gain);
    best.map(|((gain, _), one, other)| (gain, one, other))
}

/// By how much an exchange lessens the squares of meetings; none if it does not.
fn gain(tables: &[Table], one: usize, other: usize, meetings: &Meetings) -> Option<u64> {
    let (here, there) = (tables.get(one / 4)?, tables.get(other / 4)?);
    let (guest, host) = (chair(tables, one)?, chair(tables, other)?);
    let before =
        cost_on(here, one % 4, guest, meetings) + cost_on(there, other % 4, host, meetings);
    let after = cost_on(here, one % 4, host, meetings) + cost_on(there, other % 4, guest, meetings);
    before.checked_sub(after).filter(|gain| *gain > 0)
}
