//! Why a log is not signed.

use evidence::BadProof;
use host::Failure;
use ledger::{Refusal, SignerLedger};

use crate::signer::Log;

/// How a refusal ends of which the database may well be innocent: the signer has no record of the log.
const KNOWS_OF_NONE: &str = "the record knows of none";

/// The refusal that stands, if there is one, of a signer that signed another directory than the one in the database.
pub(super) async fn accusation(ledger: &SignerLedger) -> Result<Option<Refusal>, Failure> {
    let directory = Log::Directory.to_string();
    let refusals = ledger.refusals().await?.into_iter();
    let mut accusations = refusals
        .filter(|refusal| refusal.log == directory && !refusal.reason.ends_with(KNOWS_OF_NONE));
    Ok(accusations.next())
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
    #[error("the database has {found} heads in it that are not the {signed} that were signed")]
    Other { found: u64, signed: u64 },
}
