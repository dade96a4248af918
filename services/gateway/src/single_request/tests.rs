use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use futures_util::FutureExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWrite as _, AsyncWriteExt as _, DuplexStream, duplex};

use super::message_part::Chunks;
use super::{AHEAD, Intake, MessagePart, SingleRequestStream};

const HEAD: &str = "\r\nGET / HTTP/1.1\r\nHost: faan\r\n\r\n";
/// As some clients end lines.
const BARE: &str = "POST / HTTP/1.1\nContent-Length: 7\n\n";
const BYTES: &str = "1\n\n2\n\n3";
const CHUNKS: &str =
    "3\r\n\n\na\r\n0A ;x=\"y\"\r\nb\n\n0\r\n\r\n\r\n\r\n0\r\n\nTrailer: 1\n\n\r\nb: 2\r\n\r\n";

fn client(room: usize) -> (DuplexStream, SingleRequestStream<DuplexStream>, Rc<Intake>) {
    let (client, server) = duplex(room);
    let stream = SingleRequestStream::new(server);
    let intake = stream.intake();
    (client, stream, intake)
}

/// What can be read now.
fn read(stream: &mut SingleRequestStream<DuplexStream>) -> String {
    let mut all = Vec::new();
    while let Some(read) = stream.read_buf(&mut all).now_or_never() {
        assert_ne!(read.unwrap(), 0, "it is closed");
    }
    String::from_utf8(all).unwrap()
}

/// However they are sent, one thing can be read after another.
#[tokio::test]
async fn one_request_can_be_read_and_then_the_next() {
    let all = [HEAD, BARE, BYTES, HEAD, CHUNKS, HEAD].concat();
    let chunks = MessagePart::Chunks(Chunks::Size(0));
    for part in 1..all.len() {
        let (mut client, mut stream, intake) = client(1 << 16);
        let mut next = async |until: &str| {
            // Whoever reads a great deal is made to wait otherwise.
            tokio::task::yield_now().await;
            // After chunks, it takes a moment to be read on.
            let text = read(&mut stream) + &read(&mut stream);
            assert_eq!(text, until);
            assert!(intake.part.get().is_none());
        };
        for sent in all.as_bytes().chunks(part) {
            client.write_all(sent).await.unwrap();
        }
        next(HEAD).await;
        intake.permit_head();
        next(BARE).await;
        intake.announce_body(MessagePart::Bytes(7));
        next(BYTES).await;
        intake.permit_head();
        next(HEAD).await;
        intake.announce_body(chunks);
        intake.permit_body();
        next(CHUNKS).await;
        intake.permit_head();
        next(HEAD).await;
    }
}

#[test]
fn a_body_in_chunks_ends_where_it_ends_however_it_arrives() {
    let all = [CHUNKS, HEAD].concat();
    for first in 0..CHUNKS.len() {
        let (head, rest) = all.as_bytes().split_at(first);
        let (count, left) = MessagePart::Chunks(Chunks::Size(0)).split(head);
        assert_eq!(count, first);
        let (count, left) = left.unwrap().split(rest);
        assert_eq!(first + count, CHUNKS.len());
        assert!(left.is_none());
    }
}

#[tokio::test]
async fn a_client_that_goes_is_noticed_while_nothing_may_be_read() {
    for more in ["", "\r\n", HEAD] {
        let (mut client, mut stream, _intake) = client(1 << 16);
        let sent = HEAD.to_owned() + more;
        client.write_all(sent.as_bytes()).await.unwrap();
        assert_eq!(read(&mut stream), HEAD);
        drop(client);
        assert!(stream.read_u8().await.is_err(), "{more:?}");
    }
}

/// Its answer may be on its way before anybody has read the body.
#[tokio::test]
async fn the_next_head_comes_after_a_body_that_nobody_waited_for() {
    let (mut client, mut stream, intake) = client(1 << 16);
    let all = [HEAD, CHUNKS, HEAD].concat();
    client.write_all(all.as_bytes()).await.unwrap();
    assert_eq!(read(&mut stream), HEAD);
    intake.announce_body(MessagePart::Chunks(Chunks::Size(0)));
    intake.permit_body();
    intake.permit_head();
    assert_eq!(read(&mut stream), CHUNKS);
    assert_eq!(read(&mut stream), HEAD);
}

