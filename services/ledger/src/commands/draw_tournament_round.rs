//! The next round of a tournament is drawn.

mod refused;

use super::stale_draw::refuse_stale;
use super::tournaments::refuse_closed;
use crate::club_heads::ClubHead;
use crate::connect::Requester;
use crate::match_results::MatchResults;
use crate::queries::tournament_standings::TournamentMatches;
use crate::queries::tournaments as queries;
use crate::tables::player_merges::PlayerMerges;
use crate::tables::tournaments::Row;
use crate::tables::{Sql, clubs, players, round_tables, texts, tournaments};
use crate::transaction::LockedClub;
use crate::{
    Body, ClubId, Error, HashedEntry, Ledger, Player, PlayerId, PlayingTable, RankedPlayer, Result,
    Retry, TournamentError, TournamentId, TournamentRoundError, TournamentView, Write, Written,
    clock_and_ids,
};
use evidence::{
    DrawMethod, DrawnRound, Hash, MAX_DRAWS, Tournament, TournamentDrawRequest,
    TournamentRoundDrawn, against_ranks, commit, draw_tournament_round, seed_of_draw,
};
use futures_util::future::{try_join, try_join3};
use refused::{place, refused};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tokio::task::spawn_blocking;

/// How often a round is drawn while what it follows from changes meanwhile.
const TRIES: usize = 8;

/// A round to draw.
#[derive(Debug, Clone)]
pub struct DrawTournamentRound {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the draw that is meant ([`Tournament::next_draw`]). None: whichever is the next one.
    pub draw: Option<u32>,
    /// How. None: as the rules say.
    pub method: Option<DrawMethod>,
    /// Whether the last round was not played: it is drawn once more, and the draw before does not count.
    pub redraw: bool,
    /// Who sits where, East first, if the round is prescribed.
    pub tables: Option<Vec<[PlayerId; 4]>>,
    /// Whether it is drawn although tables of earlier rounds still play.
    pub unfinished: bool,
    /// Why it is prescribed so; the ledger's entry holds only a salted commitment to it. With a reason, prescribed tables after a cut may
    /// contradict the ranks.
    pub reason: Option<String>,
}

/// What a draw follows from, beside the seed.
#[derive(Debug, Clone, PartialEq)]
struct Known {
    tournament: Tournament,
    /// The matches from which the ranks follow; none if the draw does not need them.
    matches: Vec<Row>,
    /// Everybody who takes part or was drawn.
    players: HashMap<PlayerId, Player>,
    /// The tables of earlier rounds that have to be over before; none if the round is drawn although they still play.
    playing: Vec<PlayingTable>,
}

impl Ledger {
    /// Draws the next round of a tournament: [`TournamentRoundError`] says why it cannot be drawn. The draw soon ends if nobody
    /// waits for it any more.
    pub async fn draw_tournament_round(
        &self,
        write: Write,
        new: DrawTournamentRound,
    ) -> Result<Written<TournamentView>> {
        let work = |ledger, requester| draw((ledger, requester), write, new);
        self.run_for(work).await
    }
}

/// Draws before the club is locked, since a draw among many players takes a while, and again if what it follows from changed until then.
async fn draw(
    (ledger, requester): (Ledger, Requester),
    write: Write,
    new: DrawTournamentRound,
) -> Result<Written<TournamentView>> {
    for _ in 0..TRIES {
        requester.check()?;
        let looked = match look(&ledger, &write, &new).await? {
            DrawInput::Before(view) => return Ok(Written::again(*view)),
            DrawInput::Now(looked) => *looked,
        };
        let (known, drawn) = looked.draw(&new).await?;
        if let Some(written) = enter(&ledger, &write, (&new, &known, drawn)).await? {
            return Ok(written);
        }
    }
    Err(Error::Unavailable {
        retry: Retry::Now,
        reason: "the tournament kept changing while a round of it was drawn".to_owned(),
    })
}

enum DrawInput {
    /// The tournament as the same request left it before.
    Before(Box<TournamentView>),
    /// What the draw follows from.
    Now(Box<Sources>),
}

/// What a draw follows from, and what that comes to.
struct Sources {
    known: Known,
    ranks: BTreeMap<PlayerId, u64>,
    /// The seed of the last possible draw.
    last_seed: Option<Hash>,
}

