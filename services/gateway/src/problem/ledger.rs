//! What the ledger refuses, as a problem.

use ledger::{Error, Refused, Retry, Unsettled};

use super::{Code, Problem};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NotFound("user") => {
                Problem::new(Code::UnknownUser, "There is no account with this id.")
            }
            Error::NotFound(what) => not_found(what),
            Error::EmailTaken => Problem::at(
                Code::EmailTaken,
                "/email",
                "There is an account with this e-mail address.",
            ),
            Error::SessionEnded => Problem::new(Code::SessionOver, "This session is over."),
            Error::SessionReused => Problem::new(
                Code::SessionOver,
                "This refresh token was used before, so somebody else may hold it: the session was ended.",
            ),
            Error::IdempotencyKeyReused => key_reused(),
            Error::RoleChanged => Problem::new(
                Code::Forbidden,
                "Your role in this club changed while you asked: read the club again.",
            ),
            Error::LastOwner => Problem::new(Code::LastOwner, "The club would have no owner."),
            Error::UnknownPlayer(chair) => Problem::at(
                Code::UnknownPlayer,
                format!("/players/{}", chair.index()),
                format!("The club has no such player for chair {}.", chair.number()),
            ),
            Error::SamePlayerTwice => players_not_distinct(),
            Error::MergedPlayer(chair) => Problem::at(
                Code::PlayerMerged,
                format!("/players/{}", chair.index()),
                format!(
                    "The player for chair {} was merged into another.",
                    chair.number()
                ),
            ),
            Error::VariantRetired => Problem::at(
                Code::VariantRetired,
                "/variant",
                "The club has retired this variant.",
            ),
            Error::Refused(refused) => of_people(refused),
            Error::FractionalAmount => Problem::at(
                Code::StakeNotDivisible,
                "/outcome",
                "At this stake the hand would pay a fraction of a cent.",
            ),
            Error::AmountTooLarge => Problem::new(
                Code::AmountTooLarge,
                "The amounts of this match would grow too large to be kept exactly.",
            ),
            Error::Unsettled(unsettled) => of_settlements(unsettled),
            Error::Unavailable { retry, reason } => {
                tracing::warn!(reason, "the database does not answer");
                unavailable(retry)
            }
            error @ (Error::Contradiction(_)
            | Error::Unwritable(_)
            | Error::Damaged { .. }
            | Error::Unsafe(_)
            | Error::NotMigrated(_)
            | Error::Config(_)
            | Error::Bug(_)) => Problem::internal(error),
        }
    }
}

fn of_settlements(unsettled: Unsettled) -> Problem {
    match unsettled {
        Unsettled::Stale => Problem::at(
            Code::SettlementStale,
            "If-Match",
            "What is to be settled has changed since you read it.",
        ),
        Unsettled::Nothing => Problem::new(
            Code::NothingToSettle,
            "Nothing is open that could be settled.",
        ),
        Unsettled::NoSuchTransfer => Problem::at(
            Code::UnknownTransfer,
            "/from",
            "The settlement has no transfer from this party to that one.",
        ),
        Unsettled::TooMuch { open_cents } => {
            let detail = format!("Of this transfer {open_cents} minor units are open.");
            Problem::at(Code::PaymentTooLarge, "/amount_cents", detail).with_open_cents(open_cents)
        }
        Unsettled::ReversedBefore => {
            Problem::new(Code::PaymentReversed, "This payment was reversed before.")
        }
    }
}

fn of_people(refused: Refused) -> Problem {
    match refused {
        Refused::InvitationNotOpen => Problem::at(
            Code::InvitationNotOpen,
            "/token",
            "No open invitation has this token.",
        ),
        Refused::AlreadyMember => Problem::new(
            Code::AlreadyMember,
            "You are a member of this club already: the invitation is not used up.",
        ),
        Refused::NotAMember => Problem::at(
            Code::NotAMember,
            "/user",
            "This account is not a member of the club.",
        ),
        Refused::PlayerLinked => Problem::new(
            Code::PlayerLinked,
            "The player is linked to another account.",
        ),
        Refused::AccountLinked => Problem::new(
            Code::AccountLinked,
            "The account is linked to another player of the club.",
        ),
        Refused::NoSuchPlayer => Problem::new(Code::UnknownPlayer, NO_SUCH_PLAYER),
        Refused::PlayerMerged => {
            Problem::new(Code::PlayerMerged, "The player was merged into another.")
        }
        Refused::SatTogether => Problem::new(
            Code::PlayersSatTogether,
            "These players sat in one match, or somebody who was merged into one of them did.",
        ),
        Refused::AccountsDiffer => Problem::new(
            Code::AccountsDiffer,
            "Each of these players is linked to an account of their own.",
        ),
    }
}

const NO_SUCH_PLAYER: &str = "The club has no such player.";

/// The same, where a field of the body names a player.
pub(crate) fn naming_player(error: Error, pointer: &str) -> Problem {
    if matches!(error, Error::Refused(Refused::NoSuchPlayer)) {
        return Problem::at(Code::UnknownPlayer, pointer, NO_SUCH_PLAYER);
    }
    error.into()
}

/// There is no such thing, or none that the caller may know of.
pub(crate) fn not_found(what: &str) -> Problem {
    Problem::new(Code::NotFound, format!("There is no such {what}."))
}

/// The same key for something else.
pub(crate) fn key_reused() -> Problem {
    Problem::at(
        Code::IdempotencyKeyReused,
        "Idempotency-Key",
        "This Idempotency-Key was used for another request before.",
    )
}

/// Somebody sits twice.
pub(crate) fn players_not_distinct() -> Problem {
    let detail = "A player cannot sit on two chairs: name four different players.";
    Problem::at(Code::PlayersNotDistinct, "/players", detail)
}

fn unavailable(retry: Retry) -> Problem {
    let seconds = match retry {
        Retry::Now => 1,
        Retry::Later => super::RETRY_AFTER,
    };
    Problem::new(
        Code::DatabaseUnavailable,
        "The database does not answer just now.",
    )
    .retry_after(seconds)
}
