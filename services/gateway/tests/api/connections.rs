//! What holds a connection up ends it, in plain text as under TLS.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use ::tls::Certificate;
use ledger::test_database::TestDatabase;
use reqwest::Method;
use rustls::pki_types::ServerName;
use serde_json::json;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Mutex;
use tokio::sync::oneshot::Sender;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;

use crate::app::{LONG, TestApp, wait_for, wait_until};
use crate::certificates::{authority, identity};
use crate::operations::stoppable;
use crate::tls::{HOST, trusting};

const GET: &str = "GET /livez HTTP/1.1\r\nHost: faan\r\n\r\n";

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// A gateway, and how to connect to it.
#[derive(Clone)]
struct Door {
    address: SocketAddr,
    tls: Option<TlsConnector>,
    _open: Arc<(TestDatabase, Sender<()>)>,
}

impl Door {
    /// Two gateways with the same settings: one in plain text, one under TLS.
    async fn both(set: impl Fn(&mut gateway::Config)) -> [Self; 2] {
        let (plain, database, stop) = Self::open(&set).await;
        let authority = authority();
        let (certificate, key) = identity(&authority, HOST);
        let (tls, tls_database, tls_stop) = Self::open(|config| {
            set(config);
            config.certificate = Some(Certificate::new(&certificate, &key).unwrap());
        })
        .await;
        let connector = TlsConnector::from(Arc::new(trusting(&authority)));
        [
            (plain, None, (database, stop)),
            (tls, Some(connector), (tls_database, tls_stop)),
        ]
        .map(|(address, tls, open)| Self {
            address,
            tls,
            _open: Arc::new(open),
        })
    }

    async fn open(
        set: impl FnOnce(&mut gateway::Config),
    ) -> (SocketAddr, TestDatabase, Sender<()>) {
        let (database, address, stop, _running) = stoppable(set).await;
        (address, database, stop)
    }

    async fn connect(&self) -> Box<dyn Stream> {
        let socket = TcpStream::connect(self.address).await.unwrap();
        let Some(tls) = &self.tls else {
            return Box::new(socket);
        };
        let host = ServerName::try_from(HOST).unwrap();
        Box::new(tls.connect(host, socket).await.unwrap())
    }

    /// A connection on which something was asked and answered. A slow machine may be too late to ask for anything.
    async fn connect_and_ask(&self) -> Box<dyn Stream> {
        wait_for("whoever asks is answered", async || {
            let mut connection = self.connect().await;
            is_answered(&mut connection).await.then_some(connection)
        })
        .await
    }
}

/// Asks on a connection that stays, and waits until the answer begins.
async fn ask(connection: &mut Box<dyn Stream>) {
    assert!(is_answered(connection).await);
}

/// The same, and whether it is answered at all.
async fn is_answered(connection: &mut Box<dyn Stream>) -> bool {
    let mut begun = [0; 13];
    connection.write_all(GET.as_bytes()).await.is_ok()
        && connection.read_exact(&mut begun).await.is_ok()
        && &begun == b"HTTP/1.1 200 "
}

/// What a client is told, until it is hung up on.
pub(crate) async fn told_until_the_end(connection: &mut (impl AsyncRead + Unpin)) -> Vec<u8> {
    let mut told = Vec::new();
    // Reset or closed, it is over.
    let read = timeout(LONG, connection.read_to_end(&mut told)).await;
    assert!(read.is_ok(), "it is still connected");
    told
}

