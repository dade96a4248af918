//! What the ledger refuses, as a problem.

use ledger::evidence::{Chair, MAX_ATTENDANCE, MAX_ROUNDS, MAX_SEASON_MATCHES, NoProof};
use ledger::{
    ClubLimit, Error, EveningError, IdentityError, MAX_CORRECTIONS, MAX_CORRECTIONS_BY_GUESTS,
    MAX_EARLIER_MATCHES, MAX_EVENING_CHANGES, MAX_LEAF_BYTES, MAX_OUTCOMES, MAX_PAYMENTS,
    MAX_PAYMENTS_OF_TRANSFER, PeopleError, Retry, SeasonError, SettlementError,
};
use std::fmt::Display;

use super::rounds::{stale, still_play};
use super::{Code, OwnedClub, Problem};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NotFound(what) => not_found(what),
            Error::EmailTaken => Problem::at(
                Code::EmailTaken,
                "/email",
                "There is an account with this e-mail address.",
            ),
            Error::SessionEnded => Problem::new(Code::SessionOver, "This session is over."),
            Error::SessionReused => Problem::new(Code::SessionOver, REUSED),
            Error::IdempotencyKeyReused => key_reused(),
            Error::RoleChanged => Problem::new(
                Code::Forbidden,
                "Your role in this club changed while you asked: read the club again.",
            ),
            Error::ApiKeyEnded => Problem::new(Code::NotSignedIn, KEY_ENDED),
            Error::Identity(unlinked) => of_identities(unlinked),
            Error::LastOwner => Problem::new(Code::LastOwner, "The club would have no owner."),
            Error::OnlyOwner(clubs) => only_owner(clubs),
            error @ (Error::UnknownPlayer(_)
            | Error::SamePlayerTwice
            | Error::MergedPlayer(_)
            | Error::ErasedPlayer(_)) => about(error, "", &of_four("/players")),
            Error::VariantRetired => variant_retired(),
            Error::People(refused) => refused.into(),
            Error::FractionalAmount => Problem::new(Code::StakeNotDivisible, FRACTION),
            Error::AmountTooLarge => Problem::new(Code::AmountTooLarge, TOO_LARGE),
            Error::NothingCorrected => Problem::at(
                Code::NothingCorrected,
                "/changes",
                "After these changes the match is what it was before.",
            ),
            Error::Match(refused) => refused.into(),
            Error::Settlement(unsettled) => of_settlements(unsettled),
            Error::Evening(refused) => of_evenings(refused),
            Error::StillPlay(tables) => still_play(tables),
            Error::RoundsStale { meant, next } => stale(meant, next),
            Error::Season(refused) => of_seasons(refused),
            Error::Tournament(refused) => refused.into(),
            Error::Unprovable(none) => of_proofs(none),
            Error::BeyondLedger { size } => beyond_ledger("size", size),
            Error::TooManyOutcomes { most } => {
                too_many_of_match(Code::TooManyOutcomes, (most, MAX_OUTCOMES))
            }
            Error::TooManyCorrections { most } => {
                too_many_of_match(Code::TooManyCorrections, (most, MAX_CORRECTIONS))
            }
            Error::EntryTooLarge { bytes } => entry_too_large(bytes),
            Error::TooManyAudits { most } => too_many(Code::TooManyAudits, most),
            Error::ClubFull(limit) => too_many(of_club(limit), limit.most()),
            Error::TooManyClubs { most } => too_many(Code::TooManyClubs, most),
            Error::TooManyApiKeys { most } => too_many(Code::TooManyApiKeys, most),
            Error::TooManyWebhooks { most } => too_many(Code::TooManyWebhooks, most),
            Error::TooManyDeliveries { most } => too_many(Code::TooManyDeliveries, most),
            Error::At { error, .. } => (*error).into(),
            Error::Unavailable { retry, reason } => {
                tracing::warn!(reason, "the database does not answer");
                unavailable(retry)
            }
            error @ (Error::Contradiction(_)
            | Error::Unwritable(_)
            | Error::Damaged { .. }
            | Error::Differs(_)
            | Error::Unsafe(_)
            | Error::NotMigrated(_)
            | Error::Import(_)
            | Error::Config(_)
            | Error::Bug(_)) => Problem::internal(error),
        }
    }
}

const REUSED: &str =
    "This refresh token was used before, so somebody else may hold it: the session was ended.";
const KEY_ENDED: &str = "This API key ended while you asked: it was revoked, or its time is over.";

fn entry_too_large(bytes: impl Display) -> Problem {
    let detail = format!(
        "The entry would have {bytes} bytes, and it may have {MAX_LEAF_BYTES}, so that everybody can verify it."
    );
    Problem::new(Code::EntryTooLarge, detail)
}

fn variant_retired() -> Problem {
    let detail = "The club has retired this variant.";
    Problem::at(Code::VariantRetired, "/variant", detail)
}

