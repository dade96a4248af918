//! What the entries of one evening say together: who is there, and which rounds were drawn.

use crate::body::with_replaced;
use crate::{
    AttendanceChanged, Body, Entry, EveningOpened, Event, Hash, MAX_ROUNDS, MatchId, PlayerId,
    Refusal, ReplacedMatch, RoundDrawn, RoundOf, RoundOpened, TablesReplayed,
};
use std::collections::BTreeSet;

/// Players who are at one evening at the same time, at most.
pub const MAX_ATTENDANCE: usize = seating::MOST_PLAYERS;

/// An evening as its entries tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evening {
    /// The entry that opened it.
    pub opened: Event,
    /// What it says.
    pub terms: EveningOpened,
    /// Who is there, as they checked in.
    pub present: BTreeSet<PlayerId>,
    /// The rounds, in order.
    pub rounds: Vec<EveningRound>,
    /// How often somebody came or left, and how often a table was played again.
    pub changes: usize,
    /// The sequence number of the last entry that is in it.
    pub version: u64,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EveningRound {
    /// The entry that drew it.
    pub drawn: Event,
    /// What it says.
    pub draw: RoundDrawn,
    /// Whether another round was drawn instead of it.
    pub replaced: bool,
    /// The match of each table; none before they are opened.
    pub matches: Vec<MatchId>,
    /// The void matches in whose place others are played, in the order in which they were replaced.
    pub replaced_matches: Vec<ReplacedMatch>,
}

impl EveningRound {
    /// All of its matches, void ones in whose place others are played among them.
    pub fn all_matches(&self) -> impl Iterator<Item = MatchId> {
        with_replaced(&self.matches, &self.replaced_matches)
    }
}

impl Evening {
    /// The evening that the entries of one tell, the first of which opened it.
    pub fn read(entries: impl IntoIterator<Item = Entry>) -> Result<Option<Self>, Refusal> {
        let mut entries = entries.into_iter();
        let Some(first) = entries.next() else {
            return Ok(None);
        };
        let mut evening = Self::open(&first)?;
        for entry in entries {
            evening.add(&entry)?;
        }
        Ok(Some(evening))
    }

    /// An evening from the entry that opened it.
    pub fn open(entry: &Entry) -> Result<Self, Refusal> {
        let Body::EveningOpened(terms) = &entry.body else {
            return Err(Refusal::Contradiction("the entry opens no evening"));
        };
        Ok(Self {
            opened: Event::of(entry),
            terms: terms.clone(),
            present: BTreeSet::new(),
            rounds: Vec::new(),
            changes: 0,
            version: entry.seq,
        })
    }

    /// Adds the next entry of the evening. Refused if it contradicts those before. Whether a draw is the one that its seed gives is not
    /// looked at here ([`draw_round`](crate::draw_round)).
    pub fn add(&mut self, entry: &Entry) -> Result<(), Refusal> {
        if let Body::AttendanceChanged(changed) = &entry.body {
            self.change_attendance(changed)?;
        } else if let Body::RoundDrawn(drawn) = &entry.body {
            self.draw(Event::of(entry), drawn)?;
        } else if let Body::RoundOpened(opened) = &entry.body {
            self.open_round(opened)?;
        } else if let Body::TablesReplayed(replayed) = &entry.body {
            self.replay(replayed)?;
        } else {
            return Err(Refusal::Contradiction("the entry is not of an evening"));
        }
        self.version = entry.seq;
        Ok(())
    }

    /// A round, by its number.
    pub fn round(&self, number: u32) -> Option<&EveningRound> {
        let mut rounds = self.rounds.iter();
        rounds.find(|round| round.draw.round == number)
    }

    /// The number of the next round.
    pub fn next_round(&self) -> u32 {
        let drawn = u32::try_from(self.rounds.len()).unwrap_or(u32::MAX);
        drawn.saturating_add(1)
    }

    /// The hash of the seed of the next round.
    pub fn next_seed_hash(&self) -> Hash {
        let last = self.rounds.last();
        last.map_or(self.terms.seed_hash, |last| last.draw.seed)
    }

    /// Whether the last round can be drawn once more: there is one, and none of its matches was opened.
    pub fn can_redraw(&self) -> bool {
        let last = self.rounds.last();
        last.is_some_and(|last| last.matches.is_empty())
    }

