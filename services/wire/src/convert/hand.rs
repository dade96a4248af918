//! What a winner shows, and how a hand was won.

use mahjong::{Circumstances, DeclaredResult, Hand, Liability, Meld};

use super::unreadable::{At, Unreadable, required};
use super::words::{read, read_optional, write, write_optional};
use crate::v1;

/// Tiles as their notation, which may be empty.
#[must_use]
pub fn tiles(notation: &str) -> v1::Tiles {
    v1::Tiles {
        tiles: Vec::new(),
        notation: notation.to_owned(),
    }
}

impl From<&Hand> for v1::Hand {
    fn from(hand: &Hand) -> Self {
        Self {
            concealed: Some(tiles(&hand.concealed)),
            winning_tile: Some(tiles(&hand.winning_tile)),
            melds: hand.melds.iter().map(v1::Meld::from).collect(),
            bonus_tiles: Some(tiles(&hand.bonus_tiles)),
        }
    }
}

impl From<&Meld> for v1::Meld {
    fn from(meld: &Meld) -> Self {
        Self {
            kind: write(meld.kind),
            tiles: Some(tiles(&meld.tiles)),
        }
    }
}

impl From<Circumstances> for v1::Circumstances {
    fn from(circumstances: Circumstances) -> Self {
        Self {
            won_by: write(circumstances.won_by),
            robbed_kong: write_optional(circumstances.robbed_kong),
            last_tile: circumstances.last_tile,
            replacement: write_optional(circumstances.replacement),
            first_turn: write_optional(circumstances.first_turn),
        }
    }
}

/// Reads the field `circumstances`. Whether what is stated goes together is for the rules to say.
///
/// # Errors
/// The field that is missing or has no value of its enum.
pub fn read_circumstances(stated: Option<v1::Circumstances>) -> Result<Circumstances, Unreadable> {
    let stated = required(stated, "circumstances")?;
    Circumstances::try_from(stated).at("circumstances")
}

impl TryFrom<v1::Circumstances> for Circumstances {
    type Error = Unreadable;

    fn try_from(stated: v1::Circumstances) -> Result<Self, Unreadable> {
        Ok(Self {
            won_by: read(stated.won_by).at("won_by")?,
            robbed_kong: read_optional(stated.robbed_kong).at("robbed_kong")?,
            last_tile: stated.last_tile,
            replacement: read_optional(stated.replacement).at("replacement")?,
            first_turn: read_optional(stated.first_turn).at("first_turn")?,
        })
    }
}

/// The contract states who is liable beside it.
impl From<&Liability> for v1::Liability {
    fn from(liability: &Liability) -> Self {
        Self {
            rule: write(liability.rule),
            tiles_left: liability.tiles_left,
            live_tile: liability.live_tile,
        }
    }
}

impl From<DeclaredResult> for v1::DeclaredResult {
    fn from(declared: DeclaredResult) -> Self {
        Self {
            fan: declared.fan,
            limit: declared.limit,
            fan_toward_minimum: declared.fan_toward_minimum,
        }
    }
}

impl From<v1::DeclaredResult> for DeclaredResult {
    fn from(stated: v1::DeclaredResult) -> Self {
        Self {
            fan: stated.fan,
            limit: stated.limit,
            fan_toward_minimum: stated.fan_toward_minimum,
        }
    }
}
