//! What the entries of one match say together: the match as it stands, and as it stood.
//!
//! Entries are never changed, so a match is read by going through its entries in order. Up to an earlier sequence
//! number they say what was known then.

mod counts;
mod draft;
mod fold;

pub use counts::Counts;
pub use draft::{
    DoubleSeat, Draft, DraftOutcome, ImpossibleChange, ImpossibleReason, last_change_of,
};

use crate::match_progress::seated_after;
use crate::{
    Body, Entry, Hash, MatchCorrected, MatchOpened, MatchState, Outcome, OutcomeId, OutcomeResult,
    Party, PlayerId, Refusal, Timestamp, UserId,
};
use std::collections::{BTreeMap, HashSet};

/// A match as its entries tell it.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchHistory {
    /// The entry that opened it.
    pub opened: Event,
    /// What was agreed then.
    pub terms: MatchOpened,
    /// Who sat where at the start, as is known now, chair 1 first.
    pub players: [PlayerId; 4],
    /// What happened, as is known now, in the order of play.
    pub outcomes: Vec<CurrentOutcome>,
    /// What never happened after all, and the correction that said so.
    pub voided: Vec<(CurrentOutcome, Event)>,
    /// What was put right, in the order it was.
    pub corrections: Vec<(Event, MatchCorrected)>,
    /// The entry that declared it void; none if it counts.
    pub void: Option<Event>,
    /// How often it was declared void, or to count again.
    pub declarations: usize,
    /// Where it stands.
    pub state: MatchState,
    /// The sequence number of the last entry that is in it.
    pub version: u64,
    /// Who sits where now.
    seated: [PlayerId; 4],
    /// The ids of what stands and of what was voided.
    used: HashSet<OutcomeId>,
}

/// When an entry was entered, and by whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// Its place in the club's ledger.
    pub seq: u64,
    /// When.
    pub time: Timestamp,
    /// By whom.
    pub actor: UserId,
}

/// An outcome as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct CurrentOutcome {
    /// Its id.
    pub outcome_id: OutcomeId,
    /// The entry that first told of it.
    pub recorded: Event,
    /// What is said of it now.
    pub now: Version,
    /// What was said of it before, the first first, unless it was forgotten ([`MatchHistory::forget_earlier`]).
    pub earlier: Vec<Version>,
    /// A commitment to the reason that was recorded with it.
    pub reason_commitment: Option<Hash>,
}

/// An outcome as it stands, and where the match stood after it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OutcomeWithState<'a> {
    /// The outcome.
    pub current: &'a CurrentOutcome,
    /// Where the match stood.
    pub state_after: MatchState,
}

/// What an entry says of an outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    /// The entry that says it.
    pub said: Event,
    /// What happened.
    pub outcome: Outcome,
    /// What it came to.
    pub result: OutcomeResult,
    /// The number of the rules' meaning it was worked out with.
    pub semantics: u32,
}

impl Event {
    /// When an entry was entered, and by whom.
    pub fn of(entry: &Entry) -> Self {
        Self {
            seq: entry.seq,
            time: entry.time,
            actor: entry.actor,
        }
    }
}

impl CurrentOutcome {
    /// The entry that first told of it.
    pub fn recorded(&self) -> Event {
        self.recorded
    }

    /// Whether something else was said of what happened, or of what it came to, before.
    pub fn is_corrected(&self) -> bool {
        self.recorded.seq != self.now.said.seq
    }
}

impl MatchHistory {
    /// The match that the entries of one match tell, the first of which opened it.
    pub fn read(entries: impl IntoIterator<Item = Entry>) -> Result<Option<Self>, Refusal> {
        let mut entries = entries.into_iter();
        let Some(first) = entries.next() else {
            return Ok(None);
        };
        let mut history = Self::open(&first)?;
        for entry in entries {
            history.add(&entry)?;
        }
        Ok(Some(history))
    }

    /// A match from the entry that opened it.
    pub fn open(entry: &Entry) -> Result<Self, Refusal> {
        let Body::MatchOpened(terms) = &entry.body else {
            return Err(Refusal::Contradiction("the entry opens no match"));
        };
        Ok(Self {
            opened: Event::of(entry),
            players: terms.players,
            state: terms.state,
            terms: terms.clone(),
            outcomes: Vec::new(),
            voided: Vec::new(),
            corrections: Vec::new(),
            void: None,
            declarations: 0,
            version: entry.seq,
            seated: terms.players,
            used: HashSet::new(),
        })
    }

    /// Adds the next entry of the match. Refused if it contradicts those before; the history is then as it was.
    pub fn add(&mut self, entry: &Entry) -> Result<(), Refusal> {
        if let Body::OutcomeRecorded(recorded) = &entry.body {
            self.record(Event::of(entry), recorded)?;
        } else if let Body::MatchCorrected(corrected) = &entry.body {
            self.correct(Event::of(entry), corrected)?;
        } else if let Body::MatchDeclared(declared) = &entry.body {
            self.declare(Event::of(entry), *declared)?;
        } else {
            let elsewhere = "the entry is not of a match's course";
            return Err(Refusal::Contradiction(elsewhere));
        }
        self.version = entry.seq;
        Ok(())
    }

