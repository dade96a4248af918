//! Matches as they stand.

use super::match_state::{Seats, State};
use super::players::{self, Names};
use super::{Sql, bytes, clubs::timestamp, write_statements::WriteStatement};
use crate::error::integer;
use crate::page::one_more;
use crate::schema::{balances, matches};
use crate::{
    ClubId, Hash, MatchError, MatchFilter, MatchId, MatchPosition, MatchView, OpenMatch, Page,
    PlayerId, Result, VoidMatch,
};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::{Entry, MatchState};
use futures_util::{Stream, StreamExt};
use std::collections::{BTreeSet, HashMap};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// A match as it is stored.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = matches)]
pub(crate) struct Row {
    club_id: Uuid,
    match_id: Uuid,
    variant_id: String,
    variant_hash: Vec<u8>,
    #[diesel(embed)]
    seats: Seats,
    minimum_fan: Option<i32>,
    stake_cents: i64,
    currency: String,
    starting_points: i64,
    played_on: Date,
    opened_seq: i64,
    opened_at: OffsetDateTime,
    version: i64,
    #[diesel(embed)]
    state: State,
    /// The entry that declared it void; none if it counts.
    void_seq: Option<i64>,
}

pub(crate) fn insertion(
    id: MatchId,
    new: &OpenMatch,
    entry: &Entry,
) -> Result<WriteStatement<'static>> {
    let row = Row::opened(id, new, entry)?;
    Ok(Box::new(diesel::insert_into(matches::table).values(row)))
}

pub(crate) async fn find(mut sql: Sql<'_>, club: ClubId, id: MatchId) -> Result<Option<Row>> {
    let row = matches::table
        .find((club.0, id.0))
        .select(Row::as_select())
        .first(&mut sql);
    Ok(row.await.optional()?)
}

/// Some matches.
pub(crate) async fn some(
    mut sql: Sql<'_>,
    club: ClubId,
    ids: &[MatchId],
) -> Result<HashMap<MatchId, Row>> {
    let rows = matches::table
        .filter(matches::club_id.eq(club.0))
        .filter(matches::match_id.eq_any(ids.iter().map(|id| id.0)))
        .select(Row::as_select())
        .load(&mut sql);
    let rows: Vec<Row> = rows.await?;
    let by_id = rows.into_iter().map(|row| (MatchId(row.match_id), row));
    Ok(by_id.collect())
}

/// Whether there is such a match.
pub(crate) async fn is_there(mut sql: Sql<'_>, club: ClubId, id: MatchId) -> Result<bool> {
    let found = diesel::select(diesel::dsl::exists(matches::table.find((club.0, id.0))));
    Ok(found.get_result(&mut sql).await?)
}

/// Some matches of a club.
async fn those(
    sql: Sql<'_>,
    club: ClubId,
    filter: &MatchFilter,
) -> Result<matches::BoxedQuery<'static, Pg>> {
    let mut query = matches::table
        .filter(matches::club_id.eq(club.0))
        .into_boxed();
    if let Some(player) = filter.player {
        let ids = players::ids_of(sql, club, player).await?;
        let took_part = balances::table
            .filter(balances::club_id.eq(club.0))
            .filter(balances::party.eq_any(ids))
            .select(balances::match_id);
        query = query.filter(matches::match_id.eq_any(took_part));
    }
    if let Some(id) = filter.match_id {
        query = query.filter(matches::match_id.eq(id.0));
    }
    if let Some(hash) = filter.variant_hash {
        query = query.filter(matches::variant_hash.eq(hash.0.to_vec()));
    }
    if let Some(id) = &filter.variant_id {
        query = query.filter(matches::variant_id.eq(id.clone()));
    }
    query = match filter.over {
        Some(true) => query.filter(matches::ending.is_not_null()),
        Some(false) => query.filter(matches::ending.is_null()),
        None => query,
    };
    query = match filter.void {
        Some(true) => query.filter(matches::void_seq.is_not_null()),
        Some(false) => query.filter(matches::void_seq.is_null()),
        None => query,
    };
    if let Some(from) = filter.played_from {
        query = query.filter(matches::played_on.ge(from));
    }
    if let Some(until) = filter.played_until {
        query = query.filter(matches::played_on.le(until));
    }
    Ok(query)
}

/// How many matches there are.
pub(crate) async fn count(mut sql: Sql<'_>, club: ClubId, filter: &MatchFilter) -> Result<u64> {
    let count = those(sql, club, filter).await?.count();
    integer(
        count.get_result::<i64>(&mut sql).await?,
        "number of matches",
    )
}

/// A page of matches, the last opened first, and one more to tell whether a page follows.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    filter: &MatchFilter,
    page: Page,
) -> Result<Vec<Row>> {
    let mut query = those(sql, club, filter).await?;
    if let Some(before) = page.before {
        query = query.filter(matches::opened_seq.lt(i64::try_from(before).unwrap_or(i64::MAX)));
    }
    Ok(query
        .select(Row::as_select())
        .order(matches::opened_seq.desc())
        .limit(one_more(page.limit))
        .load(&mut sql)
        .await?)
}

/// What is alike of a match that was written down twice: its day, who sits on which chair, how many hands it has and the totals.
pub(crate) type Likeness = (Date, [PlayerId; 4], u32, [i64; 4]);

