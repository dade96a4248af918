//! After the run: what the ledger and its tables say of every club is what the models say.

use super::money::Settled;
use super::phone::Phone;
use super::table::Table;
use crate::app::{TestApp, admin};
use audit::Auditor;
use ledger::evidence::{MatchHistory, Settlement};
use ledger::{Body, Entry, MatchId, PlayerId};
use std::collections::{BTreeMap, HashMap};
use tokio_postgres::Client;
use uuid::Uuid;

// The ledger's own tests rebuild the tables from the leaves; so do we, with theirs.
#[path = "../../../../ledger/tests/ledger/rebuilt.rs"]
mod rebuilt;

/// Checks every club that was written to: its entries are believed, and say what the models say; the tables follow
/// from the entries; and the balances are those of the models.
pub(super) async fn check(
    app: &TestApp,
    clubs: &mut [(Phone<'_>, String)],
    tables: &[&Table],
    settled: &[&Settled],
) {
    let mut all = Vec::new();
    for (owner, club) in clubs {
        owner.stay_signed_in().await;
        all.extend(believed(owner, club).await);
    }
    check_books(&all, tables);
    check_settlements(&all, settled);
    let admin = admin(app).await;
    rebuilt::check(&admin, &all).await;
    check_balances(&admin, tables).await;
    refuse_deadlocks(&admin).await;
}

/// The entries of a club, each of them audited.
async fn believed(owner: &Phone<'_>, club: &str) -> Vec<Entry> {
    let mut auditor = Auditor::default();
    let mut entries = Vec::new();
    let mut after = Some(0);
    while let Some(last) = after {
        let page = format!("{club}/ledger/entries?limit=1000&after={last}");
        let page = owner.get(&page).await;
        for entry in page["entries"].as_array().unwrap() {
            let text = |name: &str| entry[name].as_str().unwrap();
            let hash = text("leaf_hash").parse().unwrap();
            let believed = auditor.entry(text("leaf").as_bytes(), hash);
            entries.push(believed.unwrap_or_else(|finding| panic!("{finding}: {entry}")));
        }
        after = page["next_after"].as_u64();
    }
    entries
}

/// Every match as its entries tell it is the model's, down to what is not asked for over HTTP.
fn check_books(entries: &[Entry], tables: &[&Table]) {
    let mut by_match: HashMap<MatchId, Vec<Entry>> = HashMap::new();
    for entry in entries {
        let id = if let Body::MatchOpened(opened) = &entry.body {
            opened.match_id
        } else if let Body::OutcomeRecorded(recorded) = &entry.body {
            recorded.match_id
        } else if let Body::MatchCorrected(corrected) = &entry.body {
            corrected.match_id
        } else {
            continue;
        };
        by_match.entry(id).or_default().push(entry.clone());
    }
    assert_eq!(by_match.len(), tables.len());
    for table in tables {
        let entries = by_match.remove(&table.id).unwrap();
        let history = MatchHistory::read(entries).unwrap().unwrap();
        check_book(&history, table);
    }
}

fn check_book(history: &MatchHistory, table: &Table) {
    assert_eq!(
        (history.version, history.players),
        (table.version, table.draft.players)
    );
    assert_eq!(history.seated(), table.course.seated);
    let corrections = history.corrections.iter().map(|(event, _)| event.seq);
    assert!(corrections.eq(table.corrections.iter().copied()));
    let (state, totals) = (&table.course.state, history.state.total_half_points);
    assert_eq!(
        (history.state.next_number, totals),
        (state.next_number, state.totals)
    );
    assert_eq!(history.state.house_half_points, state.house);
    assert_eq!(history.outcomes.len(), table.draft.outcomes.len());
    let said = table.draft.outcomes.iter().zip(&table.course.played);
    for (current, (said, played)) in history.outcomes.iter().zip(said) {
        let id = current.outcome_id;
        assert_eq!(
            (Some(id), current.recorded().seq),
            (said.id, table.told[&id])
        );
        let result = &current.now.result;
        let paid = result.legs.half_points();
        assert_eq!((result.number, paid), (played.number, played.payments));
        let kind = serde_json::to_value(&current.now.outcome).unwrap()["kind"].clone();
        assert_eq!(kind, said.fact.json()["kind"]);
    }
}

/// Every settlement as its entries tell it is the model's, with every payment.
fn check_settlements(entries: &[Entry], settled: &[&Settled]) {
    let mut by_id: HashMap<String, Vec<Entry>> = HashMap::new();
    for entry in entries {
        let id = if let Body::SettlementMade(made) = &entry.body {
            made.settlement
        } else if let Body::PaymentRecorded(paid) = &entry.body {
            paid.settlement
        } else if let Body::PaymentReversed(reversed) = &entry.body {
            reversed.settlement
        } else {
            continue;
        };
        let of_it = by_id.entry(id.to_string()).or_default();
        of_it.push(entry.clone());
    }
    assert_eq!(by_id.len(), settled.len());
    for settled in settled {
        let entries = by_id.remove(&settled.id).unwrap();
        settled.check_entries(&Settlement::read(entries).unwrap().unwrap());
    }
}

async fn check_balances(admin: &Client, tables: &[&Table]) {
    let query = "
        SELECT match_id::text, party::text, half_points FROM balances WHERE half_points <> 0";
    let rows = admin.query(query, &[]).await.unwrap();
    let mut stored: HashMap<MatchId, BTreeMap<Option<PlayerId>, i64>> = HashMap::new();
    for row in rows {
        let [id, party] = [0, 1].map(|column| row.get::<_, &str>(column).parse::<Uuid>().unwrap());
        let party = (!party.is_nil()).then_some(PlayerId(party));
        let of_match = stored.entry(MatchId(id)).or_default();
        of_match.insert(party, row.get(2));
    }
    for table in tables {
        let mut expected = table.course.balances(table.draft.players);
        expected.retain(|_, half_points| *half_points != 0);
        assert_eq!(stored.remove(&table.id).unwrap_or_default(), expected);
    }
    assert!(stored.is_empty());
}

/// Nothing that was asked of this database waited in a circle.
async fn refuse_deadlocks(admin: &Client) {
    let query = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    let deadlocks: i64 = admin.query_one(query, &[]).await.unwrap().get(0);
    println!("{deadlocks} deadlocks");
    assert_eq!(deadlocks, 0);
}
