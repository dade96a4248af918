//! What proves a ledger to others: trees and their proofs, keys, notes and checkpoints.

mod directory;
mod export;
mod golden;
mod note;
mod receipt;
mod tree;
