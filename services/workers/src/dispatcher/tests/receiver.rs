//! Somebody who is told, on a socket of their own, and does what they are told to do.

use std::future::ready;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use tls::Certificate;
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader,
};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;

/// What a receiver does with what it got.
#[derive(Debug, Clone)]
pub(super) enum Does {
    /// Answers this status, and goes on.
    Answers(u16),
    /// The same after some time.
    Waits(Duration, u16),
    /// Answers these bytes, and closes.
    Says(String),
    /// Answers 200 and never stops.
    Floods,
    /// Says nothing and keeps the connection.
    Hangs,
    /// Says one byte of the head every now and then.
    Dribbles,
}

/// What it got.
#[derive(Debug)]
pub(super) struct Got {
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl Got {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The sequence number of the entry that it tells of.
    pub(super) fn seq(&self) -> u64 {
        self.json()["data"]["entry"]["seq"].as_u64().unwrap()
    }
}

pub(super) struct Receiver {
    pub(super) url: String,
    does: watch::Sender<Does>,
    got: mpsc::UnboundedReceiver<Got>,
}

impl Receiver {
    pub(super) async fn that(does: Does) -> Receiver {
        Receiver::start(does, "http", |stream| ready(Ok(stream))).await
    }

    /// One under TLS, who shows a certificate.
    pub(super) async fn under_tls(does: Does, shows: &Certificate) -> Receiver {
        let acceptor = TlsAcceptor::from(Arc::new(shows.server().unwrap()));
        Receiver::start(does, "https", move |stream| acceptor.accept(stream)).await
    }

    async fn start<S: AsyncRead + AsyncWrite + Send + Unpin + 'static, A>(
        does: Does,
        scheme: &str,
        agree: impl Fn(TcpStream) -> A + Send + 'static,
    ) -> Receiver
    where
        A: Future<Output = io::Result<S>> + Send,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("{scheme}://{}/hook", listener.local_addr().unwrap());
        let (does, watched) = watch::channel(does);
        let (tell, got) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                if let Ok(stream) = agree(stream).await {
                    tokio::spawn(serve(stream, watched.clone(), tell.clone()));
                }
            }
        });
        Receiver { url, does, got }
    }

    /// Does something else from now on.
    pub(super) fn now(&self, does: Does) {
        self.does.send_replace(does);
    }

    /// What it gets next.
    pub(super) async fn next(&mut self) -> Got {
        self.got.recv().await.unwrap()
    }

    /// What it has got beyond that.
    pub(super) fn next_if_any(&mut self) -> Option<Got> {
        self.got.try_recv().ok()
    }

    /// Whether there is nothing more.
    pub(super) fn is_silent(&mut self) -> bool {
        self.next_if_any().is_none()
    }
}

async fn serve(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    does: watch::Receiver<Does>,
    tell: mpsc::UnboundedSender<Got>,
) {
    let mut stream = BufReader::new(stream);
    while let Some(got) = read(&mut stream).await {
        tell.send(got).ok();
        let does = does.borrow().clone();
        if answer(stream.get_mut(), does).await.is_none() {
            return;
        }
    }
}

async fn read(stream: &mut BufReader<impl AsyncRead + Unpin>) -> Option<Got> {
    let mut headers = HeaderMap::new();
    let mut line = String::new();
    stream
        .read_line(&mut line)
        .await
        .ok()
        .filter(|read| *read > 0)?;
    assert_eq!(line, "POST /hook HTTP/1.1\r\n");
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        let name: HeaderName = name.parse().unwrap();
        headers.insert(name, HeaderValue::from_str(value).unwrap());
    }
    let length = headers["content-length"].to_str().unwrap().parse();
    let mut body = vec![0; length.unwrap()];
    stream.read_exact(&mut body).await.ok()?;
    let body = String::from_utf8(body).unwrap();
    Some(Got { headers, body })
}

/// Answers; none if the connection is of no use after that.
async fn answer(stream: &mut (impl AsyncWrite + Unpin), does: Does) -> Option<()> {
    let plain = |status| format!("HTTP/1.1 {status} Word\r\ncontent-length: 0\r\n\r\n");
    match does {
        Does::Answers(status) => stream.write_all(plain(status).as_bytes()).await.ok(),
        Does::Waits(time, status) => {
            sleep(time).await;
            stream.write_all(plain(status).as_bytes()).await.ok()
        }
        Does::Says(said) => {
            stream.write_all(said.as_bytes()).await.ok();
            stream.shutdown().await.ok();
            None
        }
        Does::Floods => {
            let head = "HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n";
            stream.write_all(head.as_bytes()).await.ok()?;
            let much = Arc::new([0; 65_536]);
            loop {
                stream.write_all(&*much).await.ok()?;
            }
        }
        Does::Hangs => std::future::pending().await,
        Does::Dribbles => loop {
            stream.write_all(b"H").await.ok()?;
            sleep(Duration::from_millis(100)).await;
        },
    }
}
