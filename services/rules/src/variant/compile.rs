//! From a document to a variant, naming everything that is wrong with it at once.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::document::{self, Document, Name, StaysAfter};
use super::hash::read_hash;
use super::names::{Names, house_patterns};
use super::problem::{DocumentError, Problems, at};
use super::strict::Strict;
use super::{
    Counting, DealRule, HousePattern, LimitRule, Multipliers, NamedAmount, StayingResults, Variant,
    points_by_fan,
};
use super::{check, compile_liability, sanitize, structure};
use crate::document_code::DocumentCode;
use crate::steps::{StepBudget, TooManySteps, UNLIMITED};
use crate::winning_shape::WinningShapes;
use crate::{PatternSet, WinningShape};

impl Variant {
    /// The most bytes a document may have, as it is written and in canonical form.
    pub const LARGEST_DOCUMENT: usize = 64 * 1024;

    /// The content hash that a document has if it is in canonical form.
    #[must_use]
    pub fn hash_of(canonical: &[u8]) -> [u8; 32] {
        Sha256::digest(canonical).into()
    }

    /// Compiles a document written in JSON, to play by it.
    ///
    /// # Errors
    /// Everything that is wrong with it, at most 500 things. Where a part lacks its form, what that part means is
    /// not judged, nor what only the whole can tell.
    pub fn from_json(json: &[u8]) -> Result<Variant, Vec<DocumentError>> {
        Variant::from_value(&read_json(json)?, Purpose::Play)
    }

    /// Compiles a document written in TOML: it is the one written in JSON that says the same, with the same hash.
    ///
    /// # Errors
    /// As [`Variant::from_json`].
    pub fn from_toml(toml: &str) -> Result<Variant, Vec<DocumentError>> {
        Variant::from_value(&read_toml(toml)?, Purpose::Play)
    }

    /// Compiles a document that somebody is writing, in JSON: besides, it may not bear the id of a built-in variant,
    /// unless it is that one. To play by such a document is no error, since it may be a former version.
    ///
    /// # Errors
    /// As [`Variant::from_json`], and [`DocumentCode::ReservedId`].
    pub fn check(json: &[u8]) -> Result<Variant, Vec<DocumentError>> {
        Variant::from_value(&read_json(json)?, Purpose::Publish)
    }

    /// As [`Variant::from_json`], under a budget for the hands that expressions are tried on.
    ///
    /// # Errors
    /// If the budget is spent; within, as [`Variant::from_json`].
    pub fn from_json_within(
        json: &[u8],
        budget: &StepBudget,
    ) -> Result<Result<Variant, Vec<DocumentError>>, TooManySteps> {
        let value = read_json(json);
        budget.settle(value.and_then(|value| Variant::compile(&value, Purpose::Play, budget)))
    }

    /// As [`Variant::check`], under a budget for the hands that expressions are tried on.
    ///
    /// # Errors
    /// If the budget is spent; within, as [`Variant::check`].
    pub fn check_within(
        json: &[u8],
        budget: &StepBudget,
    ) -> Result<Result<Variant, Vec<DocumentError>>, TooManySteps> {
        let value = read_json(json);
        budget.settle(value.and_then(|value| Variant::compile(&value, Purpose::Publish, budget)))
    }

    pub(super) fn from_value(
        value: &Json,
        purpose: Purpose,
    ) -> Result<Variant, Vec<DocumentError>> {
        Variant::compile(value, purpose, &UNLIMITED)
    }

