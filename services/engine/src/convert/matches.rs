//! `match.proto`

use rules::{
    Amounts, Chair, Deal, DeclaredResult, Ending, MatchState, Outcome, Payee, PlayedHand,
    RefusalCode, Score, Shown, Variant, Winner,
};
use wire::v1;
use wire::v1::outcome::Outcome as StatedOutcome;
use wire::v1::winner::Result as StatedResult;

use super::hand::{Giver, Liable, read_circumstances, read_hand, read_liability};
use super::score::write_score;
use super::tiles::{read_wind, write_wind};
use super::{in_range, known, missing, out_of_range, required};
use crate::errors::{At, Invalid};
use crate::reason::Reason;

/// The most outcomes of one request.
const OUTCOMES_LIMIT: usize = 200;

/// The most bytes of the id of a penalty; those of documents are shorter.
const PENALTY_LIMIT: usize = 64;

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
        house_half_points: state.totals.house(),
    }
}

/// Writes an outcome that was played.
pub(super) fn write_played(variant: &Variant, hand: &PlayedHand) -> v1::PlayedHand {
    let scores = hand
        .scores
        .iter()
        .map(|score| write_winner_score(variant, score));
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
        house_half_points: hand.payments.house(),
    }
}

/// Writes the score of one winner.
pub(super) fn write_winner_score(
    variant: &Variant,
    (chair, score): &(Chair, Score),
) -> v1::WinnerScore {
    v1::WinnerScore {
        chair: u32::from(chair.number()),
        score: Some(write_score(variant, score)),
    }
}

fn read_stated_state(stated: &v1::MatchState) -> Result<MatchState, Invalid> {
    Ok(MatchState {
        next_number: in_range(stated.next_number, 1..=MatchState::MOST_HANDS + 1)
            .at("next_number")?,
        deal: required(stated.deal.as_ref(), "deal").and_then(|deal| read_deal(deal).at("deal"))?,
        totals: read_totals(&stated.total_half_points, stated.house_half_points)
            .at("total_half_points")?,
        ending: read_ending(stated.ending).at("ending")?,
    })
}

/// Reads a deal.
pub(super) fn read_deal(stated: &v1::Deal) -> Result<Deal, Invalid> {
    Ok(Deal {
        round_wind: read_wind(stated.round_wind).at("round_wind")?,
        dealer: read_chair(stated.dealer).at("dealer")?,
        extra: stated.extra,
    })
}

fn read_totals(stated: &[i64], house: i64) -> Result<Amounts, Invalid> {
    let players = <[i64; 4]>::try_from(stated).ok();
    let totals = players.and_then(|players| Amounts::with_house(players, house));
    totals.filter(|_| house >= 0).ok_or_else(|| {
        let text =
            "the totals are four amounts within ±(2⁵³ − 1) that sum to zero with what the house holds";
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

/// Reads a chair that has to be stated.
pub(super) fn read_chair(number: u32) -> Result<Chair, Invalid> {
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
        StatedOutcome::Agreed(agreed) => read_agreed(&agreed).at("agreed"),
        StatedOutcome::Penalty(penalty) => read_penalty(penalty).at("penalty"),
        StatedOutcome::Substitution(v1::SubstitutionOutcome { chair }) => {
            Ok(Outcome::Substitution {
                chair: read_chair(chair).at("substitution.chair")?,
            })
        }
    }
}

fn read_agreed(stated: &v1::AgreedOutcome) -> Result<Outcome, Invalid> {
    let half_points = <[i64; 4]>::try_from(stated.half_points.as_slice()).map_err(|_| {
        let text = "four amounts are needed, one for each chair";
        Invalid::new(
            Reason::Refused(RefusalCode::OutOfRange),
            "half_points",
            text,
        )
    })?;
    Ok(Outcome::Agreed {
        winner: read_optional_chair(stated.winner_chair).at("winner_chair")?,
        half_points,
    })
}

fn read_penalty(stated: v1::PenaltyOutcome) -> Result<Outcome, Invalid> {
    let chair = read_chair(stated.chair).at("chair")?;
    let payee = match known(stated.payee).at("payee")? {
        v1::Payee::Unspecified => return Err(missing()).at("payee"),
        v1::Payee::Players => Payee::Players,
        v1::Payee::House => Payee::House,
    };
    if stated.penalty.len() > PENALTY_LIMIT {
        let text = format!("an id has at most {PENALTY_LIMIT} bytes");
        return Err(Invalid::new(Reason::TooLarge, "penalty", text));
    }
    Ok(Outcome::Penalty {
        chair,
        penalty: Some(stated.penalty).filter(|id| !id.is_empty()),
        points: stated.points,
        payee,
    })
}

fn read_win(stated: v1::WinOutcome) -> Result<Outcome, Invalid> {
    let giver = read_giver(stated.from_chair)?;
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
    let liable = Liable {
        field: "liable_chair",
        seat: read_optional_chair(stated.liable_chair).at("liable_chair")?,
    };
    Ok(Winner {
        chair,
        shown,
        liability: read_liability(stated.liability, liable)?,
    })
}

/// Reads the field `from_chair`.
pub(super) fn read_giver(number: u32) -> Result<Giver<Chair>, Invalid> {
    Ok(Giver {
        field: "from_chair",
        seat: read_optional_chair(number).at("from_chair")?,
    })
}

/// Reads a chair; `None` if it is 0.
fn read_optional_chair(number: u32) -> Result<Option<Chair>, Invalid> {
    match number {
        0 => Ok(None),
        number => read_chair(number).map(Some),
    }
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
