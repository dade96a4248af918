//! The events of an audit, as a stream.

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data};
use ledger::{Audit, AuditId, AuditState, ClubId, Subscription};

use crate::authorize::Standing;
use crate::bodies::audit::AuditProgress;
use crate::caller::ClubMember;
use crate::event_stream::{self, written};
use crate::problem::Problem;
use crate::services::Services;
use crate::stream_place::Place;

/// Somebody who follows an audit.
struct Follower {
    services: Data<Services>,
    club: ClubId,
    id: AuditId,
    news: Subscription<AuditId>,
    /// The version of the last event that they have.
    seen: u64,
    /// What is to be told first.
    first: Option<Audit>,
    over: bool,
    place: Place,
}

/// The events of an audit after one that was seen.
pub(super) async fn stream(
    services: Data<Services>,
    (member, standing): (ClubMember, Standing),
    id: AuditId,
    seen: u64,
) -> Result<HttpResponse, Problem> {
    let club = member.club;
    // From here on nothing is missed: whatever is told after it was read is news.
    let news = services.audit_news.subscribe();
    let audit = services.ledger.audit_without_report(club, id).await?;
    // An id that was never given is that of another stream: of this one nothing was seen.
    let seen = if seen > audit.version { 0 } else { seen };
    if audit.state == AuditState::Finished && audit.version == seen {
        return Ok(HttpResponse::NoContent().finish());
    }
    let follower = Follower {
        place: Place::among(&services.followers, member.holder(), &services, standing)?,
        services,
        club,
        id,
        news,
        seen,
        first: Some(audit),
        over: false,
    };
    Ok(event_stream::answer(follower))
}

impl event_stream::Follower for Follower {
    async fn next(&mut self) -> Result<Option<Bytes>, ledger::Error> {
        if let Some(audit) = self.first.take()
            && let Some(event) = self.tell(&audit)
        {
            return Ok(Some(event));
        }
        while !self.over && self.place.lasts().await? {
            let news = match self.place.hear(self.news.next(self.id)).await {
                Ok(news) => news,
                Err(silence) => return Ok(silence),
            };
            if news.is_none() {
                return Ok(None);
            }
            let ledger = &self.services.ledger;
            let audit = ledger.audit_without_report(self.club, self.id).await?;
            if let Some(event) = self.tell(&audit) {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }
}

impl Follower {
    /// The event that tells how an audit stands; `None` if that was told before.
    fn tell(&mut self, audit: &Audit) -> Option<Bytes> {
        if audit.version <= self.seen {
            return None;
        }
        self.seen = audit.version;
        self.over = audit.state == AuditState::Finished;
        let event = if self.over { "finished" } else { "progress" };
        let data = serde_json::to_string(&AuditProgress::of(audit)).ok()?;
        Some(written(audit.version, event, &data))
    }
}
