//! What matches came to as of an entry, where only their entries say it: those that were corrected, and those that changed after that entry.
//! Entries stay what they are, so each process adds up a match once, and whoever reads standings pays for what was written since the last read.

use crate::{ClubId, Hash, Result};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tally::{SeasonMatch, TournamentMatch};

/// The hash of the last entry of the match by then. Its number would not do: after a database lost its last entries, others have their numbers.
pub(crate) type Key = (ClubId, Hash);

/// How many bytes of each kind of standings are remembered: 50,000 matches of four players, and the longest season has 40,000.
const REMEMBERED: u64 = 32 * 1024 * 1024;
/// The bytes of a result without its players, which has a node of a tree and the id of a variant, and of a player.
const OF_RESULT: u64 = 512;
const OF_PLAYER: u64 = 32;

/// What matches came to, for each kind of standings.
#[derive(Default)]
pub(crate) struct MatchResults {
    /// None: the match is void, or nothing was recorded in it.
    pub(crate) of_tournaments: KnownResults<Option<TournamentMatch>>,
    pub(crate) of_seasons: KnownResults<SeasonMatch>,
}

/// Results of matches in one form.
pub(crate) struct KnownResults<T>(Cache<Key, T, Bytes>)
where
    Bytes: Weighter<Key, T>;

impl<T: Clone> Default for KnownResults<T>
where
    Bytes: Weighter<Key, T>,
{
    fn default() -> Self {
        // The number is a guess for the first allocation; the bytes are what is kept.
        Self(Cache::with_weighter(1_000, REMEMBERED, Bytes))
    }
}

impl<T: Clone> KnownResults<T>
where
    Bytes: Weighter<Key, T>,
{
    /// What a match came to as of an entry, added up if that is not known, and remembered unless the entry is one of any that somebody chose:
    /// those would take the place of what others ask for.
    pub(crate) async fn of(
        &self,
        key: Key,
        is_chosen: bool,
        add_up: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        match is_chosen {
            false => self.0.get_or_insert_async(&key, add_up).await,
            true => match self.0.get(&key) {
                Some(known) => Ok(known),
                None => add_up.await,
            },
        }
    }
}

/// About how much memory a result takes.
#[derive(Clone)]
pub(crate) struct Bytes;

impl Weighter<Key, Option<TournamentMatch>> for Bytes {
    fn weight(&self, _: &Key, _: &Option<TournamentMatch>) -> u64 {
        OF_RESULT.saturating_add(OF_PLAYER.saturating_mul(4))
    }
}

impl Weighter<Key, SeasonMatch> for Bytes {
    fn weight(&self, _: &Key, result: &SeasonMatch) -> u64 {
        let players = u64::try_from(result.half_points.len()).unwrap_or(u64::MAX);
        OF_RESULT.saturating_add(OF_PLAYER.saturating_mul(players))
    }
}
