//! Why something is not settled or paid as it was asked.

use crate::{MAX_PAYMENTS, MAX_PAYMENTS_OF_TRANSFER};

/// What does not go with what is open of matches and settlements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SettlementError {
    /// What is to be settled is no longer what the caller saw.
    #[error("what is to be settled has changed since you read it")]
    Stale,
    /// Everything has been settled, or there never was anything.
    #[error("nothing is open that could be settled")]
    Nothing,
    /// The settlement has no transfer from the one party to the other.
    #[error("the settlement has no transfer from this party to that one")]
    NoSuchTransfer,
    /// More would be paid than is open of the transfer.
    #[error("of this transfer {open_cents} minor units are open")]
    TooMuch {
        /// What is open, in minor units.
        open_cents: i64,
    },
    /// The payment was reversed before.
    #[error("this payment was reversed before")]
    ReversedBefore,
    /// As many payments of the transfer were recorded as may be.
    #[error("a transfer has at most {MAX_PAYMENTS_OF_TRANSFER} payments")]
    TooManyPaymentsOfTransfer,
    /// As many payments of the settlement were recorded as may be.
    #[error("a settlement has at most {MAX_PAYMENTS} payments")]
    TooManyPayments,
}
