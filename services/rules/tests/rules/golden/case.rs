//! A case: a line of text, what it expects, and whether that comes out.
//!
//! `[variant |] win [minimum=N] | what comes out [| payments] [| notes]`. What comes out is `5 = half_flush 3 +
//! dragon_pung 2`, `limit = nine_gates` or `refused below_minimum at whole`. Payments are in points, of East, South,
//! West and North. The notes, separated by commas, say what else is to be seen:
//!
//! - `!half_flush`: narrowly missed. One tile, one set or one circumstance exchanged, and it would count.
//! - `all_pungs in mixed_terminals`: matched, but included by another pattern.
//! - `self_draw under nine_gates`: matched, but nothing is added to a limit.
//! - `dragon_pung after big_three_dragons`: matched, but only the best of its group counts.
//! - `all_chows without suited_pair`: matched, but the variant demands more.
//! - `capped dragon_pung seat_wind_pung 3 to 2`: a cap of the variant takes fan away. Every cap that does is noted.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{Capped, Field, LeftOutReason, Refusal, Score, ScoredHand, TableOptions, Variant, Win};
use rules::{notation, score, variant};

use super::near;

/// A line and what it says.
pub(crate) struct Case {
    pub(crate) line: String,
    pub(crate) variant: Arc<Variant>,
    /// How the variant differs from the built-in that the line names.
    pub(crate) patch: Option<serde_json::Value>,
    pub(crate) options: TableOptions,
    /// The win, in notation.
    pub(crate) text: String,
    pub(crate) win: Win,
    pub(crate) expected: Expected,
    pub(crate) notes: Vec<Note>,
}

/// What comes out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Scored {
        /// `None` for a limit hand.
        fan: Option<u32>,
        /// The fan of each pattern; `None` for a limit.
        counted: BTreeMap<String, Option<u32>>,
        half_points: [i64; 4],
    },
    Refused {
        code: String,
        field: String,
    },
}

/// What is to be seen besides.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Note {
    Missed(String),
    LeftOut {
        pattern: String,
        reason: &'static str,
        by: String,
    },
    Capped {
        patterns: Vec<String>,
        fan_before: u32,
        fan: u32,
    },
}

impl Case {
    /// Reads a line; it names its variant itself unless that is given.
    pub(crate) fn read(variant: Option<&str>, line: &str) -> Case {
        let mut columns = line.split('|').map(str::trim);
        let mut next = || {
            columns
                .next()
                .unwrap_or_else(|| panic!("columns are missing: {line}"))
        };
        let named = variant.unwrap_or_else(&mut next);
        let (id, patch) = match named.split_once(' ') {
            Some((id, patch)) => (id, Some(serde_json::from_str(patch).expect(line))),
            None => (named, None),
        };
        let (text, minimum_fan) = minimum(next());
        let result = next();
        let expected = match result.strip_prefix("refused ") {
            Some(refused) => {
                let (code, field) = refused.split_once(" at ").expect(line);
                Expected::Refused {
                    code: code.to_owned(),
                    field: field.to_owned(),
                }
            }
            None => scored(result, next()).unwrap_or_else(|| panic!("cannot be read: {line}")),
        };
        Case {
            line: line.to_owned(),
            variant: patched(id, patch.as_ref()),
            patch,
            options: TableOptions { minimum_fan },
            win: notation::win(&text).unwrap_or_else(|error| panic!("{error}: {line}")),
            text,
            expected,
            notes: columns.next().map_or_else(Vec::new, |notes| {
                notes.split(", ").map(Note::read).collect()
            }),
        }
    }

    /// The score, if it is one.
    pub(crate) fn scored(&self) -> Result<ScoredHand, Refusal> {
        score(&self.variant, &self.options, &self.win)
    }

    /// What the rules say, if it is not what the line says.
    pub(crate) fn check(&self) -> Result<(), String> {
        let found = self.scored();
        let shown = shown(&self.variant, &found);
        if shown != self.expected {
            return Err(format!("{}\n    found: {shown:?}", self.line));
        }
        let notes = self.notes.iter();
        let mut wrong: Vec<String> = notes
            .filter_map(|note| self.check_note(note, &found).err())
            .collect();
        let capped = found
            .iter()
            .flat_map(|found| capped(&self.variant, &found.score));
        wrong.extend(
            capped
                .filter(|capped| !self.notes.contains(capped))
                .map(|capped| format!("{capped:?} is not noted")),
        );
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(format!("{}\n    {}", self.line, wrong.join("\n    ")))
        }
    }

    fn check_note(&self, note: &Note, found: &Result<ScoredHand, Refusal>) -> Result<(), String> {
        let score = found.as_ref().ok().map(|scored| scored.score);
        match note {
            Note::Missed(missed) => {
                let seen = score.is_some_and(|score| {
                    let counted = score.counted(&self.variant).map(|counted| counted.pattern);
                    let left_out = score.left_out(&self.variant).map(|left| left.pattern);
                    counted
                        .chain(left_out)
                        .any(|pattern| self.variant.pattern_id(pattern) == missed)
                });
                if seen {
                    return Err(format!("{missed} is not missed"));
                }
                let counts = |win: &Win| {
                    score_of(&self.variant, &self.options, win)
                        .is_some_and(|score| counts(&self.variant, &score, missed))
                };
                if near::wins(&self.win).iter().any(counts) {
                    Ok(())
                } else {
                    Err(format!("{missed} is not near"))
                }
            }
            Note::LeftOut { .. } => {
                let left_out = score.map_or_else(Vec::new, |score| left_out(&self.variant, &score));
                if left_out.contains(note) {
                    Ok(())
                } else {
                    Err(format!("{note:?} is not among {left_out:?}"))
                }
            }
            Note::Capped { .. } => {
                let mut capped = score.iter().flat_map(|score| capped(&self.variant, score));
                if capped.any(|capped| capped == *note) {
                    Ok(())
                } else {
                    Err(format!("{note:?} does not happen"))
                }
            }
        }
    }
}

