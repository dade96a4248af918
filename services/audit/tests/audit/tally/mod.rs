//! What matches come to: for players, in seasons and in tournaments.

mod merges;
mod seasons;
mod tallies;
mod tournaments;
