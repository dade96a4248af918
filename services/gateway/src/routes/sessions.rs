//! Sessions: short-lived access tokens, and refresh tokens that work once.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use ledger::{NewSession, SignedIn, UserId};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;

use crate::bodies::field::{Email, Password};
use crate::body::Body;
use crate::caller::Anyone;
use crate::operation::Operation;
use crate::problem::{Code, Problem};
use crate::request_limit::{Cost, Work};
use crate::services::Services;
use crate::sign_in_limit::Attempt;
use crate::{secret, token};

/// How long a session lives without being refreshed.
pub(super) const IDLE: Duration = Duration::days(30);
/// No password is longer, in bytes; a longer one is not worth hashing.
const LONGEST: usize = 1024;

/// What you sign in with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    #[schema(max_length = 254, examples("mei@example.org"))]
    email: String,
    #[schema(format = Password, max_length = 128)]
    password: String,
    /// The password you want, if this one is a one-time password: one that whoever runs the service made up for you. Not the
    /// e-mail address.
    #[schema(value_type = Option<String>, format = Password, min_length = 10, max_length = 128)]
    new_password: Option<Password>,
}

/// A refresh token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refresh {
    /// The last one you got.
    refresh_token: String,
}

/// A session.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    /// Send it as `Authorization: Bearer <access_token>`. A JSON Web Token signed with Ed25519; its public key is
    /// at `/.well-known/jwks.json`.
    pub(super) access_token: String,
    /// Always `Bearer`.
    #[schema(examples("Bearer"))]
    pub(super) token_type: &'static str,
    /// Seconds the access token lives.
    #[schema(examples(900))]
    pub(super) expires_in: u64,
    /// Exchange it at `POST /v1/sessions/refresh` for a new pair, within 30 days and only once: used twice, it ends
    /// the session, since somebody else holds it too.
    pub(super) refresh_token: String,
}

pub(crate) const SIGN_IN: Operation = Operation::costs(Cost::Turns).refuses(&[&[
    Code::WrongCredentials,
    Code::PasswordChangeRequired,
    Code::TooManyAttempts,
]]);

/// Signs in.
///
/// An unknown address and a wrong password get the same answer. Attempts are limited by account and by client address. An account knows the
/// client addresses where somebody signed in to it, or refreshed a session of it. All others together have 100 attempts an hour at
/// most; once 100 attempts in a row failed there, they have none until somebody signs in at a known one. A one-time password from the operator of the service is valid for seven days, from every address, and only for choosing another password:
/// send that as `new_password`.
#[utoipa::path(post, path = "/v1/sessions", tag = "accounts",
    request_body = Credentials,
    responses(
    (status = 201, description = "The session", body = Session),
    (status = 401, description = "Address or password is wrong"),
    (status = 403, description = "The password is a one-time password, and no `new_password` is there"),
    (status = 429, description = "Too many attempts; `Retry-After` says how long to wait"),
    (status = 503, description = "Try again later"),
))]
pub(crate) async fn sign_in(
    _: Anyone,
    request: HttpRequest,
    body: Body<Credentials>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let (signed_in, refresh) = open_session(&services, &request, body.value).await?;
    Ok(HttpResponse::Created().json(session(&services, signed_in, refresh)?))
}

/// Checks the credentials, and opens a session. Returns its first refresh token too.
pub(super) async fn open_session(
    services: &Data<Services>,
    request: &HttpRequest,
    credentials: Credentials,
) -> Result<(SignedIn, String), Problem> {
    let Credentials {
        email,
        password,
        new_password,
    } = credentials;
    // Before anything is remembered: an address may come with as many bytes as a body holds.
    let email = Email::try_from(email).map_err(|_| wrong())?;
    services.sign_in_limit.sign_in_from(request)?;
    let known = services.ledger.credentials(email.as_str()).await?;
    let known = known.filter(|known| !known.is_over());
    let tried = Attempt::new(request, &email, known.as_ref());
    let asking = services.sign_in_limit.sign_in(tried)?;
    if password.len() > LONGEST {
        return Err(wrong());
    }
    let stored = known.as_ref().map(|known| known.password_hash.clone());
    let user = known.as_ref().map(|known| known.user);
    let passwords = &services.passwords;
    let verified = passwords.verify(password.clone(), stored, asking).await?;
    let checked = match (verified, known) {
        (true, Some(known)) => known,
        (true, None) | (false, _) => {
            note_failed(services, user);
            return Err(wrong());
        }
    };
    let (refresh, opened) = new_session()?;
    let opened = match own_password(&checked, &password, new_password, &email)? {
        None => services.ledger.open_session(checked, opened).await?,
        Some(new_password) => {
            let hash = passwords.hash(new_password.into(), asking).await?;
            let changed = services.ledger.change_password(checked, hash, opened);
            changed.await?
        }
    };
    // The password changed between.
    let signed_in = opened.ok_or_else(wrong)?;
    services.sign_in_limit.came_in(tried);
    Ok((signed_in, refresh))
}

