//! Who has turns and places of their own: an account, in all clubs together, and API keys, such as those of links. Whoever has a link takes
//! nothing of its maker's, no place of another club's, and not all that the other links have.

use std::net::IpAddr;
use std::sync::Arc;

use ledger::{ApiKeyId, Caller, ClubId, Turn, Turns, UserId, Write};

use host::{NoPlace, PlaceGuard, Places};

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

/// Who shares places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Sharing {
    User(UserId),
    ApiKeysOf(ClubId),
}

/// An address, as those who ask the ledger are told apart; none for what is done for nobody.
type Address = Option<IpAddr>;

/// Who shares a turn. API keys share that of their maker at their own address only: those at other addresses do not wait while one of them
/// waits for its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum SharingTurn {
    User(UserId),
    ApiKeysMadeBy(UserId, Address),
}

/// Hands out turns at something that only a few may do at once: one at a time to each account, and to all API keys that one made, in however many
/// clubs. Accounts are easily made, so an address has half of the turns, and those who wait go on in turn by address.
pub(crate) struct HolderTurns {
    api_keys: Turns<ApiKeyId>,
    sharing: Turns<SharingTurn>,
    addresses: Turns<Address>,
}

/// A turn, for as long as this is kept.
pub(crate) struct HolderTurn {
    _of_address: Turn,
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

    fn sharing_turn(self, address: Address) -> SharingTurn {
        match self {
            Self::User(user) => SharingTurn::User(user),
            Self::ApiKey { maker, .. } => SharingTurn::ApiKeysMadeBy(maker, address),
        }
    }
}

impl HolderTurns {
    /// So many at once.
    pub(crate) fn new(at_once: usize) -> Self {
        Self {
            api_keys: Turns::of_each(1),
            sharing: Turns::of_each(1),
            addresses: Turns::new(at_once, (at_once / 2).max(1)),
        }
    }

    /// The next turn of a holder. An API key that asks often waits behind itself, before it waits with the others of its maker, and these wait
    /// before they wait with their neighbours at the address, for which the ledger is asked just now.
    pub(crate) async fn next(&self, holder: Holder) -> HolderTurn {
        let address = Caller::current().map(|caller| caller.address);
        let of_api_key = match holder {
            Holder::User(_) => None,
            Holder::ApiKey { key, .. } => Some(self.api_keys.next(key).await),
        };
        let of_sharing = self.sharing.next(holder.sharing_turn(address)).await;
        HolderTurn {
            _of_address: self.addresses.next(address).await,
            _of_sharing: of_sharing,
            _of_api_key: of_api_key,
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
    use std::net::Ipv4Addr;
    use std::sync::Mutex;

    use futures_util::FutureExt as _;
    use futures_util::future::join_all;
    use tokio::task::yield_now;
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

    /// The next turn of somebody at an address.
    async fn from(turns: &HolderTurns, address: u32, holder: Holder) -> HolderTurn {
        let caller = Caller {
            address: Ipv4Addr::from_bits(address).into(),
            account: None,
        };
        caller.asks(turns.next(holder)).await
    }

    #[test]
    fn whoever_has_a_link_takes_no_turns_of_its_makers_or_at_another_address() {
        let turns = HolderTurns::new(6);
        let next = |address, holder| from(&turns, address, holder).now_or_never();
        let of_link = next(1, link(1, 1, 1));
        assert!(of_link.is_some());
        assert!(next(1, link(1, 1, 1)).is_none() && next(1, link(2, 1, 1)).is_none());
        let of_maker = next(1, Holder::User(user(1)));
        let of_other_maker = next(1, link(3, 1, 2));
        let elsewhere = next(2, link(2, 1, 1));
        assert!(of_maker.is_some() && of_other_maker.is_some() && elsewhere.is_some());
        assert!(next(2, link(1, 1, 1)).is_none());
        drop((of_link, elsewhere));
        assert!(next(1, link(2, 1, 1)).is_some());
    }

    #[test]
    fn an_account_has_one_turn_for_its_links_in_all_clubs() {
        let turns = HolderTurns::new(8);
        let next = |holder| from(&turns, 1, holder).now_or_never();
        let of_one_club = next(link(1, 1, 1));
        assert!(of_one_club.is_some());
        assert!(next(link(2, 2, 1)).is_none() && next(link(3, 3, 1)).is_none());
        drop(of_one_club);
        assert!(next(link(2, 2, 1)).is_some());
    }

    #[test]
    fn however_many_accounts_an_address_has_it_has_half_of_the_turns() {
        let turns = HolderTurns::new(4);
        let next = |address, number| {
            let of_account = from(&turns, address, Holder::User(user(number)));
            of_account.now_or_never()
        };
        let held = [next(1, 1), next(1, 2)];
        assert!(held.iter().all(Option::is_some));
        assert!(next(1, 3).is_none());
        let others = [next(2, 4), next(3, 5)];
        assert!(others.iter().all(Option::is_some));
        drop(others);
        assert!(next(1, 3).is_none());
        drop(held);
        assert!(next(1, 3).is_some());
    }

    #[tokio::test]
    async fn those_who_wait_go_on_in_turn_by_address() {
        let turns = HolderTurns::new(1);
        let served = Mutex::new(Vec::new());
        let turn = |address, number| {
            let (turns, served) = (&turns, &served);
            async move {
                let turn = from(turns, address, Holder::User(user(number))).await;
                served.lock().unwrap().push(address);
                yield_now().await;
                drop(turn);
            }
        };
        // They ask in this order, which `join_all` keeps for up to thirty: a hall with many accounts waits for itself, and is served.
        let of_hall = (0..20).map(|number| turn(1, number));
        let of_others = [turn(2, 100), turn(3, 101)];
        join_all(of_hall.chain(of_others)).await;
        let served = served.lock().unwrap();
        assert_eq!(served[..3], [1, 2, 3]);
        assert_eq!(served.len(), 22);
    }
}
