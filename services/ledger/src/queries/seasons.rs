//! Seasons, as their entries tell them.

use crate::queries::open_balances::names;
use crate::tables::{Sql, seasons};
use crate::transaction::Transaction;
use crate::{Body, ClubId, Entry, Error, Ledger, Page, Party, Player, PlayerId, Result, SeasonId};
use evidence::Season;
use std::collections::HashMap;

/// A season.
#[derive(Debug, Clone, PartialEq)]
pub struct SeasonView {
    /// What the entries say.
    pub season: Season,
    /// What it is called, if that is known and was not erased.
    pub name: Option<String>,
    /// Everybody in its rules, each under the name of whom they count for.
    pub names: HashMap<PlayerId, Player>,
}

/// A page of seasons, the last opened first; of long rules, fewer than asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Seasons {
    /// The seasons, each with its name, if that is known and was not erased.
    pub seasons: Vec<(Season, Option<String>)>,
    /// Where the next page begins; none after the last one.
    pub next: Option<u64>,
}

impl Ledger {
    /// A season as it stands.
    pub async fn season(&self, club: ClubId, id: SeasonId) -> Result<SeasonView> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { one(tx.sql()?, club, id).await })
                .await
        })
        .await
    }

    /// The seasons of a club, the last opened first.
    pub async fn seasons(&self, club: ClubId, page: Page) -> Result<Seasons> {
        self.run_late_read(club, async move |tx: Transaction| {
            let reads = async { seasons::list(tx.sql()?, club, page).await };
            let (seasons, has_more) = tx.read(club, reads).await?;
            let last = seasons.last().filter(|_| has_more);
            let next = last.map(|(season, _)| season.opened.seq);
            Ok(Seasons { seasons, next })
        })
        .await
    }
}

/// The season as one of its entries left it.
pub(crate) async fn left_by(sql: Sql<'_>, entry: &Entry) -> Result<SeasonView> {
    let id = if let Body::SeasonOpened(opened) = &entry.body {
        opened.season
    } else if let Body::SeasonClosed(closed) = &entry.body {
        closed.season
    } else {
        return Err(Error::misplaced(entry.seq, "season_opened"));
    };
    let mut view = one(sql, entry.club, id).await?;
    let closed = view.season.closed;
    view.season.closed = closed.filter(|closed| closed.seq <= entry.seq);
    Ok(view)
}

async fn one(sql: Sql<'_>, club: ClubId, id: SeasonId) -> Result<SeasonView> {
    let found = seasons::find(sql, club, id).await?;
    let (season, name) = found.ok_or(Error::NotFound("season"))?;
    let players = season.terms.rules.players();
    let names = names(sql, club, players.map(Party::Player)).await?;
    Ok(SeasonView {
        season,
        name,
        names,
    })
}
