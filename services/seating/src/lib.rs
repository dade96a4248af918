//! Who sits where and who sits out in the next round of an evening, and schedules of several rounds.
//!
//! Nothing here is random: everything follows from the seed, the players and what happened before. Whoever knows them computes the same
//! draw ([`draw`] says how), so that a seed that is published before the draw proves it afterwards. Entries of ledgers state draws (`LEAF.md` of
//! `evidence`), so what [`draw`], [`swiss`] and [`schedule`] give never changes.
#![warn(missing_docs)]

mod draw;
mod lot;
mod meetings;
mod refusal;
mod schedule;
mod swiss;
mod table;
mod tables;

pub use draw::{Draw, Player, draw};
pub use lot::Lot;
pub use meetings::{Meetings, TEAM_MATES};
pub use refusal::Refusal;
pub use schedule::{Schedule, schedule};
pub use swiss::swiss;
pub use table::Table;

/// The most players of one draw.
pub const MOST_PLAYERS: usize = 400;

/// The most rounds of one schedule.
pub const MOST_ROUNDS: usize = 64;
