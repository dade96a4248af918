//! Checks the openings of commitments: the names, reasons and notes, with their salts, that entries commit to.

use super::verification_failure::VerificationFailure;
use data_encoding::HEXLOWER;
use evidence::{Body, Committed, Entry, MAX_LINE, Opening, PlayerId, Salt};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{BufRead, Read as _};

/// Reads openings, one on each line, in the order of their entries. LEAF.md of `evidence` defines their form.
pub(super) struct Openings<'a> {
    source: Box<dyn BufRead + 'a>,
    line: u64,
    next: Option<Line>,
}

/// A line of the openings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    field: Committed,
    salt: String,
    seq: u64,
    text: String,
}

/// The names that match the commitments of entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// The name of the club.
    pub club: Option<String>,
    /// The names of players, without those of erased players.
    pub players: BTreeMap<PlayerId, String>,
}

impl<'a> Openings<'a> {
    pub(super) fn new(source: Box<dyn BufRead + 'a>) -> Result<Self, VerificationFailure> {
        let mut openings = Self {
            source,
            line: 0,
            next: None,
        };
        openings.read()?;
        Ok(openings)
    }

    /// Checks the openings of an entry, and calls `on_opening` with each that matches its commitment.
    pub(super) fn check(
        &mut self,
        entry: &Entry,
        mut on_opening: impl FnMut(Opening),
    ) -> Result<(), VerificationFailure> {
        while let Some(Line { seq, .. }) = self.next.as_ref().filter(|next| next.seq <= entry.seq) {
            let seq = *seq;
            let opening = self.next.take().and_then(Line::opening);
            let opening = opening.filter(|opening| opening.opens(entry));
            on_opening(opening.ok_or(VerificationFailure::Opening { seq })?);
            self.read()?;
        }
        Ok(())
    }

    fn read(&mut self) -> Result<(), VerificationFailure> {
        self.line += 1;
        let mut bytes = Vec::new();
        let most = MAX_LINE as u64 + 1;
        let read = self
            .source
            .by_ref()
            .take(most)
            .read_until(b'\n', &mut bytes);
        let malformed = |why: &dyn std::fmt::Display| VerificationFailure::Openings {
            line: self.line,
            why: why.to_string(),
        };
        read.map_err(|error| malformed(&error))?;
        self.next = match bytes.as_slice() {
            [] => None,
            line => Some(serde_json::from_slice(line).map_err(|error| malformed(&error))?),
        };
        Ok(())
    }
}

impl Line {
    /// The opening on the line; `None` if the salt is malformed.
    fn opening(self) -> Option<Opening> {
        let Self {
            field, seq, text, ..
        } = self;
        let salt = salt(&self.salt)?;
        Some(Opening {
            seq,
            field,
            text,
            salt,
        })
    }
}

fn salt(text: &str) -> Option<Salt> {
    HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()
}

impl Names {
    /// Records the name that an entry commits to.
    pub(super) fn record(&mut self, body: &Body, text: &str) {
        let text = text.to_owned();
        if let Body::ClubFounded(_) | Body::ClubChanged(_) = body {
            self.club = Some(text);
        } else if let Body::PlayerEnrolled(enrolled) = body {
            self.players.insert(enrolled.player, text);
        } else if let Body::PlayerRenamed(renamed) = body {
            self.players.insert(renamed.player, text);
        }
    }
}
