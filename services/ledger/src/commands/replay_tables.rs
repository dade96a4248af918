//! At the tables of a round whose matches are void, others are opened instead of them: of an evening, or of a tournament.

use super::tournaments::{refuse_closed, refuse_too_many_changes};
use crate::commands::open_tables;
use crate::queries::{evenings as evening_queries, tournaments as tournament_queries};
use crate::tables::players::Names;
use crate::tables::{Sql, evenings, matches, players, tournaments, variants};
use crate::transaction::{LockedClub, Transaction};
use crate::{
    Body, ClubId, DrawRemedy, Entry, Error, EveningError, EveningId, EveningView, HashedEntry,
    Ledger, MAX_EVENING_CHANGES, MatchError, MatchId, OpenMatch, PlayerId, Result, TournamentId,
    TournamentView, Write, Written,
};
use evidence::{ReplayedTable, RoundOf, TablesReplayed};
use futures_util::future::try_join;

/// A round of which the void matches are played again.
#[derive(Debug, Clone, Copy)]
pub struct ReplayTables<T> {
    /// The evening or the tournament.
    pub of: T,
    /// The number of the round.
    pub round: u32,
}

impl Ledger {
    /// Opens a match at each table of a round of an evening whose match is void, instead of that one: with the players who were drawn, on the
    /// same terms. [`MatchError::NothingToReplay`] if there is none.
    pub async fn replay_evening_tables(
        &self,
        write: Write,
        new: ReplayTables<EveningId>,
    ) -> Result<Written<EveningView>> {
        self.run(|ledger| replay_evening_tables(ledger, write, new))
            .await
    }

    /// The same of a round of a tournament. [`TournamentError::Closed`](crate::TournamentError::Closed) if it is too late.
    pub async fn replay_tournament_tables(
        &self,
        write: Write,
        new: ReplayTables<TournamentId>,
    ) -> Result<Written<TournamentView>> {
        self.run(|ledger| replay_tournament_tables(ledger, write, new))
            .await
    }
}

async fn replay_evening_tables(
    ledger: Ledger,
    write: Write,
    new: ReplayTables<EveningId>,
) -> Result<Written<EveningView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        let evening = evening_queries::find(sql, write.club, new.of).await?;
        let round = evening.round(new.round).ok_or(Error::NotFound("round"))?;
        let tables = (&*round.draw.tables, &*round.matches);
        let void = VoidTables::read(sql, write.club, tables).await?;
        Ok((evening, void))
    };
    let (mut club, (evening, void)) = tx.lock(&write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return evening_queries::left_by(sql, &entry)
            .await
            .map(Written::again);
    }
    if evening.changes.saturating_add(void.numbers.len()) > MAX_EVENING_CHANGES {
        return Err(EveningError::TooManyChanges.into());
    }
    let of = RoundOf::Evening { evening: new.of };
    let entry = void
        .replay(&tx, (&write, &mut club), (of, new.round))
        .await?;
    let view = evening_queries::left_by(sql, &entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

async fn replay_tournament_tables(
    ledger: Ledger,
    write: Write,
    new: ReplayTables<TournamentId>,
) -> Result<Written<TournamentView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        let tournament = tournament_queries::find(sql, write.club, new.of).await?;
        let round = tournament.round(new.round);
        let round = round.ok_or(Error::NotFound("round"))?;
        let tables = (&*round.draw.tables, &*round.matches);
        let void = VoidTables::read(sql, write.club, tables).await?;
        Ok((tournament, void))
    };
    let (mut club, (tournament, void)) = tx.lock(&write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return tournament_queries::left_by(sql, &entry)
            .await
            .map(Written::again);
    }
    refuse_closed(&tournament)?;
    refuse_too_many_changes(&tournament, void.numbers.len())?;
    let of = RoundOf::Tournament { tournament: new.of };
    let entry = void
        .replay(&tx, (&write, &mut club), (of, new.round))
        .await?;
    let view = tournament_queries::left_by(sql, &entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

/// The tables of a round whose matches are void.
struct VoidTables {
    /// Their numbers.
    numbers: Vec<u32>,
    /// The match to be opened at each of them.
    matches: Vec<OpenMatch>,
    /// Whether the club has retired the variant of these; none if there are none.
    retired: Option<bool>,
    /// Those who sit there.
    names: Names,
}

impl VoidTables {
    async fn read(
        sql: Sql<'_>,
        club: ClubId,
        (tables, matches): (&[[PlayerId; 4]], &[MatchId]),
    ) -> Result<Self> {
        let (mut numbers, mut open) = (Vec::new(), Vec::new());
        let rows = matches::some(sql, club, matches).await?;
        for ((number, seated), id) in (1..).zip(tables).zip(matches) {
            let row = rows.get(id).ok_or(Error::NotFound("match"))?;
            if row.void_seq().is_some() {
                numbers.push(number);
                open.push(row.again(*seated, row.played_on())?);
            }
        }
        let seated = open.iter().flat_map(|one| one.players);
        let seated = seated.map(|player| player.0).collect();
        let retired = async {
            match open.first() {
                Some(first) => variants::is_retired(sql, club, first.variant_hash).await,
                None => Ok(None),
            }
        };
        let (names, retired) = try_join(players::names(sql, club, seated), retired).await?;
        Ok(Self {
            numbers,
            matches: open,
            retired,
            names,
        })
    }

    /// Opens a match at each of the tables, and enters after them that these are played instead of the void ones.
    async fn replay(
        self,
        tx: &Transaction,
        (write, club): (&Write, &mut LockedClub),
        (of, round): (RoundOf, u32),
    ) -> Result<Entry> {
        if self.numbers.is_empty() {
            return Err(MatchError::NothingToReplay.into());
        }
        let tables: Vec<[PlayerId; 4]> = self.matches.iter().map(|one| one.players).collect();
        open_tables::check_players(&tables, &self.names, DrawRemedy::None)?;
        let replayed = |opened: Vec<MatchId>| {
            let tables = self.numbers.iter().copied().zip(opened);
            TablesReplayed {
                of,
                round,
                tables: tables
                    .map(|(table, match_id)| ReplayedTable { table, match_id })
                    .collect(),
            }
        };
        let (sealed, replayed) = open_tables::enter(
            tx,
            write,
            club,
            (&self.matches, self.retired),
            (replayed, Body::TablesReplayed),
        )
        .await?;
        follow(tx.sql()?, &sealed.entry, &replayed).await?;
        Ok(sealed.entry)
    }
}

/// What follows from an entry by which tables are played again.
pub(super) async fn follow(sql: Sql<'_>, entry: &Entry, replayed: &TablesReplayed) -> Result<()> {
    let matches = replayed.tables.iter().map(|one| one.match_id);
    match replayed.of {
        RoundOf::Evening { evening } => {
            evenings::insert_matches(sql, entry, (evening, matches)).await
        }
        RoundOf::Tournament { tournament } => {
            tournaments::insert_matches(sql, entry, (tournament, matches)).await
        }
    }
}
