//! Streams of events.

use std::time::Duration;

use eventsource_stream::Eventsource;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt, stream};
use reqwest::header::{ACCEPT, HeaderName};
use serde::de::DeserializeOwned;

use crate::call::{self, is_over};
use crate::{Call, Error};

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// The pause before the stream is opened again that ended without an event.
const PAUSE: Duration = Duration::from_secs(1);

/// An event of a stream.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Event<T> {
    /// Its id: a later stream can go on after it ([`Call::after`]).
    pub id: String,
    /// What it says.
    pub data: T,
}

/// The response of a call that is a stream of events.
#[derive(Debug)]
pub struct Events<T>(std::marker::PhantomData<fn() -> T>);

type Parts = BoxStream<'static, Result<eventsource_stream::Event, Error>>;

struct Following<T> {
    call: Call<Events<T>>,
    parts: Option<Parts>,
    /// Whether an event arrived since the stream was opened.
    is_alive: bool,
}

pub(crate) fn events<T>(_: &[u8]) -> Result<Events<T>, Error> {
    Ok(Events(std::marker::PhantomData))
}

impl<T: DeserializeOwned + Send + 'static> Call<Events<T>> {
    /// Goes on after the event with this id.
    pub fn after(self, id: impl Into<String>) -> Self {
        self.header(LAST_EVENT_ID, id.into())
    }

    /// Follows the events, across the ends of the stream and across network failures: no event is lost and none comes twice. The stream ends
    /// when there will be no more events, or with the first error that a retry does not mend. Drop it to stop.
    pub fn follow(self) -> impl Stream<Item = Result<Event<T>, Error>> + Send {
        let call = self.header(ACCEPT, "text/event-stream".to_owned());
        let following = Following {
            call,
            parts: None,
            is_alive: true,
        };
        stream::try_unfold(following, Following::next)
    }
}

impl<T: DeserializeOwned + Send + 'static> Following<T> {
    async fn next(mut self) -> Result<Option<(Event<T>, Self)>, Error> {
        loop {
            let Some(parts) = &mut self.parts else {
                let response = self.call.open().await?;
                if is_over(&response) {
                    return Ok(None);
                }
                self.parts = Some(parts_of(response));
                continue;
            };
            match parts.next().await {
                Some(Ok(event)) => {
                    self.is_alive = true;
                    self.call = self.call.header(LAST_EVENT_ID, event.id.clone());
                    let data = call::json(event.data.as_bytes())?;
                    let event = Event { id: event.id, data };
                    return Ok(Some((event, self)));
                }
                // The service ends a stream after some minutes, and a network can end it at any time.
                Some(Err(_)) | None => {
                    self.parts = None;
                    if !std::mem::take(&mut self.is_alive) {
                        tokio::time::sleep(PAUSE).await;
                    }
                }
            }
        }
    }
}

fn parts_of(response: reqwest::Response) -> Parts {
    let bytes = response.bytes_stream().eventsource();
    bytes
        .map(|part| part.map_err(|error| Error::Request(error.to_string())))
        .boxed()
}
