//! Accounts.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use ledger::evidence;
use ledger::{SignUp, User};
use serde::Deserialize;
use utoipa::ToSchema;

use super::password::proven;
use crate::bodies::field::{Email, Password, Text};
use crate::body::Body;
use crate::caller::Anyone;
use crate::caller::Caller;
use crate::operation::Operation;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, removed};
use crate::services::Services;

/// An account to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewUser {
    /// What you sign in with. Upper and lower case are one address.
    #[schema(value_type = String, format = Email, max_length = 254, examples("mei@example.org"))]
    email: Email,
    /// Not the e-mail address.
    #[schema(value_type = String, format = Password, min_length = 10, max_length = 128)]
    password: Password,
    /// What others see.
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("Mei"))]
    display_name: Text<100>,
}

/// That it is really you.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Goodbye {
    /// Your password, once more.
    #[schema(value_type = String, format = Password, min_length = 10, max_length = 128)]
    password: Password,
}

pub(crate) const SIGN_UP: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::EmailTaken, Code::TooManyAttempts]]);

/// Makes an account.
///
/// Anyone may. Sign in at `POST /v1/sessions`.
#[utoipa::path(post, path = "/v1/users", tag = "accounts",
    request_body = NewUser,
    responses(
    (status = 201, description = "The account", body = User),
    (status = 409, description = "There is an account with this address"),
    (status = 429, description = "Too many attempts; `Retry-After` says how long to wait"),
    (status = 503, description = "Try again later"),
))]
pub(crate) async fn sign_up(
    _: Anyone,
    request: HttpRequest,
    body: Body<NewUser>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let asking = services.sign_in_limit.sign_up(&request)?;
    let new = body.value;
    new.password.refuse_address(&new.email, "/password")?;
    let password = String::from(new.password);
    let password_hash = services.passwords.hash(password, asking).await?;
    let account = SignUp {
        email: new.email.into(),
        password_hash,
        display_name: new.display_name.into(),
    };
    let user = services.ledger.sign_up(account).await?;
    Ok(created("/v1/users/me".to_owned(), false, &user))
}

pub(crate) const WHO_AM_I: Operation = Operation::costs(Cost::Turns);

/// Reads your account.
///
/// The account of the access token.
#[utoipa::path(get, path = "/v1/users/me", tag = "accounts",
    responses(
    (status = 200, description = "The account", body = User),
))]
pub(crate) async fn who_am_i(
    caller: Caller,
    services: Data<Services>,
) -> Result<Json<User>, Problem> {
    Ok(Json(services.ledger.user(caller.0).await?))
}

pub(crate) const ERASE_ACCOUNT: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::MemberRemoved::KIND])
    .refuses(&[&[
        Code::UnknownUser,
        Code::WrongCredentials,
        Code::OnlyOwner,
        Code::TooManyAttempts,
    ]]);

/// Erases your account.
///
/// For good: your address, password and display name are deleted, every session ends, your identities are unlinked, you leave all clubs,
/// and players are no longer linked to you. Your entries stay, under the id of your account. The names of players belong to the clubs: to
/// erase your own, do that first (`DELETE /v1/clubs/{club}/players/me`). The only owner of a club cannot erase their account. Access tokens
/// end at once.
#[utoipa::path(delete, path = "/v1/users/me", tag = "accounts",
    request_body(content = Goodbye, example = json!({"password": "correct horse battery staple"})),
    responses(
        (status = 204, description = "The account is gone"),
        (status = 401, description = "The password is wrong"),
        (status = 409, description = "You are the only owner of a club"),
        (status = 429, description = "Too many attempts; `Retry-After` says how long to wait"),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn erase_account(
    caller: Caller,
    request: HttpRequest,
    body: Body<Goodbye>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    proven(&services, &request, caller.0, body.value.password).await?;
    services.ledger.erase_account(caller.0).await?;
    Ok(removed(false))
}
