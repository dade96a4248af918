//! Chance that can be repeated.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

pub(super) type Chance = StdRng;

/// The chance of one step of one client, whatever came of the steps before.
pub(super) fn of_step(seed: u64, client: u64, step: u64) -> Chance {
    StdRng::seed_from_u64(seed.wrapping_add(client << 40).wrapping_add(step))
}

pub(super) fn one_of<'a, T>(chance: &mut Chance, among: &'a [T]) -> &'a T {
    &among[chance.random_range(0..among.len())]
}

/// The number of a chair.
pub(super) fn chair(chance: &mut Chance) -> u8 {
    chance.random_range(1..=4)
}
