//! Leaves as bytes: every kind of them, written out; and entries of any shape, made at random.
#![expect(clippy::unwrap_used, reason = "a test that goes wrong stops there")]

mod examples;
mod golden;
mod random;
mod strict;
