//! The events of an audit, as a stream.

use std::sync::atomic::Ordering;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use futures_util::stream::{self, Stream};
use ledger::{Audit, AuditId, AuditState, ClubId, Reader};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout};

use crate::app::Services;
use crate::bodies::audit::AuditProgress;
use crate::event_stream::{BEAT, COMMENT, LONGEST, written};
use crate::problem::{Code, Problem};

/// Somebody who follows an audit.
struct Follower {
    services: Data<Services>,
    club: ClubId,
    id: AuditId,
    news: Reader<AuditId>,
    /// The version of the last event that they have.
    seen: u64,
    /// What is to be told first.
    first: Option<Audit>,
    until: Instant,
    over: bool,
    _place: OwnedSemaphorePermit,
}

/// The events of an audit after one that was seen.
pub(super) async fn stream(
    services: Data<Services>,
    club: ClubId,
    id: AuditId,
    seen: u64,
) -> Result<HttpResponse, Problem> {
    // From here on nothing is missed: whatever is told after it was read is news.
    let news = services.audit_news.subscribe();
    let audit = services.ledger.audit(club, id).await?;
    // An id that was never given is that of another stream: of this one nothing was seen.
    let seen = if seen > audit.version { 0 } else { seen };
    if audit.state == AuditState::Finished && audit.version == seen {
        return Ok(HttpResponse::NoContent().finish());
    }
    let place = services.followers.clone().try_acquire_owned();
    let place = place.map_err(|_| Problem::new(Code::Busy, "Too many follow audits just now."))?;
    let follower = Follower {
        services,
        club,
        id,
        news,
        seen,
        first: Some(audit),
        until: Instant::now() + LONGEST,
        over: false,
        _place: place,
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .streaming(events(follower)))
}

fn events(follower: Follower) -> impl Stream<Item = Result<Bytes, ledger::Error>> {
    stream::try_unfold(follower, |mut follower| async move {
        let next = follower.next().await?;
        Ok(next.map(|event| (event.into(), follower)))
    })
}

impl Follower {
    /// What to send next; `None` at the end.
    async fn next(&mut self) -> Result<Option<String>, ledger::Error> {
        if let Some(audit) = self.first.take()
            && let Some(event) = self.tell(&audit)
        {
            return Ok(Some(event));
        }
        while !self.over && Instant::now() < self.until {
            let Ok(news) = timeout(BEAT, self.news.next(self.id)).await else {
                let goes_on = self.services.ready.load(Ordering::Relaxed);
                return Ok(goes_on.then(|| COMMENT.to_owned()));
            };
            if news.is_none() {
                return Ok(None);
            }
            let audit = self.services.ledger.audit(self.club, self.id).await?;
            if let Some(event) = self.tell(&audit) {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    /// The event that tells how an audit stands; `None` if that was told before.
    fn tell(&mut self, audit: &Audit) -> Option<String> {
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