fn of_identities(unlinked: IdentityError) -> Problem {
    match unlinked {
        IdentityError::Nobodys => Problem::new(
            Code::IdentityNotLinked,
            "Nobody has linked the subject of this token to an account.",
        ),
        IdentityError::Anothers => Problem::at(
            Code::IdentityLinked,
            "/token",
            "The subject of this token is linked to another account.",
        ),
        IdentityError::OtherLinked => Problem::at(
            Code::OtherIdentityLinked,
            "/token",
            "Your account is linked to another subject of this issuer.",
        ),
    }
}

pub(super) fn too_many(code: Code, most: impl Display) -> Problem {
    let detail = format!("{}: {most} is as many as there may be.", code.title());
    Problem::new(code, detail)
}

/// The same of what a match has, of which not everybody may use up all.
fn too_many_of_match(code: Code, (most, in_all): (usize, usize)) -> Problem {
    let detail = match (code, most) {
        (Code::TooManyCorrections, MAX_CORRECTIONS_BY_GUESTS) => {
            format!("Guests make at most {most} corrections of a match. Ask a member of the club.")
        }
        _ if most < in_all => format!(
            "{}: the last {} of {in_all} are kept for owners and referees. Ask one of them.",
            code.title(),
            in_all.saturating_sub(most),
        ),
        _ => return too_many(code, most),
    };
    Problem::new(code, detail)
}

fn of_club(limit: ClubLimit) -> Code {
    match limit {
        ClubLimit::Players => Code::TooManyPlayers,
        ClubLimit::Members => Code::TooManyMembers,
        ClubLimit::Unmerges => Code::TooManyUnmerges,
        ClubLimit::Variants => Code::TooManyVariants,
    }
}

fn only_owner(clubs: Vec<ledger::Club>) -> Problem {
    let clubs = clubs.into_iter().map(|club| OwnedClub {
        id: club.id,
        name: club.name,
    });
    let detail = "A club would be left without an owner: nothing was erased.";
    Problem::new(Code::OnlyOwner, detail).with_clubs(clubs.collect())
}

fn of_settlements(unsettled: SettlementError) -> Problem {
    match unsettled {
        SettlementError::Stale => Problem::at(
            Code::SettlementStale,
            "If-Match",
            "What is to be settled has changed since you read it.",
        ),
        SettlementError::Nothing => Problem::new(
            Code::NothingToSettle,
            "Nothing is open that could be settled.",
        ),
        SettlementError::NoSuchTransfer => Problem::at(
            Code::UnknownTransfer,
            "/from",
            "The settlement has no transfer from this party to that one.",
        ),
        SettlementError::TooMuch { open_cents } => {
            let detail = format!("Of this transfer {open_cents} minor units are open.");
            Problem::at(Code::PaymentTooLarge, "/amount_cents", detail).with_open_cents(open_cents)
        }
        SettlementError::ReversedBefore => {
            Problem::new(Code::PaymentReversed, "This payment was reversed before.")
        }
        SettlementError::TooManyPaymentsOfTransfer => {
            too_many(Code::TooManyPayments, MAX_PAYMENTS_OF_TRANSFER)
        }
        SettlementError::TooManyPayments => too_many(Code::TooManyPayments, MAX_PAYMENTS),
    }
}

fn of_evenings(refused: EveningError) -> Problem {
    match refused {
        EveningError::UnknownPlayer { left, index } => {
            let list = if left { "checked_out" } else { "checked_in" };
            Problem::at(
                Code::UnknownPlayer,
                format!("/{list}/{index}"),
                NO_SUCH_PLAYER,
            )
        }
        EveningError::TooFewPlayers { there } => {
            let detail = format!("A round needs four players, and {there} are there.");
            Problem::new(Code::TooFewPlayers, detail)
        }
        EveningError::TooManyPlayers => too_many(Code::TooManyPlayersThere, MAX_ATTENDANCE),
        EveningError::TooManyChanges => too_many(Code::TooManyEveningChanges, MAX_EVENING_CHANGES),
        EveningError::TooManyRounds => too_many(Code::TooManyRounds, MAX_ROUNDS),
        EveningError::NoSeed => Problem::new(
            Code::NoSeed,
            "The evening was opened at another service, which has its seed.",
        ),
        EveningError::NothingToRedraw => Problem::at(
            Code::NothingToRedraw,
            "/redraw",
            "No round was drawn yet, or the matches of the last one were opened.",
        ),
        EveningError::RoundReplaced => Problem::new(
            Code::RoundReplaced,
            "Another round was drawn instead of this one.",
        ),
        EveningError::RoundOpened => Problem::new(
            Code::RoundOpened,
            "The matches of this round were opened before.",
        ),
    }
}

