//! The next round of an evening is drawn.

use super::stale_draw::refuse_stale;
use crate::connect::Requester;
use crate::queries::evenings as queries;
use crate::tables::{Sql, evenings, players, round_tables};
use crate::transaction::LockedClub;
use crate::{
    Body, ClubId, Error, EveningError, EveningId, EveningView, HashedEntry, Ledger, PlayerId,
    PlayingTable, Result, Retry, Write, Written,
};
use evidence::{
    DrawRefusal, DrawnRound, EarlierRounds, Evening, Hash, MAX_ROUNDS, RoundDrawn, draw_round,
    seed_of_round,
};
use futures_util::future::try_join;
use std::collections::{BTreeSet, HashMap};
use tokio::task::spawn_blocking;

/// How often a round is drawn while what it follows from changes meanwhile.
const TRIES: usize = 8;

/// A round to draw.
#[derive(Debug, Clone, Copy)]
pub struct DrawRound {
    /// The evening.
    pub evening: EveningId,
    /// The number of the round that is meant. None: whichever is the next one.
    pub draw: Option<u32>,
    /// Whether the round before it was not played, and does not count.
    pub redraw: bool,
    /// Whether it is drawn although tables of earlier rounds still play.
    pub unfinished: bool,
}

/// What a draw follows from, beside the seed.
#[derive(Debug, Clone, PartialEq)]
struct Known {
    evening: Evening,
    earlier: EarlierRounds,
    /// For whom everybody counts who is there or sat out or met somebody; none: they were erased.
    players: HashMap<PlayerId, Option<PlayerId>>,
    /// The tables of earlier rounds that have to be over before; none if the round is drawn although they still play.
    playing: Vec<PlayingTable>,
}

impl Ledger {
    /// Draws the next round of an evening from its seed: [`EveningError`] says why it cannot be drawn. The draw soon ends if nobody
    /// waits for it any more.
    pub async fn draw_round(&self, write: Write, new: DrawRound) -> Result<Written<EveningView>> {
        let work = |ledger, requester| draw((ledger, requester), write, new);
        self.run_for(work).await
    }
}

/// Draws before the club is locked, since a draw among many players takes a while, and again if what it follows from changed until then.
async fn draw(
    (ledger, requester): (Ledger, Requester),
    write: Write,
    new: DrawRound,
) -> Result<Written<EveningView>> {
    for _ in 0..TRIES {
        requester.check()?;
        let (known, last_seed) = match look(&ledger, &write, new).await? {
            Looked::Before(view) => return Ok(Written::again(view)),
            Looked::Now(known, last_seed) => (known, last_seed),
        };
        let drawn = known.draw(new, last_seed).await?;
        if let Some(written) = enter(&ledger, &write, (new, &known, drawn)).await? {
            return Ok(written);
        }
    }
    Err(Error::Unavailable {
        retry: Retry::Now,
        reason: "the evening kept changing while a round of it was drawn".to_owned(),
    })
}

enum Looked {
    /// The evening as the same request left it before.
    Before(EveningView),
    /// What the draw follows from, and the seed of the last possible round.
    Now(Known, Option<Hash>),
}

async fn look(ledger: &Ledger, write: &Write, new: DrawRound) -> Result<Looked> {
    let tx = ledger.transaction().await?;
    let prior = tx.prior(write).await?;
    let sql = tx.sql()?;
    if let Some(prior) = prior {
        let view = queries::left_by(sql, &prior.entry.entry).await?;
        return Ok(Looked::Before(view));
    }
    let (known, last_seed) = try_join(
        Known::read(sql, write.club, new),
        evenings::last_seed(sql, write.club, new.evening),
    )
    .await?;
    Ok(Looked::Now(known, last_seed))
}

/// Enters the draw; none if what it follows from is not what it was.
async fn enter(
    ledger: &Ledger,
    write: &Write,
    (new, known, drawn): (DrawRound, &Known, RoundDrawn),
) -> Result<Option<Written<EveningView>>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { Known::read(tx.sql()?, write.club, new).await };
    let (mut club, now): (LockedClub, Known) = tx.lock(write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        let view = queries::left_by(sql, &entry).await?;
        return Ok(Some(Written::again(view)));
    }
    if now != *known {
        return Ok(None);
    }
    let sealed = club.seal(Body::RoundDrawn(drawn))?;
    try_join(
        tx.append(write, &[&sealed]),
        evenings::follow(sql, &sealed.entry, new.evening),
    )
    .await?;
    let view = queries::left_by(sql, &sealed.entry).await?;
    tx.commit().await?;
    Ok(Some(Written::first(view)))
}

impl Known {
    async fn read(sql: Sql<'_>, club: ClubId, new: DrawRound) -> Result<Self> {
        let id = new.evening;
        let (evening, others) = try_join(
            queries::find(sql, club, id),
            evenings::last_rounds_of_others(sql, club, id),
        )
        .await?;
        let of_others = others.iter().flat_map(RoundDrawn::players);
        let ids: BTreeSet<PlayerId> = queries::players(&evening).chain(of_others).collect();
        let ids = ids.into_iter().map(|player| player.0).collect();
        let has_to_be_over = queries::matches(&evening).filter(|_| !new.unfinished);
        let (names, tables) = try_join(
            players::names(sql, club, ids),
            round_tables::now(sql, club, has_to_be_over),
        )
        .await?;
        let rounds = evening.rounds.iter();
        let rounds = rounds.map(|round| (round.draw.round, &*round.matches));
        Ok(Self {
            playing: tables.playing(rounds),
            evening,
            earlier: EarlierRounds::of_last(others),
            players: names
                .into_values()
                .map(|player| (player.id, player.drawn_as()))
                .collect(),
        })
    }

    /// The next round, as its seed gives it.
    async fn draw(&self, new: DrawRound, last_seed: Option<Hash>) -> Result<RoundDrawn> {
        let redraw = new.redraw;
        let round = self.evening.next_round();
        refuse_stale(new.draw, round)?;
        if round > MAX_ROUNDS {
            return Err(EveningError::TooManyRounds.into());
        }
        if redraw && !self.evening.can_redraw() {
            return Err(EveningError::NothingToRedraw.into());
        }
        if !self.playing.is_empty() {
            return Err(Error::StillPlay(self.playing.clone()));
        }
        let seed = seed_of_round(last_seed.ok_or(EveningError::NoSeed)?, round);
        let known = self.clone();
        let drawn = spawn_blocking(move || {
            draw_round(&known.evening, redraw, &known.earlier, seed, |player| {
                known.players.get(&player).copied().flatten()
            })
        });
        let drawn = drawn.await.map_err(|error| Error::Bug(error.to_string()))?;
        let DrawnRound {
            tables,
            sitting_out,
        } = drawn.map_err(refused)?;
        Ok(RoundDrawn {
            evening: self.evening.terms.evening,
            round,
            seed,
            redraw,
            tables,
            sitting_out,
        })
    }
}

fn refused(refusal: DrawRefusal) -> Error {
    match refusal {
        DrawRefusal::TooFewPlayers { players } => {
            EveningError::TooFewPlayers { there: players }.into()
        }
        DrawRefusal::TooManyPlayers { .. } => EveningError::TooManyPlayers.into(),
        DrawRefusal::SameId { .. }
        | DrawRefusal::NotWholeTables { .. }
        | DrawRefusal::Rounds { .. } => Error::Bug(refusal.to_string()),
    }
}
