//! The tables of settlements, as the leaves tell them.

use super::{Row, cell, compare, rows, stored};
use ledger::evidence::{Due, Settlement, SettlementMade};
use ledger::{Body, ClubId, Entry, Hash, MatchId, Party, SettlementId};
use std::collections::{BTreeMap, BTreeSet};
use tokio_postgres::Client;

#[derive(Default)]
pub(super) struct Settled {
    settlements: BTreeMap<SettlementId, (ClubId, Settlement)>,
    entries: Vec<Row>,
    cents: BTreeMap<(MatchId, Party), i64>,
}

impl Settled {
    /// Follows an entry, and gives what it commits to.
    pub(super) fn follow(&mut self, leaf: &Entry) -> Option<Hash> {
        let (id, commitment) = if let Body::SettlementMade(made) = &leaf.body {
            self.make(leaf, made);
            (made.settlement, None)
        } else if let Body::PaymentRecorded(recorded) = &leaf.body {
            (recorded.settlement, recorded.note_commitment)
        } else if let Body::PaymentReversed(reversed) = &leaf.body {
            (reversed.settlement, Some(reversed.reason_commitment))
        } else {
            panic!("{leaf:?}")
        };
        let (club, settlement) = self.settlements.get_mut(&id).unwrap();
        if leaf.seq > settlement.made.seq {
            settlement.add(leaf).unwrap();
        }
        self.entries.push(Row::from([
            cell("club_id", *club),
            cell("settlement_id", id),
            cell("seq", leaf.seq),
        ]));
        commitment
    }

    fn make(&mut self, leaf: &Entry, made: &SettlementMade) {
        let settlement = Settlement::open(leaf).unwrap();
        self.settlements
            .insert(made.settlement, (leaf.club, settlement));
        for part in &made.parts {
            let cents = self.cents.entry((part.match_id, part.party)).or_default();
            *cents += part.amount_cents;
        }
    }

    /// What of a match has been settled of a party.
    pub(super) fn cents(&self, id: MatchId, party: Party) -> i64 {
        self.cents.get(&(id, party)).copied().unwrap_or_default()
    }

    pub(super) async fn check(self, admin: &Client) {
        let table = async |name| rows(admin, &format!("SELECT * FROM {name}"), &[]).await;
        let told = || self.settlements.values();
        compare(
            told().map(|(club, of)| made(*club, of)).collect(),
            table("settlements").await,
        );
        compare(
            told().flat_map(|(club, of)| matches(*club, of)).collect(),
            table("settlement_matches").await,
        );
        compare(
            told().flat_map(|(club, of)| transfers(*club, of)).collect(),
            table("settlement_transfers").await,
        );
        compare(self.entries, table("settlement_entries").await);
    }
}

fn made(club: ClubId, settlement: &Settlement) -> Row {
    Row::from([
        cell("club_id", club),
        cell("settlement_id", settlement.terms.settlement),
        cell("currency", &settlement.terms.currency),
        cell("settled_seq", settlement.made.seq),
    ])
}

fn matches(club: ClubId, settlement: &Settlement) -> Vec<Row> {
    let terms = &settlement.terms;
    let matches: BTreeSet<_> = terms.parts.iter().map(|part| part.match_id).collect();
    let row = |id| {
        Row::from([
            cell("club_id", club),
            cell("match_id", id),
            cell("settlement_id", terms.settlement),
        ])
    };
    matches.into_iter().map(row).collect()
}

fn transfers(club: ClubId, settlement: &Settlement) -> Vec<Row> {
    let row = |due: Due| {
        Row::from([
            cell("club_id", club),
            cell("settlement_id", settlement.terms.settlement),
            cell("from", stored(due.transfer.from)),
            cell("to", stored(due.transfer.to)),
            cell("amount_cents", due.transfer.amount_cents),
            cell("paid_cents", due.paid_cents),
        ])
    };
    settlement.dues().map(row).collect()
}
