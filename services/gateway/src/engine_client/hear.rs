//! Protobuf to JSON: what the engine answers. An answer that is not what the contract promises is a mistake of
//! ours, never the client's.

use ledger::PlayerId;
use ledger::evidence::{
    CappedPatterns, Chair, CountedPattern, Deal, Effect, Ending, Facts, LeftOutPattern,
    LeftOutReason, Legs, MatchState, ReadSet, Reading, Score, SetKind, Shape, Wind, WinnerScore,
    seated_after,
};
use serde_json::value::RawValue;
use wire::v1;

use super::{Course, KnownVariant, Played};
use crate::bodies::points::Points;
use crate::bodies::score::{ScoreResponse, SeatPayment};
use crate::bodies::variant::{Name, Pattern, VariantSummary, VariantWithDocument};
use crate::problem::Problem;

pub(super) fn score_response(
    answer: v1::ScoreHandResponse,
    explain: bool,
) -> Result<ScoreResponse, Problem> {
    let payments = answer.payments.into_iter().map(|payment| {
        Ok(SeatPayment {
            seat_wind: wind(payment.seat_wind())?,
            points: Points(payment.half_points),
        })
    });
    let others = answer.other_readings.into_iter().map(score);
    Ok(ScoreResponse {
        score: score(present(answer.score, "score")?)?,
        payments: payments.collect::<Result<_, Problem>>()?,
        other_readings: explain.then(|| others.collect()).transpose()?,
        variant_hash: answer.variant_hash,
        semantics: answer.semantics,
        engine_version: answer.engine_version,
    })
}

/// The outcomes that were worked out, and who sits where after them; the course goes on to where the match then stands.
pub(super) fn played(
    answer: v1::PlayHandsResponse,
    outcomes: &[Facts],
    mut seated: [PlayerId; 4],
    course: &mut Course,
) -> Result<(Vec<Played>, [PlayerId; 4]), Problem> {
    if answer.hands.len() != outcomes.len() {
        return Err(unheard("one outcome for each"));
    }
    let mut played = Vec::new();
    for (hand, facts) in answer.hands.into_iter().zip(outcomes) {
        played.push(one_played(hand, seated)?);
        seated = seated_after(seated, facts);
    }
    course.state = state(answer.state)?;
    course.semantics = answer.semantics;
    Ok((played, seated))
}

fn one_played(hand: v1::PlayedHand, seated: [PlayerId; 4]) -> Result<Played, Problem> {
    let deal = deal(present(hand.deal, "deal")?)?;
    let amounts = hand.payments.iter().map(|payment| payment.half_points);
    let amounts: Vec<i64> = amounts.collect();
    let amounts = amounts.try_into().map_err(|_| unheard("four payments"))?;
    let legs =
        Legs::new(&deal, seated, amounts, hand.house_half_points).map_err(Problem::internal)?;
    for (leg, payment) in legs.chairs().iter().zip(&hand.payments) {
        if u32::from(leg.chair.number()) != payment.chair
            || leg.seat_wind != wind(payment.seat_wind())?
        {
            return Err(unheard("payments by chair, with its seat wind"));
        }
    }
    let scores = hand.scores.into_iter().map(|winner| {
        Ok(WinnerScore {
            chair: chair(winner.chair)?,
            score: score(present(winner.score, "score")?)?,
        })
    });
    Ok(Played {
        effect: Effect {
            number: (hand.number != 0).then_some(hand.number),
            deal,
            scores: scores.collect::<Result<_, Problem>>()?,
            legs,
        },
        state_after: state(hand.state_after)?,
    })
}

pub(super) fn state(state: Option<v1::MatchState>) -> Result<MatchState, Problem> {
    let state = present(state, "state")?;
    let ending = match state.ending() {
        v1::Ending::Unspecified => None,
        v1::Ending::Complete => Some(Ending::Complete),
        v1::Ending::Early => Some(Ending::Early),
    };
    Ok(MatchState {
        next_number: state.next_number,
        deal: deal(present(state.deal, "deal")?)?,
        total_half_points: state
            .total_half_points
            .try_into()
            .map_err(|_| unheard("four totals"))?,
        house_half_points: state.house_half_points,
        ending,
    })
}

