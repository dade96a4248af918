//! Who is refused, and why.

use actix_web::http::header;
use ledger::{ApiKeyScope, ClubId, Role, UserId};

use crate::caller::ClubMember;
use crate::endpoint::Endpoint;
use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};

/// Whose session has ended is no longer signed in.
pub(super) fn of_ended_session(error: ledger::Error) -> Problem {
    if matches!(error, ledger::Error::SessionEnded) {
        return not_signed_in();
    }
    error.into()
}

pub(super) fn not_signed_in() -> Problem {
    refused("This needs a valid access token: sign in first.")
}

/// A key of another club, one that is no longer good and one that never was look the same, and so do clubs that are not there.
pub(super) fn no_such_key() -> Problem {
    refused(
        "This is not an API key of this club, or it is not good any more. Without a club, none is.",
    )
}

fn refused(detail: &str) -> Problem {
    Problem::new(Code::NotSignedIn, detail).header(header::WWW_AUTHENTICATE, "Bearer".to_owned())
}

/// A club that is not there and one the caller does not belong to look the same.
pub(super) fn member(
    endpoint: &Endpoint,
    user: UserId,
    club: ClubId,
    role: Option<Role>,
) -> Result<ClubMember, Problem> {
    match role {
        None => Err(not_found("club")),
        Some(role) if endpoint.access.admits(role) => Ok(ClubMember {
            user,
            club,
            role,
            api_key: None,
            scope: ApiKeyScope::Club,
            session: None,
        }),
        Some(role) => {
            let detail = format!("This is not for a member with the role `{role}`.");
            Err(Problem::new(Code::Forbidden, detail))
        }
    }
}
