//! The matches of a drawn round are opened, all of them together.

use crate::commands::open_tables;
use crate::queries::evenings as queries;
use crate::tables::players::Names;
use crate::tables::{evenings, players, variants};
use crate::{
    Body, Error, EveningError, EveningId, EveningView, HashedEntry, Ledger, OpenMatch, Result,
    Write, Written,
};
use evidence::{Evening, RoundOpened};
use futures_util::future::try_join3;

/// The matches of a round to open.
#[derive(Debug, Clone)]
pub struct OpenRound {
    /// The evening.
    pub evening: EveningId,
    /// The number of the round.
    pub round: u32,
    /// The match of each table, with its players, on the day of the evening, all under one variant.
    pub matches: Vec<OpenMatch>,
}

impl Ledger {
    /// Opens a match for each table of a round: [`EveningError::RoundReplaced`] and [`EveningError::RoundOpened`] if it is too late.
    pub async fn open_round(&self, write: Write, new: OpenRound) -> Result<Written<EveningView>> {
        self.run(|ledger| open_round(ledger, write, new)).await
    }
}

async fn open_round(ledger: Ledger, write: Write, new: OpenRound) -> Result<Written<EveningView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let first = open_tables::first(&new.matches)?;
    let looks = async {
        let seated = new.matches.iter().flat_map(|one| one.players);
        let sql = tx.sql()?;
        try_join3(
            queries::find(sql, write.club, new.evening),
            players::names(sql, write.club, seated.map(|player| player.0).collect()),
            variants::is_retired(sql, write.club, first.variant_hash),
        )
        .await
    };
    let (mut club, (evening, names, retired)) = tx.lock(&write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return queries::left_by(sql, &entry).await.map(Written::again);
    }
    new.check(&evening, &names)?;
    let opened = |matches| RoundOpened {
        evening: new.evening,
        round: new.round,
        matches,
    };
    let (of_round, opened) = open_tables::enter(
        &tx,
        &write,
        &mut club,
        (&new.matches, retired),
        (opened, Body::RoundOpened),
    )
    .await?;
    evenings::insert_matches(sql, &of_round.entry, (new.evening, opened.matches)).await?;
    let view = queries::left_by(sql, &of_round.entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

impl OpenRound {
    fn check(&self, evening: &Evening, names: &Names) -> Result<()> {
        let round = evening.round(self.round).ok_or(Error::NotFound("round"))?;
        if round.replaced {
            return Err(EveningError::RoundReplaced.into());
        }
        if !round.matches.is_empty() {
            return Err(EveningError::RoundOpened.into());
        }
        let stated = self.matches.iter().map(|one| (one.players, one.played_on));
        let day = evening.terms.held_on;
        if !stated.eq(round.draw.tables.iter().map(|table| (*table, day))) {
            return Err(Error::Contradiction(
                "the matches are not those of the round",
            ));
        }
        let is_last = evening.next_round() == self.round.saturating_add(1);
        let remedy = open_tables::remedy(is_last);
        open_tables::check_players(&round.draw.tables, names, remedy)
    }
}
