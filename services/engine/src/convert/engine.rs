//! `engine.proto`: the answers. A request is read field by field, in `service`.

use std::sync::Arc;

use rules::variant::{DocumentError, write_hash};
use rules::{MatchState, PlayedHand, SEMANTICS, Score, ScoredHand, Variant, Win, catalogue};
use wire::v1;
use wire::v1::hand_result::Result as HandResult;

use super::matches::{write_played, write_state};
use super::score::{write_explained, write_payments};
use super::variant::{
    write_difference, write_house_pattern_names, write_house_patterns, write_pattern,
    write_problem, write_summary,
};
use crate::errors::Invalid;

/// The version of the engine, for information.
pub(super) const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The most readings that are returned besides the one that counts.
const OTHER_READINGS_LIMIT: usize = 32;

/// A scored hand.
pub(crate) fn write_scored_hand(variant: &Variant, scored: &ScoredHand) -> v1::ScoreHandResponse {
    write_response(
        variant,
        scored,
        scored.score.state(variant).into(),
        Vec::new(),
    )
}

/// A scored hand with everything there is to say of it: the reading that counts comes first.
pub(crate) fn write_explained_hand(
    variant: &Variant,
    win: &Win,
    scored: &ScoredHand,
    readings: &[Score],
) -> v1::ScoreHandResponse {
    let others = readings.iter().skip(1).take(OTHER_READINGS_LIMIT);
    let others = others.map(|score| write_explained(variant, win, score));
    let score = write_explained(variant, win, &scored.score);
    write_response(variant, scored, score, others.collect())
}

fn write_response(
    variant: &Variant,
    scored: &ScoredHand,
    score: v1::Score,
    other_readings: Vec<v1::Score>,
) -> v1::ScoreHandResponse {
    let scores = std::iter::once(&score).chain(&other_readings);
    v1::ScoreHandResponse {
        house_patterns: write_house_pattern_names(variant, scores),
        score: Some(score),
        payments: write_payments(scored.payments),
        other_readings,
        variant_hash: write_hash(variant.hash()),
        semantics: SEMANTICS,
        engine_version: ENGINE_VERSION.to_owned(),
        paid_fan: scored.score.paid_fan(variant),
    }
}

/// The wins of a batch, scored one by one.
pub(crate) fn write_scored_batch(
    variant: &Variant,
    results: Vec<v1::HandResult>,
    steps: u64,
) -> v1::ScoreHandsResponse {
    let scores = results.iter().filter_map(|result| match &result.result {
        Some(HandResult::Scored(scored)) => scored.score.as_ref(),
        Some(HandResult::Refused(_)) | None => None,
    });
    v1::ScoreHandsResponse {
        house_patterns: write_house_pattern_names(variant, scores),
        results,
        variant_hash: write_hash(variant.hash()),
        semantics: SEMANTICS,
        engine_version: ENGINE_VERSION.to_owned(),
        steps,
    }
}

/// What became of one win of a batch.
pub(crate) fn write_hand_result(
    variant: &Variant,
    scored: Result<ScoredHand, Invalid>,
) -> v1::HandResult {
    let result = match scored {
        Ok(scored) => HandResult::Scored(v1::ScoredHand {
            score: Some(scored.score.state(variant).into()),
            payments: write_payments(scored.payments),
            paid_fan: scored.score.paid_fan(variant),
        }),
        Err(refused) => {
            let reason = refused.name().to_owned();
            let (field, message) = refused.first();
            HandResult::Refused(v1::HandRefusal {
                reason,
                field,
                message,
            })
        }
    };
    v1::HandResult {
        result: Some(result),
    }
}

/// Outcomes that were played from a state.
pub(crate) fn write_played_hands(
    variant: &Variant,
    state: &MatchState,
    hands: &[PlayedHand],
) -> v1::PlayHandsResponse {
    let state_after = hands.last().map_or(state, |last| &last.state_after);
    let hands: Vec<v1::PlayedHand> = hands
        .iter()
        .map(|hand| write_played(variant, hand))
        .collect();
    let winners = hands.iter().flat_map(|hand| &hand.scores);
    let scores = winners.filter_map(|winner| winner.score.as_ref());
    v1::PlayHandsResponse {
        house_patterns: write_house_pattern_names(variant, scores),
        hands,
        state: Some(write_state(state_after)),
        variant_hash: write_hash(variant.hash()),
        semantics: SEMANTICS,
        engine_version: ENGINE_VERSION.to_owned(),
    }
}

/// The built-in variants.
pub(crate) fn write_built_ins() -> v1::ListVariantsResponse {
    let variants = rules::variant::built_ins().iter();
    v1::ListVariantsResponse {
        variants: variants.map(|variant| write_summary(variant)).collect(),
    }
}

/// A variant with its document.
pub(crate) fn write_variant(variant: &Variant) -> v1::GetVariantResponse {
    v1::GetVariantResponse {
        variant: Some(write_summary(variant)),
        document: variant.document().to_vec(),
        pays_half_points: variant.pays_half_points(),
    }
}

/// Whether a document is one.
pub(crate) fn write_checked(
    checked: Result<Arc<Variant>, Vec<DocumentError>>,
) -> v1::CheckVariantResponse {
    match checked {
        Ok(variant) => v1::CheckVariantResponse {
            problems: Vec::new(),
            variant: Some(write_summary(&variant)),
            document: variant.document().to_vec(),
        },
        Err(problems) => v1::CheckVariantResponse {
            problems: problems.into_iter().map(write_problem).collect(),
            ..v1::CheckVariantResponse::default()
        },
    }
}

/// A derived document, or what is wrong with it.
pub(crate) fn write_derived(
    derived: Result<Arc<Variant>, Vec<DocumentError>>,
) -> v1::DeriveVariantResponse {
    let v1::CheckVariantResponse {
        problems,
        variant,
        document,
    } = write_checked(derived);
    v1::DeriveVariantResponse {
        problems,
        variant,
        document,
    }
}

/// In what two variants differ.
pub(crate) fn write_differences(before: &Variant, after: &Variant) -> v1::CompareVariantsResponse {
    let differences = before.differences(after).into_iter();
    v1::CompareVariantsResponse {
        differences: differences.map(write_difference).collect(),
    }
}

/// The catalogue of patterns; of a variant, also what they are worth, and its own.
pub(crate) fn write_patterns(variant: Option<&Variant>) -> v1::ListPatternsResponse {
    let of_catalogue = catalogue().map(|definition| write_pattern(variant, definition));
    let of_variant = variant.into_iter().flat_map(write_house_patterns);
    v1::ListPatternsResponse {
        patterns: of_catalogue.chain(of_variant).collect(),
    }
}
