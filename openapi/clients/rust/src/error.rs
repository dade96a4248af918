//! Why a call failed.

use std::fmt::{Display, Formatter};
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};

use crate::models::Problem;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The service refuses the request, and says why.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// No complete response arrived. The service may have carried the request out or not.
    #[error("no complete response: {0}")]
    Network(#[source] reqwest::Error),
    /// The response is none of the service: something in between sent it, or another service is at this address.
    #[error("the response has status {status} and is not from the service")]
    Foreign {
        /// Its status.
        status: StatusCode,
        /// How long its sender asks to wait before the next attempt.
        retry_after: Option<Duration>,
    },
    /// The service accepted the request, and its response is not what the contract of this version says.
    #[error("the response cannot be read: {0}")]
    Unreadable(#[source] serde_json::Error),
    /// The request cannot be sent: its address or its body cannot be written.
    #[error("{0}")]
    Request(String),
    /// The refresh token could not be kept.
    #[error("the refresh token could not be kept: {0}")]
    Keep(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// That the service refuses a request.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// The status of the response.
    pub status: StatusCode,
    /// What the service says: the code, the field, what was expected.
    pub problem: Problem,
    /// How long the service asks to wait before the next attempt.
    pub retry_after: Option<Duration>,
    /// The problem as it arrived, in JSON.
    pub text: String,
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Problem { code, detail, .. } = &self.problem;
        write!(f, "refused: {detail} ({code})")
    }
}

impl Error {
    /// What the service refused, if it did.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            Self::Network(_)
            | Self::Foreign { .. }
            | Self::Unreadable(_)
            | Self::Request(_)
            | Self::Keep(_) => None,
        }
    }

    /// Whether the service refused with this code, for example `hand_number_taken`.
    #[must_use]
    pub fn is_refused_as(&self, code: &str) -> bool {
        self.refusal()
            .is_some_and(|refusal| refusal.problem.code == code)
    }

    /// Whether the same request can succeed later.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Network(_) => true,
            Self::Refused(refusal) => is_temporary(refusal.status),
            Self::Foreign { status, .. } => is_temporary(*status),
            Self::Unreadable(_) | Self::Request(_) | Self::Keep(_) => false,
        }
    }

    /// How long to wait before the next attempt, if the response says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Refused(refusal) => refusal.retry_after,
            Self::Foreign { retry_after, .. } => *retry_after,
            Self::Network(_) | Self::Unreadable(_) | Self::Request(_) | Self::Keep(_) => None,
        }
    }

    /// The error that a response states.
    pub(crate) async fn of(response: reqwest::Response) -> Error {
        let (status, headers) = (response.status(), response.headers().clone());
        let retry_after = retry_after(&headers);
        let foreign = Error::Foreign {
            status,
            retry_after,
        };
        if !is_problem(&headers) {
            return foreign;
        }
        let text = match response.text().await {
            Ok(text) => text,
            Err(error) => return Error::Network(error),
        };
        serde_json::from_str(&text).map_or(foreign, |problem| {
            Error::Refused(Box::new(Refusal {
                status,
                problem,
                retry_after,
                text,
            }))
        })
    }
}

fn is_temporary(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::TOO_MANY_REQUESTS
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
    )
}

/// RFC 9457.
fn is_problem(headers: &HeaderMap) -> bool {
    headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|text| text.starts_with("application/problem+json"))
}

/// The service states seconds; RFC 9110 allows a date too, which a proxy can state.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
    Duration::try_from(date.duration_since(jiff::Timestamp::now())).ok()
}
