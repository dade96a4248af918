//! What is open of matches, and what a settlement of it would be.

use crate::tables::{Sql, evenings, matches, open_balances, players};
use crate::{
    ClubId, Error, EveningId, Ledger, MAX_LEAF_BYTES, MatchId, Party, Player, PlayerId, Result,
};
use evidence::{Debt, MAX_INTEGER, Part, Scope, Transfer, fewest_transfers};
use futures_util::future::try_join;
use open_balances::{Filter, Row};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use time::Date;

/// How many bytes of an entry the shortest part of a settlement takes.
const PART_BYTES: usize = 94;
/// More parts than this no entry holds.
const MAX_PARTS: usize = MAX_LEAF_BYTES / PART_BYTES;

/// What is to be settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettlementScope {
    /// What is open of one match.
    Match(MatchId),
    /// What is open of all matches that were played in a period for one currency.
    Period {
        /// Its first day; none: from the beginning.
        from: Option<Date>,
        /// Its last day; none: up to now and beyond.
        until: Option<Date>,
        /// ISO 4217 code of the money.
        currency: String,
    },
    /// What is open of the matches of an evening for one currency.
    Evening {
        /// The evening.
        evening: EveningId,
        /// ISO 4217 code of the money.
        currency: String,
    },
}

/// What a settlement would be, if it were made now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettlementPreview {
    /// Of which matches.
    pub scope: Scope,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// What it stands on: of a match its version, of a period or an evening the sequence number by which one of its matches last
    /// changed or was settled; 0 if none was played.
    pub version: u64,
    /// What is open, by match and party.
    pub parts: Vec<Part>,
    /// Who would pay whom.
    pub transfers: Vec<Transfer>,
    /// Everybody in it, each under the name of whom they count for.
    pub names: HashMap<PlayerId, Player>,
}

/// How a match stands between those who took part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchSettlement {
    /// Its version.
    pub version: u64,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// Money per point, in minor units.
    pub stake_cents: i64,
    /// What everybody gained or lost: those who sit there first, chair 1 first, the house last.
    pub balances: Vec<Balance>,
    /// Who pays whom for all points of the match together, in half points.
    pub points: Vec<Debt>,
    /// Who pays whom for the money that is open.
    pub transfers: Vec<Transfer>,
    /// Everybody in it, each under the name of whom they count for.
    pub names: HashMap<PlayerId, Player>,
}

/// What a party gained (positive) or lost (negative) in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    /// Who, after merges.
    pub party: Party,
    /// In half points.
    pub half_points: i64,
    /// In minor units of the currency.
    pub amount_cents: i64,
    /// What of that has been settled.
    pub settled_cents: i64,
    /// What of that is open.
    pub open_cents: i64,
}

impl Ledger {
    /// How a match stands between those who took part.
    pub async fn match_settlement(
        &self,
        club: ClubId,
        match_id: MatchId,
    ) -> Result<MatchSettlement> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { one(tx.sql()?, club, match_id).await })
                .await
        })
        .await
    }

    /// What a settlement would be, if it were made now.
    pub async fn settlement_preview(
        &self,
        club: ClubId,
        what: SettlementScope,
    ) -> Result<SettlementPreview> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                let mut preview = look(sql, club, &what)
                    .await?
                    .ok_or(Error::NotFound("match"))?;
                preview.names = names(sql, club, preview.parties()).await?;
                Ok(preview)
            };
            tx.read(club, looks).await
        })
        .await
    }
}

impl SettlementScope {
    pub(crate) fn scope(&self) -> Scope {
        match *self {
            Self::Match(match_id) => Scope::Match { match_id },
            Self::Period { from, until, .. } => Scope::Period { from, until },
            Self::Evening { evening, .. } => Scope::Evening { evening },
        }
    }

    fn filter(&self) -> Filter {
        match self.clone() {
            Self::Match(match_id) => Filter {
                match_id: Some(match_id),
                ..Filter::default()
            },
            Self::Period {
                from,
                until,
                currency,
            } => Filter {
                currency: Some(currency),
                from,
                until,
                ..Filter::default()
            },
            Self::Evening { evening, currency } => Filter {
                evening: Some(evening),
                currency: Some(currency),
                ..Filter::default()
            },
        }
    }
}

impl SettlementPreview {
    /// Everybody in it.
    fn parties(&self) -> impl Iterator<Item = Party> {
        let parts = self.parts.iter();
        parts.flat_map(|part| [part.party, part.payer()])
    }
}

