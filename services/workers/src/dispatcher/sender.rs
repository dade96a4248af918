//! Something is sent once, to somebody who may be anybody.

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

/// How long a receiver may take, from the look-up of its name to the end of its answer, and how long to be reached.
const DEADLINE: Duration = Duration::from_secs(15);
const CONNECT: Duration = Duration::from_secs(5);
/// How much is read of what stands below the head of an answer, and for how long. Nothing is done with it: a receiver that is read to the end
/// closes in good order.
const MOST_READ: usize = 64 * 1024;
const READ: Duration = Duration::from_secs(1);
/// How long a connection is kept for the next event.
const IDLE: Duration = Duration::from_secs(10);

/// What it takes to send.
pub(super) struct Sender {
    keys: WebhookKeys,
    reach: Reach,
    /// Over TLS; why not, where the system trusts nobody.
    secure: Result<Client, reqwest::Error>,
    /// In plain text, to networks that the operator named.
    plain: Client,
    deadline: Duration,
}

/// What came of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    pub(super) attempt: Attempt,
    /// How long the receiver asks to be left alone.
    pub(super) retry_after: Option<Duration>,
}

impl Sender {
    /// Of receivers it believes those whose certificates were signed by whom the system trusts, or by the CA in PEM.
    pub(super) fn new(
        keys: WebhookKeys,
        reach: Reach,
        ca: Option<&[u8]>,
    ) -> Result<Sender, Failure> {
        Sender::that_asks(Arc::new(System), (keys, reach), ca, DEADLINE)
    }

    /// One that asks somebody for where names lead.
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

    /// Sends an event, and says how that went. It always comes to an end.
    pub(super) async fn send(&self, taken: &ClaimedWebhook, event: &Event) -> Answer {
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

    /// The head of the answer, or what went wrong in a word. The words are listed where the REST interface describes deliveries.
    async fn answered(
        &self,
        taken: &ClaimedWebhook,
        event: &Event,
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
        let signature = self.sign(taken, event, timestamp);
        let post = client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", &event.id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signature.ok_or("secret_unavailable")?)
            .body(event.body.clone());
        post.send().await.map_err(|error| word(&error))
    }

    /// The signatures by all secrets that sign just now; none if one of them follows from a key that is not here.
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

/// A client that goes where it is told, and nowhere else: no proxy, no redirect, no second look-up.
fn careful(client: ClientBuilder, names: Guarded, deadline: Duration) -> ClientBuilder {
    client
        .dns_resolver(Arc::new(names))
        .no_proxy()
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .referer(false)
        .connect_timeout(CONNECT)
        .timeout(deadline)
        .pool_idle_timeout(IDLE)
        .pool_max_idle_per_host(1)
        .user_agent(concat!("faan/", env!("CARGO_PKG_VERSION")))
}

/// Of which there is at least one, if there is to be a CA.
fn certificates(ca: Option<&[u8]>) -> Result<Vec<Certificate>, Failure> {
    let Some(ca) = ca else {
        return Ok(Vec::new());
    };
    tls::authorities(ca).map_err(|error| format!("--webhook-ca: {error}"))?;
    Ok(Certificate::from_pem_bundle(ca)?)
}

/// What went wrong. More is not told to whoever chose the address.
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
        // The client wraps what goes wrong between the connection and the first byte of the request once more.
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

/// Whether somebody showed a certificate that is not to be believed.
fn is_of_certificate(error: &io::Error) -> bool {
    let inner = error.get_ref();
    let tls = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>());
    matches!(tls, Some(rustls::Error::InvalidCertificate(_)))
}

/// As seconds or as a time. One that is neither says nothing.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let then = OffsetDateTime::parse(text, &Rfc2822).ok()?;
    (then - now().ok()?.moment()).try_into().ok()
}

/// Reads some of what is left, for the sake of the connection. What it says is nobody's business.
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
    // Whoever takes longer has been told all the same.
    timeout(READ, reading).await.ok();
}
