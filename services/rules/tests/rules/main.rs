//! The rules, against golden cases, second derivations and random hands.
#![cfg(test)]

mod allocation;
mod catalogue;
mod claims;
mod fuzz;
mod golden;
mod house;
mod liability;
mod notation;
mod payments;
mod pictures;
mod play;
mod properties;
mod published;
mod recogniser;
mod seats;
mod sections;
mod variants;
mod waits;
