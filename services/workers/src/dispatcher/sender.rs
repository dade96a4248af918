//! Sends an event once, to an address that anybody may have chosen.

use std::error::Error as _;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use host::Failure;
use ledger::{Attempt, ClaimedWebhook};
use reqwest::dns::Resolve;
use reqwest::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::{Certificate, Client, ClientBuilder, Response, redirect, retry};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;
use tokio::time::timeout;
use webhooks::{BadUrl, Event, Reach, WebhookKeys};

use super::clock::now;
use super::resolve::{Guarded, Refused, System, Unresolved};

/// The timeout of a request, from the look-up of the name to the end of the answer. A third of it is the timeout of the connection.
const DEADLINE: Duration = Duration::from_secs(15);
/// The limits for reading the body of an answer. The body is ignored; it is read so that the connection can be used again.
const MOST_READ: usize = 64 * 1024;
const READ: Duration = Duration::from_secs(1);
/// How long an idle connection stays open for the next event.
const IDLE: Duration = Duration::from_secs(10);

/// Sends events.
pub(super) struct Sender {
    keys: WebhookKeys,
    reach: Reach,
    /// The client for TLS, or the reason why there is none: the system has no trusted certificates.
    secure: Result<Client, reqwest::Error>,
    /// The client for plain text, to networks that the operator permits.
    plain: Client,
    deadline: Duration,
}

/// The result of an attempt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    pub(super) attempt: Attempt,
    /// The delay that the receiver asks for.
    pub(super) retry_after: Option<Duration>,
}

impl Sender {
    /// A sender that trusts the certificates of the system, and the CA in PEM.
    pub(super) fn new(
        keys: WebhookKeys,
        reach: Reach,
        ca: Option<&[u8]>,
    ) -> Result<Sender, Failure> {
        Sender::that_asks(Arc::new(System), (keys, reach), ca, DEADLINE)
    }

    /// A sender with this resolver.
    pub(super) fn that_asks(
        names: Arc<dyn Resolve>,
        (keys, reach): (WebhookKeys, Reach),
        ca: Option<&[u8]>,
        deadline: Duration,
    ) -> Result<Sender, Failure> {
        let guarded = |secure| Guarded {
            names: Arc::clone(&names),
            reach: reach.clone(),
            secure,
        };
        tls::install_crypto_providers();
        let secure = Client::builder()
            .https_only(true)
            .tls_certs_merge(certificates(ca)?);
        let secure = careful(secure, guarded(true), deadline).build();
        if let Err(error) = &secure {
            tracing::warn!(%error, "no webhook at an https:// address can be told anything");
        }
        let plain = Client::builder().tls_certs_only([]);
        let plain = careful(plain, guarded(false), deadline).build()?;
        Ok(Sender {
            keys,
            reach,
            secure,
            plain,
            deadline,
        })
    }

    /// Sends an event, and returns the result. It always ends within the timeout.
    pub(super) async fn send(&self, taken: &ClaimedWebhook, event: Event) -> Answer {
        let began = Instant::now();
        let sent = timeout(self.deadline, self.answered(taken, event)).await;
        let duration = began.elapsed();
        let (status, retry_after, error) = match sent.unwrap_or(Err("timeout")) {
            Ok(response) => {
                let status = response.status().as_u16();
                let after = retry_after(response.headers());
                read_on(response).await;
                (Some(status), after, None)
            }
            Err(word) => (None, None, Some(word)),
        };
        Answer {
            attempt: Attempt {
                duration,
                status,
                error,
            },
            retry_after,
        }
    }

