//! The one place that knows the contract's messages and the words of the table ([`mahjong`]) together, for who asks and for who answers.
//!
//! Whatever is written can be read; what is read may lack what the contract promises, and then it says which field.

mod hand;
mod outcome;
mod score;
mod state;
mod unreadable;
mod words;

pub use hand::{read_circumstances, tiles};
pub use state::{read_chair, read_optional_chair};
pub use unreadable::{Problem, Unreadable};
pub use words::{Word, read, read_optional, write, write_optional};
