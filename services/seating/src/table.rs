//! A table of four.

/// A table: the places of its players in the list of the draw, East first, in the order of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table(pub [usize; 4]);

impl Table {
    /// Each two of its players.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let [east, south, west, north] = self.0;
        [
            (east, south),
            (east, west),
            (east, north),
            (south, west),
            (south, north),
            (west, north),
        ]
        .into_iter()
    }
}
