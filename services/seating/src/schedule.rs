//! Schedules: who sits where in several rounds, made before the first one.

use crate::lot::order;
use crate::meetings::Meetings;
use crate::refusal::Refusal;
use crate::table::Table;
use crate::tables::{Budget, cost, improve, in_order};
use crate::{MOST_ROUNDS, draw::refuse_same};

/// Exchanges of two players that one schedule tries at most.
const WORK: u64 = 40_000_000;
/// Arrangements of a round to begin with, at most.
const ATTEMPTS: usize = 32;
/// The field with four elements: `PRODUCTS[a][b]` is `a` times `b`; their sum is `a ^ b`.
const PRODUCTS: [[usize; 4]; 4] = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]];

/// Who sits where in each round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The tables of each round. Players are named by their places in the list.
    pub rounds: Vec<Vec<Table>>,
    /// How many meetings are not the first of the two players.
    pub repeats: u64,
    /// No schedule of so many players and rounds has fewer repeats. Where it is less than `repeats`, it is not known whether there is a better one.
    pub least_repeats: u64,
}

/// Schedules rounds for whole tables, so that as few players as possible meet twice. The lots of attempt 0 say which player takes which place of it.
///
/// - For 4, 16, 64 and 256 players, the rounds are the classes of parallel lines of the affine space over the field with four elements: nobody meets anybody twice
///   in (players − 1) / 3 rounds.
/// - For 4 · q players, where neither 2 nor 3 divides q, table j of round k has those at the places (row, j + k · row mod q) of four rows: nobody meets anybody twice in
///   q rounds.
/// - Further rounds, and those of other numbers, are drawn one after another, as [`draw`](crate::draw) does it with the meetings so far.
///
/// # Errors
/// The players are no whole tables, there are too many of them or of rounds, or two have the same id.
pub fn schedule(seed: &str, ids: &[&str], rounds: usize) -> Result<Schedule, Refusal> {
    let players = ids.len();
    Refusal::of_players(players)?;
    if !players.is_multiple_of(4) {
        return Err(Refusal::NotWholeTables { players });
    }
    if !(1..=MOST_ROUNDS).contains(&rounds) {
        return Err(Refusal::Rounds { rounds });
    }
    refuse_same(ids)?;
    let by_lot = order(seed, 0, ids);
    let mut made: Vec<Vec<Table>> = perfect(players)
        .into_iter()
        .take(rounds)
        .map(|round| named(&round, &by_lot))
        .collect();
    let mut meetings = Meetings::none(players);
    for round in &made {
        meetings.add_round(round);
    }
    let mut budget = Budget(WORK);
    while made.len() < rounds {
        let round = next(seed, ids, made.len(), &meetings, &mut budget);
        meetings.add_round(&round);
        made.push(round);
    }
    Ok(Schedule {
        rounds: made,
        repeats: meetings.repeats(),
        least_repeats: least_repeats(players, rounds),
    })
}

/// The best round after these meetings that was found.
fn next(
    seed: &str,
    ids: &[&str],
    number: usize,
    meetings: &Meetings,
    budget: &mut Budget,
) -> Vec<Table> {
    let mut best: Option<(u64, Vec<Table>)> = None;
    for attempt in 0..ATTEMPTS {
        let mut tables = in_order(&order(seed, 1 + number * ATTEMPTS + attempt, ids));
        improve(&mut tables, meetings, budget);
        let cost = cost(&tables, meetings);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, tables));
        }
        if budget.0 == 0 {
            break;
        }
    }
    best.map(|(_, tables)| tables).unwrap_or_default()
}

/// Rounds in which nobody meets anybody twice, where there is a construction.
fn perfect(players: usize) -> Vec<Vec<Table>> {
    let tables = players / 4;
    if let Some(dimensions) = dimensions(players) {
        return directions(dimensions)
            .map(|direction| lines(players, direction))
            .collect();
    }
    if tables > 1 && !tables.is_multiple_of(2) && !tables.is_multiple_of(3) {
        return (0..tables).map(|round| rows(tables, round)).collect();
    }
    Vec::new()
}

/// Of how many dimensions the affine space over four elements has so many points.
fn dimensions(players: usize) -> Option<u32> {
    (1..=4).find(|&dimensions| 4_usize.pow(dimensions) == players)
}

/// One vector for each class of parallel lines: its first coordinate that is not 0 is 1. A vector is a number with four as its base.
fn directions(dimensions: u32) -> impl Iterator<Item = usize> {
    (1..4_usize.pow(dimensions)).filter(move |&vector| {
        let leading = (0..dimensions)
            .rev()
            .map(|digit| digit_of(vector, digit))
            .find(|&digit| digit != 0);
        leading == Some(1)
    })
}

fn digit_of(vector: usize, digit: u32) -> usize {
    vector / 4_usize.pow(digit) % 4
}

/// The lines in one direction: a table for each.
fn lines(points: usize, direction: usize) -> Vec<Table> {
    let line = |point: usize| [0, 1, 2, 3].map(|times| moved(point, direction, times));
    // A line begins at its least point.
    let is_first = |point: &usize| line(*point).iter().all(|other| other >= point);
    (0..points)
        .filter(is_first)
        .map(|point| Table(line(point)))
        .collect()
}

/// The point that lies `times` a vector from another.
fn moved(point: usize, vector: usize, times: usize) -> usize {
    let digits = 0..u32::BITS / 2;
    let digits = digits.take_while(|&digit| 4_usize.pow(digit) <= point.max(vector));
    digits
        .map(|digit| {
            let step = PRODUCTS
                .get(times)
                .and_then(|row| row.get(digit_of(vector, digit)));
            (digit_of(point, digit) ^ step.copied().unwrap_or(0)) * 4_usize.pow(digit)
        })
        .sum()
}

/// A round of four rows, each moved by its number for each round.
fn rows(tables: usize, round: usize) -> Vec<Table> {
    let place =
        |table: usize| [0, 1, 2, 3].map(|row| row * tables + (table + round * row) % tables);
    (0..tables).map(|table| Table(place(table))).collect()
}

fn named(round: &[Table], by_lot: &[usize]) -> Vec<Table> {
    let name = |place: usize| by_lot.get(place).copied().unwrap_or(place);
    round.iter().map(|table| Table(table.0.map(name))).collect()
}

/// What no schedule can avoid: there are more meetings than pairs, or a round has too few tables to part those who met in the first one. Of four players from
/// fewer than four earlier tables, at least so many pairs come from the same one.
fn least_repeats(players: usize, rounds: usize) -> u64 {
    let (players, rounds) = (players as u64, rounds as u64);
    let tables = players / 4;
    let by_number = (6 * tables * rounds).saturating_sub(players * (players - 1) / 2);
    let of_each_table = match tables {
        1 => 6,
        2 => 2,
        3 => 1,
        _ => 0,
    };
    by_number.max(of_each_table * tables * (rounds - 1))
}
