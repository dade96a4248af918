//! What those who run an engine see: health, reflection, deadlines, stopping.

use std::net::SocketAddr;
use std::ops::Range;
use std::time::{Duration, Instant};

use tokio::net::TcpStream;
use tokio::sync::oneshot;
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

use crate::server::{Caller, listen};

const SERVICE: &str = "faan.engine.v1.EngineService";

#[tokio::test]
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

async fn health(caller: &Caller, service: &str) -> Result<ServingStatus, Status> {
    let request = HealthCheckRequest {
        service: service.to_owned(),
    };
    let answer = HealthClient::new(caller.channel.clone())
        .check(request)
        .await?;
    Ok(answer.into_inner().status())
}

#[tokio::test]
async fn reflection_lists_the_service_and_can_be_switched_off() {
    let services = reflected_services(&Caller::of_new_engine().await)
        .await
        .unwrap();
    assert!(
        services.iter().any(|service| service == SERVICE),
        "{services:?}"
    );

    let (address, engine) = listen(false).await;
    tokio::spawn(engine.run(std::future::pending()));
    let status = reflected_services(&Caller::of(address).await)
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
#[tokio::test]
async fn a_call_ends_at_its_deadline() {
    check_deadline(Some("300m"), 250..4500).await;
}

#[tokio::test]
async fn a_call_without_a_deadline_gets_five_seconds() {
    check_deadline(None, 4900..15_000).await;
}

async fn check_deadline(deadline: Option<&str>, milliseconds: Range<u128>) {
    let (address, engine) = listen(true).await;
    tokio::spawn(engine.run(std::future::pending()));
    let begin = Instant::now();
    let answer = stalled_call(address, deadline).await;
    assert_eq!(answer.await, Code::DeadlineExceeded);
    assert!(
        milliseconds.contains(&begin.elapsed().as_millis()),
        "{:?}",
        begin.elapsed()
    );
}

/// Opens a call as bare HTTP/2, since tonic's client would keep the deadline itself. The server has it when this returns: what is
/// waited for then is the status that the server answers with.
async fn stalled_call(address: SocketAddr, deadline: Option<&str>) -> impl Future<Output = Code> {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut calls, mut connection) = h2::client::handshake(stream).await.unwrap();
    let mut pings = connection.ping_pong().unwrap();
    tokio::spawn(connection);
    let headers = [("content-type", "application/grpc"), ("te", "trailers")].into_iter();
    let headers = headers.chain(deadline.map(|deadline| ("grpc-timeout", deadline)));
    let request = http::Request::post(format!("http://{address}/{SERVICE}/ScoreHand"));
    let request = headers.fold(request, |request, (name, value)| {
        request.header(name, value)
    });
    let (answer, unfinished) = calls
        .send_request(request.body(()).unwrap(), false)
        .unwrap();
    // The first ping may be sent before the call. Whoever answers the second has read what came before it.
    for _ in 0..2 {
        pings.ping(h2::Ping::opaque()).await.unwrap();
    }
    async move {
        let answer = answer.await.unwrap();
        drop((calls, unfinished));
        Code::from_bytes(answer.headers()["grpc-status"].as_bytes())
    }
}

/// Told to stop, it takes no new connections, yet ends the call under way.
#[tokio::test]
async fn it_stops_when_told_and_ends_the_calls_under_way() {
    let (address, engine) = listen(true).await;
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(engine.run(async { _ = stopped.await }));
    let under_way = stalled_call(address, Some("3S")).await;

    stop.send(()).unwrap();
    assert_eq!(under_way.await, Code::DeadlineExceeded);
    tokio::time::timeout(Duration::from_secs(10), running)
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

/// Who watches its health never hangs up by themselves; it stops all the same.
#[tokio::test]
async fn a_watcher_of_its_health_sees_it_stop_and_does_not_keep_it_up() {
    let (address, engine) = listen(true).await;
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(engine.run(async { _ = stopped.await }));
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
    tokio::time::timeout(Duration::from_secs(10), running)
        .await
        .unwrap()
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn an_address_in_use_is_a_clear_error() {
    let (address, _engine) = listen(true).await;
    let error = engine::App::build(engine::Config::new(address))
        .await
        .err()
        .unwrap();
    assert!(
        error
            .to_string()
            .starts_with(&format!("cannot listen on {address}: ")),
        "{error}"
    );
}
