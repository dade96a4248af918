//! What the engine answers, for the bodies of answers. What bodies and messages have words for in common, `wire::convert` reads. An answer that is not what the contract promises is a mistake of
//! ours, never the client's.

use ledger::PlayerId;
use ledger::evidence::{Legs, Outcome, OutcomeResult, seated_after};
use mahjong::{Deal, MatchState, Score, WinnerScore};
use serde_json::value::RawValue;
use wire::convert::{Unreadable, read, write};
use wire::v1;

use super::course::{Course, KnownVariant, Played};
use crate::bodies::points::Points;
use crate::bodies::score::{ScoreResponse, SeatPayment};
use crate::bodies::variant::{
    HousePatternName, Name, Pattern, VariantSummary, VariantWithDocument,
};
use crate::problem::Problem;

pub(super) fn score_response(
    answer: v1::ScoreHandResponse,
    explain: bool,
) -> Result<ScoreResponse, Problem> {
    let others = answer.other_readings.into_iter().map(Score::try_from);
    Ok(ScoreResponse {
        score: score(answer.score)?,
        payments: seat_payments(answer.payments)?,
        paid_fan: answer.paid_fan,
        other_readings: explain.then(|| others.collect()).transpose()?,
        house_patterns: house_pattern_names(answer.house_patterns),
        variant_hash: answer.variant_hash,
        semantics: answer.semantics,
        engine_version: answer.engine_version,
    })
}

/// The outcomes that were worked out, and who sits where after them; the course goes on to where the match then stands.
pub(super) fn played(
    answer: v1::PlayHandsResponse,
    outcomes: &[Outcome],
    mut seated: [PlayerId; 4],
    course: &mut Course,
) -> Result<(Vec<Played>, [PlayerId; 4]), Problem> {
    if answer.hands.len() != outcomes.len() {
        return Err(unheard("one outcome for each"));
    }
    let mut played = Vec::new();
    for (hand, outcome) in answer.hands.into_iter().zip(outcomes) {
        played.push(one_played(hand, seated)?);
        seated = seated_after(seated, outcome);
    }
    course.state = state(answer.state)?;
    course.semantics = answer.semantics;
    Ok((played, seated))
}

fn one_played(hand: v1::PlayedHand, seated: [PlayerId; 4]) -> Result<Played, Problem> {
    let deal = Deal::try_from(present(hand.deal, "deal")?)?;
    let amounts = hand.payments.iter().map(|payment| payment.half_points);
    let amounts: Vec<i64> = amounts.collect();
    let amounts = amounts.try_into().map_err(|_| unheard("four payments"))?;
    let legs =
        Legs::new(&deal, seated, amounts, hand.house_half_points).map_err(Problem::internal)?;
    for (leg, payment) in legs.chairs().iter().zip(&hand.payments) {
        if u32::from(leg.chair.number()) != payment.chair
            || write(leg.seat_wind) != payment.seat_wind
        {
            return Err(unheard("payments by chair, with its seat wind"));
        }
    }
    Ok(Played {
        result: OutcomeResult {
            number: (hand.number != 0).then_some(hand.number),
            deal,
            scores: scores(hand.scores)?,
            legs,
        },
        state_after: state(hand.state_after)?,
    })
}

pub(super) fn state(state: Option<v1::MatchState>) -> Result<MatchState, Problem> {
    Ok(present(state, "state")?.try_into()?)
}

pub(super) fn score(score: Option<v1::Score>) -> Result<Score, Problem> {
    Ok(present(score, "score")?.try_into()?)
}

pub(super) fn scores(winners: Vec<v1::WinnerScore>) -> Result<Vec<WinnerScore>, Problem> {
    let scores = winners.into_iter().map(WinnerScore::try_from);
    Ok(scores.collect::<Result<_, _>>()?)
}

pub(super) fn seat_payments(payments: Vec<v1::SeatPayment>) -> Result<Vec<SeatPayment>, Problem> {
    let payments = payments.into_iter().map(|payment| {
        Ok(SeatPayment {
            seat_wind: read(payment.seat_wind)?,
            points: Points(payment.half_points),
        })
    });
    payments.collect()
}

pub(super) fn known_variant(answer: v1::GetVariantResponse) -> Result<KnownVariant, Problem> {
    let summary = present(answer.variant, "variant")?;
    Ok(KnownVariant {
        id: summary.id,
        hash: summary.hash.parse().map_err(Problem::internal)?,
        document: answer.document,
        pays_half_points: answer.pays_half_points,
        starting_points: summary.starting_points,
    })
}

pub(super) fn variant_with_document(
    answer: v1::GetVariantResponse,
) -> Result<VariantWithDocument, Problem> {
    let document = String::from_utf8(answer.document).map_err(Problem::internal)?;
    Ok(VariantWithDocument {
        summary: variant_summary(present(answer.variant, "variant")?),
        pays_half_points: answer.pays_half_points,
        document: RawValue::from_string(document).map_err(Problem::internal)?,
    })
}

pub(super) fn variant_summary(summary: v1::VariantSummary) -> VariantSummary {
    VariantSummary {
        id: summary.id,
        name: name(summary.name),
        hash: summary.hash,
        source: summary.source,
        minimum_fan: summary.minimum_fan,
    }
}

pub(super) fn pattern(pattern: v1::Pattern) -> Pattern {
    Pattern {
        id: pattern.id,
        name: name(pattern.name),
        definition: pattern.definition,
        example: pattern.example,
    }
}

pub(super) fn house_pattern_names(names: Vec<v1::HousePatternName>) -> Vec<HousePatternName> {
    let names = names.into_iter().map(|stated| HousePatternName {
        pattern: stated.pattern,
        name: name(stated.name),
    });
    names.collect()
}

fn name(name: Option<v1::Name>) -> Name {
    let name = name.unwrap_or_default();
    Name {
        english: name.english,
        traditional_chinese: name.traditional_chinese,
        jyutping: name.jyutping,
    }
}

pub(super) fn present<T>(value: Option<T>, what: &str) -> Result<T, Problem> {
    value.ok_or_else(|| unheard(what))
}

pub(super) fn unheard(what: &str) -> Problem {
    Problem::internal(format!("the engine's answer lacks {what}"))
}

impl From<Unreadable> for Problem {
    fn from(unreadable: Unreadable) -> Self {
        Self::internal(format!("in the engine's answer {unreadable}"))
    }
}
