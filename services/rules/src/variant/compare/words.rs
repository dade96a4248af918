//! The words of a difference: what a place of a document is about, and what is said there.

use serde_json::{Map, Value as Json};

use super::vocabulary::{SUBJECTS, WORDS, WORTH};
use crate::variant::problem::Place;
use crate::variant::structure;

/// What two documents call their own patterns, penalties and side payments.
pub(super) struct Words {
    names: [Map<String, Json>; 2],
}

/// How many characters of a text are told.
const MOST: usize = 80;

impl Words {
    pub(super) fn of(before: &Json, after: &Json) -> Words {
        Words {
            names: [before, after].map(own_names),
        }
    }

    /// What a place is about. Items of lists are named by what they say.
    pub(super) fn subject(&self, place: &Place, value: Option<&Json>) -> String {
        let steps: Vec<String> = place.0.iter().map(ToString::to_string).collect();
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        let field = |name: &str| value.map(|value| &value[name]);
        match steps.as_slice() {
            ["patterns" | "house_patterns", id] | ["patterns" | "house_patterns", id, "value"] => {
                self.name(id)
            }
            ["patterns" | "house_patterns", id, part, ..] => {
                let known = WORTH.iter().find(|(field, ..)| field == part);
                format!(
                    "{}, {}",
                    self.name(id),
                    known.map_or(*part, |(_, words, _)| words)
                )
            }
            [map @ ("penalties" | "side_payments"), id] => {
                format!("{} {}", amount_label(map), self.name(id))
            }
            [map @ ("penalties" | "side_payments"), id, parts @ ..] => {
                format!(
                    "{} {}, {}",
                    amount_label(map),
                    self.name(id),
                    parts.join(" ")
                )
            }
            ["schedule", _] => format!("From {} fan", text(field("from_fan"))),
            ["readings", _] => "How the source is read".to_owned(),
            ["groups", _] => format!("Group {}", text(field("name"))),
            ["liabilities", _] => {
                let rule = text(field("rule"));
                format!("Liability for {} ({rule})", rule.replace('_', " "))
            }
            _ => {
                let path = place.to_string();
                let known = SUBJECTS.iter().find(|(known, ..)| *known == path);
                let subject = known.map(|(_, subject, ..)| *subject);
                let subject = subject.or_else(|| structure::title(&steps));
                subject.map_or_else(|| label(&path), str::to_owned)
            }
        }
    }

    /// What is said in a place.
    pub(super) fn value(&self, place: &Place, value: Option<&Json>) -> String {
        let steps: Vec<String> = place.0.iter().map(ToString::to_string).collect();
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        let Some(value) = value else {
            return nothing(place, &steps);
        };
        match steps.as_slice() {
            ["patterns" | "house_patterns", _] => self.worth(value),
            ["patterns" | "house_patterns", _, "value"] => amount(value, "fan"),
            ["patterns" | "house_patterns", _, "includes"]
            | ["claims", "first"]
            | ["bonus_tile_win_patterns" | "concealed_kong_robbers"] => self.patterns(value),
            ["schedule", _] => amount(&value["points"], "points"),
            ["groups", _] => self.patterns(&value["patterns"]),
            ["caps"] => self.caps(value),
            ["liabilities", _] => self.liability(value),
            ["penalties" | "side_payments", _] => match value.get("points") {
                Some(points) => amount(points, "points"),
                None => "what the table states".to_owned(),
            },
            ["penalties" | "side_payments", _, "points"] => amount(value, "points"),
            ["house_patterns" | "penalties" | "side_payments", ..]
            | [
                "name" | "readings" | "source" | "id" | "derived_from" | "format",
                ..,
            ] => short(&plain(value)),
            _ => {
                let path = place.to_string();
                let known = SUBJECTS.iter().find(|(known, ..)| *known == path);
                amount(value, known.map_or("", |(_, _, unit, _)| unit))
            }
        }
    }

    /// What a pattern is worth, with what is said of it besides.
    fn worth(&self, worth: &Json) -> String {
        let mut said = amount(&worth["value"], "fan");
        for (field, words, _) in WORTH {
            let told = match (field, worth.get(field)) {
                ("name" | "value", _) | (_, None) => continue,
                ("includes", Some(value)) => self.patterns(value),
                ("expression", Some(value)) => format!("`{}`", short(&plain(value))),
                (_, Some(value)) => amount(value, ""),
            };
            said = format!("{said}, {words} {told}");
        }
        said
    }

