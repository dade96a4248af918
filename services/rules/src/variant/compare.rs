//! What is different between two documents, in words for the people who play by them.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use super::Variant;
use super::problem::{Place, at};
use crate::Pattern;

/// Something in which two documents differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where, as the path of a [`DocumentError`](super::DocumentError): in the second document, or in the first if
    /// the second lacks it.
    pub path: String,
    /// What the first document says there, as JSON; `None`: nothing.
    pub before: Option<String>,
    /// What the second document says there, as JSON; `None`: nothing.
    pub after: Option<String>,
    /// The difference as people would say it: `Half flush: 3 fan → 4 fan`.
    pub text: String,
}

impl Variant {
    /// In what another document differs from this one, in the order of paths; empty if the two are one document. It
    /// compares what is written: a field that is left out and one that states its default are different.
    #[must_use]
    pub fn differences(&self, other: &Variant) -> Vec<Difference> {
        let read = |variant: &Variant| serde_json::from_slice(variant.document());
        let (before, after): (Json, Json) = match (read(self), read(other)) {
            (Ok(before), Ok(after)) => (before, after),
            // A document that was compiled is JSON.
            (Err(_), _) | (_, Err(_)) => return Vec::new(),
        };
        let mut comparison = Comparison {
            names: [&before, &after].map(house_names),
            differences: Vec::new(),
        };
        comparison.values(&Place::default(), Some(&before), Some(&after));
        comparison.differences
    }
}

struct Comparison {
    /// What the house patterns of the two documents are called, by id.
    names: [Map<String, Json>; 2],
    differences: Vec<Difference>,
}

/// The lists whose items are known by a field of theirs, wherever they stand.
const KEYED: [(&str, &str); 3] = [
    ("schedule", "from_fan"),
    ("groups", "name"),
    ("liabilities", "rule"),
];

impl Comparison {
    fn values(&mut self, place: &Place, before: Option<&Json>, after: Option<&Json>) {
        if before == after {
            return;
        }
        match (before, after) {
            (Some(Json::Object(before)), Some(Json::Object(after))) => {
                let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
                for name in names {
                    self.values(&place.field(name), before.get(name), after.get(name));
                }
            }
            (Some(Json::Array(before)), Some(Json::Array(after))) => {
                match KEYED.iter().find(|(list, _)| *place == at([list])) {
                    Some((_, key)) => self.items(place, key, before, after),
                    None => self.add(place, Some(&before[..].into()), Some(&after[..].into())),
                }
            }
            (before, after) => self.add(place, before, after),
        }
    }

    /// Compares lists item by item, each known by a field of its own.
    fn items(&mut self, place: &Place, key: &str, before: &[Json], after: &[Json]) {
        let same = |item: &Json, other: &&Json| other[key] == item[key];
        for (index, item) in after.iter().enumerate() {
            let former = before.iter().find(|other| same(item, other));
            if former != Some(item) {
                self.add(&place.item(index), former, Some(item));
            }
        }
        for (index, item) in before.iter().enumerate() {
            if !after.iter().any(|other| same(item, &other)) {
                self.add(&place.item(index), Some(item), None);
            }
        }
        // The same items in another order.
        let keys = |items: &[Json]| {
            items
                .iter()
                .map(|item| item[key].clone())
                .collect::<Vec<_>>()
        };
        let (keys_before, keys_after) = (keys(before), keys(after));
        let kept = |keys: &[Json], others: &[Json]| {
            let kept = keys.iter().filter(|key| others.contains(key));
            kept.cloned().collect::<Vec<_>>()
        };
        if kept(&keys_before, &keys_after) != kept(&keys_after, &keys_before) {
            self.add(place, Some(&keys_before.into()), Some(&keys_after.into()));
        }
    }

    fn add(&mut self, place: &Place, before: Option<&Json>, after: Option<&Json>) {
        let said = |value: Option<&Json>| self.said(place, value);
        let subject = self.subject(place, after.or(before));
        let text = format!("{subject}: {} → {}", said(before), said(after));
        self.differences.push(Difference {
            path: place.to_string(),
            before: before.map(Json::to_string),
            after: after.map(Json::to_string),
            text,
        });
    }

