//! The draw of one round.

use crate::lot::order;
use crate::meetings::Meetings;
use crate::refusal::Refusal;
use crate::table::Table;
use crate::tables::{Budget, cost, improve, in_order};

/// Exchanges of two players that one draw tries at most: for 200 players about a second.
const WORK: u64 = 8_000_000;
/// Arrangements to begin with, at most.
const ATTEMPTS: usize = 64;

/// Somebody who is there and wants to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// What their lot is drawn with; everybody has another one.
    pub id: String,
    /// How many rounds of this evening they sat out.
    pub sat_out: u32,
    /// How many rounds of this evening they played.
    pub played: u32,
    /// How many rounds they sat out in the season, without this evening.
    pub sat_out_before: u32,
    /// Whether they sat out the round before this one.
    pub sat_out_last: bool,
}

impl Player {
    /// Somebody who just arrived.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Player {
        Player {
            id: id.into(),
            sat_out: 0,
            played: 0,
            sat_out_before: 0,
            sat_out_last: false,
        }
    }
}

/// Who sits where. Players are named by their places in the list of the draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    /// The tables, the first one first.
    pub tables: Vec<Table>,
    /// Who sits out, in the order of the list.
    pub sitting_out: Vec<usize>,
}

/// Draws a round: as many tables as there are players for, and who sits out.
///
/// - **Who sits out**: never somebody who sat out the round before, if there is anybody else; then who sat out least this evening, who sat out least
///   in the season, who played most this evening, and who has the smallest [`Lot`](crate::Lot) of attempt 0.
/// - **Who sits where**: the players who are left, in the order of their lots, take their seats four by four. Then two players at
///   different tables change seats as long as that makes meetings more even: for each chair in turn, the first chair at a later table that does. This is
///   done from attempt 0 on with the lots of each attempt, at most 64 times and within 8,000,000 comparisons; the arrangement counts that adds least to the
///   squares of meetings, of several the first.
///
/// # Errors
/// There are too few or too many players, or two have the same id.
pub fn draw(seed: &str, players: &[Player], meetings: &Meetings) -> Result<Draw, Refusal> {
    Refusal::of_players(players.len())?;
    let ids: Vec<&str> = players.iter().map(|player| player.id.as_str()).collect();
    refuse_same(&ids)?;
    let by_lot = order(seed, 0, &ids);
    let mut sitting_out = who_sits_out(players, &by_lot);
    sitting_out.sort_unstable();
    let mut budget = Budget(WORK);
    let mut best: Option<(u64, Vec<Table>)> = None;
    for attempt in 0..ATTEMPTS {
        let mut seated = order(seed, attempt, &ids);
        seated.retain(|place| sitting_out.binary_search(place).is_err());
        let mut tables = in_order(&seated);
        improve(&mut tables, meetings, &mut budget);
        let cost = cost(&tables, meetings);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, tables));
        }
        // Six first meetings at each table: nothing is more even.
        let least = 6 * (players.len() as u64 / 4);
        if budget.0 == 0 || best.as_ref().is_some_and(|(cost, _)| *cost == least) {
            break;
        }
    }
    Ok(Draw {
        tables: best.map(|(_, tables)| tables).unwrap_or_default(),
        sitting_out,
    })
}

pub(crate) fn who_sits_out(players: &[Player], by_lot: &[usize]) -> Vec<usize> {
    let mut places = by_lot.to_vec();
    // The sort is stable: the lots decide among equals.
    places.sort_by_key(|&place| {
        players.get(place).map(|player| {
            let Player {
                sat_out,
                played,
                sat_out_before,
                sat_out_last,
                ..
            } = player;
            (*sat_out_last, *sat_out, *sat_out_before, u32::MAX - *played)
        })
    });
    places.truncate(players.len() % 4);
    places
}

pub(crate) fn refuse_same(ids: &[&str]) -> Result<(), Refusal> {
    let mut places: Vec<usize> = (0..ids.len()).collect();
    places.sort_by_key(|&place| ids.get(place));
    for pair in places.windows(2) {
        if let [first, second] = *pair
            && ids.get(first) == ids.get(second)
        {
            return Err(Refusal::SameId { first, second });
        }
    }
    Ok(())
}