/// Notes aside that somebody did not know the password: the answer takes as long if there is no such account.
pub(super) fn note_failed(services: &Data<Services>, user: Option<UserId>) {
    let Some(user) = user else {
        return;
    };
    let services = services.clone();
    actix_web::rt::spawn(async move {
        if let Err(error) = services.ledger.note_failed_sign_in(user).await {
            tracing::warn!(%error, "a failed sign-in is not noted");
        }
    });
}

/// The password to be had from now on, where the one that was checked is for one time.
fn own_password(
    checked: &ledger::Credentials,
    password: &str,
    new_password: Option<Password>,
    email: &Email,
) -> Result<Option<Password>, Problem> {
    match (checked.one_time_until.is_some(), &new_password) {
        (true, Some(new)) => {
            new.refuse_again(password, "/new_password")?;
            new.refuse_address(email, "/new_password")?;
        }
        (true, None) => {
            let detail = "This password is for one time: send the one you want along.";
            return Err(Problem::at(
                Code::PasswordChangeRequired,
                "/new_password",
                detail,
            ));
        }
        (false, Some(_)) => {
            let detail = "Your password is your own. To have another, `PUT /v1/users/me/password`.";
            return Err(Problem::at(Code::InvalidValue, "/new_password", detail));
        }
        (false, None) => {}
    }
    Ok(new_password)
}

pub(crate) const REFRESH_SESSION: Operation = Operation::costs(Cost::Units(Work::Database, 1))
    .refuses(&[&[Code::SessionOver, Code::TooManyAttempts]]);

/// Refreshes a session.
///
/// Exchanges the refresh token for a new pair of tokens.
#[utoipa::path(post, path = "/v1/sessions/refresh", tag = "accounts",
    request_body = Refresh,
    responses(
    (status = 200, description = "The new pair", body = Session),
    (status = 401, description = "The session is over"),
    (status = 503, description = "Try again later"),
))]
pub(crate) async fn refresh_session(
    _: Anyone,
    request: HttpRequest,
    body: Body<Refresh>,
    services: Data<Services>,
) -> Result<Json<Session>, Problem> {
    let (signed_in, refresh) = rotate(&services, &body.value.refresh_token).await?;
    services
        .sign_in_limit
        .holds_session(&request, signed_in.user);
    Ok(Json(session(&services, signed_in, refresh)?))
}

/// Exchanges a refresh token for the next one.
async fn rotate(services: &Services, refresh_token: &str) -> Result<(SignedIn, String), Problem> {
    let old = secret::hash_of(refresh_token);
    let (refresh, new) = new_session()?;
    let rotated = services
        .ledger
        .rotate_session(old, new.token_hash, new.expires_at);
    Ok((rotated.await?, refresh))
}

pub(crate) const SIGN_OUT: Operation = Operation::costs(Cost::Units(Work::Database, 1));

/// Signs out.
///
/// Ends the session of the refresh token at once, and every access token of that session. Needs no access token. An unknown refresh token
/// is not an error, since there is no session to end.
#[utoipa::path(delete, path = "/v1/sessions", tag = "accounts",
    request_body = Refresh,
    responses(
    (status = 204, description = "The session is over"),
    (status = 503, description = "Try again later"),
))]
pub(crate) async fn sign_out(
    _: Anyone,
    body: Body<Refresh>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let hash = secret::hash_of(&body.value.refresh_token);
    services.ledger.end_session(hash).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A refresh token, and what is stored of it.
pub(super) fn new_session() -> Result<(String, NewSession), Problem> {
    let refresh = secret::to_text(secret::fresh());
    let new = NewSession {
        token_hash: secret::hash_of(&refresh),
        expires_at: expiry()?,
    };
    Ok((refresh, new))
}

pub(super) fn session(
    services: &Services,
    signed_in: SignedIn,
    refresh: String,
) -> Result<Session, Problem> {
    let access_token = services.tokens.issue(signed_in);
    Ok(Session {
        access_token: access_token.map_err(Problem::internal)?,
        token_type: "Bearer",
        expires_in: token::LIFETIME,
        refresh_token: refresh,
    })
}

fn expiry() -> Result<OffsetDateTime, Problem> {
    let now = i64::try_from(token::now()).map_err(Problem::internal)?;
    Ok(OffsetDateTime::from_unix_timestamp(now).map_err(Problem::internal)? + IDLE)
}

fn wrong() -> Problem {
    Problem::new(
        Code::WrongCredentials,
        "The e-mail address or the password is wrong.",
    )
}