    /// The rounds that were played or are being played, if the next one replaces the last one or not.
    pub(crate) fn counted_rounds(&self, redraw: bool) -> Vec<&RoundDrawn> {
        let counted = self.rounds.iter().filter(|round| !round.replaced);
        let mut counted: Vec<_> = counted.map(|round| &round.draw).collect();
        if redraw {
            counted.pop();
        }
        counted
    }

    fn change_attendance(&mut self, changed: &AttendanceChanged) -> Result<(), Refusal> {
        self.check_evening(changed.evening)?;
        let (came, left) = (&changed.checked_in, &changed.checked_out);
        if came.iter().any(|player| self.present.contains(player)) {
            return Err(Refusal::Contradiction("somebody came who is there"));
        }
        if !left.iter().all(|player| self.present.contains(player)) {
            return Err(Refusal::Contradiction("somebody left who is not there"));
        }
        self.present.extend(came);
        for player in left {
            self.present.remove(player);
        }
        let changes = came.len().saturating_add(left.len());
        self.changes = self.changes.saturating_add(changes);
        match self.present.len() <= MAX_ATTENDANCE {
            true => Ok(()),
            false => Err(Refusal::Contradiction("more than 400 players are there")),
        }
    }

    fn draw(&mut self, event: Event, drawn: &RoundDrawn) -> Result<(), Refusal> {
        self.check_evening(drawn.evening)?;
        let is_next = drawn.round == self.next_round() && drawn.round <= MAX_ROUNDS;
        Err(Refusal::Contradiction(if !is_next {
            "the round is not the next one of at most 64"
        } else if seed_hash(drawn.seed) != self.next_seed_hash() {
            "the hash of the seed is not the one that was published"
        } else if drawn.redraw && !self.can_redraw() {
            "the matches of the round before it were opened"
        } else {
            if drawn.redraw
                && let Some(last) = self.rounds.last_mut()
            {
                last.replaced = true;
            }
            self.rounds.push(EveningRound {
                drawn: event,
                draw: drawn.clone(),
                replaced: false,
                matches: Vec::new(),
                replaced_matches: Vec::new(),
            });
            return Ok(());
        }))
    }

    fn open_round(&mut self, opened: &RoundOpened) -> Result<(), Refusal> {
        self.check_evening(opened.evening)?;
        let mut rounds = self.rounds.iter_mut();
        let round = rounds.find(|round| round.draw.round == opened.round);
        let round = round.ok_or(Refusal::Contradiction("there is no such round"))?;
        Err(Refusal::Contradiction(if round.replaced {
            "another round was drawn instead of this one"
        } else if !round.matches.is_empty() {
            "the matches of the round were opened before"
        } else if opened.matches.len() != round.draw.tables.len() {
            "a round has one match for each table"
        } else {
            round.matches.clone_from(&opened.matches);
            return Ok(());
        }))
    }

    fn replay(&mut self, replayed: &TablesReplayed) -> Result<(), Refusal> {
        let evening = self.terms.evening;
        if replayed.of != (RoundOf::Evening { evening }) {
            return Err(Refusal::Contradiction("the entry is of another evening"));
        }
        let mut rounds = self.rounds.iter_mut();
        let round = rounds.find(|round| round.draw.round == replayed.round);
        let round = round.ok_or(Refusal::Contradiction("there is no such round"))?;
        replayed.replay(&mut round.matches, &mut round.replaced_matches)?;
        self.changes = self.changes.saturating_add(replayed.tables.len());
        Ok(())
    }

    fn check_evening(&self, evening: crate::EveningId) -> Result<(), Refusal> {
        match evening == self.terms.evening {
            true => Ok(()),
            false => Err(Refusal::Contradiction("the entry is of another evening")),
        }
    }
}

/// The hash of a seed: SHA-256 of its 64 hexadecimal digits. `printf %s SEED | sha256sum` prints it.
pub fn seed_hash(seed: Hash) -> Hash {
    Hash::of(seed.to_string().as_bytes())
}

/// The seed of a round, from that of the last possible round ([`MAX_ROUNDS`]); of round 0 the hash that an evening is opened with.
pub fn seed_of_round(last_seed: Hash, round: u32) -> Hash {
    (round..MAX_ROUNDS).fold(last_seed, |seed, _| seed_hash(seed))
}

#[cfg(test)]
mod tests;
