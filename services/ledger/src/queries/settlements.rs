//! Settlements that were made: who owes whom, and what of it has been paid.

use crate::Extent;
use crate::queries::matches::extent;
use crate::queries::open_balances::names;
use crate::tables::{Sql, open_balances, players, settlements};
use crate::transaction::Transaction;
use crate::{ClubId, Entry, Error, Ledger, Page, Party, Player, PlayerId, Result, SettlementId};
use evidence::{Due, Settlement};
use futures_util::future::try_join;
use open_balances::Filter;
use settlements::OpenTransfer;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A settlement, as its entries up to some moment tell it.
#[derive(Debug, Clone, PartialEq)]
pub struct SettlementView {
    /// What the entries say.
    pub settlement: Settlement,
    /// Everybody in it, each under the name of whom they count for.
    pub names: HashMap<PlayerId, Player>,
    /// The texts that its entries commit to, by sequence number.
    pub texts: HashMap<u64, String>,
}

/// A page of settlements, the last made first.
#[derive(Debug, Clone, PartialEq)]
pub struct Settlements {
    /// The settlements.
    pub settlements: Vec<SettlementView>,
    /// Where the next page begins; none after the last one.
    pub next: Option<u64>,
}

/// Who owes and is owed what in one currency, settled or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubBalances {
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
    /// A settlement as it stands.
    pub async fn settlement(&self, club: ClubId, id: SettlementId) -> Result<SettlementView> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { one(tx.sql()?, club, id, u64::MAX).await })
                .await
        })
        .await
    }

    /// How many settlements of a club there are, and up to which entry.
    pub async fn extent_of_settlements(&self, club: ClubId) -> Result<Extent> {
        self.run_late_read(club, async move |tx: Transaction| {
            let looks = async {
                let sql = tx.sql()?;
                extent(sql, club, settlements::count(sql, club)).await
            };
            tx.read(club, looks).await
        })
        .await
    }

    /// The settlements of a club, the last made first. A page has fewer than it may have where they are large: about a megabyte of entries.
    pub async fn settlements(&self, club: ClubId, page: Page) -> Result<Settlements> {
        self.run_late_read(club, async move |tx: Transaction| {
            tx.read(club, async { list(tx.sql()?, club, page).await })
                .await
        })
        .await
    }

    /// Who owes and is owed what, settled or not: in one currency, or in each in which something is open. With the names
    /// of everybody.
    pub async fn club_balances(
        &self,
        club: ClubId,
        currency: Option<String>,
    ) -> Result<(Vec<ClubBalances>, HashMap<PlayerId, Player>)> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { balances(tx.sql()?, club, currency).await })
                .await
        })
        .await
    }
}

/// The settlement that some entries tell, all that are told of one.
pub(crate) fn told(entries: Vec<Entry>) -> Result<Settlement> {
    let last = entries.last().map_or(0, |entry| entry.seq);
    let settlement = Settlement::read(entries).map_err(|refusal| Error::Damaged {
        seq: last,
        reason: format!("with the entries of its settlement before it: {refusal}"),
    })?;
    settlement.ok_or(Error::NotFound("settlement"))
}

/// A settlement as it stood after an entry.
pub(crate) async fn one(
    sql: Sql<'_>,
    club: ClubId,
    id: SettlementId,
    until: u64,
) -> Result<SettlementView> {
    let (mut entries, texts) = try_join(
        settlements::entries_of(sql, club, vec![id.0]),
        settlements::texts_of(sql, club, vec![id.0]),
    )
    .await?;
    let mut entries = entries.remove(&id).unwrap_or_default();
    entries.retain(|entry| entry.seq <= until);
    let settlement = told(entries)?;
    let names = names(sql, club, parties(&settlement)).await?;
    Ok(SettlementView {
        settlement,
        names,
        texts,
    })
}

async fn list(sql: Sql<'_>, club: ClubId, page: Page) -> Result<Settlements> {
    let (found, next) = settlements::list(sql, club, page).await?;
    let ids: Vec<_> = found.iter().map(|id| id.0).collect();
    let (mut entries, texts) = try_join(
        settlements::entries_of(sql, club, ids.clone()),
        settlements::texts_of(sql, club, ids),
    )
    .await?;
    let each = found
        .iter()
        .map(|id| told(entries.remove(id).unwrap_or_default()));
    let each: Vec<Settlement> = each.collect::<Result<_>>()?;
    let names = names(sql, club, each.iter().flat_map(parties)).await?;
    let view = |settlement: Settlement| SettlementView {
        names: named(&names, parties(&settlement)),
        texts: texts_in(&texts, &settlement),
        settlement,
    };
    Ok(Settlements {
        settlements: each.into_iter().map(view).collect(),
        next,
    })
}

