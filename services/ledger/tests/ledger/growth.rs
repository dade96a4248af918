//! What bounds the rows of each table. The tables are found in the database: one that is new has no line here, and fails. That each limit holds, and what a
//! read and a write cost there, is seen through the gateway (`faan/tests/program/faults/costs/growth.rs`).

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::connect;
use ledger::test_database::TestDatabase;

/// The tables to which the application adds rows.
const ADDED_TO: &str = "
    SELECT DISTINCT table_name::text FROM information_schema.role_table_grants
    WHERE table_schema = 'public' AND privilege_type = 'INSERT' AND grantee = $1";

/// Each table, and what bounds it:
/// - `limit`: a club, a match, an account and so on may have so many, and a command refuses to add one more;
/// - `as TABLE`: each row of that table adds a number of rows that the code bounds;
/// - `pages`: it grows for ever, and is read in pages, by key, or by sums that are kept beside it;
/// - `rate`: it grows with requests, whose number is limited by address and account, and nobody reads all of it.
const GROWTH: &str = "
access_events pages
account_events pages
api_keys limit
audits limit
balances as members-and-players
clubs limit
entries pages
evening_entries limit
evening_matches as evening_entries
evenings pages
idempotency_keys rate
identities rate
invitations pages
match_entries as entries
matches pages
members limit
players limit
ratings as matches
refresh_tokens rate
seasons pages
sessions rate
settlement_entries limit
settlement_matches as settlements
settlement_transfers as settlements
settlements pages
subtrees as entries
tallies as matches
tally_heads as clubs
tally_sums as tallies
texts as entries
tournament_entries limit
tournament_matches as tournament_entries
tournaments pages
users rate
variants limit
webhook_deliveries pages
webhook_requests pages
webhooks limit
won_hands as match_entries
";

#[tokio::test(flavor = "multi_thread")]
async fn every_table_that_grows_has_a_bound() {
    let database = TestDatabase::create().await;
    let client = connect(&database.admin_url()).await;
    let rows = client.query(ADDED_TO, &[&"faan_app"]).await.unwrap();
    let added_to: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
    let bounds: BTreeMap<&str, &str> = GROWTH
        .trim()
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .collect();
    let named: BTreeSet<String> = bounds.keys().map(|name| (*name).to_owned()).collect();
    assert_eq!(named, added_to);
    for (table, bound) in &bounds {
        let is_known = match bound.split_once(' ') {
            Some(("as", other)) => other.split("-and-").all(|one| bounds.contains_key(one)),
            _ => ["limit", "pages", "rate"].contains(bound),
        };
        assert!(is_known, "{table} {bound}");
    }
}
