//! What the cases must show: of every built-in variant every pattern, every way to leave one out and every step of the
//! schedule; of all of them every refusal.

use std::collections::BTreeSet;

use mahjong::OutcomeKind;
use rules::variant::built_ins;
use rules::{RefusalCode, Variant};
use serde_json::Value as Json;

use super::case::{Case, Expected, Note};
use super::play_case::PlayCase;
use super::{FILES, cases, is_case, play_case, play_cases, publish};

/// What no hand shows, and why. A pattern left out for a reason by another, in a variant or in all.
const IMPOSSIBLE: [(&str, &str, &str, &str); 14] = [
    // Ones and nines with honours among them are neither all terminals nor all honours.
    ("", "mixed_terminals", "included", "all_terminals"),
    ("", "mixed_terminals", "included", "all_honours"),
    // Of these a hand is one or the other.
    ("", "all_chows", "group", "all_pungs"),
    ("", "full_flush", "group", "all_honours"),
    ("", "half_flush", "group", "all_honours"),
    ("", "half_flush", "group", "full_flush"),
    ("", "little_three_dragons", "group", "big_three_dragons"),
    // The maximum hands by sections are orphans, nine gates, and three pungs of a suit with one of dragons.
    ("hong-kong-sections", "all_chows", "limit", ""),
    ("hong-kong-sections", "seat_wind_pung", "limit", ""),
    ("hong-kong-sections", "round_wind_pung", "limit", ""),
    ("hong-kong-sections", "little_three_dragons", "limit", ""),
    ("hong-kong-sections", "big_three_dragons", "limit", ""),
    ("hong-kong-sections", "all_honours", "limit", ""),
    ("hong-kong-sections", "seven_pairs", "limit", ""),
];

/// What the cases of a variant show.
struct Shown {
    counted: BTreeSet<String>,
    missed: BTreeSet<String>,
    left_out: BTreeSet<(String, &'static str, String)>,
    points: BTreeSet<u64>,
}

impl Shown {
    fn of(variant: &Variant, cases: &[Case]) -> Shown {
        let mut shown = Shown {
            counted: BTreeSet::new(),
            missed: BTreeSet::new(),
            left_out: BTreeSet::new(),
            points: BTreeSet::new(),
        };
        for case in cases
            .iter()
            .filter(|case| case.variant.hash() == variant.hash())
        {
            if let Expected::Scored { counted, .. } = &case.expected {
                shown.counted.extend(counted.keys().cloned());
                let points = case.scored().map(|scored| u64::from(scored.score.points));
                shown.points.extend(points.ok());
            }
            for note in &case.notes {
                match note {
                    Note::Missed(pattern) => {
                        shown.missed.insert(pattern.clone());
                    }
                    Note::LeftOut {
                        pattern,
                        reason,
                        by,
                    } => {
                        shown.left_out.insert((pattern.clone(), reason, by.clone()));
                    }
                    // No built-in variant has caps.
                    Note::Capped { .. } => {}
                }
            }
        }
        shown
    }

    fn leaves_out(&self, pattern: &str, reason: &str, by: &str) -> bool {
        self.left_out.iter().any(|(found, why, whom)| {
            found == pattern && *why == reason && (by.is_empty() || by == whom)
        })
    }
}

/// What a variant's document makes possible, held against what its cases show.
struct Demands<'a> {
    id: &'a str,
    shown: &'a Shown,
    lacking: Vec<String>,
}

impl Demands<'_> {
    fn demand(&mut self, holds: bool, what: &str) {
        if !holds {
            self.lacking.push(format!("{}: {what}", self.id));
        }
    }

    /// That one pattern is left out for a reason by another, or by any if that is empty.
    fn left_out(&mut self, pattern: &str, reason: &str, by: &str) {
        let shown = self.shown.leaves_out(pattern, reason, by);
        let impossible = [self.id, ""]
            .iter()
            .any(|id| IMPOSSIBLE.contains(&(id, pattern, reason, by)));
        let what = format!("{pattern} {reason} {by}");
        self.demand(shown != impossible, &what);
    }

    fn schedule(&mut self, document: &Json) {
        for step in document["schedule"].as_array().unwrap() {
            let points = step["points"].as_u64().unwrap();
            self.demand(
                self.shown.points.contains(&points),
                &format!("{points} points"),
            );
        }
    }

    fn pattern(&mut self, pattern: &str, worth: &Json, has_limits: bool) {
        let shown = self.shown;
        self.demand(
            shown.counted.contains(pattern),
            &format!("{pattern} counted"),
        );
        self.demand(shown.missed.contains(pattern), &format!("!{pattern}"));
        for included in words(&worth["includes"]) {
            self.left_out(included, "included", pattern);
        }
        for condition in words(&worth["when"]) {
            self.left_out(pattern, "condition", condition);
        }
        if worth["value"] == "limit" {
            let mut reasons = shown
                .left_out
                .iter()
                .map(|(_, reason, by)| (*reason, by.as_str()));
            let over = reasons.any(|reason| reason == ("limit", pattern));
            self.demand(over, &format!("something under {pattern}"));
        } else if has_limits {
            self.left_out(pattern, "limit", "");
        }
    }

    /// Of two members of a group, the one that brings less is left out for the other.
    fn group(&mut self, group: &Json, patterns: &Json) {
        let members: Vec<&str> = words(&group["patterns"]).collect();
        let value = |pattern: &str| patterns[pattern]["value"].as_u64().unwrap_or(u64::MAX);
        for pattern in &members {
            for better in members
                .iter()
                .filter(|better| value(better) > value(pattern))
            {
                self.left_out(pattern, "group", better);
            }
        }
    }
}