pub(super) fn known_variant(answer: v1::GetVariantResponse) -> Result<KnownVariant, Problem> {
    let summary = present(answer.variant, "variant")?;
    Ok(KnownVariant {
        id: summary.id,
        hash: summary.hash.parse().map_err(Problem::internal)?,
        document: answer.document,
        pays_half_points: answer.pays_half_points,
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

fn name(name: Option<v1::Name>) -> Name {
    let name = name.unwrap_or_default();
    Name {
        english: name.english,
        traditional_chinese: name.traditional_chinese,
        jyutping: name.jyutping,
    }
}

pub(super) fn score(score: v1::Score) -> Result<Score, Problem> {
    let left_out = score.left_out.into_iter().map(left_out);
    Ok(Score {
        reading: score.reading.map(reading).transpose()?,
        counted: score.counted.into_iter().map(counted).collect(),
        capped: score.capped.into_iter().map(capped).collect(),
        left_out: left_out.collect::<Result<_, Problem>>()?,
        fan: score.fan,
        fan_toward_minimum: score.fan_toward_minimum,
        minimum_fan: score.minimum_fan,
        limit: score.limit,
        points: score.points,
        declared: score.declared,
    })
}

fn reading(reading: v1::Reading) -> Result<Reading, Problem> {
    let shape = match reading.shape() {
        v1::Shape::Unspecified => return Err(unheard("a shape")),
        v1::Shape::Standard => Shape::Standard,
        v1::Shape::SevenPairs => Shape::SevenPairs,
        v1::Shape::ThirteenOrphans => Shape::ThirteenOrphans,
        v1::Shape::BonusTiles => Shape::BonusTiles,
    };
    let sets = reading
        .sets
        .into_iter()
        .map(read_set)
        .collect::<Result<_, _>>()?;
    Ok(Reading { shape, sets })
}

fn read_set(set: v1::ReadSet) -> Result<ReadSet, Problem> {
    let kind = match set.kind() {
        v1::SetKind::Unspecified => return Err(unheard("a kind of set")),
        v1::SetKind::Chow => SetKind::Chow,
        v1::SetKind::Pung => SetKind::Pung,
        v1::SetKind::Kong => SetKind::Kong,
        v1::SetKind::Pair => SetKind::Pair,
    };
    Ok(ReadSet {
        kind,
        tiles: present(set.tiles, "tiles")?.notation,
        concealed: set.concealed,
        completed: set.completed,
    })
}

fn counted(counted: v1::CountedPattern) -> CountedPattern {
    CountedPattern {
        pattern: counted.pattern,
        count: counted.count,
        fan: counted.fan,
        limit: counted.limit,
        counts_toward_minimum: counted.counts_toward_minimum,
    }
}

fn capped(capped: v1::CappedPatterns) -> CappedPatterns {
    CappedPatterns {
        patterns: capped.patterns,
        fan_before: capped.fan_before,
        fan: capped.fan,
    }
}

fn left_out(left: v1::LeftOutPattern) -> Result<LeftOutPattern, Problem> {
    let reason = match left.reason() {
        v1::LeftOutReason::Unspecified => return Err(unheard("a reason for leaving out")),
        v1::LeftOutReason::Included => LeftOutReason::Included,
        v1::LeftOutReason::Limit => LeftOutReason::Limit,
        v1::LeftOutReason::Group => LeftOutReason::Group,
        v1::LeftOutReason::Condition => LeftOutReason::Condition,
        v1::LeftOutReason::NoValue => LeftOutReason::NoValue,
    };
    Ok(LeftOutPattern {
        pattern: left.pattern,
        reason,
        by: (!left.by.is_empty()).then_some(left.by),
    })
}

fn deal(deal: v1::Deal) -> Result<Deal, Problem> {
    Ok(Deal {
        round_wind: wind(deal.round_wind())?,
        dealer: chair(deal.dealer)?,
        extra: deal.extra,
    })
}

pub(super) fn chair(number: u32) -> Result<Chair, Problem> {
    let number = u8::try_from(number).map_err(Problem::internal)?;
    Chair::try_from(number).map_err(Problem::internal)
}

pub(super) fn wind(wind: v1::Wind) -> Result<Wind, Problem> {
    match wind {
        v1::Wind::Unspecified => Err(unheard("a wind")),
        v1::Wind::East => Ok(Wind::East),
        v1::Wind::South => Ok(Wind::South),
        v1::Wind::West => Ok(Wind::West),
        v1::Wind::North => Ok(Wind::North),
    }
}

pub(super) fn present<T>(value: Option<T>, what: &str) -> Result<T, Problem> {
    value.ok_or_else(|| unheard(what))
}

pub(super) fn unheard(what: &str) -> Problem {
    Problem::internal(format!("the engine's answer lacks {what}"))
}
