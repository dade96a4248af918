//! From a document to a variant, naming everything that is wrong with it at once.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::document::{self, Document, RobbedKong, StaysAfter};
use super::hash::read_hash;
use super::strict::Strict;
use super::{Cap, DealRule, Group, LimitRule, Multipliers, PatternIndex, Penalty, Value};
use super::{Variant, Worth};
use crate::{KongKind, Pattern};

/// Something that is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentError {
    /// Where, as a path like `patterns.half_flush.includes[0]`; empty for the whole document.
    pub path: String,
    /// A stable code.
    pub code: &'static str,
    /// What is wrong and what was expected, as a sentence.
    pub text: String,
}

impl Variant {
    /// The most bytes a document may have, as it is written and in canonical form.
    pub const LARGEST_DOCUMENT: usize = 64 * 1024;

    /// Compiles a document written in JSON.
    ///
    /// # Errors
    /// Everything that is wrong with it; but if it does not have the form of a document, only the first thing.
    pub fn from_json(json: &[u8]) -> Result<Variant, Vec<DocumentError>> {
        const LARGEST: usize = Variant::LARGEST_DOCUMENT;
        let malformed = |text: String| {
            vec![DocumentError {
                path: String::new(),
                code: "malformed",
                text,
            }]
        };
        if json.len() > LARGEST {
            return Err(malformed(format!(
                "{} bytes, but a document has at most {LARGEST}",
                json.len()
            )));
        }
        let Strict(value) =
            serde_json::from_slice(json).map_err(|error| malformed(error.to_string()))?;
        let canonical = serde_json_canonicalizer::to_vec(&value)
            .map_err(|error| malformed(error.to_string()))?;
        if canonical.len() > LARGEST {
            let length = canonical.len();
            return Err(malformed(format!(
                "{length} bytes in canonical form, but a document has at most {LARGEST}"
            )));
        }
        // Read from the canonical bytes, so that 2 and 2.0 are one number here as they are in the hash.
        let document: Document =
            serde_json::from_slice(&canonical).map_err(|error| malformed(error.to_string()))?;
        let mut problems = Problems::default();
        let variant = compile(document, canonical, &mut problems);
        if problems.0.is_empty() {
            Ok(variant)
        } else {
            Err(problems.0)
        }
    }
}

#[derive(Default)]
struct Problems(Vec<DocumentError>);

impl Problems {
    fn unless(
        &mut self,
        holds: bool,
        path: impl Into<String>,
        code: &'static str,
        text: impl Into<String>,
    ) {
        if !holds {
            self.0.push(DocumentError {
                path: path.into(),
                code,
                text: text.into(),
            });
        }
    }

    fn range(&mut self, path: &str, number: u32, lowest: u32, highest: u32) {
        let text = format!("{number} is not in {lowest}–{highest}");
        self.unless(
            (lowest..=highest).contains(&number),
            path,
            "out_of_range",
            text,
        );
    }
}

fn compile(document: Document, canonical: Vec<u8>, problems: &mut Problems) -> Variant {
    let Document {
        format: document::Format::One,
        ..
    } = &document;
    check(&document, problems);
    let first = patterns(&document.claims.first, "claims.first", problems);
    let mut worths = worths(&document.patterns, problems);
    check_cycles(&worths, problems);
    check_limits(&worths, problems);
    if document.tiles == 136 {
        // Without bonus tiles, having none is no merit.
        worths[Pattern::NoBonusTiles.index()] = None;
    }
    let schedule: Vec<(u32, u32)> = document
        .schedule
        .iter()
        .map(|step| (step.from_fan, step.points))
        .collect();
    let top = super::points(&schedule, document.cap.unwrap_or(u32::MAX));
    let stays = |result| document.deal.stays_after.contains(&result);
    Variant {
        hash: Sha256::digest(&canonical).into(),
        document: canonical,
        bonus_tiles: document.tiles == 144,
        minimum_fan: document.minimum_fan,
        worths,
        groups: groups(&document.groups, problems),
        caps: caps(&document.caps, problems),
        cap: document.cap,
        schedule,
        limit: LimitRule {
            points: document.limit.points.unwrap_or(top),
            multiplied: document.limit.multiplied,
        },
        multipliers: multipliers(&document.multipliers, problems),
        several: document.claims.several,
        first,
        miss_win: document.claims.miss_win,
        robbed_kongs: document
            .robbed_kongs
            .iter()
            .copied()
            .map(kong_kind)
            .collect(),
        bonus_tile_wins: document
            .bonus_tile_wins
            .iter()
            .copied()
            .map(usize::from)
            .collect(),
        deal: DealRule {
            stays_after_dealer_win: stays(StaysAfter::DealerWin),
            stays_after_goulash: stays(StaysAfter::Goulash),
            stays_after_false_mahjong: stays(StaysAfter::FalseMahjong),
            most_hands: document.deal.most_hands,
            rounds: document.deal.rounds,
        },
        false_mahjong: document.false_mahjong.rule,
        false_mahjong_points: document.false_mahjong.points,
        liabilities: document.liabilities,
        penalties: penalties(document.penalties),
        starting_points: document.starting_points,
        derived_from: document.derived_from.as_deref().and_then(read_hash),
        id: document.id,
        version: document.version,
        name: document.name,
        source: document.source,
        readings: document.readings,
    }
}

