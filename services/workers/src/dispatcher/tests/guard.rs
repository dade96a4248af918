//! Nothing is connected to that webhooks may not reach, whatever a name leads to and when.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ledger::{ClaimedWebhook, ClubId, SecretId, WebhookId};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use uuid::Uuid;
use webhooks::{Event, Reach};

use super::super::Sender;
use super::receiver::{Does, Receiver};
use super::scene::{HOUR, here, key_id, keys};

/// Names that lead to one list of addresses after another, and to the last one from then on.
struct Names {
    lead_to: Vec<Vec<&'static str>>,
    asked: AtomicUsize,
}

impl Resolve for Names {
    fn resolve(&self, _: Name) -> Resolving {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let found = self.lead_to[asked.min(self.lead_to.len() - 1)].iter();
        let found: Vec<SocketAddr> = found
            .map(|address| SocketAddr::new(address.parse().unwrap(), 0))
            .collect();
        Box::pin(async move { Ok(Box::new(found.into_iter()) as Addrs) })
    }
}

fn sender(lead_to: Vec<Vec<&'static str>>, reach: Reach) -> Sender {
    let names = Names {
        lead_to,
        asked: AtomicUsize::new(0),
    };
    Sender::that_asks(Arc::new(names), (keys(), reach), None, HOUR).unwrap()
}

pub(super) async fn send(sender: &Sender, url: &str) -> Result<u16, &'static str> {
    send_signed(sender, url, key_id()).await
}

async fn send_signed(sender: &Sender, url: &str, key_id: [u8; 8]) -> Result<u16, &'static str> {
    let taken = ClaimedWebhook::to(
        (ClubId(Uuid::nil()), WebhookId(Uuid::nil())),
        url.to_owned(),
        vec![SecretId { number: 1, key_id }],
    );
    let event = Event {
        id: "evt_1".to_owned(),
        body: "{}".to_owned(),
    };
    let attempt = sender.send(&taken, event).await.attempt;
    attempt.status.ok_or_else(|| attempt.error.unwrap())
}

/// Somebody listens, at every address of this machine.
async fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind("[::]:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

async fn nobody_came(listener: &TcpListener) {
    let ours = TcpStream::connect(listener.local_addr().unwrap()).await;
    let (_, first) = listener.accept().await.unwrap();
    assert_eq!(first.port(), ours.unwrap().local_addr().unwrap().port());
}

#[tokio::test(flavor = "multi_thread")]
async fn no_name_leads_inside() {
    let (listener, port) = listener().await;
    let url = format!("https://club.example:{port}/hook");
    for inside in [
        "127.0.0.1",
        "127.1.2.3",
        "0.0.0.0",
        "::1",
        "::",
        "::ffff:127.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "fd00:ec2::254",
        "fe80::1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ] {
        let guarded = sender(vec![vec![inside]], Reach::default());
        assert_eq!(
            send(&guarded, &url).await,
            Err("address_refused"),
            "{inside}"
        );
        // One among others is enough.
        let guarded = sender(vec![vec!["1.1.1.1", inside]], Reach::default());
        assert_eq!(
            send(&guarded, &url).await,
            Err("address_refused"),
            "{inside}"
        );
    }
    for literal in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "127.1", "0"] {
        let guarded = sender(vec![vec!["1.1.1.1"]], Reach::default());
        let url = format!("https://{literal}:{port}/hook");
        assert_eq!(
            send(&guarded, &url).await,
            Err("address_refused"),
            "{literal}"
        );
        let url = format!("http://{literal}:{port}/hook");
        assert_eq!(send(&guarded, &url).await, Err("url_refused"), "{literal}");
    }
    let guarded = sender(vec![vec![]], Reach::default());
    assert_eq!(send(&guarded, &url).await, Err("name_unresolved"));
    nobody_came(&listener).await;
}

/// A name that leads somewhere else with every look-up: what was looked at is what is connected to, and each time it is looked at.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_leads_elsewhere_a_moment_later_leads_nobody_inside() {
    let mut outside = Receiver::that(Does::Says(
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n".to_owned(),
    ))
    .await;
    let port = outside.url.rsplit([':', '/']).nth(1).unwrap().to_owned();
    let inside = TcpListener::bind(format!("127.0.0.2:{port}"))
        .await
        .unwrap();
    // This one address stands for the internet here.
    let reach = || Reach::and(vec!["127.0.0.1/32".parse().unwrap()]);
    let rebinding = sender(
        vec![
            vec!["127.0.0.1"],
            vec!["127.0.0.2"],
            vec!["127.0.0.1", "127.0.0.2"],
        ],
        reach(),
    );
    let url = format!("http://club.example:{port}/hook");
    assert_eq!(send(&rebinding, &url).await, Ok(200));
    outside.next().await;
    for _ in 0..5 {
        assert_eq!(send(&rebinding, &url).await, Err("address_refused"));
    }
    nobody_came(&inside).await;
    assert!(outside.is_silent());
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_text_goes_to_no_address_that_was_not_named() {
    let named = sender(vec![vec!["1.1.1.1"]], here());
    let url = "http://club.example/hook";
    assert_eq!(send(&named, url).await, Err("address_refused"));
    assert_eq!(
        send(&named, "http://1.1.1.1/hook").await,
        Err("address_refused")
    );
}

/// It does not even speak TLS.
#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_is_not_whom_it_says_is_told_nothing() {
    let (listener, port) = listener().await;
    tokio::spawn(async move {
        let mut open = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.ok();
            open.push(stream);
        }
    });
    let here = sender(vec![vec!["127.0.0.1"]], here());
    let url = format!("https://club.example:{port}/hook");
    let told = send(&here, &url).await;
    assert_eq!(told, Err("tls_failed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_unsigned() {
    let mut receiver = Receiver::that(Does::Answers(200)).await;
    let here = sender(vec![vec!["127.0.0.1"]], here());
    let told = send_signed(&here, &receiver.url, [0; 8]).await;
    assert_eq!(told, Err("secret_unavailable"));
    assert!(receiver.is_silent());
}
