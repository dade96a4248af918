//! Matches that are declared void, or to count again.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use ledger::evidence;
use ledger::{DeclareMatch, MatchId, Write};

use super::path::MatchPath;
use crate::bodies::seats::{Match, MatchDeclaration};
use crate::body::Body;
use crate::caller::{ClubMember, Member};
use crate::etag::IfMatch;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::Referees;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{with_etag, written};
use crate::services::Services;

pub(crate) const VOID_MATCH: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::MatchDeclared::KIND])
    .refuses(&[&[Code::MatchVoid, Code::MatchStale, Code::TooManyCorrections]]);

/// Declares a match void.
///
/// Nothing of it counts any more: no points, hands, places, ratings, records or money, in no standings of the club, a season or a tournament. What
/// happened in it stays and can be read, and `void` says by whom it was declared so, when and why. Money of it that was settled is open again, the
/// other way round. Nothing is recorded or corrected in a void match. At a table of a round, another match can be played instead of it
/// (`…/rounds/{round}:replay`).
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}:void", tag = "matches",
    request_body(content = MatchDeclaration, example = json!({"reason": "started by mistake"})),
    responses(
        (status = 200, description = "The match", body = Match, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 409, description = "The match is void, or was declared void and to count again 100 times"),
        (status = 412, description = "The match has changed since you read it"),
    ))]
pub(crate) async fn void_match(
    member: Member<Referees>,
    path: Path<MatchPath>,
    once: IdempotentRequest,
    if_match: IfMatch,
    body: Body<MatchDeclaration>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    declare(
        &services,
        &member,
        write,
        (path.id, true, if_match, body.value),
    )
    .await
}

pub(crate) const REINSTATE_MATCH: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::MatchDeclared::KIND])
    .refuses(&[&[
        Code::MatchNotVoid,
        Code::MatchReplaced,
        Code::MatchStale,
        Code::TooManyCorrections,
    ]]);

/// Declares that a void match counts again.
///
/// Everything of it counts as it did before. Not of a match instead of which another one was played at its table.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}:reinstate", tag = "matches",
    request_body(content = MatchDeclaration, example = json!({"reason": "it was another match that was meant"})),
    responses(
        (status = 200, description = "The match", body = Match, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 409, description = "The match is not void, another one was played instead of it, or it was declared void and to count again 100 times"),
        (status = 412, description = "The match has changed since you read it"),
    ))]
pub(crate) async fn reinstate_match(
    member: Member<Referees>,
    path: Path<MatchPath>,
    once: IdempotentRequest,
    if_match: IfMatch,
    body: Body<MatchDeclaration>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    declare(
        &services,
        &member,
        write,
        (path.id, false, if_match, body.value),
    )
    .await
}

async fn declare(
    services: &Services,
    member: &ClubMember,
    write: Write,
    (match_id, void, if_match, declaration): (MatchId, bool, IfMatch, MatchDeclaration),
) -> Result<HttpResponse, Problem> {
    let new = DeclareMatch {
        match_id,
        void,
        reason: declaration.reason.into(),
        versions: if_match.versions(),
    };
    // The whole match is read.
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let declared = ledger.declare_match(write, new).await?;
    let version = declared.value.version;
    let answer = written(
        StatusCode::OK,
        declared.replayed,
        &Match::from(declared.value),
    );
    Ok(with_etag(answer, version))
}
