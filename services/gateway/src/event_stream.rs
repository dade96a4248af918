//! Server-sent events: what all streams have in common.

use std::time::Duration;

use actix_web::http::header::HeaderMap;

use crate::problem::{Code, Problem};

/// How long a stream lasts at most: then it has to be asked for again, by somebody who still may.
pub(crate) const LONGEST: Duration = Duration::from_secs(5 * 60);
/// How long nothing may come. A comment then shows whether somebody is still there.
pub(crate) const BEAT: Duration = Duration::from_secs(5);
/// That comment.
pub(crate) const COMMENT: &str = ":\n\n";
const HEADER: &str = "Last-Event-ID";

/// The id of the last event that somebody has received; none if they have received none.
pub(crate) fn last_event_id(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
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
pub(crate) fn written(id: u64, event: &str, data: &str) -> String {
    format!("id: {id}\nevent: {event}\ndata: {data}\n\n")
}
