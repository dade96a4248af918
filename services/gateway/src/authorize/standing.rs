//! How somebody was admitted to a club, to find out again whether they would be. A stream of events asks every few seconds.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use ledger::{ApiKeyHolder, ClubId, Error, IdentityError, Role};

use super::credential::Credential;
use crate::argument::Argument;
use crate::endpoint::Endpoint;
use crate::problem::Problem;
use crate::services::Services;

/// How somebody was admitted to a club.
#[derive(Clone)]
pub(crate) struct Standing {
    pub(super) endpoint: &'static Endpoint,
    pub(super) club: ClubId,
    pub(super) credential: Credential,
}

impl Standing {
    /// Whether they would be admitted now: their session, identity or API key is good, and their role allows it.
    pub(crate) async fn lasts(&self, services: &Services) -> Result<bool, Error> {
        let (ledger, club) = (&services.ledger, self.club);
        let role = match &self.credential {
            Credential::Session(who) => ledger.role_of(*who, club).await,
            Credential::Identity(subject) => {
                let linked = ledger.role_of_subject(subject.clone(), club).await;
                linked.map(|(_, role)| role)
            }
            Credential::ApiKey(hash) => {
                let holder = ledger.api_key_holder(club, *hash).await?;
                return Ok(holder.is_some_and(|holder| admits_holder(self.endpoint, &holder)));
            }
        };
        let admits = |role: Role| self.endpoint.access.admits(role);
        match role {
            Ok(role) => Ok(role.is_some_and(admits)),
            Err(Error::SessionEnded | Error::Identity(IdentityError::Nobodys)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl FromRequest for Standing {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let stored = request.extensions().get::<Self>().cloned();
        ready(stored.ok_or_else(|| Problem::internal("the request is about no club")))
    }
}

impl Argument for Standing {}

/// Whether a key may what it asks for, and whoever made it as well.
pub(super) fn admits_holder(endpoint: &Endpoint, holder: &ApiKeyHolder) -> bool {
    let access = endpoint.access;
    access.admits_key(holder.role, holder.scope) && access.admits(holder.user_role)
}
