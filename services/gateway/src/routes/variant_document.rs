//! The variants of a club's matches, read for an engine that does not have them in its cache.

use crate::problem::Problem;
use crate::services::Services;

/// The document of a variant that a match of the club was opened with, for an engine that does not know it.
pub(super) async fn document(
    services: &Services,
    club: ledger::ClubId,
    hash: ledger::Hash,
) -> Result<Option<Vec<u8>>, Problem> {
    match services.ledger.variant_document(club, hash).await {
        Ok(document) => Ok(Some(document)),
        Err(ledger::Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
