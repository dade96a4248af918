//! Follows the evenings of a club: who is there, and whether each draw is the one that its seed gives.

use crate::club::Club;
use crate::entry_error::{EntryError, ensure};
use crate::match_cache::MatchCache;
use evidence::{
    AttendanceChanged, EarlierRounds, Entry, Evening, EveningId, MatchId, RoundDrawn, RoundOpened,
    draw_round,
};
use std::collections::HashMap;

/// The evenings so far.
#[derive(Default)]
pub(crate) struct Evenings {
    evenings: HashMap<EveningId, Evening>,
    /// The entries of each evening.
    entries: HashMap<EveningId, Vec<u64>>,
    /// The rounds of all evenings, in the order of their entries.
    drawn: Vec<RoundDrawn>,
    /// The evenings of the matches that were opened in a round.
    matches: HashMap<MatchId, EveningId>,
}

const EVENING: EntryError = EntryError::InvalidReference("evening");
const PLAYER: EntryError = EntryError::InvalidReference("player");
const MATCH: EntryError = EntryError::InvalidReference("match");

impl Evenings {
    /// Adds an evening.
    pub(crate) fn open(&mut self, entry: &Entry) -> Result<(), EntryError> {
        let evening = Evening::open(entry)?;
        let id = evening.terms.evening;
        self.entries.insert(id, vec![entry.seq]);
        ensure(self.evenings.insert(id, evening).is_none(), EVENING)
    }

    /// Adds players who came, and removes those who left.
    pub(crate) fn change_attendance(
        &mut self,
        entry: &Entry,
        changed: &AttendanceChanged,
        club: &Club,
    ) -> Result<(), EntryError> {
        let mut came = changed.checked_in.iter();
        ensure(came.all(|player| club.is_current(*player)), PLAYER)?;
        self.add(entry, changed.evening)
    }

    /// Adds a round, which must be the one that its seed gives.
    pub(crate) fn draw(
        &mut self,
        entry: &Entry,
        drawn: &RoundDrawn,
        club: &Club,
    ) -> Result<(), EntryError> {
        let evening = self.evenings.get(&drawn.evening).ok_or(EVENING)?;
        // Of the evening before the entry, which says what the draw is of.
        let others = self.drawn.iter().rev();
        let others = others.filter(|other| other.evening != drawn.evening);
        let earlier = EarlierRounds::of_last(others.cloned());
        let again = draw_round(evening, drawn.redraw, &earlier, drawn.seed, |player| {
            club.drawn_as(player)
        });
        let is_same = again.is_ok_and(|again| {
            (&again.tables, &again.sitting_out) == (&drawn.tables, &drawn.sitting_out)
        });
        self.add(entry, drawn.evening)?;
        self.drawn.push(drawn.clone());
        ensure(is_same, EntryError::Differs("draw"))
    }

    /// Adds the matches of a round, which must be those of its tables.
    pub(crate) fn open_round(
        &mut self,
        entry: &Entry,
        opened: &RoundOpened,
        matches: &MatchCache,
    ) -> Result<(), EntryError> {
        self.add(entry, opened.evening)?;
        let evening = self.evenings.get(&opened.evening).ok_or(EVENING)?;
        let round = evening.round(opened.round).ok_or(EVENING)?;
        for (id, table) in opened.matches.iter().zip(&round.draw.tables) {
            let summary = matches.summary(*id).ok_or(MATCH)?;
            let terms = (summary.terms.players, summary.terms.played_on);
            ensure(terms == (*table, evening.terms.held_on), MATCH)?;
            let before = self.matches.insert(*id, opened.evening);
            ensure(before.is_none(), MATCH)?;
        }
        Ok(())
    }

    /// The evening of a match; `None` if the match was not opened in a round.
    pub(crate) fn of_match(&self, id: MatchId) -> Option<EveningId> {
        self.matches.get(&id).copied()
    }

    /// Whether there is an evening with this id.
    pub(crate) fn contains(&self, id: EveningId) -> bool {
        self.evenings.contains_key(&id)
    }

    /// The evenings, each with the sequence numbers of its entries, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Evening, &[u64])> {
        let evenings = self.evenings.values();
        evenings.map(|evening| {
            let entries = self.entries.get(&evening.terms.evening);
            (evening, entries.map(Vec::as_slice).unwrap_or_default())
        })
    }

    fn add(&mut self, entry: &Entry, id: EveningId) -> Result<(), EntryError> {
        let evening = self.evenings.get_mut(&id).ok_or(EVENING)?;
        evening.add(entry).map_err(EntryError::ContradictsEvening)?;
        self.entries.entry(id).or_default().push(entry.seq);
        Ok(())
    }
}
