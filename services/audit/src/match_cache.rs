//! A cache of the matches of a club. A few matches are kept as complete replays. Of the others the cache keeps a summary,
//! and replays their entries from the archive when a new entry continues or corrects them.

use crate::archive::Archive;
use crate::entry_chain::EntryChain;
use crate::entry_error::{EntryError, ensure};
use crate::match_summary::MatchSummary;
use crate::pace::Pace;
use crate::rescore::MatchReplay;
use evidence::{Entry, Hash, MatchId, MatchState};
use std::borrow::Cow;
use std::collections::HashMap;

/// How many replays are kept if there is an archive.
const CAPACITY: usize = 64;

const MATCH: EntryError = EntryError::InvalidReference("match");

/// The matches so far.
#[derive(Default)]
pub(crate) struct MatchCache {
    matches: HashMap<MatchId, CachedMatch>,
    /// The matches with a replay, the most recently used last. Used only with an archive.
    recent: Vec<MatchId>,
    archive: Option<Box<dyn Archive>>,
}

struct CachedMatch {
    chain: EntryChain,
    contents: Contents,
}

enum Contents {
    Replay(Box<MatchReplay>),
    Summary(Box<MatchSummary>),
}

impl MatchCache {
    /// A cache that reads entries again from the archive.
    pub(crate) fn with_archive(archive: Box<dyn Archive>) -> Self {
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
    ) -> Result<(), EntryError> {
        let replay = MatchReplay::open(entry)?;
        let opened = CachedMatch {
            chain: EntryChain::begin(entry.seq, leaf_hash),
            contents: Contents::Replay(Box::new(replay)),
        };
        ensure(self.matches.insert(id, opened).is_none(), MATCH)?;
        self.mark_used(id);
        Ok(())
    }

    /// The replay of a match, to add an entry to. The caller then adds the entry with [`MatchCache::append`].
    pub(crate) fn load(
        &mut self,
        id: MatchId,
        pace: &mut Pace,
    ) -> Result<&mut MatchReplay, EntryError> {
        self.mark_used(id);
        let cached = self.matches.get_mut(&id).ok_or(MATCH)?;
        if let Contents::Summary(_) = cached.contents {
            let archive = self.archive.as_deref_mut().ok_or(MATCH)?;
            pace.reread(cached.chain.len());
            let replay = replay_entries(archive, &cached.chain)?;
            cached.contents = Contents::Replay(Box::new(replay));
        }
        match &mut cached.contents {
            Contents::Replay(replay) => Ok(replay),
            Contents::Summary(_) => Err(MATCH),
        }
    }

    /// The replay of a match, if it is in the cache. The match of the last entry always is.
    pub(crate) fn replay(&self, id: MatchId) -> Option<&MatchReplay> {
        match &self.matches.get(&id)?.contents {
            Contents::Replay(replay) => Some(replay),
            Contents::Summary(_) => None,
        }
    }

    /// Appends an entry to the entries of a match.
    pub(crate) fn append(&mut self, id: MatchId, seq: u64, leaf_hash: Hash) {
        if let Some(cached) = self.matches.get_mut(&id) {
            cached.chain.append(seq, leaf_hash);
        }
    }

    /// The summary of a match.
    pub(crate) fn summary(&self, id: MatchId) -> Option<Cow<'_, MatchSummary>> {
        self.matches.get(&id).map(CachedMatch::summary)
    }

    /// The state of a match.
    pub(crate) fn state(&self, id: MatchId) -> Option<MatchState> {
        self.matches.get(&id).map(CachedMatch::state)
    }

    /// The ids of all matches, in no order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = MatchId> {
        self.matches.keys().copied()
    }

    /// The summaries of all matches, in no order.
    pub(crate) fn summaries(&self) -> impl Iterator<Item = (MatchId, Cow<'_, MatchSummary>)> {
        let matches = self.matches.iter();
        matches.map(|(id, cached)| (*id, cached.summary()))
    }

    /// Moves a match to the end of the recent ones, and evicts a replay if there are too many: the oldest of a match that has
    /// ended, since few entries continue those; otherwise the oldest.
    fn mark_used(&mut self, id: MatchId) {
        if self.archive.is_none() {
            return;
        }
        self.recent.retain(|other| *other != id);
        self.recent.push(id);
        if self.recent.len() <= CAPACITY {
            return;
        }
        let matches = &self.matches;
        let has_ended = |id: &MatchId| matches.get(id).is_none_or(CachedMatch::has_ended);
        let others = self
            .recent
            .split_last()
            .map_or(&[][..], |(_, others)| others);
        let oldest = others.iter().position(has_ended).unwrap_or_default();
        let evicted = self.recent.remove(oldest);
        if let Some(cached) = self.matches.get_mut(&evicted) {
            cached.evict();
        }
    }
}

impl CachedMatch {
    fn summary(&self) -> Cow<'_, MatchSummary> {
        match &self.contents {
            Contents::Replay(replay) => Cow::Owned(MatchSummary::of(replay.match_history())),
            Contents::Summary(summary) => Cow::Borrowed(summary),
        }
    }

    fn state(&self) -> MatchState {
        match &self.contents {
            Contents::Replay(replay) => replay.match_history().state,
            Contents::Summary(summary) => summary.state,
        }
    }

    fn has_ended(&self) -> bool {
        match &self.contents {
            Contents::Replay(replay) => replay.match_history().state.ending.is_some(),
            Contents::Summary(_) => true,
        }
    }

    /// Replaces the replay by a summary.
    fn evict(&mut self) {
        if let Contents::Replay(replay) = &self.contents {
            let summary = MatchSummary::of(replay.match_history());
            self.contents = Contents::Summary(Box::new(summary));
        }
    }
}

/// Replays a match from its entries. They were verified before, so an error means that they have changed.
fn replay_entries(
    archive: &mut dyn Archive,
    chain: &EntryChain,
) -> Result<MatchReplay, EntryError> {
    let mut replay: Option<MatchReplay> = None;
    chain.reread(archive, |entry| match &mut replay {
        None => {
            replay = Some(MatchReplay::open(entry)?);
            Ok(())
        }
        Some(replay) => replay.add_without_scoring(entry),
    })?;
    replay.ok_or(EntryError::Changed)
}
