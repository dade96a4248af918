//! The doors by which chance and the clock enter the ledger.

use evidence::{Hash, Salt, Timestamp};
use time::OffsetDateTime;
use uuid::Uuid;

/// An id that says nothing, for a person.
#[expect(
    clippy::disallowed_methods,
    reason = "ids are made where they are stored"
)]
pub(crate) fn random_id() -> Uuid {
    Uuid::new_v4()
}

/// An id that sorts by the time it was made, for a thing: neighbours in time are neighbours in the index.
#[expect(
    clippy::disallowed_methods,
    reason = "ids are made where they are stored"
)]
pub(crate) fn ordered_id() -> Uuid {
    Uuid::now_v7()
}

/// The salt of a commitment.
#[expect(clippy::disallowed_methods, reason = "a salt is a secret")]
pub(crate) fn salt() -> Salt {
    rand::random()
}

/// The seed of the last round of an evening, from which those of all others follow.
#[expect(clippy::disallowed_methods, reason = "a seed is a secret")]
pub(crate) fn seed() -> Hash {
    Hash(rand::random())
}

/// The time.
#[expect(
    clippy::disallowed_methods,
    reason = "the ledger dates its entries and sessions"
)]
pub(crate) fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}

/// The time of a club's next entry: now, but always after its last one, whatever the clock does.
pub(crate) fn entry_time(now: OffsetDateTime, last: Option<Timestamp>) -> crate::Result<Timestamp> {
    let after = last.map_or(Timestamp::new(OffsetDateTime::UNIX_EPOCH), Timestamp::next);
    let now = Timestamp::new(now);
    match (now, after) {
        (Ok(now), Ok(after)) => Ok(now.max(after)),
        (Err(error), _) | (_, Err(error)) => Err(crate::Error::Bug(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;
    use time::macros::datetime;

    #[test]
    fn entry_times_only_go_forward() {
        let last = Timestamp::new(datetime!(2026-11-21 09:30 UTC)).unwrap();
        let at = |offset| {
            entry_time(last.moment() + offset, Some(last))
                .unwrap()
                .moment()
                - last.moment()
        };
        assert_eq!(at(Duration::HOUR), Duration::HOUR);
        assert_eq!(at(Duration::ZERO), Duration::MICROSECOND);
        assert_eq!(at(-Duration::HOUR), Duration::MICROSECOND);
        assert_eq!(at(Duration::nanoseconds(1999)), Duration::MICROSECOND);
    }
}
