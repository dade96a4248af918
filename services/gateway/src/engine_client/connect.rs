//! The way to the engine: plain text on this machine, TLS to elsewhere.

use std::fmt;
use std::time::Duration;

use tls::{BadCertificate, Renewable};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity};

use wire::v1::engine_service_client::EngineServiceClient;

/// A client over the channel to the engine.
pub(super) type Client = EngineServiceClient<Channel>;

/// How long the engine may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(2);
/// How often a silent connection is asked whether it is still there, and how long it may take to say so.
const KEEPALIVE: (Duration, Duration) = (Duration::from_secs(10), Duration::from_secs(5));

/// By what the gateway knows its engine, and the engine its gateway.
#[derive(Clone, PartialEq, Eq)]
pub struct EngineTls {
    /// The certificates, in PEM, by one of which the engine's has to be signed.
    pub ca: Vec<u8>,
    /// What the gateway shows: a certificate and its private key, both in PEM.
    pub identity: Option<(Vec<u8>, Vec<u8>)>,
}

/// A private key is not for logs.
impl fmt::Debug for EngineTls {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shows_itself = self.identity.is_some();
        formatter
            .debug_struct("EngineTls")
            .field("shows_itself", &shows_itself)
            .finish_non_exhaustive()
    }
}

/// An engine that cannot be connected to as set.
#[derive(Debug, thiserror::Error)]
pub enum BadEngine {
    /// The address is none.
    #[error("the engine's address: {0}")]
    Address(tonic::transport::Error),
    /// An address that begins with `https` and no CA, or the other way round.
    #[error(
        "an engine at `https://…` needs the CA that signed its certificate, and only such an engine does"
    )]
    Scheme,
    /// The CA that is to have signed the engine's certificate is none.
    #[error("the engine's CA: {0}")]
    Ca(BadCertificate),
    /// What the gateway is to show the engine cannot be shown.
    #[error("what the gateway shows the engine: {0}")]
    Shown(BadCertificate),
    /// A certificate or key cannot be used.
    #[error("the engine's CA, or the gateway's certificate or key: {}", innermost(.0))]
    Tls(tonic::transport::Error),
}

/// The way to an engine. Clones are one: who renews it, renews it everywhere.
#[derive(Clone)]
pub struct EngineChannel {
    url: String,
    client: Renewable<Client>,
}

impl EngineChannel {
    /// To an engine that is connected to when it is first asked, and again whenever it was away. Call it on the runtime the
    /// connection is to live on.
    pub(crate) fn new(url: &str, tls: Option<&EngineTls>) -> Result<Self, BadEngine> {
        Ok(Self {
            url: url.to_owned(),
            client: Renewable::new(Client::new(channel(url, tls)?)),
        })
    }

    /// Whoever asks next does so over a new connection, by these; who is waiting for an answer gets it over the one before. If
    /// they cannot be used, nothing changes. Call it on the same runtime.
    pub fn renew(&self, tls: &EngineTls) -> Result<(), BadEngine> {
        self.client
            .renew(Client::new(channel(&self.url, Some(tls))?));
        Ok(())
    }

    pub(super) fn client(&self) -> Client {
        Client::clone(&self.client.current())
    }
}

fn channel(url: &str, tls: Option<&EngineTls>) -> Result<Channel, BadEngine> {
    let endpoint = Endpoint::from_shared(url.to_owned()).map_err(BadEngine::Address)?;
    let is_https = endpoint.uri().scheme_str() == Some("https");
    let endpoint = match tls {
        Some(tls) if is_https => endpoint.tls_config(client(tls)?).map_err(BadEngine::Tls)?,
        None if !is_https => endpoint,
        _ => return Err(BadEngine::Scheme),
    };
    let channel = endpoint
        .connect_timeout(CONNECT)
        .http2_keep_alive_interval(KEEPALIVE.0)
        .keep_alive_timeout(KEEPALIVE.1)
        .tcp_nodelay(true)
        .connect_lazy();
    Ok(channel)
}

/// As the transport has it, which would pass over a CA that it cannot read, and then believe nobody.
fn client(tls: &EngineTls) -> Result<ClientTlsConfig, BadEngine> {
    tls::authorities(&tls.ca).map_err(BadEngine::Ca)?;
    let config = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&tls.ca));
    let Some((certificate, key)) = &tls.identity else {
        return Ok(config);
    };
    tls::certified(certificate, key).map_err(BadEngine::Shown)?;
    Ok(config.identity(Identity::from_pem(certificate, key)))
}

/// What lies behind an error of the transport, which itself says no more than that it is one.
fn innermost(error: &tonic::transport::Error) -> String {
    let mut error: &dyn std::error::Error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_address_and_the_ca_go_together() {
        let garbage = EngineTls {
            ca: b"nothing".to_vec(),
            identity: None,
        };
        for (url, tls, expected) in [
            ("http://engine:1", None, "fine"),
            ("https://engine:1", None, "an engine at"),
            ("http://engine:1", Some(&garbage), "an engine at"),
            ("https://engine:1", Some(&garbage), "the engine's CA"),
            ("engine 1", None, "the engine's address"),
        ] {
            let found = match channel(url, tls) {
                Ok(_) => "fine".to_owned(),
                Err(error) => error.to_string(),
            };
            assert!(found.starts_with(expected), "{url}: {found}");
        }
    }
}
