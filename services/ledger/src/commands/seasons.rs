//! A season is opened, and closed.

use crate::queries::seasons as queries;
use crate::tables::players::Names;
use crate::tables::{players, seasons, texts};
use crate::{
    Body, Error, HashedEntry, Ledger, PlayerId, Result, SeasonError, SeasonId, SeasonView, Write,
    Written, clock_and_ids,
};
use evidence::{SeasonClosed, SeasonOpened, SeasonRules, commit};
use futures_util::future::{try_join, try_join3};
use std::collections::BTreeSet;
use time::Date;

/// A season to open.
#[derive(Debug, Clone)]
pub struct OpenSeason {
    /// What it is called; the ledger's entry holds only a salted commitment to it.
    pub name: String,
    /// The first day of its matches, in the club's time zone.
    pub from: Date,
    /// The last one.
    pub until: Date,
    /// How its standings are added up, in any order. What an entry cannot state is a mistake of the calling program.
    pub rules: SeasonRules,
}

impl Ledger {
    /// Opens a season. Its rules name only players who play in the club: [`SeasonError`] says who does not.
    pub async fn open_season(&self, write: Write, new: OpenSeason) -> Result<Written<SeasonView>> {
        self.run(|ledger| open(ledger, write, new)).await
    }

    /// Closes a season: its standings are final. [`SeasonError::ClosedBefore`] if that was done before.
    pub async fn close_season(&self, write: Write, id: SeasonId) -> Result<Written<SeasonView>> {
        self.run(move |ledger| close(ledger, write, id)).await
    }
}

async fn open(ledger: Ledger, write: Write, new: OpenSeason) -> Result<Written<SeasonView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let named: BTreeSet<_> = new.rules.players().map(|player| player.0).collect();
        players::names(tx.sql()?, write.club, named.into_iter().collect()).await
    };
    let (mut club, names) = tx.lock(&write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return queries::left_by(sql, &entry).await.map(Written::again);
    }
    check_players(&new.rules, &names)?;
    let salt = clock_and_ids::salt();
    let opened = SeasonOpened {
        season: SeasonId(clock_and_ids::ordered_id()),
        name_commitment: commit(&salt, &new.name),
        from: new.from,
        until: new.until,
        rules: new.rules.in_order(),
    };
    let sealed = club.seal(Body::SeasonOpened(opened.clone()))?;
    try_join3(
        tx.append(&write, &[&sealed]),
        texts::insert(sql, &sealed.entry, Some((&new.name, &salt))),
        seasons::insert(sql, &sealed.entry, &opened),
    )
    .await?;
    let view = queries::left_by(sql, &sealed.entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

/// Refuses players whom the club does not have, and those who were merged or erased.
fn check_players(rules: &SeasonRules, names: &Names) -> Result<()> {
    let check = |player: PlayerId, unknown: SeasonError| {
        let known = names.get(&player.0).ok_or(unknown)?;
        known.check().map_err(Error::from)
    };
    for (index, handicap) in rules.handicaps.iter().enumerate() {
        check(handicap.player, SeasonError::UnknownHandicap { index })?;
    }
    for (team, of) in rules.teams.iter().enumerate() {
        for (index, player) in of.players.iter().enumerate() {
            check(*player, SeasonError::UnknownTeamPlayer { team, index })?;
        }
    }
    Ok(())
}

async fn close(ledger: Ledger, write: Write, id: SeasonId) -> Result<Written<SeasonView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { seasons::find(tx.sql()?, write.club, id).await };
    let (mut club, found) = tx.lock(&write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return queries::left_by(sql, &entry).await.map(Written::again);
    }
    let (season, _) = found.ok_or(Error::NotFound("season"))?;
    if season.closed.is_some() {
        return Err(SeasonError::ClosedBefore.into());
    }
    let closed = SeasonClosed { season: id };
    let sealed = club.seal(Body::SeasonClosed(closed))?;
    try_join(
        tx.append(&write, &[&sealed]),
        seasons::close(sql, &sealed.entry, closed),
    )
    .await?;
    let view = queries::left_by(sql, &sealed.entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}
