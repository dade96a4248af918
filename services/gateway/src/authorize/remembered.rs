//! Whoever was admitted because of a match that is remembered since they recorded a hand in it.

use actix_web::dev::{ServiceRequest, ServiceResponse};
use ledger::{Role, SignedIn, Snapshot, SnapshotRequest};

use super::refusals::{member, of_ended_session};
use crate::endpoint::Endpoint;
use crate::match_to_record_in::Admission;
use crate::problem::Problem;
use crate::problem::ledger::not_found;
use crate::remembered_matches::RememberedMatch;
use crate::services::Services;

/// What is remembered of the match, if whoever asks recorded a hand in it and may do what they ask for, as far as is known.
pub(super) fn remembered(
    services: &Services,
    (endpoint, request): (&Endpoint, &ServiceRequest),
    who: SignedIn,
    wanted: &SnapshotRequest,
) -> Option<RememberedMatch> {
    // A query may ask for a dry run, which compares nothing.
    let matches = Some(&services.remembered_matches);
    let matches = matches.filter(|_| request.query_string().is_empty())?;
    let remembered = matches.take(who, wanted.club, wanted.match_id);
    remembered.filter(|remembered| endpoint.access.admits(remembered.role))
}

/// The role of somebody who was admitted because of a remembered match, and the match, as they are now.
pub(crate) async fn look_again(
    services: &Services,
    admission: &Admission,
    at: SnapshotRequest,
) -> Result<(Role, Snapshot), Problem> {
    let Admission {
        endpoint,
        club,
        who,
        ..
    } = *admission;
    let looked = services.ledger.role_and_snapshot(who, at).await;
    let (role, snapshot) = looked.map_err(of_ended_session)?;
    let member = member(endpoint, who.user, club, role)?;
    Ok((member.role, snapshot.ok_or_else(|| not_found("match"))?))
}

/// Looks up a caller who was only remembered, before they get this answer, and refuses them if they may not ask any more.
pub(super) async fn check_remembered(
    services: &Services,
    response: ServiceResponse,
) -> ServiceResponse {
    let Some(admission) = Admission::unchecked(&response) else {
        return response;
    };
    let Admission {
        endpoint,
        club,
        who,
        ..
    } = admission;
    let role = services.ledger.role_of(who, club).await;
    let role = role.map_err(of_ended_session);
    match role.and_then(|role| member(endpoint, who.user, club, role)) {
        Ok(_) => response,
        Err(problem) => response.error_response(problem),
    }
}
