//! What is different between two documents, in words for the people who play by them.

mod vocabulary;
mod words;

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use self::words::Words;
use super::Variant;
use super::document::ORDER;
use super::problem::{Place, at};

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
    /// The difference as people would say it: `Half flush (half_flush): 3 fan → 4 fan`. Long texts are cut short.
    pub text: String,
}

impl Variant {
    /// In what another document differs from this one: the rules first, in the order in which a player would ask, and
    /// what the documents are called last; empty if the two are one document. It compares what is written: a field that
    /// is left out and one that states its default are different.
    #[must_use]
    pub fn differences(&self, other: &Variant) -> Vec<Difference> {
        let read = |variant: &Variant| serde_json::from_slice(variant.document());
        let (before, after): (Json, Json) = match (read(self), read(other)) {
            (Ok(before), Ok(after)) => (before, after),
            // A document that was compiled is JSON.
            (Err(_), _) | (_, Err(_)) => return Vec::new(),
        };
        let mut comparison = Comparison {
            words: Words::of(&before, &after),
            differences: Vec::new(),
        };
        comparison.values(&Place::default(), Some(&before), Some(&after));
        comparison.differences
    }
}

/// Where a field of a document stands among the others.
fn rank(field: &str) -> usize {
    let place = ORDER.iter().position(|known| *known == field);
    place.unwrap_or(ORDER.len())
}

struct Comparison {
    words: Words,
    differences: Vec<Difference>,
}

/// The lists whose items are known by a field of theirs, or by all that they say, wherever they stand.
const KEYED: [(&str, &str); 4] = [
    ("readings", ""),
    ("schedule", "from_fan"),
    ("groups", "name"),
    ("liabilities", "rule"),
];

/// The objects whose entries are told one by one even where the other document has no such object.
const ENTRIES: [&str; 4] = ["patterns", "house_patterns", "penalties", "side_payments"];

impl Comparison {
    fn values(&mut self, place: &Place, before: Option<&Json>, after: Option<&Json>) {
        if before == after {
            return;
        }
        let told_by_item = |field: &&str| *place == at([field]);
        match (before, after) {
            (Some(Json::Object(before)), Some(Json::Object(after))) => {
                self.fields(place, before, after);
            }
            (None, Some(Json::Object(entries))) | (Some(Json::Object(entries)), None)
                if !entries.is_empty() && ENTRIES.iter().any(told_by_item) =>
            {
                let (none, entries) = (Map::new(), entries.clone());
                match after {
                    Some(_) => self.fields(place, &none, &entries),
                    None => self.fields(place, &entries, &none),
                }
            }
            _ => match KEYED.iter().find(|(list, _)| told_by_item(list)) {
                Some((_, key)) if items(before).len() + items(after).len() > 0 => {
                    self.items(place, key, items(before), items(after));
                }
                _ => self.add(place, before, after),
            },
        }
    }

    fn fields(&mut self, place: &Place, before: &Map<String, Json>, after: &Map<String, Json>) {
        let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        let mut names: Vec<&String> = names.into_iter().collect();
        if place.0.is_empty() {
            names.sort_by_key(|name| rank(name));
        }
        for name in names {
            self.values(&place.field(name), before.get(name), after.get(name));
        }
    }

    /// Compares lists item by item, each known by a field of its own.
    fn items(&mut self, place: &Place, key: &str, before: &[Json], after: &[Json]) {
        let same = |item: &Json, other: &&Json| known_by(other, key) == known_by(item, key);
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
                .map(|item| known_by(item, key).clone())
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
        let words = &self.words;
        let subject = words.subject(place, after.or(before));
        let (former, latter) = (words.value(place, before), words.value(place, after));
        self.differences.push(Difference {
            path: place.to_string(),
            before: before.map(Json::to_string),
            after: after.map(Json::to_string),
            text: format!("{subject}: {former} → {latter}"),
        });
    }
}

fn items(list: Option<&Json>) -> &[Json] {
    list.and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

fn known_by<'a>(item: &'a Json, key: &str) -> &'a Json {
    if key.is_empty() { item } else { &item[key] }
}
