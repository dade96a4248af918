//! How often a match is corrected, and by whom: whoever could use up all corrections would leave none to those who put things right.

use crate::model::MatchLimits;
use crate::tables::{api_keys, match_entries};
use crate::transaction::Transaction;
use crate::{ApiKeyScope, Error, MAX_CORRECTIONS_BY_GUESTS, MatchId, Result, Write};
use evidence::MatchHistory;
use futures_util::future::try_join;

/// How many corrections of the match guests made, if one of them asks: somebody whose key is limited to the match, such as that of a recording
/// link.
pub(super) async fn made_by_guests(
    tx: &Transaction,
    write: &Write,
    id: MatchId,
) -> Result<Option<usize>> {
    let Some(key) = write.api_key else {
        return Ok(None);
    };
    let sql = tx.sql()?;
    let (key, made) = try_join(
        api_keys::find(sql, write.club, key),
        match_entries::corrections_by_guests(sql, write.club, id),
    )
    .await?;
    let is_guest = key.is_some_and(|key| matches!(key.scope, ApiKeyScope::Match(_)));
    Ok(is_guest.then_some(made))
}

/// Refuses a further correction of a guest's.
pub(super) fn check_guest(made: Option<usize>) -> Result<()> {
    let most = MAX_CORRECTIONS_BY_GUESTS;
    match made.is_some_and(|made| made >= most) {
        true => Err(Error::TooManyCorrections { most }),
        false => Ok(()),
    }
}

/// The corrections of a match stay small enough to be read, all of them together.
pub(super) fn check_bytes(before: usize, leaf: &[u8], limits: MatchLimits) -> Result<()> {
    let (bytes, most) = (before.saturating_add(leaf.len()), limits.correction_bytes);
    match bytes > most {
        true => Err(Error::CorrectionsTooLarge { bytes, most }),
        false => Ok(()),
    }
}

/// A match stays short enough to be read. One that came from elsewhere and is longer can still be put right.
pub(super) fn check_length(
    before: &MatchHistory,
    after: &MatchHistory,
    limits: MatchLimits,
) -> Result<()> {
    if after.corrections.len() > limits.corrections {
        return Err(Error::TooManyCorrections {
            most: limits.corrections,
        });
    }
    let grows = after.outcomes.len() > before.outcomes.len();
    match grows && after.outcomes.len() > limits.outcomes {
        true => Err(Error::TooManyOutcomes {
            most: limits.outcomes,
        }),
        false => Ok(()),
    }
}
