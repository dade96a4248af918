//! The append-only record of a club.

use std::str::Utf8Error;

use actix_web::get;
use actix_web::web::{Data, Json, Query};
use ledger::{StoredEntry, ToTell};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::Services;
use crate::bodies::field::Whole;
use crate::caller::Member;
use crate::problem::Problem;

/// Entries on a page unless the request says otherwise.
const PAGE: u32 = 100;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EntriesQuery {
    /// Only entries after this sequence number; absent: from the first.
    #[param(value_type = Option<u64>, minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    after: Option<Whole<0, 9_007_199_254_740_991>>,
    /// Entries on the page at most, 100 unless you say otherwise. A page of large entries is shorter: it has at most 1 MiB of `leaf`s and
    /// one entry.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    limit: Option<Whole<1, 1000>>,
}

/// A page of the ledger.
#[derive(Serialize, ToSchema)]
pub(crate) struct Entries {
    /// In order, without holes.
    entries: Vec<Entry>,
    /// Pass it as `after` to read on; absent once there is nothing more. A page may have fewer entries than `limit` although there are
    /// more: only this field says whether there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_after: Option<u64>,
}

/// An entry as it is stored.
#[derive(Serialize, ToSchema)]
pub(crate) struct Entry {
    /// Its place in the club's ledger: 1, 2, 3, …
    #[schema(minimum = 1)]
    seq: u64,
    /// Its canonical JSON (RFC 8785), as text: in UTF-8 exactly the bytes that were hashed.
    leaf: String,
    /// SHA-256 of a zero byte and those bytes (the leaf hash of RFC 6962), 64 hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    leaf_hash: ledger::Hash,
    /// The API key by which it came, if by one: the leaf's `actor` is the account that the key acts for. No hash covers this, and an
    /// export does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    api_key: Option<ledger::ApiKeyId>,
}

/// Reads the ledger of a club.
///
/// Everything that was ever entered, as the bytes that were hashed. Entries hold no names.
#[utoipa::path(tag = "ledger", params(("club" = Uuid, Path, description = "The club"), EntriesQuery),
    responses((status = 200, description = "A page of entries", body = Entries)))]
#[get("/v1/clubs/{club}/ledger/entries")]
pub(crate) async fn list_entries(
    member: Member,
    query: Query<EntriesQuery>,
    services: Data<Services>,
) -> Result<Json<Entries>, Problem> {
    let limit = query.limit.map_or(PAGE, Whole::unsigned);
    let after = query.after.map_or(0, Whole::unsigned_wide);
    let page = services.ledger.entries(member.club, after, limit);
    let page = page.await?;
    let last = page.entries.last().filter(|_| page.has_more);
    let next_after = last.map(|last| last.seq);
    let entries = page
        .entries
        .into_iter()
        .map(Entry::try_from)
        .collect::<Result<_, _>>()?;
    Ok(Json(Entries {
        entries,
        next_after,
    }))
}

impl Entry {
    /// What a webhook is told of it.
    pub(crate) fn of(told: &ToTell) -> Result<Self, Utf8Error> {
        Ok(Self {
            seq: told.seq,
            leaf: str::from_utf8(&told.leaf)?.to_owned(),
            leaf_hash: told.leaf_hash,
            api_key: told.api_key,
        })
    }
}

impl TryFrom<StoredEntry> for Entry {
    type Error = Problem;

    fn try_from(stored: StoredEntry) -> Result<Self, Problem> {
        Ok(Self {
            seq: stored.seq,
            leaf: String::from_utf8(stored.leaf).map_err(Problem::internal)?,
            leaf_hash: stored.leaf_hash,
            api_key: stored.api_key,
        })
    }
}
