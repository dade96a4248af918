//! Follows the evenings of a club: who is there, and whether each draw is the one that its seed gives.

use crate::club::Club;
use crate::entry_error::{EntryError, ensure};
use crate::match_cache::MatchCache;
use crate::replayed::are_void;
use evidence::{
    AttendanceChanged, EarlierRounds, Entry, Evening, EveningId, MatchId, RoundDrawn, RoundOpened,
    TablesReplayed, draw_round,
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
        let tables: Vec<(MatchId, usize)> = opened.matches.iter().copied().zip(0..).collect();
        self.check_matches((opened.evening, opened.round), &tables, matches)
    }

    /// Adds the matches that are played in the place of void ones.
    pub(crate) fn replay(
        &mut self,
        entry: &Entry,
        (id, replayed): (EveningId, &TablesReplayed),
        matches: &MatchCache,
    ) -> Result<(), EntryError> {
        let evening = self.evenings.get(&id).ok_or(EVENING)?;
        let round = evening.round(replayed.round).ok_or(EVENING)?;
        ensure(are_void(replayed, &round.matches, matches), MATCH)?;
        self.add(entry, id)?;
        let tables: Vec<(MatchId, usize)> = replayed.places().collect();
        self.check_matches((id, replayed.round), &tables, matches)
    }

    /// The matches of tables of a round, each with the place of its table, are those of these tables.
    fn check_matches(
        &mut self,
        (id, round): (EveningId, u32),
        of_tables: &[(MatchId, usize)],
        matches: &MatchCache,
    ) -> Result<(), EntryError> {
        let evening = self.evenings.get(&id).ok_or(EVENING)?;
        let round = evening.round(round).ok_or(EVENING)?;
        for (of_table, place) in of_tables {
            let summary = matches.summary(*of_table).ok_or(MATCH)?;
            let is_of_table = round.draw.tables.get(*place) == Some(&summary.terms.players);
            ensure(
                is_of_table && summary.terms.played_on == evening.terms.held_on,
                MATCH,
            )?;
            ensure(self.matches.insert(*of_table, id).is_none(), MATCH)?;
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
