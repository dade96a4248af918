//! An engine that begins every answer and ends none.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ledger::test_database::TestDatabase;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tonic::codegen::{Body, Bytes, Context, Poll, Service, http};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

use crate::app::{TestApp, config};

/// The engine. It tells when it is no longer listened to, and counts what it was asked.
#[derive(Clone)]
struct Unending {
    tell: mpsc::UnboundedSender<()>,
    asked: Arc<AtomicUsize>,
}

impl Unending {
    fn new(tell: mpsc::UnboundedSender<()>) -> Self {
        let asked = Arc::default();
        Self { tell, asked }
    }
}

/// A gateway before such an engine, how often the engine was asked, and where it tells that it is no longer listened to.
pub(crate) async fn gateway_of(
    database: Arc<TestDatabase>,
    set: impl FnOnce(&mut gateway::Config),
) -> (TestApp, Arc<AtomicUsize>, mpsc::UnboundedReceiver<()>) {
    let (tell, is_told) = mpsc::unbounded_channel();
    let unending = Unending::new(tell);
    let asked = unending.asked.clone();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut config = config(listener.local_addr().unwrap(), &database);
    set(&mut config);
    let incoming = TcpIncoming::from(listener);
    let engine = tokio::spawn(async move {
        let engine = Server::builder().add_service(unending);
        engine.serve_with_incoming(incoming).await.unwrap();
    });
    let app = TestApp::with(config, engine, database).await;
    (app, asked, is_told)
}

/// Asks until the engine was asked: on a slow machine a deadline may be over before that.
pub(crate) async fn until_asked(asked: &AtomicUsize, ask: impl AsyncFn()) {
    let before = asked.load(Ordering::Relaxed);
    for _ in 0..20 {
        ask().await;
        if asked.load(Ordering::Relaxed) > before {
            return;
        }
    }
    panic!("the engine is never asked");
}

/// What it says; nothing.
struct Nothing(mpsc::UnboundedSender<()>);

impl Drop for Nothing {
    fn drop(&mut self) {
        self.0.send(()).ok();
    }
}

impl Body for Nothing {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Infallible>>> {
        Poll::Pending
    }
}

impl tonic::server::NamedService for Unending {
    const NAME: &'static str = "faan.engine.v1.EngineService";
}

impl Service<http::Request<tonic::body::Body>> for Unending {
    type Response = http::Response<tonic::body::Body>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: http::Request<tonic::body::Body>) -> Self::Future {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let body = tonic::body::Body::new(Nothing(self.tell.clone()));
        let answer = http::Response::builder().header("content-type", "application/grpc");
        ready(Ok(answer.body(body).unwrap()))
    }
}
