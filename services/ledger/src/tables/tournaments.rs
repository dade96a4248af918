//! Tournaments: their entries, their seeds, and the matches of their rounds.

use super::entries::Leaf;
use super::match_counts::MatchCounts;
use super::prepared_once::PrepareOnce as _;
use super::{Sql, bytes};
use crate::error::integer;
use crate::page::one_more;
use crate::schema::{tournament_entries, tournament_matches, tournaments};
use crate::{ClubId, Entry, Error, Hash, MatchId, Page, PlayerId, Result, TournamentId};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use evidence::{TournamentClosed, TournamentOpened};
use tally::TournamentMatch;
use uuid::Uuid;

/// Stores a tournament that an entry opened. Without the seed of its last round no round of it is drawn here.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    entry: &Entry,
    opened: &TournamentOpened,
    last_seed: Option<Hash>,
) -> Result<()> {
    let row = (
        tournaments::club_id.eq(entry.club.0),
        tournaments::tournament_id.eq(opened.tournament.0),
        tournaments::opened_seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
        tournaments::last_seed.eq(last_seed.map(|seed| seed.0.to_vec())),
    );
    diesel::insert_into(tournaments::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    follow(sql, entry, opened.tournament).await
}

/// Puts an entry into its tournament.
pub(crate) async fn follow(mut sql: Sql<'_>, entry: &Entry, id: TournamentId) -> Result<()> {
    let row = (
        tournament_entries::club_id.eq(entry.club.0),
        tournament_entries::tournament_id.eq(id.0),
        tournament_entries::seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
    );
    diesel::insert_into(tournament_entries::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Stores which matches of a tournament an entry opened in a round, or at tables that are played again.
pub(crate) async fn insert_matches(
    mut sql: Sql<'_>,
    entry: &Entry,
    (id, matches): (TournamentId, impl IntoIterator<Item = MatchId>),
) -> Result<()> {
    let row = |match_id: MatchId| {
        (
            tournament_matches::club_id.eq(entry.club.0),
            tournament_matches::match_id.eq(match_id.0),
            tournament_matches::tournament_id.eq(id.0),
        )
    };
    let rows: Vec<_> = matches.into_iter().map(row).collect();
    diesel::insert_into(tournament_matches::table)
        .values(rows)
        .execute(&mut sql)
        .await?;
    follow(sql, entry, id).await
}

/// Stores which entry closed a tournament.
pub(crate) async fn close(mut sql: Sql<'_>, entry: &Entry, closed: TournamentClosed) -> Result<()> {
    let seq: i64 = integer(entry.seq, "sequence number")?;
    diesel::update(tournaments::table.find((entry.club.0, closed.tournament.0)))
        .set(tournaments::closed_seq.eq(seq))
        .execute(&mut sql)
        .await?;
    follow(sql, entry, closed.tournament).await
}

/// The tournament of a match; none if it is of none.
pub(crate) async fn of_match(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
) -> Result<Option<TournamentId>> {
    let found = tournament_matches::table
        .find((club.0, id.0))
        .select(tournament_matches::tournament_id)
        .first::<Uuid>(&mut sql);
    Ok(found.await.optional()?.map(TournamentId))
}

/// The entries of a tournament, in order.
pub(crate) async fn entries_of(
    mut sql: Sql<'_>,
    club: ClubId,
    id: TournamentId,
) -> Result<Vec<Entry>> {
    let rows = sql_query(ENTRIES)
        .bind::<SqlUuid, _>(club.0)
        .bind::<SqlUuid, _>(id.0)
        .prepared_once()
        .load::<Leaf>(&mut sql);
    let rows = rows.await?.into_iter();
    rows.map(|leaf| Ok(leaf.parse()?.entry)).collect()
}

const ENTRIES: &str = "
    SELECT seq, leaf, leaf_hash FROM tournament_entries JOIN entries USING (club_id, seq)
    WHERE club_id = $1 AND tournament_id = $2
    ORDER BY seq";

#[derive(QueryableByName)]
struct ListedRow {
    #[diesel(embed)]
    opened: Leaf,
    #[diesel(sql_type = Nullable<BigInt>)]
    closed_seq: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
}

/// A tournament of a list.
pub(crate) struct Listed {
    /// The entry that opened it.
    pub(crate) opened: Entry,
    /// The sequence number of the entry that closed it; none while it goes on.
    pub(crate) closed_seq: Option<u64>,
    /// What it is called, if that is known and was not erased.
    pub(crate) name: Option<String>,
}

/// A page of tournaments, the last opened first, and one more to tell whether a page follows.
pub(crate) async fn list(mut sql: Sql<'_>, club: ClubId, page: Page) -> Result<Vec<Listed>> {
    let before = page.before.and_then(|before| i64::try_from(before).ok());
    let rows = sql_query(LIST)
        .bind::<SqlUuid, _>(club.0)
        .bind::<BigInt, _>(before.unwrap_or(i64::MAX))
        .bind::<BigInt, _>(one_more(page.limit))
        .prepared_once()
        .load::<ListedRow>(&mut sql);
    let listed = |row: ListedRow| {
        let closed_seq = row.closed_seq.map(|seq| integer(seq, "sequence number"));
        Ok(Listed {
            opened: row.opened.parse()?.entry,
            closed_seq: closed_seq.transpose()?,
            name: row.name,
        })
    };
    rows.await?.into_iter().map(listed).collect()
}

const LIST: &str = "
    SELECT entries.seq, leaf, leaf_hash, closed_seq, text AS name
    FROM tournaments
    JOIN entries ON entries.club_id = tournaments.club_id AND entries.seq = opened_seq
    LEFT JOIN texts ON texts.club_id = tournaments.club_id AND texts.seq = opened_seq
    WHERE tournaments.club_id = $1 AND opened_seq < $2
    ORDER BY opened_seq DESC LIMIT $3";

/// The text of an entry: the name of a tournament, or the reason for a penalty.
#[derive(QueryableByName)]
struct KnownText {
    #[diesel(sql_type = BigInt)]
    seq: i64,
    #[diesel(sql_type = Text)]
    text: String,
}

/// The texts of the entries of a tournament that are known and were not erased, by sequence number.
pub(crate) async fn texts(
    mut sql: Sql<'_>,
    club: ClubId,
    id: TournamentId,
) -> Result<Vec<(u64, String)>> {
    let rows = sql_query(TEXTS)
        .bind::<SqlUuid, _>(club.0)
        .bind::<SqlUuid, _>(id.0)
        .prepared_once()
        .load::<KnownText>(&mut sql);
    let rows = rows.await?.into_iter();
    rows.map(|row| Ok((integer(row.seq, "sequence number")?, row.text)))
        .collect()
}

const TEXTS: &str = "
    SELECT seq, text FROM tournament_entries JOIN texts USING (club_id, seq)
    WHERE club_id = $1 AND tournament_id = $2 AND text IS NOT NULL";

/// The seed of the last possible draw of a tournament; none of one that came from another service.
pub(crate) async fn last_seed(
    mut sql: Sql<'_>,
    club: ClubId,
    id: TournamentId,
) -> Result<Option<Hash>> {
    let seed = tournaments::table
        .find((club.0, id.0))
        .select(tournaments::last_seed)
        .first::<Option<Vec<u8>>>(&mut sql);
    let seed = seed.await.optional()?.flatten();
    let seed = seed.map(|seed| bytes(seed, "seed of a tournament"));
    Ok(seed.transpose()?.map(Hash))
}

/// A match of a tournament, as it stands.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub(crate) struct Row {
    #[diesel(sql_type = SqlUuid)]
    match_id: Uuid,
    #[diesel(sql_type = BigInt)]
    opened_seq: i64,
    #[diesel(sql_type = BigInt)]
    version: i64,
    #[diesel(sql_type = Array<BigInt>)]
    totals: Vec<i64>,
    #[diesel(embed)]
    match_counts: MatchCounts,
    /// Whether it was corrected or declared void, or to count again.
    #[diesel(sql_type = Bool)]
    pub(crate) is_corrected: bool,
}

impl Row {
    /// The match.
    pub(crate) fn match_id(&self) -> MatchId {
        MatchId(self.match_id)
    }

    /// Whether no later entry than this one tells of it.
    pub(crate) fn stands(&self, as_of: u64) -> bool {
        u64::try_from(self.version).is_ok_and(|seq| seq <= as_of)
    }

    /// Whether anything happened in it, unless it was corrected.
    pub(crate) fn has_outcomes(&self) -> bool {
        self.version > self.opened_seq
    }

    /// Its result, with those who sat down.
    pub(crate) fn result(&self, players: [PlayerId; 4]) -> Result<TournamentMatch> {
        let totals = self.totals.as_slice().try_into();
        Ok(TournamentMatch {
            players,
            half_points: totals.map_err(|_| Error::impossible("totals of a match"))?,
            counts: self.match_counts.counts()?,
        })
    }
}

/// The matches of the rounds of a tournament, as they stand: at most 64 rounds with 100 tables each.
pub(crate) async fn matches(mut sql: Sql<'_>, club: ClubId, id: TournamentId) -> Result<Vec<Row>> {
    let rows = sql_query(MATCHES)
        .bind::<SqlUuid, _>(club.0)
        .bind::<SqlUuid, _>(id.0);
    Ok(rows.prepared_once().load(&mut sql).await?)
}

const MATCHES: &str = "
    SELECT match_id, opened_seq, version, ARRAY[total_1, total_2, total_3, total_4] AS totals,
    void_seq IS NOT NULL AS is_void, next_number, ending, EXISTS (
        SELECT FROM match_entries AS of_match JOIN entries USING (club_id, seq)
        WHERE of_match.club_id = $1 AND of_match.match_id = matches.match_id AND kind IN ('match_corrected', 'match_declared')
    ) AS is_corrected
    FROM tournament_matches JOIN matches USING (club_id, match_id)
    WHERE club_id = $1 AND tournament_id = $2
    ORDER BY match_id";
