//! An echo of the engine's messages: it reads every request and answers what the engine did, without asking anything.

use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::App;
use tonic::body::Body;
use tonic::codegen::http::{Request as HttpRequest, Response as HttpResponse};
use tonic::codegen::tokio_stream::{Stream, StreamExt as _};
use tonic::codegen::{BoxFuture, Context, Poll, Service};
use tonic::server::{Grpc, NamedService, StreamingService, UnaryService};
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status, Streaming};
use tonic_prost::ProstCodec;
use wire::v1;
use wire::v1::engine_service_client::EngineServiceClient;

use crate::{BATCHES, Outcome, caller, hands};

pub(crate) const LOCALHOST: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// The engine's answers.
struct Answers {
    /// One for each hand, in turn.
    calls: Vec<v1::ScoreHandResponse>,
    next: AtomicUsize,
    batch: v1::ScoreHandsResponse,
}

#[derive(Clone)]
struct Echo(Arc<Answers>);

/// Learns the answers from an engine, and then gives them.
pub(crate) async fn serve(app: App, shutdown: impl Future<Output = ()>) -> Outcome<()> {
    let engine = format!("http://{}", app.address());
    let engine_runs = tokio::spawn(app.run(std::future::pending()));
    let echo = Echo(Arc::new(learn(engine).await?));
    engine_runs.abort();
    let incoming = TcpIncoming::bind(LOCALHOST)?.with_nodelay(Some(true));
    println!("{}", incoming.local_addr()?);
    let server = tonic::transport::Server::builder().add_service(echo);
    Ok(server
        .serve_with_incoming_shutdown(incoming, shutdown)
        .await?)
}

async fn learn(engine: String) -> Outcome<Answers> {
    let mut client = EngineServiceClient::connect(engine).await?;
    let mut calls = Vec::new();
    for request in hands::requests() {
        calls.push(client.score_hand(request).await?.into_inner());
    }
    let batch = tonic::codegen::tokio_stream::once(hands::batch(BATCHES.1));
    let mut answers = client.score_hands(batch).await?.into_inner();
    Ok(Answers {
        calls,
        next: AtomicUsize::new(0),
        batch: answers.message().await?.ok_or("no answer")?,
    })
}

impl NamedService for Echo {
    const NAME: &'static str = "faan.engine.v1.EngineService";
}

impl Service<HttpRequest<Body>> for Echo {
    type Response = HttpResponse<Body>;
    type Error = Infallible;
    type Future = BoxFuture<HttpResponse<Body>, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: HttpRequest<Body>) -> Self::Future {
        let echo = self.clone();
        Box::pin(async move {
            if request.uri().path() == caller::SCORE_HANDS {
                let mut grpc = Grpc::new(ProstCodec::default());
                return Ok(grpc.streaming(Many(echo), request).await);
            }
            let mut grpc = Grpc::new(ProstCodec::default());
            Ok(grpc.unary(One(echo), request).await)
        })
    }
}

struct One(Echo);

impl UnaryService<v1::ScoreHandRequest> for One {
    type Response = v1::ScoreHandResponse;
    type Future = Ready<Result<Response<v1::ScoreHandResponse>, Status>>;

    fn call(&mut self, request: Request<v1::ScoreHandRequest>) -> Self::Future {
        drop(request.into_inner());
        let answers = &self.0.0;
        let place = answers.next.fetch_add(1, Ordering::Relaxed) % answers.calls.len().max(1);
        let answer = answers.calls.get(place).cloned().unwrap_or_default();
        ready(Ok(Response::new(answer)))
    }
}

struct Many(Echo);

impl StreamingService<v1::ScoreHandsRequest> for Many {
    type Response = v1::ScoreHandsResponse;
    type ResponseStream =
        Pin<Box<dyn Stream<Item = Result<v1::ScoreHandsResponse, Status>> + Send>>;
    type Future = Ready<Result<Response<Self::ResponseStream>, Status>>;

    fn call(&mut self, request: Request<Streaming<v1::ScoreHandsRequest>>) -> Self::Future {
        let answers = Arc::clone(&self.0.0);
        let stream = request.into_inner();
        let stream = stream.map(move |batch| batch.map(|_| answers.batch.clone()));
        ready(Ok(Response::new(Box::pin(stream))))
    }
}
