//! Settlements that were made: who owes whom, and what of it has been paid.

use crate::Extent;
use crate::queries::matches::extent;
use crate::queries::open_balances::names;
use crate::tables::{Sql, settlements};
use crate::transaction::Transaction;
use crate::{ClubId, Entry, Error, Ledger, Page, Party, Player, PlayerId, Result, SettlementId};
use evidence::Settlement;
use futures_util::future::try_join;
use std::collections::HashMap;

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
