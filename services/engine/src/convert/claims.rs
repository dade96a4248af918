//! `claims.proto`

use rules::variant::write_hash;
use rules::{
    Call, Chair, Claim, ClaimReason, Deal, Offered, Resolution, SEMANTICS, Taken, Variant,
};
use wire::convert::read_chair;
use wire::v1;
use wire::v1::claim::Call as StatedCall;

use super::engine::ENGINE_VERSION;
use super::field::{at_most, missing, required};
use super::hand::{read_circumstances, read_hand, read_winning_tile};
use super::matches::{read_giver, write_winner_score};
use super::tiles::read_playing;
use super::variant::write_house_pattern_names;
use crate::errors::{At, Invalid};

/// The most claims of one request.
const CLAIMS_LIMIT: usize = 8;

/// Reads the tile that is claimed: the fields `deal`, `circumstances`, `from_chair` and `tile`.
pub(crate) fn read_offered(
    deal: Option<v1::Deal>,
    circumstances: Option<v1::Circumstances>,
    from_chair: u32,
    tile: Option<v1::Tiles>,
) -> Result<Offered, Invalid> {
    let deal = Deal::try_from(required(deal, "deal")?).at("deal")?;
    let circumstances = read_circumstances(circumstances, read_giver(from_chair)?)?;
    let tile = read_winning_tile(tile).at("tile")?;
    Ok(Offered {
        tile: required(tile, "tile")?,
        circumstances,
        deal,
    })
}

/// Reads the field `claims`.
pub(crate) fn read_claims(stated: Vec<v1::Claim>) -> Result<Vec<Claim>, Invalid> {
    let stated = at_most(CLAIMS_LIMIT, ("claims", "are read"), stated).at("claims")?;
    let claim = |(index, claim)| read_claim(claim).at_item("claims", index);
    stated.into_iter().enumerate().map(claim).collect()
}

/// Who gets the tile.
pub(crate) fn write_resolution(
    variant: &Variant,
    resolution: &Resolution,
) -> v1::ResolveClaimsResponse {
    let chairs = resolution.takers.iter();
    let scores = resolution.scores.iter();
    let scores = scores.map(|score| write_winner_score(variant, score));
    let scores: Vec<v1::WinnerScore> = scores.collect();
    let each = scores.iter().filter_map(|winner| winner.score.as_ref());
    v1::ResolveClaimsResponse {
        house_patterns: write_house_pattern_names(variant, each),
        chairs: chairs.map(|chair: &Chair| chair.number().into()).collect(),
        taken: write_taken(resolution.taken).into(),
        reason: write_reason(resolution.reason).into(),
        explanation: resolution.reason.text().to_owned(),
        scores,
        variant_hash: write_hash(variant.hash()),
        semantics: SEMANTICS,
        engine_version: ENGINE_VERSION.to_owned(),
    }
}

fn read_claim(stated: v1::Claim) -> Result<Claim, Invalid> {
    let call = match stated.call.ok_or_else(missing)? {
        StatedCall::Win(v1::WinClaim { hand }) => {
            let hand = required(hand, "win.hand")?;
            Call::Win(read_hand(hand).at("win.hand")?)
        }
        StatedCall::Kong(v1::KongClaim {}) => Call::Kong,
        StatedCall::Pung(v1::PungClaim {}) => Call::Pung,
        StatedCall::Chow(v1::ChowClaim { tiles }) => {
            let tiles = required(tiles, "chow.tiles")?;
            Call::Chow(read_playing(Some(tiles)).at("chow.tiles")?)
        }
    };
    Ok(Claim {
        chair: read_chair(stated.chair).at("chair")?,
        call,
        passed_up: stated.passed_up,
    })
}

fn write_taken(taken: Option<Taken>) -> v1::Taken {
    match taken {
        None => v1::Taken::Unspecified,
        Some(Taken::Win) => v1::Taken::Win,
        Some(Taken::Kong) => v1::Taken::Kong,
        Some(Taken::Pung) => v1::Taken::Pung,
        Some(Taken::Chow) => v1::Taken::Chow,
    }
}

fn write_reason(reason: ClaimReason) -> v1::ClaimReason {
    match reason {
        ClaimReason::Unclaimed => v1::ClaimReason::Unclaimed,
        ClaimReason::OnlyClaim => v1::ClaimReason::OnlyClaim,
        ClaimReason::WinFirst => v1::ClaimReason::WinFirst,
        ClaimReason::PungFirst => v1::ClaimReason::PungFirst,
        ClaimReason::PatternFirst => v1::ClaimReason::PatternFirst,
        ClaimReason::Nearest => v1::ClaimReason::Nearest,
        ClaimReason::BestHand => v1::ClaimReason::BestHand,
        ClaimReason::EveryWinner => v1::ClaimReason::EveryWinner,
    }
}
