//! Changes of documents that leave them JSON: one value, one field, one item at a time.

use serde_json::{Map, Value};

use super::machine::{Chance, change_text};

/// Changes a value somewhere in a document, or now and then signs as they come.
pub(crate) fn change_json(input: &mut Vec<u8>, words: &[&str], chance: &mut Chance) {
    match serde_json::from_slice::<Value>(input) {
        Ok(mut document) if chance.below(16) > 0 => {
            change(&mut document, words, chance);
            *input = document.to_string().into();
        }
        _ => change_text(input, words, chance),
    }
}

fn change(document: &mut Value, words: &[&str], chance: &mut Chance) {
    let places = count(document);
    let another = at(document, &mut chance.below(places)).cloned();
    let Some(place) = at(document, &mut chance.below(places)) else {
        return;
    };
    match place {
        _ if chance.below(8) == 0 => *place = another.unwrap_or_default(),
        Value::Object(fields) => change_fields(fields, words, chance),
        Value::Array(items) => change_items(items, another, chance),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(1);
            let (less, more) = (number.saturating_sub(1), number.saturating_add(1));
            let far = 64_i64.saturating_sub(number);
            *place = [less, more, number / 2, far][chance.below(4)].into();
        }
        Value::Bool(truth) => *truth = !*truth,
        Value::Null | Value::String(_) => *place = value(words, chance),
    }
}

/// Removes a field, moves one to another's name, or adds what one of the words states.
fn change_fields(fields: &mut Map<String, Value>, words: &[&str], chance: &mut Chance) {
    let names: Vec<String> = fields.keys().cloned().collect();
    match (chance.below(3), names.as_slice()) {
        (0, [_, ..]) => drop(fields.remove(chance.one_of(&names))),
        (1, [_, ..]) => {
            let moved = fields.remove(chance.one_of(&names)).unwrap_or_default();
            fields.insert(chance.one_of(&names).clone(), moved);
        }
        _ => {
            let added = serde_json::from_str(&format!("{{{}}}", chance.one_of(words)));
            fields.extend::<Map<String, Value>>(added.unwrap_or_default());
        }
    }
}

fn change_items(items: &mut Vec<Value>, another: Option<Value>, chance: &mut Chance) {
    let place = chance.below(items.len() + 1);
    if place < items.len() && chance.below(2) == 0 {
        items.remove(place);
    } else {
        items.insert(place, another.unwrap_or_default());
    }
}

/// A word that is a value.
fn value(words: &[&str], chance: &mut Chance) -> Value {
    let words = words
        .iter()
        .filter_map(|word| serde_json::from_str(word).ok());
    let values: Vec<Value> = words.collect();
    chance.one_of(&values).clone()
}

fn inner(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Object(fields) => fields.values_mut().collect(),
        Value::Array(items) => items.iter_mut().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// How many values are in one, itself included.
fn count(value: &mut Value) -> usize {
    1 + inner(value).into_iter().map(count).sum::<usize>()
}

/// The value with a number, the whole first, then depth first.
fn at<'a>(value: &'a mut Value, number: &mut usize) -> Option<&'a mut Value> {
    if *number == 0 {
        return Some(value);
    }
    *number -= 1;
    inner(value).into_iter().find_map(|inner| at(inner, number))
}