    /// Forgets what was said before and is no longer said, so that a match takes as much memory as its outcomes and not as all its
    /// corrections: the earlier versions of the outcomes but some, what was voided, and the results of the corrections. What is
    /// known now, and what can be added, stays the same.
    pub fn forget_earlier(&mut self, but_of: impl Fn(OutcomeId) -> bool) {
        for current in &mut self.outcomes {
            if !but_of(current.outcome_id) {
                current.earlier = Vec::new();
            }
        }
        self.voided = Vec::new();
        for (_, corrected) in &mut self.corrections {
            corrected.results = Vec::new();
        }
    }

    /// Who sits where now, chair 1 first.
    pub fn seated(&self) -> [PlayerId; 4] {
        self.seated
    }

    /// Whether an id is that of an outcome that stands or was voided.
    pub fn knows(&self, id: OutcomeId) -> bool {
        self.used.contains(&id)
    }

    /// An outcome that stands.
    pub fn outcome(&self, id: OutcomeId) -> Option<&CurrentOutcome> {
        self.outcomes
            .iter()
            .find(|current| current.outcome_id == id)
    }

    /// The outcome that has a number: a hand.
    pub fn hand(&self, number: u32) -> Option<&CurrentOutcome> {
        let has_it = |current: &&CurrentOutcome| current.now.result.number == Some(number);
        self.outcomes.iter().find(has_it)
    }

    /// What happened in the order of play, with where the match stood after it.
    pub fn course(&self) -> Vec<OutcomeWithState<'_>> {
        let mut state = MatchState::START;
        let mut course: Vec<OutcomeWithState<'_>> = Vec::new();
        for current in &self.outcomes {
            let result = &current.now.result;
            // Where the deal went shows in what happened next.
            if let Some(before) = course.last_mut() {
                before.state_after.deal = result.deal;
            }
            if let Some(number) = result.number {
                state.next_number = number.saturating_add(1);
            }
            let totals = state.total_half_points.iter_mut();
            for (total, moved) in totals.zip(result.legs.half_points()) {
                *total = total.saturating_add(moved);
            }
            state.house_half_points = state.house_half_points.saturating_add(result.legs.house());
            course.push(OutcomeWithState {
                current,
                state_after: state,
            });
        }
        if let Some(last) = course.last_mut() {
            last.state_after = self.state;
        }
        course
    }

    /// Whether it tells the same of who sat where, what happened and what that came to, whoever said so and when.
    pub fn has_same_content(&self, other: &Self) -> bool {
        fn told(current: &CurrentOutcome) -> (OutcomeId, &Outcome, &OutcomeResult) {
            (
                current.outcome_id,
                &current.now.outcome,
                &current.now.result,
            )
        }
        let (these, those) = (self.outcomes.iter(), other.outcomes.iter());
        self.players == other.players && these.map(told).eq(those.map(told))
    }

    /// Keeps of what is known now only the course of the match up to an earlier sequence number: everything up to the
    /// last outcome that had been told by then, what was forgotten in between included.
    pub fn keep_until(&mut self, seq: u64) {
        let told = |current: &CurrentOutcome| current.recorded().seq <= seq;
        let last = self.outcomes.iter().rposition(told);
        let until = last.map_or(0, |last| last.saturating_add(1));
        if until == self.outcomes.len() {
            return;
        }
        let course = self.course();
        let last = until.checked_sub(1).and_then(|last| course.get(last));
        self.state = last.map_or(MatchState::START, |last| last.state_after);
        self.outcomes.truncate(until);
        let outcomes = self.outcomes.iter().map(|current| &current.now.outcome);
        self.seated = outcomes.fold(self.players, seated_after);
    }

    /// What everybody who took part has gained or lost in half points, the house included if anything went to it: nothing in a
    /// void match. It sums to zero.
    pub fn balances(&self) -> BTreeMap<Party, i64> {
        let mut balances: BTreeMap<Party, i64> = BTreeMap::new();
        let mut gain = |party, half_points: i64| {
            let balance = balances.entry(party).or_default();
            *balance = balance.saturating_add(half_points);
        };
        let seated = self.players.into_iter().chain(self.seated());
        seated.for_each(|player| gain(Party::Player(player), 0));
        let moved = |half_points| match self.void {
            Some(_) => 0,
            None => half_points,
        };
        for current in &self.outcomes {
            let legs = &current.now.result.legs;
            for leg in legs.chairs() {
                gain(Party::Player(leg.player), moved(leg.half_points));
            }
            if legs.house() != 0 {
                gain(Party::House, moved(legs.house()));
            }
        }
        balances
    }
}
