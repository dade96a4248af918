//! The matches of a drawn round of a tournament are opened, all of them together.

use super::tournaments::refuse_closed;
use crate::commands::open_tables;
use crate::queries::tournaments as queries;
use crate::tables::players::Names;
use crate::tables::{players, tournaments, variants};
use crate::{
    Body, Error, HashedEntry, Ledger, OpenMatch, Result, Retry, TournamentId, TournamentRoundError,
    TournamentView, Write, Written,
};
use evidence::{Tournament, TournamentRoundOpened};
use futures_util::future::try_join3;

/// The matches of a round to open.
#[derive(Debug, Clone)]
pub struct OpenTournamentRound {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the round.
    pub round: u32,
    /// The match of each table, with its players, on one of its days, all under one variant.
    pub matches: Vec<OpenMatch>,
}

impl Ledger {
    /// Opens a match for each table of a round: [`TournamentRoundError::Opened`] and [`TournamentError::Closed`](crate::TournamentError::Closed) if it is too
    /// late.
    pub async fn open_tournament_round(
        &self,
        write: Write,
        new: OpenTournamentRound,
    ) -> Result<Written<TournamentView>> {
        self.run(|ledger| open_round(ledger, write, new)).await
    }
}

async fn open_round(
    ledger: Ledger,
    write: Write,
    new: OpenTournamentRound,
) -> Result<Written<TournamentView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let first = open_tables::first(&new.matches)?;
    let looks = async {
        let seated = new.matches.iter().flat_map(|one| one.players);
        let sql = tx.sql()?;
        try_join3(
            queries::find(sql, write.club, new.tournament),
            players::names(sql, write.club, seated.map(|player| player.0).collect()),
            variants::is_retired(sql, write.club, first.variant_hash),
        )
        .await
    };
    let (mut club, (tournament, names, retired)) = tx.lock(&write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return queries::left_by(sql, &entry).await.map(Written::again);
    }
    new.check(&tournament, &names)?;
    let opened = |matches| TournamentRoundOpened {
        tournament: new.tournament,
        round: new.round,
        matches,
    };
    let (of_round, opened) = open_tables::enter(
        &tx,
        &write,
        &mut club,
        (&new.matches, retired),
        (opened, Body::TournamentRoundOpened),
    )
    .await?;
    let of = (new.tournament, opened.matches);
    tournaments::insert_matches(sql, &of_round.entry, of).await?;
    let view = queries::left_by(sql, &of_round.entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

impl OpenTournamentRound {
    fn check(&self, tournament: &Tournament, names: &Names) -> Result<()> {
        refuse_closed(tournament)?;
        let round = tournament.round(self.round);
        let round = round.ok_or(Error::NotFound("round"))?;
        if !round.matches.is_empty() {
            return Err(TournamentRoundError::Opened.into());
        }
        let days = tournament.terms.from..=tournament.terms.until;
        if !self.matches.iter().all(|one| days.contains(&one.played_on)) {
            return Err(Error::Contradiction(
                "a match is not on a day of the tournament",
            ));
        }
        let stated = self.matches.iter().map(|one| one.players);
        if !stated.eq(round.draw.tables.iter().copied()) {
            return Err(Error::Unavailable {
                retry: Retry::Now,
                reason: "the round was drawn once more meanwhile".to_owned(),
            });
        }
        let remedy = open_tables::remedy(tournament.last_round() == self.round);
        open_tables::check_players(&round.draw.tables, names, remedy)
    }
}
