//! What proves a ledger to others: trees and their proofs, keys, notes and checkpoints.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that goes wrong stops there"
)]

mod directory;
mod export;
mod golden;
mod note;
mod receipt;
mod tree;
