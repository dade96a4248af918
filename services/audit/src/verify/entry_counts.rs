//! Counts what the entries of an export contain.

use evidence::{Body, Change, Entry, Outcome, Shown, Timestamp};

/// The numbers of matches, hands, payments and so on in the verified entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryCounts {
    /// The time of the first entry.
    pub since: Option<Timestamp>,
    /// The opened matches.
    pub matches: u64,
    /// The hands after all corrections.
    pub hands: u64,
    /// The results that were declared without tiles. They cannot be scored again.
    pub declared: u64,
    /// The corrections of matches.
    pub corrections: u64,
    /// The settlements.
    pub settlements: u64,
    /// The payments, including reversed ones.
    pub payments: u64,
    /// The drawn rounds of evenings and tournaments, including replaced ones.
    pub rounds: u64,
    /// The tournaments.
    pub tournaments: u64,
    /// The enrolled players.
    pub players: u64,
    /// The variants.
    pub variants: u64,
}

impl EntryCounts {
    /// Adds an entry.
    pub(super) fn add(&mut self, entry: &Entry) {
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
            Body::TournamentOpened(_) => self.tournaments += 1,
            Body::RoundDrawn(_) | Body::TournamentRoundDrawn(_) => self.rounds += 1,
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
            | Body::PlayerUnmerged(_)
            | Body::PlayerErased(_)
            | Body::TextErased(_)
            | Body::VariantRetired(_)
            | Body::VariantReinstated(_)
            | Body::EveningOpened(_)
            | Body::AttendanceChanged(_)
            | Body::RoundOpened(_)
            | Body::SeasonOpened(_)
            | Body::SeasonClosed(_)
            | Body::EntrantsChanged(_)
            | Body::TournamentRoundOpened(_)
            | Body::TournamentClockChanged(_)
            | Body::PenaltyGiven(_)
            | Body::PenaltyWithdrawn(_)
            | Body::TournamentClosed(_)
            | Body::MatchDeclared(_)
            | Body::TablesReplayed(_) => {}
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

/// The number of winners who declared their result without tiles.
pub(crate) fn declared(facts: &Outcome) -> u64 {
    let Outcome::Win(win) = facts else {
        return 0;
    };
    let winners = win.winners.iter();
    let declared = winners.filter(|winner| matches!(winner.shown, Shown::Declared(_)));
    declared.map(|_| 1).sum()
}