    /// What a place is about.
    fn subject(&self, place: &Place, value: Option<&Json>) -> String {
        let steps: Vec<String> = place.0.iter().map(ToString::to_string).collect();
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        let field = |name: &str| value.map(|value| &value[name]);
        match steps.as_slice() {
            ["patterns" | "house_patterns", id] | ["patterns" | "house_patterns", id, "value"] => {
                self.name(id)
            }
            ["patterns" | "house_patterns", id, part] => {
                format!("{}, {}", self.name(id), label(part).to_lowercase())
            }
            ["schedule", _] => self.plain(field("from_fan"), "fan"),
            ["groups", _] => format!("Group {}", self.plain(field("name"), "")),
            ["liabilities", _] => format!("Liability {}", self.plain(field("rule"), "")),
            [only] => label(only),
            [parts @ .., last] => {
                let parts: Vec<String> = parts.iter().map(|part| label(part)).collect();
                format!("{}, {}", parts.join(", "), label(last).to_lowercase())
            }
            [] => "The document".to_owned(),
        }
    }

    /// A value as people would say it.
    fn said(&self, place: &Place, value: Option<&Json>) -> String {
        let steps: Vec<String> = place.0.iter().map(ToString::to_string).collect();
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        match (steps.as_slice(), value) {
            (["patterns" | "house_patterns", _], None) => "not played".to_owned(),
            (["schedule", _], None) => "no step".to_owned(),
            (_, None) => "not stated".to_owned(),
            (["patterns" | "house_patterns", _], Some(value)) => self.worth(value),
            (["schedule", _], Some(step)) => self.plain(step.get("points"), "points"),
            (["minimum_fan" | "cap"] | ["patterns" | "house_patterns", _, "value"], value) => {
                self.plain(value, "fan")
            }
            ([.., "points" | "at_least" | "starting_points"], value) => self.plain(value, "points"),
            (["multipliers", _], value) => format!("{} times", self.plain(value, "")),
            (_, value) => self.plain(value, ""),
        }
    }

    /// What a pattern is worth, with what is said of it besides.
    fn worth(&self, worth: &Json) -> String {
        let mut said = self.plain(worth.get("value"), "fan");
        for (name, value) in worth.as_object().into_iter().flatten() {
            if !["value", "name"].contains(&name.as_str()) {
                said = format!(
                    "{said}, {} {}",
                    label(name).to_lowercase(),
                    self.plain(Some(value), "")
                );
            }
        }
        said
    }

    fn plain(&self, value: Option<&Json>, unit: &str) -> String {
        match value {
            None | Some(Json::Null) => "not stated".to_owned(),
            Some(Json::Bool(true)) => "yes".to_owned(),
            Some(Json::Bool(false)) => "no".to_owned(),
            Some(Json::Number(number)) if unit.is_empty() => number.to_string(),
            Some(Json::Number(number)) => format!("{number} {unit}"),
            Some(Json::String(word)) => self.word(word),
            Some(Json::Array(items)) if items.is_empty() => "none".to_owned(),
            Some(Json::Array(items)) => {
                let items: Vec<String> = items
                    .iter()
                    .map(|item| self.plain(Some(item), ""))
                    .collect();
                items.join(", ")
            }
            Some(Json::Object(fields)) => {
                let field = |(name, value): (&String, &Json)| {
                    format!(
                        "{} {}",
                        label(name).to_lowercase(),
                        self.plain(Some(value), "")
                    )
                };
                let fields: Vec<String> = fields.iter().map(field).collect();
                fields.join("; ")
            }
        }
    }

    /// A word of the format as people write it; other texts as they are.
    fn word(&self, word: &str) -> String {
        let is_word = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        if word.starts_with("house:") || Pattern::from_id(word).is_some() {
            self.name(word)
        } else if !word.is_empty() && word.bytes().all(is_word) {
            word.replace('_', " ")
        } else {
            word.to_owned()
        }
    }

    /// What people call a pattern; its id if nobody says.
    fn name(&self, id: &str) -> String {
        let catalogue = crate::catalogue().find(|definition| definition.id == id);
        let house = self
            .names
            .iter()
            .rev()
            .find_map(|names| names.get(id)?.as_str());
        let name = catalogue.map(|definition| definition.english).or(house);
        name.unwrap_or(id).to_owned()
    }
}

fn house_names(document: &Json) -> Map<String, Json> {
    let patterns = document["house_patterns"].as_object().into_iter().flatten();
    let name = |(id, pattern): (&String, &Json)| (id.clone(), pattern["name"]["english"].clone());
    patterns.map(name).collect()
}

/// A field's name as words, with a capital.
fn label(field: &str) -> String {
    let words = field.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