/// actix-web itself bounds only the first head on a connection, by a clock that may be half a second behind.
#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_does_not_arrive_is_not_waited_for_the_second_time_either() {
    let get = "GET /livez HTTP/1.1\r\nHost: faan\r\n";
    for door in Door::both(|config| {
        config.head_deadline = Duration::from_secs(1);
        config.keep_alive = Duration::from_millis(300);
    })
    .await
    {
        for is_second in [false, true] {
            let mut connection = match is_second {
                false => door.connect().await,
                true => door.connect_and_ask().await,
            };
            connection.write_all(get.as_bytes()).await.ok();
            let (mut read, mut write) = tokio::io::split(connection);
            let dribble = async {
                while write.write_all(b"X").await.is_ok() && write.flush().await.is_ok() {
                    sleep(Duration::from_millis(50)).await;
                }
            };
            let mut told = Vec::new();
            let ended = async {
                tokio::select! {
                    _ = read.read_to_end(&mut told) => (),
                    () = dribble => (),
                }
            };
            assert!(timeout(LONG, ended).await.is_ok(), "it is waited for");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_for_nothing_is_cut_off() {
    for door in Door::both(|config| {
        config.head_deadline = Duration::from_secs(1);
        config.keep_alive = Duration::from_millis(300);
    })
    .await
    {
        let mut silent = door.connect().await;
        told_until_the_end(&mut silent).await;
        let mut idle = door.connect_and_ask().await;
        told_until_the_end(&mut idle).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_nobody_takes_is_not_kept() {
    let get = "GET /openapi.json HTTP/1.1\r\nHost: faan\r\n\r\n";
    for door in Door::both(|config| {
        config.untaken_deadline = Duration::from_secs(1);
    })
    .await
    {
        let mut connection = wait_for("an answer is taken at leisure", async || {
            let mut connection = door.connect().await;
            connection.write_all(get.as_bytes()).await.ok()?;
            let mut first = [0; 32];
            sleep(Duration::from_millis(200)).await;
            connection.read_exact(&mut first).await.ok()?;
            first.starts_with(b"HTTP/1.1 200 ").then_some(connection)
        })
        .await;
        // More than all the buffers on the way hold. Where it is cut, no more can be asked.
        let asking = async {
            let many = get.repeat(400);
            let mut asked = connection.write_all(many.as_bytes()).await;
            while asked.is_ok() {
                sleep(Duration::from_millis(50)).await;
                asked = connection.write_all(b"G").await;
                asked = asked.and(connection.flush().await);
            }
        };
        assert!(timeout(LONG, asking).await.is_ok(), "it is not cut");
    }
}

/// What the kernel of a gateway keeps for clients to take, in bytes, and how many of its connections are closed and kept nevertheless.
async fn kept_by_the_kernel(address: SocketAddr) -> (u64, usize) {
    const FIN_WAIT_1: &str = "04";
    let table = tokio::fs::read_to_string("/proc/net/tcp").await.unwrap();
    let port = format!(":{:04X}", address.port());
    let sockets = table.lines().map(|line| line.split_whitespace().collect());
    let own = sockets.filter(|socket: &Vec<&str>| socket[1].ends_with(&port));
    own.fold((0, 0), |(bytes, closed), socket| {
        let unsent = socket[4].split(':').next().unwrap();
        (
            bytes + u64::from_str_radix(unsent, 16).unwrap(),
            closed + usize::from(socket[3] == FIN_WAIT_1),
        )
    })
}

/// By itself the kernel would keep some megabytes, and keep them when the connection is cut.
#[tokio::test(flavor = "multi_thread")]
async fn the_kernel_keeps_little_that_nobody_takes_and_nothing_of_what_is_cut() {
    let (address, _database, _stop) = Door::open(|config| {
        config.untaken_deadline = Duration::from_secs(3);
    })
    .await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2_048).unwrap();
    let mut client = socket.connect(address).await.unwrap();
    let get = "GET /openapi.json HTTP/1.1\r\nHost: faan\r\n\r\n";
    client.write_all(get.repeat(20).as_bytes()).await.unwrap();
    let mut most = 0;
    let mut until_cut = async || {
        while client.write_all(b"G").await.is_ok() {
            most = kept_by_the_kernel(address).await.0.max(most);
            sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(timeout(LONG, until_cut()).await.is_ok(), "it is not cut");
    assert!((1..=128 * 1024).contains(&most), "{most}");
    let nothing_is_kept = async || kept_by_the_kernel(address).await == (0, 0);
    wait_until("nothing is kept of it", nothing_is_kept).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_arrive_is_not_waited_for() {
    for door in Door::both(|config| {
        config.body_deadline = Duration::from_millis(200);
    })
    .await
    {
        let mut connection = door.connect().await;
        let head = "POST /v1/score HTTP/1.1\r\nHost: faan\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
        connection.write_all(head.as_bytes()).await.unwrap();
        let answer = told_until_the_end(&mut connection).await;
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert!(answer.contains("\"request_timeout\""), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_are_served_and_the_next_when_one_goes() {
    for door in Door::both(|config| {
        config.workers = 1;
        config.connections = 2;
        config.keep_alive = LONG;
    })
    .await
    {
        let (mut first, mut second) = (door.connect().await, door.connect().await);
        ask(&mut first).await;
        ask(&mut second).await;
        let mut third = tokio::spawn({
            let door = door.clone();
            async move { ask(&mut door.connect().await).await }
        });
        let waited = timeout(Duration::from_millis(500), &mut third).await;
        assert!(waited.is_err(), "all places are taken");
        drop(first);
        timeout(LONG, third).await.unwrap().unwrap();
        ask_again(&mut second).await;
    }
}

/// Asks on a connection whose last answer was not read to its end.
async fn ask_again(connection: &mut Box<dyn Stream>) {
    connection.write_all(GET.as_bytes()).await.unwrap();
    let mut told = Vec::new();
    while !String::from_utf8_lossy(&told).contains("HTTP/1.1 200 ") {
        let read = timeout(LONG, connection.read_buf(&mut told)).await;
        assert_ne!(read.unwrap().unwrap(), 0, "it was cut");
    }
}

/// Whoever does not wait for answers has all of them, one after another, until one is not for all of its request.
#[tokio::test(flavor = "multi_thread")]
async fn requests_before_an_answer_are_answered_in_turn() {
    let post = |more: &str| {
        format!("POST /v1/score HTTP/1.1\r\nHost: faan\r\nContent-Type: application/json\r\n{more}")
    };
    let (blank, large) = ("{\n\n1\r\n\r\n}\n\n", " ".repeat(100_000));
    let sent = [
        GET.to_owned(),
        post("Content-Length: 11\r\n\r\n") + blank,
        post("Content-Length: 100000\r\n\r\n") + &large,
        GET.to_owned(),
        post("Transfer-Encoding: chunked\r\n\r\nb\r\n") + blank + "\r\n0\r\n\r\n",
        post("Transfer-Encoding: chunked\r\n\r\n186a0\r\n") + &large + "\r\n0\r\n\r\n",
        GET.to_owned(),
        post("Content-Length: 300000\r\n\r\n") + &large,
        GET.repeat(1000),
    ];
    for door in Door::both(|_| ()).await {
        let connection = door.connect().await;
        let (mut read, mut write) = tokio::io::split(connection);
        let all = sent.concat();
        let (_, told) = tokio::join!(
            write.write_all(all.as_bytes()),
            told_until_the_end(&mut read)
        );
        let told = String::from_utf8_lossy(&told);
        let answers = told.split("HTTP/1.1 ").skip(1);
        let statuses: Vec<_> = answers.map(|answer| &answer[..3]).collect();
        let expected = "200 400 400 200 400 400 200 413";
        assert_eq!(statuses.join(" "), expected, "{told}");
    }
}

/// Bodies that do not arrive: an address has 24 MiB of them under way, and others go on.
#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_do_not_arrive_are_bounded_by_address() {
    let app = TestApp::set_to(|config| {
        config.body_deadline = LONG;
        config.trusted_proxies.networks = vec![IpAddr::from(Ipv4Addr::LOCALHOST).into()];
    })
    .await;
    let address = app.url.strip_prefix("http://").unwrap();
    let begin = async || {
        let mut connection = TcpStream::connect(address).await.unwrap();
        let head = "POST /v1/users HTTP/1.1\r\nHost: faan\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Type: application/json\r\nContent-Length: 262144\r\n\r\n{";
        connection.write_all(head.as_bytes()).await.unwrap();
        connection
    };
    let is_refused = async |from: &str| {
        let request = app.nobody().request(Method::POST, "/v1/users");
        let request = request.header("X-Forwarded-For", from).json(&json!({}));
        let answer = request.send_once().await;
        match answer.status {
            429 => answer.json["code"] == "too_many_connections",
            _ => false,
        }
    };
    let begun = Mutex::new(Vec::new());
    wait_until("the address has its share", async || {
        let mut begun = begun.lock().await;
        // The last one may have been refused because whoever asked here took its place.
        begun.retain(|one: &TcpStream| one.try_read(&mut [0]).is_err());
        while begun.len() < 96 {
            begun.push(begin().await);
        }
        is_refused("192.0.2.1").await
    })
    .await;
    assert!(!is_refused("192.0.2.2").await);
    drop(begun);
    wait_until("nothing is under way", async || {
        !is_refused("192.0.2.1").await
    })
    .await;
}
