//! What shows to which text an entry commits, and whether the text can be erased.

use super::Body;
use crate::{Committed, Entry, Salt};
use data_encoding::HEXLOWER;
use serde::{Serialize, Serializer};

/// What shows to which text an entry commits. Its fields are in the order in which a line of openings has them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// What the text is.
    pub field: Committed,
    /// Its salt.
    #[serde(serialize_with = "as_hex")]
    pub salt: Salt,
    /// The entry's sequence number.
    pub seq: u64,
    /// The text.
    pub text: String,
}

fn as_hex<S: Serializer>(salt: &Salt, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&HEXLOWER.encode_display(salt))
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
