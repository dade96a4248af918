//! Whether a stated win can have happened at all: everything but the reading of its tiles.
//!
//! The checks stand in the order of precedence of [`RefusalCode`].

use crate::field::Field;
use crate::packed::Packed;
use crate::refusal::{Detail, Refusal, RefusalCode};
use crate::tile_counts::doubled;
use crate::tile_features::{TileFeatures, is_meld};
use crate::{
    Circumstances, FirstTurn, Hand, KongKind, Meld, MeldKind, PatternSet, Replacement, Variant,
    Win, Wind, WonBy, liability, man_win,
};

/// Checks a win, whose tiles are these, against the tiles of the set, the circumstances against each other, and both
/// against the variant.
pub(crate) fn check(variant: &Variant, win: &Win, tiles: &TileFeatures) -> Result<(), Refusal> {
    let Win {
        hand,
        circumstances,
        seat_wind,
        ..
    } = win;
    winning_tile(win)?;
    if !tiles.are_melds {
        melds(&hand.melds)?;
    }
    bonus_tiles_used(variant, hand)?;
    copies(hand, tiles)?;
    bonus_copies(hand, tiles)?;
    tile_count(win)?;
    giver(*seat_wind, circumstances)?;
    kong_robbable(variant, circumstances)?;
    robbed_tile(win, tiles)?;
    replacement_drawn(variant, circumstances)?;
    replaced(win, tiles)?;
    first_turn(variant, *seat_wind, circumstances, hand.melds.is_empty())?;
    last_tile(circumstances)?;
    bonus_tile_win(variant, win)?;
    liability::check(variant, win)
}

/// The checks that need no tiles, for a result that the table declares.
pub(crate) fn circumstances(
    variant: &Variant,
    seat_wind: Wind,
    circumstances: &Circumstances<Wind>,
) -> Result<(), Refusal> {
    giver(seat_wind, circumstances)?;
    kong_robbable(variant, circumstances)?;
    replacement_drawn(variant, circumstances)?;
    let kong = matches!(
        circumstances.replacement,
        Some(Replacement::Kong | Replacement::SecondKong)
    );
    first_turn(variant, seat_wind, circumstances, !kong)?;
    last_tile(circumstances)?;
    bonus_tiles_played(variant, circumstances)
}

fn refuse(code: RefusalCode, field: Field, detail: impl Into<Detail>) -> Result<(), Refusal> {
    Err(Refusal::new(code, field, detail))
}

fn winning_tile(win: &Win) -> Result<(), Refusal> {
    let code = RefusalCode::WinningTileMismatch;
    match (win.circumstances.won_by, win.hand.winning_tile) {
        (WonBy::BonusTiles, Some(_)) => refuse(
            code,
            Field::WinningTile,
            "a win by bonus tiles has no winning tile: leave it out",
        ),
        (WonBy::SelfDraw | WonBy::Discard { .. } | WonBy::RobbedKong { .. }, None) => refuse(
            code,
            Field::WinningTile,
            "state the tile that completed the hand",
        ),
        (WonBy::BonusTiles, None)
        | (WonBy::SelfDraw | WonBy::Discard { .. } | WonBy::RobbedKong { .. }, Some(_)) => Ok(()),
    }
}

/// Names the first chow of honours, or else the first meld that is none.
fn melds(melds: &[Meld]) -> Result<(), Refusal> {
    let of_honours =
        |meld: &Meld| meld.kind == MeldKind::Chow && meld.tiles.iter().any(|tile| tile.is_honour());
    if let Some(place) = melds.iter().position(of_honours) {
        let detail = Detail::HonourChow(melds[place].clone());
        return refuse(RefusalCode::HonourChow, Field::Meld(place), detail);
    }
    let is_none = |meld: &Meld| !is_meld(meld, meld.tiles.iter().copied().collect());
    if let Some(place) = melds.iter().position(is_none) {
        let detail = Detail::NotAMeld(melds[place].clone());
        return refuse(RefusalCode::MeldInvalid, Field::Meld(place), detail);
    }
    Ok(())
}

fn bonus_tiles_used(variant: &Variant, hand: &Hand) -> Result<(), Refusal> {
    if variant.uses_bonus_tiles() || hand.bonus_tiles.is_empty() {
        return Ok(());
    }
    refuse(
        RefusalCode::BonusTilesNotUsed,
        Field::BonusTiles,
        "this variant is played with 136 tiles: there are no flowers and seasons",
    )
}

