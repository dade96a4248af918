//! Whether a document has the form that its JSON schema demands: everything that is wrong with it, in words for
//! people. The published schema is the one that is walked here, so the two cannot differ.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::{Map, Value};

use super::problem::{Place, Problems};
use crate::document_code::DocumentCode;

static SCHEMA: LazyLock<Value> = LazyLock::new(super::schema);

/// The regular expressions of the schema, by how they are written.
static PATTERNS: LazyLock<BTreeMap<String, Regex>> = LazyLock::new(|| {
    let mut patterns = BTreeMap::new();
    let mut open = vec![&*SCHEMA];
    while let Some(schema) = open.pop() {
        let written = schema["pattern"].as_str();
        if let Some((written, pattern)) =
            written.and_then(|text| Some((text, Regex::new(text).ok()?)))
        {
            patterns.insert(written.to_owned(), pattern);
        }
        match schema {
            Value::Object(fields) => open.extend(fields.values()),
            Value::Array(items) => open.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    patterns
});

/// Finds what a document lacks of its form.
pub(super) fn check(document: &Value, problems: &mut Problems) {
    Walk { problems }.value(&SCHEMA, document, &Place::default());
}

/// The title of the field that these steps of a document lead to.
pub(super) fn title(steps: &[&str]) -> Option<&'static str> {
    let into = |schema: &'static Value, step: &&str| {
        let schema = resolved(schema);
        let own = schema["properties"].get(*step);
        let entry = || {
            schema
                .get("additionalProperties")
                .filter(|entry| entry.is_object())
        };
        own.or_else(entry).or_else(|| schema.get("items"))
    };
    steps.iter().try_fold(&*SCHEMA, into)?["title"].as_str()
}

struct Walk<'a> {
    problems: &'a mut Problems,
}

impl Walk<'_> {
    fn value(&mut self, schema: &Value, value: &Value, place: &Place) {
        let schema = resolved(schema);
        if let Some(code) = misfit(schema, value) {
            let text = format!("{} is not {}", shown(value), expected(schema));
            self.problems.add(place.clone(), code, text);
            return;
        }
        match value {
            Value::Object(fields) => self.object(schema, fields, place),
            Value::Array(items) => self.list(schema, items, place),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn object(&mut self, schema: &Value, fields: &Map<String, Value>, place: &Place) {
        let known = schema["properties"].as_object();
        let required = schema["required"].as_array();
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                let meaning = schema["properties"][name]["description"].as_str();
                let text = format!(
                    "`{name}` is missing. {}",
                    meaning.unwrap_or("").trim_end_matches('.')
                );
                self.problems
                    .add(place.field(name), DocumentCode::MissingField, text);
            }
        }
        if !self.count(schema, "Properties", "entries", fields.len(), place) {
            return;
        }
        for (name, value) in fields {
            let place = place.field(name);
            if let Some(schema) = known.and_then(|known| known.get(name)) {
                self.value(schema, value, &place);
            } else if schema["additionalProperties"].is_object() {
                self.entry(schema, name, value, &place);
            } else {
                let names = known.into_iter().flat_map(Map::keys);
                let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                let text = format!("no such field; there are {}", names.join(", "));
                self.problems.add(place, DocumentCode::UnknownField, text);
            }
        }
    }

    /// An entry of a map, whose names are the document's own.
    fn entry(&mut self, schema: &Value, name: &str, value: &Value, place: &Place) {
        let names = &schema["propertyNames"];
        if misfit(names, &Value::from(name)).is_some() {
            let text = format!("{} is not {}", shown(&name.into()), expected(names));
            self.problems
                .add(place.clone(), DocumentCode::Malformed, text);
        }
        self.value(&schema["additionalProperties"], value, place);
    }

    fn list(&mut self, schema: &Value, items: &[Value], place: &Place) {
        if !self.count(schema, "Items", "items", items.len(), place) {
            return;
        }
        let unique = schema["uniqueItems"] == true;
        for (index, item) in items.iter().enumerate() {
            let place = place.item(index);
            self.value(&schema["items"], item, &place);
            if unique && items.iter().take(index).any(|before| before == item) {
                let text = format!("{} stands here twice", shown(item));
                self.problems.add(place, DocumentCode::Repeated, text);
            }
        }
    }

    /// Holds a length against `min…` and `max…`; what is too long is not looked at further.
    fn count(
        &mut self,
        schema: &Value,
        what: &str,
        unit: &str,
        length: usize,
        place: &Place,
    ) -> bool {
        let bound = |end: &str| schema[format!("{end}{what}")].as_u64();
        let (least, most) = (bound("min").unwrap_or(0), bound("max").unwrap_or(u64::MAX));
        let fits = (least..=most).contains(&(length as u64));
        if !fits {
            let range = range(least, bound("max"));
            let text = format!("{length} {unit}, but there are {range}");
            self.problems
                .add(place.clone(), DocumentCode::OutOfRange, text);
        }
        fits
    }
}

