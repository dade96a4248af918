//! What whoever gets no place is told: of streams of events, connections, bytes of answers.

use host::NoPlace;

use crate::problem::{Code, Problem};

/// When an address may ask again that has its share, in seconds: most of what is counted is soon gone.
const RETRY_AFTER: u64 = 2;

/// That the address of whoever asks has its share, or that all is taken.
pub(crate) fn no_place(why: NoPlace, of_address: String, of_all: &'static str) -> Problem {
    match why {
        NoPlace::OfHolder => {
            Problem::new(Code::TooManyConnections, of_address).retry_after(RETRY_AFTER)
        }
        NoPlace::All => Problem::new(Code::Busy, of_all),
    }
}

#[cfg(test)]
mod tests {
    use crate::client_address::ClientNetwork;
    use host::{NoPlace, Places};
    use ledger::UserId;
    use uuid::Uuid;

    #[test]
    fn one_account_does_not_take_every_place() {
        let places = Places::new(3, 2);
        let [mei, bo] = [1, 2].map(|number| UserId(Uuid::from_u128(number)));
        let first = places.take(mei).map_err(drop).unwrap();
        let _second = places.take(mei).map_err(drop).unwrap();
        assert_eq!(places.take(mei).err(), Some(NoPlace::OfHolder));
        let _third = places.take(bo).map_err(drop).unwrap();
        assert_eq!(places.take(bo).err(), Some(NoPlace::All));
        drop(first);
        // What is given back at once can be taken again.
        for _ in 0..2 {
            assert!(places.take(mei).is_ok());
        }
        assert_eq!(places.holders(), 2);
    }

    #[test]
    fn many_places_are_taken_together_or_not_at_all() {
        let places = Places::new(10, 6);
        let five = places.take_many(1, 5).map_err(drop).unwrap();
        assert_eq!(places.take_many(1, 2).err(), Some(NoPlace::OfHolder));
        assert_eq!(places.take_many(2, 6).err(), Some(NoPlace::All));
        let _other = places.take_many(2, 5).map_err(drop).unwrap();
        drop(five);
        assert!(places.take_many(3, 5).is_ok());
        assert_eq!(places.holders(), 1);
    }

    #[test]
    fn a_client_has_its_share_and_no_more() {
        let places = Places::for_each(2);
        let network = |text: &str| ClientNetwork::of_address(text.parse().unwrap());
        let (one, other) = (network("192.0.2.1"), network("192.0.2.2"));
        let first = places.take(one).map_err(drop).unwrap();
        let second = places.take(one).map_err(drop).unwrap();
        assert!(places.take(one).is_err());
        assert!(places.take(other).is_ok());
        drop(first);
        let third = places.take(one).map_err(drop).unwrap();
        assert!(places.take(one).is_err());
        drop((second, third));
        assert_eq!(places.holders(), 0, "who is gone is not kept");
    }
}
