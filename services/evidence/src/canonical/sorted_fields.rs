//! Writes canonical JSON while serde walks a value, and makes no tree of it first. Nothing else here runs as often: each entry is written once,
//! and once more whenever its bytes are checked.

use crate::MAX_INTEGER;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};
use std::cell::RefCell;
use std::io::{self, ErrorKind, Write};
use std::ops::Range;

/// The canonical bytes of a value of strings, integers and objects whose names of fields are ASCII. serde_json writes such strings and integers as
/// RFC 8785 says, and the order of such names is the order of their bytes. Nearly all entries are such values. Any other value gives `None`,
/// and so does one that cannot be written at all.
pub(super) fn write(value: &impl Serialize) -> Option<Vec<u8>> {
    let out = Out::default();
    let mut serializer = Serializer::with_formatter(&out, SortedFields::new(&out));
    value.serialize(&mut serializer).ok()?;
    Some(out.0.into_inner())
}

/// What was written. The formatter looks at it, which `Write` has no way for.
#[derive(Default)]
struct Out(RefCell<Vec<u8>>);

impl Out {
    fn len(&self) -> usize {
        self.0.borrow().len()
    }
}

impl Write for &Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sorts the fields of each object when it is complete.
struct SortedFields<'a> {
    out: &'a Out,
    /// The fields of the objects that are not complete, the outermost object first.
    fields: Vec<Field>,
    /// The number of entries in `fields` before each of these objects began.
    around: Vec<usize>,
    /// The fields of one object in their order.
    in_order: Vec<u8>,
}

/// Where a field is in what was written.
struct Field {
    /// With its quotation marks.
    name: Range<usize>,
    end: usize,
}

impl<'a> SortedFields<'a> {
    fn new(out: &'a Out) -> Self {
        Self {
            out,
            fields: Vec::new(),
            around: Vec::new(),
            in_order: Vec::new(),
        }
    }

    fn last_field(&mut self) -> io::Result<&mut Field> {
        self.fields.last_mut().ok_or_else(unusual)
    }

    /// Sorts the fields from one on.
    fn sort(&mut self, first: usize) -> io::Result<()> {
        let mut out = self.out.0.borrow_mut();
        let fields = self.fields.get_mut(first..).ok_or_else(unusual)?;
        let name = |field: &Field| name_of(&out, field);
        if fields.is_sorted_by(|one, next| name(one) < name(next)) {
            return Ok(());
        }
        fields.sort_unstable_by(|one, next| name(one).cmp(&name(next)));
        if !fields.is_sorted_by(|one, next| name(one) < name(next)) {
            // One comes twice.
            return Err(unusual());
        }
        let begin = fields.iter().map(|field| field.name.start).min();
        self.in_order.clear();
        for field in fields {
            let field = out.get(field.name.start..field.end);
            self.in_order.extend_from_slice(field.ok_or_else(unusual)?);
            self.in_order.push(b',');
        }
        self.in_order.pop();
        out.truncate(begin.ok_or_else(unusual)?);
        out.extend_from_slice(&self.in_order);
        Ok(())
    }
}

/// Without the quotation marks, which are no part of its order.
fn name_of<'a>(out: &'a [u8], field: &Field) -> Option<&'a [u8]> {
    match out.get(field.name.clone()) {
        Some([b'"', name @ .., b'"']) => Some(name),
        _ => None,
    }
}

impl Formatter for SortedFields<'_> {
    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.around.push(self.fields.len());
        CompactFormatter.begin_object(writer)
    }

    fn begin_object_key<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        CompactFormatter.begin_object_key(writer, first)?;
        let begin = self.out.len();
        self.fields.push(Field {
            name: begin..begin,
            end: begin,
        });
        Ok(())
    }

    fn end_object_key<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        let out = self.out;
        let field = self.last_field()?;
        field.name.end = out.len();
        let is_plain = |name: &[u8]| name.is_ascii() && !name.contains(&b'\\');
        match name_of(&out.0.borrow(), field).is_some_and(is_plain) {
            true => Ok(()),
            false => Err(unusual()),
        }
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        let end = self.out.len();
        self.last_field()?.end = end;
        Ok(())
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let first = self.around.pop().ok_or_else(unusual)?;
        self.sort(first)?;
        self.fields.truncate(first);
        CompactFormatter.end_object(writer)
    }

    fn write_i64<W: Write + ?Sized>(&mut self, writer: &mut W, value: i64) -> io::Result<()> {
        match (-MAX_INTEGER..=MAX_INTEGER).contains(&value) {
            true => CompactFormatter.write_i64(writer, value),
            false => Err(unusual()),
        }
    }

    fn write_u64<W: Write + ?Sized>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        let value = i64::try_from(value).map_err(|_| unusual())?;
        self.write_i64(writer, value)
    }

    fn write_i128<W: Write + ?Sized>(&mut self, _: &mut W, _: i128) -> io::Result<()> {
        Err(unusual())
    }

    fn write_u128<W: Write + ?Sized>(&mut self, _: &mut W, _: u128) -> io::Result<()> {
        Err(unusual())
    }

    fn write_f32<W: Write + ?Sized>(&mut self, _: &mut W, _: f32) -> io::Result<()> {
        Err(unusual())
    }

    fn write_f64<W: Write + ?Sized>(&mut self, _: &mut W, _: f64) -> io::Result<()> {
        Err(unusual())
    }

    /// A number of serde_json that keeps its digits as they were read, if a crate has that feature of serde_json turned on.
    fn write_number_str<W: Write + ?Sized>(&mut self, _: &mut W, _: &str) -> io::Result<()> {
        Err(unusual())
    }

    /// JSON that is there already.
    fn write_raw_fragment<W: Write + ?Sized>(&mut self, _: &mut W, _: &str) -> io::Result<()> {
        Err(unusual())
    }
}

/// What [`write`] leaves to others.
fn unusual() -> io::Error {
    ErrorKind::Unsupported.into()
}
