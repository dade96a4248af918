//! What is open of the club's matches: gained or lost, and not settled yet.

use super::prepared_once::PrepareOnce as _;
use super::{Sql, balances::party};
use crate::error::integer;
use crate::{ClubId, Error, EveningId, MatchId, Party, PlayerId, Result};
use diesel::sql_types::{BigInt, Bool, Date as SqlDate, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use evidence::Part;
use time::Date;
use uuid::Uuid;

/// Which matches; every condition that is set must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    /// This one.
    pub(crate) match_id: Option<MatchId>,
    /// Those of the rounds of this evening.
    pub(crate) evening: Option<EveningId>,
    /// Those played for this currency.
    pub(crate) currency: Option<String>,
    /// Those played on this day or later.
    pub(crate) from: Option<Date>,
    /// Those played on this day or earlier.
    pub(crate) until: Option<Date>,
}

/// What a party gained or lost in a match, and what of it was settled.
#[derive(Debug, QueryableByName)]
pub(crate) struct Row {
    #[diesel(sql_type = SqlUuid)]
    match_id: Uuid,
    #[diesel(sql_type = BigInt)]
    version: i64,
    #[diesel(sql_type = BigInt)]
    stake_cents: i64,
    #[diesel(sql_type = SqlUuid)]
    party: Uuid,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    counts_for: Option<Uuid>,
    #[diesel(sql_type = BigInt)]
    half_points: i64,
    #[diesel(sql_type = BigInt)]
    settled_cents: i64,
    #[diesel(sql_type = Bool)]
    was_settled: bool,
}

const IN_SCOPE: &str = "
    matches.club_id = $1 AND ($2 IS NULL OR matches.match_id = $2) AND ($3 IS NULL OR matches.currency = $3)
    AND ($4 IS NULL OR played_on >= $4) AND ($5 IS NULL OR played_on <= $5)
    AND ($6 IS NULL OR EXISTS (
        SELECT FROM evening_matches AS of_evening
        WHERE of_evening.club_id = $1 AND of_evening.match_id = matches.match_id AND evening_id = $6
    ))";

/// What everybody gained or lost in some matches, and what of it was settled: all of it of a single match, else where
/// something is open. At most so many. (A balance times a stake may be more than 64 bits hold.)
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    filter: &Filter,
    limit: usize,
) -> Result<Vec<Row>> {
    let text = format!(
        "SELECT balances.match_id, version, stake_cents, party, merged_into AS counts_for, half_points,
            settled_cents, EXISTS (
                SELECT FROM settlement_matches AS settled
                WHERE settled.club_id = $1 AND settled.match_id = balances.match_id
            ) AS was_settled
        FROM matches JOIN balances USING (club_id, match_id)
        LEFT JOIN players ON players.club_id = $1 AND player_id = party
        WHERE {IN_SCOPE}
            AND ($2 IS NOT NULL OR half_points::numeric * stake_cents <> 2 * settled_cents::numeric)
        LIMIT $7"
    );
    Ok(bound(text, club, filter)
        .bind::<BigInt, _>(i64::try_from(limit).unwrap_or(i64::MAX))
        .prepared_once()
        .load(&mut sql)
        .await?)
}

/// The greatest of the sequence numbers by which some matches changed or were settled, or players were merged or unmerged,
/// who net under other names since then; 0 without matches.
pub(crate) async fn version(mut sql: Sql<'_>, club: ClubId, filter: &Filter) -> Result<u64> {
    #[derive(QueryableByName)]
    struct Greatest {
        #[diesel(sql_type = BigInt)]
        greatest: i64,
    }
    let text = format!(
        "SELECT CASE count(*) WHEN 0 THEN 0 ELSE greatest(
            max(version), max(settled_seq),
            (SELECT max(seq) FROM entries WHERE club_id = $1 AND kind IN ('player_merged', 'player_unmerged'))
        ) END AS greatest
        FROM matches
        LEFT JOIN settlement_matches USING (club_id, match_id)
        LEFT JOIN settlements USING (club_id, settlement_id)
        WHERE {IN_SCOPE}"
    );
    let Greatest { greatest } = bound(text, club, filter)
        .prepared_once()
        .get_result(&mut sql)
        .await?;
    integer(greatest, "version")
}

type Bound =
    diesel::query_builder::BoxedSqlQuery<'static, diesel::pg::Pg, diesel::query_builder::SqlQuery>;

fn bound(text: String, club: ClubId, filter: &Filter) -> Bound {
    let Filter {
        match_id,
        evening,
        currency,
        from,
        until,
    } = filter.clone();
    sql_query(text)
        .into_boxed()
        .bind::<SqlUuid, _>(club.0)
        .bind::<Nullable<SqlUuid>, _>(match_id.map(|id| id.0))
        .bind::<Nullable<Text>, _>(currency)
        .bind::<Nullable<SqlDate>, _>(from)
        .bind::<Nullable<SqlDate>, _>(until)
        .bind::<Nullable<SqlUuid>, _>(evening.map(|id| id.0))
}

impl Row {
    /// Whose gain or loss it is.
    pub(crate) fn party(&self) -> Party {
        party(self.party)
    }

    /// Who pays or is paid: the party, or the player into whom that one was merged.
    pub(crate) fn payer(&self) -> Party {
        party(self.counts_for.unwrap_or(self.party))
    }

    /// What was gained or lost, in half points.
    pub(crate) fn half_points(&self) -> i64 {
        self.half_points
    }

    /// The same in minor units. Every outcome moved whole ones when it was recorded, so nothing is lost by halving.
    pub(crate) fn amount_cents(&self) -> i128 {
        i128::from(self.half_points) * i128::from(self.stake_cents) / 2
    }

    /// What of it was settled.
    pub(crate) fn settled_cents(&self) -> i64 {
        self.settled_cents
    }

    /// What of it was not.
    pub(crate) fn open_cents(&self) -> i128 {
        self.amount_cents() - i128::from(self.settled_cents)
    }

    /// What is to be settled of it; none if nothing is open.
    pub(crate) fn part(&self) -> Result<Option<Part>> {
        let amount_cents = i64::try_from(self.open_cents()).map_err(|_| Error::AmountTooLarge)?;
        let part = Part {
            match_id: MatchId(self.match_id),
            version: integer(self.version, "version")?,
            party: party(self.party),
            counts_for: self.counts_for.map(PlayerId),
            amount_cents,
            adjustment: self.was_settled,
        };
        Ok((amount_cents != 0).then_some(part))
    }
}
