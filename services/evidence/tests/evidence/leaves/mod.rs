//! Leaves as bytes: every kind of them, written out; and entries of any shape, made at random. And what the entries of a
//! match say together.

mod authority;
mod club;
mod evenings;
mod examples;
mod golden;
mod match_history;
mod random;
mod released;
mod seasons;
mod settled;
mod strict;
mod table;
mod totals;
mod tournaments;
mod void;
