//! Access tokens whose signature was checked, by their hash until they end. Checking a signature costs more than everything else that a
//! cheap request does.

use ledger::SignedIn;
use quick_cache::sync::Cache;
use sha2::{Digest, Sha256};

/// How many tokens are remembered. A forgotten one is checked again.
const REMEMBERED: usize = 10_000;

/// Tokens that were found good, with the time at which they end. Whether their session goes on is not remembered: the ledger is asked each
/// time. Only good tokens are remembered, so that nobody fills the cache with bad ones.
pub(crate) struct VerifiedTokens(Cache<[u8; 32], VerifiedToken>);

/// What a good token says.
#[derive(Clone, Copy)]
pub(crate) struct VerifiedToken {
    pub(crate) who: SignedIn,
    /// From when to when it is good, in seconds since 1970, the difference of clocks included.
    pub(crate) from: u64,
    pub(crate) until: u64,
}

impl VerifiedTokens {
    pub(crate) fn new() -> Self {
        Self(Cache::new(REMEMBERED))
    }

    /// What a token says at some time, in seconds since 1970: as it is remembered, or as `verify` finds it.
    pub(crate) fn find(
        &self,
        token: &str,
        now: u64,
        verify: impl FnOnce() -> Option<VerifiedToken>,
    ) -> Option<SignedIn> {
        // Nobody can tell from the time of the look-up what a good token begins with: its hash is looked up.
        let hash = Sha256::digest(token).into();
        let known = self.0.get(&hash);
        if let Some(known) = known.filter(|known| (known.from..=known.until).contains(&now)) {
            return Some(known.who);
        }
        let verified = verify()?;
        self.0.insert(hash, verified);
        Some(verified.who)
    }
}

#[cfg(test)]
mod tests {
    use ledger::{SessionId, UserId};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_token_is_checked_once_until_it_ends() {
        let tokens = VerifiedTokens::new();
        let who = SignedIn {
            user: UserId(Uuid::from_u128(1)),
            session: SessionId(Uuid::from_u128(2)),
        };
        let good = || {
            Some(VerifiedToken {
                who,
                from: 800,
                until: 1_000,
            })
        };
        assert_eq!(tokens.find("a", 900, || None), None);
        assert_eq!(tokens.find("a", 900, good), Some(who));
        for now in [800, 900, 1_000] {
            assert_eq!(tokens.find("a", now, || panic!("checked again")), Some(who));
        }
        // The clock may also go back.
        for now in [799, 1_001] {
            assert_eq!(tokens.find("a", now, || None), None);
        }
        assert_eq!(tokens.find("b", 900, || None), None);
    }
}
