//! Evenings: who is there, who sits where, and which matches are played.

use crate::page;
use crate::queries::open_balances::names;
use crate::tables::{Sql, evenings, round_tables};
use crate::transaction::Transaction;
use crate::{
    Body, ClubId, Entry, Error, EveningId, Ledger, MatchId, Page, Party, Player, PlayerId, Result,
    TablesNow, Write,
};
use evidence::{Evening, EveningOpened, Event, RoundOf, TablesReplayed};
use futures_util::future::try_join;
use std::collections::HashMap;

/// An evening, as its entries up to some moment tell it.
#[derive(Debug, Clone, PartialEq)]
pub struct EveningView {
    /// What the entries say.
    pub evening: Evening,
    /// The hall, if it was stated, is known and was not erased.
    pub hall: Option<String>,
    /// Everybody in it, each under the name of whom they count for.
    pub names: HashMap<PlayerId, Player>,
    /// The matches of its rounds as they stand now.
    pub tables: TablesNow,
}

/// An evening, without what happened in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EveningSummary {
    /// The entry that opened it.
    pub opened: Event,
    /// What it says.
    pub terms: EveningOpened,
    /// The hall, if it was stated, is known and was not erased.
    pub hall: Option<String>,
}

/// A page of evenings, the last opened first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evenings {
    /// The evenings.
    pub evenings: Vec<EveningSummary>,
    /// Where the next page begins; none after the last one.
    pub next: Option<u64>,
}

impl Ledger {
    /// An evening as it stands.
    pub async fn evening(&self, club: ClubId, id: EveningId) -> Result<EveningView> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { one(tx.sql()?, club, id, u64::MAX).await })
                .await
        })
        .await
    }

    /// The evening as the same request left it before, if it did: a repeated request need not ask the engine again.
    pub async fn evening_left_before(&self, write: Write) -> Result<Option<EveningView>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            match tx.prior(&write).await? {
                Some(prior) => left_by(tx.sql()?, &prior.entry.entry).await.map(Some),
                None => Ok(None),
            }
        })
        .await
    }

    /// The evenings of a club, the last opened first.
    pub async fn evenings(&self, club: ClubId, page: Page) -> Result<Evenings> {
        self.run_late_read(club, async move |tx: Transaction| {
            let reads = async { evenings::list(tx.sql()?, club, page).await };
            let read = tx.read(club, reads).await?;
            let (read, next) = page::cut(read, page.limit, |(entry, _)| entry.seq);
            let evenings = read.into_iter().map(summary);
            Ok(Evenings {
                evenings: evenings.collect::<Result<_>>()?,
                next,
            })
        })
        .await
    }
}

/// The evening that some entries tell, all that are told of one.
pub(crate) fn told(entries: Vec<Entry>) -> Result<Evening> {
    let last = entries.last().map_or(0, |entry| entry.seq);
    let evening = Evening::read(entries).map_err(|refusal| Error::Damaged {
        seq: last,
        reason: format!("with the entries of its evening before it: {refusal}"),
    })?;
    evening.ok_or(Error::NotFound("evening"))
}

/// An evening as it stands, without names.
pub(crate) async fn find(sql: Sql<'_>, club: ClubId, id: EveningId) -> Result<Evening> {
    told(evenings::entries_of(sql, club, id).await?)
}

/// The evening as one of its entries left it.
pub(crate) async fn left_by(sql: Sql<'_>, entry: &Entry) -> Result<EveningView> {
    let id = evening_id(&entry.body);
    let id = id.ok_or_else(|| Error::misplaced(entry.seq, "evening_opened"))?;
    one(sql, entry.club, id, entry.seq).await
}

/// An evening as it stood after an entry.
pub(crate) async fn one(
    sql: Sql<'_>,
    club: ClubId,
    id: EveningId,
    until: u64,
) -> Result<EveningView> {
    let (mut entries, hall) = try_join(
        evenings::entries_of(sql, club, id),
        evenings::hall(sql, club, id),
    )
    .await?;
    entries.retain(|entry| entry.seq <= until);
    let evening = told(entries)?;
    let (names, tables) = try_join(
        names(sql, club, players(&evening).map(Party::Player)),
        round_tables::now(sql, club, matches(&evening)),
    )
    .await?;
    Ok(EveningView {
        evening,
        hall,
        names,
        tables,
    })
}

/// Everybody in an evening.
pub(crate) fn players(evening: &Evening) -> impl Iterator<Item = PlayerId> {
    let drawn = evening.rounds.iter().flat_map(|round| round.draw.players());
    evening.present.iter().copied().chain(drawn)
}

/// The matches of the rounds, without those in whose place others are played.
pub(crate) fn matches(evening: &Evening) -> impl Iterator<Item = MatchId> {
    let rounds = evening.rounds.iter();
    rounds.flat_map(|round| round.matches.iter().copied())
}

fn summary((entry, hall): (Entry, Option<String>)) -> Result<EveningSummary> {
    let opened = Event::of(&entry);
    let Body::EveningOpened(terms) = entry.body else {
        return Err(Error::misplaced(entry.seq, "evening_opened"));
    };
    Ok(EveningSummary {
        opened,
        terms,
        hall,
    })
}

/// The evening that an entry tells of.
fn evening_id(body: &Body) -> Option<EveningId> {
    if let Body::EveningOpened(opened) = body {
        Some(opened.evening)
    } else if let Body::AttendanceChanged(changed) = body {
        Some(changed.evening)
    } else if let Body::RoundDrawn(drawn) = body {
        Some(drawn.evening)
    } else if let Body::RoundOpened(opened) = body {
        Some(opened.evening)
    } else if let Body::TablesReplayed(TablesReplayed {
        of: RoundOf::Evening { evening },
        ..
    }) = body
    {
        Some(*evening)
    } else {
        None
    }
}
