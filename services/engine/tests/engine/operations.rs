//! What those who run an engine see: health, reflection, deadlines, stopping.

use std::net::SocketAddr;
use std::time::Duration;

use engine::{App, Config, Limits};
use futures_util::FutureExt as _;
use h2::client::{ResponseFuture, SendRequest};
use h2::{PingPong, SendStream};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::advance;
use tonic::codegen::http;
use tonic::codegen::tokio_stream::{self, StreamExt};
use tonic::{Code, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

use crate::clock::move_until;
use crate::server::{Caller, LOCALHOST, good_request, run, start};

const SERVICE: &str = "faan.engine.v1.EngineService";

#[tokio::test(start_paused = true)]
async fn it_is_healthy_as_a_whole_and_as_a_service() {
    let caller = Caller::of_new_engine().await;
    for service in ["", SERVICE] {
        assert_eq!(
            health(&caller, service).await.unwrap(),
            ServingStatus::Serving
        );
    }
    assert_eq!(
        health(&caller, "faan.Other").await.unwrap_err().code(),
        Code::NotFound
    );
}

/// Whoever has shown nothing is listened to no longer than a name is.
#[tokio::test(start_paused = true)]
async fn a_name_is_no_longer_than_names_are() {
    let caller = Caller::of_new_engine().await;
    let refused = health(&caller, &"x".repeat(5_000)).await.unwrap_err();
    assert_eq!(refused.code(), Code::OutOfRange);
}

async fn health(caller: &Caller, service: &str) -> Result<ServingStatus, Status> {
    let request = HealthCheckRequest {
        service: service.to_owned(),
    };
    let answer = HealthClient::new(caller.channel.clone())
        .check(request)
        .await?;
    Ok(answer.into_inner().status())
}

#[tokio::test(start_paused = true)]
async fn reflection_lists_the_service_and_can_be_switched_off() {
    let services = reflected_services(&Caller::of_new_engine().await)
        .await
        .unwrap();
    assert!(
        services.iter().any(|service| service == SERVICE),
        "{services:?}"
    );

    let config = Config {
        reflection: false,
        ..Config::new(LOCALHOST)
    };
    let status = reflected_services(&Caller::of(start(config).await).await)
        .await
        .unwrap_err();
    assert_eq!(status.code(), Code::Unimplemented);
}

async fn reflected_services(caller: &Caller) -> Result<Vec<String>, Status> {
    let list = MessageRequest::ListServices(String::new());
    let request = ServerReflectionRequest {
        message_request: Some(list),
        ..Default::default()
    };
    let mut client = ServerReflectionClient::new(caller.channel.clone());
    let mut answers = client
        .server_reflection_info(tokio_stream::once(request))
        .await?
        .into_inner();
    match answers.next().await.unwrap()?.message_response {
        Some(MessageResponse::ListServicesResponse(list)) => Ok(list
            .service
            .into_iter()
            .map(|service| service.name)
            .collect()),
        other => panic!("{other:?}"),
    }
}

/// A caller that opens a call, states its deadline and then sends nothing.
#[tokio::test(start_paused = true)]
async fn a_call_ends_at_its_deadline() {
    check_deadline(Some("300m"), Duration::from_millis(300)).await;
}

#[tokio::test(start_paused = true)]
async fn a_call_without_a_deadline_gets_five_seconds() {
    check_deadline(None, Duration::from_secs(5)).await;
}

async fn check_deadline(stated: Option<&str>, deadline: Duration) {
    let address = start(Config::new(LOCALHOST)).await;
    let mut call = StalledCall::open(address, stated).await;
    let (after, code) = move_until(deadline / 50, async || call.code().await).await;
    assert_eq!(code, Code::DeadlineExceeded);
    // Engines are a tick early.
    assert_eq!(after, deadline);
}

/// A message with its length before it that is no message: whoever decodes it says so.
const BROKEN: &[u8] = &[0, 0, 0, 0, 4, 0xff, 0xff, 0xff, 0xff];

/// Decoded, a message can take a hundred times its bytes, for as long as its call goes on.
#[tokio::test(start_paused = true)]
async fn no_message_is_decoded_before_the_end_of_its_call() {
    let address = start(Config::new(LOCALHOST)).await;
    let mut call = StalledCall::after(address, None, BROKEN).await;
    assert_eq!(call.code().await, None);
    call.unfinished.send_data(&[], true).unwrap();
    assert_eq!(call.code().await, Some(Code::Internal));
}

#[tokio::test(start_paused = true)]
async fn unfinished_messages_have_so_many_bytes_in_all() {
    let limits = Limits {
        message_bytes_per_client: 2 * BROKEN.len(),
        ..Limits::default()
    };
    let caller = Caller::of_limited_engine(limits).await;
    let mut first = StalledCall::after(caller.address, None, BROKEN).await;
    let mut last = StalledCall::after(caller.address, None, BROKEN).await;
    let mut refused = StalledCall::after(caller.address, None, &[]).await;
    refused.unfinished.send_data(BROKEN, true).unwrap();
    assert_eq!(refused.code().await, Some(Code::Unavailable));

    first.unfinished.send_data(&[], true).unwrap();
    assert_eq!(first.code().await, Some(Code::Internal));
    assert_eq!(last.code().await, None);
    let mut next = StalledCall::after(caller.address, None, &[]).await;
    next.unfinished.send_data(BROKEN, true).unwrap();
    assert_eq!(next.code().await, Some(Code::Internal));
}

/// A call as bare HTTP/2, since tonic's client would keep the deadline itself.
struct StalledCall {
    answer: ResponseFuture,
    pings: PingPong,
    unfinished: SendStream<&'static [u8]>,
    _calls: SendRequest<&'static [u8]>,
}

impl StalledCall {
    async fn open(address: SocketAddr, deadline: Option<&str>) -> StalledCall {
        StalledCall::after(address, deadline, &[]).await
    }

    /// A call that has sent so much of its request.
    async fn after(
        address: SocketAddr,
        deadline: Option<&str>,
        sent: &'static [u8],
    ) -> StalledCall {
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut calls, mut connection) =
            h2::client::Builder::new().handshake(stream).await.unwrap();
        let pings = connection.ping_pong().unwrap();
        tokio::spawn(connection);
        let headers = [("content-type", "application/grpc"), ("te", "trailers")].into_iter();
        let headers = headers.chain(deadline.map(|deadline| ("grpc-timeout", deadline)));
        let request = http::Request::post(format!("http://{address}/{SERVICE}/ScoreHand"));
        let request = headers.fold(request, |request, (name, value)| {
            request.header(name, value)
        });
        let (answer, mut unfinished) = calls
            .send_request(request.body(()).unwrap(), false)
            .unwrap();
        unfinished.send_data(sent, false).unwrap();
        let mut call = StalledCall {
            answer,
            pings,
            unfinished,
            _calls: calls,
        };
        assert_eq!(call.code().await, None);
        call
    }

    /// The status that the engine has answered with so far. The first ping may be sent before the call: whoever answers the second has read
    /// what came before it, and whoever answers the third has said what came of that. An engine that stops may close the connection.
    async fn code(&mut self) -> Option<Code> {
        for _ in 0..3 {
            if self.pings.ping(h2::Ping::opaque()).await.is_err() {
                break;
            }
        }
        let answer = (&mut self.answer).now_or_never()?.unwrap();
        Some(Code::from_bytes(answer.headers()["grpc-status"].as_bytes()))
    }
}

