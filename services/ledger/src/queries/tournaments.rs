//! Tournaments: who takes part, who sits where, and what the referee decided.

use crate::page;
use crate::queries::open_balances::names;
use crate::tables::tournaments::Listed;
use crate::tables::{Sql, round_tables, tournaments};
use crate::transaction::Transaction;
use crate::{
    Body, ClubId, Entry, Error, Ledger, MatchId, Page, Party, Player, PlayerId, Result, TablesNow,
    TournamentId, Write,
};
use evidence::{Event, Tournament, TournamentOpened};
use futures_util::future::try_join;
use std::collections::{BTreeMap, HashMap};

/// A tournament, as its entries up to some moment tell it.
#[derive(Debug, Clone, PartialEq)]
pub struct TournamentView {
    /// What the entries say.
    pub tournament: Tournament,
    /// The name and the reasons that are known and were not erased, by the sequence numbers of their entries.
    pub texts: BTreeMap<u64, String>,
    /// Everybody in it, each under the name of whom they count for.
    pub names: HashMap<PlayerId, Player>,
    /// The matches of its rounds as they stand now.
    pub tables: TablesNow,
}

/// A tournament, without what happened in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentSummary {
    /// The entry that opened it.
    pub opened: Event,
    /// What it says.
    pub terms: TournamentOpened,
    /// What it is called, if that is known and was not erased.
    pub name: Option<String>,
    /// The sequence number of the entry that closed it; none while it goes on.
    pub closed_seq: Option<u64>,
}

/// A page of tournaments, the last opened first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tournaments {
    /// The tournaments.
    pub tournaments: Vec<TournamentSummary>,
    /// Where the next page begins; none after the last one.
    pub next: Option<u64>,
}

impl Ledger {
    /// A tournament as it stands.
    pub async fn tournament(&self, club: ClubId, id: TournamentId) -> Result<TournamentView> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { one(tx.sql()?, club, id, u64::MAX).await })
                .await
        })
        .await
    }

    /// The tournament as the same request left it before, if it did: a repeated request need not ask the engine again.
    pub async fn tournament_left_before(&self, write: Write) -> Result<Option<TournamentView>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            match tx.prior(&write).await? {
                Some(prior) => left_by(tx.sql()?, &prior.entry.entry).await.map(Some),
                None => Ok(None),
            }
        })
        .await
    }

    /// The tournaments of a club, the last opened first.
    pub async fn tournaments(&self, club: ClubId, page: Page) -> Result<Tournaments> {
        self.run_late_read(club, async move |tx: Transaction| {
            let reads = async { tournaments::list(tx.sql()?, club, page).await };
            let read = tx.read(club, reads).await?;
            let (read, next) = page::cut(read, page.limit, |one| one.opened.seq);
            let tournaments = read.into_iter().map(summary);
            Ok(Tournaments {
                tournaments: tournaments.collect::<Result<_>>()?,
                next,
            })
        })
        .await
    }
}

impl TournamentView {
    /// What the tournament is called, if that is known and was not erased.
    pub fn name(&self) -> Option<&str> {
        let name = self.texts.get(&self.tournament.opened.seq);
        name.map(String::as_str)
    }
}

/// The tournament that some entries tell, all that are told of one.
pub(crate) fn told(entries: Vec<Entry>) -> Result<Tournament> {
    let last = entries.last().map_or(0, |entry| entry.seq);
    let tournament = Tournament::read(entries).map_err(|refusal| Error::Damaged {
        seq: last,
        reason: format!("with the entries of its tournament before it: {refusal}"),
    })?;
    tournament.ok_or(Error::NotFound("tournament"))
}

/// A tournament as it stands, without names.
pub(crate) async fn find(sql: Sql<'_>, club: ClubId, id: TournamentId) -> Result<Tournament> {
    as_of(sql, club, id, u64::MAX).await
}

/// A tournament as it stood after an entry, without names.
pub(crate) async fn as_of(
    sql: Sql<'_>,
    club: ClubId,
    id: TournamentId,
    until: u64,
) -> Result<Tournament> {
    let mut entries = tournaments::entries_of(sql, club, id).await?;
    entries.retain(|entry| entry.seq <= until);
    told(entries)
}

/// The tournament as one of its entries left it.
pub(crate) async fn left_by(sql: Sql<'_>, entry: &Entry) -> Result<TournamentView> {
    let id = entry.body.tournament_id();
    let id = id.ok_or_else(|| Error::misplaced(entry.seq, "tournament_opened"))?;
    one(sql, entry.club, id, entry.seq).await
}

/// A tournament as it stood after an entry.
pub(crate) async fn one(
    sql: Sql<'_>,
    club: ClubId,
    id: TournamentId,
    until: u64,
) -> Result<TournamentView> {
    let (tournament, texts) = try_join(
        as_of(sql, club, id, until),
        tournaments::texts(sql, club, id),
    )
    .await?;
    let (names, tables) = try_join(
        names(sql, club, players(&tournament).map(Party::Player)),
        round_tables::now(sql, club, matches(&tournament)),
    )
    .await?;
    Ok(TournamentView {
        tournament,
        texts: texts.into_iter().collect(),
        names,
        tables,
    })
}

/// Everybody in a tournament. Whoever was drawn is registered, or somebody who is was merged into them.
pub(crate) fn players(tournament: &Tournament) -> impl Iterator<Item = PlayerId> {
    let drawn = tournament.rounds.iter();
    let drawn = drawn.flat_map(|round| round.draw.players());
    tournament.entrants.keys().copied().chain(drawn)
}

/// The matches of the rounds, without those in whose place others are played.
pub(crate) fn matches(tournament: &Tournament) -> impl Iterator<Item = MatchId> {
    let rounds = tournament.rounds.iter();
    rounds.flat_map(|round| round.matches.iter().copied())
}

fn summary(listed: Listed) -> Result<TournamentSummary> {
    let Listed {
        opened: entry,
        closed_seq,
        name,
    } = listed;
    let opened = Event::of(&entry);
    let Body::TournamentOpened(terms) = entry.body else {
        return Err(Error::misplaced(entry.seq, "tournament_opened"));
    };
    Ok(TournamentSummary {
        opened,
        terms,
        name,
        closed_seq,
    })
}
