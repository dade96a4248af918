//! Why a log is not signed.

use evidence::BadProof;
use host::Failure;
use ledger::{Refusal, SignerLedger};

use crate::signer::Log;

/// How a refusal ends of which the database may well be innocent: the signer has no record of the log.
const KNOWS_OF_NONE: &str = "the record knows of none";
/// How a refusal ends, after the number of heads that were signed, of a directory that is not the one that was signed.
const WERE_SIGNED: &str = " that were signed";

/// A refusal that stands of a signer that signed another directory than the one in the database.
pub(super) struct Accusation {
    /// How many heads of the directory that signer signed.
    pub(super) signed: u64,
    pub(super) reason: String,
}

impl Accusation {
    /// The one that stands, if there is one.
    pub(super) async fn standing(ledger: &SignerLedger) -> Result<Option<Self>, Failure> {
        let directory = Log::Directory.to_string();
        let mut refusals = ledger.refusals().await?.into_iter();
        let refusal = refusals.find(|refusal| refusal.log == directory);
        Ok(refusal.and_then(|Refusal { reason, .. }| Self::read(reason)))
    }

    fn read(reason: String) -> Option<Self> {
        if reason.ends_with(KNOWS_OF_NONE) {
            return None;
        }
        let signed = reason.strip_suffix(WERE_SIGNED);
        let signed = signed.and_then(|before| before.rsplit(' ').next()?.parse().ok());
        // Who cannot read it must not sign.
        let signed = signed.unwrap_or(u64::MAX);
        Some(Self { signed, reason })
    }
}

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
    #[error("the database has {found} signed entries of it, and {KNOWS_OF_NONE}")]
    Unrecorded { found: u64 },
    #[error("the database has {found} heads in it that are not the {signed}{WERE_SIGNED}")]
    Other { found: u64, signed: u64 },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_the_directory_says_how_much_was_signed() {
        let signed = |why: Why| Accusation::read(why.to_string()).map(|read| read.signed);
        let (found, other) = (
            17,
            Why::Other {
                found: 3,
                signed: 42,
            },
        );
        assert_eq!(signed(other), Some(42));
        assert_eq!(signed(Why::Unrecorded { found }), None);
        assert_eq!(signed(Why::Gone { signed: found }), Some(u64::MAX));
    }
}
