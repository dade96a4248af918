//! Matches as they stood after a single hand was recorded from this server: whoever recorded it is likely to record the next one. What it takes
//! to work that one out then need not be read first; what is remembered is compared under the lock of the club when it is recorded. If anything
//! else happened in the match meanwhile, the hand is worked out a second time.

use ledger::{ClubId, MatchId, MatchPosition, Role, SignedIn};
use quick_cache::sync::Cache;

/// How many matches are remembered. A forgotten one is read again.
const REMEMBERED: usize = 10_000;

/// By session and match.
pub(crate) struct RememberedMatches(Cache<(SignedIn, ClubId, MatchId), RememberedMatch>);

/// What somebody saw who recorded something. Nothing of it is certain: their session and their role may have ended, and others may have
/// recorded meanwhile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RememberedMatch {
    /// Their role when they recorded.
    pub(crate) role: Role,
    /// The match, after what they recorded.
    pub(crate) position: MatchPosition,
}

impl RememberedMatches {
    pub(crate) fn new() -> Self {
        Self(Cache::new(REMEMBERED))
    }

    /// Takes what is remembered of a match: what turns out to be stale is not tried again.
    pub(crate) fn take(
        &self,
        who: SignedIn,
        club: ClubId,
        match_id: MatchId,
    ) -> Option<RememberedMatch> {
        let taken = self.0.remove(&(who, club, match_id));
        taken.map(|(_, remembered)| remembered)
    }

    pub(crate) fn remember(&self, (who, club): (SignedIn, ClubId), remembered: RememberedMatch) {
        let place = (who, club, remembered.position.id);
        // Nothing more is recorded in a match that is over.
        if remembered.position.state.ending.is_none() {
            self.0.insert(place, remembered);
        }
    }
}