    pub(super) fn compile(
        value: &Json,
        purpose: Purpose,
        budget: &StepBudget,
    ) -> Result<Variant, Vec<DocumentError>> {
        let unreadable =
            |error: serde_json::Error| whole(DocumentCode::Unreadable, error.to_string());
        let canonical = serde_json_canonicalizer::to_vec(value).map_err(unreadable)?;
        check_size(canonical.len(), " in canonical form")?;
        // Read from the canonical bytes, so that 2 and 2.0 are one number here as they are in the hash.
        let value: Json = serde_json::from_slice(&canonical).map_err(unreadable)?;
        let mut problems = Problems::default();
        structure::check(&value, &mut problems);
        let sound = if problems.is_empty() {
            value
        } else {
            sanitize::sanitize(value, &mut problems)
        };
        let document: Document = match serde_json::from_value(sound) {
            Ok(document) => document,
            // More is wrong than was named.
            Err(_) if !problems.is_empty() => return Err(problems.into_errors()),
            Err(error) => return Err(unreadable(error)),
        };
        let house = house_patterns(&document.house_patterns, budget, &mut problems);
        let variant = compile(document, canonical, house, &mut problems);
        if purpose == Purpose::Publish {
            check::check_id(&variant, &mut problems);
        }
        if problems.is_empty() {
            Ok(variant)
        } else {
            Err(problems.into_errors())
        }
    }
}

/// What a document is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Play,
    Publish,
}

/// JSON in which no object has a name twice.
pub(super) fn read_json(json: &[u8]) -> Result<Json, Vec<DocumentError>> {
    check_size(json.len(), "")?;
    let read = serde_json::from_slice(json);
    let Strict(value) = read.map_err(|error| {
        whole(
            DocumentCode::Unreadable,
            format!("this is no JSON: {error}"),
        )
    })?;
    Ok(value)
}

/// The JSON that says the same as a text in TOML.
///
/// # Errors
/// That the text is no TOML, or over its limit of bytes.
pub fn read_toml(toml: &str) -> Result<Json, Vec<DocumentError>> {
    check_size(toml.len(), "")?;
    let read = toml::Deserializer::parse(toml).and_then(Strict::deserialize);
    let Strict(value) = read.map_err(|error| {
        whole(
            DocumentCode::Unreadable,
            format!("this is no TOML: {error}"),
        )
    })?;
    Ok(value)
}

fn check_size(bytes: usize, form: &str) -> Result<(), Vec<DocumentError>> {
    const LARGEST: usize = Variant::LARGEST_DOCUMENT;
    if bytes <= LARGEST {
        return Ok(());
    }
    let text = format!("{bytes} bytes{form}, but a document has at most {LARGEST}");
    Err(whole(DocumentCode::TooLarge, text))
}

/// A problem of the whole document.
pub(super) fn whole(code: DocumentCode, text: String) -> Vec<DocumentError> {
    let path = String::new();
    vec![DocumentError { path, code, text }]
}

