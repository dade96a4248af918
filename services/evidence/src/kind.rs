//! What is stated of each kind of entry beside its fields. [`kinds!`] makes [`Body`](crate::Body) from the list of all kinds, and whatever
//! an entry is asked by its kind.

use crate::canonical::Refusal;
use crate::{
    Authority, Commitment, EveningId, MatchId, SeasonId, SettlementId, TournamentId, UserId,
};

/// A kind of entry: the struct has its fields, and this what else holds for all of its entries.
pub trait Kind {
    /// Who may enter it.
    const AUTHORITY: Authority;

    /// What it is about: the entries of one subject tell its whole history.
    fn subject(&self) -> Subject;

    /// The text that it commits to; no entry commits to more than one.
    fn commitment(&self) -> Option<Commitment> {
        None
    }

    /// The account that it is about, which may be another one than that of whoever entered it.
    fn account(&self) -> Option<UserId> {
        None
    }

    /// What the types alone do not rule out.
    ///
    /// # Errors
    /// What contradicts itself.
    fn check(&self) -> Result<(), Refusal> {
        Ok(())
    }
}

/// What an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The club itself, its members, players and variants.
    Club,
    /// One match. A round opens several, and is of its evening or tournament.
    Match(MatchId),
    /// A settlement, and what was paid of it.
    Settlement(SettlementId),
    /// An evening and its rounds.
    Evening(EveningId),
    /// A season.
    Season(SeasonId),
    /// A tournament and its rounds.
    Tournament(TournamentId),
}

/// Makes [`Body`](crate::Body) from the kinds: each is a struct that implements [`Kind`], with the word that a leaf has for it.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident($content:ty) = $word:literal;)+) => {
        /// What an entry says; its word for the kind is the leaf's `kind`.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum Body {
            $($(#[$doc])+ #[serde(rename = $word)] $kind($content),)+
        }

        $(impl $kind {
            /// The word for this kind of entry, the leaf's `kind`.
            pub const KIND: &'static str = $word;
        })+

        impl Authority {
            /// Every kind of entry, by its word, in the order of [`Body::KINDS`].
            pub const TABLE: [(&'static str, Self); Body::KINDS.len()] =
                [$(($word, <$kind as Kind>::AUTHORITY)),+];
        }

        impl Body {
            /// The words for all kinds of this version.
            pub const KINDS: [&'static str; [$($word),+].len()] = [$($word),+];

            /// The word for its kind, the leaf's `kind`.
            pub const fn kind(&self) -> &'static str {
                match self { $(Self::$kind(_) => $word,)+ }
            }

            /// Who may enter it.
            pub const fn authority(&self) -> Authority {
                match self { $(Self::$kind(_) => <$kind as Kind>::AUTHORITY,)+ }
            }

            /// What it is about.
            pub fn subject(&self) -> Subject {
                match self { $(Self::$kind(entry) => entry.subject(),)+ }
            }

            /// What it commits to; no entry commits to more than one text.
            pub fn commitment(&self) -> Option<Commitment> {
                match self { $(Self::$kind(entry) => entry.commitment(),)+ }
            }

            /// The account that it is about, which may be another one than that of whoever entered it.
            pub fn account(&self) -> Option<UserId> {
                match self { $(Self::$kind(entry) => entry.account(),)+ }
            }

            /// What the types alone do not rule out.
            pub(crate) fn check(&self) -> Result<(), Refusal> {
                match self { $(Self::$kind(entry) => entry.check(),)+ }
            }
        }
    };
}

pub(crate) use kinds;
