//! gRPC-Web, as bytes over HTTP/1: what browsers and others send and get, and what is turned away.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use engine::{Config, GrpcWeb, TokenRules};
use futures_util::FutureExt as _;
use prost::Message as _;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::Code;
use tonic_types::pb;
use wire::v1;

use crate::batches::{ALL_PUNGS, batch};
use crate::clock::move_until;
use crate::credentials::Issuer;
use crate::server::{self, Caller, LOCALHOST, OLD_HONG_KONG, good_request};

const APP: &str = "https://app.example";
const SCORE: &str = "/faan.engine.v1.EngineService/ScoreHand";
const STREAM: &str = "/faan.engine.v1.EngineService/ScoreHands";

async fn start(grpc_web: bool, tokens: Option<TokenRules>) -> SocketAddr {
    let config = Config {
        tokens,
        grpc_web: grpc_web.then(|| GrpcWeb {
            allowed_origins: vec![APP.to_owned()],
        }),
        ..Config::new(LOCALHOST)
    };
    server::start(config).await
}

struct Answer {
    status: u16,
    /// In lower case.
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let prefix = format!("{name}: ");
        self.head
            .lines()
            .find_map(|line| line.strip_prefix(&prefix))
    }

    /// The messages, and the trailers as text.
    fn frames(&self) -> (Vec<&[u8]>, String) {
        let (mut messages, mut rest) = (Vec::new(), &self.body[..]);
        while let [flag, a, b, c, d, after @ ..] = rest {
            let (frame, next) = after.split_at(u32::from_be_bytes([*a, *b, *c, *d]) as usize);
            if *flag == 0x80 {
                assert!(next.is_empty());
                return (messages, String::from_utf8(frame.to_vec()).unwrap());
            }
            messages.push(frame);
            rest = next;
        }
        (messages, String::new())
    }
}

fn frame(message: &impl prost::Message) -> Vec<u8> {
    let bytes = message.encode_to_vec();
    let length = u32::try_from(bytes.len()).unwrap();
    [&[0], &length.to_be_bytes()[..], &bytes].concat()
}

fn head(path: &str, content_type: &str, length: usize, more: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: engine\r\ncontent-type: {content_type}\r\naccept: {content_type}\r\n\
         connection: close\r\ncontent-length: {length}\r\n{more}\r\n"
    )
}

/// Sends these bytes, and reads until the engine closes the connection.
async fn exchange(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    // A reset is an end as well.
    _ = stream.read_to_end(&mut answer).await;
    answer
}

async fn request(address: SocketAddr, head: String, body: &[u8]) -> Answer {
    read(&exchange(address, &[head.as_bytes(), body].concat()).await)
}

fn read(answer: &[u8]) -> Answer {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = answer.split_at(end.unwrap() + 4);
    let head = String::from_utf8(head.to_vec()).unwrap().to_lowercase();
    let body = match head.contains("transfer-encoding: chunked") {
        true => without_chunks(body),
        false => body.to_vec(),
    };
    Answer {
        status: head[9..12].parse().unwrap(),
        head,
        body,
    }
}

fn without_chunks(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n").unwrap();
        let length = usize::from_str_radix(str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 2 + length + 2..];
    }
}

async fn post(address: SocketAddr, path: &str, body: &[u8], more: &str) -> Answer {
    let head = head(path, "application/grpc-web+proto", body.len(), more);
    request(address, head, body).await
}

fn from(origin: &str) -> String {
    format!("origin: {origin}\r\n")
}

