//! Authorization: runs before every handler. It identifies the caller by the token or API key, reads the caller's role in the club of the
//! path, and admits the request if the endpoint's access allows it.

mod credential;
mod refusals;
mod remembered;
mod standing;

pub(crate) use remembered::look_again;
pub(crate) use standing::Standing;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, web::Data};
use ledger::{ApiKeyScope, ClubId, MatchId, Role, SessionId, SignedIn, UserId};

use self::credential::{Credential, bearer};
use self::refusals::{member, no_such_key, not_signed_in, of_ended_session};
use self::remembered::{check_remembered, remembered};
use self::standing::admits_holder;
use crate::body_of_caller;
use crate::caller::{Caller, ClubMember};
use crate::client_address::ClientNetwork;
use crate::club_reads;
use crate::endpoint::Endpoint;
use crate::engine_work;
use crate::late_reads;
use crate::match_snapshot;
use crate::match_to_record_in::Admission;
use crate::oidc::Unavailable;
use crate::policy::Access;
use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};
use crate::rate_limit_headers;
use crate::remembered_matches::RememberedMatch;
use crate::request_limit::{Account, Cost, Share, Work};
use crate::server::too_many_connections;
use crate::services::Services;

/// Answers a request that is not admitted, and passes on every other one. A problem is answered here, since the error of a middleware
/// bypasses those around it. Whatever the ledger is asked meanwhile, and while the answer is sent, waits for turns of whoever asks.
pub(crate) async fn authorize(
    endpoint: &'static Endpoint,
    services: Data<Services>,
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let credential = match begin(&services, endpoint, &request).await {
        Ok(credential) => credential,
        Err(problem) => return Ok(request.error_response(problem)),
    };
    let caller = ledger::Caller {
        address: ClientNetwork::of(request.request()).address(),
        account: credential.as_ref().ok().map(Credential::account),
    };
    // It is large, and would be moved over the stack several times.
    let answered = Box::pin(answer(endpoint, services, request, next, credential));
    let answered = caller.asks(answered).await?;
    Ok(body_of_caller::read_for(caller, answered))
}

/// What a request shows of who asks, once it is known where it comes from. Nobody is asked who they are where it does not matter.
async fn begin(
    services: &Services,
    endpoint: &Endpoint,
    request: &ServiceRequest,
) -> Result<Result<Credential, Problem>, Problem> {
    refuse_unknown_parameters(endpoint, request.query_string())?;
    note_client(services, request)?;
    if endpoint.access == Access::Anyone && !matches!(endpoint.stated.cost, Cost::Units(..)) {
        return Ok(Err(not_signed_in()));
    }
    Ok(bearer(services, request).await)
}

async fn answer(
    endpoint: &'static Endpoint,
    services: Data<Services>,
    request: ServiceRequest,
    next: Next<BoxBody>,
    credential: Result<Credential, Problem>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = match admit(&services, endpoint, &request, credential).await {
        Ok(share) => engine_work::charged_to(share, next.call(request)).await?,
        Err(problem) => request.error_response(problem),
    };
    let mut response = check_remembered(&services, response).await;
    club_reads::end(response.request());
    late_reads::state_age(&mut response);
    rate_limit_headers::state(&mut response);
    Ok(response)
}