fn copies(hand: &Hand, tiles: &TileFeatures) -> Result<(), Refusal> {
    let melded: usize = hand.melds.iter().map(|meld| meld.tiles.len()).sum();
    let countable = hand.concealed.len() + melded < Packed::MOST;
    if countable && !tiles.all.is_overdrawn() {
        return Ok(());
    }
    let Some((tile, count)) = hand.counts().overdrawn() else {
        return Ok(());
    };
    let melded = hand
        .melds
        .iter()
        .position(|meld| meld.tiles.contains(&tile));
    let field = if hand.concealed.contains(&tile) {
        Field::Concealed
    } else {
        melded.map_or(Field::WinningTile, Field::Meld)
    };
    let count = count.into();
    refuse(
        RefusalCode::FifthCopy,
        field,
        Detail::FifthCopy { tile, count },
    )
}

fn bonus_copies(hand: &Hand, tiles: &TileFeatures) -> Result<(), Refusal> {
    if tiles.bonus_tiles() as usize == hand.bonus_tiles.len() {
        return Ok(());
    }
    let Some(tile) = doubled(hand.bonus_tiles.iter().copied()) else {
        return Ok(());
    };
    refuse(
        RefusalCode::DuplicateBonusTile,
        Field::BonusTiles,
        Detail::BonusTileTwice(tile),
    )
}

fn tile_count(win: &Win) -> Result<(), Refusal> {
    let code = RefusalCode::WrongTileCount;
    let melds = win.hand.melds.len();
    if melds > 4 {
        return refuse(code, Field::Melds, Detail::TooManyMelds(melds));
    }
    let (expected, found) = (13 - 3 * melds, win.hand.concealed.len());
    // Nobody needs to show the rest of a hand that wins by its bonus tiles; who drew one may still hold it.
    let optional =
        win.circumstances.won_by == WonBy::BonusTiles && (found == 0 || found == expected + 1);
    if found == expected || optional {
        return Ok(());
    }
    let winning_tile_among_them = found == expected + 1
        && win
            .hand
            .winning_tile
            .is_some_and(|tile| win.hand.concealed.contains(&tile));
    let detail = Detail::TileCount {
        found,
        melds,
        winning_tile_among_them,
    };
    refuse(code, Field::Concealed, detail)
}

fn giver(seat_wind: Wind, circumstances: &Circumstances<Wind>) -> Result<(), Refusal> {
    if circumstances.won_by.from() == Some(seat_wind) {
        let message = "nobody wins on their own discard or kong: name the player who gave the tile";
        return refuse(RefusalCode::DiscarderIsWinner, Field::From, message);
    }
    Ok(())
}

fn kong_robbable(variant: &Variant, circumstances: &Circumstances<Wind>) -> Result<(), Refusal> {
    match circumstances.won_by {
        WonBy::RobbedKong { kong, .. } if !variant.allows_robbing(kong) => {
            let message = match kong {
                KongKind::Exposed => {
                    "this variant does not allow robbing a kong claimed from a discard"
                }
                KongKind::Added => "this variant does not allow robbing a kong added to a pung",
                KongKind::Concealed => "this variant does not allow robbing a concealed kong",
            };
            refuse(RefusalCode::KongNotRobbable, Field::RobbedKong, message)
        }
        WonBy::RobbedKong { .. } | WonBy::SelfDraw | WonBy::Discard { .. } | WonBy::BonusTiles => {
            Ok(())
        }
    }
}

/// Whether a hand that was read may rob a concealed kong.
pub(crate) fn robbed_concealed_kong(
    variant: &Variant,
    circumstances: &Circumstances<Wind>,
    shown: PatternSet,
) -> Result<(), Refusal> {
    match circumstances.won_by {
        WonBy::RobbedKong { kong, .. } if !variant.may_rob(kong, shown) => {
            let message = "this variant lets other hands than this one rob a concealed kong";
            refuse(RefusalCode::KongNotRobbable, Field::RobbedKong, message)
        }
        WonBy::RobbedKong { .. } | WonBy::SelfDraw | WonBy::Discard { .. } | WonBy::BonusTiles => {
            Ok(())
        }
    }
}

/// The owner of the robbed kong has the other three copies of the tile.
fn robbed_tile(win: &Win, tiles: &TileFeatures) -> Result<(), Refusal> {
    let robbed = match win.circumstances.won_by {
        WonBy::RobbedKong { .. } => win.hand.winning_tile,
        WonBy::SelfDraw | WonBy::Discard { .. } | WonBy::BonusTiles => None,
    };
    match robbed {
        Some(tile) if tiles.all.count(tile) > 1 => refuse(
            RefusalCode::RobbedTileHeld,
            Field::WinningTile,
            Detail::RobbedTileHeld(tile),
        ),
        Some(_) | None => Ok(()),
    }
}

