//! The matches of a club. A few are kept whole; of all others is kept what they came to, and they are read again when they are
//! gone on with or corrected.

use crate::archive::Archive;
use crate::course::Course;
use crate::rescore::Table;
use crate::{Finding, founded};
use evidence::{Book, Entry, Event, Hash, MatchId, MatchOpened, MatchState, Party, PlayerId};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// How many matches are kept whole if they can be read again.
const WHOLE: usize = 64;

/// The matches so far.
#[derive(Default)]
pub(crate) struct Tables {
    matches: HashMap<MatchId, Kept>,
    /// Those that are whole, the one that was used last at the end; with an archive only.
    whole: Vec<MatchId>,
    archive: Option<Box<dyn Archive>>,
}

/// What is kept of a match.
struct Kept {
    course: Course,
    told: Told,
}

enum Told {
    Whole(Box<Table>),
    Closed(Box<Account>),
}

/// What a match came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Account {
    /// The entry that opened it.
    pub opened: Event,
    /// What was agreed then.
    pub terms: MatchOpened,
    /// Who sits where now, chair 1 first.
    pub seated: [PlayerId; 4],
    /// Where it stands.
    pub state: MatchState,
    /// The sequence number of its last entry.
    pub version: u64,
    /// What everybody gained or lost, in half points.
    pub gained: BTreeMap<Party, i64>,
}

impl Tables {
    /// Matches that can be read again.
    pub(crate) fn rereading(archive: Box<dyn Archive>) -> Self {
        Self {
            archive: Some(archive),
            ..Self::default()
        }
    }

    /// Adds a match from the entry that opened it.
    pub(crate) fn open(
        &mut self,
        id: MatchId,
        entry: &Entry,
        leaf_hash: Hash,
    ) -> Result<(), Finding> {
        let table = Table::open(entry)?;
        let opened = Kept {
            course: Course::begin(entry.seq, leaf_hash),
            told: Told::Whole(Box::new(table)),
        };
        founded(self.matches.insert(id, opened).is_none(), "match")?;
        self.used(id);
        Ok(())
    }

    /// A match, whole, to go on with. Its next entry is [`Tables::told`] afterwards.
    pub(crate) fn whole(&mut self, id: MatchId) -> Result<&mut Table, Finding> {
        self.used(id);
        let kept = self.matches.get_mut(&id);
        let kept = kept.ok_or(Finding::Unfounded("match"))?;
        if let Told::Closed(_) = kept.told {
            let archive = self.archive.as_deref_mut();
            let archive = archive.ok_or(Finding::Unfounded("match"))?;
            let table = read_again(archive, &kept.course)?;
            kept.told = Told::Whole(Box::new(table));
        }
        match &mut kept.told {
            Told::Whole(table) => Ok(table),
            Told::Closed(_) => Err(Finding::Unfounded("match")),
        }
    }

    /// A match that the last entry told of.
    pub(crate) fn at_hand(&self, id: MatchId) -> Option<&Table> {
        match &self.matches.get(&id)?.told {
            Told::Whole(table) => Some(table),
            Told::Closed(_) => None,
        }
    }

    /// Notes the entry by which a match went on.
    pub(crate) fn told(&mut self, id: MatchId, seq: u64, leaf_hash: Hash) {
        if let Some(kept) = self.matches.get_mut(&id) {
            kept.course.goes_on(seq, leaf_hash);
        }
    }

    /// What a match came to.
    pub(crate) fn account(&self, id: MatchId) -> Option<Cow<'_, Account>> {
        self.matches.get(&id).map(Kept::account)
    }

    /// Where a match stands.
    pub(crate) fn state(&self, id: MatchId) -> Option<MatchState> {
        self.matches.get(&id).map(Kept::state)
    }

    /// Every match, in no order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = MatchId> {
        self.matches.keys().copied()
    }

    /// What every match came to, in no order.
    pub(crate) fn accounts(&self) -> impl Iterator<Item = (MatchId, Cow<'_, Account>)> {
        self.matches.iter().map(|(id, kept)| (*id, kept.account()))
    }

    /// Moves a match to the end of those that are whole, and closes one if they are too many: one that is over if there is
    /// one, since it is rarely gone on with.
    fn used(&mut self, id: MatchId) {
        if self.archive.is_none() {
            return;
        }
        self.whole.retain(|other| *other != id);
        self.whole.push(id);
        if self.whole.len() <= WHOLE {
            return;
        }
        let matches = &self.matches;
        let is_over = |id: &MatchId| matches.get(id).is_none_or(Kept::is_over);
        let others = self
            .whole
            .split_last()
            .map_or(&[][..], |(_, others)| others);
        let oldest = others.iter().position(is_over).unwrap_or_default();
        let closed = self.whole.remove(oldest);
        if let Some(kept) = self.matches.get_mut(&closed) {
            kept.close();
        }
    }
}

impl Kept {
    fn account(&self) -> Cow<'_, Account> {
        match &self.told {
            Told::Whole(table) => Cow::Owned(Account::of(table.book())),
            Told::Closed(account) => Cow::Borrowed(account),
        }
    }

    fn state(&self) -> MatchState {
        match &self.told {
            Told::Whole(table) => table.book().state,
            Told::Closed(account) => account.state,
        }
    }

    fn is_over(&self) -> bool {
        match &self.told {
            Told::Whole(table) => table.book().state.ending.is_some(),
            Told::Closed(_) => true,
        }
    }

    fn close(&mut self) {
        if let Told::Whole(table) = &self.told {
            let account = Account::of(table.book());
            self.told = Told::Closed(Box::new(account));
        }
    }
}

impl Account {
    fn of(book: &Book) -> Self {
        Self {
            opened: book.opened,
            terms: book.terms.clone(),
            seated: book.seated(),
            state: book.state,
            version: book.version,
            gained: book.balances(),
        }
    }

    /// How many hands it has.
    pub fn hands(&self) -> u32 {
        self.state.next_number.saturating_sub(1)
    }
}

/// A match from its entries, which were audited when they were read first: whatever is wrong with them now was not then.
fn read_again(archive: &mut dyn Archive, course: &Course) -> Result<Table, Finding> {
    let mut table: Option<Table> = None;
    course.read_again(archive, |entry| match &mut table {
        None => {
            table = Some(Table::open(entry)?);
            Ok(())
        }
        Some(table) => table.believe(entry),
    })?;
    table.ok_or(Finding::Changed)
}