/// What a settlement would be, without names; none if there is no such match.
pub(crate) async fn look(
    sql: Sql<'_>,
    club: ClubId,
    what: &SettlementScope,
) -> Result<Option<SettlementPreview>> {
    let filter = what.filter();
    let rows = open(sql, club, &filter);
    let (rows, currency, version) = match what {
        SettlementScope::Match(id) => {
            let (rows, row) = try_join(rows, matches::find(sql, club, *id)).await?;
            let Some(row) = row else { return Ok(None) };
            (rows, row.currency().to_owned(), row.version()?)
        }
        SettlementScope::Period { currency, .. } | SettlementScope::Evening { currency, .. } => {
            if let SettlementScope::Evening { evening, .. } = what {
                evenings::check(sql, club, *evening).await?;
            }
            let version = open_balances::version(sql, club, &filter);
            let (rows, version) = try_join(rows, version).await?;
            (rows, currency.clone(), version)
        }
    };
    let parts = rows.iter().filter_map(|row| row.part().transpose());
    let mut parts: Vec<Part> = parts.collect::<Result<_>>()?;
    parts.sort_unstable_by_key(|part| (part.match_id, part.party));
    let transfers = settle(&Part::net(&parts))?;
    Ok(Some(SettlementPreview {
        scope: what.scope(),
        currency,
        version,
        parts,
        transfers: transfers.into_iter().map(Transfer::from).collect(),
        names: HashMap::new(),
    }))
}

/// What is open of some matches. Refused if it is more than the entry of a settlement holds.
async fn open(sql: Sql<'_>, club: ClubId, filter: &Filter) -> Result<Vec<Row>> {
    let rows = open_balances::list(sql, club, filter, MAX_PARTS.saturating_add(1)).await?;
    let bytes = rows.len().saturating_mul(PART_BYTES);
    match bytes > MAX_LEAF_BYTES {
        true => Err(Error::EntryTooLarge { bytes }),
        false => Ok(rows),
    }
}

/// The fewest transfers that settle what sums to zero, as every match does.
fn settle(net: &BTreeMap<Party, i128>) -> Result<Vec<Debt>> {
    let most = i128::from(MAX_INTEGER);
    match net.values().any(|amount| amount.abs() > most) {
        true => Err(Error::AmountTooLarge),
        false => fewest_transfers(net).ok_or(Error::impossible("sum of a match")),
    }
}

async fn one(sql: Sql<'_>, club: ClubId, match_id: MatchId) -> Result<MatchSettlement> {
    let filter = SettlementScope::Match(match_id).filter();
    let (row, mut rows) =
        try_join(matches::find(sql, club, match_id), open(sql, club, &filter)).await?;
    let row = row.ok_or(Error::NotFound("match"))?;
    let seats = row.players();
    rows.sort_by_key(|one| {
        let sits = |seat: &PlayerId| Party::Player(*seat) == one.party();
        let seat = seats.iter().position(sits);
        (seat.unwrap_or(seats.len()), one.party())
    });
    let (mut points, mut open) = (BTreeMap::new(), BTreeMap::new());
    for row in &rows {
        points.insert(row.payer(), i128::from(row.half_points()));
        open.insert(row.payer(), row.open_cents());
    }
    Ok(MatchSettlement {
        version: row.version()?,
        currency: row.currency().to_owned(),
        stake_cents: row.stake_cents(),
        balances: rows.iter().map(balance).collect::<Result<_>>()?,
        points: settle(&points)?,
        transfers: settle(&open)?.into_iter().map(Transfer::from).collect(),
        names: names(sql, club, rows.iter().map(Row::payer)).await?,
    })
}

fn balance(row: &Row) -> Result<Balance> {
    let cents = |amount: i128| i64::try_from(amount).map_err(|_| Error::AmountTooLarge);
    Ok(Balance {
        party: row.payer(),
        half_points: row.half_points(),
        amount_cents: cents(row.amount_cents())?,
        settled_cents: row.settled_cents(),
        open_cents: cents(row.open_cents())?,
    })
}

/// The players among some parties, each under the name of whom they count for.
pub(crate) async fn names(
    sql: Sql<'_>,
    club: ClubId,
    parties: impl IntoIterator<Item = Party>,
) -> Result<HashMap<PlayerId, Player>> {
    let ids = parties.into_iter().filter_map(|party| match party {
        Party::Player(player) => Some(player.0),
        Party::House => None,
    });
    let ids: BTreeSet<_> = ids.collect();
    let names = players::names(sql, club, ids.into_iter().collect()).await?;
    let named = names.into_values().map(|player| (player.id, player));
    Ok(named.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_part_is_as_long_as_is_said() {
        let part = Part {
            match_id: MatchId(uuid::Uuid::nil()),
            version: 1,
            party: Party::House,
            counts_for: None,
            amount_cents: 1,
            adjustment: false,
        };
        // With a comma before the next one.
        let bytes = serde_json::to_vec(&part).unwrap().len() + 1;
        assert_eq!(bytes, PART_BYTES);
    }
}