/// An engine, what stops it, and its end.
async fn stoppable() -> (
    SocketAddr,
    oneshot::Sender<()>,
    JoinHandle<Result<(), engine::Error>>,
) {
    let engine = App::build(Config::new(LOCALHOST)).await.unwrap();
    let (stop, stopped) = oneshot::channel();
    let address = engine.address();
    let running = run(engine, async { _ = stopped.await });
    (address, stop, running)
}

/// Told to stop, it takes no new connections, yet ends the call under way.
#[tokio::test(start_paused = true)]
async fn it_stops_when_told_and_ends_the_calls_under_way() {
    let (address, stop, running) = stoppable().await;
    let mut under_way = StalledCall::open(address, Some("3S")).await;
    stop.send(()).unwrap();
    let step = Duration::from_millis(500);
    let (after, code) = move_until(step, async || under_way.code().await).await;
    assert_eq!((after, code), (6 * step, Code::DeadlineExceeded));
    drop(under_way);
    running.await.unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

/// Who watches its health never hangs up by themselves; it stops all the same.
#[tokio::test(start_paused = true)]
async fn a_watcher_of_its_health_sees_it_stop_and_does_not_keep_it_up() {
    let (address, stop, running) = stoppable().await;
    let caller = Caller::of(address).await;
    let request = HealthCheckRequest {
        service: SERVICE.to_owned(),
    };
    let mut seen = HealthClient::new(caller.channel.clone())
        .watch(request)
        .await
        .unwrap()
        .into_inner();
    assert_eq!(
        seen.next().await.unwrap().unwrap().status(),
        ServingStatus::Serving
    );

    stop.send(()).unwrap();
    assert_eq!(
        seen.next().await.unwrap().unwrap().status(),
        ServingStatus::NotServing
    );
    assert!(!running.is_finished());
    advance(Duration::from_secs(6)).await;
    running.await.unwrap().unwrap();
}

/// They may watch for ever, and need no token.
#[tokio::test(start_paused = true)]
async fn a_connection_has_few_watchers() {
    let caller = Caller::of_new_engine().await;
    let watch = async || {
        let mut health = HealthClient::new(caller.channel.clone());
        health.watch(HealthCheckRequest::default()).await
    };
    let mut watchers = Vec::new();
    for _ in 0..4 {
        watchers.push(watch().await.unwrap().into_inner());
    }
    let refused = watch().await.unwrap_err();
    assert_eq!(refused.code(), Code::Unavailable);
    assert!(caller.score(good_request()).await.is_ok());

    let other = Caller::of(caller.address).await;
    assert!(health(&other, "").await.is_ok());
    drop(watchers.pop());
    while watch().await.is_err() {}
}

#[tokio::test(start_paused = true)]
async fn a_client_has_its_share_of_connections() {
    let limits = Limits {
        connections_per_client: 2,
        ..Limits::default()
    };
    let caller = Caller::of_limited_engine(limits).await;
    let other = Caller::of(caller.address).await;
    let mut third = TcpStream::connect(caller.address).await.unwrap();
    assert_eq!(third.read(&mut [0]).await.unwrap(), 0);
    for caller in [caller, other] {
        assert!(caller.score(good_request()).await.is_ok());
    }
}

#[tokio::test(start_paused = true)]
async fn an_address_in_use_is_a_clear_error() {
    let engine = App::build(Config::new(LOCALHOST)).await.unwrap();
    let address = engine.address();
    let error = App::build(Config::new(address)).await.err().unwrap();
    assert!(
        error
            .to_string()
            .starts_with(&format!("cannot listen on {address}: ")),
        "{error}"
    );
}
