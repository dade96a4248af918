//! Places among those who follow something, and for how long.

use std::sync::atomic::Ordering;
use std::time::Duration;

use actix_web::web::{Bytes, Data};
use host::NoPlace;
use tokio::time::{Instant, sleep, timeout};

use crate::authorize::Standing;
use crate::event_stream::COMMENT;
use crate::holder::{Holder, HolderPlace, HolderPlaces};
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
