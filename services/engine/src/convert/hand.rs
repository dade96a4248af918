//! `hand.proto`

use rules::{Circumstances, Hand, LiabilityRule, Meld, RefusalCode, StatedLiability, Tile};
use wire::convert::{self, read};
use wire::{RequestReason, v1};

use super::field::{at_most, in_range, misstated, required};
use super::tiles;
use crate::errors::{At, Invalid};

/// Reads the tiles of a winner.
pub(super) fn read_hand(stated: v1::Hand) -> Result<Hand, Invalid> {
    let meld = |(index, meld)| read_meld(meld).at_item("melds", index);
    Ok(Hand {
        concealed: tiles::read_playing(stated.concealed).at("concealed")?,
        winning_tile: read_winning_tile(stated.winning_tile).at("winning_tile")?,
        melds: at_most(PARTS_LIMIT, ("melds", "are read"), stated.melds)
            .at("melds")?
            .into_iter()
            .enumerate()
            .map(meld)
            .collect::<Result<_, _>>()?,
        bonus_tiles: tiles::read_bonus(stated.bonus_tiles).at("bonus_tiles")?,
    })
}

/// More melds, or winners, than these mean nothing: the rules refuse fewer already, and say why.
pub(super) const PARTS_LIMIT: usize = 8;

/// Who gave the winning tile: stated beside the circumstances, as a wind outside a match and as a chair inside one.
pub(super) struct Giver<S> {
    /// The field that states it.
    pub(super) field: &'static str,
    /// The seat, if stated.
    pub(super) seat: Option<S>,
}

/// Reads how a hand was won. Paths of problems start beside the field `circumstances`.
pub(super) fn read_circumstances<S: Copy>(
    stated: Option<v1::Circumstances>,
    giver: Giver<S>,
) -> Result<Circumstances<S>, Invalid> {
    let stated = convert::read_circumstances(stated)?;
    Circumstances::read(stated, giver.seat)
        .map_err(|misstatement| misstated(misstatement, giver.field))
}

/// A player who is stated beside the liability: as a wind outside a match and as a chair inside one.
pub(super) struct Liable<S> {
    /// The field that states it.
    pub(super) field: &'static str,
    /// The seat, if stated.
    pub(super) seat: Option<S>,
}

/// Reads a liability. Paths of problems start beside the field `liability`.
pub(super) fn read_liability<S>(
    stated: Option<v1::Liability>,
    liable: Liable<S>,
) -> Result<Option<StatedLiability<S>>, Invalid> {
    let Some(stated) = stated else {
        let text = "goes only with a `liability`: state that too, or leave it out";
        return unexpected(liable.seat, liable.field, text).map(|()| None);
    };
    let rule = read(stated.rule).at("liability.rule")?;
    if rule != LiabilityRule::FiveTiles {
        let text = "goes only with the rule of five tiles: leave it out";
        unexpected(stated.tiles_left, "liability.tiles_left", text)?;
        unexpected(stated.live_tile, "liability.live_tile", text)?;
    }
    let tiles_left = stated.tiles_left.map(|left| in_range(left, 0..=144));
    let tiles_left = tiles_left.transpose().at("liability.tiles_left")?;
    Ok(Some(StatedLiability {
        rule,
        liable: required(liable.seat, liable.field)?,
        tiles_left: tiles_left.map(|left| u8::try_from(left).unwrap_or(u8::MAX)),
        live_tile: stated.live_tile,
    }))
}

/// Reads the tile that completes a hand.
pub(super) fn read_winning_tile(stated: Option<v1::Tiles>) -> Result<Option<Tile>, Invalid> {
    match tiles::read_playing(stated)?.as_slice() {
        [] => Ok(None),
        [tile] => Ok(Some(*tile)),
        several => {
            let text = format!("{} tiles, but one tile completes a hand", several.len());
            Err(Invalid::new(RefusalCode::WinningTileMismatch, "", text))
        }
    }
}

fn read_meld(stated: v1::Meld) -> Result<Meld, Invalid> {
    let kind = read(stated.kind).at("kind")?;
    let stated = required(stated.tiles, "tiles")?;
    Ok(Meld {
        kind,
        tiles: tiles::read_playing(Some(stated)).at("tiles")?,
    })
}

fn unexpected<T>(stated: Option<T>, field: &str, text: &str) -> Result<(), Invalid> {
    match stated {
        None => Ok(()),
        Some(_) => Err(Invalid::new(RequestReason::FieldUnexpected, field, text)),
    }
}