/// It is counted before it takes memory, and what nobody reads is dropped.
#[tokio::test]
async fn no_body_is_read_before_somebody_reads_it() {
    let chunks = MessagePart::Chunks(Chunks::Size(0));
    let long = MessagePart::Bytes(CHUNKS.len() as u64);
    for body in [chunks, long] {
        for is_last in [false, true] {
            let (mut client, mut stream, intake) = client(1 << 16);
            let (first, rest) = CHUNKS.split_at(CHUNKS.len() / 2);
            client.write_all(HEAD.as_bytes()).await.unwrap();
            client.write_all(first.as_bytes()).await.unwrap();
            assert_eq!(read(&mut stream), HEAD);
            intake.announce_body(body);
            if is_last {
                intake.end();
            }
            assert_eq!(read(&mut stream), "");
            intake.permit_body();
            client.write_all(rest.as_bytes()).await.unwrap();
            let all = read(&mut stream) + &read(&mut stream);
            assert_eq!(all, CHUNKS);
            assert_eq!(intake.is_over(), is_last);
        }
    }
}

#[tokio::test]
async fn a_body_that_nobody_reads_ends_the_connection_or_is_dropped() {
    let (mut client, mut stream, intake) = client(1 << 16);
    let sent = [HEAD, CHUNKS, HEAD, CHUNKS].concat();
    client.write_all(sent.as_bytes()).await.unwrap();
    assert_eq!(read(&mut stream), HEAD);
    intake.announce_body(MessagePart::Chunks(Chunks::Size(0)));
    assert_eq!(read(&mut stream), "");
    intake.permit_chunks();
    assert!(!intake.waits_for_bytes());
    intake.permit_head();
    assert_eq!(read(&mut stream), CHUNKS);
    assert_eq!(read(&mut stream), HEAD);
    intake.announce_body(MessagePart::Bytes(1 << 20));
    intake.permit_chunks();
    assert!(intake.waits_for_bytes());
    intake.end_without_body();
    assert_eq!(read(&mut stream), "");
    assert!(intake.is_over());
}

/// Of the shortest chunks a reader keeps many times the bytes.
#[tokio::test]
async fn chunks_are_read_a_few_at_a_time() {
    let (mut client, mut stream, intake) = client(1 << 16);
    let all = HEAD.to_owned() + &"1\r\nx\r\n".repeat(AHEAD);
    client.write_all(all.as_bytes()).await.unwrap();
    assert_eq!(read(&mut stream), HEAD);
    intake.announce_body(MessagePart::Chunks(Chunks::Size(0)));
    intake.permit_body();
    for _ in 0..5 {
        let read = read(&mut stream).len();
        assert!((1..=AHEAD).contains(&read), "{read}");
    }
}

/// Whoever closes after a whole request has an answer that nobody has to wait for.
#[tokio::test]
async fn a_body_that_came_before_the_end_is_read() {
    let (mut client, mut stream, intake) = client(1 << 16);
    client
        .write_all((BARE.to_owned() + BYTES).as_bytes())
        .await
        .unwrap();
    drop(client);
    assert_eq!(read(&mut stream), BARE);
    intake.announce_body(MessagePart::Bytes(7));
    assert_eq!(read(&mut stream), BYTES);
    assert!(stream.read_u8().await.is_err());
}

#[tokio::test]
async fn what_comes_after_the_last_request_is_dropped() {
    let (mut client, mut stream, intake) = client(AHEAD);
    client.write_all(HEAD.as_bytes()).await.unwrap();
    assert_eq!(read(&mut stream), HEAD);
    intake.announce_body(MessagePart::Bytes(3));
    intake.permit_body();
    intake.end();
    intake.permit_head();
    let much = vec![b'\n'; 10 * AHEAD];
    let send = async {
        client.write_all(&much).await.unwrap();
        drop(client);
    };
    let mut last = Vec::new();
    let (_, read) = tokio::join!(send, stream.read_to_end(&mut last));
    assert_eq!(read.unwrap(), 3);
}

/// Nobody has answers kept for them without limit.
#[tokio::test]
async fn no_request_is_read_before_the_last_answer_is_taken() {
    let (mut client, mut stream, intake) = client(AHEAD);
    client.write_all(HEAD.as_bytes()).await.unwrap();
    let mut context = Context::from_waker(Waker::noop());
    let answer = vec![b'a'; 2 * AHEAD];
    let mut write = |stream: &mut SingleRequestStream<DuplexStream>| {
        pin!(stream).poll_write(&mut context, &answer)
    };
    assert!(matches!(write(&mut stream), Poll::Ready(Ok(AHEAD))));
    assert!(write(&mut stream).is_pending());
    assert_eq!(read(&mut stream), "");
    let mut taken = vec![0; AHEAD];
    client.read_exact(&mut taken).await.unwrap();
    assert!(write(&mut stream).is_ready());
    assert_eq!(read(&mut stream), HEAD);
    assert!(intake.part.get().is_none());
}
