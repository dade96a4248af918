//! `hand.proto`

use rules::{
    Circumstances, FirstTurn, Hand, KongKind, LiabilityRule, Meld, MeldKind, RefusalCode,
    Replacement, StatedLiability, Tile, WonBy,
};
use wire::v1;

use super::{in_range, known, missing, required, tiles};
use crate::errors::{At, Invalid};
use crate::reason::Reason;

/// Reads the tiles of a winner.
pub(super) fn read_hand(stated: v1::Hand) -> Result<Hand, Invalid> {
    let meld = |(index, meld)| read_meld(meld).at_item("melds", index);
    Ok(Hand {
        concealed: tiles::read_playing(stated.concealed).at("concealed")?,
        winning_tile: read_winning_tile(stated.winning_tile).at("winning_tile")?,
        melds: stated
            .melds
            .into_iter()
            .enumerate()
            .map(meld)
            .collect::<Result<_, _>>()?,
        bonus_tiles: tiles::read_bonus(stated.bonus_tiles).at("bonus_tiles")?,
    })
}

/// Who gave the winning tile: stated beside the circumstances, as a wind outside a match and as a chair inside one.
pub(super) struct Giver<S> {
    /// The field that states it.
    pub(super) field: &'static str,
    /// The seat, if stated.
    pub(super) seat: Option<S>,
}

/// Reads how a hand was won. Paths of problems start beside the field `circumstances`.
pub(super) fn read_circumstances<S>(
    stated: Option<v1::Circumstances>,
    giver: Giver<S>,
) -> Result<Circumstances<S>, Invalid> {
    let stated = required(stated, "circumstances")?;
    Ok(Circumstances {
        won_by: read_won_by(&stated, giver)?,
        last_tile: stated.last_tile,
        replacement: read_replacement(stated.replacement).at("circumstances.replacement")?,
        first_turn: read_first_turn(stated.first_turn).at("circumstances.first_turn")?,
    })
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
    let rule = read_liability_rule(stated.rule).at("liability.rule")?;
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

fn read_liability_rule(number: i32) -> Result<LiabilityRule, Invalid> {
    match known(number)? {
        v1::LiabilityRule::Unspecified => Err(missing()),
        v1::LiabilityRule::NineTiles => Ok(LiabilityRule::NineTiles),
        v1::LiabilityRule::TwelveTiles => Ok(LiabilityRule::TwelveTiles),
        v1::LiabilityRule::FiveTiles => Ok(LiabilityRule::FiveTiles),
        v1::LiabilityRule::BigThreeDragons => Ok(LiabilityRule::BigThreeDragons),
        v1::LiabilityRule::BigFourWinds => Ok(LiabilityRule::BigFourWinds),
        v1::LiabilityRule::KongReplacement => Ok(LiabilityRule::KongReplacement),
    }
}

/// Reads the tile that completes a hand.
pub(super) fn read_winning_tile(stated: Option<v1::Tiles>) -> Result<Option<Tile>, Invalid> {
    match tiles::read_playing(stated)?.as_slice() {
        [] => Ok(None),
        [tile] => Ok(Some(*tile)),
        several => {
            let text = format!("{} tiles, but one tile completes a hand", several.len());
            Err(Invalid::new(
                Reason::Refused(RefusalCode::WinningTileMismatch),
                "",
                text,
            ))
        }
    }
}

fn read_meld(stated: v1::Meld) -> Result<Meld, Invalid> {
    let kind = read_meld_kind(stated.kind)
        .and_then(|kind| kind.ok_or_else(missing))
        .at("kind")?;
    let stated = required(stated.tiles, "tiles")?;
    Ok(Meld {
        kind,
        tiles: tiles::read_playing(Some(stated)).at("tiles")?,
    })
}

fn read_meld_kind(number: i32) -> Result<Option<MeldKind>, Invalid> {
    Ok(match known(number)? {
        v1::MeldKind::Unspecified => None,
        v1::MeldKind::Chow => Some(MeldKind::Chow),
        v1::MeldKind::Pung => Some(MeldKind::Pung),
        v1::MeldKind::ExposedKong => Some(MeldKind::Kong(KongKind::Exposed)),
        v1::MeldKind::AddedKong => Some(MeldKind::Kong(KongKind::Added)),
        v1::MeldKind::ConcealedKong => Some(MeldKind::Kong(KongKind::Concealed)),
    })
}

fn read_won_by<S>(stated: &v1::Circumstances, giver: Giver<S>) -> Result<WonBy<S>, Invalid> {
    let won_by = known(stated.won_by).at("circumstances.won_by")?;
    let kong = read_robbed_kong(stated.robbed_kong).at("circumstances.robbed_kong")?;
    let (from, from_field, kong_field) = (giver.seat, giver.field, "circumstances.robbed_kong");
    let text = "does not go with how the hand was won: leave it out";
    match won_by {
        v1::WonBy::Unspecified => required(None, "circumstances.won_by"),
        v1::WonBy::SelfDraw => {
            unexpected(from, from_field, text)?;
            unexpected(kong, kong_field, text)?;
            Ok(WonBy::SelfDraw)
        }
        v1::WonBy::Discard => {
            unexpected(kong, kong_field, text)?;
            Ok(WonBy::Discard {
                from: required(from, from_field)?,
            })
        }
        v1::WonBy::RobbedKong => Ok(WonBy::RobbedKong {
            from: required(from, from_field)?,
            kong: required(kong, kong_field)?,
        }),
        v1::WonBy::BonusTiles => {
            unexpected(from, from_field, text)?;
            unexpected(kong, kong_field, text)?;
            Ok(WonBy::BonusTiles)
        }
    }
}

fn read_robbed_kong(number: i32) -> Result<Option<KongKind>, Invalid> {
    match read_meld_kind(number)? {
        None => Ok(None),
        Some(MeldKind::Kong(kind)) => Ok(Some(kind)),
        Some(MeldKind::Chow | MeldKind::Pung) => {
            let text = "only a kong can be robbed, not a chow or a pung";
            Err(Invalid::new(
                Reason::Refused(RefusalCode::KongNotRobbable),
                "",
                text,
            ))
        }
    }
}

fn read_replacement(number: i32) -> Result<Option<Replacement>, Invalid> {
    Ok(match known(number)? {
        v1::Replacement::Unspecified => None,
        v1::Replacement::BonusTile => Some(Replacement::BonusTile),
        v1::Replacement::Kong => Some(Replacement::Kong),
        v1::Replacement::SecondKong => Some(Replacement::SecondKong),
    })
}

fn read_first_turn(number: i32) -> Result<Option<FirstTurn>, Invalid> {
    Ok(match known(number)? {
        v1::FirstTurn::Unspecified => None,
        v1::FirstTurn::Heaven => Some(FirstTurn::Heaven),
        v1::FirstTurn::Earth => Some(FirstTurn::Earth),
        v1::FirstTurn::Man => Some(FirstTurn::Man),
    })
}

fn unexpected<T>(stated: Option<T>, field: &str, text: &str) -> Result<(), Invalid> {
    match stated {
        None => Ok(()),
        Some(_) => Err(Invalid::new(Reason::FieldUnexpected, field, text)),
    }
}
