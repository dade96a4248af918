//! The hands that were won and scored.

use super::prepared_once::PrepareOnce as _;
use super::tally_json::{AT_ONCE, Json};
use super::{Sql, players};
use crate::error::integer;
use crate::schema::won_hands;
use crate::{
    ClubId, Error, MatchId, OutcomeId, PlayerId, Result, WonHand, WonHandFilter, WonHandOrder,
    WonHandPlace,
};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{
    Array, BigInt, Bool, Date as SqlDate, Integer, Jsonb, Nullable, Text, Uuid,
};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use std::collections::BTreeMap;
use tally::Best;
use time::Date;

/// A hand that is to be stored, with what is known of its match.
pub(crate) struct NewWonHand {
    pub(crate) opened_seq: u64,
    pub(crate) played_on: Date,
    pub(crate) variant_id: String,
    pub(crate) won: tally::WonHand,
}

/// A hand as it is stored.
#[derive(Debug, Serialize)]
struct Stored<'a> {
    opened_seq: u64,
    played_on: String,
    variant_id: &'a str,
    match_id: MatchId,
    outcome_id: OutcomeId,
    player_id: PlayerId,
    number: u32,
    entry_seq: u64,
    limit_hand: bool,
    fan: u32,
    half_points: i64,
    patterns: &'a [String],
    tiles: Option<&'a evidence::Hand>,
}

impl<'a> Stored<'a> {
    fn of(new: &'a NewWonHand) -> Self {
        let won = &new.won;
        let hand = &won.hand;
        Self {
            opened_seq: new.opened_seq,
            played_on: new.played_on.to_string(),
            variant_id: &new.variant_id,
            match_id: hand.match_id,
            outcome_id: hand.outcome_id,
            player_id: won.player,
            number: won.number,
            entry_seq: won.entry_seq,
            limit_hand: hand.limit,
            fan: hand.fan,
            half_points: hand.half_points,
            patterns: &hand.patterns,
            tiles: hand.hand.as_ref(),
        }
    }
}

/// Stores the hands that were won in some matches, in place of what was stored of them. Rows that stay as they are, which are nearly all
/// while a match goes on, are not written again.
pub(crate) async fn replace(
    sql: Sql<'_>,
    club: ClubId,
    matches: &[MatchId],
    hands: &[NewWonHand],
) -> Result<()> {
    let mut of_matches: BTreeMap<MatchId, Vec<Stored<'_>>> = BTreeMap::new();
    for new in hands {
        let stored = Stored::of(new);
        of_matches.entry(stored.match_id).or_default().push(stored);
    }
    let (mut portion, mut hands) = (Vec::new(), Vec::new());
    for match_id in matches {
        portion.push(match_id.0);
        hands.extend(of_matches.remove(match_id).unwrap_or_default());
        if hands.len() >= AT_ONCE {
            replace_some(sql, club, std::mem::take(&mut portion), &Json(&hands)).await?;
            hands.clear();
        }
    }
    replace_some(sql, club, portion, &Json(&hands)).await
}

async fn replace_some(
    mut sql: Sql<'_>,
    club: ClubId,
    matches: Vec<uuid::Uuid>,
    hands: &Json<&Vec<Stored<'_>>>,
) -> Result<()> {
    sql_query(DELETE)
        .bind::<Uuid, _>(club.0)
        .bind::<Jsonb, _>(hands)
        .bind::<Array<Uuid>, _>(matches)
        .prepared_once()
        .execute(&mut sql)
        .await?;
    if !hands.0.is_empty() {
        sql_query(INSERT)
            .bind::<Uuid, _>(club.0)
            .bind::<Jsonb, _>(hands)
            .prepared_once()
            .execute(&mut sql)
            .await?;
    }
    Ok(())
}

