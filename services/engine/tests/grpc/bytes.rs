//! What is on the wire: bytes that are no message, messages that are too large, and answers byte for byte.

use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::{Code, Request, Status};
use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::server::{Caller, error_text, good_request};

#[tokio::test]
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
        let status = send_bytes(&caller, bytes.to_vec()).await;
        assert_eq!(status.code(), Code::Internal, "{status:?}");
    }
    assert!(
        caller.score(good_request()).await.is_ok(),
        "the connection still serves"
    );
}

#[tokio::test]
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

async fn send_bytes(caller: &Caller, bytes: Vec<u8>) -> Status {
    let mut client = tonic::client::Grpc::new(caller.channel.clone());
    client.ready().await.unwrap();
    let path = PathAndQuery::from_static("/faan.engine.v1.EngineService/ScoreHand");
    client
        .unary(Request::new(bytes), path, Bytes)
        .await
        .unwrap_err()
}

/// A codec that sends bytes as they are.
struct Bytes;

impl Codec for Bytes {
    type Encode = Vec<u8>;
    type Decode = ();
    type Encoder = Bytes;
    type Decoder = Bytes;

    fn encoder(&mut self) -> Bytes {
        Bytes
    }

    fn decoder(&mut self) -> Bytes {
        Bytes
    }
}

impl Encoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, bytes: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        prost::bytes::BufMut::put_slice(buffer, &bytes);
        Ok(())
    }
}

impl Decoder for Bytes {
    type Item = ();
    type Error = Status;

    fn decode(&mut self, _: &mut DecodeBuf<'_>) -> Result<Option<()>, Status> {
        Ok(Some(()))
    }
}

/// Sent again, a request gets the same bytes.
#[tokio::test]
async fn the_same_request_gets_the_same_bytes() {
    let request = v1::ScoreHandRequest {
        explain: true,
        ..good_request()
    };
    let mut answers = Vec::new();
    for caller in [Caller::of_new_engine().await, Caller::of_new_engine().await] {
        for _ in 0..3 {
            answers.push(prost::Message::encode_to_vec(
                &caller.score(request.clone()).await.unwrap(),
            ));
        }
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}
