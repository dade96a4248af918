//! Lots: numbers that nobody chooses and everybody can compute.

use sha2::{Digest, Sha256};

/// The lot of a player: SHA-256 of the seed, the number of the attempt and the id of the player, each followed by a line feed, in UTF-8. The
/// smaller lot comes first. `printf '%s\n%s\n%s\n' SEED ATTEMPT ID | sha256sum` prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lot(pub [u8; 32]);

impl Lot {
    /// Draws the lot of a player.
    #[must_use]
    pub fn draw(seed: &str, attempt: usize, id: &str) -> Lot {
        Lot(Sha256::digest(format!("{seed}\n{attempt}\n{id}\n")).into())
    }
}

/// The places of the players in the order of their lots.
pub(crate) fn order(seed: &str, attempt: usize, ids: &[&str]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..ids.len()).collect();
    places.sort_by_cached_key(|&place| ids.get(place).map(|id| Lot::draw(seed, attempt, id)));
    places
}
