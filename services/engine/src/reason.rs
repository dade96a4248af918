//! The reasons that errors name.

use std::sync::LazyLock;

use rules::RefusalCode;
use tonic::Code;
use wire::RequestReason;

/// A stable reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The engine cannot work out what was sent.
    Request(RequestReason),
    /// The rules refuse it.
    Refused(RefusalCode),
}

impl Reason {
    /// Its name on the wire.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reason::Request(reason) => reason.name(),
            Reason::Refused(code) => refusal_name(code),
        }
    }

    /// Its gRPC status.
    pub(crate) fn status(self) -> Code {
        match self {
            Reason::Request(reason) => reason.code(),
            Reason::Refused(_) => Code::InvalidArgument,
        }
    }
}

impl From<RequestReason> for Reason {
    fn from(reason: RequestReason) -> Reason {
        Reason::Request(reason)
    }
}

impl From<RefusalCode> for Reason {
    fn from(code: RefusalCode) -> Reason {
        Reason::Refused(code)
    }
}

/// The names of refusals: their words in capitals, in the order of their codes.
static REFUSALS: LazyLock<[String; RefusalCode::ALL.len()]> =
    LazyLock::new(|| RefusalCode::ALL.map(|code| code.as_str().to_ascii_uppercase()));

fn refusal_name(code: RefusalCode) -> &'static str {
    REFUSALS.get(code as usize).map_or("", String::as_str)
}