fn words(list: &Json) -> impl Iterator<Item = &str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
}

fn document(variant: &Variant) -> Json {
    serde_json::from_slice(variant.document()).unwrap()
}

/// Whether a variant is derived from another built-in whose patterns it leaves as they are: then only who pays is its
/// own, and the patterns are shown by the cases of the other.
fn only_pays_differently(variant: &Variant) -> bool {
    let mut others = built_ins().iter();
    let base = others.find(|other| Some(other.hash()) == variant.derived_from());
    base.is_some_and(|base| {
        ["patterns", "groups", "caps", "house_patterns"]
            .iter()
            .all(|part| document(base)[part] == document(variant)[part])
    })
}

/// What the document of a variant makes possible and its cases do not show.
fn lacking(variant: &Variant, cases: &[Case]) -> Vec<String> {
    let document = document(variant);
    let shown = Shown::of(variant, cases);
    let mut demands = Demands {
        id: variant.id(),
        shown: &shown,
        lacking: Vec::new(),
    };
    demands.schedule(&document);
    if only_pays_differently(variant) {
        return demands.lacking;
    }
    let patterns = document["patterns"].as_object().unwrap();
    let has_limits = patterns.values().any(|worth| worth["value"] == "limit");
    for (pattern, worth) in patterns {
        demands.pattern(pattern, worth, has_limits);
    }
    for group in document["groups"].as_array().into_iter().flatten() {
        demands.group(group, &document["patterns"]);
    }
    demands.lacking
}

#[test]
fn every_pattern_is_counted_missed_and_left_out() {
    let cases = cases();
    let lacking: Vec<String> = built_ins()
        .iter()
        .flat_map(|variant| lacking(variant, &cases))
        .collect();
    assert!(
        lacking.is_empty(),
        "{} are lacking:\n{}",
        lacking.len(),
        lacking.join("\n")
    );
    // Those of the derived tables apart, which are a few hands under many tables.
    let written = FILES.iter().flat_map(|(_, text)| text.lines());
    let written = written.filter(|line| is_case(line)).count();
    assert!(written >= 400, "{written} cases");
}

#[test]
fn every_kind_of_outcome_is_played() {
    let is_played = |case: &PlayCase| matches!(case.expected, play_case::Expected::Played { .. });
    let played = play_cases().into_iter().filter(is_played);
    let outcomes = played.flat_map(|case| case.outcomes);
    let kinds = outcomes.map(|outcome| publish::outcome(&outcome)["kind"].to_string());
    let kinds: BTreeSet<String> = kinds.collect();
    let all = OutcomeKind::ALL.map(|kind| Json::from(kind.as_str()).to_string());
    assert_eq!(kinds, all.into());
}

#[test]
fn every_refusal_is_seen() {
    let of_wins = cases().into_iter().filter_map(|case| match case.expected {
        Expected::Refused { code, .. } => Some(code),
        Expected::Scored { .. } => None,
    });
    let of_plays = play_cases()
        .into_iter()
        .filter_map(|case| match case.expected {
            play_case::Expected::Refused { code, .. } => Some(code),
            play_case::Expected::Played { .. } => None,
        });
    let of_claims = include_str!("claims.txt")
        .lines()
        .filter(|line| is_case(line))
        .filter_map(|line| line.split_once("| refused ")?.1.split(' ').next());
    let of_claims = of_claims.map(str::to_owned);
    let seen: BTreeSet<String> = of_wins.chain(of_plays).chain(of_claims).collect();
    let unseen: Vec<String> = RefusalCode::ALL
        .iter()
        .map(|code| code.as_str().to_owned())
        .filter(|code| !seen.contains(code))
        .collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}
