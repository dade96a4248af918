//! A gateway under TLS: by its certificate people know it, and in no other way does it speak.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::tls::Certificate;
use ledger::test_database::TestDatabase;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::version::{TLS12, TLS13};
use rustls::{AlertDescription, ClientConfig, RootCertStore, SupportedProtocolVersion};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::oneshot::Sender;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::app::LONG;
use crate::certificates::{Authority, authority, identity};
use crate::connections::told_until_the_end;
use crate::operations::stoppable;

/// Whom the certificates name.
pub(crate) const HOST: &str = "faan.example.org";

/// A gateway under TLS.
struct Server {
    address: SocketAddr,
    certificate: Certificate,
    authority: Authority,
    _open: (TestDatabase, Sender<()>),
}

impl Server {
    async fn start(set: impl FnOnce(&mut gateway::Config)) -> Self {
        let authority = authority();
        let (certificate, key) = identity(&authority, HOST);
        let certificate = Certificate::new(&certificate, &key).unwrap();
        let shown = certificate.clone();
        let (database, address, stop, _running) = stoppable(|config| {
            set(config);
            config.certificate = Some(shown);
        })
        .await;
        Self {
            address,
            certificate,
            authority,
            _open: (database, stop),
        }
    }

    /// Asks as anybody would who trusts one authority.
    async fn get(&self, trusted: &Authority) -> reqwest::Result<reqwest::Response> {
        let trusted = reqwest::Certificate::from_pem(trusted.pem().as_bytes()).unwrap();
        let http = reqwest::Client::builder()
            .tls_certs_only([trusted])
            .resolve(HOST, self.address)
            .build()
            .unwrap();
        let url = format!("https://{HOST}:{}/livez", self.address.port());
        http.get(url).send().await
    }

    async fn connect(&self, config: ClientConfig) -> std::io::Result<TlsStream<TcpStream>> {
        let socket = TcpStream::connect(self.address).await.unwrap();
        let host = ServerName::try_from(HOST).unwrap();
        TlsConnector::from(Arc::new(config))
            .connect(host, socket)
            .await
    }
}

/// A client that trusts an authority.
pub(crate) fn trusting(authority: &Authority) -> ClientConfig {
    with_versions(authority, &[&TLS12, &TLS13])
}

fn with_versions(
    authority: &Authority,
    versions: &[&'static SupportedProtocolVersion],
) -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_trusts_its_authority_is_served_and_told_to_come_back_so() {
    let server = Server::start(|_| ()).await;
    let answer = server.get(&server.authority).await.unwrap();
    assert_eq!(answer.status(), 200);
    let only_tls = answer.headers()["strict-transport-security"].to_str();
    assert_eq!(only_tls.unwrap(), "max-age=31536000");
    let stranger = authority();
    assert!(server.get(&stranger).await.unwrap_err().is_connect());

    let (_database, address, _stop, _running) = stoppable(|_| ()).await;
    let plain = reqwest::get(format!("http://{address}/livez")).await;
    let headers = plain.unwrap().headers().clone();
    assert!(!headers.contains_key("strict-transport-security"));
}

#[tokio::test(flavor = "multi_thread")]
async fn both_versions_of_tls_are_spoken() {
    let server = Server::start(|_| ()).await;
    for version in [&TLS12, &TLS13] {
        let config = with_versions(&server.authority, &[version]);
        let connection = server.connect(config).await.unwrap();
        let spoken = connection.get_ref().1.protocol_version();
        assert_eq!(spoken, Some(version.version));
    }
}

/// What watches over connections does not know HTTP/2.
#[tokio::test(flavor = "multi_thread")]
async fn http_1_1_is_all_that_is_offered() {
    let server = Server::start(|_| ()).await;
    let offering = |protocols: &[&[u8]]| {
        let mut config = trusting(&server.authority);
        config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
        server.connect(config)
    };
    for (offered, chosen) in [
        (
            &[b"h2".as_slice(), b"http/1.1"][..],
            Some(b"http/1.1".as_slice()),
        ),
        (&[b"http/1.1"], Some(b"http/1.1")),
        (&[], None),
    ] {
        let connection = offering(offered).await.unwrap();
        assert_eq!(connection.get_ref().1.alpn_protocol(), chosen);
    }
    let refused = offering(&[b"h2"]).await.unwrap_err();
    let refused = refused.get_ref().unwrap().downcast_ref::<rustls::Error>();
    let why = AlertDescription::NoApplicationProtocol;
    assert_eq!(refused, Some(&rustls::Error::AlertReceived(why)));
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_http_is_hung_up_on() {
    let server = Server::start(|_| ()).await;
    let mut plain = TcpStream::connect(server.address).await.unwrap();
    let get = "GET /livez HTTP/1.1\r\nHost: faan\r\n\r\n";
    plain.write_all(get.as_bytes()).await.unwrap();
    let told = told_until_the_end(&mut plain).await;
    // An alert of TLS, fatal, and not a word of HTTP.
    assert_eq!(
        (told.len(), &told[..2], told[5]),
        (7, &[21, 3][..], 2),
        "{told:?}"
    );
    assert_eq!(server.get(&server.authority).await.unwrap().status(), 200);
}

/// Whoever does not come to an end with the handshake has a place as all others do, and loses it.
#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_is_not_waited_for() {
    let deadline = Duration::from_secs(1);
    let server = Server::start(|config| {
        config.workers = 1;
        config.connections = 1;
        config.handshake_deadline = deadline;
    })
    .await;
    // The beginning of a record that holds a ClientHello.
    for half in [&[][..], &[22, 3, 1, 2, 0, 1, 0, 1]] {
        let begun = Instant::now();
        let mut stalled = TcpStream::connect(server.address).await.unwrap();
        stalled.write_all(half).await.unwrap();
        // The deadline is that of this client, too, which a slow machine may hold up.
        let served = async {
            loop {
                if let Ok(answer) = server.get(&server.authority).await {
                    break (answer, begun.elapsed());
                }
            }
        };
        let asked = tokio::time::timeout(LONG, served);
        let (told, answer) = tokio::join!(told_until_the_end(&mut stalled), asked);
        assert_eq!(told, b"");
        let (answer, served_after) = answer.unwrap();
        assert_eq!(answer.status(), 200);
        assert!(served_after >= deadline, "its place was not counted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_renewed_certificate_is_shown_to_those_who_come_next() {
    let server = Server::start(|_| ()).await;
    let shown = async || {
        let connection = server.connect(trusting(&server.authority)).await.unwrap();
        connection.get_ref().1.peer_certificates().unwrap()[0].clone()
    };
    let first: CertificateDer<'_> = shown().await;
    let mut open = server.connect(trusting(&server.authority)).await.unwrap();
    let (certificate, key) = identity(&server.authority, HOST);
    let (_, other_key) = identity(&server.authority, HOST);
    let refused = server.certificate.renew(&certificate, &other_key);
    assert!(refused.is_err());
    assert_eq!(shown().await, first);
    server.certificate.renew(&certificate, &key).unwrap();
    assert_ne!(shown().await, first);
    // Who was here before stays.
    let get = "GET /livez HTTP/1.1\r\nHost: faan\r\nConnection: close\r\n\r\n";
    open.write_all(get.as_bytes()).await.unwrap();
    let told = told_until_the_end(&mut open).await;
    assert!(told.starts_with(b"HTTP/1.1 200 "));
}
