//! What the entries of one tournament say together: who takes part, which rounds were drawn, and what the referee decided.

mod draw;
mod entrants;
mod penalties;
mod rounds;
mod state;

pub use draw::{
    AgainstRanks, DecidedBy, TournamentCut, TournamentDrawRefusal, TournamentDrawRequest,
    against_ranks, draw_tournament_round, tournament_cut,
};
pub use rounds::{MAX_DRAWS, seed_of_draw};
pub use state::{
    Entrant, EntrantState, Tournament, TournamentClock, TournamentPenalty, TournamentRound,
};

use crate::{Body, Entry, Event, Refusal};
use std::collections::BTreeMap;

impl Tournament {
    /// The tournament that the entries of one tell, the first of which opened it.
    pub fn read(entries: impl IntoIterator<Item = Entry>) -> Result<Option<Self>, Refusal> {
        let mut entries = entries.into_iter();
        let Some(first) = entries.next() else {
            return Ok(None);
        };
        let mut tournament = Self::open(&first)?;
        for entry in entries {
            tournament.add(&entry)?;
        }
        Ok(Some(tournament))
    }

    /// A tournament from the entry that opened it.
    pub fn open(entry: &Entry) -> Result<Self, Refusal> {
        let Body::TournamentOpened(terms) = &entry.body else {
            return Err(Refusal::Contradiction("the entry opens no tournament"));
        };
        Ok(Self {
            opened: Event::of(entry),
            terms: terms.clone(),
            entrants: BTreeMap::new(),
            rounds: Vec::new(),
            penalties: Vec::new(),
            closed: None,
            changes: 0,
            version: entry.seq,
        })
    }

    /// Adds the next entry of the tournament. Refused if it contradicts those before; the tournament is then as it was. Whether a draw is the
    /// one that its seed gives is not looked at here ([`draw_tournament_round`](crate::draw_tournament_round)).
    pub fn add(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let of = entry.body.tournament_id();
        let of = of.ok_or(Refusal::Contradiction("the entry is not of a tournament"))?;
        if of != self.terms.tournament {
            return Err(Refusal::Contradiction("the entry is of another tournament"));
        }
        let event = Event::of(entry);
        if let Body::PenaltyGiven(given) = &entry.body {
            self.give_penalty(event, given)?;
        } else if let Body::PenaltyWithdrawn(withdrawn) = &entry.body {
            self.withdraw_penalty(event, withdrawn.penalty)?;
        } else if self.closed.is_some() {
            return Err(Refusal::Contradiction("the tournament was closed before"));
        } else if let Body::EntrantsChanged(changed) = &entry.body {
            self.change_entrants(changed)?;
        } else if let Body::TournamentRoundDrawn(drawn) = &entry.body {
            self.draw(event, drawn)?;
        } else if let Body::TournamentRoundOpened(opened) = &entry.body {
            self.open_round(opened)?;
        } else if let Body::TablesReplayed(replayed) = &entry.body {
            self.replay(replayed)?;
        } else if let Body::TournamentClockChanged(changed) = &entry.body {
            self.change_clock(event, *changed)?;
        } else if let Body::TournamentClosed(_) = &entry.body {
            self.closed = Some(event);
        } else {
            return Err(Refusal::Contradiction("the tournament was opened before"));
        }
        self.changes = self.changes.saturating_add(changes_of(&entry.body));
        self.version = entry.seq;
        Ok(())
    }
}

fn changes_of(body: &Body) -> usize {
    if let Body::TablesReplayed(replayed) = body {
        return replayed.tables.len();
    }
    let Body::EntrantsChanged(changed) = body else {
        return 1;
    };
    let (registered, came) = (&changed.registered, &changed.checked_in);
    registered.len() + came.len() + changed.withdrawn.len()
}
