//! Calls that are turned away whatever they ask, as `google.rpc` error details. `proto/README.md` explains each
//! reason; a test holds the two together.

use std::collections::HashMap;
use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::errors::DOMAIN;

/// How long a caller should wait before it tries an engine with too much to do again.
const RETRY: Duration = Duration::from_millis(250);

/// Why a call is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// Neither a certificate nor a token, where one is demanded.
    CredentialsMissing,
    /// A token that is not ours, damaged, or not good yet.
    TokenInvalid,
    /// A token that was good.
    TokenExpired,
    /// A token of ours for somebody else than the engine.
    TokenForOthers,
    /// The engine has as many calls under way as it takes.
    Overloaded,
    /// The engine stops.
    Stopping,
    /// Nothing came on a stream for too long.
    StreamIdle,
    /// The time of the call, or of the stream, is over.
    DeadlineExceeded,
}

impl Rejection {
    /// Its name on the wire.
    fn name(self) -> &'static str {
        match self {
            Rejection::CredentialsMissing => "CREDENTIALS_MISSING",
            Rejection::TokenInvalid => "TOKEN_INVALID",
            Rejection::TokenExpired => "TOKEN_EXPIRED",
            Rejection::TokenForOthers => "TOKEN_FOR_OTHERS",
            Rejection::Overloaded => "OVERLOADED",
            Rejection::Stopping => "STOPPING",
            Rejection::StreamIdle => "STREAM_IDLE",
            Rejection::DeadlineExceeded => "DEADLINE_EXCEEDED",
        }
    }

    fn code(self) -> Code {
        match self {
            Rejection::CredentialsMissing | Rejection::TokenInvalid | Rejection::TokenExpired => {
                Code::Unauthenticated
            }
            Rejection::TokenForOthers => Code::PermissionDenied,
            Rejection::Overloaded | Rejection::Stopping => Code::Unavailable,
            Rejection::StreamIdle | Rejection::DeadlineExceeded => Code::DeadlineExceeded,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Rejection::CredentialsMissing => {
                "this engine wants a client certificate, or a token as `authorization: Bearer …`"
            }
            Rejection::TokenInvalid => "the token is not one that this engine takes",
            Rejection::TokenExpired => "the token has expired: get another",
            Rejection::TokenForOthers => "the token is good, but not for the engine",
            Rejection::Overloaded => "the engine has too much to do: try again in a moment",
            Rejection::Stopping => "the engine stops: go on with another",
            Rejection::StreamIdle => "no batch came for too long",
            Rejection::DeadlineExceeded => "the call was not answered in time",
        }
    }

    /// The status of a call.
    pub(crate) fn status(self) -> Status {
        self.with(HashMap::new())
    }

    /// The status of a stream, which says how many of its batches were answered.
    pub(crate) fn after(self, batches_answered: u64) -> Status {
        let answered = ("batches_answered".to_owned(), batches_answered.to_string());
        self.with(HashMap::from([answered]))
    }

    fn with(self, metadata: HashMap<String, String>) -> Status {
        let mut details = ErrorDetails::with_error_info(self.name(), DOMAIN, metadata);
        if self == Rejection::Overloaded {
            details.set_retry_info(Some(RETRY));
        }
        Status::with_error_details(self.code(), self.text(), details)
    }
}
