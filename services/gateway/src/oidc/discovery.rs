//! How an issuer is asked for its keys (OpenID Connect Discovery 1.0).

use std::error::Error as _;
use std::net::IpAddr;

use reqwest::header::ACCEPT;
use reqwest::{Certificate, Client, Response, StatusCode, Url, redirect};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::config::{BadIssuer, Oidc};
use super::key_set::{KeySet, MOST, Published};

/// The most bytes that are read of a document.
const LONGEST: usize = 256 * 1024;
/// Where an issuer describes itself.
const DESCRIPTION: &str = "/.well-known/openid-configuration";

/// An issuer, and where it says what its keys are.
pub(super) struct Discovery {
    issuer: String,
    description: Url,
    http: Client,
}

/// What an issuer says of itself, as far as it matters here.
#[derive(Deserialize)]
struct Description {
    issuer: String,
    jwks_uri: String,
}

/// Why an issuer's keys are not to be had.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error("it took too long")]
    Late,
    #[error("it cannot be reached: {0}")]
    Http(String),
    #[error("it answers {0}")]
    Status(StatusCode),
    #[error("a document is longer than {LONGEST} bytes")]
    TooLong,
    #[error("a document makes no sense: {0}")]
    Json(#[from] serde_json::Error),
    #[error("it describes another issuer than itself")]
    OtherIssuer,
    #[error(
        "its keys are to be fetched neither by https:// nor, of an issuer on this machine, here"
    )]
    Address,
    #[error("it has more than {MOST} keys")]
    TooMany,
}

impl Discovery {
    pub(super) fn new(config: &Oidc) -> Result<Self, BadIssuer> {
        let issuer = Url::parse(&config.issuer).map_err(bad)?;
        if !is_secure(&issuer) && !is_here(&issuer) {
            let insecure = "its address is https://…, or http://… of this machine";
            return Err(BadIssuer(insecure.to_owned()));
        }
        if issuer.query().is_some() || issuer.fragment().is_some() || has_secret(&issuer) {
            let more = "its address has no query, no fragment and no password";
            return Err(BadIssuer(more.to_owned()));
        }
        let description = format!("{}{DESCRIPTION}", config.issuer.trim_end_matches('/'));
        Ok(Self {
            issuer: config.issuer.clone(),
            description: Url::parse(&description).map_err(bad)?,
            http: client(config, &issuer)?,
        })
    }

    /// The keys of the issuer as they are now.
    pub(super) async fn keys(&self) -> Result<KeySet, Trouble> {
        let description: Description = self.read(self.description.clone()).await?;
        if description.issuer != self.issuer {
            return Err(Trouble::OtherIssuer);
        }
        let address = Url::parse(&description.jwks_uri).map_err(|_| Trouble::Address)?;
        let here = is_here(&self.description) && is_here(&address);
        if !is_secure(&address) && !here {
            return Err(Trouble::Address);
        }
        let published: Published = self.read(address).await?;
        KeySet::read(published).ok_or(Trouble::TooMany)
    }

    async fn read<T: DeserializeOwned>(&self, address: Url) -> Result<T, Trouble> {
        let request = self.http.get(address).header(ACCEPT, "application/json");
        let response = request.send().await?;
        match response.status() {
            StatusCode::OK => Ok(serde_json::from_slice(&bounded(response).await?)?),
            other => Err(Trouble::Status(other)),
        }
    }
}

/// An issuer is where its operator said and where it says itself, and nowhere else: a redirect is an answer like any other.
fn client(config: &Oidc, issuer: &Url) -> Result<Client, BadIssuer> {
    tls::install_crypto_providers();
    let http = Client::builder()
        .redirect(redirect::Policy::none())
        .timeout(config.deadline)
        .user_agent(concat!("faan/", env!("CARGO_PKG_VERSION")));
    let http = match &config.ca {
        Some(ca) => {
            // The client passes over what is no certificate, and would then believe nobody.
            tls::authorities(ca).map_err(bad)?;
            http.tls_certs_only(Certificate::from_pem_bundle(ca).map_err(bad)?)
        }
        None if is_secure(issuer) => http,
        // No certificate is looked for, also where the system has none.
        None => http.tls_certs_only([]),
    };
    http.build().map_err(|error| bad(Trouble::from(error)))
}

fn is_secure(address: &Url) -> bool {
    address.scheme() == "https"
}

/// Whether an address is plain HTTP on this machine.
fn is_here(address: &Url) -> bool {
    let host = address.host_str().unwrap_or_default();
    let ip = host.trim_matches(['[', ']']).parse::<IpAddr>();
    let is_loopback = ip.map_or(host == "localhost", |ip| ip.is_loopback());
    address.scheme() == "http" && is_loopback
}

fn has_secret(address: &Url) -> bool {
    !address.username().is_empty() || address.password().is_some()
}

/// The bytes of an answer, unless there are too many.
async fn bounded(mut response: Response) -> Result<Vec<u8>, Trouble> {
    let mut answer = Vec::new();
    while let Some(more) = response.chunk().await? {
        if answer.len() + more.len() > LONGEST {
            return Err(Trouble::TooLong);
        }
        answer.extend_from_slice(&more);
    }
    Ok(answer)
}

fn bad(error: impl std::fmt::Display) -> BadIssuer {
    BadIssuer(error.to_string())
}

/// With everything that led to it, which alone says much.
impl From<reqwest::Error> for Trouble {
    fn from(error: reqwest::Error) -> Self {
        let mut said = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            said += &format!(": {error}");
            cause = error.source();
        }
        Self::Http(said)
    }
}
