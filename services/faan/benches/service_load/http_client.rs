//! A connection that sends one request after another. It does as little as possible, because it uses the CPU that the service also needs.

use std::fmt::Write as _;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A request, as bytes.
pub(crate) struct Request(Vec<u8>);

impl Request {
    pub(crate) fn get(path: &str, token: Option<&str>) -> Request {
        Request::new("GET", path, token, None)
    }

    pub(crate) fn post(path: &str, token: Option<&str>, body: &str) -> Request {
        Request::new("POST", path, token, Some((None, body)))
    }

    /// A write in a club.
    pub(crate) fn write(path: &str, token: &str, key: u64, body: &str) -> Request {
        Request::new("POST", path, Some(token), Some((Some(key), body)))
    }

    fn new(
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<(Option<u64>, &str)>,
    ) -> Request {
        let mut text = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n");
        if let Some(token) = token {
            write!(text, "Authorization: Bearer {token}\r\n").unwrap();
        }
        let (key, body) = body.unwrap_or_default();
        if let Some(key) = key {
            write!(text, "Idempotency-Key: bench-{key}\r\n").unwrap();
        }
        if !body.is_empty() {
            let length = body.len();
            write!(
                text,
                "Content-Type: application/json\r\nContent-Length: {length}\r\n"
            )
            .unwrap();
        }
        text.push_str("\r\n");
        text.push_str(body);
        Request(text.into_bytes())
    }
}

pub(crate) struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Connection {
    /// To an address, as host and port.
    pub(crate) async fn open(address: &str) -> Connection {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Connection {
            stream,
            received: Vec::with_capacity(1 << 16),
        }
    }

    /// Sends a request. Returns the body of the answer, which has to be a success.
    pub(crate) async fn send(&mut self, request: &Request) -> &str {
        self.stream.write_all(&request.0).await.unwrap();
        self.received.clear();
        let head = loop {
            self.receive().await;
            if let Some(head) = Head::of(&self.received) {
                break head;
            }
        };
        while !head.is_complete(&self.received) {
            self.receive().await;
        }
        let body = std::str::from_utf8(&self.received[head.length..]).unwrap();
        assert!(
            (200..300).contains(&head.status),
            "{} to {}: {body}",
            head.status,
            String::from_utf8_lossy(&request.0),
        );
        body
    }

    async fn receive(&mut self) {
        let read = self.stream.read_buf(&mut self.received).await.unwrap();
        assert_ne!(read, 0, "the connection was closed");
    }
}

/// What the head of an answer says.
struct Head {
    status: u16,
    /// In bytes.
    length: usize,
    /// None if the body comes in chunks.
    body: Option<usize>,
}

impl Head {
    /// None if it is not complete.
    fn of(received: &[u8]) -> Option<Head> {
        let length = received.windows(4).position(|end| end == b"\r\n\r\n")? + 4;
        let text = std::str::from_utf8(&received[..length]).unwrap();
        let mut lines = text.lines();
        let status = lines.next()?.split(' ').nth(1)?.parse().unwrap();
        let body = lines.find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            let is_length = name.eq_ignore_ascii_case("content-length");
            is_length.then(|| value.parse().unwrap())
        });
        Some(Head {
            status,
            length,
            body,
        })
    }

    fn is_complete(&self, received: &[u8]) -> bool {
        match self.body {
            Some(body) => received.len() >= self.length + body,
            None => received.ends_with(b"\r\n0\r\n\r\n"),
        }
    }
}
