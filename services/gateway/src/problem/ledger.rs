//! What the ledger refuses, as a problem.

use ledger::evidence::{Chair, MAX_ATTENDANCE, MAX_ROUNDS, NoProof};
use ledger::{
    ClubLimit, Error, EveningError, IdentityError, MAX_CORRECTIONS, MAX_CORRECTIONS_BY_GUESTS,
    MAX_EVENING_CHANGES, MAX_OUTCOMES, MAX_PAYMENTS, MAX_PAYMENTS_OF_TRANSFER, MAX_SEASON_MATCHES,
    PeopleError, Retry, SeasonError, SettlementError,
};
use std::fmt::Display;

use super::rounds::{stale, still_play};
use super::{Code, OwnedClub, Problem, sentence};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let detail = sentence(&error);
        match error {
            Error::NotFound(_) => Problem::new(Code::NotFound, detail),
            Error::NoSuchUser => Problem::new(Code::UnknownUser, detail),
            Error::UnknownMatch => Problem::at(Code::UnknownMatch, "/what_if/match", detail),
            Error::EmailTaken => Problem::at(Code::EmailTaken, "/email", detail),
            Error::SessionEnded | Error::SessionReused => Problem::new(Code::SessionOver, detail),
            Error::IdempotencyKeyReused => {
                Problem::at(Code::IdempotencyKeyReused, "Idempotency-Key", detail)
            }
            Error::RoleChanged => Problem::new(Code::Forbidden, detail),
            Error::ApiKeyEnded => Problem::new(Code::NotSignedIn, detail),
            Error::Identity(unlinked) => of_identities(unlinked),
            Error::LastOwner => Problem::new(Code::LastOwner, detail),
            Error::OnlyOwner(clubs) => only_owner(clubs, detail),
            error @ (Error::UnknownPlayer(_)
            | Error::SamePlayerTwice
            | Error::MergedPlayer(_)
            | Error::ErasedPlayer(_)) => about(error, "", &of_four("/players")),
            Error::VariantRetired => Problem::at(Code::VariantRetired, "/terms/variant", detail),
            Error::People(refused) => refused.into(),
            Error::FractionalAmount => Problem::new(Code::StakeNotDivisible, detail),
            Error::AmountTooLarge => Problem::new(Code::AmountTooLarge, detail),
            Error::NothingCorrected => Problem::at(Code::NothingCorrected, "/changes", detail),
            Error::Match(refused) => refused.into(),
            Error::Settlement(unsettled) => of_settlements(unsettled),
            Error::Evening(refused) => of_evenings(refused),
            Error::StillPlay(tables) => still_play(tables),
            Error::RoundsStale { meant, next } => stale(meant, next),
            Error::Season(refused) => of_seasons(refused),
            Error::Tournament(refused) => refused.into(),
            Error::Unprovable(none) => of_proofs(none),
            Error::BeyondLedger { .. } => Problem::at(Code::BeyondLedger, "size", detail),
            Error::TooManyOutcomes { most } => {
                too_many_of_match(Code::TooManyOutcomes, (most, MAX_OUTCOMES))
            }
            Error::TooManyMatchPlayers => Problem::new(Code::TooManyMatchPlayers, detail),
            Error::TooManyCorrections { most } => {
                too_many_of_match(Code::TooManyCorrections, (most, MAX_CORRECTIONS))
            }
            Error::CorrectionsTooLarge { .. } => Problem::new(Code::TooManyCorrections, detail),
            Error::EntryTooLarge { .. } => Problem::new(Code::EntryTooLarge, detail),
            Error::TooManyAudits { most } => too_many(Code::TooManyAudits, most),
            Error::ClubFull(limit) => too_many(of_club(limit), limit.most()),
            Error::TooManyClubs { most } => too_many(Code::TooManyClubs, most),
            Error::TooManyMemberships { most } => too_many(Code::TooManyMemberships, most),
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

fn of_identities(unlinked: IdentityError) -> Problem {
    let detail = sentence(&unlinked);
    match unlinked {
        IdentityError::Nobodys => Problem::new(Code::IdentityNotLinked, detail),
        IdentityError::Anothers => Problem::at(Code::IdentityLinked, "/token", detail),
        IdentityError::OtherLinked => Problem::at(Code::OtherIdentityLinked, "/token", detail),
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

fn only_owner(clubs: Vec<ledger::Club>, detail: String) -> Problem {
    let clubs = clubs.into_iter().map(|club| OwnedClub {
        id: club.id,
        name: club.name,
    });
    Problem::new(Code::OnlyOwner, detail).with_clubs(clubs.collect())
}

fn of_settlements(unsettled: SettlementError) -> Problem {
    let detail = sentence(&unsettled);
    match unsettled {
        SettlementError::Stale => Problem::at(Code::SettlementStale, "If-Match", detail),
        SettlementError::Nothing => Problem::new(Code::NothingToSettle, detail),
        SettlementError::NoSuchTransfer => Problem::at(Code::UnknownTransfer, "/from", detail),
        SettlementError::TooMuch { open_cents } => {
            Problem::at(Code::PaymentTooLarge, "/amount_cents", detail).with_open_cents(open_cents)
        }
        SettlementError::ReversedBefore => Problem::new(Code::PaymentReversed, detail),
        SettlementError::TooManyPaymentsOfTransfer => {
            too_many(Code::TooManyPayments, MAX_PAYMENTS_OF_TRANSFER)
        }
        SettlementError::TooManyPayments => too_many(Code::TooManyPayments, MAX_PAYMENTS),
    }
}

fn of_evenings(refused: EveningError) -> Problem {
    let detail = sentence(&refused);
    match refused {
        EveningError::UnknownPlayer { left, index } => {
            let list = if left { "checked_out" } else { "checked_in" };
            Problem::at(Code::UnknownPlayer, format!("/{list}/{index}"), detail)
        }
        EveningError::TooFewPlayers { .. } => Problem::new(Code::TooFewPlayers, detail),
        EveningError::TooManyPlayers => too_many(Code::TooManyPlayersThere, MAX_ATTENDANCE),
        EveningError::TooManyChanges => too_many(Code::TooManyEveningChanges, MAX_EVENING_CHANGES),
        EveningError::TooManyRounds => too_many(Code::TooManyRounds, MAX_ROUNDS),
        EveningError::NoSeed => Problem::new(Code::NoSeed, detail),
        EveningError::NothingToRedraw => Problem::at(Code::NothingToRedraw, "/redraw", detail),
        EveningError::RoundReplaced => Problem::new(Code::RoundReplaced, detail),
        EveningError::RoundOpened => Problem::new(Code::RoundOpened, detail),
    }
}

fn of_seasons(refused: SeasonError) -> Problem {
    let detail = sentence(&refused);
    match refused {
        SeasonError::UnknownHandicap { index } => {
            let pointer = format!("/rules/handicaps/{index}/player");
            Problem::at(Code::UnknownPlayer, pointer, detail)
        }
        SeasonError::UnknownTeamPlayer { team, index } => {
            let pointer = format!("/rules/teams/{team}/players/{index}");
            Problem::at(Code::UnknownPlayer, pointer, detail)
        }
        SeasonError::ClosedBefore => Problem::new(Code::SeasonClosed, detail),
        SeasonError::TooManyMatches => too_many(Code::SeasonTooLarge, MAX_SEASON_MATCHES),
        SeasonError::TooManyEarlierMatches => {
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
    let detail = sentence(&Error::BeyondLedger { size });
    Problem::at(Code::BeyondLedger, parameter, detail)
}

/// The same, where a field of the body names a player.
pub(crate) fn naming_player(error: Error, pointer: &str) -> Problem {
    if matches!(error, Error::People(PeopleError::NoSuchPlayer)) {
        return Problem::at(Code::UnknownPlayer, pointer, sentence(&error));
    }
    error.into()
}

/// There is no such thing, or none that the caller may know of.
pub(crate) fn not_found(what: &'static str) -> Problem {
    Error::NotFound(what).into()
}

/// The same key for something else.
pub(crate) fn key_reused() -> Problem {
    Error::IdempotencyKeyReused.into()
}

/// What is wrong with what stands at `root` of the body; `player` says where the player for a chair is named there, or all
/// of them.
pub(crate) fn about(error: Error, root: &str, player: &dyn Fn(Option<Chair>) -> String) -> Problem {
    let detail = sentence(&error);
    if let Error::UnknownPlayer(chair) = error {
        Problem::at(Code::UnknownPlayer, player(Some(chair)), detail)
    } else if let Error::MergedPlayer(chair) = error {
        Problem::at(Code::PlayerMerged, player(Some(chair)), detail)
    } else if let Error::ErasedPlayer(chair) = error {
        Problem::at(Code::PlayerErased, player(Some(chair)), detail)
    } else if matches!(error, Error::SamePlayerTwice) {
        Problem::at(Code::PlayersNotDistinct, player(None), detail)
    } else if matches!(error, Error::FractionalAmount) {
        Problem::at(Code::StakeNotDivisible, root, detail)
    } else if matches!(error, Error::AmountTooLarge) {
        Problem::at(Code::AmountTooLarge, root, detail)
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
