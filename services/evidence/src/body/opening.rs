//! What shows to which text an entry commits, and whether the text can be erased.

use super::Body;
use crate::{Committed, Entry, Salt};

/// What shows to which text an entry commits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The entry's sequence number.
    pub seq: u64,
    /// What the text is.
    pub field: Committed,
    /// The text.
    pub text: String,
    /// Its salt.
    pub salt: Salt,
}

impl Opening {
    /// Whether an entry commits to this.
    pub fn opens(&self, entry: &Entry) -> bool {
        let commitment = entry.body.commitment();
        let commitment = commitment.filter(|one| one.field == self.field);
        self.seq == entry.seq && commitment.is_some_and(|one| one.opens(&self.salt, &self.text))
    }
}

impl Body {
    /// Whether it commits to a text that a [`TextErased`](super::TextErased) erases: a reason, a note, or the name of a season or of a tournament. The names of
    /// clubs and players are not erased so: the one stays, and the other goes with the player.
    pub fn has_erasable_text(&self) -> bool {
        let field = self.commitment().map(|commitment| commitment.field);
        match field {
            Some(Committed::Reason | Committed::Note) => true,
            Some(Committed::Name) => {
                matches!(self, Self::SeasonOpened(_) | Self::TournamentOpened(_))
            }
            None => false,
        }
    }
}
