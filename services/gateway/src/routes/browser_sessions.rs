//! Sessions of browsers: the refresh token is in a cookie that scripts cannot read, and a page holds only the access token. The cookie
//! authorises nothing but these endpoints.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use super::sessions::{self, Credentials, IDLE, Session};
use crate::body::Body;
use crate::caller::Anyone;
use crate::operation::Operation;
use crate::problem::{Code, Problem};
use crate::request_limit::{Cost, Work};
use crate::same_origin::SameOrigin;
use crate::secret;
use crate::services::Services;

/// The session of a browser.
#[derive(Serialize, ToSchema)]
pub(crate) struct BrowserSession {
    /// Send it as `Authorization: Bearer <access_token>`, and keep it in memory only.
    access_token: String,
    /// Always `Bearer`.
    #[schema(examples("Bearer"))]
    token_type: &'static str,
    /// Seconds the access token lives.
    #[schema(examples(900))]
    expires_in: u64,
}

pub(crate) const OPEN_BROWSER_SESSION: Operation = Operation::costs(Cost::Turns).refuses(&[&[
    Code::WrongCredentials,
    Code::PasswordChangeRequired,
    Code::OtherOrigin,
    Code::TooManyAttempts,
]]);

/// Signs in from a page.
///
/// As `POST /v1/sessions`, for a page of this service: the refresh token is set as a cookie (`HttpOnly`, `SameSite=Strict`, over HTTPS
/// `Secure` with the prefix `__Host-`) and not shown. Needs an `Origin` of this service.
#[utoipa::path(post, path = "/v1/browser-sessions", tag = "accounts",
    request_body = Credentials,
    responses(
    (status = 201, description = "The session", body = BrowserSession),
    (status = 401, description = "Address or password is wrong"),
    (status = 403, description = "Another site asks; or the password is a one-time password, and no `new_password` is there"),
    (status = 429, description = "Too many attempts; `Retry-After` says how long to wait"),
    (status = 503, description = "Try again later"),
))]
pub(crate) async fn open_browser_session(
    _: Anyone,
    origin: SameOrigin,
    request: HttpRequest,
    body: Body<Credentials>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let (signed_in, refresh) = sessions::open_session(&services, &request, body.value).await?;
    let session = sessions::session(&services, signed_in, refresh)?;
    let cookie = cookie(origin, session.refresh_token.clone(), IDLE);
    let session = BrowserSession::from(session);
    Ok(HttpResponse::Created().cookie(cookie).json(session))
}

pub(crate) const REFRESH_BROWSER_SESSION: Operation =
    Operation::costs(Cost::Units(Work::Database, 1)).refuses(&[&[
        Code::SessionOver,
        Code::OtherOrigin,
        Code::TooManyAttempts,
    ]]);

/// Refreshes the session of a browser.
///
/// Answers with another access token. The cookie stays as it is until the session ends, 30 days after signing in or by signing out: a page
/// that is left, or loses the answer on a bad network, asks again. Needs an `Origin` of this service.
#[utoipa::path(post, path = "/v1/browser-sessions/refresh", tag = "accounts",
    responses(
    (status = 200, description = "The session", body = BrowserSession),
    (status = 401, description = "There is no cookie, or the session is over"),
    (status = 403, description = "Another site asks"),
    (status = 503, description = "Try again later"),
))]
pub(crate) async fn refresh_browser_session(
    _: Anyone,
    origin: SameOrigin,
    request: HttpRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let refresh = refresh_token(&request, origin).ok_or_else(|| {
        let detail = "This browser has no session: sign in first.";
        Problem::new(Code::SessionOver, detail)
    })?;
    let hash = secret::hash_of(&refresh);
    let signed_in = services.ledger.session_of(hash).await?;
    services
        .sign_in_limit
        .holds_session(&request, signed_in.user);
    let session = sessions::session(&services, signed_in, refresh)?;
    Ok(HttpResponse::Ok().json(BrowserSession::from(session)))
}

pub(crate) const END_BROWSER_SESSION: Operation =
    Operation::costs(Cost::Units(Work::Database, 1)).refuses(&[&[Code::OtherOrigin]]);

/// Signs out in a browser.
///
/// Ends the session of the cookie at once, and every access token of it, and removes the cookie. Needs an `Origin` of this service.
#[utoipa::path(delete, path = "/v1/browser-sessions", tag = "accounts",
    responses(
    (status = 204, description = "The session is over"),
    (status = 403, description = "Another site asks"),
    (status = 503, description = "Try again later"),
))]
pub(crate) async fn end_browser_session(
    _: Anyone,
    origin: SameOrigin,
    request: HttpRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    if let Some(refresh) = refresh_token(&request, origin) {
        let hash = secret::hash_of(&refresh);
        services.ledger.end_session(hash).await?;
    }
    let removed = cookie(origin, String::new(), Duration::ZERO);
    Ok(HttpResponse::NoContent().cookie(removed).finish())
}

impl From<Session> for BrowserSession {
    fn from(session: Session) -> Self {
        Self {
            access_token: session.access_token,
            token_type: session.token_type,
            expires_in: session.expires_in,
        }
    }
}

/// Browsers accept a cookie with the prefix only if it is `Secure` and has no domain, so that no other host can have set it.
fn name(origin: SameOrigin) -> &'static str {
    match origin.is_https {
        true => "__Host-faan-refresh",
        false => "faan-refresh",
    }
}

fn cookie(origin: SameOrigin, refresh_token: String, lives: Duration) -> Cookie<'static> {
    Cookie::build(name(origin), refresh_token)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(origin.is_https)
        .max_age(lives)
        .finish()
}

fn refresh_token(request: &HttpRequest, origin: SameOrigin) -> Option<String> {
    // actix-web would take all cookies apart, and keep them until the request is answered.
    let lines = request.headers().get_all(header::COOKIE);
    let cookies = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b';'));
    let mut cookies = cookies.filter_map(|cookie| std::str::from_utf8(cookie).ok());
    let name = name(origin);
    let token = cookies.find_map(|cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='))?;
    (!token.is_empty()).then(|| token.to_owned())
}
