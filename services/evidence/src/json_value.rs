//! A parsed JSON value, read as a type, with an error that says what is wrong as a value: `serde_json::Error` is a sentence.

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{Deserializer, Error, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use std::marker::PhantomData;

/// How serde_json asks for a part of a document as text (`RawValue`).
const RAW: &str = "$serde_json::private::RawValue";

/// A JSON value to read, with the error `E`.
pub struct JsonValue<'a, E> {
    value: &'a Value,
    error: PhantomData<fn() -> E>,
}

impl<'a, E> JsonValue<'a, E> {
    /// Reads this value.
    pub fn new(value: &'a Value) -> Self {
        let error = PhantomData;
        Self { value, error }
    }
}

impl<'a, E: Error> IntoDeserializer<'a, E> for JsonValue<'a, E> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de, E: Error> Deserializer<'de> for JsonValue<'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), _, _) => visitor.visit_u64(number),
                (None, Some(number), _) => visitor.visit_i64(number),
                (None, None, Some(number)) => visitor.visit_f64(number),
                (None, None, None) => Err(E::custom("number out of range")),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.iter().map(Self::new));
                let read = visitor.visit_seq(&mut items)?;
                let rest = items.end();
                rest.map_err(|_| E::custom("this list is too long"))?;
                Ok(read)
            }
            Value::Object(fields) => {
                let fields = fields
                    .iter()
                    .map(|(name, value)| (name.as_str(), Self::new(value)));
                visitor.visit_map(MapDeserializer::new(fields))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.value.is_null() {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.value {
            Value::String(text) => {
                let word = StrDeserializer::<E>::new(text);
                word.deserialize_enum(name, words, visitor)
            }
            Value::Object(fields) => {
                let fields = fields
                    .iter()
                    .map(|(name, value)| (name.as_str(), Self::new(value)));
                let fields = MapAccessDeserializer::new(MapDeserializer::new(fields));
                fields.deserialize_enum(name, words, visitor)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                self.deserialize_any(visitor)
            }
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        match name {
            RAW => {
                let read = self.value.deserialize_newtype_struct(name, visitor);
                read.map_err(E::custom)
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier
    }
}
