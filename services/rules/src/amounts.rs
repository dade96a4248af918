//! Amounts of four players, and of the house, that sum to zero.

/// What each of four players gains (positive) or pays (negative), in half points: 2 are one point; and what the house
/// gets, from table penalties that no player is paid.
///
/// The five sum to zero, since there is no way to make others: what one gains another pays. The
/// places are those of the winds or of the chairs, as the context says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Amounts {
    players: [i64; 4],
    house: i64,
}

impl Amounts {
    /// The largest amount in either direction: what JSON can state exactly.
    pub const LARGEST: i64 = (1 << 53) - 1;

    /// Amounts that were stated, without a house; `None` if they do not sum to zero or one is beyond
    /// [`Amounts::LARGEST`].
    #[must_use]
    pub fn new(half_points: [i64; 4]) -> Option<Amounts> {
        Amounts::with_house(half_points, 0)
    }

    /// Amounts that were stated, the house's apart; `None` if the five do not sum to zero or one is beyond
    /// [`Amounts::LARGEST`].
    #[must_use]
    pub fn with_house(players: [i64; 4], house: i64) -> Option<Amounts> {
        let in_range = |amount: &i64| (-Amounts::LARGEST..=Amounts::LARGEST).contains(amount);
        let in_range = players.iter().chain([&house]).all(in_range);
        (in_range && players.iter().sum::<i64>() + house == 0).then_some(Amounts { players, house })
    }

    /// The four players' amounts.
    #[must_use]
    pub const fn half_points(&self) -> [i64; 4] {
        self.players
    }

    /// What the house gets, or holds: minus the sum of the four.
    #[must_use]
    pub const fn house(&self) -> i64 {
        self.house
    }

    /// The other three pay half points to a winner. What is stated for the winner's own place is not paid.
    pub(crate) fn won(winner: usize, paid: [u32; 4]) -> Amounts {
        let paid: [i64; 4] = std::array::from_fn(|place| {
            let is_paid = place != winner;
            i64::from(is_paid) * i64::from(paid[place])
        });
        let gained: i64 = paid.iter().sum();
        Amounts {
            players: std::array::from_fn(|place| {
                if place == winner {
                    gained
                } else {
                    -paid[place]
                }
            }),
            house: 0,
        }
    }

    /// These and some more; `None` if one would be beyond [`Amounts::LARGEST`].
    #[must_use]
    pub fn plus(self, more: Amounts) -> Option<Amounts> {
        let players = std::array::from_fn(|place| self.players[place] + more.players[place]);
        Amounts::with_house(players, self.house + more.house)
    }

    /// The same with the places turned: place `n` gets what place `n + by` had.
    #[must_use]
    pub(crate) fn turned(self, by: usize) -> Amounts {
        Amounts {
            players: std::array::from_fn(|place| self.players[(place + by) % 4]),
            house: self.house,
        }
    }

    pub(crate) fn pay(&mut self, from: usize, to: usize, half_points: u32) {
        self.players[from] -= i64::from(half_points);
        self.players[to] += i64::from(half_points);
    }

    pub(crate) fn pay_house(&mut self, from: usize, half_points: u32) {
        self.players[from] -= i64::from(half_points);
        self.house += i64::from(half_points);
    }
}
