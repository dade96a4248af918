//! A tournament is opened, its clock set, and it is closed.

use crate::queries::tournaments as queries;
use crate::tables::{Sql, texts, tournaments};
use crate::{
    Body, Entry, Error, HashedEntry, Ledger, MAX_TOURNAMENT_CHANGES, Result, TournamentError,
    TournamentId, TournamentRoundError, TournamentView, Write, Written, clock_and_ids,
};
use evidence::{
    Salt, Tournament, TournamentClock, TournamentClockChanged, TournamentClosed, TournamentOpened,
    TournamentRules, commit, seed_of_draw,
};
use futures_util::future::try_join3;
use time::{Date, OffsetDateTime};

/// A tournament to open.
#[derive(Debug, Clone)]
pub struct OpenTournament {
    /// What it is called; the ledger's entry holds only a salted commitment to it.
    pub name: String,
    /// Its first day, in the club's time zone.
    pub from: Date,
    /// The last one.
    pub until: Date,
    /// How it is drawn and scored. What an entry cannot state is a mistake of the calling program.
    pub rules: TournamentRules,
}

/// The clock of a round to set.
#[derive(Debug, Clone, Copy)]
pub struct SetTournamentClock {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the round.
    pub round: u32,
    /// Whether it runs from now on.
    pub running: bool,
    /// How many seconds are left. None: as many as are left by now, at first as many as the rules say.
    pub remaining_seconds: Option<u32>,
}

impl Ledger {
    /// Opens a tournament. Its seeds are fixed by that: the hash of the first one is published, and each one is the hash of the next.
    pub async fn open_tournament(
        &self,
        write: Write,
        new: OpenTournament,
    ) -> Result<Written<TournamentView>> {
        self.run(|ledger| open(ledger, write, new)).await
    }

    /// Sets the clock of a round. [`TournamentRoundError::NoClock`] if nobody says how many seconds it shows.
    pub async fn set_tournament_clock(
        &self,
        write: Write,
        new: SetTournamentClock,
    ) -> Result<Written<TournamentView>> {
        let body = move |tournament: &Tournament| {
            let changed = new.change(tournament, clock_and_ids::now())?;
            refuse_too_many_changes(tournament, 1)?;
            Ok((Body::TournamentClockChanged(changed), None))
        };
        self.run(move |ledger| enter(ledger, write, new.tournament, body))
            .await
    }

    /// Closes a tournament: its standings are final. [`TournamentError::Closed`] if that was done before.
    pub async fn close_tournament(
        &self,
        write: Write,
        tournament: TournamentId,
    ) -> Result<Written<TournamentView>> {
        let body = move |state: &Tournament| {
            refuse_closed(state)?;
            Ok((
                Body::TournamentClosed(TournamentClosed { tournament }),
                None,
            ))
        };
        self.run(move |ledger| enter(ledger, write, tournament, body))
            .await
    }
}