/// The rows that are to be there, bound as JSON.
macro_rules! stored_rows {
    () => {
        "jsonb_to_recordset($2) AS new (
            opened_seq bigint, played_on date, variant_id text,
            match_id uuid, outcome_id uuid, player_id uuid, number integer, entry_seq bigint,
            limit_hand boolean, fan bigint, half_points bigint, patterns text[], tiles jsonb
        )"
    };
}

const DELETE: &str = concat!(
    "
    DELETE FROM won_hands AS old
    WHERE club_id = $1 AND match_id = ANY($3) AND NOT EXISTS (
        SELECT FROM ",
    stored_rows!(),
    "
        WHERE (new.match_id, new.outcome_id, new.player_id) = (old.match_id, old.outcome_id, old.player_id)
            AND (new.number, new.entry_seq, new.limit_hand, new.fan, new.half_points, new.patterns, new.tiles)
                IS NOT DISTINCT FROM
                (old.number, old.entry_seq, old.limit_hand, old.fan, old.half_points, old.patterns, old.tiles)
    )"
);

const INSERT: &str = concat!(
    "
    INSERT INTO won_hands (
        club_id, match_id, outcome_id, player_id, number, entry_seq, opened_seq, played_on, variant_id,
        limit_hand, fan, half_points, patterns, tiles
    )
    SELECT
        $1, match_id, outcome_id, player_id, number, entry_seq, opened_seq, played_on, variant_id,
        limit_hand, fan, half_points, patterns, tiles
    FROM ",
    stored_rows!(),
    "
    ON CONFLICT (club_id, match_id, outcome_id, player_id) DO NOTHING"
);

/// Deletes all of them.
pub(crate) async fn forget(mut sql: Sql<'_>, club: ClubId) -> Result<()> {
    diesel::delete(won_hands::table.filter(won_hands::club_id.eq(club.0)))
        .execute(&mut sql)
        .await?;
    Ok(())
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Uuid)]
    match_id: uuid::Uuid,
    #[diesel(sql_type = Uuid)]
    outcome_id: uuid::Uuid,
    #[diesel(sql_type = Uuid)]
    player_id: uuid::Uuid,
    #[diesel(sql_type = Uuid)]
    counts_for: uuid::Uuid,
    #[diesel(sql_type = Integer)]
    number: i32,
    #[diesel(sql_type = BigInt)]
    entry_seq: i64,
    #[diesel(sql_type = BigInt)]
    opened_seq: i64,
    #[diesel(sql_type = SqlDate)]
    played_on: Date,
    #[diesel(sql_type = Text)]
    variant_id: String,
    #[diesel(sql_type = Bool)]
    limit_hand: bool,
    #[diesel(sql_type = BigInt)]
    fan: i64,
    #[diesel(sql_type = BigInt)]
    half_points: i64,
    #[diesel(sql_type = Array<Text>)]
    patterns: Vec<String>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    tiles: Option<Json<evidence::Hand>>,
}

/// The hands that were won, in an order, after one of them or from the first; at most so many, each with its place.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    (filter, order): (&WonHandFilter, WonHandOrder),
    (after, limit): (Option<WonHandPlace>, i64),
) -> Result<Vec<(WonHand, WonHandPlace)>> {
    let ids = match filter.player {
        Some(player) => Some(players::ids_of(sql, club, player).await?),
        None => None,
    };
    let after = after.unwrap_or(WonHandPlace::BEFORE_ALL);
    let rows = match order {
        WonHandOrder::Best => sql_query(BEST),
        WonHandOrder::Latest => sql_query(LATEST),
    };
    let rows = rows
        .bind::<Uuid, _>(club.0)
        .bind::<Nullable<SqlDate>, _>(filter.period.from)
        .bind::<Nullable<SqlDate>, _>(filter.period.until)
        .bind::<Nullable<Text>, _>(filter.period.variant_id.as_deref())
        .bind::<Nullable<Array<Uuid>>, _>(ids)
        .bind::<Nullable<Text>, _>(filter.pattern.as_deref())
        .bind::<Bool, _>(filter.limit_hands)
        .bind::<BigInt, _>(limit)
        .bind::<BigInt, _>(after.opened_seq)
        .bind::<Integer, _>(after.number)
        .bind::<Uuid, _>(after.player);
    let rows: Vec<Row> = match order {
        WonHandOrder::Best => {
            rows.bind::<Bool, _>(after.limit_hand)
                .bind::<BigInt, _>(after.fan)
                .bind::<BigInt, _>(after.half_points)
                .prepared_once()
                .load(&mut sql)
                .await?
        }
        WonHandOrder::Latest => {
            rows.bind::<SqlDate, _>(after.played_on)
                .prepared_once()
                .load(&mut sql)
                .await?
        }
    };
    let winners = rows.iter().map(|row| row.counts_for).collect();
    let names = players::names(sql, club, winners).await?;
    rows.into_iter().map(|row| row.read(&names)).collect()
}

