//! The patterns that a document names: those of the catalogue and its own.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::HousePattern;
use super::document::{self, Document};
use super::problem::{Place, Problems, at};
use super::worth::{Cap, Group, Value, Worth};
use crate::document_code::DocumentCode;
use crate::house::Expression;
use crate::steps::StepBudget;
use crate::{Pattern, PatternIndex, Variant};

/// The patterns that a document may name.
pub(super) struct Names<'a> {
    /// The ids of its own, sorted.
    house: Vec<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn of(document: &'a Document) -> Names<'a> {
        let house = document.house_patterns.keys().map(String::as_str);
        Names {
            house: house.collect(),
        }
    }

    /// What each pattern is worth, by its place.
    pub(super) fn worths(
        &self,
        document: &Document,
        problems: &mut Problems,
    ) -> Vec<Option<Worth>> {
        let mut worths: Vec<Option<Worth>> = (0..PatternIndex::COUNT).map(|_| None).collect();
        for (id, stated) in &document.patterns {
            let place = at(["patterns", id]);
            if id.starts_with("house:") && self.find(id).is_some() {
                let text = "what a house pattern is worth stands in `house_patterns`";
                problems.add(place, DocumentCode::UnknownPattern, text);
            } else {
                let worth = self.worth(stated, &place, problems);
                if let Some(pattern) = self.pattern(id, place, problems) {
                    worths[pattern.index()] = Some(worth);
                }
            }
        }
        for (id, stated) in &document.house_patterns {
            let place = at(["house_patterns", id]);
            let includes = self.patterns(&stated.includes, &place.field("includes"), problems);
            if let Some(pattern) = self.find(id) {
                worths[pattern.index()] = Some(Worth {
                    value: value(&stated.value),
                    counts_toward_minimum: stated.counts_toward_minimum,
                    includes,
                    when: stated.when.clone(),
                });
            }
        }
        if document.tiles == 136 {
            // Without bonus tiles, having none is no merit.
            worths[Pattern::NoBonusTiles.index()] = None;
        }
        worths
    }

    fn worth(&self, stated: &document::Worth, place: &Place, problems: &mut Problems) -> Worth {
        Worth {
            value: value(&stated.value),
            counts_toward_minimum: stated.counts_toward_minimum,
            includes: self.patterns(&stated.includes, &place.field("includes"), problems),
            when: stated.when.clone(),
        }
    }

    pub(super) fn groups(&self, stated: &[document::Group], problems: &mut Problems) -> Vec<Group> {
        let group = |(place, group): (usize, &document::Group)| {
            let place = at(["groups"]).item(place).field("patterns");
            Group {
                name: group.name.clone(),
                patterns: self.patterns(&group.patterns, &place, problems),
            }
        };
        stated.iter().enumerate().map(group).collect()
    }

    pub(super) fn caps(&self, stated: &[document::Cap], problems: &mut Problems) -> Vec<Cap> {
        let cap = |(place, cap): (usize, &document::Cap)| {
            let place = at(["caps"]).item(place).field("patterns");
            Cap {
                patterns: self.patterns(&cap.patterns, &place, problems),
                fan: cap.fan,
            }
        };
        stated.iter().enumerate().map(cap).collect()
    }

    /// The patterns of a list of ids.
    pub(super) fn patterns(
        &self,
        ids: &[String],
        place: &Place,
        problems: &mut Problems,
    ) -> Vec<PatternIndex> {
        let known = ids
            .iter()
            .enumerate()
            .filter_map(|(index, id)| self.pattern(id, place.item(index), problems));
        known.collect()
    }

    /// The pattern of an id.
    pub(super) fn pattern(
        &self,
        id: &str,
        place: Place,
        problems: &mut Problems,
    ) -> Option<PatternIndex> {
        let pattern = self.find(id);
        // Of house patterns that lack their form, some may not be known.
        let sound = !id.starts_with("house:") || problems.are_sound(&["house_patterns"]);
        if pattern.is_none() && sound {
            let id = Json::from(id);
            let text =
                format!("{id} is neither in the catalogue nor a house pattern of this document");
            problems.add(place, DocumentCode::UnknownPattern, text);
        }
        pattern
    }

    fn find(&self, id: &str) -> Option<PatternIndex> {
        let house = || {
            self.house
                .binary_search(&id)
                .ok()
                .and_then(PatternIndex::house)
        };
        Pattern::from_id(id).map(PatternIndex::from).or_else(house)
    }
}

fn value(stated: &document::Value) -> Value {
    match stated {
        document::Value::Fan(fan) => Value::Fan(*fan),
        document::Value::Limit(document::LimitWord::Limit) => Value::Limit,
    }
}

/// The house patterns, sorted by id, which is the order of their places.
pub(super) fn house_patterns(
    stated: &BTreeMap<String, document::HousePattern>,
    budget: &StepBudget,
    problems: &mut Problems,
) -> Vec<HousePattern> {
    let mut taken = Taken { steps: 0, budget };
    let compiled = stated.iter().filter_map(|(id, stated)| {
        let place = at(["house_patterns", id]).field("expression");
        let expression = expression(&stated.expression, &mut taken, place, problems)
            // The document is refused, but the places of the others stay.
            .or_else(|| Expression::compile("false").ok())?;
        Some(HousePattern {
            id: id.clone(),
            name: stated.name.clone(),
            text: stated.expression.clone(),
            expression,
        })
    });
    compiled.collect()
}

/// What the expressions of a document may need at most so far, and the budget of trying them.
struct Taken<'b> {
    steps: u64,
    budget: &'b StepBudget,
}

/// An expression, unless those before it take all the steps there are.
fn expression(
    text: &str,
    taken: &mut Taken<'_>,
    place: Place,
    problems: &mut Problems,
) -> Option<Expression> {
    const MOST: u64 = Variant::MOST_STEPS_OF_A_READING;
    if taken.steps > MOST {
        return None;
    }
    match Expression::compile_within(text, taken.budget) {
        Ok(expression) => {
            taken.steps += expression.steps();
            let steps = taken.steps;
            if steps > MOST {
                let text = format!(
                    "up to here the expressions of this document may need {steps} steps, but at most {MOST} are allowed"
                );
                problems.add(place, DocumentCode::ExpressionTooManySteps, text);
            }
            Some(expression)
        }
        Err(error) => {
            problems.add(place, error.code, error.text);
            None
        }
    }
}