async fn open(
    ledger: Ledger,
    write: Write,
    new: OpenTournament,
) -> Result<Written<TournamentView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let (mut club, ()) = tx.lock(&write, async { Ok(()) }).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return queries::left_by(sql, &entry).await.map(Written::again);
    }
    let last_seed = clock_and_ids::seed();
    let salt = clock_and_ids::salt();
    let opened = TournamentOpened {
        tournament: TournamentId(clock_and_ids::ordered_id()),
        name_commitment: commit(&salt, &new.name),
        from: new.from,
        until: new.until,
        rules: new.rules,
        seed_hash: seed_of_draw(last_seed, 0),
    };
    let sealed = club.seal(Body::TournamentOpened(opened.clone()))?;
    try_join3(
        tx.append(&write, &[&sealed]),
        texts::insert(sql, &sealed.entry, Some((&new.name, &salt))),
        tournaments::insert(sql, &sealed.entry, &opened, Some(last_seed)),
    )
    .await?;
    let view = queries::left_by(sql, &sealed.entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

/// What an entry of a tournament says, and the text that it commits to.
pub(super) type BodyAndText = (Body, Option<(String, Salt)>);

/// Enters what `body` makes of the tournament, unless the same request did so before.
pub(super) async fn enter(
    ledger: Ledger,
    write: Write,
    id: TournamentId,
    body: impl FnOnce(&Tournament) -> Result<BodyAndText>,
) -> Result<Written<TournamentView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { queries::find(tx.sql()?, write.club, id).await };
    let (mut club, tournament) = tx.lock(&write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return queries::left_by(sql, &entry).await.map(Written::again);
    }
    let (body, text) = body(&tournament)?;
    let sealed = club.seal(body)?;
    let text = async {
        match &text {
            Some((text, salt)) => texts::insert(sql, &sealed.entry, Some((text, salt))).await,
            None => Ok(()),
        }
    };
    try_join3(
        tx.append(&write, &[&sealed]),
        text,
        follow(sql, &sealed.entry, id),
    )
    .await?;
    let view = queries::left_by(sql, &sealed.entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

async fn follow(sql: Sql<'_>, entry: &Entry, id: TournamentId) -> Result<()> {
    if let Body::TournamentClosed(closed) = &entry.body {
        return tournaments::close(sql, entry, *closed).await;
    }
    tournaments::follow(sql, entry, id).await
}

/// Refuses more changes of entrants, clocks and penalties than each read of the tournament may have to read.
pub(super) fn refuse_too_many_changes(tournament: &Tournament, more: usize) -> Result<()> {
    match tournament.changes.saturating_add(more) > MAX_TOURNAMENT_CHANGES {
        true => Err(TournamentError::TooManyChanges.into()),
        false => Ok(()),
    }
}

/// Refuses what is not done after a tournament was closed.
pub(super) fn refuse_closed(tournament: &Tournament) -> Result<()> {
    match tournament.closed {
        None => Ok(()),
        Some(_) => Err(TournamentError::Closed.into()),
    }
}

/// How many seconds a clock shows at a moment; a part of one counts as one.
fn remaining_seconds(clock: TournamentClock, now: OffsetDateTime) -> u32 {
    if !clock.running {
        return clock.remaining_seconds;
    }
    let passed = (now - clock.changed.time.moment()).whole_seconds();
    let passed = u32::try_from(passed.max(0)).unwrap_or(u32::MAX);
    clock.remaining_seconds.saturating_sub(passed)
}

impl SetTournamentClock {
    fn change(
        self,
        tournament: &Tournament,
        now: OffsetDateTime,
    ) -> Result<TournamentClockChanged> {
        refuse_closed(tournament)?;
        let round = tournament.round(self.round);
        let clock = round.ok_or(Error::NotFound("round"))?.clock;
        let of_rules = tournament.terms.rules.clock;
        let of_rules = of_rules.map(|clock| clock.minutes.saturating_mul(60));
        let by_now = clock.map(|clock| remaining_seconds(clock, now));
        let remaining = self.remaining_seconds.or(by_now).or(of_rules);
        Ok(TournamentClockChanged {
            tournament: self.tournament,
            round: self.round,
            running: self.running,
            remaining_seconds: remaining.ok_or(TournamentRoundError::NoClock)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UserId;
    use evidence::{Event, Timestamp};

    #[test]
    fn a_clock_that_runs_loses_each_whole_second_until_none_is_left() {
        let changed = Event {
            seq: 1,
            time: Timestamp::new(OffsetDateTime::UNIX_EPOCH).unwrap(),
            actor: UserId(uuid::Uuid::nil()),
        };
        for (running, passed, left) in [
            (true, 0, 90),
            (true, 999, 90),
            (true, 1_000, 89),
            (true, 90_000, 0),
            (true, 91_000, 0),
            (true, -1_000, 90),
            (false, 91_000, 90),
        ] {
            let clock = TournamentClock {
                changed,
                running,
                remaining_seconds: 90,
            };
            let now = changed.time.moment() + time::Duration::milliseconds(passed);
            assert_eq!(remaining_seconds(clock, now), left, "{passed}");
        }
    }
}
