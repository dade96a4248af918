//! Why a log is not signed.

use evidence::BadProof;

/// The database contradicts an earlier signature. The operator has to find out why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Why {
    #[error("the database does not have it any more; {signed} entries of it were signed")]
    Gone { signed: u64 },
    #[error("the database has {found} entries of it; {signed} were signed")]
    Shrunk { found: u64, signed: u64 },
    #[error("its first {signed} entries are not those that were signed: {bad}")]
    Changed { signed: u64, bad: BadProof },
    #[error(
        "hashes are missing to prove that it only grew since {signed} entries of it were signed"
    )]
    Unproven { signed: u64 },
    #[error("the database has {found} signed entries of it, and the record knows of none")]
    Unrecorded { found: u64 },
    #[error("the database has {found} heads in it that are not the {signed} that were signed")]
    Other { found: u64, signed: u64 },
}
