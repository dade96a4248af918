//! `match.proto`

use rules::{
    Amounts, Chair, Deal, DeclaredResult, Ending, MatchState, Outcome, PlayedHand, Shown, Variant,
    Winner,
};
use wire::v1;
use wire::v1::outcome::Outcome as StatedOutcome;
use wire::v1::winner::Result as StatedResult;

use super::hand::{Giver, read_circumstances, read_hand};
use super::score::write_score;
use super::tiles::{read_wind, write_wind};
use super::{in_range, known, missing, out_of_range, required};
use crate::errors::{At, Invalid};
use crate::reason::Reason;

/// The most outcomes of one request.
const OUTCOMES_LIMIT: usize = 200;

/// Reads the field `state`; without it, a match is at its start.
pub(crate) fn read_state(stated: Option<v1::MatchState>) -> Result<MatchState, Invalid> {
    stated.map_or(Ok(MatchState::start()), |stated| {
        read_stated_state(&stated).at("state")
    })
}

/// Reads the field `outcomes`.
pub(crate) fn read_outcomes(stated: Vec<v1::Outcome>) -> Result<Vec<Outcome>, Invalid> {
    if stated.len() > OUTCOMES_LIMIT {
        let text = format!(
            "{} outcomes, but at most {OUTCOMES_LIMIT} are played at once",
            stated.len()
        );
        return Err(Invalid::new(Reason::TooLarge, "outcomes", text));
    }
    let outcome = |(index, outcome)| read_outcome(outcome).at_item("outcomes", index);
    stated.into_iter().enumerate().map(outcome).collect()
}

/// Writes a state.
pub(super) fn write_state(state: &MatchState) -> v1::MatchState {
    v1::MatchState {
        next_number: state.next_number,
        deal: Some(write_deal(state.deal)),
        total_half_points: state.totals.half_points().to_vec(),
        ending: write_ending(state.ending).into(),
    }
}

/// Writes an outcome that was played.
pub(super) fn write_played(variant: &Variant, hand: &PlayedHand) -> v1::PlayedHand {
    let scores = hand.scores.iter().map(|(chair, score)| v1::WinnerScore {
        chair: u32::from(chair.number()),
        score: Some(write_score(variant, score)),
    });
    let payments = Chair::ALL.into_iter().zip(hand.payments.half_points());
    let payments = payments.map(|(chair, half_points)| v1::ChairPayment {
        chair: u32::from(chair.number()),
        seat_wind: write_wind(hand.deal.seat_wind(chair)),
        half_points,
    });
    v1::PlayedHand {
        number: hand.number.unwrap_or_default(),
        deal: Some(write_deal(hand.deal)),
        scores: scores.collect(),
        payments: payments.collect(),
        state_after: Some(write_state(&hand.state_after)),
    }
}

fn read_stated_state(stated: &v1::MatchState) -> Result<MatchState, Invalid> {
    Ok(MatchState {
        next_number: in_range(stated.next_number, 1..=100_000).at("next_number")?,
        deal: required(stated.deal.as_ref(), "deal").and_then(|deal| read_deal(deal).at("deal"))?,
        totals: read_totals(&stated.total_half_points).at("total_half_points")?,
        ending: read_ending(stated.ending).at("ending")?,
    })
}

fn read_deal(stated: &v1::Deal) -> Result<Deal, Invalid> {
    Ok(Deal {
        round_wind: read_wind(stated.round_wind).at("round_wind")?,
        dealer: read_chair(stated.dealer).at("dealer")?,
        extra: stated.extra,
    })
}

fn read_totals(stated: &[i64]) -> Result<Amounts, Invalid> {
    let totals = <[i64; 4]>::try_from(stated).ok().and_then(Amounts::new);
    totals.ok_or_else(|| {
        let text = "the totals are four amounts within ±(2⁵³ − 1) that sum to zero";
        Invalid::new(Reason::StateInvalid, "", text)
    })
}

fn read_ending(number: i32) -> Result<Option<Ending>, Invalid> {
    Ok(match known(number)? {
        v1::Ending::Unspecified => None,
        v1::Ending::Complete => Some(Ending::Complete),
        v1::Ending::Early => Some(Ending::Early),
    })
}

fn read_chair(number: u32) -> Result<Chair, Invalid> {
    Chair::new(number).ok_or_else(|| out_of_range(number, 1..=4))
}

fn read_outcome(stated: v1::Outcome) -> Result<Outcome, Invalid> {
    match stated.outcome.ok_or_else(missing)? {
        StatedOutcome::Win(win) => read_win(win).at("win"),
        StatedOutcome::Goulash(v1::GoulashOutcome {}) => Ok(Outcome::Goulash),
        StatedOutcome::FalseMahjong(v1::FalseMahjongOutcome { chair, points }) => {
            Ok(Outcome::FalseMahjong {
                chair: read_chair(chair).at("false_mahjong.chair")?,
                points,
            })
        }
        StatedOutcome::EarlyEnd(v1::EarlyEndOutcome {}) => Ok(Outcome::EarlyEnd),
    }
}

fn read_win(stated: v1::WinOutcome) -> Result<Outcome, Invalid> {
    let from_chair = match stated.from_chair {
        0 => None,
        number => Some(read_chair(number).at("from_chair")?),
    };
    let giver = Giver {
        field: "from_chair",
        seat: from_chair,
    };
    let winner = |(index, winner)| read_winner(winner).at_item("winners", index);
    Ok(Outcome::Win {
        winners: stated
            .winners
            .into_iter()
            .enumerate()
            .map(winner)
            .collect::<Result<_, _>>()?,
        circumstances: read_circumstances(stated.circumstances, giver)?,
    })
}

fn read_winner(stated: v1::Winner) -> Result<Winner, Invalid> {
    let chair = read_chair(stated.chair).at("chair")?;
    let shown = match stated.result.ok_or_else(missing)? {
        StatedResult::Hand(hand) => Shown::Tiles(read_hand(hand).at("hand")?),
        StatedResult::Declared(v1::DeclaredResult {
            fan,
            limit,
            fan_toward_minimum,
        }) => Shown::Declared(DeclaredResult {
            fan,
            limit,
            fan_toward_minimum,
        }),
    };
    Ok(Winner { chair, shown })
}

fn write_deal(deal: Deal) -> v1::Deal {
    v1::Deal {
        round_wind: write_wind(deal.round_wind),
        dealer: u32::from(deal.dealer.number()),
        extra: deal.extra,
    }
}

fn write_ending(ending: Option<Ending>) -> v1::Ending {
    match ending {
        None => v1::Ending::Unspecified,
        Some(Ending::Complete) => v1::Ending::Complete,
        Some(Ending::Early) => v1::Ending::Early,
    }
}
