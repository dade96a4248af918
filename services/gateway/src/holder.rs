//! Who has turns and places of their own: an account, in all clubs together, and API keys, such as those of links. Whoever has a link takes
//! nothing of its maker's, nothing of another club's, and not all that the other links of the club have.

use std::sync::Arc;

use ledger::{ApiKeyId, ClubId, Turn, Turns, UserId, Write};

use crate::places::{NoPlace, PlaceGuard, Places};

/// One account, or all API keys of a club together, may have this fraction of all places: an eighth.
const SHARE: usize = 8;
/// One API key may have half of what those of its club have: no photograph of one link keeps the others from being followed.
const OF_API_KEY: usize = 2 * SHARE;
/// All API keys that an account made may have a quarter, in however many clubs.
const OF_MAKER: usize = SHARE / 2;

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    User(UserId),
    ApiKey {
        key: ApiKeyId,
        club: ClubId,
        maker: UserId,
    },
}

/// Who shares turns and places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Sharing {
    User(UserId),
    ApiKeysOf(ClubId),
}

/// Hands out turns at something that only a few may do at once: one at a time to each account, and to all API keys of a club.
pub(crate) struct HolderTurns {
    sharing: Turns<Sharing>,
    api_keys: Turns<ApiKeyId>,
}

/// A turn, for as long as this is kept.
pub(crate) struct HolderTurn {
    _of_sharing: Turn,
    _of_api_key: Option<Turn>,
}

/// Hands out places, as long as there are any.
pub(crate) struct HolderPlaces {
    sharing: Arc<Places<Sharing>>,
    api_keys: Arc<Places<ApiKeyId>>,
    makers: Arc<Places<UserId>>,
}

/// A place, for as long as this is kept.
pub(crate) struct HolderPlace {
    _of_sharing: PlaceGuard<Sharing>,
    _of_api_key: Option<(PlaceGuard<ApiKeyId>, PlaceGuard<UserId>)>,
}

impl Holder {
    /// Who writes.
    pub(crate) fn of_write(write: &Write) -> Self {
        Self::new(write.actor, write.club, write.api_key)
    }

    pub(crate) fn new(user: UserId, club: ClubId, api_key: Option<ApiKeyId>) -> Self {
        match api_key {
            None => Self::User(user),
            Some(key) => Self::ApiKey {
                key,
                club,
                maker: user,
            },
        }
    }

    fn sharing(self) -> Sharing {
        match self {
            Self::User(user) => Sharing::User(user),
            Self::ApiKey { club, .. } => Sharing::ApiKeysOf(club),
        }
    }
}

impl HolderTurns {
    /// So many at once.
    pub(crate) fn new(at_once: usize) -> Self {
        Self {
            sharing: Turns::new(at_once, 1),
            api_keys: Turns::of_each(1),
        }
    }

    /// The next turn of a holder. An API key that asks often waits behind itself, before it waits with the others of its club.
    pub(crate) async fn next(&self, holder: Holder) -> HolderTurn {
        let of_api_key = match holder {
            Holder::User(_) => None,
            Holder::ApiKey { key, .. } => Some(self.api_keys.next(key).await),
        };
        HolderTurn {
            _of_api_key: of_api_key,
            _of_sharing: self.sharing.next(holder.sharing()).await,
        }
    }
}

impl HolderPlaces {
    /// So many places.
    pub(crate) fn new(all: usize) -> Self {
        Self {
            sharing: Places::new(all, all / SHARE),
            api_keys: Places::for_each(all / OF_API_KEY),
            makers: Places::for_each(all / OF_MAKER),
        }
    }

    /// A place for a holder.
    pub(crate) fn take(&self, holder: Holder) -> Result<HolderPlace, NoPlace> {
        let of_api_key = match holder {
            Holder::User(_) => None,
            Holder::ApiKey { key, maker, .. } => {
                Some((self.api_keys.take(key)?, self.makers.take(maker)?))
            }
        };
        Ok(HolderPlace {
            _of_api_key: of_api_key,
            _of_sharing: self.sharing.take(holder.sharing())?,
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use uuid::Uuid;

    use super::*;

    fn user(number: u128) -> UserId {
        UserId(Uuid::from_u128(number))
    }

    /// A link that somebody made.
    fn link(key: u128, club: u128, maker: u128) -> Holder {
        let (key, club) = (
            ApiKeyId(Uuid::from_u128(key)),
            ClubId(Uuid::from_u128(club)),
        );
        Holder::new(user(maker), club, Some(key))
    }

    #[test]
    fn whoever_has_a_link_takes_no_places_of_its_makers_and_not_all_of_the_other_links() {
        let places = HolderPlaces::new(64);
        let mut held = Vec::new();
        let mut takes = |holder: Holder| {
            let taken = std::iter::from_fn(|| places.take(holder).ok());
            let taken: Vec<_> = taken.collect();
            let count = taken.len();
            held.push(taken);
            count
        };
        // Half of what the links of a club have, and the rest by another; another club's have theirs, and so on to a quarter.
        assert_eq!(takes(link(1, 1, 1)), 4);
        assert_eq!(takes(link(2, 1, 1)), 4);
        assert_eq!(takes(link(3, 1, 2)), 0);
        assert_eq!(takes(link(4, 2, 1)), 4);
        assert_eq!(takes(link(5, 3, 1)), 4);
        assert_eq!(takes(link(6, 4, 1)), 0);
        // Its maker has their own.
        assert_eq!(takes(Holder::User(user(1))), 8);
        assert_eq!(takes(Holder::User(user(2))), 8);
        assert_eq!(takes(link(7, 5, 2)), 4);
        drop(held);
        assert!(places.take(link(3, 1, 2)).is_ok());
    }

    #[test]
    fn whoever_has_a_link_takes_no_turns_of_its_makers_or_of_another_clubs() {
        let turns = HolderTurns::new(3);
        let next = |holder: Holder| turns.next(holder).now_or_never();
        let of_link = next(link(1, 1, 1));
        assert!(of_link.is_some());
        assert!(next(link(1, 1, 1)).is_none() && next(link(2, 1, 1)).is_none());
        let of_maker = next(Holder::User(user(1)));
        let of_other_club = next(link(3, 2, 1));
        assert!(of_maker.is_some() && of_other_club.is_some());
        drop(of_link);
        assert!(next(link(2, 1, 1)).is_some());
    }
}
