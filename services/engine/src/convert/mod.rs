//! Requests and answers as the rules' types: one file for each `.proto` file. What the contract and the table have words for in common,
//! `wire::convert` reads and writes; here are the limits of a request, the tiles, and why something cannot be read.
//!
//! What comes in is only understood here, never judged: whether a meld is one is for the rules to say. What goes
//! out cannot fail.

pub(crate) mod claims;
pub(crate) mod engine;
mod field;
pub(crate) mod hand;
pub(crate) mod matches;
pub(crate) mod score;
pub(crate) mod tiles;
pub(crate) mod variant;
pub(crate) mod waits;