/// What the matches that were played on some days are like, one after the other: a day may have any number of them.
pub(crate) async fn on_days(
    mut sql: Sql<'_>,
    club: ClubId,
    days: BTreeSet<Date>,
) -> Result<impl Stream<Item = Result<Likeness>>> {
    let totals = (
        matches::total_1,
        matches::total_2,
        matches::total_3,
        matches::total_4,
    );
    let rows = matches::table
        .filter(matches::club_id.eq(club.0))
        .filter(matches::played_on.eq_any(days))
        .select((
            matches::played_on,
            Seats::as_select(),
            matches::next_number,
            totals,
        ))
        .load_stream::<(Date, Seats, i32, (i64, i64, i64, i64))>(&mut sql);
    let read = |row| {
        let (day, seats, next_number, (total_1, total_2, total_3, total_4)): (_, Seats, _, _) =
            row?;
        let next_number = integer(next_number, "hand number")?;
        let totals = [total_1, total_2, total_3, total_4];
        Ok((day, seats.players(), next_number, totals))
    };
    Ok(rows.await?.map(read))
}

/// Moves a match on, to the last of some entries.
pub(crate) fn update(
    id: MatchId,
    (state, seated): (&MatchState, &[PlayerId; 4]),
    entry: &Entry,
) -> Result<WriteStatement<'static>> {
    let version = matches::version.eq(integer::<u64, i64>(entry.seq, "sequence number")?);
    let this = matches::table.find((entry.club.0, id.0));
    let update = diesel::update(this).set((State::of(state)?, Seats::of(seated), version));
    Ok(Box::new(update))
}

impl Row {
    fn opened(id: MatchId, new: &OpenMatch, entry: &Entry) -> Result<Self> {
        let seq = integer(entry.seq, "sequence number")?;
        Ok(Self {
            club_id: entry.club.0,
            match_id: id.0,
            variant_id: new.variant_id.clone(),
            variant_hash: new.variant_hash.0.to_vec(),
            seats: Seats::of(&new.players),
            minimum_fan: new
                .minimum_fan
                .map(|fan| integer(fan, "minimum fan"))
                .transpose()?,
            stake_cents: new.stake_cents,
            currency: new.currency.clone(),
            starting_points: new.starting_points,
            played_on: new.played_on,
            opened_seq: seq,
            opened_at: entry.time.moment(),
            version: seq,
            state: State::of(&new.state)?,
            void_seq: None,
        })
    }

    /// Refuses to change what happened in a void match.
    pub(crate) fn refuse_void(&self) -> Result<()> {
        match self.void_seq {
            Some(_) => Err(MatchError::Void.into()),
            None => Ok(()),
        }
    }

    /// The match to be played again, by these at its table, with the same terms.
    pub(crate) fn again(&self, players: [PlayerId; 4], played_on: Date) -> Result<OpenMatch> {
        Ok(OpenMatch {
            variant_id: self.variant_id.clone(),
            variant_hash: self.variant_hash()?,
            variant_document: Vec::new(),
            players,
            minimum_fan: self.agreed_minimum()?,
            stake_cents: self.stake_cents,
            currency: self.currency.clone(),
            starting_points: self.starting_points,
            played_on,
            state: MatchState::START,
        })
    }

    /// The entry that declared it void; none if it counts.
    pub(crate) fn void_seq(&self) -> Option<i64> {
        self.void_seq
    }

    /// The players, chair 1 first.
    pub(crate) fn players(&self) -> [PlayerId; 4] {
        self.seats.players()
    }

    pub(crate) fn played_on(&self) -> Date {
        self.played_on
    }

    pub(crate) fn variant_hash(&self) -> Result<Hash> {
        Ok(Hash(bytes(self.variant_hash.clone(), "variant hash")?))
    }

    pub(crate) fn opened_seq(&self) -> Result<u64> {
        integer(self.opened_seq, "sequence number")
    }

    pub(crate) fn variant_id(&self) -> &str {
        &self.variant_id
    }

    pub(crate) fn stake_cents(&self) -> i64 {
        self.stake_cents
    }

    pub(crate) fn currency(&self) -> &str {
        &self.currency
    }

    pub(crate) fn version(&self) -> Result<u64> {
        integer(self.version, "version")
    }

    pub(crate) fn state(&self) -> Result<MatchState> {
        self.state.read()
    }

    /// What its next outcome is worked out from.
    pub(crate) fn position(&self) -> Result<MatchPosition> {
        Ok(MatchPosition {
            id: MatchId(self.match_id),
            variant_hash: self.variant_hash()?,
            minimum_fan: self.agreed_minimum()?,
            stake_cents: self.stake_cents,
            players: self.players(),
            state: self.state()?,
            version: self.version()?,
        })
    }

    fn agreed_minimum(&self) -> Result<Option<u32>> {
        let minimum = self.minimum_fan.map(|fan| integer(fan, "minimum fan"));
        minimum.transpose()
    }

    /// The match with its players' names, and with the declaration by which it is void.
    pub(crate) fn view(
        self,
        names: &Names,
        declarations: &HashMap<u64, VoidMatch>,
    ) -> Result<MatchView> {
        let void_seq = self.void_seq.map(|seq| integer(seq, "sequence number"));
        let void = void_seq.transpose()?.and_then(|seq| declarations.get(&seq));
        Ok(MatchView {
            void: void.cloned(),
            id: MatchId(self.match_id),
            variant_hash: self.variant_hash()?,
            players: players::seated(&self.players(), names)?,
            minimum_fan: self.agreed_minimum()?,
            stake_cents: self.stake_cents,
            starting_points: self.starting_points,
            played_on: self.played_on,
            opened_at: timestamp(self.opened_at)?,
            opened_seq: self.opened_seq()?,
            state: self.state()?,
            version: self.version()?,
            variant_id: self.variant_id,
            currency: self.currency,
        })
    }
}