fn named(
    names: &HashMap<PlayerId, Player>,
    parties: impl Iterator<Item = Party>,
) -> HashMap<PlayerId, Player> {
    let name = |party| match party {
        Party::Player(player) => Some((player, names.get(&player)?.clone())),
        Party::House => None,
    };
    parties.filter_map(name).collect()
}

fn texts_in(texts: &HashMap<u64, String>, settlement: &Settlement) -> HashMap<u64, String> {
    let recorded = settlement.payments.iter().map(|paid| paid.recorded.seq);
    let reversed = settlement
        .payments
        .iter()
        .filter_map(|paid| Some(paid.reversed?.seq));
    let text = |seq| Some((seq, texts.get(&seq)?.clone()));
    recorded.chain(reversed).filter_map(text).collect()
}

/// Everybody in a settlement.
fn parties(settlement: &Settlement) -> impl Iterator<Item = Party> {
    let terms = &settlement.terms;
    let parts = terms
        .parts
        .iter()
        .flat_map(|part| [part.party, part.payer()]);
    parts.chain(terms.transfers.iter().flat_map(|one| [one.from, one.to]))
}

#[derive(Default)]
struct Sums {
    /// Of each party: what is not settled, and what is settled and not paid.
    parties: BTreeMap<Party, (i128, i128)>,
    unpaid: Vec<UnpaidTransfer>,
}

async fn balances(
    sql: Sql<'_>,
    club: ClubId,
    currency: Option<String>,
) -> Result<(Vec<ClubBalances>, HashMap<PlayerId, Player>)> {
    let filter = Filter {
        currency: currency.clone(),
        ..Filter::default()
    };
    let (open, unpaid) = try_join(
        open_balances::list(sql, club, &filter),
        settlements::unpaid(sql, club, currency.as_deref()),
    )
    .await?;
    let mut sums: BTreeMap<String, Sums> = BTreeMap::new();
    for row in &open {
        let of_currency = sums.entry(row.currency().to_owned()).or_default();
        of_currency.parties.entry(row.payer()).or_default().0 += row.open_cents();
    }
    let owes = unpaid.iter().map(OpenTransfer::due);
    let ends = owes.flat_map(|due| [due.transfer.from, due.transfer.to]);
    let ends: BTreeSet<Party> = ends.collect();
    let counts_for = merged(sql, club, &ends).await?;
    let counts_for = |party: Party| counts_for.get(&party).copied().unwrap_or(party);
    for transfer in &unpaid {
        let of_currency = sums.entry(transfer.currency().to_owned()).or_default();
        let (settlement, due) = (transfer.settlement(), transfer.due());
        let open = i128::from(due.open_cents());
        let (from, to) = (due.transfer.from, due.transfer.to);
        of_currency.parties.entry(counts_for(from)).or_default().1 -= open;
        of_currency.parties.entry(counts_for(to)).or_default().1 += open;
        of_currency.unpaid.push(UnpaidTransfer { settlement, due });
    }
    let everybody = sums.values().flat_map(|sums| sums.parties.keys().copied());
    let names = names(sql, club, everybody.chain(ends)).await?;
    let balances = sums
        .into_iter()
        .map(|(currency, sums)| sums.balances(currency));
    Ok((balances.collect::<Result<_>>()?, names))
}

/// Whom some parties count for, after merges.
async fn merged(
    sql: Sql<'_>,
    club: ClubId,
    parties: &BTreeSet<Party>,
) -> Result<HashMap<Party, Party>> {
    let ids = parties.iter().filter_map(|party| match party {
        Party::Player(player) => Some(player.0),
        Party::House => None,
    });
    let found = players::canonical(sql, club, ids.collect()).await?;
    let parties = |(id, into)| (Party::Player(id), Party::Player(into));
    Ok(found.into_iter().map(parties).collect())
}

impl Sums {
    fn balances(self, currency: String) -> Result<ClubBalances> {
        let cents = |amount: i128| i64::try_from(amount).map_err(|_| Error::AmountTooLarge);
        let balance = |(party, (unsettled, unpaid))| {
            Ok(PartyBalance {
                party,
                unsettled_cents: cents(unsettled)?,
                unpaid_cents: cents(unpaid)?,
            })
        };
        let open = self.parties.into_iter().filter(|(_, sums)| *sums != (0, 0));
        Ok(ClubBalances {
            currency,
            balances: open.map(balance).collect::<Result<_>>()?,
            unpaid: self.unpaid,
        })
    }
}
