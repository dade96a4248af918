//! Calls that are turned away whatever they ask, as `google.rpc` error details.

use std::collections::HashMap;
use std::time::Duration;

use tonic::Status;
use tonic_types::{ErrorDetails, StatusExt};
use wire::Rejection;

use crate::errors::DOMAIN;

/// How long a caller should wait before it tries an engine with too much to do again.
const RETRY: Duration = Duration::from_millis(250);

/// How a call is turned away.
pub(crate) trait Reject {
    /// The status of a call.
    fn status(self) -> Status;

    /// The status of a stream, which says how many of its batches were answered.
    fn after(self, batches_answered: u64) -> Status;
}

impl Reject for Rejection {
    fn status(self) -> Status {
        with(self, HashMap::new())
    }

    fn after(self, batches_answered: u64) -> Status {
        let answered = ("batches_answered".to_owned(), batches_answered.to_string());
        with(self, HashMap::from([answered]))
    }
}

fn with(rejection: Rejection, metadata: HashMap<String, String>) -> Status {
    let mut details = ErrorDetails::with_error_info(rejection.name(), DOMAIN, metadata);
    if rejection == Rejection::Overloaded {
        details.set_retry_info(Some(RETRY));
    }
    Status::with_error_details(rejection.code(), rejection.message(), details)
}
