//! The append-only record of a club.

use actix_web::web::{Json, Query};
use ledger::{ClubId, StoredEntry};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use webhooks::Entry;

use crate::bodies::field::Whole;
use crate::caller::Member;
use crate::late_reads::LateReads;
use crate::operation::Operation;
use crate::policy::LedgerReaders;
use crate::problem::Problem;
use crate::request_limit::Cost;

/// Entries on a page unless the request says otherwise.
const PAGE: u32 = 100;

#[derive(Deserialize, IntoParams)]
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

pub(crate) const LIST_ENTRIES: Operation = Operation::costs(Cost::Turns);

/// Reads the ledger of a club.
///
/// All entries, as the bytes that were hashed. Entries hold no names.
#[utoipa::path(get, path = "/v1/clubs/{club}/ledger/entries", tag = "ledger",
    responses((status = 200, description = "A page of entries", body = Entries)))]
pub(crate) async fn list_entries(
    member: Member<LedgerReaders>,
    query: Query<EntriesQuery>,
    reads: LateReads,
) -> Result<Json<Entries>, Problem> {
    let (stored, next_after) = query.read(&reads, member.club).await?;
    let entries = stored
        .into_iter()
        .map(Entry::try_from)
        .collect::<Result<_, _>>()
        .map_err(Problem::internal)?;
    Ok(Json(Entries {
        entries,
        next_after,
    }))
}

impl EntriesQuery {
    /// The entries of the page, and after which one the next page begins, if there is one.
    pub(super) async fn read(
        &self,
        reads: &LateReads,
        club: ClubId,
    ) -> Result<(Vec<StoredEntry>, Option<u64>), Problem> {
        let limit = self.limit.map_or(PAGE, Whole::unsigned);
        let after = self.after.map_or(0, Whole::unsigned_wide);
        let page = reads.entries(club, after, limit).await?;
        let last = page.entries.last().filter(|_| page.has_more);
        let next_after = last.map(|last| last.seq);
        Ok((page.entries, next_after))
    }
}
