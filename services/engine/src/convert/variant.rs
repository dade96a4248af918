//! `variant.proto`

use std::collections::BTreeSet;
use std::sync::Arc;

use rules::variant::{Difference, DocumentError, Name, read_hash, write_hash};
use rules::{Definition, PatternIndex, StepBudget, Variant};
use wire::v1::variant_ref::Variant as Stated;
use wire::{RequestReason, v1};

use super::field::{missing, required};
use crate::budget::too_many_steps;
use crate::errors::{At, Invalid, Problem};
use crate::variants::Variants;

/// The most bytes of a variant document.
const DOCUMENT_LIMIT: usize = Variant::LARGEST_DOCUMENT;

/// Finds the variant that a request names in a field by its id or its hash.
pub(crate) fn read_variant_in(
    field: &str,
    stated: Option<v1::VariantRef>,
    variants: &Variants,
) -> Result<Arc<Variant>, Invalid> {
    let stated = required(stated, field)?;
    match stated.variant {
        // A document is compiled elsewhere.
        None | Some(Stated::Document(_)) => Err(missing()),
        Some(Stated::Id(id)) => built_in(&id).at("id"),
        Some(Stated::Hash(hash)) => by_hash(&hash, variants).at("hash"),
    }
    .at(field)
}

/// Compiles the document that a request states in a field.
pub(crate) fn compile_variant_in(
    field: &str,
    document: &[u8],
    budget: &StepBudget,
) -> Result<Variant, Invalid> {
    compile(document, budget).at("document").at(field)
}

/// A document, or a patch of one, that has to be there.
pub(crate) fn read_document(stated: Vec<u8>, field: &str) -> Result<Vec<u8>, Invalid> {
    if stated.is_empty() {
        Err(missing()).at(field)
    } else {
        Ok(stated)
    }
}

/// What is wrong with a document.
pub(super) fn write_problem(error: DocumentError) -> v1::DocumentProblem {
    v1::DocumentProblem {
        path: error.path,
        code: error.code.as_str().to_ascii_uppercase(),
        text: error.text,
    }
}

/// In what two documents differ.
pub(crate) fn write_difference(difference: Difference) -> v1::VariantDifference {
    let Difference {
        path,
        before,
        after,
        text,
    } = difference;
    v1::VariantDifference {
        path,
        before,
        after,
        text,
    }
}

/// A variant without its document.
pub(super) fn write_summary(variant: &Variant) -> v1::VariantSummary {
    v1::VariantSummary {
        id: variant.id().to_owned(),
        name: Some(write_name(variant.name())),
        hash: write_hash(variant.hash()),
        source: variant.source().to_owned(),
        minimum_fan: variant.minimum_fan(),
        version: variant.version(),
        has_rounds: variant.has_rounds(),
        starting_points: variant.starting_points(),
        uses_bonus_tiles: variant.uses_bonus_tiles(),
        derived_from: variant.derived_from().map_or_else(String::new, write_hash),
    }
}

/// An entry of the catalogue, with what it is worth under a variant.
pub(super) fn write_pattern(variant: Option<&Variant>, definition: &Definition) -> v1::Pattern {
    v1::Pattern {
        id: definition.id.to_owned(),
        name: Some(v1::Name {
            english: definition.english.to_owned(),
            traditional_chinese: definition.traditional_chinese.to_owned(),
            jyutping: definition.jyutping.to_owned(),
        }),
        definition: definition.definition.to_owned(),
        example: definition.example.to_owned(),
        worth: variant.and_then(|variant| write_worth(variant, definition.pattern.into())),
    }
}

/// The patterns of a variant's own.
pub(super) fn write_house_patterns(variant: &Variant) -> impl Iterator<Item = v1::Pattern> {
    variant
        .house_patterns()
        .iter()
        .enumerate()
        .map(|(place, house)| v1::Pattern {
            id: house.id.clone(),
            name: Some(write_name(&house.name)),
            definition: house.text.clone(),
            example: String::new(),
            worth: PatternIndex::house(place).and_then(|pattern| write_worth(variant, pattern)),
        })
}

/// The names of the variant's own patterns that scores mention.
pub(super) fn write_house_pattern_names<'a>(
    variant: &Variant,
    scores: impl Iterator<Item = &'a v1::Score>,
) -> Vec<v1::HousePatternName> {
    // Most variants have none.
    if variant.house_patterns().is_empty() {
        return Vec::new();
    }
    let ids = |score: &'a v1::Score| {
        let counted = score.counted.iter().map(|counted| &*counted.pattern);
        counted.chain(score.left_out.iter().map(|left_out| &*left_out.pattern))
    };
    let ids: BTreeSet<&str> = scores.flat_map(ids).collect();
    let mentioned = variant.house_patterns().iter();
    mentioned
        .filter(|house| ids.contains(&*house.id))
        .map(|house| v1::HousePatternName {
            pattern: house.id.clone(),
            name: Some(write_name(&house.name)),
        })
        .collect()
}

fn write_worth(variant: &Variant, pattern: PatternIndex) -> Option<v1::PatternWorth> {
    let worth = variant.pattern_worth(pattern)?;
    let includes = worth.includes.iter();
    Some(v1::PatternWorth {
        fan: worth.fan,
        limit: worth.limit,
        counts_toward_minimum: worth.counts_toward_minimum,
        includes: includes
            .map(|&included| variant.pattern_id(included).to_owned())
            .collect(),
        conditions: worth
            .when
            .iter()
            .map(|condition| condition.id().to_owned())
            .collect(),
    })
}

fn write_name(name: &Name) -> v1::Name {
    v1::Name {
        english: name.english.clone(),
        traditional_chinese: name.traditional_chinese.clone(),
        jyutping: name.jyutping.clone(),
    }
}

fn built_in(id: &str) -> Result<Arc<Variant>, Invalid> {
    Variant::built_in(id).cloned().ok_or_else(|| {
        let text = format!(
            "no built-in variant has the id `{}`; ListVariants lists them",
            id.escape_debug()
        );
        Invalid::new(RequestReason::VariantNotFound, "", text)
    })
}

fn by_hash(text: &str, variants: &Variants) -> Result<Arc<Variant>, Invalid> {
    let hash = read_hash(text).ok_or_else(|| {
        Invalid::new(
            RequestReason::VariantHashInvalid,
            "",
            "a content hash is 64 lower-case hexadecimal digits",
        )
    })?;
    variants.find(&hash).ok_or_else(|| {
        Invalid::new(
            RequestReason::VariantUnknown,
            "",
            "no variant with this hash was sent recently: send its document",
        )
    })
}

fn compile(document: &[u8], budget: &StepBudget) -> Result<Variant, Invalid> {
    if document.len() > DOCUMENT_LIMIT {
        let text = format!(
            "{} bytes, but a document has at most {DOCUMENT_LIMIT}",
            document.len()
        );
        return Err(Invalid::new(RequestReason::TooLarge, "", text));
    }
    let problem = |error: DocumentError| Problem {
        field: error.path,
        reason: error.code.as_str().to_ascii_uppercase(),
        text: error.text,
    };
    let compiled = Variant::from_json_within(document, budget)
        .map_err(|steps| too_many_steps(steps, String::new()))?;
    compiled.map_err(|errors| {
        Invalid::several(
            RequestReason::VariantInvalid,
            errors.into_iter().map(problem).collect(),
        )
    })
}
