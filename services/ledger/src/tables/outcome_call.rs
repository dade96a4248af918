//! The call by which the database records one outcome (`record_outcome_1`).

use super::match_entries::Moved;
use super::match_state::State;
use super::{Sql, balances, clubs, prepared_once::PrepareOnce as _, subtrees};
use crate::club_heads::ClubHead;
use crate::error::integer;
use crate::model::SealedEntry;
use crate::{Error, MatchPosition, Party, Result, Write};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{BoxedSqlQuery, SqlQuery};
use diesel::sql_query;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use evidence::{Frontier, MatchState, Salt};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// What is recorded, with everything that it stands on.
pub(crate) struct OutcomeCall<'a> {
    pub(crate) write: &'a Write,
    /// The match before.
    pub(crate) position: &'a MatchPosition,
    /// The tree over the entries of the club before.
    pub(crate) tree: &'a Frontier,
    pub(crate) sealed: &'a SealedEntry,
    /// The reason that the entry commits to, if it does.
    pub(crate) reason: Option<&'a (String, Salt)>,
    /// What it moved.
    pub(crate) moved: Moved,
    /// What everybody gained who takes part.
    pub(crate) gained: &'a BTreeMap<Party, i64>,
    /// Where the match stands after it.
    pub(crate) after: &'a MatchState,
    /// At most so many outcomes of the match.
    pub(crate) most_outcomes: usize,
    /// At most so many half points of anybody, gained or lost.
    pub(crate) most_half_points: i64,
}

/// What became of it.
pub(crate) enum Called {
    /// It is stored.
    Recorded {
        /// Whether a webhook of the club is to be notified.
        has_webhook: bool,
    },
    /// Nothing: the ledger of the club ends otherwise than was expected.
    Behind(ClubHead),
    /// Nothing: something else is otherwise than was expected.
    Different,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    became: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    last_seq: Option<i64>,
    #[diesel(sql_type = Nullable<Binary>)]
    tree: Option<Vec<u8>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_time: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Bool>)]
    has_webhook: Option<bool>,
}

const CALL: &str = "
    SELECT became, last_seq, tree, last_time, has_webhook FROM record_outcome_1(
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30,
        $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45
    )";

impl OutcomeCall<'_> {
    /// Calls. It is a transaction of its own: all rows are waited for, which come to their end only once it is committed.
    pub(crate) async fn run(&self, mut sql: Sql<'_>) -> Result<Called> {
        let (before, after) = (State::of(&self.position.state)?, State::of(self.after)?);
        let (position, sealed) = (self.position, self.sealed);
        let seq = |seq: u64| integer::<u64, i64>(seq, "sequence number");
        let minimum_fan = position.minimum_fan.map(|fan| integer(fan, "minimum fan"));
        let minimum_fan: Option<i32> = minimum_fan.transpose()?;
        let completes = subtrees::Columns::of(&[sealed])?;
        let parties = self.gained.keys().copied().map(balances::stored);
        let call = self
            .asked()
            .bind::<SqlUuid, _>(position.id.0)
            .bind::<Binary, _>(position.variant_hash.0.to_vec())
            .bind::<Nullable<Integer>, _>(minimum_fan)
            .bind::<BigInt, _>(position.stake_cents)
            .bind::<Array<SqlUuid>, _>(position.players.map(|player| player.0).to_vec())
            .bind::<BigInt, _>(seq(position.version)?)
            .bind::<Integer, _>(before.next_number)
            .bind::<Text, _>(before.round_wind.clone())
            .bind::<SmallInt, _>(before.dealer)
            .bind::<Integer, _>(before.extra)
            .bind::<Array<BigInt>, _>(before.totals())
            .bind::<BigInt, _>(before.house)
            .bind::<BigInt, _>(integer::<usize, i64>(self.most_outcomes, "limit")?)
            .bind::<BigInt, _>(self.most_half_points)
            .bind::<Binary, _>(self.tree.to_bytes())
            .bind::<BigInt, _>(seq(sealed.entry.seq)?)
            .bind::<Text, _>(sealed.entry.body.kind())
            .bind::<Timestamptz, _>(sealed.entry.time.moment())
            .bind::<Binary, _>(sealed.leaf.as_slice())
            .bind::<Binary, _>(sealed.leaf_hash.0.as_slice())
            .bind::<Binary, _>(sealed.tree.to_bytes())
            .bind::<Array<SmallInt>, _>(completes.levels)
            .bind::<Array<BigInt>, _>(completes.indexes)
            .bind::<Array<Binary>, _>(completes.hashes)
            .bind::<Nullable<Text>, _>(self.reason.map(|(text, _)| text.as_str()))
            .bind::<Nullable<Binary>, _>(self.reason.map(|(_, salt)| salt.as_slice()))
            .bind::<Array<BigInt>, _>(self.moved.chairs.to_vec())
            .bind::<BigInt, _>(self.moved.house)
            .bind::<Array<SqlUuid>, _>(parties.collect::<Vec<_>>())
            .bind::<Array<BigInt>, _>(self.gained.values().copied().collect::<Vec<_>>())
            .bind::<Integer, _>(after.next_number)
            .bind::<Text, _>(after.round_wind.clone())
            .bind::<SmallInt, _>(after.dealer)
            .bind::<Integer, _>(after.extra)
            .bind::<Array<BigInt>, _>(after.totals())
            .bind::<BigInt, _>(after.house)
            .bind::<Nullable<Text>, _>(after.ending);
        let rows: Vec<Row> = call.prepared_once().load(&mut sql).await?;
        let row = rows.into_iter().next();
        row.ok_or_else(impossible)?.read()
    }

    /// The call with who asks for what: the first of what it is called with.
    fn asked(&self) -> BoxedSqlQuery<'_, Pg, SqlQuery> {
        let write = self.write;
        sql_query(CALL)
            .into_boxed()
            .bind::<SqlUuid, _>(write.club.0)
            .bind::<SqlUuid, _>(write.actor.0)
            .bind::<Text, _>(write.role.as_str())
            .bind::<Nullable<SqlUuid>, _>(write.session.map(|session| session.0))
            .bind::<Nullable<SqlUuid>, _>(write.api_key.map(|key| key.0))
            .bind::<Text, _>(write.route)
            .bind::<Text, _>(write.key.as_str())
            .bind::<Binary, _>(write.fingerprint.as_slice())
    }
}

impl Row {
    fn read(self) -> Result<Called> {
        match self.became.as_str() {
            "recorded" => Ok(Called::Recorded {
                has_webhook: self.has_webhook.unwrap_or(false),
            }),
            "behind" => {
                let (Some(last_seq), Some(tree), Some(last_time)) =
                    (self.last_seq, self.tree, self.last_time)
                else {
                    return Err(impossible());
                };
                let head = clubs::read_head(last_seq, tree, last_time)?;
                Ok(Called::Behind(head))
            }
            "different" => Ok(Called::Different),
            _ => Err(impossible()),
        }
    }
}

fn impossible() -> Error {
    Error::impossible("answer to a call")
}
