//! The client of a service.

use std::fmt::{Debug, Formatter};
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Method, Url};
use rustls::crypto::{CryptoProvider, ring};

use crate::call::{Access, Call};
use crate::models::{Credentials, Refresh, Session};
use crate::tokens::{Keep, Tokens};
use crate::{Error, Retries};

/// Connecting takes no longer, and no response is silent for longer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Told why a request is sent again, and after which wait.
type Notice = Box<dyn Fn(&Error, Duration) + Send + Sync>;

/// A client of one service. A clone shares the connections and the session.
///
/// It has a method for every operation of the contract, in [`operations`](crate::operations). A method returns a [`Call`], which is sent when
/// it is awaited.
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    http: reqwest::Client,
    /// Without a slash at the end.
    url: String,
    tokens: Tokens,
    retries: Retries,
    on_retry: Notice,
}

#[bon::bon]
impl Client {
    /// A client of the service at an address such as `https://faan.example`.
    ///
    /// # Errors
    /// The address is not one of HTTP, or the system has no certificates to trust.
    pub fn new(url: &str) -> Result<Client, Error> {
        Client::builder(url).build()
    }

    /// A client of the service at an address, with settings.
    ///
    /// # Errors
    /// The address is not one of HTTP, or the system has no certificates to trust.
    #[builder(start_fn = builder, finish_fn = build)]
    pub fn with_settings(
        #[builder(start_fn)] url: &str,
        /// An API key (`faan_…`), or an access token. Without one, `sign_in` opens a session.
        #[builder(into)]
        token: Option<String>,
        /// The newest refresh token of an earlier session, which goes on.
        #[builder(into)]
        refresh_token: Option<String>,
        /// Called with each new refresh token, and with `None` when the session is over. The refresh token before it no longer works.
        #[builder(with = |keep: impl Fn(Option<&str>) -> Result<(), Box<dyn std::error::Error + Send + Sync>> + Send + Sync + 'static| Box::new(keep))]
        keep_refresh_token: Option<Keep>,
        /// When requests are sent again.
        #[builder(default)]
        retries: Retries,
        /// Called before each wait for the next attempt, with why and how long.
        #[builder(with = |notice: impl Fn(&Error, Duration) + Send + Sync + 'static| Box::new(notice))]
        on_retry: Option<Notice>,
        /// What sends the requests, with settings of its own. It should follow no redirects: tokens are for one address.
        http: Option<reqwest::Client>,
    ) -> Result<Client, Error> {
        let address = Url::parse(url).map_err(|error| Error::Request(format!("{url}: {error}")))?;
        if !matches!(address.scheme(), "http" | "https") {
            let text = format!("{url}: expected http://… or https://…");
            return Err(Error::Request(text));
        }
        let http = http.map_or_else(|| own(&address), Ok)?;
        let keep = keep_refresh_token.unwrap_or_else(|| Box::new(|_| Ok(())));
        Ok(Client(Arc::new(Inner {
            http,
            url: url.trim_end_matches('/').to_owned(),
            tokens: token.map_or_else(|| Tokens::session(refresh_token, keep), Tokens::Fixed),
            retries,
            on_retry: on_retry.unwrap_or_else(|| Box::new(|_, _| ())),
        })))
    }

    /// Signs in. Later calls use the session, and replace its access token when it ends.
    ///
    /// # Errors
    /// The address or the password is wrong (`wrong_credentials`), or the call failed otherwise.
    pub async fn sign_in(&self, credentials: &Credentials) -> Result<Session, Error> {
        let session = self.create_session(credentials).await?;
        self.0.tokens.replace(Some(&session)).await?;
        Ok(session)
    }

    /// Ends the session at the service, and forgets it.
    ///
    /// # Errors
    /// The call failed. The session is kept then.
    pub async fn sign_out(&self) -> Result<(), Error> {
        if let Some(token) = self.0.tokens.refresh_token().await {
            self.delete_session(&Refresh::builder().refresh_token(token).build())
                .await?;
        }
        self.0.tokens.replace(None).await
    }

    /// A call that this version of the contract may not have. The path begins with `/v1`; its segments are escaped.
    pub fn call(&self, method: Method, path: &str) -> Call<String> {
        Call::new(
            self,
            method,
            path.to_owned(),
            Access::Optional,
            crate::call::text,
        )
    }

    /// The address of the service, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.0.url
    }

    pub(crate) fn http(&self) -> &reqwest::Client {
        &self.0.http
    }

    pub(crate) fn retries(&self) -> &Retries {
        &self.0.retries
    }

    pub(crate) fn tokens(&self) -> &Tokens {
        &self.0.tokens
    }

    pub(crate) fn notice(&self, error: &Error, delay: Duration) {
        (self.0.on_retry)(error, delay);
    }
}

/// Without tokens, which a log must not have.
impl Debug for Client {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("url", &self.0.url)
            .finish_non_exhaustive()
    }
}

/// Without TLS, a system that has no certificates to trust is no obstacle. TLS is computed by the library that the program has installed
/// for its process (`rustls::crypto::CryptoProvider`), or otherwise by ring.
fn own(address: &Url) -> Result<reqwest::Client, Error> {
    if CryptoProvider::get_default().is_none() {
        // It fails only if another thread was first, whose choice is as good.
        let _ = ring::default_provider().install_default();
    }
    let builder = match address.scheme() {
        "https" => reqwest::Client::builder(),
        _ => reqwest::Client::builder().tls_certs_only([]),
    };
    builder
        .redirect(Policy::none())
        .connect_timeout(TIMEOUT)
        // The service sends something on each stream every few seconds: one that is silent for so long is gone.
        .read_timeout(TIMEOUT)
        .build()
        .map_err(|error| Error::Request(error.to_string()))
}