    /// The head of the answer, or a word for the error. The REST documentation of deliveries lists the words.
    async fn answered(
        &self,
        taken: &ClaimedWebhook,
        event: Event,
    ) -> Result<Response, &'static str> {
        let url = self.reach.url(&taken.url).map_err(|bad| match bad {
            BadUrl::Inside => "address_refused",
            BadUrl::Form
            | BadUrl::Length
            | BadUrl::Scheme
            | BadUrl::Credentials
            | BadUrl::Fragment => "url_refused",
        })?;
        let client = match url.scheme() {
            "https" => self.secure.as_ref().map_err(|_| "tls_failed")?,
            _ => &self.plain,
        };
        let timestamp = now().map_err(|_| "secret_unavailable")?;
        let timestamp = timestamp.moment().unix_timestamp();
        let signature = self.sign(taken, &event, timestamp);
        let post = client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", &event.id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signature.ok_or("secret_unavailable")?)
            .body(event.body);
        post.send().await.map_err(|error| word(&error))
    }

    /// The signatures with all active secrets; none if a secret is derived from a key that this dispatcher does not have.
    fn sign(&self, taken: &ClaimedWebhook, event: &Event, timestamp: i64) -> Option<String> {
        let sign = |id| {
            let secret = self.keys.secret(taken.club, taken.id, id)?;
            secret.sign(&event.id, timestamp, &event.body)
        };
        let signatures = taken.secrets.iter().map(|id| sign(*id));
        let signatures: Vec<String> = signatures.collect::<Option<_>>()?;
        Some(signatures.join(" "))
    }
}

/// A client without proxies and redirects, which connects only to the resolved addresses.
fn careful(client: ClientBuilder, names: Guarded, deadline: Duration) -> ClientBuilder {
    client
        .dns_resolver(Arc::new(names))
        .no_proxy()
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .referer(false)
        .connect_timeout(deadline / 3)
        .timeout(deadline)
        .pool_idle_timeout(IDLE)
        .pool_max_idle_per_host(1)
        .user_agent(concat!("faan/", env!("CARGO_PKG_VERSION")))
}

/// Parses the certificates of the CA. A file without a certificate is an error.
fn certificates(ca: Option<&[u8]>) -> Result<Vec<Certificate>, Failure> {
    let Some(ca) = ca else {
        return Ok(Vec::new());
    };
    tls::authorities(ca).map_err(|error| format!("--webhook-ca: {error}"))?;
    Ok(Certificate::from_pem_bundle(ca)?)
}

/// The word for an error. The owner of the webhook gets no further details.
fn word(error: &reqwest::Error) -> &'static str {
    let mut cause = error.source();
    let mut of_tls = false;
    while let Some(error) = cause {
        if error.is::<Refused>() {
            return "address_refused";
        }
        if error.is::<Unresolved>() {
            return "name_unresolved";
        }
        // The client wraps errors between the connection and the first byte of the request once more.
        let inner = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        let inner = inner.and_then(|inner| inner.downcast_ref::<io::Error>());
        if inner.is_some_and(is_of_certificate) {
            return "certificate_refused";
        }
        of_tls |= inner.is_some();
        cause = error.source();
    }
    match (error.is_timeout(), error.is_connect(), of_tls) {
        (true, _, _) => "timeout",
        (_, true, true) => "tls_failed",
        (_, true, false) => "connection_failed",
        (_, false, _) => "answer_unreadable",
    }
}

/// Whether the error is an untrusted certificate.
fn is_of_certificate(error: &io::Error) -> bool {
    let inner = error.get_ref();
    let tls = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>());
    matches!(tls, Some(rustls::Error::InvalidCertificate(_)))
}

/// Parses the delay as seconds or as a time. Other values are ignored.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let then = OffsetDateTime::parse(text, &Rfc2822).ok()?;
    (then - now().ok()?.moment()).try_into().ok()
}

/// Reads the body within the limits, so that the connection can be used again, and ignores it.
async fn read_on(mut response: Response) {
    let reading = async {
        let mut read = 0;
        while let Ok(Some(more)) = response.chunk().await {
            read += more.len();
            if read > MOST_READ {
                return;
            }
        }
    };
    // The event is delivered even if the body takes longer.
    timeout(READ, reading).await.ok();
}
