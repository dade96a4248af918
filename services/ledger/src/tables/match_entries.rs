//! Which entries tell of which match, and what each of them moved.

use super::{Sql, entries as leaves, fixed::Fixed};
use crate::error::integer;
use crate::schema::{entries, match_entries};
use crate::{AsOf, ClubId, HashedEntry, MatchId, Result};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Uuid};
use diesel_async::RunQueryDsl;
use evidence::{Entry, Legs};

/// What an entry moved, in half points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Moved {
    /// To the chairs, chair 1 first.
    pub(crate) chairs: [i64; 4],
    /// To the house.
    pub(crate) house: i64,
}

impl Moved {
    /// What an outcome moved.
    pub(crate) fn by(legs: &Legs) -> Self {
        Self {
            chairs: legs.half_points(),
            house: legs.house(),
        }
    }
}

/// One row each, in one statement whose text does not depend on how many there are.
const INSERT: &str = "
    INSERT INTO match_entries (club_id, match_id, seq, chair_1, chair_2, chair_3, chair_4, house)
    SELECT $1, $2, * FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])";

/// Puts entries into their match.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    told: &[(&Entry, Moved)],
) -> Result<()> {
    let mut seqs: Vec<i64> = Vec::new();
    for (entry, _) in told {
        seqs.push(integer(entry.seq, "sequence number")?);
    }
    let chair = |at: fn(&Moved) -> i64| told.iter().map(|(_, moved)| at(moved)).collect::<Vec<_>>();
    let query = sql_query(INSERT)
        .bind::<Uuid, _>(club.0)
        .bind::<Uuid, _>(id.0)
        .bind::<Array<BigInt>, _>(seqs)
        .bind::<Array<BigInt>, _>(chair(|moved| moved.chairs[0]))
        .bind::<Array<BigInt>, _>(chair(|moved| moved.chairs[1]))
        .bind::<Array<BigInt>, _>(chair(|moved| moved.chairs[2]))
        .bind::<Array<BigInt>, _>(chair(|moved| moved.chairs[3]))
        .bind::<Array<BigInt>, _>(chair(|moved| moved.house));
    Fixed(query).execute(&mut sql).await?;
    Ok(())
}

/// The entries of a match as they were known at some time, in order.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    as_of: AsOf,
) -> Result<Vec<HashedEntry>> {
    let told = entries::club_id
        .eq(match_entries::club_id)
        .and(entries::seq.eq(match_entries::seq));
    let mut query = match_entries::table
        .inner_join(entries::table.on(told))
        .filter(match_entries::club_id.eq(club.0))
        .filter(match_entries::match_id.eq(id.0))
        .order(match_entries::seq)
        .select((entries::seq, entries::leaf, entries::leaf_hash))
        .into_boxed();
    query = match as_of {
        AsOf::Now => query,
        AsOf::Seq(seq) => {
            query.filter(match_entries::seq.le(i64::try_from(seq).unwrap_or(i64::MAX)))
        }
        AsOf::Time(time) => query.filter(entries::time.le(time.moment())),
    };
    let rows: Vec<(i64, Vec<u8>, Vec<u8>)> = query.load(&mut sql).await?;
    rows.iter()
        .map(|(seq, leaf, hash)| leaves::parse(*seq, leaf, hash))
        .collect()
}
