//! What each match comes to for its players.

use super::Sql;
use super::prepared_once::PrepareOnce as _;
use super::tally_json::{AT_ONCE, Json, figures};
use super::tally_sums::{Cell, Summed, read};
use crate::error::integer;
use crate::schema::{clubs, tallies, tally_heads, tally_sums};
use crate::{ClubId, Error, MatchId, OutcomeId, Period, PlayerId, Result};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Jsonb, Nullable, SmallInt, Text, Uuid};
use diesel_async::RunQueryDsl;
use futures_util::{Stream, StreamExt};
use std::collections::{BTreeMap, BTreeSet};
use tally::{Detail, Figures, LongestDeal, Span, Totals};
use time::Date;

diesel::allow_tables_to_appear_in_same_query!(tally_heads, clubs);

/// What a match comes to for one who took part.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    pub(crate) match_id: MatchId,
    /// As the entries have them; or whom they counted for already.
    pub(crate) player: PlayerId,
    pub(crate) opened_seq: u64,
    pub(crate) played_on: Date,
    pub(crate) variant_id: String,
    pub(crate) place: Option<usize>,
    pub(crate) longest_deal: Option<LongestDeal>,
    pub(crate) figures: Figures,
}

/// Where a match is in the order in which ratings follow each other.
pub(crate) type Moment = (Date, u64);

/// Who is at a club's tallies.
pub(crate) enum Head {
    /// Up to which entry they are, locked.
    Locked(u64),
    /// There was none. Until this is committed, others wait who find none either.
    New,
    /// Somebody else is at them.
    Elsewhere,
}

/// Up to which entry a club's tallies are, if nobody else is at them.
pub(crate) async fn lock_head(mut sql: Sql<'_>, club: ClubId) -> Result<Head> {
    if let Some(head) = locked_head(sql, club).await? {
        return Ok(Head::Locked(head));
    }
    let new = diesel::insert_into(tally_heads::table)
        .values((tally_heads::club_id.eq(club.0), tally_heads::seq.eq(0)))
        .on_conflict_do_nothing()
        .execute(&mut sql);
    if new.await? > 0 {
        return Ok(Head::New);
    }
    let head = locked_head(sql, club).await?;
    Ok(head.map_or(Head::Elsewhere, Head::Locked))
}

async fn locked_head(mut sql: Sql<'_>, club: ClubId) -> Result<Option<u64>> {
    let head = tally_heads::table
        .find(club.0)
        .select(tally_heads::seq)
        .for_update()
        .skip_locked()
        .first::<i64>(&mut sql);
    let head = head.await.optional()?;
    head.map(|head| integer(head, "sequence number"))
        .transpose()
}

/// Up to which entry a club's tallies are, 0 before there are any, and the club's last entry; none if there is no such club.
pub(crate) async fn progress(mut sql: Sql<'_>, club: ClubId) -> Result<Option<(u64, u64)>> {
    let progress = clubs::table
        .left_join(tally_heads::table.on(tally_heads::club_id.eq(clubs::club_id)))
        .filter(clubs::club_id.eq(club.0))
        .select((tally_heads::seq.nullable(), clubs::last_seq))
        .first::<(Option<i64>, i64)>(&mut sql);
    let Some((tallied, last)) = progress.await.optional()? else {
        return Ok(None);
    };
    let tallied = integer(tallied.unwrap_or(0), "sequence number")?;
    Ok(Some((tallied, integer(last, "sequence number")?)))
}

/// Deletes what all matches come to.
pub(crate) async fn forget(mut sql: Sql<'_>, club: ClubId) -> Result<()> {
    diesel::delete(tallies::table.filter(tallies::club_id.eq(club.0)))
        .execute(&mut sql)
        .await?;
    diesel::delete(tally_sums::table.filter(tally_sums::club_id.eq(club.0)))
        .execute(&mut sql)
        .await?;
    Ok(())
}

pub(crate) async fn set_head(mut sql: Sql<'_>, club: ClubId, seq: u64) -> Result<()> {
    diesel::update(tally_heads::table.find(club.0))
        .set(tally_heads::seq.eq(integer::<u64, i64>(seq, "sequence number")?))
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// What some matches are stored to come to.
pub(crate) async fn of_matches(
    mut sql: Sql<'_>,
    club: ClubId,
    matches: &[MatchId],
) -> Result<Vec<Tally>> {
    let rows = tallies::table
        .filter(tallies::club_id.eq(club.0))
        .filter(tallies::match_id.eq_any(matches.iter().map(|id| id.0)))
        .select(Row::as_select())
        .load(&mut sql);
    rows.await?.into_iter().map(Row::read).collect()
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = tallies)]
struct Row {
    match_id: uuid::Uuid,
    player_id: uuid::Uuid,
    opened_seq: i64,
    played_on: Date,
    variant_id: String,
    place: Option<i16>,
    longest_deal: Option<i64>,
    longest_deal_outcome: Option<uuid::Uuid>,
    totals: Json<Totals>,
    detail: Json<Detail>,
}

