//! Server-sent events: what all streams have in common.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap};
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use futures_util::stream::{self, StreamExt};
use utoipa::openapi::path::Parameter;
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{KnownFormat, Object, Required, SchemaFormat, Type};

use crate::argument::{self, Argument};
use crate::problem::{Code, Problem};

/// A comment, which shows whether somebody is still there.
pub(crate) const COMMENT: Bytes = Bytes::from_static(b":\n\n");
const HEADER: &str = "Last-Event-ID";

/// Somebody who follows something.
pub(crate) trait Follower: 'static {
    /// What to send next; `None` at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, ledger::Error>;
}

/// What somebody is sent who follows something.
pub(crate) fn answer(follower: impl Follower) -> HttpResponse {
    // Something is sent at once, so that whoever asked knows that they are heard.
    let first = stream::once(async { Ok(COMMENT) });
    let rest = stream::try_unfold(follower, |mut follower| async move {
        let next = follower.next().await?;
        Ok::<_, ledger::Error>(next.map(|event| (event, follower)))
    });
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .streaming(first.chain(rest))
}

/// The id of the last event that the client received; none if it received none.
pub(crate) struct LastEventId(pub(crate) Option<u64>);

impl FromRequest for LastEventId {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(last_event_id(request.headers()).map(Self))
    }
}

impl Argument for LastEventId {
    fn parameters() -> Vec<Parameter> {
        let id = Object::builder()
            .schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0));
        let description = "The id of the last event that was received";
        vec![argument::header(HEADER, Required::False, id, description)]
    }
}

fn last_event_id(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let Some(value) = headers.get(HEADER) else {
        return Ok(None);
    };
    let id = value.to_str().ok().and_then(|id| id.parse::<i64>().ok());
    let id = id.and_then(|id| u64::try_from(id).ok());
    let id = id.ok_or_else(|| {
        let detail = "A Last-Event-ID is the id of an event of this stream, a whole number.";
        Problem::at(Code::InvalidHeader, HEADER, detail)
    });
    id.map(Some)
}

/// An event as it is sent.
pub(crate) fn written(id: u64, event: &str, data: &str) -> Bytes {
    format!("id: {id}\nevent: {event}\ndata: {data}\n\n").into()
}
