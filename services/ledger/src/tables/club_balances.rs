//! Who owes and is owed what in a club, settled or not: what PostgreSQL adds up, page by page.

use super::prepared_once::PrepareOnce as _;
use super::{Sql, balances::party};
use crate::{ClubId, Error, Party, Result, SettlementId};
use diesel::sql_types::{BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use evidence::{Due, Transfer};
use uuid::Uuid;

/// What somebody is owed or owes in one currency. The sums are as text, since they may be more than 64 bits hold.
#[derive(QueryableByName)]
pub(crate) struct OfParty {
    #[diesel(sql_type = Text)]
    pub(crate) currency: String,
    #[diesel(sql_type = SqlUuid)]
    payer: Uuid,
    #[diesel(sql_type = Text)]
    unsettled_cents: String,
    #[diesel(sql_type = Text)]
    unpaid_cents: String,
}

/// A transfer of which something is left to be paid.
#[derive(Debug, QueryableByName)]
pub(crate) struct OpenTransfer {
    #[diesel(sql_type = SqlUuid)]
    settlement_id: Uuid,
    #[diesel(sql_type = Text)]
    pub(crate) currency: String,
    #[diesel(sql_type = SqlUuid)]
    from: Uuid,
    #[diesel(sql_type = SqlUuid)]
    to: Uuid,
    #[diesel(sql_type = BigInt)]
    amount_cents: i64,
    #[diesel(sql_type = BigInt)]
    paid_cents: i64,
}

/// Everybody for whom something is open, by currency and party: from a place on, and at most so many.
pub(crate) async fn of_parties(
    sql: Sql<'_>,
    of: (ClubId, Option<&str>),
    part: (u64, i64),
) -> Result<Vec<OfParty>> {
    rows(OF_PARTIES, sql, of, part).await
}

/// The transfers of which something is left to be paid, by currency, the oldest first: from a place on, and at most so many.
pub(crate) async fn unpaid(
    sql: Sql<'_>,
    of: (ClubId, Option<&str>),
    part: (u64, i64),
) -> Result<Vec<OpenTransfer>> {
    rows(UNPAID, sql, of, part).await
}

async fn rows<T: QueryableByName<diesel::pg::Pg> + Send + 'static>(
    text: &'static str,
    mut sql: Sql<'_>,
    (club, currency): (ClubId, Option<&str>),
    (begin, limit): (u64, i64),
) -> Result<Vec<T>> {
    let rows = sql_query(text)
        .bind::<SqlUuid, _>(club.0)
        .bind::<Nullable<Text>, _>(currency)
        .bind::<BigInt, _>(i64::try_from(begin).unwrap_or(i64::MAX))
        .bind::<BigInt, _>(limit)
        .prepared_once()
        .load(&mut sql);
    Ok(rows.await?)
}

/// Players come before the house, whose UUID is nil. Every outcome moved whole minor units when it was recorded, so nothing is lost by halving.
const OF_PARTIES: &str = r#"
    WITH unpaid AS (
        SELECT currency, "from", "to", amount_cents::numeric - paid_cents AS cents
        FROM settlement_transfers JOIN settlements USING (club_id, settlement_id)
        WHERE club_id = $1 AND paid_cents < amount_cents AND ($2 IS NULL OR currency = $2)
    ), open AS (
        SELECT currency, party, div(half_points::numeric * stake_cents, 2) - settled_cents AS unsettled, 0 AS unpaid
        FROM matches JOIN balances USING (club_id, match_id)
        WHERE club_id = $1 AND ($2 IS NULL OR currency = $2)
            AND half_points::numeric * stake_cents <> 2 * settled_cents::numeric
        UNION ALL SELECT currency, "from", 0, -cents FROM unpaid
        UNION ALL SELECT currency, "to", 0, cents FROM unpaid
    )
    SELECT currency, coalesce(merged_into, party) AS payer, sum(unsettled)::text AS unsettled_cents, sum(unpaid)::text AS unpaid_cents
    FROM open LEFT JOIN players ON players.club_id = $1 AND player_id = party
    GROUP BY currency, payer
    HAVING sum(unsettled) <> 0 OR sum(unpaid) <> 0
    ORDER BY currency, coalesce(merged_into, party) = '00000000-0000-0000-0000-000000000000', payer
    OFFSET $3 LIMIT $4"#;

const UNPAID: &str = r#"
    SELECT settlement_id, currency, "from", "to", amount_cents, paid_cents
    FROM settlement_transfers JOIN settlements USING (club_id, settlement_id)
    WHERE club_id = $1 AND paid_cents < amount_cents AND ($2 IS NULL OR currency = $2)
    ORDER BY currency, settled_seq, amount_cents DESC, "from", "to"
    OFFSET $3 LIMIT $4"#;

impl OfParty {
    /// Who pays or is paid, after merges.
    pub(crate) fn payer(&self) -> Party {
        party(self.payer)
    }

    /// What was gained or lost in matches and not settled yet.
    pub(crate) fn unsettled_cents(&self) -> Result<i64> {
        cents(&self.unsettled_cents)
    }

    /// What was settled and not paid yet.
    pub(crate) fn unpaid_cents(&self) -> Result<i64> {
        cents(&self.unpaid_cents)
    }
}

fn cents(sum: &str) -> Result<i64> {
    sum.parse().map_err(|_| Error::AmountTooLarge)
}

impl OpenTransfer {
    pub(crate) fn settlement(&self) -> SettlementId {
        SettlementId(self.settlement_id)
    }

    pub(crate) fn due(&self) -> Due {
        let transfer = Transfer {
            from: party(self.from),
            to: party(self.to),
            amount_cents: self.amount_cents,
        };
        Due {
            transfer,
            paid_cents: self.paid_cents,
        }
    }
}