fn compile(
    document: Document,
    canonical: Vec<u8>,
    house: Vec<HousePattern>,
    problems: &mut Problems,
) -> Variant {
    let Document {
        format: document::Format::One,
        ..
    } = &document;
    let schedule = document.schedule.iter();
    let schedule: Vec<(u32, u32)> = schedule.map(|step| (step.from_fan, step.points)).collect();
    let points_by_fan = points_by_fan(&schedule, document.cap);
    let top = points_by_fan.last().copied().unwrap_or_default();
    let names = Names::of(&document);
    let worths = names.worths(&document, problems);
    let groups = names.groups(&document.groups, problems);
    let caps = names.caps(&document.caps, problems);
    let liabilities = compile_liability::compile(&document.liabilities, &names, &worths, problems);
    let first = names.patterns(&document.claims.first, &at(["claims", "first"]), problems);
    let place = at(["bonus_tile_win_patterns"]);
    let beside_bonus_tiles = names.patterns(&document.bonus_tile_win_patterns, &place, problems);
    let concealed_kong_robbers = concealed_kong_robbers(&document, &names, problems);
    let variant = Variant {
        counting: Counting::of(&worths, &groups, &caps),
        hash: Variant::hash_of(&canonical),
        document: canonical,
        derived_from: document.derived_from.as_deref().and_then(read_hash),
        bonus_tiles: document.tiles == 144,
        shapes: shapes(document.shapes.as_deref()),
        minimum_fan: document.minimum_fan,
        house,
        worths,
        groups,
        caps,
        cap: document.cap,
        limit: LimitRule {
            points: document.limit.points.unwrap_or(top),
            multiplied: document.limit.multiplied,
        },
        schedule,
        points_by_fan,
        multipliers: multipliers(&document.multipliers),
        several: document.claims.several,
        first,
        miss_win: document.claims.miss_win,
        robbed_kongs: document.robbed_kongs.clone(),
        concealed_kong_robbers,
        robbed_kong_payment: document.robbed_kong_payment,
        bonus_tile_wins: document
            .bonus_tile_wins
            .iter()
            .map(|&held| held.into())
            .collect(),
        bonus_tile_win_patterns: beside_bonus_tiles.into_iter().collect(),
        man_wins: document.man_wins,
        deal: deal_rule(&document.deal),
        false_mahjong: document.false_mahjong.rule,
        false_mahjong_points: document.false_mahjong.points,
        dealer_false_mahjong_points: dealer_points(&document.false_mahjong),
        liabilities,
        penalties: named_amounts(document.penalties, |penalty| (penalty.name, penalty.points)),
        side_payments: named_amounts(document.side_payments, |payment| {
            (payment.name, payment.points)
        }),
        starting_points: document.starting_points,
        id: document.id,
        version: document.version,
        name: document.name,
        source: document.source,
        readings: document.readings,
    };
    check::check(&variant, problems);
    variant
}

fn shapes(stated: Option<&[WinningShape]>) -> WinningShapes {
    stated.map_or(WinningShapes::ALL, |shapes| {
        shapes.iter().copied().collect()
    })
}

fn concealed_kong_robbers(
    document: &Document,
    names: &Names,
    problems: &mut Problems,
) -> Option<PatternSet> {
    let stated = document.concealed_kong_robbers.as_deref()?;
    let place = at(["concealed_kong_robbers"]);
    Some(
        names
            .patterns(stated, &place, problems)
            .into_iter()
            .collect(),
    )
}

fn dealer_points(stated: &document::FalseMahjong) -> Option<u32> {
    stated.dealer_points.or(stated.points)
}

fn deal_rule(stated: &document::DealRule) -> DealRule {
    let last = stated.last_deal_stays_after.as_deref();
    DealRule {
        stays_after: staying_results(&stated.stays_after),
        last_deal_stays_after: last.map(staying_results),
        most_hands: stated.most_hands,
        rounds: stated.rounds,
    }
}

fn staying_results(stated: &[StaysAfter]) -> StayingResults {
    StayingResults {
        dealer_win: stated.contains(&StaysAfter::DealerWin),
        goulash: stated.contains(&StaysAfter::Goulash),
        dealer_false_mahjong: stated.contains(&StaysAfter::FalseMahjong)
            || stated.contains(&StaysAfter::DealerFalseMahjong),
        other_false_mahjong: stated.contains(&StaysAfter::FalseMahjong)
            || stated.contains(&StaysAfter::OtherFalseMahjong),
    }
}

fn named_amounts<Stated>(
    stated: BTreeMap<String, Stated>,
    parts: impl Fn(Stated) -> (Name, Option<u32>),
) -> Vec<NamedAmount> {
    let amount = |(id, stated)| {
        let (name, points) = parts(stated);
        NamedAmount { id, name, points }
    };
    stated.into_iter().map(amount).collect()
}

fn multipliers(stated: &document::Multipliers) -> Multipliers {
    // The form of a document has made sure of multiples of ½ from 0 to 8.
    let halves = |times: f64| (times * 2.0) as u32;
    Multipliers {
        self_draw: halves(stated.self_draw),
        discarder: halves(stated.discarder),
        other: halves(stated.other),
        dealer: stated.dealer,
    }
}
