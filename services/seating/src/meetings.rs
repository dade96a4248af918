//! Who has sat at one table with whom, and how often.

use crate::table::Table;

/// How often two players count as having met whom a draw must part wherever it is possible: those of one team. It is more than all other meetings of the
/// twelve pairs that an exchange changes, in 128 rounds.
pub const TEAM_MATES: u32 = 10_000;

/// How often each two players sat at one table. Players are named by their places in the list of a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meetings {
    players: usize,
    /// Of players `a < b` at `b * (b - 1) / 2 + a`.
    counts: Vec<u32>,
}

impl Meetings {
    /// Nobody of so many players met anybody yet.
    #[must_use]
    pub fn none(players: usize) -> Meetings {
        Meetings {
            players,
            counts: vec![0; players * players.saturating_sub(1) / 2],
        }
    }

    /// How many players there are.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// How often two players met; 0 of a player and themselves.
    #[must_use]
    pub fn of(&self, one: usize, other: usize) -> u32 {
        let count = index(one, other).and_then(|index| self.counts.get(index));
        count.copied().unwrap_or(0)
    }

    /// Two players met so often.
    pub fn add(&mut self, one: usize, other: usize, times: u32) {
        let count = index(one, other).and_then(|index| self.counts.get_mut(index));
        if let Some(count) = count {
            *count = count.saturating_add(times);
        }
    }

    /// Those at these tables met once more.
    pub fn add_round(&mut self, tables: &[Table]) {
        for pair in tables.iter().flat_map(Table::pairs) {
            self.add(pair.0, pair.1, 1);
        }
    }

    /// How many meetings were not the first of the two: 0 if nobody met anybody twice.
    #[must_use]
    pub fn repeats(&self) -> u64 {
        self.counts
            .iter()
            .map(|&count| u64::from(count.saturating_sub(1)))
            .sum()
    }

    /// The sum of the squares of all counts: of two ways to seat the same players, the one with the smaller sum has the more even meetings.
    #[must_use]
    pub fn unevenness(&self) -> u64 {
        self.counts
            .iter()
            .map(|&count| u64::from(count).pow(2))
            .sum()
    }
}

fn index(one: usize, other: usize) -> Option<usize> {
    let (low, high) = if one < other {
        (one, other)
    } else {
        (other, one)
    };
    (low < high).then(|| high * (high - 1) / 2 + low)
}