fn check(document: &Document, problems: &mut Problems) {
    check_id(&document.id, problems);
    check_length("source", &document.source, 2000, problems);
    check_length("name.english", &document.name.english, 200, problems);
    problems.range("version", document.version, 1, 1_000_000);
    problems.unless(
        matches!(document.tiles, 136 | 144),
        "tiles",
        "out_of_range",
        format!("{} is not 136 or 144", document.tiles),
    );
    problems.range("minimum_fan", document.minimum_fan, 0, 100);
    if let Some(points) = document.limit.points {
        problems.range("limit.points", points, 0, 1_000_000);
    }
    if let Some(points) = document.false_mahjong.points {
        problems.range("false_mahjong.points", points, 0, 1_000_000);
    }
    if let Some(most) = document.deal.most_hands {
        problems.range("deal.most_hands", most, 1, 100);
    }
    check_schedule(&document.schedule, problems);
}

fn check_id(id: &str, problems: &mut Problems) {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let right = (1..=64).contains(&id.len()) && id.bytes().all(allowed) && !id.starts_with('-');
    problems.unless(
        right,
        "id",
        "malformed",
        "an id has 1–64 lower-case letters, digits and hyphens",
    );
}

fn check_length(path: &str, text: &str, longest: usize, problems: &mut Problems) {
    let length = text.chars().count();
    let message = format!("{length} characters, but this text has 1–{longest}");
    problems.unless(
        (1..=longest).contains(&length),
        path,
        "out_of_range",
        message,
    );
}

fn check_schedule(schedule: &[document::Step], problems: &mut Problems) {
    let starts = schedule.first().is_some_and(|step| step.from_fan == 0);
    problems.unless(
        starts,
        "schedule[0].from_fan",
        "schedule_hole",
        "the first step must start at 0 fan",
    );
    for (place, pair) in schedule.windows(2).enumerate() {
        let path = format!("schedule[{}].from_fan", place + 1);
        let text = "each step must start at more fan than the one before it";
        problems.unless(
            pair[0].from_fan < pair[1].from_fan,
            path,
            "schedule_order",
            text,
        );
    }
    let steps = schedule.len();
    problems.unless(
        steps <= 100,
        "schedule",
        "out_of_range",
        format!("{steps} steps, but there are at most 100"),
    );
    for (place, step) in schedule.iter().enumerate() {
        problems.range(
            &format!("schedule[{place}].from_fan"),
            step.from_fan,
            0,
            1000,
        );
        problems.range(
            &format!("schedule[{place}].points"),
            step.points,
            0,
            1_000_000,
        );
    }
}

fn groups(stated: &[document::Group], problems: &mut Problems) -> Vec<Group> {
    let group = |(place, group): (usize, &document::Group)| Group {
        name: group.name.clone(),
        patterns: patterns(
            &group.patterns,
            &format!("groups[{place}].patterns"),
            problems,
        ),
    };
    stated.iter().enumerate().map(group).collect()
}

fn caps(stated: &[document::Cap], problems: &mut Problems) -> Vec<Cap> {
    let cap = |(place, cap): (usize, &document::Cap)| Cap {
        patterns: patterns(&cap.patterns, &format!("caps[{place}].patterns"), problems),
        fan: cap.fan,
    };
    stated.iter().enumerate().map(cap).collect()
}

fn penalties(stated: BTreeMap<String, document::Penalty>) -> Vec<Penalty> {
    let penalty = |(id, document::Penalty { name, points })| Penalty { id, name, points };
    stated.into_iter().map(penalty).collect()
}

