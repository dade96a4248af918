//! Counts what the entries of an export contain.

use evidence::{
    Body, Change, Entry, MatchCorrected, MatchOpened, Outcome, PaymentRecorded, PlayerEnrolled,
    RoundDrawn, SettlementMade, Shown, Timestamp, TournamentOpened, TournamentRoundDrawn,
    VariantAdded,
};

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
        match entry.body.kind() {
            PlayerEnrolled::KIND => self.players += 1,
            VariantAdded::KIND => self.variants += 1,
            MatchOpened::KIND => self.matches += 1,
            MatchCorrected::KIND => self.corrections += 1,
            SettlementMade::KIND => self.settlements += 1,
            PaymentRecorded::KIND => self.payments += 1,
            TournamentOpened::KIND => self.tournaments += 1,
            RoundDrawn::KIND | TournamentRoundDrawn::KIND => self.rounds += 1,
            _ => {}
        }
        if let Body::OutcomeRecorded(recorded) = &entry.body {
            self.declared += declared(&recorded.outcome);
        } else if let Body::MatchCorrected(corrected) = &entry.body {
            self.declared += corrected.changes.iter().map(newly_declared).sum::<u64>();
        }
    }
}

fn newly_declared(change: &Change) -> u64 {
    match change {
        Change::Replace(replace) => declared(&replace.outcome),
        Change::Insert(insert) => declared(&insert.outcome),
        Change::Void(_) | Change::Reseat(_) => 0,
    }
}

/// The number of winners who declared their result without tiles.
pub(crate) fn declared(outcome: &Outcome) -> u64 {
    let Outcome::Win(win) = outcome else {
        return 0;
    };
    let winners = win.winners.iter();
    let declared = winners.filter(|winner| matches!(winner.shown, Shown::Declared(_)));
    declared.map(|_| 1).sum()
}