fn score_of(variant: &Variant, options: &TableOptions, win: &Win) -> Option<Score> {
    score(variant, options, win).ok().map(|scored| scored.score)
}

fn counts(variant: &Variant, score: &Score, id: &str) -> bool {
    score
        .counted(variant)
        .any(|counted| variant.pattern_id(counted.pattern) == id)
}

/// What a score leaves out for a reason other than that the variant gives it no value.
pub(crate) fn left_out(variant: &Variant, score: &Score) -> Vec<Note> {
    let left_out = score.left_out(variant).filter_map(|left| {
        Some(Note::LeftOut {
            pattern: variant.pattern_id(left.pattern).to_owned(),
            reason: match left.reason {
                LeftOutReason::Included { .. } => "included",
                LeftOutReason::Limit { .. } => "limit",
                LeftOutReason::Group { .. } => "group",
                LeftOutReason::Condition(_) => "condition",
                LeftOutReason::NoValue => return None,
            },
            by: left.reason.by(variant)?.to_owned(),
        })
    });
    left_out.collect()
}

/// What the caps of a variant take from a score.
fn capped(variant: &Variant, score: &Score) -> Vec<Note> {
    let note = |capped: Capped| Note::Capped {
        patterns: capped
            .patterns
            .into_iter()
            .map(|pattern| variant.pattern_id(pattern).to_owned())
            .collect(),
        fan_before: capped.fan_before,
        fan: capped.fan,
    };
    score.capped(variant).map(note).collect()
}

impl Note {
    fn read(note: &str) -> Note {
        if let Some(missed) = note.strip_prefix('!') {
            return Note::Missed(missed.to_owned());
        }
        let words: Vec<&str> = note.split(' ').collect();
        if let ["capped", patterns @ .., before, "to", after] = &words[..] {
            return Note::Capped {
                patterns: patterns.iter().map(ToString::to_string).collect(),
                fan_before: before.parse().expect(note),
                fan: after.parse().expect(note),
            };
        }
        let [pattern, word, by] = words[..] else {
            panic!("no note: {note}");
        };
        Note::LeftOut {
            pattern: pattern.to_owned(),
            reason: match word {
                "in" => "included",
                "under" => "limit",
                "after" => "group",
                "without" => "condition",
                _ => panic!("no note: {note}"),
            },
            by: by.to_owned(),
        }
    }
}

fn minimum(column: &str) -> (String, Option<u32>) {
    match column.split_once(" minimum=") {
        Some((win, minimum)) => (win.to_owned(), Some(minimum.parse().expect(column))),
        None => (column.to_owned(), None),
    }
}

/// The built-in variant with an id, changed by a patch.
pub(crate) fn patched(id: &str, patch: Option<&serde_json::Value>) -> Arc<Variant> {
    let built_in = Variant::built_in(id).unwrap_or_else(|| panic!("there is no variant {id}"));
    let Some(patch) = patch else {
        return Arc::clone(built_in);
    };
    let mut document = serde_json::from_slice(built_in.document()).expect("a document is JSON");
    variant::merge(&mut document, patch);
    let compiled = Variant::from_json(document.to_string().as_bytes());
    Arc::new(compiled.unwrap_or_else(|errors| panic!("{patch}: {errors:?}")))
}

fn scored(result: &str, payments: &str) -> Option<Expected> {
    let (total, counted) = result.split_once(" = ")?;
    let one = |text: &str| match text.split_once(' ') {
        Some((pattern, fan)) => Some((pattern.to_owned(), Some(fan.parse().ok()?))),
        None => Some((text.to_owned(), None)),
    };
    let counted = match counted {
        "nothing" => BTreeMap::new(),
        counted => counted.split(" + ").map(one).collect::<Option<_>>()?,
    };
    Some(Expected::Scored {
        fan: match total {
            "limit" => None,
            fan => Some(fan.parse().ok()?),
        },
        counted,
        half_points: half_points(payments)?,
    })
}

/// Four amounts in points, halves allowed.
pub(crate) fn half_points(payments: &str) -> Option<[i64; 4]> {
    let one = |amount: &str| Some((amount.parse::<f64>().ok()? * 2.0) as i64);
    let amounts: Option<Vec<i64>> = payments.split_whitespace().map(one).collect();
    amounts?.try_into().ok()
}

fn shown(variant: &Variant, found: &Result<ScoredHand, Refusal>) -> Expected {
    match found {
        Ok(ScoredHand { score, payments }) => Expected::Scored {
            fan: (!score.limit).then_some(score.fan),
            counted: score
                .counted(variant)
                .map(|counted| {
                    let id = variant.pattern_id(counted.pattern).to_owned();
                    (id, (!counted.limit).then_some(counted.fan))
                })
                .collect(),
            half_points: payments.half_points(),
        },
        Err(refusal) => refused(refusal),
    }
}

/// A refusal in words.
pub(crate) fn refused(refusal: &Refusal) -> Expected {
    Expected::Refused {
        code: refusal.code.as_str().to_owned(),
        field: field(refusal, "from_seat"),
    }
}

/// The fact a refusal is about; who gave the tile has one name outside a match and another inside.
pub(crate) fn field(refusal: &Refusal, from: &str) -> String {
    if refusal.field == Field::From {
        return from.to_owned();
    }
    refusal.field.to_string()
}
