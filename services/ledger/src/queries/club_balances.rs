//! Who owes and is owed what in a club, settled or not.

use crate::page::one_more;
use crate::queries::open_balances::names;
use crate::tables::{Sql, club_balances};
use crate::{ClubId, Ledger, Party, Player, PlayerId, Result, SettlementId};
use club_balances::{OfParty, OpenTransfer};
use evidence::Due;
use futures_util::future::try_join;
use std::collections::{BTreeMap, HashMap};

/// A part of who owes and is owed what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubBalances {
    /// The currencies of which something is in this part, in the order of their codes.
    pub currencies: Vec<CurrencyBalances>,
    /// Everybody in it, each under the name of whom they count for.
    pub names: HashMap<PlayerId, Player>,
    /// Whether one of the two lists goes on after it.
    pub goes_on: bool,
}

/// Who owes and is owed what in one currency, settled or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrencyBalances {
    /// ISO 4217 code of the money.
    pub currency: String,
    /// Everybody for whom something is open.
    pub balances: Vec<PartyBalance>,
    /// The transfers that are not paid yet, the oldest first.
    pub unpaid: Vec<UnpaidTransfer>,
}

/// What a party is owed (positive) or owes (negative), in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartyBalance {
    /// Who, after merges.
    pub party: Party,
    /// Gained or lost in matches and not settled yet.
    pub unsettled_cents: i64,
    /// Settled and not paid yet.
    pub unpaid_cents: i64,
}

/// A transfer of a settlement of which something is left to be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnpaidTransfer {
    /// The settlement.
    pub settlement: SettlementId,
    /// The transfer.
    pub due: Due,
}

impl Ledger {
    /// Who owes and is owed what: in one currency, or in each in which something is open. Of both lists, each over all currencies, the part
    /// from a place on, and at most so many.
    pub async fn club_balances(
        &self,
        club: ClubId,
        currency: Option<String>,
        (begin, limit): (u64, u32),
    ) -> Result<ClubBalances> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let of = (club, currency.as_deref());
                part(tx.sql()?, of, (begin, limit)).await
            };
            tx.read(club, looks).await
        })
        .await
    }
}

async fn part(
    sql: Sql<'_>,
    of: (ClubId, Option<&str>),
    (begin, limit): (u64, u32),
) -> Result<ClubBalances> {
    let rows = (begin, one_more(limit));
    let (mut of_parties, mut unpaid) = try_join(
        club_balances::of_parties(sql, of, rows),
        club_balances::unpaid(sql, of, rows),
    )
    .await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let goes_on = of_parties.len().max(unpaid.len()) > limit;
    of_parties.truncate(limit);
    unpaid.truncate(limit);
    let owes = unpaid.iter().map(OpenTransfer::due);
    let ends = owes.flat_map(|due| [due.transfer.from, due.transfer.to]);
    let everybody = of_parties.iter().map(OfParty::payer).chain(ends);
    let names = names(sql, of.0, everybody).await?;
    Ok(ClubBalances {
        currencies: by_currency(of_parties, unpaid)?,
        names,
        goes_on,
    })
}

fn by_currency(
    of_parties: Vec<OfParty>,
    unpaid: Vec<OpenTransfer>,
) -> Result<Vec<CurrencyBalances>> {
    let mut lists: BTreeMap<String, (Vec<PartyBalance>, Vec<UnpaidTransfer>)> = BTreeMap::new();
    for row in of_parties {
        let balance = PartyBalance {
            party: row.payer(),
            unsettled_cents: row.unsettled_cents()?,
            unpaid_cents: row.unpaid_cents()?,
        };
        lists.entry(row.currency).or_default().0.push(balance);
    }
    for row in unpaid {
        let transfer = UnpaidTransfer {
            settlement: row.settlement(),
            due: row.due(),
        };
        lists.entry(row.currency).or_default().1.push(transfer);
    }
    let of_currency = |(currency, (balances, unpaid))| CurrencyBalances {
        currency,
        balances,
        unpaid,
    };
    Ok(lists.into_iter().map(of_currency).collect())
}
