//! The matches of a club. A few are kept whole; of all others is kept what they came to, and they are read again when they are
//! gone on with or corrected.

use crate::archive::Archive;
use crate::entry_chain::EntryChain;
use crate::rescore::MatchReplay;
use crate::{Finding, founded};
use evidence::{
    Entry, Event, Hash, MatchHistory, MatchId, MatchOpened, MatchState, Party, PlayerId,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// How many matches are kept whole if they can be read again.
const WHOLE: usize = 64;

/// The matches so far.
#[derive(Default)]
pub(crate) struct MatchCache {
    matches: HashMap<MatchId, CachedMatch>,
    /// Those that are whole, the one that was used last at the end; with an archive only.
    whole: Vec<MatchId>,
    archive: Option<Box<dyn Archive>>,
}

/// What is kept of a match.
struct CachedMatch {
    course: EntryChain,
    contents: Contents,
}

enum Contents {
    Whole(Box<MatchReplay>),
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

impl MatchCache {
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
        let table = MatchReplay::open(entry)?;
        let opened = CachedMatch {
            course: EntryChain::begin(entry.seq, leaf_hash),
            contents: Contents::Whole(Box::new(table)),
        };
        founded(self.matches.insert(id, opened).is_none(), "match")?;
        self.used(id);
        Ok(())
    }

    /// A match, whole, to go on with. Its next entry is [`MatchCache::told`] afterwards.
    pub(crate) fn whole(&mut self, id: MatchId) -> Result<&mut MatchReplay, Finding> {
        self.used(id);
        let kept = self.matches.get_mut(&id);
        let kept = kept.ok_or(Finding::Unfounded("match"))?;
        if let Contents::Closed(_) = kept.contents {
            let archive = self.archive.as_deref_mut();
            let archive = archive.ok_or(Finding::Unfounded("match"))?;
            let table = read_again(archive, &kept.course)?;
            kept.contents = Contents::Whole(Box::new(table));
        }
        match &mut kept.contents {
            Contents::Whole(table) => Ok(table),
            Contents::Closed(_) => Err(Finding::Unfounded("match")),
        }
    }

    /// A match that the last entry told of.
    pub(crate) fn at_hand(&self, id: MatchId) -> Option<&MatchReplay> {
        match &self.matches.get(&id)?.contents {
            Contents::Whole(table) => Some(table),
            Contents::Closed(_) => None,
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
        self.matches.get(&id).map(CachedMatch::account)
    }

    /// Where a match stands.
    pub(crate) fn state(&self, id: MatchId) -> Option<MatchState> {
        self.matches.get(&id).map(CachedMatch::state)
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
        let is_over = |id: &MatchId| matches.get(id).is_none_or(CachedMatch::is_over);
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

impl CachedMatch {
    fn account(&self) -> Cow<'_, Account> {
        match &self.contents {
            Contents::Whole(table) => Cow::Owned(Account::of(table.match_history())),
            Contents::Closed(account) => Cow::Borrowed(account),
        }
    }

    fn state(&self) -> MatchState {
        match &self.contents {
            Contents::Whole(table) => table.match_history().state,
            Contents::Closed(account) => account.state,
        }
    }

    fn is_over(&self) -> bool {
        match &self.contents {
            Contents::Whole(table) => table.match_history().state.ending.is_some(),
            Contents::Closed(_) => true,
        }
    }

    fn close(&mut self) {
        if let Contents::Whole(table) = &self.contents {
            let account = Account::of(table.match_history());
            self.contents = Contents::Closed(Box::new(account));
        }
    }
}

impl Account {
    fn of(history: &MatchHistory) -> Self {
        Self {
            opened: history.opened,
            terms: history.terms.clone(),
            seated: history.seated(),
            state: history.state,
            version: history.version,
            gained: history.balances(),
        }
    }

    /// How many hands it has.
    pub fn hands(&self) -> u32 {
        self.state.next_number.saturating_sub(1)
    }
}

/// A match from its entries, which were audited when they were read first: whatever is wrong with them now was not then.
fn read_again(archive: &mut dyn Archive, course: &EntryChain) -> Result<MatchReplay, Finding> {
    let mut table: Option<MatchReplay> = None;
    course.read_again(archive, |entry| match &mut table {
        None => {
            table = Some(MatchReplay::open(entry)?);
            Ok(())
        }
        Some(table) => table.believe(entry),
    })?;
    table.ok_or(Finding::Changed)
}
