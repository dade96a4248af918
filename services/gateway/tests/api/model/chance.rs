//! Chance that can be repeated.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

pub(super) type Chance = StdRng;

/// The chance of one step of one client, whatever came of the steps before.
pub(super) fn of_step(seed: u64, client: u64, step: u64) -> Chance {
    let mut bytes = [0; 32];
    let parts = bytes.chunks_exact_mut(8);
    for (part, number) in parts.zip([seed, client, step]) {
        part.copy_from_slice(&number.to_le_bytes());
    }
    StdRng::from_seed(bytes)
}

pub(super) fn one_of<'a, T>(chance: &mut Chance, among: &'a [T]) -> &'a T {
    &among[chance.random_range(0..among.len())]
}

/// The number of a chair.
pub(super) fn chair(chance: &mut Chance) -> u8 {
    chance.random_range(1..=4)
}