async fn look(ledger: &Ledger, write: &Write, new: &DrawTournamentRound) -> Result<DrawInput> {
    let tx = ledger.transaction().await?;
    let prior = tx.prior(write).await?;
    let sql = tx.sql()?;
    if let Some(prior) = prior {
        let view = queries::left_by(sql, &prior.entry.entry).await?;
        return Ok(DrawInput::Before(Box::new(view)));
    }
    let (known, last_seed) = try_join(
        Known::read(sql, write.club, new),
        tournaments::last_seed(sql, write.club, new.tournament),
    )
    .await?;
    // Ranks are added up from all matches: not for what no seed can draw.
    known.check(new)?;
    let results = ledger.match_results();
    let ranks = known.ranks(sql, (&results, write.club), new).await?;
    Ok(DrawInput::Now(Box::new(Sources {
        known,
        ranks,
        last_seed,
    })))
}

/// Enters the draw; none if what it follows from is not what it was.
async fn enter(
    ledger: &Ledger,
    write: &Write,
    (new, known, drawn): (&DrawTournamentRound, &Known, TournamentRoundDrawn),
) -> Result<Option<Written<TournamentView>>> {
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
    let text = new
        .reason
        .as_ref()
        .map(|reason| (reason, clock_and_ids::salt()));
    let sealed = club.seal(Body::TournamentRoundDrawn(TournamentRoundDrawn {
        reason_commitment: text.as_ref().map(|(reason, salt)| commit(salt, reason)),
        ..drawn
    }))?;
    let kept = async {
        match &text {
            Some((reason, salt)) => texts::insert(sql, &sealed.entry, Some((reason, salt))).await,
            None => Ok(()),
        }
    };
    try_join3(
        tx.append(write, &[&sealed]),
        kept,
        tournaments::follow(sql, &sealed.entry, new.tournament),
    )
    .await?;
    let view = queries::left_by(sql, &sealed.entry).await?;
    tx.commit().await?;
    Ok(Some(Written::first(view)))
}

impl DrawTournamentRound {
    fn request(&self, tournament: &Tournament) -> TournamentDrawRequest {
        TournamentDrawRequest {
            method: self.method.unwrap_or(tournament.terms.rules.draw),
            redraw: self.redraw,
            prescribed: self.tables.clone().unwrap_or_default(),
        }
    }
}

impl Known {
    /// For whom somebody counts; none: they were erased, or are not known.
    fn counts_for(&self, player: PlayerId) -> Option<PlayerId> {
        self.players.get(&player)?.drawn_as()
    }

    /// Whether the ranks are looked at: by the draw, or for what prescribed tables after a cut are held against.
    fn needs_ranks(tournament: &Tournament, new: &DrawTournamentRound) -> bool {
        let request = new.request(tournament);
        let is_held_against = request.method == DrawMethod::Prescribed
            && new.reason.is_none()
            && tournament.is_after_cut(tournament.next_round(new.redraw));
        is_held_against || tournament.needs_ranks(&request)
    }

    async fn read(sql: Sql<'_>, club: ClubId, new: &DrawTournamentRound) -> Result<Self> {
        let tournament = queries::find(sql, club, new.tournament).await?;
        let needs_ranks = Self::needs_ranks(&tournament, new);
        let matches = async {
            match needs_ranks {
                true => tournaments::matches(sql, club, new.tournament).await,
                false => Ok(Vec::new()),
            }
        };
        let ids: BTreeSet<PlayerId> = queries::players(&tournament).collect();
        let ids = ids.into_iter().map(|player| player.0).collect();
        let has_to_be_over = queries::matches(&tournament).filter(|_| !new.unfinished);
        let (matches, names, tables) = try_join3(
            matches,
            players::names(sql, club, ids),
            round_tables::now(sql, club, has_to_be_over),
        )
        .await?;
        let rounds = tournament.rounds.iter();
        let rounds = rounds.map(|round| (round.draw.round, &*round.matches));
        Ok(Self {
            playing: tables.playing(rounds),
            tournament,
            matches,
            players: names
                .into_values()
                .map(|player| (player.id, player))
                .collect(),
        })
    }

