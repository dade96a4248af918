//! Bodies that are not what they are said to be, or are too much.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::{FLAT, Honest, match_of, percentile, whole_share};
use crate::bench::{extent, keep};
use crate::client::PATIENCE;
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;

/// A kind of bad body: its head, what is sent of it at once and how often, and how it is answered.
struct Bad {
    head: &'static str,
    piece: Vec<u8>,
    times: usize,
    hang_up: bool,
    answer: &'static [&'static str],
}

/// Zeros, as gzip has them: a thousand times smaller.
const GZIP: &[u8] = &[0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0x03];

/// One that is sent at once.
fn said(
    head: &'static str,
    piece: impl Into<Vec<u8>>,
    times: usize,
    answer: &'static [&'static str],
) -> Bad {
    Bad {
        head,
        piece: piece.into(),
        times,
        hang_up: answer.contains(&""),
        answer,
    }
}

fn bad() -> Vec<Bad> {
    let much = vec![b' '; 64 * 1024];
    let chunk = [&b"10000\r\n"[..], &much, b"\r\n"].concat();
    let bomb = [GZIP, &[0; 99_990]].concat();
    let two = "Content-Length: 2\r\nContent-Length: 3";
    let both = "Content-Length: 2\r\nTransfer-Encoding: chunked";
    let packed = "Content-Encoding: gzip\r\nContent-Length: 100000";
    vec![
        // More is announced than comes: it is waited for, until whoever sends it hangs up.
        said(
            "Content-Length: 200000",
            "{\"variant\":",
            1,
            &["", "HTTP/1.1 400"],
        ),
        // Less is announced than comes: the rest is another request, and none.
        said("Content-Length: 2", "{}{}{}{}\r\n\r\n", 1, &["HTTP/1.1 4"]),
        said("Content-Length: -1", "", 1, &["HTTP/1.1 400"]),
        said(two, "{}", 1, &["HTTP/1.1 400"]),
        said(both, "0\r\n\r\n", 1, &["HTTP/1.1 400"]),
        // Too much, announced and not.
        said("Content-Length: 10000000000", much, 40, &["HTTP/1.1 413"]),
        said("Transfer-Encoding: chunked", chunk, 40, &["HTTP/1.1 413"]),
        // A bomb is not unpacked.
        said(packed, bomb, 1, &["HTTP/1.1 415"]),
    ]
}

/// Sends it, and reads how it is answered. A server that has heard enough may hang up while more is sent.
async fn send(address: SocketAddr, bad: &Bad) {
    let connection = TcpStream::connect(address).await.unwrap();
    let (mut read, mut write) = connection.into_split();
    let head = format!(
        "POST /v1/score HTTP/1.1\r\nHost: faan\r\nConnection: close\r\nContent-Type: application/json\r\n{}\r\n\r\n",
        bad.head
    );
    write.write_all(head.as_bytes()).await.unwrap();
    for _ in 0..bad.times {
        if write.write_all(&bad.piece).await.is_err() {
            break;
        }
    }
    if bad.hang_up {
        write.shutdown().await.ok();
    }
    let mut answer = vec![0; 32];
    let reading = tokio::time::timeout(PATIENCE, read.read(&mut answer));
    let count = reading.await.expect("no answer").unwrap_or(0);
    let answer = String::from_utf8_lossy(&answer[..count]).into_owned();
    // What is reset while it is written to may lose the answer.
    let fits = bad.answer.iter().any(|begins| match *begins {
        "" => answer.is_empty(),
        begins => answer.starts_with(begins),
    });
    assert!(
        fits || (bad.times > 1 && answer.is_empty()),
        "{}: {answer}",
        bad.head
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_bodies_harm_nobody_and_take_no_memory() {
    let site = Site::start_with(whole_share);
    let owner = site.owner().await;
    let (club, at) = match_of(&owner).await;
    let (mut memory, mut sent) = (Vec::new(), 0);
    let honest = Honest::start(&owner, &at);
    for _ in 0..extent(2, 10) {
        let mut senders = JoinSet::new();
        for _ in 0..extent(2, 50) {
            let address = site.gateway.address;
            for bad in bad() {
                senders.spawn(async move { send(address, &bad).await });
                sent += 1;
            }
        }
        senders.join_all().await;
        memory.push(site.gateway.memory());
    }
    let times = honest.times().await;
    let most = *memory.iter().max().unwrap();
    assert!(most < memory[0] + FLAT, "{memory:?}");
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected = format!(
        "{sent} bodies: lengths that lie, two lengths, a length and chunks, 10 GB announced, chunks without end, a gzip bomb; up to {} at once",
        extent(16, 400)
    );
    let held = format!(
        "each refused (400, 413, 415) or dropped with its connection; {} honest requests meanwhile all answered, p99 {:.0?}; memory {} MiB after the first round, {} MiB at most; {entries} entries verified",
        times.len(),
        percentile(&times, 99),
        memory[0] >> 20,
        most >> 20
    );
    keep(
        "bad_bodies_harm_nobody_and_take_no_memory",
        &injected,
        &held,
    );
}