/// Answers the share that the work of the request is charged to, if it is counted.
async fn admit(
    services: &Services,
    endpoint: &'static Endpoint,
    request: &ServiceRequest,
    credential: Result<Credential, Problem>,
) -> Result<Option<Share>, Problem> {
    let mut share = take_share(services, endpoint, request, credential.as_ref().ok())?;
    if endpoint.access != Access::Anyone {
        let credential = credential?;
        let (user, api_key) = match request.match_info().get("club") {
            None => (account(services, credential).await?, None),
            Some(club) => {
                let member = of_club(services, (endpoint, request), credential, club).await?;
                request.extensions_mut().insert(member);
                (member.user, member.api_key)
            }
        };
        request.extensions_mut().insert(Caller(user));
        let work = match endpoint.stated.cost {
            Cost::Steps | Cost::StepsOfOne => Some(Work::Rules),
            Cost::Export => Some(Work::Exports),
            Cost::Nothing | Cost::Units(..) | Cost::Turns => None,
        };
        if let Some(work) = work {
            let account = api_key.map_or(Account::User(user), Account::ApiKey);
            let of_account = share_of(services, work, request, Some(account));
            rate_limit_headers::note(request, &of_account);
            of_account.refuse_in_debt(endpoint.stated.cost, request.query_string())?;
            if endpoint.stated.cost == Cost::Export {
                request.extensions_mut().insert(of_account.clone());
            }
            share = Some(of_account);
        }
    }
    request.extensions_mut().insert(endpoint);
    Ok(share)
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

/// Takes what the request costs of the share of whoever asks, if it costs units, and leaves the share for what its body costs.
fn take_share(
    services: &Services,
    endpoint: &Endpoint,
    request: &ServiceRequest,
    credential: Option<&Credential>,
) -> Result<Option<Share>, Problem> {
    let Cost::Units(work, units) = endpoint.stated.cost else {
        return Ok(None);
    };
    let account = match credential {
        Some(Credential::Session(who)) => Some(Account::User(who.user)),
        Some(Credential::Identity(subject)) => Some(Account::of_subject(subject)),
        // Nobody needs to be signed in here, and an API key is of a club.
        Some(Credential::ApiKey(_)) | None => None,
    };
    let share = share_of(services, work, request, account);
    rate_limit_headers::note(request, &share);
    share.take(units)?;
    request.extensions_mut().insert(share.clone());
    Ok(Some(share))
}

fn share_of(
    services: &Services,
    work: Work,
    request: &ServiceRequest,
    account: Option<Account>,
) -> Share {
    let network = ClientNetwork::of(request.request());
    Share::new(services.request_limit.clone(), work, network, account)
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
    (endpoint, request): (&'static Endpoint, &ServiceRequest),
    credential: Credential,
    club: &str,
) -> Result<ClubMember, Problem> {
    let standing = credential.clone();
    let member = member_of_club(services, (endpoint, request), credential, club).await?;
    request.extensions_mut().insert(Standing {
        endpoint,
        club: member.club,
        credential: standing,
    });
    Ok(member)
}

async fn member_of_club(
    services: &Services,
    (endpoint, request): (&'static Endpoint, &ServiceRequest),
    credential: Credential,
    club: &str,
) -> Result<ClubMember, Problem> {
    if let Credential::ApiKey(hash) = credential {
        return machine(services, endpoint, request.request(), hash, club).await;
    }
    let Ok(club) = club.parse::<ClubId>() else {
        account(services, credential).await?;
        return Err(not_found("club"));
    };
    let is_session = matches!(credential, Credential::Session(_));
    let asking = asking(services, (endpoint, request), credential, club).await?;
    let member = ClubMember {
        session: asking.session_to_compare,
        ..member(endpoint, asking.user, club, asking.role)?
    };
    if !is_session {
        late_reads::ask(services, endpoint, request.request(), club).await?;
    }
    Ok(member)
}

/// Whose account it is, and what it is in a club.
struct Asking {
    user: UserId,
    role: Option<Role>,
    /// Their session, if it and the role are remembered and not looked up.
    session_to_compare: Option<SessionId>,
}

/// Who asks for something of a club.
async fn asking(
    services: &Services,
    asked: (&'static Endpoint, &ServiceRequest),
    credential: Credential,
    club: ClubId,
) -> Result<Asking, Problem> {
    match credential {
        Credential::Session(who) => {
            let asking = of_session(services, asked, who, club).await;
            asking.map_err(of_ended_session)
        }
        Credential::Identity(subject) => {
            let (user, role) = services.ledger.role_of_subject(subject, club).await?;
            Ok(Asking::looked_up(user, role))
        }
        Credential::ApiKey(_) => Err(no_such_key()),
    }
}

/// Somebody who is signed in. The match of the path is read with the role if the handler wants it, or how far the primary is; or the
/// transaction stays open for what the handler reads.
async fn of_session(
    services: &Services,
    (endpoint, request): (&'static Endpoint, &ServiceRequest),
    who: SignedIn,
    club: ClubId,
) -> ledger::Result<Asking> {
    let looked_up = |role| Ok(Asking::looked_up(who.user, role));
    if late_reads::wanted(services, endpoint, request.request()) {
        let (role, freshness) = services.ledger.role_and_freshness(who, club).await?;
        late_reads::note(request.request(), freshness);
        return looked_up(role);
    }
    if endpoint.reads_at_once {
        let (role, ledger) = services.ledger.role_and_open_read(who, club).await?;
        club_reads::store(request, ledger);
        return looked_up(role);
    }
    let by = (club, who.user);
    let Some(wanted) = match_snapshot::wanted(endpoint, request.request(), by) else {
        return looked_up(services.ledger.role_of(who, club).await?);
    };
    if endpoint.records_next {
        let remembered = remembered(services, (endpoint, request), who, &wanted);
        let admission = Admission::new(endpoint, (club, who), remembered);
        admission.store(request);
        if let Some(RememberedMatch { role, .. }) = remembered {
            return Ok(Asking::remembered(who, role));
        }
    }
    let (role, snapshot) = services.ledger.role_and_snapshot(who, wanted).await?;
    if let Some(snapshot) = snapshot {
        match_snapshot::store(request, snapshot);
    }
    looked_up(role)
}

impl Asking {
    fn looked_up(user: UserId, role: Option<Role>) -> Self {
        Self {
            user,
            role,
            session_to_compare: None,
        }
    }

    fn remembered(who: SignedIn, role: Role) -> Self {
        Self {
            user: who.user,
            role: Some(role),
            session_to_compare: Some(who.session),
        }
    }
}

impl From<Unavailable> for Problem {
    fn from(Unavailable { retry_after }: Unavailable) -> Self {
        let detail = "The issuer of this token does not tell its keys just now.";
        Problem::new(Code::IssuerUnavailable, detail).retry_after(retry_after)
    }
}

/// A machine may what its key's role allows, if the member in whose name it asks may that as well.
async fn machine(
    services: &Services,
    endpoint: &Endpoint,
    request: &HttpRequest,
    secret_hash: [u8; 32],
    club: &str,
) -> Result<ClubMember, Problem> {
    let club = club.parse::<ClubId>().map_err(|_| no_such_key())?;
    let limit = &services.api_key_limit;
    let tried = limit.check(request, (club, secret_hash))?;
    let holder = services.ledger.api_key_holder(club, secret_hash).await?;
    limit.note(tried, holder.is_some());
    let holder = holder.ok_or_else(no_such_key)?;
    refuse_other_match(request, holder.scope)?;
    if !admits_holder(endpoint, &holder) {
        let detail = format!(
            "This is not for an API key with the role `{}`, or not for whoever made it.",
            holder.role
        );
        return Err(Problem::new(Code::Forbidden, detail));
    }
    late_reads::ask(services, endpoint, request, club).await?;
    Ok(ClubMember {
        user: holder.user,
        club,
        role: holder.user_role,
        api_key: Some(holder.key),
        scope: holder.scope,
        session: None,
    })
}

/// A key that is limited to a match says nothing of others, also not whether there are any.
fn refuse_other_match(request: &HttpRequest, scope: ApiKeyScope) -> Result<(), Problem> {
    let ApiKeyScope::Match(own) = scope else {
        return Ok(());
    };
    let asked = request.match_info().get("match").map(str::parse::<MatchId>);
    match asked {
        Some(Ok(asked)) if asked == own => Ok(()),
        _ => {
            let detail = "This API key is limited to one match, and the request is not about that.";
            Err(Problem::new(Code::Forbidden, detail))
        }
    }
}

fn refuse_unknown_parameters(endpoint: &Endpoint, query: &str) -> Result<(), Problem> {
    if endpoint.is_page() {
        return Ok(());
    }
    let names = query.split('&').filter(|pair| !pair.is_empty());
    let names = names.map(|pair| pair.split('=').next().unwrap_or(pair));
    for name in names {
        let known = &endpoint.query_parameters;
        if !known.iter().any(|known| known == name) {
            let known = match known.is_empty() {
                true => "none".to_owned(),
                false => known.join(", "),
            };
            let detail = format!("There is no query parameter `{name}` here; known: {known}.");
            return Err(Problem::at(Code::InvalidParameter, name, detail));
        }
    }
    Ok(())
}
