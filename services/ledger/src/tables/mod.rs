//! Queries, by table. Each takes a connection, never the pool; in which transaction it runs is for its caller to say.

pub(crate) mod access_events;
pub(crate) mod account_events;
pub(crate) mod api_keys;
pub(crate) mod audits;
pub(crate) mod balances;
pub(crate) mod checkpoints;
pub(crate) mod club_balances;
pub(crate) mod clubs;
pub(crate) mod cosignatures;
pub(crate) mod declarations;
pub(crate) mod directory;
pub(crate) mod entries;
pub(crate) mod evenings;
pub(crate) mod finishes;
pub(crate) mod freshness;
pub(crate) mod idempotency_keys;
pub(crate) mod identities;
pub(crate) mod invitations;
pub(crate) mod last_entries;
pub(crate) mod locked_account;
pub(crate) mod match_counts;
pub(crate) mod match_entries;
mod match_state;
pub(crate) mod matches;
pub(crate) mod members;
pub(crate) mod merged_players;
pub(crate) mod notification;
pub(crate) mod open_balances;
pub(crate) mod openings;
pub(crate) mod outcome_call;
pub(crate) mod player_matches;
pub(crate) mod player_merges;
pub(crate) mod players;
mod prepared_once;
pub(crate) mod projections;
pub(crate) mod ratings;
pub(crate) mod round_tables;
pub(crate) mod seasons;
pub(crate) mod sessions;
pub(crate) mod settlements;
pub(crate) mod signer;
pub(crate) mod sittings;
pub(crate) mod subtrees;
pub(crate) mod tallies;
mod tally_json;
pub(crate) mod tally_sums;
pub(crate) mod texts;
pub(crate) mod tournaments;
pub(crate) mod users;
pub(crate) mod variants;
pub(crate) mod webhook_deliveries;
pub(crate) mod webhook_queue;
pub(crate) mod webhook_requests;
pub(crate) mod webhooks;
pub(crate) mod won_hands;
pub(crate) mod write_statements;

use crate::schema::settlement_entries as l;
use crate::schema::{
    api_keys as x, identities as y, invitations as i, variants as v, webhooks as w,
};
use crate::schema::{
    balances as a, clubs as c, entries as e, idempotency_keys as k, match_entries as o,
    matches as m,
};
use crate::schema::{evening_entries as n, evenings as q};
use crate::schema::{members as b, players as p, texts as t, users as u};
use crate::{Error, Hash, Result};
use evidence::SignedNote;
use std::ops::Range;

diesel::allow_tables_to_appear_in_same_query!(c, b, u);
diesel::allow_tables_to_appear_in_same_query!(k, e, o, t);
diesel::allow_tables_to_appear_in_same_query!(k, c);
diesel::allow_tables_to_appear_in_same_query!(w, c);
diesel::allow_tables_to_appear_in_same_query!(w, b);
diesel::allow_tables_to_appear_in_same_query!(k, b);
diesel::allow_tables_to_appear_in_same_query!(k, m);
diesel::allow_tables_to_appear_in_same_query!(m, p, a);
diesel::allow_tables_to_appear_in_same_query!(i, b);
diesel::allow_tables_to_appear_in_same_query!(x, b, m);
diesel::allow_tables_to_appear_in_same_query!(y, b);
diesel::allow_tables_to_appear_in_same_query!(v, e);
diesel::allow_tables_to_appear_in_same_query!(l, e);
diesel::allow_tables_to_appear_in_same_query!(l, t);
diesel::allow_tables_to_appear_in_same_query!(n, e);
diesel::allow_tables_to_appear_in_same_query!(q, e);
diesel::allow_tables_to_appear_in_same_query!(q, t);

/// The connection of a transaction. It is shared: queries that are awaited together are sent together.
pub(crate) type Sql<'a> = &'a diesel_async::AsyncPgConnection;

/// Bytes of a fixed length, as their column's domain has it.
fn bytes<const N: usize>(stored: Vec<u8>, what: &'static str) -> Result<[u8; N]> {
    stored.try_into().map_err(|_| Error::impossible(what))
}

/// A stored word of an enum, as its column's domain or check has it.
fn parse_enum<T: std::str::FromStr>(stored: &str, what: &'static str) -> Result<T> {
    stored.parse().map_err(|_| Error::impossible(what))
}

/// Stored hashes.
fn hashes(stored: Vec<Vec<u8>>) -> Result<Vec<Hash>> {
    let read = |hash| Ok(Hash(bytes(hash, "hash")?));
    stored.into_iter().map(read).collect()
}

/// Places in a log as SQL counts them; there is nothing in places beyond that.
fn places(places: &Range<u64>) -> Option<(i64, i64)> {
    let (start, end) = (places.start.try_into(), places.end.try_into());
    start.ok().zip(end.ok())
}

/// A stored note.
fn note(stored: &str) -> Result<SignedNote> {
    SignedNote::parse(stored.as_bytes()).map_err(|_| Error::impossible("note"))
}