#[tokio::test(start_paused = true)]
async fn a_hand_is_scored_in_both_forms() {
    let address = start(true, None).await;
    let caller = Caller::of(address).await;
    let native = caller.score(good_request()).await.unwrap();
    let binary = post(address, SCORE, &frame(&good_request()), &from(APP)).await;
    let text_body = STANDARD.encode(frame(&good_request()));
    let content_type = "application/grpc-web-text";
    let text_head = head(SCORE, content_type, text_body.len(), "");
    let mut text = request(address, text_head, text_body.as_bytes()).await;
    assert_eq!(
        text.header("content-type").unwrap(),
        "application/grpc-web-text+proto"
    );
    // Each frame is padded on its own.
    let pieces = text.body.split_inclusive(|byte| *byte == b'=');
    let pieces = pieces.filter(|piece| *piece != b"=");
    let decoded = pieces.flat_map(|piece| {
        let piece = piece.strip_suffix(b"=").unwrap_or(piece);
        STANDARD_NO_PAD.decode(piece).unwrap()
    });
    text.body = decoded.collect();
    for answer in [binary, text] {
        assert_eq!(answer.status, 200, "{}", answer.head);
        let (messages, trailers) = answer.frames();
        assert_eq!(messages.len(), 1);
        assert_eq!(v1::ScoreHandResponse::decode(messages[0]).unwrap(), native);
        assert!(trailers.contains("grpc-status:0"), "{trailers}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_stream_answers_each_batch() {
    let address = start(true, None).await;
    let batches = [
        batch(Some(OLD_HONG_KONG), &[ALL_PUNGS]),
        batch(None, &[ALL_PUNGS, ALL_PUNGS]),
    ];
    let body: Vec<u8> = batches.iter().flat_map(frame).collect();
    let answer = post(address, STREAM, &body, &from(APP)).await;
    let (messages, trailers) = answer.frames();
    let results = messages.iter().map(|message| {
        v1::ScoreHandsResponse::decode(*message)
            .unwrap()
            .results
            .len()
    });
    assert_eq!(results.collect::<Vec<_>>(), [1, 2]);
    assert!(trailers.contains("grpc-status:0"), "{trailers}");
}

#[tokio::test(start_paused = true)]
async fn an_error_has_its_details_where_a_page_can_read_them() {
    let address = start(true, None).await;
    let request = v1::ScoreHandRequest {
        win: None,
        ..good_request()
    };
    let answer = post(address, SCORE, &frame(&request), &from(APP)).await;
    assert_eq!(answer.header("grpc-status"), Some("3"), "{}", answer.head);
    let exposed = answer.header("access-control-expose-headers").unwrap();
    assert_eq!(
        exposed,
        "grpc-status, grpc-message, grpc-status-details-bin"
    );
    assert_eq!(answer.header("access-control-allow-origin"), Some(APP));
    assert!(
        answer.head.contains("grpc-status-details-bin: "),
        "{}",
        answer.head
    );
    let caller = Caller::of(address).await;
    let native = caller.score(request).await.unwrap_err();
    let native = pb::Status::decode(native.details()).unwrap();
    assert!(!native.details.is_empty());
    let details = STANDARD_NO_PAD
        .encode(native.encode_to_vec())
        .to_lowercase();
    assert_eq!(
        answer.header("grpc-status-details-bin"),
        Some(details.as_str())
    );
}

#[tokio::test(start_paused = true)]
async fn a_page_of_another_origin_is_refused() {
    let address = start(true, None).await;
    for origin in [
        "https://evil.example",
        "http://app.example",
        "null",
        "https://app.example:8443",
    ] {
        let answer = post(address, SCORE, &frame(&good_request()), &from(origin)).await;
        assert_eq!(answer.status, 403, "{origin}");
        assert!(!answer.head.contains("access-control-"), "{}", answer.head);
        let asked = format!(
            "OPTIONS {SCORE} HTTP/1.1\r\nhost: engine\r\nconnection: close\r\norigin: {origin}\r\naccess-control-request-method: POST\r\n\r\n"
        );
        let answer = request(address, asked, b"").await;
        assert_eq!(answer.status, 403, "{origin}");
        assert!(!answer.head.contains("access-control-"), "{}", answer.head);
    }
    let asked = format!(
        "OPTIONS {SCORE} HTTP/1.1\r\nhost: engine\r\nconnection: close\r\norigin: {APP}\r\naccess-control-request-method: POST\r\n\r\n"
    );
    let answer = request(address, asked, b"").await;
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header("access-control-allow-origin"), Some(APP));
    assert_eq!(answer.header("access-control-max-age"), Some("3600"));
    let allowed = answer.header("access-control-allow-headers").unwrap();
    assert!(
        allowed.contains("x-grpc-web") && allowed.contains("authorization"),
        "{allowed}"
    );
}

#[tokio::test(start_paused = true)]
async fn without_the_switch_http_1_gets_no_answer_and_native_calls_do() {
    let address = start(false, None).await;
    let body = frame(&good_request());
    let bytes = head(SCORE, "application/grpc-web+proto", body.len(), "");
    // At once: the clock stands still.
    let answer = exchange(address, &[bytes.as_bytes(), &body].concat()).await;
    assert!(!answer.windows(4).any(|four| four == b"HTTP"), "{answer:?}");
    Caller::of(address)
        .await
        .score(good_request())
        .await
        .unwrap();
}

#[tokio::test(start_paused = true)]
async fn over_http_1_only_the_engine_speaks_and_only_grpc_web() {
    let address = start(true, None).await;
    let native = head(SCORE, "application/grpc", 0, "");
    assert_eq!(request(address, native, b"").await.status, 415);
    for path in [
        "/grpc.health.v1.Health/Watch",
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    ] {
        assert_eq!(post(address, path, &[0; 5], "").await.status, 505, "{path}");
    }
    let long = format!("x-long: {}\r\n", "a".repeat(20 * 1024));
    assert_eq!(
        post(address, SCORE, &frame(&good_request()), &long)
            .await
            .status,
        431
    );
}

#[tokio::test(start_paused = true)]
async fn a_token_is_demanded_as_of_native_calls() {
    let issuer = Issuer::new(1);
    let address = start(true, Some(issuer.rules())).await;
    let answer = post(address, SCORE, &frame(&good_request()), &from(APP)).await;
    assert_eq!(answer.header("grpc-status"), Some("16"), "{}", answer.head);
    let bearer = format!("authorization: Bearer {}\r\n{}", issuer.token(), from(APP));
    let answer = post(address, SCORE, &frame(&good_request()), &bearer).await;
    assert_eq!(answer.frames().0.len(), 1, "{}", answer.head);
}

#[tokio::test(start_paused = true)]
async fn a_body_has_a_limit_and_a_deadline() {
    let address = start(true, None).await;
    let large = [&[0][..], &(2 * 1024 * 1024_u32).to_be_bytes(), &[0; 1000]].concat();
    let answer = post(address, SCORE, &large, "").await;
    let code = (Code::OutOfRange as i32).to_string();
    assert_eq!(
        answer.header("grpc-status"),
        Some(code.as_str()),
        "{}",
        answer.head
    );
    // A body that stops half-way ends with the deadline of the call.
    let body = frame(&good_request());
    let slow = head(
        SCORE,
        "application/grpc-web+proto",
        body.len(),
        "grpc-timeout: 300m\r\n",
    );
    let bytes = [slow.as_bytes(), &body[..9]].concat();
    let mut answer = tokio::spawn(async move { exchange(address, &bytes).await });
    let caller = Caller::of(address).await;
    let (after, answer) = move_until(Duration::from_millis(100), async || {
        caller.score(good_request()).await.unwrap();
        (&mut answer).now_or_never()
    })
    .await;
    let answer = read(&answer.unwrap());
    assert_eq!(answer.header("grpc-status"), Some("4"), "{}", answer.head);
    let deadline = Duration::from_millis(300)..=Duration::from_millis(600);
    assert!(deadline.contains(&after), "{after:?}");
}

/// What opens and does not go on, drips its head, or stays after its answer, is closed within about half a minute.
#[tokio::test(start_paused = true)]
async fn a_slow_head_and_a_silent_connection_are_closed() {
    let address = start(true, None).await;
    let caller = Caller::of(address).await;
    let body = frame(&good_request());
    let kept =
        head(SCORE, "application/grpc-web+proto", body.len(), "").replace("close", "keep-alive");
    let kept = [kept.as_bytes(), &body].concat();
    let closed = async |first: &[u8], drips: bool, seconds: RangeInclusive<u64>| {
        let (mut reads, mut writes) = TcpStream::connect(address).await.unwrap().into_split();
        writes.write_all(first).await.unwrap();
        let mut answer = Vec::new();
        let mut ended = Box::pin(reads.read_to_end(&mut answer));
        let (after, _) = move_until(Duration::from_secs(1), async || {
            if drips {
                _ = writes.write_all(b"x").await;
            }
            caller.score(good_request()).await.unwrap();
            (&mut ended).now_or_never()
        })
        .await;
        assert!(seconds.contains(&after.as_secs()), "{after:?}");
    };
    closed(b"", false, 10..=12).await;
    closed(b"PRI * HTTP/2", false, 10..=12).await;
    let dripped = b"POST / HTTP/1.1\r\nhost: engine\r\nx-slow: ";
    closed(dripped, true, 30..=33).await;
    closed(&kept, false, 30..=33).await;
}
