//! What the entries of one season say together.

use crate::{Body, Entry, Event, Refusal, SeasonOpened};

/// A season as its entries tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    /// The entry that opened it.
    pub opened: Event,
    /// What it says.
    pub terms: SeasonOpened,
    /// The entry that closed it; none while it goes on.
    pub closed: Option<Event>,
}

impl Season {
    /// A season from the entry that opened it.
    pub fn open(entry: &Entry) -> Result<Self, Refusal> {
        let Body::SeasonOpened(terms) = &entry.body else {
            return Err(Refusal::Contradiction("the entry opens no season"));
        };
        Ok(Self {
            opened: Event::of(entry),
            terms: terms.clone(),
            closed: None,
        })
    }

    /// Adds the entry that closes it. Refused if it is another entry, or if the season was closed before.
    pub fn close(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let Body::SeasonClosed(closed) = &entry.body else {
            return Err(Refusal::Contradiction("the entry closes no season"));
        };
        if closed.season != self.terms.season {
            return Err(Refusal::Contradiction("the entry is of another season"));
        }
        match self.closed.replace(Event::of(entry)) {
            None => Ok(()),
            Some(_) => Err(Refusal::Contradiction("the season was closed before")),
        }
    }
}
