//! Certificates and CAs that are replaced while an engine serves.

use std::time::Duration;

use engine::{App, Config, ShownTls, Tls};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tonic::transport::Channel;
use wire::v1::ListVariantsRequest;
use wire::v1::engine_service_client::EngineServiceClient;

use crate::access::Strict;
use crate::credentials::Authority;
use crate::server::LOCALHOST;

/// An engine under TLS, and what it shows.
async fn engine(tls: Tls) -> (Strict, ShownTls) {
    let tls = Some(tls);
    let engine = App::build(Config {
        tls,
        ..Config::new(LOCALHOST)
    });
    let engine = engine.await.unwrap();
    let (address, shown) = (engine.address(), engine.tls().unwrap());
    tokio::spawn(engine.run(std::future::pending()));
    (Strict { address }, shown)
}

/// Whether a call comes through.
async fn answers(channel: Result<Channel, String>) -> bool {
    let Ok(channel) = channel else { return false };
    let mut client = EngineServiceClient::new(channel);
    client.list_variants(ListVariantsRequest {}).await.is_ok()
}

#[tokio::test]
async fn a_renewed_certificate_is_shown_to_whoever_comes_next_and_nobody_is_cut_off() {
    let (first, second) = (Authority::new("first"), Authority::new("second"));
    let (engine, shown) = engine(first.engine(None)).await;
    let connect = |trusted: &Authority| engine.connect(Some(trusted.caller(None)));
    let open = connect(&first).await.unwrap();
    assert!(answers(Ok(open.clone())).await);
    assert!(!answers(connect(&second).await).await);
    shown.renew(&second.engine(None)).unwrap();
    assert!(answers(connect(&second).await).await);
    assert!(!answers(connect(&first).await).await);
    assert!(answers(Ok(open)).await);
}

#[tokio::test]
async fn callers_are_known_by_the_ca_of_the_moment() {
    let [ours, first, second] = ["ours", "first", "second"].map(Authority::new);
    let (engine, shown) = engine(ours.engine(Some(&first))).await;
    let connect = |own: &Authority| engine.connect(Some(ours.caller(Some(own))));
    assert!(answers(connect(&first).await).await);
    assert!(!answers(connect(&second).await).await);
    shown.renew(&ours.engine(Some(&second))).unwrap();
    assert!(answers(connect(&second).await).await);
    assert!(!answers(connect(&first).await).await);
}

#[tokio::test]
async fn what_cannot_be_used_changes_nothing() {
    let ours = Authority::new("ours");
    let (engine, shown) = engine(ours.engine(Some(&ours))).await;
    let good = || Authority::new("others").engine(Some(&ours));
    let garbage = || b"nothing".to_vec();
    for (next, sentence) in [
        (
            Tls {
                certificate: garbage(),
                ..good()
            },
            "what should be a certificate is none",
        ),
        (
            Tls {
                key: garbage(),
                ..good()
            },
            "what should be a private key is none",
        ),
        (
            Tls {
                key: good().key,
                ..good()
            },
            "the private key is not that of the certificate",
        ),
        (
            Tls {
                client_ca: Some(garbage()),
                ..good()
            },
            "what should be a CA is no certificate",
        ),
        (
            Tls {
                client_ca: Some(Vec::new()),
                ..good()
            },
            "what should be a CA is no certificate",
        ),
    ] {
        let refused = shown.renew(&next).unwrap_err().to_string();
        assert!(refused.starts_with(sentence), "{refused}");
        let caller = engine.connect(Some(ours.caller(Some(&ours))));
        assert!(answers(caller.await).await, "{refused}");
    }
}

/// Whoever says nothing is hung up on, and nobody waits for them meanwhile.
#[tokio::test]
async fn a_handshake_is_not_waited_for() {
    let ours = Authority::new("ours");
    let (engine, _shown) = engine(ours.engine(None)).await;
    let mut stalled = TcpStream::connect(engine.address).await.unwrap();
    assert!(answers(engine.connect(Some(ours.caller(None))).await).await);
    let ended = timeout(Duration::from_secs(15), stalled.read(&mut [0])).await;
    assert!(matches!(ended.unwrap(), Ok(0) | Err(_)));
}