/// The columns and the conditions that both orders have.
macro_rules! listed {
    ($after:literal) => {
        concat!(
            "
    SELECT match_id, outcome_id, won_hands.player_id, COALESCE(merged_into, players.player_id) AS counts_for, number,
        entry_seq, opened_seq, played_on, variant_id, limit_hand, fan, half_points, patterns, tiles
    FROM won_hands
    JOIN players ON players.club_id = won_hands.club_id AND players.player_id = won_hands.player_id
    WHERE won_hands.club_id = $1
        AND played_on BETWEEN COALESCE($2, '-infinity'::date) AND COALESCE($3, 'infinity'::date)
        AND ($4 IS NULL OR variant_id = $4)
        AND ($5 IS NULL OR won_hands.player_id = ANY($5))
        AND ($6 IS NULL OR $6 = ANY(patterns))
        AND (NOT $7 OR limit_hand)
        AND ",
            $after,
            "
    LIMIT $8"
        )
    };
}

const BEST: &str = listed!(
    "(limit_hand, fan, half_points, opened_seq, number, won_hands.player_id) < ($12, $13, $14, $9, $10, $11)
    ORDER BY limit_hand DESC, fan DESC, half_points DESC, opened_seq DESC, number DESC, won_hands.player_id DESC"
);

const LATEST: &str = listed!(
    "(played_on, opened_seq, number, won_hands.player_id) < ($12, $9, $10, $11)
    ORDER BY played_on DESC, opened_seq DESC, number DESC, won_hands.player_id DESC"
);

impl WonHandPlace {
    /// Before every hand, in either order.
    const BEFORE_ALL: Self = Self {
        limit_hand: true,
        fan: i64::MAX,
        half_points: i64::MAX,
        played_on: Date::MAX,
        opened_seq: i64::MAX,
        number: i32::MAX,
        player: uuid::Uuid::max(),
    };
}

impl Row {
    fn read(self, names: &players::Names) -> Result<(WonHand, WonHandPlace)> {
        let place = WonHandPlace {
            limit_hand: self.limit_hand,
            fan: self.fan,
            half_points: self.half_points,
            played_on: self.played_on,
            opened_seq: self.opened_seq,
            number: self.number,
            player: self.player_id,
        };
        let player = names.get(&self.counts_for).cloned();
        let hand = WonHand {
            player: player.ok_or(Error::impossible("winner of a hand"))?,
            number: integer(self.number, "number")?,
            entry_seq: integer(self.entry_seq, "sequence number")?,
            played_on: self.played_on,
            variant_id: self.variant_id,
            hand: Best {
                limit: self.limit_hand,
                fan: integer(self.fan, "fan")?,
                half_points: self.half_points,
                match_id: MatchId(self.match_id),
                outcome_id: OutcomeId(self.outcome_id),
                hand: self.tiles.map(|Json(tiles)| tiles),
                patterns: self.patterns,
            },
        };
        Ok((hand, place))
    }
}
