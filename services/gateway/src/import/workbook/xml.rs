//! The parts of a workbook, which are XML, as what stands in them one after another. Prefixes of names are left out: programs write other ones, and
//! no two names that are read differ in nothing else.

use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use quick_xml::{XmlVersion, escape::resolve_xml_entity};

use super::damage::damaged;
use crate::problem::Problem;
use crate::xlsx::unescaped;

/// What comes next in a part.
pub(super) enum Piece<'a> {
    Start(Element<'a>),
    /// The end of an element, with its name.
    End(String),
    Text(String),
}

/// The start of an element.
pub(super) struct Element<'a>(BytesStart<'a>);

/// A part that is being read.
pub(super) struct Part<'a>(Reader<&'a [u8]>);

impl<'a> Part<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut reader = Reader::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
        reader.config_mut().expand_empty_elements = true;
        Self(reader)
    }

    /// What comes next; none at the end. Entities that the part declares are none here.
    pub(super) fn next(&mut self) -> Result<Option<Piece<'a>>, Problem> {
        loop {
            let event = self.0.read_event().map_err(|_| damaged())?;
            let piece = match event {
                Event::Start(start) | Event::Empty(start) => Piece::Start(Element(start)),
                Event::End(end) => Piece::End(end.local_name().as_ref().to_owned()),
                Event::Text(text) => Piece::Text(text.xml10_content().into_owned()),
                Event::CData(text) => Piece::Text(text.xml10_content().into_owned()),
                Event::GeneralRef(reference) => {
                    let letter = reference.resolve_char_ref().map_err(|_| damaged())?;
                    let known = resolve_xml_entity(&reference).map(str::to_owned);
                    let text = letter.map(String::from).or(known);
                    Piece::Text(text.ok_or_else(damaged)?)
                }
                Event::Eof => return Ok(None),
                Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Comment(_) => continue,
            };
            return Ok(Some(piece));
        }
    }

    /// What comes next where something has to.
    pub(super) fn expected(&mut self) -> Result<Piece<'a>, Problem> {
        self.next()?.ok_or_else(damaged)
    }

    /// The text of all elements `t` until an element ends: that of a cell, of which parts may be written in their own ways. How it is pronounced (`rPh`)
    /// is no part of it.
    pub(super) fn text_until(&mut self, end: &str) -> Result<String, Problem> {
        let mut text = String::new();
        let (mut in_text, mut in_pronunciation) = (false, false);
        loop {
            match self.expected()? {
                Piece::Start(element) => match element.name() {
                    "t" => in_text = true,
                    "rPh" => in_pronunciation = true,
                    _ => {}
                },
                Piece::End(name) if name == end => return Ok(unescaped(&text)),
                Piece::End(name) => match name.as_str() {
                    "t" => in_text = false,
                    "rPh" => in_pronunciation = false,
                    _ => {}
                },
                Piece::Text(more) if in_text && !in_pronunciation => text.push_str(&more),
                Piece::Text(_) => {}
            }
        }
    }
}

impl Element<'_> {
    pub(super) fn name(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// What an attribute says; none if it is not there, or cannot be read.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let mut attributes = self.0.attributes();
        // Whether one is there twice takes comparing each with all before it.
        let mut attributes = attributes.with_checks(false).filter_map(Result::ok);
        let found = attributes.find(|attribute| attribute.key.local_name().as_ref() == name)?;
        let value = found.normalized_value(XmlVersion::Implicit1_0);
        Some(value.ok()?.into_owned())
    }
}
