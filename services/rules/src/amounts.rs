//! Amounts of four players that sum to zero.

/// What each of four players gains (positive) or pays (negative), in half points: 2 are one point.
///
/// The four sum to zero, since there is no way to make others: an amount is only ever moved from one player to
/// another. The places are those of the winds or of the chairs, as the context says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Amounts([i64; 4]);

impl Amounts {
    /// The largest amount in either direction: what JSON can state exactly.
    pub const LARGEST: i64 = (1 << 53) - 1;

    /// Amounts that were stated; `None` if they do not sum to zero or one is beyond [`Amounts::LARGEST`].
    #[must_use]
    pub fn new(half_points: [i64; 4]) -> Option<Amounts> {
        let in_range = |amount: &i64| (-Amounts::LARGEST..=Amounts::LARGEST).contains(amount);
        (half_points.iter().all(in_range) && half_points.iter().sum::<i64>() == 0)
            .then_some(Amounts(half_points))
    }

    /// The four amounts.
    #[must_use]
    pub const fn half_points(&self) -> [i64; 4] {
        self.0
    }

    /// These and some more; `None` if one would be beyond [`Amounts::LARGEST`].
    #[must_use]
    pub fn plus(self, more: Amounts) -> Option<Amounts> {
        Amounts::new(std::array::from_fn(|place| self.0[place] + more.0[place]))
    }

    /// The same with the places turned: place `n` gets what place `n + by` had.
    #[must_use]
    pub(crate) fn turned(self, by: usize) -> Amounts {
        Amounts(std::array::from_fn(|place| self.0[(place + by) % 4]))
    }

    pub(crate) fn pay(&mut self, from: usize, to: usize, half_points: u32) {
        self.0[from] -= i64::from(half_points);
        self.0[to] += i64::from(half_points);
    }
}
