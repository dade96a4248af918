//! The clock.

use host::Failure;
use ledger::Timestamp;
use time::OffsetDateTime;

/// The present time, for the timestamps that receivers compare with their clocks.
#[expect(
    clippy::disallowed_methods,
    reason = "what is sent says when it was sent"
)]
pub(super) fn now() -> Result<Timestamp, Failure> {
    Ok(Timestamp::new(OffsetDateTime::now_utc())?)
}
