//! `match.proto`

use rules::{
    Agreed, Chair, FalseMahjong, MatchState, Outcome, Penalty, PlayedHand, RefusalCode, Score,
    Shown, SidePayment, Substitution, Totals, Variant, WinOutcome, Winner,
};
use wire::convert::{read, read_chair, read_optional_chair, write};
use wire::v1::outcome::Outcome as StatedOutcome;
use wire::v1::winner::Result as StatedResult;
use wire::{RequestReason, v1};

use super::field::{at_most, in_range, missing, totals_invalid};
use super::hand::{Giver, Liable, PARTS_LIMIT, read_circumstances, read_hand, read_liability};
use crate::errors::{At, Invalid};

/// The most outcomes of one request.
const OUTCOMES_LIMIT: usize = 200;

/// The most bytes of the id of a penalty or a side payment; those of documents are shorter.
const AMOUNT_ID_LIMIT: usize = 64;

/// Reads the field `state`; without it, a match is at its start.
pub(crate) fn read_state(stated: Option<v1::MatchState>) -> Result<MatchState, Invalid> {
    stated.map_or(Ok(MatchState::start()), |stated| {
        read_stated_state(stated).at("state")
    })
}

/// Reads the field `outcomes`.
pub(crate) fn read_outcomes(stated: Vec<v1::Outcome>) -> Result<Vec<Outcome>, Invalid> {
    let words = ("outcomes", "are played at once");
    let stated = at_most(OUTCOMES_LIMIT, words, stated).at("outcomes")?;
    let outcome = |(index, outcome)| read_outcome(outcome).at_item("outcomes", index);
    stated.into_iter().enumerate().map(outcome).collect()
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
        seat_wind: write(hand.deal.seat_wind(chair)),
        half_points,
    });
    v1::PlayedHand {
        number: hand.number.unwrap_or_default(),
        deal: Some(hand.deal.into()),
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
    let winner = mahjong::WinnerScore {
        chair: *chair,
        score: score.state(variant),
    };
    winner.into()
}

/// Writes a state.
pub(super) fn write_state(state: &MatchState) -> v1::MatchState {
    (&mahjong::MatchState::from(state)).into()
}

fn read_stated_state(stated: v1::MatchState) -> Result<MatchState, Invalid> {
    in_range(stated.next_number, 1..=MatchState::MOST_HANDS + 1).at("next_number")?;
    let state = mahjong::MatchState::try_from(stated)?;
    let read = MatchState::try_from(&state).ok();
    let read = read.filter(|_| state.house_half_points >= 0);
    read.ok_or_else(totals_invalid).at("total_half_points")
}

fn read_outcome(stated: v1::Outcome) -> Result<Outcome, Invalid> {
    Ok(match stated.outcome.ok_or_else(missing)? {
        StatedOutcome::Win(win) => Outcome::Win(read_win(win).at("win")?),
        StatedOutcome::Goulash(v1::GoulashOutcome {}) => Outcome::Goulash {},
        StatedOutcome::FalseMahjong(v1::FalseMahjongOutcome { chair, points }) => {
            Outcome::FalseMahjong(FalseMahjong {
                chair: read_chair(chair).at("false_mahjong.chair")?,
                points,
            })
        }
        StatedOutcome::EarlyEnd(v1::EarlyEndOutcome {}) => Outcome::EarlyEnd {},
        StatedOutcome::Agreed(agreed) => Outcome::Agreed(read_agreed(&agreed).at("agreed")?),
        StatedOutcome::Penalty(penalty) => Outcome::Penalty(read_penalty(penalty).at("penalty")?),
        StatedOutcome::SidePayment(payment) => {
            Outcome::SidePayment(read_side_payment(payment).at("side_payment")?)
        }
        StatedOutcome::Totals(totals) => Outcome::Totals(Totals {
            half_points: read_amounts(&totals.half_points).at("totals")?,
            house_half_points: Some(totals.house_half_points).filter(|house| *house != 0),
        }),
        StatedOutcome::Substitution(v1::SubstitutionOutcome { chair }) => {
            Outcome::Substitution(Substitution {
                chair: read_chair(chair).at("substitution.chair")?,
                player: (),
            })
        }
    })
}

/// Reads the field `half_points`.
fn read_amounts(stated: &[i64]) -> Result<[i64; 4], Invalid> {
    stated.try_into().map_err(|_| {
        let text = "four amounts are needed, one for each chair";
        Invalid::new(RefusalCode::OutOfRange, "half_points", text)
    })
}

fn read_agreed(stated: &v1::AgreedOutcome) -> Result<Agreed, Invalid> {
    Ok(Agreed {
        half_points: read_amounts(&stated.half_points)?,
        winner: read_optional_chair(stated.winner_chair).at("winner_chair")?,
    })
}

/// Reads the id of a penalty or a side payment; the table's own have none.
fn read_amount_id(stated: String, field: &'static str) -> Result<Option<String>, Invalid> {
    if stated.len() > AMOUNT_ID_LIMIT {
        let text = format!("an id has at most {AMOUNT_ID_LIMIT} bytes");
        return Err(Invalid::new(RequestReason::TooLarge, field, text));
    }
    Ok(Some(stated).filter(|id| !id.is_empty()))
}

fn read_penalty(stated: v1::PenaltyOutcome) -> Result<Penalty, Invalid> {
    Ok(Penalty {
        chair: read_chair(stated.chair).at("chair")?,
        payee: read(stated.payee).at("payee")?,
        penalty: read_amount_id(stated.penalty, "penalty")?,
        points: stated.points,
    })
}

fn read_side_payment(stated: v1::SidePaymentOutcome) -> Result<SidePayment, Invalid> {
    Ok(SidePayment {
        chair: read_chair(stated.chair).at("chair")?,
        from_chair: read_optional_chair(stated.from_chair).at("from_chair")?,
        side_payment: read_amount_id(stated.side_payment, "side_payment")?,
        points: stated.points,
    })
}

fn read_win(stated: v1::WinOutcome) -> Result<WinOutcome, Invalid> {
    let giver = read_giver(stated.from_chair)?;
    let winner = |(index, winner)| read_winner(winner).at_item("winners", index);
    Ok(WinOutcome {
        winners: at_most(PARTS_LIMIT, ("winners", "are read"), stated.winners)
            .at("winners")?
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
        StatedResult::Declared(declared) => Shown::Declared(declared.into()),
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
