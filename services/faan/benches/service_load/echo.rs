//! The yardstick of HTTP: an actix server that reads a request as JSON, sends it over one tonic hop and answers what the service answers,
//! and that answers `GET /livez`. It is a process of its own, with the threads of the service.

use std::convert::Infallible;
use std::fs;
use std::future::{Ready, ready};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use actix_web::web::{self, Buf as _, BufMut as _, Bytes, Data, Json};
use actix_web::{App, HttpResponse, HttpServer};
use serde_json::Value;
use tonic::body::Body;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::codegen::http::{Request as HttpRequest, Response as TonicResponse};
use tonic::codegen::{BoxFuture, Context, Poll, Service};
use tonic::server::{Grpc, NamedService, UnaryService};
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Response, Status};

use crate::processes::cpu_of;

/// The first argument of the process that serves. The second is the folder of the answers.
pub(crate) const SERVE: &str = "serve-echo";
const SCORE: &str = "score.json";
const LIVEZ: &str = "livez";
const HOP: &str = "/bench.Echo/Echo";
/// As many threads answer HTTP as in the gateway.
const WORKERS: usize = 2;

/// The process, while it runs.
pub(crate) struct Echo {
    child: Child,
    pub(crate) address: String,
}

impl Echo {
    /// Starts one that gives these answers.
    pub(crate) fn start(folder: &Path, score: &str, livez: &str) -> Echo {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join(SCORE), score).unwrap();
        fs::write(folder.join(LIVEZ), livez).unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg(SERVE)
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut address).unwrap();
        Echo {
            child,
            address: address.trim().to_owned(),
        }
    }

    pub(crate) fn cpu(&self) -> Duration {
        cpu_of(self.child.id())
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Serves until nobody holds the other end of stdin any more.
pub(crate) fn serve(folder: &Path) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (gone, parent_gone) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        std::io::stdin().read_to_end(&mut Vec::new()).ok();
        drop(gone);
    });
    let read = |name: &str| Bytes::from(fs::read(folder.join(name)).unwrap());
    let (score, livez) = (read(SCORE), read(LIVEZ));
    runtime.block_on(async move {
        let channel = start_hop(score).await;
        let server = HttpServer::new(move || {
            App::new()
                .app_data(Data::new(channel.clone()))
                .app_data(Data::new(livez.clone()))
                .route("/v1/score", web::post().to(echo))
                .route("/livez", web::get().to(live))
        });
        let server = server.workers(WORKERS).disable_signals();
        let server = server.bind("127.0.0.1:0").unwrap();
        println!("{}", server.addrs()[0]);
        tokio::select! {
            ended = server.run() => ended.unwrap(),
            _ = parent_gone => (),
        }
    });
}

async fn echo(body: Json<Value>, channel: Data<Channel>) -> HttpResponse {
    let request = serde_json::to_vec(&body.0).unwrap();
    let mut grpc = tonic::client::Grpc::new(channel.get_ref().clone());
    grpc.ready().await.unwrap();
    let path = PathAndQuery::from_static(HOP);
    let request = Request::new(Bytes::from(request));
    let answer = grpc.unary(request, path, Raw).await.unwrap().into_inner();
    HttpResponse::Ok()
        .content_type("application/json")
        .body(answer)
}

async fn live(answer: Data<Bytes>) -> HttpResponse {
    let answer = answer.get_ref().clone();
    HttpResponse::Ok()
        .content_type("application/json")
        .body(answer)
}

/// Starts the server at the other end of the hop, and connects to it.
async fn start_hop(answer: Bytes) -> Channel {
    let incoming = TcpIncoming::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let incoming = incoming.with_nodelay(Some(true));
    let address = incoming.local_addr().unwrap();
    let server = tonic::transport::Server::builder().add_service(Hop(answer));
    tokio::spawn(async move { server.serve_with_incoming(incoming).await.unwrap() });
    let endpoint = Endpoint::from_shared(format!("http://{address}")).unwrap();
    endpoint.tcp_nodelay(true).connect().await.unwrap()
}

/// Answers every request the same.
#[derive(Clone)]
struct Hop(Bytes);

impl NamedService for Hop {
    const NAME: &'static str = "bench.Echo";
}

impl Service<HttpRequest<Body>> for Hop {
    type Response = TonicResponse<Body>;
    type Error = Infallible;
    type Future = BoxFuture<TonicResponse<Body>, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: HttpRequest<Body>) -> Self::Future {
        let hop = self.clone();
        Box::pin(async move { Ok(Grpc::new(Raw).unary(hop, request).await) })
    }
}

impl UnaryService<Bytes> for Hop {
    type Response = Bytes;
    type Future = Ready<Result<Response<Bytes>, Status>>;

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        drop(request.into_inner());
        ready(Ok(Response::new(self.0.clone())))
    }
}

/// Bytes as they are.
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Raw;
    type Decoder = Raw;

    fn encoder(&mut self) -> Raw {
        Raw
    }

    fn decoder(&mut self) -> Raw {
        Raw
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, bytes: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(bytes);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
