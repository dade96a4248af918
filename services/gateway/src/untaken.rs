//! Answers that nobody takes: so many bytes of them are kept, for each address and in all.
//!
//! actix-web copies each part of an answer to the buffer of its connection and asks for the next when that is sent. So a body is handed out
//! in portions, and what is left of it stays where it is: one piece of memory, shared by all answers if it is the same for everybody.
//! What is not shared is counted until the client has taken it.

use std::error::Error as StdError;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use host::{NoPlace, PlaceGuard, Places};

use crate::client_address::ClientNetwork;
use crate::places::no_place;
use crate::problem::Problem;
use crate::static_content::IsShared;

/// The bytes of answers that are kept for one address: a club of two hundred whose telephones have one address, each of which reads a page
/// of 300 kB at once.
const OF_NETWORK: usize = 64 * MIB;
/// Those for all addresses together.
const OF_ALL: usize = 3 * OF_NETWORK;
const MIB: usize = 1024 * 1024;
/// How much of an answer is handed out at a time.
const PORTION: usize = 16 * 1024;

/// The bytes of answers that addresses have to take.
pub(crate) struct UntakenBytes(Arc<Places<ClientNetwork>>);

impl UntakenBytes {
    pub(crate) fn new() -> Self {
        Self(Places::new(OF_ALL, OF_NETWORK))
    }
}

/// The bytes that an address has to take.
#[derive(Clone)]
struct Share {
    places: Arc<Places<ClientNetwork>>,
    network: ClientNetwork,
}

impl Share {
    fn take(&self, bytes: usize) -> Result<PlaceGuard<ClientNetwork>, Problem> {
        self.places.take_many(self.network, bytes).map_err(too_many)
    }
}

/// A middleware: hands answers out in portions, and refuses one that would be too much.
pub(crate) async fn bound(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let answer = next.call(request).await?.map_into_boxed_body();
    let mut body = Portions::new(share(&answer));
    if let BodySize::Sized(size) = answer.response().body().size()
        && let Err(problem) = body.keep(usize::try_from(size).unwrap_or(usize::MAX))
    {
        // What it wrote is written: whoever asks again with its key gets this answer.
        return Ok(answer.error_response(problem));
    }
    Ok(answer.map_body(|_, whole| body.of(whole)))
}

/// The share that an answer is counted in; none if all answers share it.
fn share(answer: &ServiceResponse<BoxBody>) -> Option<Share> {
    if answer.response().extensions().contains::<IsShared>() {
        return None;
    }
    let untaken = answer.request().app_data::<Data<UntakenBytes>>()?;
    Some(Share {
        places: untaken.0.clone(),
        network: ClientNetwork::of(answer.request()),
    })
}

fn too_many(why: NoPlace) -> Problem {
    let of_address = format!(
        "Answers of {} MiB that your address asked for are not taken yet. Take them, and ask again.",
        OF_NETWORK / MIB
    );
    no_place(
        why,
        of_address,
        "Too many answers are not taken by those who asked for them.",
    )
}

/// A body that is handed out in portions.
struct Portions {
    body: BoxBody,
    /// What of its last part is not handed out.
    rest: Bytes,
    share: Option<Share>,
    kept: Option<PlaceGuard<ClientNetwork>>,
}

impl Portions {
    fn new(share: Option<Share>) -> Self {
        Self {
            body: BoxBody::new(()),
            rest: Bytes::new(),
            share,
            kept: None,
        }
    }

    fn of(mut self, body: BoxBody) -> BoxBody {
        self.body = body;
        BoxBody::new(self)
    }

    /// Counts so many bytes instead of those before.
    fn keep(&mut self, bytes: usize) -> Result<(), Problem> {
        self.kept = None;
        if let Some(share) = &self.share {
            self.kept = Some(share.take(bytes)?);
        }
        Ok(())
    }
}

impl MessageBody for Portions {
    type Error = Box<dyn StdError>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            let part = ready!(Pin::new(&mut self.body).poll_next(context));
            let Some(part) = part.transpose()? else {
                return Poll::Ready(None);
            };
            // Of a stream, each part is counted when it is there. One that is too much ends it: its head is sent.
            if self.body.size() == BodySize::Stream {
                let kept = self.keep(part.len());
                kept.map_err(|problem| problem.to_string())?;
            }
            self.rest = part;
        }
        let portion = PORTION.min(self.rest.len());
        Poll::Ready(Some(Ok(self.rest.split_to(portion))))
    }
}
