//! Events for scoreboards: of a club, and of a match.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;

use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, get};
use futures_util::stream::{self, Stream};
use ledger::{ClubId, MatchId};
use serde::Deserialize;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout};

use crate::app::Services;
use crate::bodies::event::LedgerEvent;
use crate::caller::Member;
use crate::event_stream::{BEAT, COMMENT, LONGEST, last_event_id};
use crate::live::{self, Event};
use crate::problem::{Code, Problem};

#[derive(Deserialize)]
pub(crate) struct MatchPath {
    #[serde(rename = "match")]
    match_id: MatchId,
}

/// Follows a club.
///
/// Server-sent events: one for each entry of its ledger, named by the entry's kind, with a `LedgerEvent` in JSON. Without `Last-Event-ID` it
/// begins with whatever is entered next. A stream lasts five minutes at most; with the id of the last event in `Last-Event-ID`, as browsers send it, the
/// next one goes on after it, and nothing is missed or told twice.
#[utoipa::path(tag = "matches",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("Last-Event-ID" = Option<u64>, Header, description = "The id of the last event that was received"),
    ),
    responses((status = 200, description = "The events", body = LedgerEvent, content_type = "text/event-stream")))]
#[get("/v1/clubs/{club}/events")]
pub(crate) async fn follow_club(
    member: Member,
    request: HttpRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let last = last_event_id(request.headers())?;
    follow(services, member.club, None, last).await
}

/// Follows a match.
///
/// Server-sent events: one for each entry that opens, carries on or corrects it, as of a club. Without `Last-Event-ID` the match's last entry
/// comes first, with where it stands.
#[utoipa::path(tag = "matches",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("match" = Uuid, Path, description = "The match"),
        ("Last-Event-ID" = Option<u64>, Header, description = "The id of the last event that was received"),
    ),
    responses((status = 200, description = "The events", body = LedgerEvent, content_type = "text/event-stream")))]
#[get("/v1/clubs/{club}/matches/{match}/events")]
pub(crate) async fn follow_match(
    member: Member,
    path: Path<MatchPath>,
    request: HttpRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let last = last_event_id(request.headers())?;
    let view = services.ledger.match_view(member.club, path.match_id);
    let before_last = view.await?.version.saturating_sub(1);
    follow(
        services,
        member.club,
        Some(path.match_id),
        last.or(Some(before_last)),
    )
    .await
}

/// Somebody who follows a club or a match.
struct Follower {
    services: Data<Services>,
    club: ClubId,
    match_id: Option<MatchId>,
    live: Receiver<Event>,
    /// The last entry of the club they were told of, or need not be told of.
    seen: u64,
    /// Whether there may be entries after that one which they will not hear of live.
    behind: bool,
    /// What was read of the ledger for them.
    read: VecDeque<Event>,
    until: Instant,
    _place: OwnedSemaphorePermit,
}

async fn follow(
    services: Data<Services>,
    club: ClubId,
    match_id: Option<MatchId>,
    last: Option<u64>,
) -> Result<HttpResponse, Problem> {
    let place = services.scoreboards.clone().try_acquire_owned();
    let place = place.map_err(|_| Problem::new(Code::Busy, "Too many follow clubs just now."))?;
    let head = services.ledger.tree_head(club).await?.size;
    // From here on nothing is missed: what comes after the head is told live, or the news of it make it be read.
    let live = services.live.follow(club, head);
    let follower = Follower {
        club,
        match_id,
        live,
        // An id that was never given is that of another stream.
        seen: last.map_or(head, |last| last.min(head)),
        behind: true,
        read: VecDeque::new(),
        until: Instant::now() + LONGEST,
        services,
        _place: place,
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .streaming(events(follower)))
}

fn events(follower: Follower) -> impl Stream<Item = Result<Bytes, ledger::Error>> {
    // Something is sent at once, so that whoever asked knows that they are heard.
    let first = stream::once(async { Ok(Bytes::from_static(COMMENT.as_bytes())) });
    let rest = stream::try_unfold(follower, |mut follower| async move {
        let next = follower.next().await?;
        Ok(next.map(|event| (event, follower)))
    });
    futures_util::StreamExt::chain(first, rest)
}

impl Follower {
    /// What to send next; `None` at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, ledger::Error> {
        while Instant::now() < self.until {
            if let Some(event) = self.read.pop_front() {
                if let Some(text) = self.tell(event) {
                    return Ok(Some(text));
                }
                continue;
            }
            if self.behind {
                self.catch_up().await?;
                continue;
            }
            match timeout(BEAT, self.live.recv()).await {
                Ok(Ok(event)) => self.read.push_back(event),
                Ok(Err(RecvError::Lagged(_))) => self.behind = true,
                Ok(Err(RecvError::Closed)) => return Ok(None),
                Err(_) => {
                    let goes_on = self.services.ready.load(Ordering::Relaxed);
                    return Ok(goes_on.then(|| Bytes::from_static(COMMENT.as_bytes())));
                }
            }
        }
        Ok(None)
    }

    async fn catch_up(&mut self) -> Result<(), ledger::Error> {
        let (events, more) = live::after(&self.services.ledger, self.club, self.seen).await?;
        self.behind = more;
        self.read.extend(events);
        Ok(())
    }

    /// What is sent of an event; `None` if they were told of it before, or it is of another match.
    fn tell(&mut self, event: Event) -> Option<Bytes> {
        if event.seq <= self.seen {
            return None;
        }
        self.seen = event.seq;
        let wanted = self.match_id.is_none_or(|id| event.match_id == Some(id));
        wanted.then_some(event.text)
    }
}
