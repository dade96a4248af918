//! The draw of a round, from what the entries say and nothing else.

use crate::{Evening, Hash, PlayerId, RoundDrawn};
use seating::{Meetings, Player, Refusal, Table};
use std::collections::{BTreeSet, HashMap};

/// How many of the last rounds of other evenings are looked at.
pub const EARLIER_ROUNDS: usize = 200;

/// The last rounds of a club's other evenings: who sat out, and who met whom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EarlierRounds {
    rounds: Vec<RoundDrawn>,
}

/// Who sits where and who sits out, as the seed gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnRound {
    /// Those at each table, East first.
    pub tables: Vec<[PlayerId; 4]>,
    /// Who sits out, by id.
    pub sitting_out: Vec<PlayerId>,
}

impl EarlierRounds {
    /// From the rounds that were drawn in other evenings, the last one first. At most [`EARLIER_ROUNDS`] of them are read.
    pub fn of_last(rounds: impl IntoIterator<Item = RoundDrawn>) -> Self {
        // Whether the next, earlier round of an evening was replaced.
        let mut is_replaced = HashMap::new();
        let mut kept = Vec::new();
        for round in rounds.into_iter().take(EARLIER_ROUNDS) {
            let replaced = is_replaced.insert(round.evening, round.redraw);
            if replaced != Some(true) {
                kept.push(round);
            }
        }
        Self { rounds: kept }
    }
}

/// Draws the next round of an evening. `player` is for whom somebody counts: themselves, or whom they were merged into; none if they were
/// erased.
///
/// # Errors
/// There are too few or too many players.
pub fn draw_round(
    evening: &Evening,
    redraw: bool,
    earlier: &EarlierRounds,
    seed: Hash,
    player: impl Fn(PlayerId) -> Option<PlayerId>,
) -> Result<DrawnRound, Refusal> {
    let present: BTreeSet<PlayerId> = evening
        .present
        .iter()
        .copied()
        .filter_map(&player)
        .collect();
    let list: Vec<PlayerId> = present.into_iter().collect();
    let mut past = Past::of(&list, &player);
    for round in &earlier.rounds {
        past.add(round, false);
    }
    for round in evening.counted_rounds(redraw) {
        past.add(round, true);
    }
    let drawn = seating::draw(&seed.to_string(), &past.players, &past.meetings)?;
    let of = |place: &usize| list.get(*place).copied();
    let table = |table: &Table| {
        let [east, south, west, north] = &table.0;
        Some([of(east)?, of(south)?, of(west)?, of(north)?])
    };
    Ok(DrawnRound {
        tables: drawn.tables.iter().filter_map(table).collect(),
        sitting_out: drawn.sitting_out.iter().filter_map(of).collect(),
    })
}

/// What happened before to those who are there.
struct Past<F> {
    places: HashMap<PlayerId, usize>,
    players: Vec<Player>,
    meetings: Meetings,
    player: F,
}

impl<F: Fn(PlayerId) -> Option<PlayerId>> Past<F> {
    fn of(list: &[PlayerId], player: F) -> Self {
        let places = list.iter().enumerate();
        Self {
            places: places.map(|(place, id)| (*id, place)).collect(),
            players: list.iter().map(|id| Player::new(id.to_string())).collect(),
            meetings: Meetings::none(list.len()),
            player,
        }
    }

    fn place(&self, id: PlayerId) -> Option<usize> {
        self.places.get(&(self.player)(id)?).copied()
    }

    /// Adds a round: of this evening, or of another one.
    fn add(&mut self, round: &RoundDrawn, of_evening: bool) {
        for table in &round.tables {
            self.meet(table);
        }
        let out: Vec<usize> = round
            .sitting_out
            .iter()
            .filter_map(|id| self.place(*id))
            .collect();
        if !of_evening {
            for place in out {
                self.change(place, |player| player.sat_out_before += 1);
            }
            return;
        }
        for player in &mut self.players {
            player.sat_out_last = false;
        }
        let seated: Vec<usize> = round
            .tables
            .iter()
            .flatten()
            .filter_map(|id| self.place(*id))
            .collect();
        for place in seated {
            self.change(place, |player| player.played += 1);
        }
        for place in out {
            self.change(place, |player| {
                player.sat_out += 1;
                player.sat_out_last = true;
            });
        }
    }

    /// Those at a table who are there now met once more.
    fn meet(&mut self, table: &[PlayerId; 4]) {
        let places: Vec<usize> = table.iter().filter_map(|id| self.place(*id)).collect();
        for (index, one) in places.iter().enumerate() {
            for other in places.iter().take(index) {
                self.meetings.add(*one, *other, 1);
            }
        }
    }

    fn change(&mut self, place: usize, change: impl FnOnce(&mut Player)) {
        if let Some(player) = self.players.get_mut(place) {
            change(player);
        }
    }
}
