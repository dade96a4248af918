//! How much the entries of an export tell of.

use evidence::{Body, Change, Entry, Outcome, Shown, Timestamp};

/// What entries tell of, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryCounts {
    /// When the first was entered.
    pub since: Option<Timestamp>,
    /// Matches that were opened.
    pub matches: u64,
    /// Hands as they stand, after all corrections.
    pub hands: u64,
    /// Results that the table declared, instead of showing tiles. Nobody can score those again.
    pub declared: u64,
    /// Corrections of matches.
    pub corrections: u64,
    /// Settlements.
    pub settlements: u64,
    /// Payments, those that were reversed included.
    pub payments: u64,
    /// Players who were enrolled.
    pub players: u64,
    /// Documents of variants.
    pub variants: u64,
}

impl EntryCounts {
    pub(super) fn follow(&mut self, entry: &Entry) {
        self.since.get_or_insert(entry.time);
        match &entry.body {
            Body::PlayerEnrolled(_) => self.players += 1,
            Body::VariantAdded(_) => self.variants += 1,
            Body::MatchOpened(_) => self.matches += 1,
            Body::OutcomeRecorded(recorded) => self.declared += declared(&recorded.facts),
            Body::MatchCorrected(corrected) => {
                self.corrections += 1;
                self.declared += corrected.changes.iter().map(newly_declared).sum::<u64>();
            }
            Body::SettlementMade(_) => self.settlements += 1,
            Body::PaymentRecorded(_) => self.payments += 1,
            Body::ClubFounded(_)
            | Body::MemberSet(_)
            | Body::PaymentReversed(_)
            | Body::ClubChanged(_)
            | Body::MemberRemoved(_)
            | Body::ClubHandedOver(_)
            | Body::InvitationMade(_)
            | Body::InvitationRevoked(_)
            | Body::InvitationAccepted(_)
            | Body::PlayerLinked(_)
            | Body::PlayerUnlinked(_)
            | Body::PlayerRenamed(_)
            | Body::PlayerMerged(_)
            | Body::PlayerErased(_)
            | Body::TextErased(_)
            | Body::VariantRetired(_)
            | Body::VariantReinstated(_) => {}
        }
    }
}

fn newly_declared(change: &Change) -> u64 {
    match change {
        Change::Replace(replace) => declared(&replace.facts),
        Change::Insert(insert) => declared(&insert.facts),
        Change::Void(_) | Change::Reseat(_) => 0,
    }
}

/// How many winners declared what they won, instead of showing tiles.
pub(crate) fn declared(facts: &Outcome) -> u64 {
    let Outcome::Win(win) = facts else {
        return 0;
    };
    let winners = win.winners.iter();
    let declared = winners.filter(|winner| matches!(winner.shown, Shown::Declared(_)));
    declared.map(|_| 1).sum()
}
