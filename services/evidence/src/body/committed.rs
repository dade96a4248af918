//! What an entry vouches for without holding it.

use super::Body;
use crate::{Entry, Hash, Salt, commit};
use mahjong::string_enum;

string_enum! {
    /// What a text is to the entry that commits to it; the leaf's field is this word and `_commitment`.
    pub enum Committed {
        /// The name of a club, a player, a season or a tournament.
        Name = "name",
        /// Why something was entered.
        Reason = "reason",
        /// What was noted with it.
        Note = "note",
    }
}

/// A text that an entry commits to. It is kept beside the ledger, or was erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitment {
    /// What the text is.
    pub field: Committed,
    /// SHA-256(salt ‖ UTF-8 text).
    pub hash: Hash,
}

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

impl Commitment {
    /// Whether this is the text.
    pub fn opens(&self, salt: &Salt, text: &str) -> bool {
        commit(salt, text) == self.hash
    }
}

impl Body {
    /// What it commits to; no entry commits to more than one text.
    pub fn commitment(&self) -> Option<Commitment> {
        let of = |field| move |hash| Commitment { field, hash };
        let name = of(Committed::Name);
        let reason = of(Committed::Reason);
        match self {
            Self::ClubFounded(founded) => Some(name(founded.name_commitment)),
            Self::ClubChanged(changed) => Some(name(changed.name_commitment)),
            Self::PlayerEnrolled(enrolled) => Some(name(enrolled.name_commitment)),
            Self::PlayerRenamed(renamed) => Some(name(renamed.name_commitment)),
            Self::OutcomeRecorded(recorded) => recorded.reason_commitment.map(reason),
            Self::MatchCorrected(corrected) => Some(reason(corrected.reason_commitment)),
            Self::PaymentReversed(reversed) => Some(reason(reversed.reason_commitment)),
            Self::PaymentRecorded(recorded) => recorded.note_commitment.map(of(Committed::Note)),
            Self::SeasonOpened(opened) => Some(name(opened.name_commitment)),
            Self::TournamentOpened(opened) => Some(name(opened.name_commitment)),
            Self::PenaltyGiven(given) => Some(reason(given.reason_commitment)),
            Self::PenaltyWithdrawn(withdrawn) => Some(reason(withdrawn.reason_commitment)),
            Self::MatchDeclared(declared) => Some(reason(declared.reason_commitment)),
            Self::TournamentRoundDrawn(drawn) => drawn.reason_commitment.map(reason),
            Self::EveningOpened(opened) => opened.note_commitment.map(of(Committed::Note)),
            Self::MemberSet(_)
            | Self::VariantAdded(_)
            | Self::MatchOpened(_)
            | Self::SettlementMade(_)
            | Self::MemberRemoved(_)
            | Self::ClubHandedOver(_)
            | Self::InvitationMade(_)
            | Self::InvitationRevoked(_)
            | Self::InvitationAccepted(_)
            | Self::PlayerLinked(_)
            | Self::PlayerUnlinked(_)
            | Self::PlayerMerged(_)
            | Self::PlayerUnmerged(_)
            | Self::PlayerErased(_)
            | Self::TextErased(_)
            | Self::VariantRetired(_)
            | Self::VariantReinstated(_)
            | Self::AttendanceChanged(_)
            | Self::RoundDrawn(_)
            | Self::RoundOpened(_)
            | Self::SeasonClosed(_)
            | Self::EntrantsChanged(_)
            | Self::TournamentRoundOpened(_)
            | Self::TournamentClockChanged(_)
            | Self::TournamentClosed(_)
            | Self::TablesReplayed(_) => None,
        }
    }

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
