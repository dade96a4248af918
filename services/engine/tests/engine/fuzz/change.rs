//! Changes of messages that leave most of them messages: field by field, with every length right.

use prost::bytes::Buf;
use prost::encoding::{WireType, decode_key, decode_varint, encode_key, encode_varint};

use super::machine::{Chance, change_text};

/// A field as it is on the wire.
#[derive(Clone)]
struct Field {
    number: u32,
    value: Value,
}

#[derive(Clone)]
enum Value {
    Number(u64),
    Bytes(Vec<u8>),
}

/// Changes a field somewhere in a message, or now and then bytes as they come.
pub(crate) fn change_message(input: &mut Vec<u8>, words: &[&str], chance: &mut Chance) {
    match fields(input) {
        Some(mut fields) if chance.below(16) > 0 => {
            change_fields(&mut fields, words, chance);
            *input = fields.iter().flat_map(write).collect();
        }
        _ => change_text(input, words, chance),
    }
}

/// The fields of bytes that are a message; of the kinds of fields, the contract has these two.
fn fields(mut bytes: &[u8]) -> Option<Vec<Field>> {
    let mut fields = Vec::new();
    while bytes.has_remaining() {
        let (number, kind) = decode_key(&mut bytes).ok()?;
        let number_or_length = decode_varint(&mut bytes).ok()?;
        let value = match kind {
            WireType::Varint => Value::Number(number_or_length),
            WireType::LengthDelimited => {
                let (value, rest) = bytes.split_at_checked(number_or_length.try_into().ok()?)?;
                bytes = rest;
                Value::Bytes(value.to_vec())
            }
            WireType::SixtyFourBit
            | WireType::StartGroup
            | WireType::EndGroup
            | WireType::ThirtyTwoBit => return None,
        };
        fields.push(Field { number, value });
    }
    (!fields.is_empty()).then_some(fields)
}

fn write(field: &Field) -> Vec<u8> {
    let mut bytes = Vec::new();
    match &field.value {
        Value::Number(number) => {
            encode_key(field.number, WireType::Varint, &mut bytes);
            encode_varint(*number, &mut bytes);
        }
        Value::Bytes(value) => {
            encode_key(field.number, WireType::LengthDelimited, &mut bytes);
            encode_varint(value.len() as u64, &mut bytes);
            bytes.extend(value);
        }
    }
    bytes
}

fn change_fields(fields: &mut Vec<Field>, words: &[&str], chance: &mut Chance) {
    let place = chance.below(fields.len());
    let field = fields[place].clone();
    let another = chance.below(fields.len());
    match chance.below(12) {
        0 => drop(fields.remove(place)),
        1 => fields.insert(another, field),
        2 => fields.swap(place, another),
        3 => fields[place].number = 1 + chance.below(16) as u32,
        4 => fields[place].value = fields[another].value.clone(),
        _ => change_value(&mut fields[place].value, words, chance),
    }
}

fn change_value(value: &mut Value, words: &[&str], chance: &mut Chance) {
    match value {
        Value::Bytes(bytes) => change_message(bytes, words, chance),
        Value::Number(number) => {
            *number = match chance.below(4) {
                0 => *chance.one_of(&[0, u64::from(u32::MAX), i32::MAX as u64, u64::MAX, 1 << 62]),
                1 => chance.below(300) as u64,
                2 => number.wrapping_sub(1),
                _ => number.wrapping_add(1),
            }
        }
    }
}
