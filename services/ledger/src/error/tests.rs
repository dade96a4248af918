//! What the database says, told apart.

use super::*;
use diesel::result::{DatabaseErrorKind as Kind, Error as Diesel};

#[test]
fn database_errors_are_told_apart() {
    let kind = |kind, message: &str| {
        let error = Error::from(Diesel::DatabaseError(kind, Box::new(message.to_owned())));
        if let Error::Unavailable { retry, .. } = error {
            return format!("{retry:?}");
        }
        assert!(matches!(error, Error::Bug(_)), "{error}");
        "bug".to_owned()
    };
    assert_eq!(kind(Kind::Unknown, "deadlock detected"), "Now");
    assert_eq!(
        kind(Kind::SerializationFailure, "could not serialize access"),
        "Now"
    );
    assert_eq!(
        kind(Kind::Unknown, "the database system is shutting down"),
        "Later"
    );
    assert_eq!(
        kind(
            Kind::Unknown,
            "terminating connection due to administrator command"
        ),
        "Later"
    );
    assert_eq!(
        kind(Kind::UnableToSendCommand, "connection closed"),
        "Later"
    );
    assert_eq!(kind(Kind::UniqueViolation, "duplicate key value"), "bug");
    assert_eq!(
        kind(Kind::Unknown, "permission denied for table entries"),
        "bug"
    );
}
