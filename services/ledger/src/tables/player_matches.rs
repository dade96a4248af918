//! The matches of a player, with what each came to for them.

use super::prepared_once::PrepareOnce as _;
use super::tallies::Moment;
use super::tally_json::Json;
use super::{Sql, bytes};
use crate::error::integer;
use crate::{ClubId, Error, Hash, MatchId, Period, PlayerMatch, Result};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{
    Array, BigInt, Binary, Date as SqlDate, Jsonb, Nullable, SmallInt, Text, Uuid,
};
use diesel_async::RunQueryDsl;
use tally::Totals;
use time::Date;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Uuid)]
    match_id: uuid::Uuid,
    #[diesel(sql_type = SqlDate)]
    played_on: Date,
    #[diesel(sql_type = BigInt)]
    opened_seq: i64,
    #[diesel(sql_type = Nullable<SmallInt>)]
    place: Option<i16>,
    #[diesel(sql_type = Jsonb)]
    totals: Json<Totals>,
    #[diesel(sql_type = Text)]
    variant_id: String,
    #[diesel(sql_type = Binary)]
    variant_hash: Vec<u8>,
    #[diesel(sql_type = BigInt)]
    stake_cents: i64,
    #[diesel(sql_type = Text)]
    currency: String,
}

/// The matches of a period in which one of these took part, before a moment, the last played first; at most so many.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    ids: Vec<uuid::Uuid>,
    (period, before): (&Period, Moment),
    limit: i64,
) -> Result<Vec<PlayerMatch>> {
    let (day, seq) = before;
    let rows = sql_query(LIST)
        .bind::<Uuid, _>(club.0)
        .bind::<Array<Uuid>, _>(ids)
        .bind::<Nullable<SqlDate>, _>(period.from)
        .bind::<SqlDate, _>(day)
        .bind::<BigInt, _>(i64::try_from(seq).unwrap_or(i64::MAX))
        .bind::<Nullable<Text>, _>(period.variant_id.as_deref())
        .bind::<BigInt, _>(limit)
        .prepared_once()
        .load::<Row>(&mut sql);
    rows.await?.into_iter().map(Row::read).collect()
}

/// For each id one walk along an index, no further than the page is long.
const LIST: &str = "
    SELECT match_id, played.played_on, played.opened_seq, place, totals, matches.variant_id, variant_hash, stake_cents, currency
    FROM unnest($2::uuid[]) AS wanted (id), LATERAL (
        SELECT match_id, played_on, opened_seq, place, totals FROM tallies
        WHERE club_id = $1 AND player_id = wanted.id
            AND played_on >= COALESCE($3, '-infinity'::date) AND (played_on, opened_seq) < ($4, $5)
            AND ($6 IS NULL OR variant_id = $6)
        ORDER BY played_on DESC, opened_seq DESC
        LIMIT $7
    ) AS played
    JOIN matches USING (match_id)
    WHERE matches.club_id = $1
    ORDER BY played.played_on DESC, played.opened_seq DESC
    LIMIT $7";

impl Row {
    fn read(self) -> Result<PlayerMatch> {
        let Json(totals) = self.totals;
        let amount = i128::from(totals.half_points) * i128::from(self.stake_cents) / 2;
        let place = self.place.map(|place| integer(place, "place"));
        Ok(PlayerMatch {
            match_id: MatchId(self.match_id),
            played_on: self.played_on,
            opened_seq: integer(self.opened_seq, "sequence number")?,
            variant_id: self.variant_id,
            variant_hash: Hash(bytes(self.variant_hash, "variant hash")?),
            place: place.transpose()?,
            amount_cents: i64::try_from(amount).map_err(|_| Error::impossible("amount"))?,
            currency: self.currency,
            totals,
        })
    }
}
