//! `waits.proto`

use rules::variant::write_hash;
use rules::{Holding, Prospect, SEMANTICS, Tile, Variant, Wait};
use wire::convert::read;
use wire::v1;

use super::engine::ENGINE_VERSION;
use super::field::{at_most, required};
use super::hand::read_hand;
use super::tiles::{read_playing, write_tile};
use super::variant::write_house_pattern_names;
use crate::errors::{At, Invalid};

/// The most lists of tiles that were seen.
const SEEN_LIMIT: usize = 8;

/// Reads the fields `hand`, `seat_wind` and `round_wind`.
pub(crate) fn read_holding(
    hand: Option<v1::Hand>,
    seat_wind: i32,
    round_wind: i32,
) -> Result<Holding, Invalid> {
    let hand = required(hand, "hand")?;
    Ok(Holding {
        hand: read_hand(hand).at("hand")?,
        seat_wind: read(seat_wind).at("seat_wind")?,
        round_wind: read(round_wind).at("round_wind")?,
    })
}

/// Reads the field `seen`.
pub(crate) fn read_seen(stated: Vec<v1::Tiles>) -> Result<Vec<Tile>, Invalid> {
    let stated = at_most(SEEN_LIMIT, ("lists", "are read"), stated).at("seen")?;
    let mut seen = Vec::new();
    for (index, tiles) in stated.into_iter().enumerate() {
        seen.extend(read_playing(Some(tiles)).at_item("seen", index)?);
    }
    Ok(seen)
}

/// What a hand waits for.
pub(crate) fn write_waits(variant: &Variant, waits: &[Wait]) -> v1::FindWaitsResponse {
    let wait = |wait: &Wait| v1::Wait {
        tile: Some(write_tile(wait.tile)),
        left: u32::from(wait.left),
        self_draw: Some(write_prospect(variant, &wait.self_draw)),
        discard: Some(write_prospect(variant, &wait.discard)),
    };
    let waits: Vec<v1::Wait> = waits.iter().map(wait).collect();
    let prospects = waits
        .iter()
        .flat_map(|wait| [&wait.self_draw, &wait.discard]);
    let scores = prospects.filter_map(|prospect| prospect.as_ref()?.score.as_ref());
    v1::FindWaitsResponse {
        house_patterns: write_house_pattern_names(variant, scores),
        waits,
        variant_hash: write_hash(variant.hash()),
        semantics: SEMANTICS,
        engine_version: ENGINE_VERSION.to_owned(),
    }
}

fn write_prospect(variant: &Variant, prospect: &Prospect) -> v1::Prospect {
    v1::Prospect {
        score: Some(prospect.score.state(variant).into()),
        missing_fan: prospect.missing_fan,
    }
}
