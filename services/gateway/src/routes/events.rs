//! Events for scoreboards: of a club, and of a match.

use std::collections::VecDeque;

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data, Path};
use ledger::{ClubId, MatchId};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::path::MatchPath;
use crate::authorize::Standing;
use crate::bodies::event::LedgerEvent;
use crate::broadcast::Event;
use crate::caller::{ClubMember, Member};
use crate::event_stream::{self, LastEventId};
use crate::holder::Holder;
use crate::operation::Operation;
use crate::policy::{AnyMember, MatchReaders};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::services::Services;
use crate::stream_place::Place;

pub(crate) const FOLLOW_CLUB: Operation = Operation::costs(Cost::Turns);

/// Follows a club.
///
/// Server-sent events: one for each entry of its ledger, named by the kind of the entry, with a `LedgerEvent` in JSON. Without
/// `Last-Event-ID` the stream starts with the next entry. A stream lasts five minutes at most, and ends within five seconds if its reader may
/// not follow any more: after a removal from the club, a sign-out, a new password, or the end of its API key. A request with the id of the
/// last event in `Last-Event-ID`, as browsers send it, continues after that event, so that no event is lost or repeated.
#[utoipa::path(get, path = "/v1/clubs/{club}/events", tag = "matches",
    responses((status = 200, description = "The events", body = LedgerEvent, content_type = "text/event-stream")))]
pub(crate) async fn follow_club(
    member: Member<AnyMember>,
    last_event_id: LastEventId,
    standing: Standing,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    follow(services, (*member, standing), None, last_event_id.0).await
}

pub(crate) const FOLLOW_MATCH: Operation = Operation::costs(Cost::Turns);

/// Follows a match.
///
/// Server-sent events, as for a club: one for each entry that opens, continues or corrects the match. Without `Last-Event-ID` the stream
/// starts with the last entry of the match, which has the current state.
#[utoipa::path(get, path = "/v1/clubs/{club}/matches/{match}/events", tag = "matches",
    responses((status = 200, description = "The events", body = LedgerEvent, content_type = "text/event-stream")))]
pub(crate) async fn follow_match(
    member: Member<MatchReaders>,
    path: Path<MatchPath>,
    last_event_id: LastEventId,
    standing: Standing,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let view = services.ledger.match_view(member.club, path.id);
    let before_last = view.await?.version.saturating_sub(1);
    follow(
        services,
        (*member, standing),
        Some(path.id),
        last_event_id.0.or(Some(before_last)),
    )
    .await
}

/// Somebody who follows a club or a match.
struct Follower {
    services: Data<Services>,
    club: ClubId,
    holder: Holder,
    match_id: Option<MatchId>,
    live: Receiver<Event>,
    /// The last entry of the club they were told of, or need not be told of.
    seen: u64,
    /// Whether there may be entries after that one which they will not hear of live.
    behind: bool,
    /// What was read of the ledger for them.
    read: VecDeque<Event>,
    place: Place,
}

async fn follow(
    services: Data<Services>,
    (member, standing): (ClubMember, Standing),
    match_id: Option<MatchId>,
    last: Option<u64>,
) -> Result<HttpResponse, Problem> {
    let (club, holder) = (member.club, member.holder());
    let place = Place::among(&services.scoreboards, holder, &services, standing)?;
    let head = services.ledger.tree_head(club).await?.size;
    // From here on nothing is missed: what comes after the head is told live, or the news of it make it be read.
    let live = services.broadcast.follow(club, head).ok_or_else(|| {
        let detail = "Too many follow this club just now.";
        Problem::new(Code::Busy, detail)
    })?;
    Ok(event_stream::answer(Follower {
        services,
        club,
        holder,
        match_id,
        live,
        // An id that was never given is that of another stream.
        seen: last.map_or(head, |last| last.min(head)),
        behind: true,
        read: VecDeque::new(),
        place,
    }))
}

impl event_stream::Follower for Follower {
    async fn next(&mut self) -> Result<Option<Bytes>, ledger::Error> {
        while self.place.lasts().await? {
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
            match self.place.hear(self.live.recv()).await {
                Ok(Ok(event)) => self.read.push_back(event),
                Ok(Err(RecvError::Lagged(_))) => self.behind = true,
                Ok(Err(RecvError::Closed)) => return Ok(None),
                Err(silence) => return Ok(silence),
            }
        }
        Ok(None)
    }
}

impl Follower {
    async fn catch_up(&mut self) -> Result<(), ledger::Error> {
        let missed = self
            .services
            .broadcast
            .missed(self.holder, self.club, self.seen);
        let (events, more) = missed.await?;
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
