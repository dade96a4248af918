//! The texts that imported entries commit to.

use crate::Opening;
use evidence::Salt;
use std::collections::HashMap;

/// What entries commit to, as far as it is known.
pub(super) struct Texts {
    openings: HashMap<u64, Opening>,
    /// What the club is called where no opening tells.
    name: Option<String>,
}

impl Texts {
    pub(super) fn new(openings: HashMap<u64, Opening>, name: Option<String>) -> Self {
        Self { openings, name }
    }

    /// What an entry commits to.
    pub(super) fn of(&self, seq: u64) -> Option<(&str, &Salt)> {
        let opening = self.openings.get(&seq)?;
        Some((&opening.text, &opening.salt))
    }

    /// What the club is called by an entry, and the salt if that is what the entry commits to; nothing, if that is unknown.
    pub(super) fn name(&self, seq: u64) -> (String, Option<&Salt>) {
        match self.of(seq) {
            Some((name, salt)) => (name.to_owned(), Some(salt)),
            None => (self.name.clone().unwrap_or_default(), None),
        }
    }
}