    fn caps(&self, caps: &Json) -> String {
        let caps = caps.as_array().into_iter().flatten();
        let cap = |cap: &Json| {
            let patterns = self.patterns(&cap["patterns"]);
            format!("{patterns} bring at most {}", amount(&cap["fan"], "fan"))
        };
        let caps: Vec<String> = caps.map(cap).collect();
        if caps.is_empty() {
            "none".to_owned()
        } else {
            caps.join("; ")
        }
    }

    fn liability(&self, liability: &Json) -> String {
        let mut said = "played".to_owned();
        for (field, words) in [
            ("hands", "for "),
            ("from_fan", "from "),
            ("robbed_kong", "also for a kong that the winner robs: "),
            ("at_least", "at least "),
            ("other_discard", "if another gives the tile "),
        ] {
            let told = match (field, liability.get(field)) {
                (_, None) => continue,
                ("hands", Some(value)) => self.patterns(value),
                ("from_fan", Some(value)) => amount(value, "fan"),
                ("at_least", Some(value)) => amount(value, "points"),
                (_, Some(value)) => amount(value, ""),
            };
            said = format!("{said}, {words}{told}");
        }
        said
    }

    fn patterns(&self, ids: &Json) -> String {
        let ids = ids.as_array().into_iter().flatten();
        let names: Vec<String> = ids
            .filter_map(Json::as_str)
            .map(|id| self.name(id))
            .collect();
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        }
    }

    /// What people call a pattern, a penalty or a side payment, with its id.
    fn name(&self, id: &str) -> String {
        let catalogue = crate::catalogue().find(|definition| definition.id == id);
        let own = || {
            let mut names = self.names.iter().rev();
            names.find_map(|names| names.get(id)?.as_str())
        };
        match catalogue.map(|definition| definition.english).or_else(own) {
            Some(name) => format!("{name} ({id})"),
            None => id.to_owned(),
        }
    }
}

/// What an amount with a name is.
fn amount_label(map: &str) -> &'static str {
    match map {
        "penalties" => "Penalty",
        _ => "Side payment",
    }
}

/// What house patterns, penalties and side payments are called in English, by id.
fn own_names(document: &Json) -> Map<String, Json> {
    let named =
        ["house_patterns", "penalties", "side_payments"].map(|field| document[field].as_object());
    let entries = named.into_iter().flatten().flatten();
    let name = |(id, entry): (&String, &Json)| (id.clone(), entry["name"]["english"].clone());
    entries.map(name).collect()
}

/// What it means that nothing is stated in a place.
fn nothing(place: &Place, steps: &[&str]) -> String {
    let default = match steps {
        [
            "patterns" | "house_patterns" | "penalties" | "side_payments" | "liabilities"
            | "groups",
            _,
        ] => {
            return "not played".to_owned();
        }
        ["schedule", _] => return "no step of its own".to_owned(),
        ["readings", _] => return "not said".to_owned(),
        ["patterns" | "house_patterns", _, part] => {
            let known = WORTH.iter().find(|(field, ..)| field == part);
            known.map_or("", |(.., default)| default)
        }
        ["penalties" | "side_payments", _, "points"] => "what the table states",
        _ => {
            let path = place.to_string();
            let known = SUBJECTS.iter().find(|(known, ..)| *known == path);
            known.map_or("", |(.., default)| default)
        }
    };
    match default {
        "" => "not stated".to_owned(),
        default => format!("{default} (not stated)"),
    }
}

/// A value with its unit; words of the format as people say them.
fn amount(value: &Json, unit: &str) -> String {
    match value {
        Json::Bool(true) => "yes".to_owned(),
        Json::Bool(false) => "no".to_owned(),
        Json::Number(number) if !unit.is_empty() => {
            let one = number.as_u64() == Some(1);
            let unit = match unit {
                "points" if one => "point",
                "times" if one => "time",
                unit => unit,
            };
            format!("{number} {unit}")
        }
        Json::String(word) => {
            let known = WORDS.iter().find(|(known, _)| known == word);
            known.map_or_else(|| word.replace('_', " "), |(_, said)| (*said).to_owned())
        }
        Json::Array(items) if items.is_empty() => "none".to_owned(),
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| amount(item, unit)).collect();
            items.join(", ")
        }
        Json::Null | Json::Number(_) | Json::Object(_) => plain(value),
    }
}

/// A text as it is written; anything else as JSON.
fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" "),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Object(_) => value.to_string(),
    }
}

fn text(value: Option<&Json>) -> String {
    value.map_or_else(String::new, plain)
}

/// A text, cut short if it is long.
fn short(text: &str) -> String {
    if text.is_empty() {
        return "none".to_owned();
    }
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let start: String = text.chars().take(MOST).collect();
    format!("{}…", start.trim_end())
}

/// A field's name as words, with a capital.
fn label(field: &str) -> String {
    let words = field.replace(['_', '.'], " ");
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
