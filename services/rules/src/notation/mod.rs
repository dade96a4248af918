//! Tiles and wins as text. How tiles are written is [`mahjong::notation`]'s to say.

mod win;
mod words;

pub use mahjong::notation::{NotationError, Tiles, bonus, parse, playing};
pub use win::{FACTS, win};
pub use words::{Word, WordKind, words};

fn error(position: usize, text: String) -> NotationError {
    NotationError { position, text }
}