fn replacement_drawn(
    variant: &Variant,
    circumstances: &Circumstances<Wind>,
) -> Result<(), Refusal> {
    let is_drawn = match circumstances.won_by {
        WonBy::SelfDraw => true,
        // The last of the bonus tiles may have been one, where that can count.
        WonBy::BonusTiles => !variant.bonus_tile_win_patterns().is_empty(),
        WonBy::Discard { .. } | WonBy::RobbedKong { .. } => false,
    };
    if circumstances.replacement.is_some() && !is_drawn {
        let message = "a replacement tile is drawn: the win must be a self-draw";
        return refuse(
            RefusalCode::ReplacementNotSelfDrawn,
            Field::Replacement,
            message,
        );
    }
    Ok(())
}

fn replaced(win: &Win, tiles: &TileFeatures) -> Result<(), Refusal> {
    let needed = match win.circumstances.replacement {
        Some(Replacement::Kong) => 1,
        Some(Replacement::SecondKong) => 2,
        Some(Replacement::BonusTile) if win.hand.bonus_tiles.is_empty() => {
            let message = "the replacement of a bonus tile needs a flower or season set aside";
            return refuse(
                RefusalCode::ReplacementWithoutBonusTile,
                Field::Replacement,
                message,
            );
        }
        Some(Replacement::BonusTile) | None => return Ok(()),
    };
    let shown = tiles.kongs;
    if shown < needed {
        return refuse(
            RefusalCode::ReplacementWithoutKong,
            Field::Replacement,
            Detail::TooFewKongs { needed, shown },
        );
    }
    Ok(())
}

fn first_turn(
    variant: &Variant,
    seat_wind: Wind,
    circumstances: &Circumstances<Wind>,
    no_melds: bool,
) -> Result<(), Refusal> {
    let Some(first_turn) = circumstances.first_turn else {
        return Ok(());
    };
    let dealer = seat_wind == Wind::East;
    let won_by = circumstances.won_by;
    let (code, possible) = match first_turn {
        FirstTurn::Heaven => (
            RefusalCode::HeavenImpossible,
            dealer && won_by == WonBy::SelfDraw,
        ),
        FirstTurn::Earth => (
            RefusalCode::EarthImpossible,
            !dealer && won_by == WonBy::Discard { from: Wind::East },
        ),
        FirstTurn::Man => (
            RefusalCode::ManImpossible,
            man_win::is_man(variant.man_wins(), seat_wind, &won_by),
        ),
    };
    if possible && no_melds {
        return Ok(());
    }
    let message: Detail = match first_turn {
        FirstTurn::Heaven => {
            "heaven is the dealer's dealt hand: seat wind East, self-drawn, no melds or kongs".into()
        }
        FirstTurn::Earth => {
            "earth is a non-dealer's win on the dealer's first discard: from East, no melds or kongs".into()
        }
        FirstTurn::Man => man_win::explain(variant.man_wins()).into(),
    };
    refuse(code, Field::FirstTurn, message)
}

fn last_tile(circumstances: &Circumstances<Wind>) -> Result<(), Refusal> {
    if circumstances.last_tile && circumstances.first_turn.is_some() {
        let message = "the first turn cannot be at the wall's last tile";
        return refuse(RefusalCode::LastTileOnFirstTurn, Field::LastTile, message);
    }
    Ok(())
}

fn bonus_tile_win(variant: &Variant, win: &Win) -> Result<(), Refusal> {
    let held = win.hand.bonus_tiles.len();
    if win.circumstances.won_by != WonBy::BonusTiles || variant.bonus_tile_wins().contains(&held) {
        return Ok(());
    }
    refuse(
        RefusalCode::BonusTileWinNotPlayed,
        Field::WonBy,
        Detail::NoBonusTileWin(held),
    )
}

/// What a declared result says of bonus tiles, which it does not show.
fn bonus_tiles_played(
    variant: &Variant,
    circumstances: &Circumstances<Wind>,
) -> Result<(), Refusal> {
    if circumstances.replacement == Some(Replacement::BonusTile) && !variant.uses_bonus_tiles() {
        let message = "this variant is played with 136 tiles: there is no bonus tile to replace";
        return refuse(RefusalCode::BonusTilesNotUsed, Field::Replacement, message);
    }
    if circumstances.won_by == WonBy::BonusTiles && variant.bonus_tile_wins().is_empty() {
        let message = "this variant has no immediate win by bonus tiles";
        return refuse(RefusalCode::BonusTileWinNotPlayed, Field::WonBy, message);
    }
    Ok(())
}
