//! Certificates and CAs that are replaced while an engine serves.

use std::sync::Arc;
use std::time::Duration;

use engine::{App, Config, ReloadableTls, Tls};
use futures_util::FutureExt as _;
use rustls::pki_types::ServerName;
use rustls::sign::SingleCertAndKey;
use rustls::{ClientConfig, HandshakeKind};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tonic::transport::Channel;
use wire::v1::ListVariantsRequest;
use wire::v1::engine_service_client::EngineServiceClient;

use crate::access::Strict;
use crate::clock::move_until;
use crate::credentials::Authority;
use crate::server::{LOCALHOST, run};

/// An engine under TLS, and what it shows.
async fn engine(tls: Tls) -> (Strict, ReloadableTls) {
    let tls = Some(tls);
    let engine = App::build(Config {
        tls,
        ..Config::new(LOCALHOST)
    });
    let engine = engine.await.unwrap();
    let (address, shown) = (engine.address(), engine.tls().unwrap());
    run(engine, std::future::pending());
    (Strict { address }, shown)
}

/// Whether a call comes through.
async fn answers(channel: Result<Channel, String>) -> bool {
    let Ok(channel) = channel else { return false };
    let mut client = EngineServiceClient::new(channel);
    client.list_variants(ListVariantsRequest {}).await.is_ok()
}

#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
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

/// A caller that comes back with a session of before, which would spare it to show its certificate again.
#[tokio::test(start_paused = true)]
async fn a_session_that_began_under_another_ca_is_not_resumed() {
    let [ours, first, second] = ["ours", "first", "second"].map(Authority::new);
    let (engine, shown) = engine(ours.engine(Some(&first))).await;
    let connector = TlsConnector::from(Arc::new(caller(&ours, &first)));
    let come = async || {
        let socket = TcpStream::connect(engine.address).await.unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        let mut stream = connector.connect(name, socket).await.unwrap();
        stream.write_all(HELLO).await.ok()?;
        // With the first bytes of the answer comes what a session is resumed by.
        let read = stream.read(&mut [0; 64]).await.ok()?;
        let kind = stream.get_ref().1.handshake_kind();
        kind.filter(|_| read > 0)
    };
    assert_eq!(come().await, Some(HandshakeKind::Full));
    assert_eq!(come().await, Some(HandshakeKind::Resumed));
    shown.renew(&ours.engine(Some(&second))).unwrap();
    assert_eq!(come().await, None);
}

/// What HTTP/2 begins with: the preface and empty settings.
const HELLO: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// One that trusts an authority, shows a certificate of its own, and remembers sessions.
fn caller(trusted: &Authority, own: &Authority) -> ClientConfig {
    let (certificate, key) = own.issue("caller");
    let shown = tls::certified(certificate.as_bytes(), key.as_bytes()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(tls::authorities(&trusted.pem()).unwrap())
        .with_client_cert_resolver(Arc::new(SingleCertAndKey::from(shown)));
    config.alpn_protocols = vec![b"h2".to_vec()];
    config
}

#[tokio::test(start_paused = true)]
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
#[tokio::test(start_paused = true)]
async fn a_handshake_is_not_waited_for() {
    let ours = Authority::new("ours");
    let (engine, _shown) = engine(ours.engine(None)).await;
    let mut stalled = TcpStream::connect(engine.address).await.unwrap();
    let answered = async || answers(engine.connect(Some(ours.caller(None))).await).await;
    let (after, ended) = move_until(Duration::from_secs(1), async || {
        assert!(answered().await);
        stalled.read(&mut [0]).now_or_never()
    })
    .await;
    assert!(matches!(ended, Ok(0) | Err(_)));
    assert!((5..=7).contains(&after.as_secs()), "{after:?}");
}
