//! Who asks. The gate stands before every handler: it finds the row of the policy table, the owner of the token or API key and
//! the owner's role in the club, and lets the request through or not.

use std::future::{Ready, ready};

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, web::Data};
use ledger::{ApiKeyId, ClubId, Role, SignedIn, Subject, UserId};

use crate::app::Services;
use crate::client_address::ClientNetwork;
use crate::oidc::Unavailable;
use crate::policy::{Asked, Row, Who};
use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};
use crate::request_limit::{self, Account, Share};
use crate::secret;
use crate::server::too_many_connections;

/// Whoever is signed in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller(pub(crate) UserId);

/// A member of the club in the path whose role allows what is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    pub(crate) user: UserId,
    pub(crate) club: ClubId,
    /// What the member was when the gate let the request through.
    pub(crate) role: Role,
    /// The key by which a machine asks in the member's name.
    pub(crate) api_key: Option<ApiKeyId>,
}

/// What stands after `Bearer`.
enum Credential {
    /// An access token. The session may be over.
    Session(SignedIn),
    /// A token of the OIDC issuer. Whose account it is, if anybody's, the ledger knows.
    Identity(Subject),
    /// The hash of what may be an API key.
    ApiKey([u8; 32]),
}

/// Lets through what the policy table allows. Whoever is not let through is answered here: a middleware's error would go past those
/// around it.
pub(crate) async fn gate(
    services: Data<Services>,
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<EitherBody<impl MessageBody>>, Error> {
    match let_through(&services, &request).await {
        Ok(()) => Ok(next.call(request).await?.map_into_left_body()),
        Err(problem) => Ok(request.error_response(problem).map_into_right_body()),
    }
}

async fn let_through(services: &Data<Services>, request: &ServiceRequest) -> Result<(), Problem> {
    let asked = request.extensions_mut().remove::<Asked>();
    let row = match asked {
        Some(Asked::For(row)) => row,
        Some(Asked::OtherMethods(methods)) => return Err(wrong_method(&methods)),
        Some(Asked::Nothing) => return Err(not_found("address")),
        None => return Err(Problem::internal("nobody found out what is asked for")),
    };
    refuse_unknown_parameters(row, request.query_string())?;
    note_client(services, request)?;
    take_share(services, row, request).await?;
    if row.who != Who::Anyone {
        let credential = bearer(services, request).await?;
        let user = match row.club(request.path()) {
            None => account(services, credential).await?,
            Some(club) => {
                let member = of_club(services, (row, request.request()), credential, club).await?;
                request.extensions_mut().insert(member);
                member.user
            }
        };
        request.extensions_mut().insert(Caller(user));
    }
    request.extensions_mut().insert(row);
    Ok(())
}

/// Notes which network the request comes from, and counts it among those under way there if a trusted proxy passes it on: that
/// one's connections are not counted.
fn note_client(services: &Services, request: &ServiceRequest) -> Result<(), Problem> {
    let proxies = &services.trusted_proxies;
    let network = proxies.client_network(request);
    request.extensions_mut().insert(network);
    if proxies.forwarded(request) {
        let share = &services.connection_share;
        let place = share.take(network);
        let place = place.map_err(|_| too_many_connections(share.of_each()))?;
        request.extensions_mut().insert(place);
    }
    Ok(())
}

/// Takes what the request costs of the share of whoever asks, and leaves the share for what its body costs.
async fn take_share(
    services: &Data<Services>,
    row: &Row,
    request: &ServiceRequest,
) -> Result<(), Problem> {
    let Some((work, units)) = request_limit::cost(row) else {
        return Ok(());
    };
    let account = match bearer(services, request).await {
        Ok(Credential::Session(who)) => Some(Account::User(who.user)),
        Ok(Credential::Identity(subject)) => Some(Account::of_subject(&subject)),
        // Nobody needs to be signed in here, and an API key is of a club.
        Ok(Credential::ApiKey(_)) | Err(_) => None,
    };
    let (network, services) = (ClientNetwork::of(request.request()), services.clone());
    let share = Share::new(move |units| {
        let limit = &services.request_limit;
        limit.take(work, network, account, units)
    });
    share.take(units)?;
    request.extensions_mut().insert(share);
    Ok(())
}

/// The token or API key that the request bears.
async fn bearer(services: &Services, request: &ServiceRequest) -> Result<Credential, Problem> {
    let authorization = request.headers().get(header::AUTHORIZATION);
    let token = authorization.and_then(|value| {
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        scheme
            .eq_ignore_ascii_case("bearer")
            .then_some(token.trim_start())
    });
    let token = token.ok_or_else(not_signed_in)?;
    if token.starts_with(secret::API_KEY) {
        return Ok(Credential::ApiKey(secret::hash_of(token)));
    }
    if let Some(who) = services.tokens.verify(token) {
        return Ok(Credential::Session(who));
    }
    let subject = match &services.issuer {
        Some(issuer) => issuer.verify(token).await?,
        None => None,
    };
    subject.map(Credential::Identity).ok_or_else(not_signed_in)
}

/// Whose account it is that asks for what is of no club.
async fn account(services: &Services, credential: Credential) -> Result<UserId, Problem> {
    match credential {
        Credential::Session(who) => {
            let goes_on = services.ledger.is_signed_in(who).await?;
            goes_on.then_some(who.user).ok_or_else(not_signed_in)
        }
        Credential::Identity(subject) => Ok(services.ledger.user_of(subject).await?),
        Credential::ApiKey(_) => Err(no_such_key()),
    }
}

/// The member of a club who asks, themselves or by a machine.
async fn of_club(
    services: &Services,
    (row, request): (&Row, &HttpRequest),
    credential: Credential,
    club: &str,
) -> Result<Member, Problem> {
    if let Credential::ApiKey(hash) = credential {
        return machine(services, row, request, hash, club).await;
    }
    let Ok(club) = club.parse::<ClubId>() else {
        account(services, credential).await?;
        return Err(not_found("club"));
    };
    let (user, role) = role(services, credential, club).await?;
    member(row, user, club, role)
}

/// Whose account it is, and what it is in a club.
async fn role(
    services: &Services,
    credential: Credential,
    club: ClubId,
) -> Result<(UserId, Option<Role>), Problem> {
    match credential {
        Credential::Session(who) => match services.ledger.role_of(who, club).await {
            Err(ledger::Error::SessionEnded) => Err(not_signed_in()),
            role => Ok((who.user, role?)),
        },
        Credential::Identity(subject) => Ok(services.ledger.role_of_subject(subject, club).await?),
        Credential::ApiKey(_) => Err(no_such_key()),
    }
}

fn not_signed_in() -> Problem {
    refused("This needs a valid access token: sign in first.")
}

/// A key of another club, one that is no longer good and one that never was look the same, and so do clubs that are not there.
fn no_such_key() -> Problem {
    refused(
        "This is not an API key of this club, or it is not good any more. Without a club, none is.",
    )
}

fn refused(detail: &str) -> Problem {
    Problem::new(Code::NotSignedIn, detail).header(header::WWW_AUTHENTICATE, "Bearer".to_owned())
}

impl From<Unavailable> for Problem {
    fn from(Unavailable { retry_after }: Unavailable) -> Self {
        let detail = "The issuer of this token does not tell its keys just now.";
        Problem::new(Code::IssuerUnavailable, detail).retry_after(retry_after)
    }
}

/// A club that is not there and one the caller does not belong to look the same.
fn member(row: &Row, user: UserId, club: ClubId, role: Option<Role>) -> Result<Member, Problem> {
    match role {
        None => Err(not_found("club")),
        Some(role) if row.who.admits(role) => Ok(Member {
            user,
            club,
            role,
            api_key: None,
        }),
        Some(role) => {
            let detail = format!("This is not for a member with the role `{role}`.");
            Err(Problem::new(Code::Forbidden, detail))
        }
    }
}

/// A machine may what its key's role allows, if the member in whose name it asks may that as well.
async fn machine(
    services: &Services,
    row: &Row,
    request: &HttpRequest,
    secret_hash: [u8; 32],
    club: &str,
) -> Result<Member, Problem> {
    let club = club.parse::<ClubId>().map_err(|_| no_such_key())?;
    let (limit, shown) = (&services.api_key_limit, (club, secret_hash));
    limit.check(request, &shown)?;
    let holder = services.ledger.api_key_holder(club, secret_hash).await?;
    limit.note(shown, holder.is_some());
    let holder = holder.ok_or_else(no_such_key)?;
    if !row.who.admits_key(holder.role) || !row.who.admits(holder.user_role) {
        let detail = format!(
            "This is not for an API key with the role `{}`, or not for whoever made it.",
            holder.role
        );
        return Err(Problem::new(Code::Forbidden, detail));
    }
    Ok(Member {
        user: holder.user,
        club,
        role: holder.user_role,
        api_key: Some(holder.key),
    })
}

fn wrong_method(allowed: &[&'static actix_web::http::Method]) -> Problem {
    let allowed: Vec<&str> = allowed.iter().map(|method| method.as_str()).collect();
    let allowed = allowed.join(", ");
    Problem::new(
        Code::MethodNotAllowed,
        format!("This address takes {allowed}."),
    )
    .header(header::ALLOW, allowed)
}

fn refuse_unknown_parameters(row: &Row, query: &str) -> Result<(), Problem> {
    let names = query.split('&').filter(|pair| !pair.is_empty());
    let names = names.map(|pair| pair.split('=').next().unwrap_or(pair));
    for name in names {
        if !row.parameters.contains(&name) {
            let known = match row.parameters {
                [] => "none".to_owned(),
                known => known.join(", "),
            };
            let detail = format!("There is no query parameter `{name}` here; known: {known}.");
            return Err(Problem::at(Code::InvalidParameter, name, detail));
        }
    }
    Ok(())
}

/// What the gate left in the request. It is missing only where the policy table asks for less than the handler
/// does, which the tests of the table would show.
pub(crate) fn left_by_the_gate<T: Clone + 'static>(request: &HttpRequest) -> Result<T, Problem> {
    let left = request.extensions().get::<T>().cloned();
    left.ok_or_else(|| Problem::internal("the policy table does not fit the handler"))
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(left_by_the_gate(request))
    }
}

impl FromRequest for Member {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(left_by_the_gate(request))
    }
}
