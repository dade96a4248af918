//! The rounds of a tournament.

use super::state::{Tournament, TournamentClock, TournamentRound};
use crate::{
    Event, Hash, Refusal, TablesReplayed, TournamentClockChanged, TournamentRoundDrawn,
    TournamentRoundOpened, seed_hash,
};

/// Draws of one tournament, at most: its rounds, and those that are drawn once more.
pub const MAX_DRAWS: u32 = 128;

impl Tournament {
    /// A round that counts, by its number.
    pub fn round(&self, number: u32) -> Option<&TournamentRound> {
        let mut rounds = self.rounds.iter();
        rounds.find(|round| !round.replaced && round.draw.round == number)
    }

    /// The number of the last round that was drawn; 0 before the first.
    pub fn last_round(&self) -> u32 {
        self.rounds.last().map_or(0, |last| last.draw.round)
    }

    /// The number of the round that is drawn next, or of the last one if it is drawn once more.
    pub fn next_round(&self, redraw: bool) -> u32 {
        let last = self.last_round();
        match redraw {
            true => last,
            false => last.saturating_add(1),
        }
    }

    /// The number of the next draw: 1, 2, 3, …; [`seed_of_draw`] has its seed.
    pub fn next_draw(&self) -> u32 {
        let drawn = u32::try_from(self.rounds.len()).unwrap_or(u32::MAX);
        drawn.saturating_add(1)
    }

    /// The hash of the seed of the next draw.
    pub fn next_seed_hash(&self) -> Hash {
        let last = self.rounds.last();
        last.map_or(self.terms.seed_hash, |last| last.draw.seed)
    }

    /// Whether the last round can be drawn once more: there is one, and none of its matches was opened.
    pub fn can_redraw(&self) -> bool {
        let last = self.rounds.last();
        last.is_some_and(|last| last.matches.is_empty())
    }

    /// Whether a round is played by those who are left after the cut.
    pub fn is_after_cut(&self, round: u32) -> bool {
        let cut = self.terms.rules.cut;
        cut.is_some_and(|cut| round > cut.after_round)
    }

    /// The rounds whose matches were opened.
    pub fn opened_rounds(&self) -> impl Iterator<Item = &TournamentRound> {
        let rounds = self.rounds.iter();
        rounds.filter(|round| !round.matches.is_empty())
    }

    pub(super) fn draw(
        &mut self,
        event: Event,
        drawn: &TournamentRoundDrawn,
    ) -> Result<(), Refusal> {
        Err(Refusal::Contradiction(
            if drawn.redraw && !self.can_redraw() {
                "there is no round before it whose matches were not opened"
            } else if !drawn.redraw && self.can_redraw() {
                "the matches of the round before it were not opened"
            } else if drawn.round != self.next_round(drawn.redraw) {
                "the round is not the next one"
            } else if drawn.round > self.terms.rules.rounds {
                "the tournament has no more rounds"
            } else if self.next_draw() > MAX_DRAWS {
                "a tournament has at most 128 draws"
            } else if seed_hash(drawn.seed) != self.next_seed_hash() {
                "the hash of the seed is not the one that was published"
            } else {
                if drawn.redraw
                    && let Some(last) = self.rounds.last_mut()
                {
                    last.replaced = true;
                }
                self.rounds.push(TournamentRound {
                    drawn: event,
                    draw: drawn.clone(),
                    replaced: false,
                    matches: Vec::new(),
                    replaced_matches: Vec::new(),
                    clock: None,
                });
                return Ok(());
            },
        ))
    }

    pub(super) fn open_round(&mut self, opened: &TournamentRoundOpened) -> Result<(), Refusal> {
        let round = self.counted(opened.round)?;
        Err(Refusal::Contradiction(if !round.matches.is_empty() {
            "the matches of the round were opened before"
        } else if opened.matches.len() != round.draw.tables.len() {
            "a round has one match for each table"
        } else {
            round.matches.clone_from(&opened.matches);
            return Ok(());
        }))
    }

    pub(super) fn replay(&mut self, replayed: &TablesReplayed) -> Result<(), Refusal> {
        let round = self.counted(replayed.round)?;
        replayed.replay(&mut round.matches, &mut round.replaced_matches)
    }

    pub(super) fn change_clock(
        &mut self,
        event: Event,
        changed: TournamentClockChanged,
    ) -> Result<(), Refusal> {
        self.counted(changed.round)?.clock = Some(TournamentClock {
            changed: event,
            running: changed.running,
            remaining_seconds: changed.remaining_seconds,
        });
        Ok(())
    }

    fn counted(&mut self, number: u32) -> Result<&mut TournamentRound, Refusal> {
        let mut rounds = self.rounds.iter_mut();
        let round = rounds.find(|round| !round.replaced && round.draw.round == number);
        round.ok_or(Refusal::Contradiction("there is no such round"))
    }
}

/// The seed of a draw, from that of the last possible one ([`MAX_DRAWS`]); of draw 0 the hash that a tournament is opened with.
pub fn seed_of_draw(last_seed: Hash, draw: u32) -> Hash {
    (draw..MAX_DRAWS).fold(last_seed, |seed, _| seed_hash(seed))
}