/// What a `$ref` stands for.
fn resolved(schema: &Value) -> &Value {
    let target = schema["$ref"].as_str();
    let target = target.and_then(|target| SCHEMA.pointer(target.trim_start_matches('#')));
    target.unwrap_or(schema)
}

/// What is wrong with a value itself, the parts of an object or a list aside.
fn misfit(schema: &Value, value: &Value) -> Option<DocumentCode> {
    let alternatives = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
    if let Some(alternatives) = alternatives {
        let mut misfits = alternatives
            .iter()
            .map(|schema| misfit(resolved(schema), value));
        // The most telling code is that of the alternative with the right type.
        return misfits.try_fold(DocumentCode::WrongType, |worst, misfit| {
            misfit.map(|code| {
                if code == DocumentCode::WrongType {
                    worst
                } else {
                    code
                }
            })
        });
    }
    let has_type = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => true,
    };
    if schema["type"].as_str().is_some_and(|kind| !has_type(kind)) {
        return Some(DocumentCode::WrongType);
    }
    let options = schema["enum"].as_array();
    let other = |constant: &Value| constant != value;
    if options.is_some_and(|options| options.iter().all(other))
        || schema.get("const").is_some_and(other)
    {
        return Some(DocumentCode::UnknownValue);
    }
    match value {
        Value::Number(number) => misfit_number(schema, number.as_f64()?),
        Value::String(text) => misfit_text(schema, text),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn misfit_number(schema: &Value, number: f64) -> Option<DocumentCode> {
    let bound = |keyword: &str| schema[keyword].as_f64();
    let below = bound("minimum").is_some_and(|least| number < least);
    let above = bound("maximum").is_some_and(|most| number > most);
    if below || above {
        return Some(DocumentCode::OutOfRange);
    }
    let uneven = bound("multipleOf").is_some_and(|part| (number / part).fract() != 0.0);
    uneven.then_some(DocumentCode::Remainder)
}

fn misfit_text(schema: &Value, text: &str) -> Option<DocumentCode> {
    let length = text.chars().count() as u64;
    let short = schema["minLength"]
        .as_u64()
        .is_some_and(|least| length < least);
    let long = schema["maxLength"]
        .as_u64()
        .is_some_and(|most| length > most);
    if short || long {
        return Some(DocumentCode::OutOfRange);
    }
    let pattern = schema["pattern"]
        .as_str()
        .and_then(|pattern| PATTERNS.get(pattern));
    let fits = pattern.is_none_or(|pattern| pattern.is_match(text));
    (!fits).then_some(DocumentCode::Malformed)
}

/// What a schema expects, as the end of a sentence.
fn expected(schema: &Value) -> String {
    let schema = resolved(schema);
    let join = |texts: Vec<String>| texts.join(" or ");
    let alternatives = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
    if let Some(alternatives) = alternatives {
        return join(alternatives.iter().map(expected).collect());
    }
    if let Some(options) = schema["enum"].as_array() {
        return join(options.iter().map(shown).collect());
    }
    if let Some(constant) = schema.get("const") {
        return shown(constant);
    }
    let bounds = |least: &str, most: &str| {
        let (least, most) = (&schema[least], schema[most].as_u64());
        match (least.as_u64(), most) {
            (None, None) => String::new(),
            (least, most) => format!(" {}", range(least.unwrap_or(0), most)),
        }
    };
    match schema["type"].as_str().unwrap_or("string") {
        "object" => "an object".to_owned(),
        "array" => "a list".to_owned(),
        "boolean" => "true or false".to_owned(),
        "integer" => format!("a whole number{}", bounds("minimum", "maximum")),
        "number" => {
            let part = schema["multipleOf"].as_f64();
            let part = part.map_or_else(String::new, |part| format!(" in steps of {part}"));
            format!("a number{}{part}", bounds("minimum", "maximum"))
        }
        _ => match schema["pattern"].as_str() {
            Some(_) => format!(
                "in its form: {}",
                schema["description"].as_str().unwrap_or("")
            ),
            None => match bounds("minLength", "maxLength") {
                none if none.is_empty() => "a text".to_owned(),
                range => format!("a text of{range} characters"),
            },
        },
    }
}

fn range(least: u64, most: Option<u64>) -> String {
    match most {
        None => format!("at least {least}"),
        Some(most) if least == 0 => format!("at most {most}"),
        Some(most) => format!("{least}–{most}"),
    }
}

/// A value as a sentence shows it.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some(_) => text.chars().take(LONGEST).chain(['…']).collect(),
    }
}
