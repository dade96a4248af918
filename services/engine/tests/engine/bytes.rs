//! What is on the wire: bytes that are no message, messages that are too large, and answers byte for byte.

use prost::Message;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::{Code, Request, Status};
use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::fuzz::ask::Bytes;
use crate::fuzz::machine::Chance;
use crate::server::{Caller, OLD_HONG_KONG, built_in, error_text, good_request};
use crate::text;

#[tokio::test(start_paused = true)]
async fn bytes_that_are_no_message_get_an_error() {
    let caller = Caller::of_new_engine().await;
    for bytes in [
        &[0xff; 40][..],
        &[0x0a, 0x7f],
        &[
            0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02,
        ],
        b"{}",
    ] {
        let status = send(&caller, SCORE_HAND, bytes.to_vec()).await.unwrap_err();
        assert!(is_unreadable(&status), "{status:?}");
    }
    assert!(
        caller.score(good_request()).await.is_ok(),
        "the connection still serves"
    );
}

#[tokio::test(start_paused = true)]
async fn a_request_over_the_limit_gets_an_error() {
    let caller = Caller::of_new_engine().await;
    let status = caller
        .variant(Variant::Document(vec![b' '; 1024 * 1024]))
        .await
        .unwrap_err();
    assert_eq!(status.code(), Code::OutOfRange, "{status:?}");
    let status = caller
        .variant(Variant::Document(vec![b' '; 1024 * 1024 - 100]))
        .await
        .unwrap_err();
    assert_eq!(
        error_text(&status),
        "InvalidArgument TOO_LARGE variant.document"
    );
}

/// Requests with a few bytes changed are answered or refused, each by a status that says so.
#[tokio::test(start_paused = true)]
async fn changed_bytes_never_break_it() {
    let caller = Caller::of_new_engine().await;
    let request = v1::PlayHandsRequest {
        variant: built_in(OLD_HONG_KONG),
        outcomes: vec![text::outcome(
            "chair=4 robbed=added_kong from=1 46s 99s pung:222s concealed_kong:3333s pung:888s +5s",
        )],
        ..Default::default()
    };
    let requests = [
        (SCORE_HAND, good_request().encode_to_vec()),
        (PLAY_HANDS, request.encode_to_vec()),
    ];
    let mut chance = Chance::of(20_261_121);
    for (path, good) in requests.iter().cycle().take(3000) {
        let mut bytes = good.clone();
        for _ in 0..chance.below(4) {
            let place = chance.below(bytes.len());
            bytes[place] = chance.below(256) as u8;
        }
        let Err(status) = send(&caller, path, bytes.clone()).await else {
            continue;
        };
        let refused = [
            Code::InvalidArgument,
            Code::NotFound,
            Code::FailedPrecondition,
        ];
        assert!(
            refused.contains(&status.code()) || is_unreadable(&status),
            "{status:?} for {bytes:?}"
        );
    }
}

/// Whether the server said that the bytes are no message; INTERNAL alone could be a connection that broke.
fn is_unreadable(status: &Status) -> bool {
    status.code() == Code::Internal && status.message().contains("decode Protobuf")
}

const SCORE_HAND: &str = "/faan.engine.v1.EngineService/ScoreHand";
const PLAY_HANDS: &str = "/faan.engine.v1.EngineService/PlayHands";

async fn send(caller: &Caller, path: &'static str, bytes: Vec<u8>) -> Result<(), Status> {
    let mut client = tonic::client::Grpc::new(caller.channel.clone());
    client.ready().await.unwrap();
    let path = PathAndQuery::from_static(path);
    let answer = client.unary(Request::new(bytes), path, Bytes::default());
    answer.await.map(tonic::Response::into_inner)
}

/// Sent again, a request gets the same bytes.
#[tokio::test(start_paused = true)]
async fn the_same_request_gets_the_same_bytes() {
    let request = v1::ScoreHandRequest {
        explain: true,
        ..good_request()
    };
    let mut answers = Vec::new();
    for caller in [Caller::of_new_engine().await, Caller::of_new_engine().await] {
        for _ in 0..3 {
            answers.push(caller.score(request.clone()).await.unwrap().encode_to_vec());
        }
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}
