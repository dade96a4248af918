//! Where players sat: in which matches, and in which of them at tables of rounds.

use super::Sql;
use super::prepared_once::PrepareOnce as _;
use crate::error::integer;
use crate::schema::{balances, matches};
use crate::{ClubId, EveningId, MatchId, PlayerId, Result, TournamentId};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, Bool, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use evidence::RoundOf;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// A match in which any of some players ever sat together with any of some others.
pub(crate) async fn together(
    mut sql: Sql<'_>,
    club: ClubId,
    (these, those): (&[Uuid], &[Uuid]),
) -> Result<Option<MatchId>> {
    let other = diesel::alias!(balances as other);
    let same_match = other
        .field(balances::club_id)
        .eq(balances::club_id)
        .and(other.field(balances::match_id).eq(balances::match_id));
    let together = balances::table
        .inner_join(other.on(same_match))
        .filter(balances::club_id.eq(club.0))
        .filter(balances::party.eq_any(these))
        .filter(other.field(balances::party).eq_any(those))
        .select(balances::match_id)
        .first(&mut sql);
    Ok(together.await.optional()?.map(MatchId))
}

/// The matches in which any of some players ever sat; only those that were opened up to an entry.
pub(crate) async fn until(
    mut sql: Sql<'_>,
    club: ClubId,
    (players, seq): (&BTreeSet<PlayerId>, u64),
) -> Result<BTreeSet<MatchId>> {
    let of_match = matches::club_id
        .eq(balances::club_id)
        .and(matches::match_id.eq(balances::match_id));
    let sat = balances::table
        .inner_join(matches::table.on(of_match))
        .filter(balances::club_id.eq(club.0))
        .filter(balances::party.eq_any(players.iter().map(|player| player.0)))
        .filter(matches::opened_seq.le(integer::<u64, i64>(seq, "sequence number")?))
        .select(balances::match_id)
        .load(&mut sql);
    Ok(sat.await?.into_iter().map(MatchId).collect())
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    round_of: Uuid,
    #[diesel(sql_type = Bool)]
    is_tournament: bool,
    #[diesel(sql_type = SqlUuid)]
    match_id: Uuid,
}

/// The matches of rounds in which any of some players ever sat, by what the rounds are of.
pub(crate) async fn in_rounds(
    mut sql: Sql<'_>,
    club: ClubId,
    players: &[Uuid],
) -> Result<BTreeMap<RoundOf, Vec<MatchId>>> {
    let rows = sql_query(IN_ROUNDS)
        .bind::<SqlUuid, _>(club.0)
        .bind::<Array<SqlUuid>, _>(players)
        .prepared_once()
        .load::<Row>(&mut sql);
    let mut found: BTreeMap<RoundOf, Vec<MatchId>> = BTreeMap::new();
    for row in rows.await? {
        let of = match row.is_tournament {
            true => RoundOf::Tournament {
                tournament: TournamentId(row.round_of),
            },
            false => RoundOf::Evening {
                evening: EveningId(row.round_of),
            },
        };
        found.entry(of).or_default().push(MatchId(row.match_id));
    }
    Ok(found)
}

const IN_ROUNDS: &str = "
    SELECT evening_id AS round_of, FALSE AS is_tournament, match_id
    FROM balances JOIN evening_matches USING (club_id, match_id)
    WHERE club_id = $1 AND party = ANY($2)
    UNION
    SELECT tournament_id, TRUE, match_id
    FROM balances JOIN tournament_matches USING (club_id, match_id)
    WHERE club_id = $1 AND party = ANY($2)
    ORDER BY match_id";
