//! Calls about the services themselves, their health and their descriptions: anybody may make them, and they may last for ever, so a
//! connection has few of them.

use std::convert::Infallible;
use std::sync::Arc;

use http_body_util::BodyExt as _;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response, StatusCode, Version};
use tonic::codegen::{BoxFuture, Context, Poll, Service};
use tonic::server::NamedService;
use wire::Rejection;

use crate::connection::Peer;
use crate::grpc_web::refuse;
use crate::rejection::Reject;

/// A service that says something about services. It answers over HTTP/2 alone, which has pings that tell whether whoever watches for hours
/// is still there.
#[derive(Clone)]
pub(crate) struct AboutServices<S>(pub(crate) S);

impl<S: NamedService> NamedService for AboutServices<S> {
    const NAME: &'static str = S::NAME;
}

impl<S> Service<Request<Body>> for AboutServices<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Response<Body>, Infallible>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        if request.version() != Version::HTTP_2 {
            return refuse(
                StatusCode::HTTP_VERSION_NOT_SUPPORTED,
                "this service is offered over HTTP/2 alone",
            );
        }
        let peer = Peer::of(request.extensions());
        let place = peer.and_then(|peer| Arc::clone(&peer.about_services).try_acquire_owned().ok());
        let Some(place) = place else {
            return Box::pin(async { Ok(Rejection::Overloaded.status().into_http()) });
        };
        let answer = self.0.call(request);
        Box::pin(async move {
            let answer = answer.await?;
            // The place is kept as long as the answer.
            Ok(answer.map(|body| {
                Body::new(body.map_frame(move |frame| {
                    let _kept = &place;
                    frame
                }))
            }))
        })
    }
}