impl Row {
    fn read(self) -> Result<Tally> {
        let match_id = MatchId(self.match_id);
        let place = self.place.map(|place| integer(place, "place"));
        let longest = self.longest_deal.zip(self.longest_deal_outcome);
        let longest_deal = longest.map(|(hands, first)| {
            Ok::<_, Error>(LongestDeal {
                hands: integer(hands, "hands")?,
                match_id,
                first: OutcomeId(first),
            })
        });
        Ok(Tally {
            match_id,
            player: PlayerId(self.player_id),
            opened_seq: integer(self.opened_seq, "sequence number")?,
            played_on: self.played_on,
            variant_id: self.variant_id,
            place: place.transpose()?,
            longest_deal: longest_deal.transpose()?,
            figures: Figures {
                totals: self.totals.0,
                detail: self.detail.0,
            },
        })
    }
}

/// The last match of each of some players, in the order of play; of those who played none, nothing.
pub(crate) async fn latest(
    mut sql: Sql<'_>,
    club: ClubId,
    players: &BTreeSet<PlayerId>,
) -> Result<BTreeMap<PlayerId, Moment>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Uuid)]
        player_id: uuid::Uuid,
        #[diesel(sql_type = SqlDate)]
        played_on: Date,
        #[diesel(sql_type = BigInt)]
        opened_seq: i64,
    }
    let rows = sql_query(LATEST)
        .bind::<Uuid, _>(club.0)
        .bind::<Array<Uuid>, _>(players.iter().map(|id| id.0).collect::<Vec<_>>())
        .prepared_once()
        .load::<Row>(&mut sql);
    let read = |row: Row| {
        let seq = integer(row.opened_seq, "sequence number")?;
        Ok((PlayerId(row.player_id), (row.played_on, seq)))
    };
    rows.await?.into_iter().map(read).collect()
}

const LATEST: &str = "
    SELECT latest.* FROM unnest($2::uuid[]) AS wanted (id), LATERAL (
        SELECT player_id, played_on, opened_seq FROM tallies
        WHERE club_id = $1 AND player_id = wanted.id
        ORDER BY played_on DESC, opened_seq DESC
        LIMIT 1
    ) AS latest";

/// Stores what some matches come to, in place of what was stored of them.
pub(crate) async fn replace(
    mut sql: Sql<'_>,
    club: ClubId,
    matches: &[MatchId],
    rows: &[Tally],
) -> Result<()> {
    let old = tallies::table
        .filter(tallies::club_id.eq(club.0))
        .filter(tallies::match_id.eq_any(matches.iter().map(|id| id.0)));
    diesel::delete(old).execute(&mut sql).await?;
    for rows in rows.chunks(AT_ONCE) {
        insert(sql, club, rows).await?;
    }
    Ok(())
}

