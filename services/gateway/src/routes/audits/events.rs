//! The events of an audit, as a stream.

use std::sync::atomic::Ordering;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderMap};
use actix_web::web::{Bytes, Data};
use futures_util::stream::{self, Stream};
use ledger::{Audit, AuditId, AuditState, ClubId, Reader};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout};

use crate::app::Services;
use crate::bodies::audit::AuditProgress;
use crate::problem::{Code, Problem};

/// How long a stream lasts at most: then it has to be asked for again, by somebody who still may.
const LONGEST: Duration = Duration::from_secs(5 * 60);
/// How long nothing may come. A comment then shows whether somebody is still there.
const BEAT: Duration = Duration::from_secs(5);
const HEADER: &str = "Last-Event-ID";

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

/// The id of the last event that somebody has received; 0 if none.
pub(super) fn last_event_id(headers: &HeaderMap) -> Result<u64, Problem> {
    let Some(value) = headers.get(HEADER) else {
        return Ok(0);
    };
    let id = value.to_str().ok().and_then(|id| id.parse::<i64>().ok());
    id.and_then(|id| u64::try_from(id).ok()).ok_or_else(|| {
        let detail = "A Last-Event-ID is the id of an event of this stream, a whole number.";
        Problem::at(Code::InvalidHeader, HEADER, detail)
    })
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
                return Ok(goes_on.then(|| ":\n\n".to_owned()));
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
        let id = audit.version;
        Some(format!("id: {id}\nevent: {event}\ndata: {data}\n\n"))
    }
}
