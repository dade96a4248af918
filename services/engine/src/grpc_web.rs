//! gRPC-Web, which browsers can speak, in front of the service of the engine, for pages of allowed origins.
//!
//! Native gRPC passes unchanged. A page of another origin is refused here, and not only by its browser: a page whose host name
//! was changed to the address of the engine (DNS rebinding) has the origin of the engine for its browser, which then asks nothing
//! before the call.

use std::convert::Infallible;
use std::sync::Arc;

use tonic::body::Body;
use tonic::codegen::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, CONTENT_TYPE, ORIGIN, VARY,
};
use tonic::codegen::http::{
    HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Version,
};
use tonic::codegen::{BoxFuture, Context, Poll, Service};
use tonic::server::NamedService;
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower_layer::Layer;

/// How long a browser need not ask again, in seconds.
const MAX_AGE: &str = "3600";

/// What a page may send: what clients of gRPC-Web set, a token, the mark of a trial, and the span of the caller.
const REQUEST_HEADERS: &str =
    "authorization, content-type, faan-trial, grpc-timeout, traceparent, x-grpc-web, x-user-agent";

/// What a page may read of the headers of a response. An error without a message has its status there.
const RESPONSE_HEADERS: &str = "grpc-status, grpc-message, grpc-status-details-bin";

/// The beginning of the content types of gRPC-Web.
const GRPC_WEB: &[u8] = b"application/grpc-web";

/// The most the headers of a call may be under HTTP/1, in bytes of names and values. Those of HTTP/2 have the limit of the server.
const HEADERS_LIMIT: usize = 16 * 1024;

/// Who may use gRPC-Web.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrpcWeb {
    /// The origins whose pages may call the engine, each as browsers write it: `https://app.example`, with a port where it is not
    /// that of the scheme. There is no wildcard. Callers that are not browsers send no origin, and need none.
    pub allowed_origins: Vec<String>,
}

impl GrpcWeb {
    fn allows(&self, origin: &HeaderValue) -> bool {
        let mut origins = self.allowed_origins.iter();
        origins.any(|allowed| allowed.as_bytes() == origin.as_bytes())
    }
}

/// A service that answers gRPC-Web, too.
#[derive(Clone)]
pub(crate) struct Translated<S> {
    native: S,
    web: GrpcWebService<S>,
    rules: Arc<GrpcWeb>,
}

impl<S: Clone> Translated<S> {
    pub(crate) fn new(service: S, rules: GrpcWeb) -> Translated<S> {
        Translated {
            native: service.clone(),
            web: GrpcWebLayer::new().layer(service),
            rules: Arc::new(rules),
        }
    }
}

impl<S: NamedService> NamedService for Translated<S> {
    const NAME: &'static str = S::NAME;
}

impl<S> Service<Request<Body>> for Translated<S>
where
    S: Service<
            Request<Body>,
            Response = Response<Body>,
            Error = Infallible,
            Future = BoxFuture<Response<Body>, Infallible>,
        >,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Response<Body>, Infallible>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.native.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let origin = request.headers().get(ORIGIN).cloned();
        if origin
            .as_ref()
            .is_some_and(|origin| !self.rules.allows(origin))
        {
            return refuse(
                StatusCode::FORBIDDEN,
                "pages of this origin may not call the engine",
            );
        }
        if request.method() == Method::OPTIONS && origin.is_some() {
            return preflight(origin);
        }
        if !is_grpc_web(request.headers()) {
            return match request.version() {
                Version::HTTP_2 => self.native.call(request),
                _ => refuse(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "over HTTP/1 the engine answers gRPC-Web alone",
                ),
            };
        }
        if length(request.headers()) > HEADERS_LIMIT {
            let large = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
            return refuse(large, "the headers are too large");
        }
        let answer = self.web.call(request);
        Box::pin(async move {
            let mut answer = answer.await?;
            share(answer.headers_mut(), origin);
            Ok(answer)
        })
    }
}

/// What a browser asks before it sends a call.
fn preflight(origin: Option<HeaderValue>) -> BoxFuture<Response<Body>, Infallible> {
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::NO_CONTENT;
    let headers = answer.headers_mut();
    for (name, value) in [
        (ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS),
        (ACCESS_CONTROL_MAX_AGE, MAX_AGE),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    share(headers, origin);
    Box::pin(async { Ok(answer) })
}

/// Lets a page of this origin read the response.
fn share(headers: &mut HeaderMap, origin: Option<HeaderValue>) {
    headers.append(VARY, HeaderValue::from_static("origin"));
    if let Some(origin) = origin {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        let exposed = HeaderValue::from_static(RESPONSE_HEADERS);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    }
}

pub(crate) fn refuse(
    status: StatusCode,
    reason: &'static str,
) -> BoxFuture<Response<Body>, Infallible> {
    let mut answer = Response::new(Body::new(reason.to_owned()));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain"));
    headers.insert(VARY, HeaderValue::from_static("origin"));
    Box::pin(async { Ok(answer) })
}

fn is_grpc_web(headers: &HeaderMap) -> bool {
    let stated = headers.get(CONTENT_TYPE);
    stated.is_some_and(|stated| stated.as_bytes().starts_with(GRPC_WEB))
}

fn length(headers: &HeaderMap) -> usize {
    let lengths = headers.iter();
    lengths
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum()
}
