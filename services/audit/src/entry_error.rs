//! Why an entry fails the verification.

use crate::not_permitted::NotPermitted;
use evidence::Refusal;

/// Why an entry fails the verification.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// The bytes do not have the stated hash.
    #[error("the bytes do not have the stated hash")]
    Hash,
    /// The bytes are not an entry in canonical form.
    #[error("not an entry: {0}")]
    Malformed(#[from] Refusal),
    /// The entry belongs to another club.
    #[error("it belongs to another club")]
    OtherClub,
    /// The sequence number does not follow the previous one.
    #[error("sequence number {found} where {expected} follows")]
    Sequence {
        /// The next sequence number.
        expected: u64,
        /// The stated sequence number.
        found: u64,
    },
    /// The entry is not later than the previous entry.
    #[error("it is not later than the entry before it")]
    Time,
    /// The rules refuse the document of a variant, or the club has the variant already.
    #[error("the variant's document is not sound: {0}")]
    Variant(String),
    /// The document of a variant has a field, a word, a pattern or a fact that this program does not know.
    #[error("the variant's document says what this program does not know: {0}")]
    UnknownRules(String),
    /// The entry refers to a member, invitation, player, evening, season, tournament, match, variant or text that the earlier entries did not introduce,
    /// or whose state does not allow the change.
    #[error("it speaks of {article} {0} that the entries before it do not agree with", article = article(.0))]
    InvalidReference(&'static str),
    /// The role of the actor does not permit the entry.
    #[error(transparent)]
    NotPermitted(NotPermitted),
    /// The hand was scored with a version of the rules' semantics that this program does not have.
    #[error("scored with semantics {0}, and this program has {current}", current = rules::SEMANTICS)]
    Semantics(u32),
    /// The rules of the match refuse the outcome of a hand.
    #[error("the hand is refused: {0}")]
    Refused(String),
    /// The entry contradicts earlier entries of its match.
    #[error("it contradicts its match: {0}")]
    ContradictsMatch(#[source] Refusal),
    /// The entry contradicts earlier entries of its settlement.
    #[error("it contradicts its settlement: {0}")]
    ContradictsSettlement(#[source] Refusal),
    /// The entry contradicts earlier entries of its evening.
    #[error("it contradicts its evening: {0}")]
    ContradictsEvening(#[source] Refusal),
    /// The entry contradicts earlier entries of its tournament.
    #[error("it contradicts its tournament: {0}")]
    ContradictsTournament(#[source] Refusal),
    /// A settlement does not settle the open balances, or uses more transfers than necessary.
    #[error("the settlement's {0} are not those that the entries before it come to")]
    Settlement(&'static str),
    /// The replay has another result than the entry states.
    #[error("worked out again, it differs in the {0}")]
    Differs(&'static str),
    /// An earlier entry of the match is needed again and cannot be read.
    #[error("entry {0} of its match cannot be read again: {1}")]
    Unreadable(u64, #[source] std::io::Error),
    /// The earlier entries of the match are no longer the verified ones.
    #[error("the earlier entries of its match changed while they were read")]
    Changed,
}

impl EntryError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Hash => "hash",
            Self::Malformed(Refusal::Version(_)) => "unknown_version",
            Self::Malformed(Refusal::Kind(_)) => "unknown_kind",
            Self::Malformed(Refusal::Field(_)) => "unknown_field",
            Self::Malformed(Refusal::Word(_)) => "unknown_word",
            Self::Malformed(_) => "malformed",
            Self::OtherClub => "other_club",
            Self::Sequence { .. } => "sequence",
            Self::Time => "time",
            Self::Variant(_) => "variant",
            Self::UnknownRules(_) => "unknown_rules",
            Self::InvalidReference(_) => "unfounded",
            Self::NotPermitted(_) => "not_permitted",
            Self::Semantics(_) => "unknown_semantics",
            Self::Refused(_) => "refused",
            Self::ContradictsMatch(_) => "match",
            Self::ContradictsSettlement(_) => "payment",
            Self::ContradictsEvening(_) => "evening",
            Self::ContradictsTournament(_) => "tournament",
            Self::Settlement(_) => "settlement",
            Self::Differs(_) => "differs",
            Self::Unreadable(..) => "unreadable",
            Self::Changed => "changed_meanwhile",
        }
    }
}

fn article(noun: &str) -> &'static str {
    match noun.starts_with(['a', 'e', 'i', 'o']) {
        true => "an",
        false => "a",
    }
}

/// Returns the error unless the condition holds.
pub(crate) fn ensure(condition: bool, error: EntryError) -> Result<(), EntryError> {
    condition.then_some(()).ok_or(error)
}