async fn insert(mut sql: Sql<'_>, club: ClubId, rows: &[Tally]) -> Result<()> {
    let (mut opened, mut places) = (Vec::new(), Vec::new());
    for row in rows {
        opened.push(integer::<u64, i64>(row.opened_seq, "sequence number")?);
        let place = row.place.map(|place| integer::<usize, i16>(place, "place"));
        places.push(place.transpose()?);
    }
    let deals = rows.iter().map(|row| row.longest_deal);
    let (lengths, firsts): (Vec<_>, Vec<_>) = deals
        .map(|deal| {
            deal.map(|deal| (i64::from(deal.hands), deal.first.0))
                .unzip()
        })
        .unzip();
    let (totals, details) = figures(rows.iter().map(|row| &row.figures));
    sql_query(INSERT)
        .bind::<Uuid, _>(club.0)
        .bind::<Array<Uuid>, _>(rows.iter().map(|row| row.match_id.0).collect::<Vec<_>>())
        .bind::<Array<Uuid>, _>(rows.iter().map(|row| row.player.0).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(opened)
        .bind::<Array<SqlDate>, _>(rows.iter().map(|row| row.played_on).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(rows.iter().map(|row| &row.variant_id).collect::<Vec<_>>())
        .bind::<Array<Nullable<SmallInt>>, _>(places)
        .bind::<Array<Jsonb>, _>(totals)
        .bind::<Array<Jsonb>, _>(details)
        .bind::<Array<Nullable<BigInt>>, _>(lengths)
        .bind::<Array<Nullable<Uuid>>, _>(firsts)
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

const INSERT: &str = "
    INSERT INTO tallies (
        club_id, match_id, player_id, opened_seq, played_on, variant_id, place, totals, detail, longest_deal, longest_deal_outcome
    )
    SELECT $1, * FROM unnest(
        $2::uuid[], $3::uuid[], $4::bigint[], $5::date[], $6::text[], $7::smallint[], $8::jsonb[], $9::jsonb[], $10::bigint[], $11::uuid[]
    )";

/// Everybody who was in a match with a player, the player among them, each with every day on which they were.
pub(crate) async fn met(
    mut sql: Sql<'_>,
    club: ClubId,
    player: PlayerId,
) -> Result<Vec<(PlayerId, Date)>> {
    let theirs = diesel::alias!(tallies as theirs);
    let same_match = theirs
        .field(tallies::club_id)
        .eq(tallies::club_id)
        .and(theirs.field(tallies::match_id).eq(tallies::match_id));
    let met = tallies::table
        .inner_join(theirs.on(same_match))
        .filter(tallies::club_id.eq(club.0))
        .filter(theirs.field(tallies::club_id).eq(club.0))
        .filter(theirs.field(tallies::player_id).eq(player.0))
        .select((tallies::player_id, tallies::played_on))
        .distinct()
        .load::<(uuid::Uuid, Date)>(&mut sql);
    let met = met.await?.into_iter();
    Ok(met.map(|(player, day)| (PlayerId(player), day)).collect())
}

/// What the matches of some days come to for some players, each under its variant and its day, in the order they were opened, one after
/// the other.
pub(crate) async fn on_days(
    mut sql: Sql<'_>,
    club: ClubId,
    days: &BTreeSet<Date>,
    players: &BTreeSet<PlayerId>,
) -> Result<impl Stream<Item = Result<(Cell, Figures)>>> {
    let rows = tallies::table
        .filter(tallies::club_id.eq(club.0))
        .filter(tallies::player_id.eq_any(players.iter().map(|player| player.0)))
        .filter(tallies::played_on.eq_any(days))
        .order((tallies::played_on, tallies::opened_seq))
        .select((
            tallies::variant_id,
            tallies::played_on,
            tallies::player_id,
            tallies::totals,
            tallies::detail,
        ))
        .load_stream::<Summed>(&mut sql);
    Ok(rows.await?.map(|row| Ok(read(Span::Day, row?))))
}

/// The most hands that anybody dealt in a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LongestDealRow {
    /// Who; of somebody who was merged, the player who counts for both.
    pub(crate) player: PlayerId,
    pub(crate) deal: LongestDeal,
    pub(crate) played_on: Date,
}

/// The most hands that anybody dealt in a row in the matches of a period, if a deal was repeated; of equal ones the first.
pub(crate) async fn longest_deal(
    mut sql: Sql<'_>,
    club: ClubId,
    period: &Period,
) -> Result<Option<LongestDealRow>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Uuid)]
        counts_for: uuid::Uuid,
        #[diesel(sql_type = BigInt)]
        longest_deal: i64,
        #[diesel(sql_type = Uuid)]
        match_id: uuid::Uuid,
        #[diesel(sql_type = Uuid)]
        longest_deal_outcome: uuid::Uuid,
        #[diesel(sql_type = SqlDate)]
        played_on: Date,
    }
    let rows = sql_query(LONGEST_DEAL)
        .bind::<Uuid, _>(club.0)
        .bind::<Nullable<SqlDate>, _>(period.from)
        .bind::<Nullable<SqlDate>, _>(period.until)
        .bind::<Nullable<Text>, _>(period.variant_id.as_deref())
        .prepared_once()
        .load::<Row>(&mut sql);
    let read = |row: Row| {
        Ok(LongestDealRow {
            player: PlayerId(row.counts_for),
            deal: LongestDeal {
                hands: integer(row.longest_deal, "hands")?,
                match_id: MatchId(row.match_id),
                first: OutcomeId(row.longest_deal_outcome),
            },
            played_on: row.played_on,
        })
    };
    rows.await?.pop().map(read).transpose()
}

const LONGEST_DEAL: &str = "
    SELECT COALESCE(merged_into, players.player_id) AS counts_for, longest_deal, match_id, longest_deal_outcome, played_on
    FROM tallies
    JOIN players ON players.club_id = tallies.club_id AND players.player_id = tallies.player_id
    WHERE tallies.club_id = $1 AND longest_deal > 1
        AND played_on BETWEEN COALESCE($2, '-infinity'::date) AND COALESCE($3, 'infinity'::date)
        AND ($4 IS NULL OR variant_id = $4)
    ORDER BY longest_deal DESC, played_on, opened_seq
    LIMIT 1";