    /// The ranks of the standings by now; none if the draw does not need them.
    async fn ranks(
        &self,
        sql: Sql<'_>,
        (known, club): (&MatchResults, ClubId),
        new: &DrawTournamentRound,
    ) -> Result<BTreeMap<PlayerId, u64>> {
        let tournament = &self.tournament;
        if !Self::needs_ranks(tournament, new) {
            return Ok(BTreeMap::new());
        }
        let (merges, head) =
            try_join(PlayerMerges::read(sql, club), clubs::head(sql, club)).await?;
        let ClubHead { tree, .. } = head.ok_or(Error::NotFound("club"))?;
        let matches = TournamentMatches {
            sql,
            club,
            rows: self.matches.clone(),
            known,
        };
        let ranks = matches.ranks_before_draw(tournament, &merges, tree.size());
        ranks.await
    }

    /// Refuses prescribed tables after a cut at which somebody sits before others with a better rank.
    fn refuse_against_ranks(
        &self,
        request: &TournamentDrawRequest,
        ranks: &BTreeMap<PlayerId, u64>,
    ) -> Result<()> {
        let counts_for = |player| self.counts_for(player);
        let Some(against) = against_ranks(&self.tournament, request, ranks, counts_for) else {
            return Ok(());
        };
        let ranked = |id: PlayerId| {
            Some(RankedPlayer {
                player: id,
                name: self.players.get(&id)?.name.clone(),
                rank: ranks.get(&id).copied(),
            })
        };
        let seated = against.seated.into_iter();
        let seated = seated.filter_map(|id| Some((place(request, id, 0), ranked(id)?)));
        let left_out = against.left_out.into_iter().filter_map(ranked);
        Err(TournamentError::CutContradicted {
            seated: seated.collect(),
            left_out: left_out.collect(),
        }
        .into())
    }

    /// Refuses what no seed can draw.
    fn check(&self, new: &DrawTournamentRound) -> Result<()> {
        let tournament = &self.tournament;
        refuse_closed(tournament)?;
        refuse_stale(new.draw, tournament.next_draw())?;
        let rounds = tournament.terms.rules.rounds;
        let next_round = tournament.next_round(new.redraw);
        let is_prescribed = new.request(tournament).method == DrawMethod::Prescribed;
        let refused = if new.redraw && !tournament.can_redraw() {
            TournamentRoundError::NothingToRedraw
        } else if !new.redraw && tournament.can_redraw() {
            TournamentRoundError::NotOpened
        } else if next_round > rounds {
            TournamentRoundError::TooManyRounds { rounds }
        } else if tournament.next_draw().saturating_add(rounds - next_round) > MAX_DRAWS {
            // Whatever is drawn once more leaves a draw for each round that follows.
            TournamentRoundError::TooManyDraws
        } else if is_prescribed && new.tables.is_none() {
            TournamentRoundError::NoTables
        } else if !is_prescribed && new.tables.is_some() {
            TournamentRoundError::DrawnTables
        } else if !is_prescribed && new.reason.is_some() {
            TournamentRoundError::ReasonForDraw
        } else if !self.playing.is_empty() {
            return Err(Error::StillPlay(self.playing.clone()));
        } else {
            return Ok(());
        };
        Err(refused.into())
    }
}

impl Sources {
    /// The next round, as its seed gives it.
    async fn draw(self, new: &DrawTournamentRound) -> Result<(Known, TournamentRoundDrawn)> {
        let Self {
            known,
            ranks,
            last_seed,
        } = self;
        let tournament = &known.tournament;
        let request = new.request(tournament);
        let last_seed = last_seed.ok_or(TournamentRoundError::NoSeed)?;
        let seed = seed_of_draw(last_seed, tournament.next_draw());
        let of = (known.clone(), request.clone());
        let drawn = spawn_blocking(move || {
            let (known, request) = of;
            let drawn =
                draw_tournament_round(&known.tournament, &request, seed, &ranks, |player| {
                    known.counts_for(player)
                });
            (drawn, ranks)
        });
        let (drawn, ranks) = drawn.await.map_err(|error| Error::Bug(error.to_string()))?;
        let DrawnRound {
            tables,
            sitting_out,
        } = drawn.map_err(|refusal| refused(refusal, &request))?;
        if new.reason.is_none() {
            known.refuse_against_ranks(&request, &ranks)?;
        }
        let drawn = TournamentRoundDrawn {
            tournament: new.tournament,
            round: tournament.next_round(new.redraw),
            seed,
            method: request.method,
            redraw: new.redraw,
            tables,
            sitting_out,
            reason_commitment: None,
        };
        Ok((known, drawn))
    }
}
