//! The password of an account.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};
use ledger::{Credentials, UserId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::sessions::{Session, new_session, note_failed, session};
use crate::bodies::field::{Email, Password};
use crate::body::Body;
use crate::caller::Caller;
use crate::operation::Operation;
use crate::password::Asking;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::services::Services;
use crate::sign_in_limit::Attempt;

/// A password instead of another.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPassword {
    /// The one you have.
    #[schema(value_type = String, format = Password, min_length = 10, max_length = 128)]
    password: Password,
    /// The one you want. Not the e-mail address.
    #[schema(value_type = String, format = Password, min_length = 10, max_length = 128)]
    new_password: Password,
}

pub(crate) const CHANGE_PASSWORD: Operation = Operation::costs(Cost::Turns).refuses(&[&[
    Code::UnknownUser,
    Code::WrongCredentials,
    Code::TooManyAttempts,
]]);

/// Changes your password.
///
/// All your sessions end, including this one, on every device, and the identity that is linked to your account is unlinked: everybody who
/// knew the old password is signed out at once. The answer is a new session.
#[utoipa::path(put, path = "/v1/users/me/password", tag = "accounts",
    request_body(content = NewPassword, example = json!({
        "password": "correct horse battery staple", "new_password": "nine gates and a pure suit"
    })),
    responses(
        (status = 200, description = "The new session", body = Session),
        (status = 401, description = "The password is wrong"),
        (status = 429, description = "Too many attempts; `Retry-After` says how long to wait"),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn change_password(
    caller: Caller,
    request: HttpRequest,
    body: Body<NewPassword>,
    services: Data<Services>,
) -> Result<Json<Session>, Problem> {
    let NewPassword {
        password,
        new_password,
    } = body.value;
    let before = String::from(password.clone());
    let (email, checked) = proven(&services, &request, caller.0, password).await?;
    new_password.refuse_again(&before, "/new_password")?;
    new_password.refuse_address(&email, "/new_password")?;
    let asking = Asking::signed_in(&request);
    let password_hash = services.passwords.hash(new_password.into(), asking);
    let password_hash = password_hash.await?;
    let (refresh, opened) = new_session()?;
    let changed = services
        .ledger
        .change_password(checked, password_hash, opened);
    // Somebody else changed it between.
    let signed_in = changed.await?.ok_or_else(wrong)?;
    Ok(Json(session(&services, signed_in, refresh)?))
}

/// Has somebody prove once more that they are who is signed in. Attempts count as those to sign in.
pub(super) async fn proven(
    services: &Data<Services>,
    request: &HttpRequest,
    user: UserId,
    password: Password,
) -> Result<(Email, Credentials), Problem> {
    let account = services.ledger.user(user).await?;
    let email = Email::try_from(account.email).map_err(Problem::internal)?;
    let limit = &services.sign_in_limit;
    limit.sign_in_from(request)?;
    let stored = services.ledger.credentials_of(user).await?;
    let tried = Attempt::new(request, &email, Some(&stored));
    let asking = limit.prove(tried)?;
    let hash = Some(stored.password_hash.clone());
    let verified = services.passwords.verify(password.into(), hash, asking);
    if !verified.await? {
        note_failed(services, Some(user));
        return Err(wrong());
    }
    limit.came_in(tried);
    Ok((email, stored))
}

pub(super) fn wrong() -> Problem {
    let detail = "This is not the password of your account.";
    Problem::at(Code::WrongCredentials, "/password", detail)
}
