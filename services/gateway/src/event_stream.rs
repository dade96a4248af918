//! Server-sent events: what all streams have in common.

use std::future::{Ready, ready};
use std::sync::atomic::Ordering;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap};
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use futures_util::stream::{self, StreamExt};
use tokio::time::{Instant, sleep, timeout};
use utoipa::openapi::path::Parameter;
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{KnownFormat, Object, Required, SchemaFormat, Type};

use crate::argument::{self, Argument};
use crate::authorize::Standing;
use crate::holder::{Holder, HolderPlace, HolderPlaces};
use crate::places::NoPlace;
use crate::problem::{Code, Problem};
use crate::services::Services;

/// How long a stream lasts at most: then it has to be asked for again, by somebody who still may.
const LONGEST: Duration = Duration::from_secs(5 * 60);
/// How long nothing may come. A comment then shows whether somebody is still there.
const BEAT: Duration = Duration::from_secs(3);
/// How often it is looked up whether somebody who follows still may. Until that is known nothing is sent, so that a stream ends within five
/// seconds of whatever it was asked for with.
const CHECK: Duration = Duration::from_secs(3);
/// When it is looked up again if the database did not answer.
const ASK_AGAIN: Duration = Duration::from_secs(1);
/// That comment.
const COMMENT: Bytes = Bytes::from_static(b":\n\n");
const HEADER: &str = "Last-Event-ID";

/// Somebody who follows something.
pub(crate) trait Follower: 'static {
    /// What to send next; `None` at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, ledger::Error>;
}

/// A place among those who follow something, for as long as a stream may last.
pub(crate) struct Place {
    services: Data<Services>,
    standing: Standing,
    /// When it was looked up last whether they still may.
    checked: std::time::Instant,
    until: Instant,
    _guard: HolderPlace,
}

impl Place {
    /// A place among so many for whoever asks, if one is left. While the gateway is not ready, nobody who hears nothing new keeps theirs.
    pub(crate) fn among(
        places: &HolderPlaces,
        holder: Holder,
        services: &Data<Services>,
        standing: Standing,
    ) -> Result<Self, Problem> {
        let guard = places.take(holder).map_err(|none| {
            let detail = match (none, holder) {
                (NoPlace::All, _) => "Too many follow just now.",
                (NoPlace::OfHolder, Holder::User(_)) => {
                    "Your account follows as many streams as one may have."
                }
                (NoPlace::OfHolder, Holder::ApiKey { .. }) => {
                    "As many streams are followed by this API key, or by others of its club or maker, as there may be."
                }
            };
            Problem::new(Code::Busy, detail)
        });
        Ok(Self {
            _guard: guard?,
            until: Instant::now() + LONGEST,
            checked: services.clock.now(),
            services: services.clone(),
            standing,
        })
    }

    /// Whether the stream may go on: it has not lasted too long, and whoever follows still may.
    pub(crate) async fn lasts(&mut self) -> Result<bool, ledger::Error> {
        if Instant::now() >= self.until {
            return Ok(false);
        }
        let now = self.services.clock.now();
        if now.saturating_duration_since(self.checked) < CHECK {
            return Ok(true);
        }
        self.checked = now;
        loop {
            match self.standing.lasts(&self.services).await {
                // Nobody is let go because the database is away for a moment.
                Err(ledger::Error::Unavailable { .. }) if Instant::now() < self.until => {
                    sleep(ASK_AGAIN).await;
                }
                lasts => return lasts,
            }
        }
    }

    /// The news if they come before something has to be sent anyway; otherwise what that is: a comment, or the end.
    pub(crate) async fn hear<T>(&self, news: impl Future<Output = T>) -> Result<T, Option<Bytes>> {
        let heard = timeout(BEAT, news).await;
        heard.map_err(|_| {
            let ready = self.services.ready.load(Ordering::Relaxed);
            ready.then_some(COMMENT)
        })
    }
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
