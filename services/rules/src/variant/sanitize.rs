//! What of a document can be judged although other parts of it lack their form: those parts are read as something
//! harmless, so that everything that is wrong with the rest is named in the same answer.

use serde_json::{Value, json};

use super::problem::{Place, Problems, Step, at};

/// The fields whose entries are judged one by one.
const MAPS: [&str; 4] = ["patterns", "house_patterns", "penalties", "side_payments"];

/// The document with each part of which a problem was found replaced, and those parts noted as mended.
pub(super) fn sanitize(mut document: Value, problems: &mut Problems) -> Value {
    let mut parts: Vec<Place> = Vec::new();
    for part in problems.places().map(|place| part(place, &document)) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    for part in &parts {
        replace(&mut document, part);
    }
    problems.mended = parts;
    document
}

/// The part of a document that a place lies in: an entry of a map, or else a field of the document.
fn part(place: &Place, document: &Value) -> Place {
    let is_map =
        |name: &String| MAPS.contains(&name.as_str()) && document[name.as_str()].is_object();
    match place.0.as_slice() {
        [Step::Field(map), Step::Field(entry), ..] if is_map(map) => at([map, entry]),
        [Step::Field(field), ..] => at([field]),
        _ => Place::default(),
    }
}

fn replace(document: &mut Value, part: &Place) {
    match part.0.as_slice() {
        [Step::Field(map), Step::Field(entry)] => {
            let stated = document.get_mut(map).and_then(Value::as_object_mut);
            match (map.as_str(), stated) {
                ("patterns", Some(stated)) => {
                    stated.insert(entry.clone(), json!({ "value": 1 }));
                }
                ("house_patterns", Some(stated)) => {
                    let name = json!({ "english": "-" });
                    let harmless = json!({ "name": name, "expression": "false", "value": 1 });
                    stated.insert(entry.clone(), harmless);
                }
                (_, Some(stated)) => {
                    stated.remove(entry);
                }
                (_, None) => {}
            }
        }
        [Step::Field(field)] => {
            let Value::Object(stated) = document else {
                return;
            };
            match harmless().get_mut(field) {
                Some(value) => stated.insert(field.clone(), value.take()),
                None => stated.remove(field),
            };
        }
        _ => *document = harmless(),
    }
}

/// A document of which nothing bad can be said.
fn harmless() -> Value {
    json!({
        "format": "faan.variant/1",
        "id": "harmless",
        "version": 1,
        "name": { "english": "-" },
        "source": "-",
        "tiles": 144,
        "minimum_fan": 0,
        "patterns": {},
        "schedule": [{ "from_fan": 0, "points": 1 }],
        "limit": { "multiplied": true },
        "multipliers": { "self_draw": 1, "discarder": 1, "other": 1, "dealer": 1 },
        "claims": { "several": "nearest" },
        "robbed_kongs": [],
        "deal": { "stays_after": [] },
        "false_mahjong": {}
    })
}