fn patterns(ids: &[String], path: &str, problems: &mut Problems) -> Vec<PatternIndex> {
    let known = ids.iter().enumerate().filter_map(|(place, id)| {
        let pattern = Pattern::from_id(id);
        let text = format!("`{id}` is not a pattern of the catalogue");
        problems.unless(
            pattern.is_some(),
            format!("{path}[{place}]"),
            "unknown_pattern",
            text,
        );
        pattern.map(PatternIndex::from)
    });
    known.collect()
}

fn worths(
    stated: &BTreeMap<String, document::Worth>,
    problems: &mut Problems,
) -> Vec<Option<Worth>> {
    let mut worths: Vec<Option<Worth>> = (0..Pattern::COUNT).map(|_| None).collect();
    for (id, worth) in stated {
        let path = format!("patterns.{id}");
        let Some(pattern) = Pattern::from_id(id) else {
            problems.unless(
                false,
                path,
                "unknown_pattern",
                format!("`{id}` is not a pattern of the catalogue"),
            );
            continue;
        };
        let value = match worth.value {
            document::Value::Fan(fan) => {
                problems.range(&format!("{path}.value"), fan, 1, 1000);
                Value::Fan(fan)
            }
            document::Value::Limit(document::LimitWord::Limit) => Value::Limit,
        };
        worths[pattern.index()] = Some(Worth {
            value,
            counts_toward_minimum: worth.counts_toward_minimum,
            includes: patterns(&worth.includes, &format!("{path}.includes"), problems),
            when: worth.when.clone(),
        });
    }
    worths
}

/// A pattern that includes itself, directly or through others, would leave itself out.
fn check_cycles(worths: &[Option<Worth>], problems: &mut Problems) {
    let included = |pattern: PatternIndex| {
        worths[pattern.get()]
            .iter()
            .flat_map(|worth| worth.includes.iter().copied())
    };
    for pattern in crate::pattern::catalogue().map(|definition| definition.pattern) {
        let mut reached: Vec<PatternIndex> = included(pattern.into()).collect();
        let mut next = 0;
        while let Some(&step) = reached.get(next) {
            let further: Vec<PatternIndex> = included(step)
                .filter(|further| !reached.contains(further))
                .collect();
            reached.extend(further);
            next += 1;
        }
        let path = format!("patterns.{}.includes", pattern.id());
        problems.unless(
            !reached.contains(&pattern.into()),
            path,
            "include_cycle",
            "it includes itself in the end",
        );
    }
}

/// Fan cannot stand for a limit: the hand would be neither.
fn check_limits(worths: &[Option<Worth>], problems: &mut Problems) {
    let is_limit = |pattern: &PatternIndex| {
        worths[pattern.get()]
            .as_ref()
            .is_some_and(|worth| worth.value == Value::Limit)
    };
    for pattern in crate::pattern::catalogue().map(|definition| definition.pattern) {
        let worth = worths[pattern.index()]
            .as_ref()
            .filter(|worth| worth.value != Value::Limit);
        let included = worth
            .iter()
            .flat_map(|worth| &worth.includes)
            .find(|included| is_limit(included));
        if let Some(limit) = included {
            let text = format!(
                "it is worth fan and includes `{}`, which is a limit",
                limit
                    .pattern()
                    .map_or_else(String::new, |limit| limit.id().to_owned())
            );
            problems.unless(
                false,
                format!("patterns.{}.includes", pattern.id()),
                "limit_included",
                text,
            );
        }
    }
}

fn multipliers(stated: &document::Multipliers, problems: &mut Problems) -> Multipliers {
    let mut halves = |name: &str, times: f64| {
        let halves = times * 2.0;
        let right = (0.0..=16.0).contains(&halves) && halves.fract() == 0.0;
        let text = format!("{times} is not a multiple of 0.5 from 0 to 8");
        problems.unless(right, format!("multipliers.{name}"), "out_of_range", text);
        if right { halves as u32 } else { 0 }
    };
    let multipliers = Multipliers {
        self_draw: halves("self_draw", stated.self_draw),
        discarder: halves("discarder", stated.discarder),
        other: halves("other", stated.other),
        dealer: stated.dealer,
    };
    problems.range("multipliers.dealer", stated.dealer, 1, 8);
    multipliers
}

fn kong_kind(stated: RobbedKong) -> KongKind {
    match stated {
        RobbedKong::Exposed => KongKind::Exposed,
        RobbedKong::Added => KongKind::Added,
        RobbedKong::Concealed => KongKind::Concealed,
    }
}