fn of_seasons(refused: SeasonError) -> Problem {
    let no_such_player =
        |pointer: String| Problem::at(Code::UnknownPlayer, pointer, NO_SUCH_PLAYER);
    match refused {
        SeasonError::UnknownHandicap { index } => {
            no_such_player(format!("/rules/handicaps/{index}/player"))
        }
        SeasonError::UnknownTeamPlayer { team, index } => {
            no_such_player(format!("/rules/teams/{team}/players/{index}"))
        }
        SeasonError::ClosedBefore => {
            Problem::new(Code::SeasonClosed, "The season was closed before.")
        }
        SeasonError::TooManyMatches => too_many(Code::SeasonTooLarge, MAX_SEASON_MATCHES),
        SeasonError::TooManyEarlierMatches => {
            let detail = format!(
                "More than {MAX_EARLIER_MATCHES} matches of the season changed after this entry."
            );
            Problem::at(Code::SeasonTooLarge, "as_of_seq", detail)
        }
    }
}

fn of_proofs(none: NoProof) -> Problem {
    let (parameter, detail) = match none {
        NoProof::TooLarge(_) => ("size", "No ledger has that many entries.".to_owned()),
        NoProof::NoSuchLeaf { size, .. } => (
            "seq",
            format!("The first {size} entries end with the sequence number {size}."),
        ),
        NoProof::Shrunk { old_size, new_size } => (
            "from_size",
            format!(
                "The first {new_size} entries did not grow out of the first {old_size}: name the smaller number first."
            ),
        ),
    };
    Problem::at(Code::InvalidValue, parameter, detail)
}

/// The ledger has only so many entries; the parameter asked for more.
pub(crate) fn beyond_ledger(parameter: &str, size: u64) -> Problem {
    let detail = format!("The ledger has {size} entries so far.");
    Problem::at(Code::BeyondLedger, parameter, detail)
}

pub(super) const NO_SUCH_PLAYER: &str = "The club has no such player.";

/// The same, where a field of the body names a player.
pub(crate) fn naming_player(error: Error, pointer: &str) -> Problem {
    if matches!(error, Error::People(PeopleError::NoSuchPlayer)) {
        return Problem::at(Code::UnknownPlayer, pointer, NO_SUCH_PLAYER);
    }
    error.into()
}

/// There is no such thing, or none that the caller may know of.
pub(crate) fn not_found(what: &str) -> Problem {
    match what {
        "user" => Problem::new(Code::UnknownUser, "There is no account with this id."),
        what => Problem::new(Code::NotFound, format!("There is no such {what}.")),
    }
}

/// The same key for something else.
pub(crate) fn key_reused() -> Problem {
    Problem::at(
        Code::IdempotencyKeyReused,
        "Idempotency-Key",
        "This Idempotency-Key was used for another request before.",
    )
}

const FRACTION: &str = "At this stake it would pay a fraction of a cent.";
const TOO_LARGE: &str = "The amounts of this match would grow too large to be kept exactly.";

/// What is wrong with what stands at `root` of the body; `player` says where the player for a chair is named there, or all
/// of them.
pub(crate) fn about(error: Error, root: &str, player: &dyn Fn(Option<Chair>) -> String) -> Problem {
    if let Error::UnknownPlayer(chair) = error {
        let detail = format!("The club has no such player for chair {}.", chair.number());
        Problem::at(Code::UnknownPlayer, player(Some(chair)), detail)
    } else if let Error::MergedPlayer(chair) = error {
        let number = chair.number();
        let detail = format!("The player for chair {number} was merged into another.");
        Problem::at(Code::PlayerMerged, player(Some(chair)), detail)
    } else if let Error::ErasedPlayer(chair) = error {
        let detail = format!("The player for chair {} was erased.", chair.number());
        Problem::at(Code::PlayerErased, player(Some(chair)), detail)
    } else if matches!(error, Error::SamePlayerTwice) {
        Problem::at(Code::PlayersNotDistinct, player(None), TWICE)
    } else if matches!(error, Error::FractionalAmount) {
        Problem::at(Code::StakeNotDivisible, root, FRACTION)
    } else if matches!(error, Error::AmountTooLarge) {
        Problem::at(Code::AmountTooLarge, root, TOO_LARGE)
    } else {
        error.into()
    }
}

/// Where the player for a chair is named in a list of four.
pub(crate) fn of_four(list: &str) -> impl Fn(Option<Chair>) -> String {
    move |chair| match chair {
        Some(chair) => format!("{list}/{}", chair.index()),
        None => list.to_owned(),
    }
}

const TWICE: &str = "Nobody can sit on two chairs.";

/// The database cannot do it now, perhaps later.
pub(crate) fn unavailable(retry: Retry) -> Problem {
    let (seconds, detail) = match retry {
        Retry::Now => (
            1,
            "Another request held up this one for too long, a large import of the same club for example.",
        ),
        Retry::Later => (super::RETRY_AFTER, "The database does not answer just now."),
    };
    Problem::new(Code::DatabaseUnavailable, detail).retry_after(seconds)
}
