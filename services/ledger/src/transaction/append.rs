//! What a write adds to the ledger of a club.

use super::Transaction;
use super::stored_row::StoredRow;
use crate::model::SealedEntry;
use crate::notifier::Notice;
use crate::tables::write_statements::WriteStatements;
use crate::tables::{clubs, entries, idempotency_keys, subtrees};
use crate::{ApiKeyId, ClubId, Result, Write};
use evidence::Body;

impl Transaction {
    /// Stores the entries of a write, the last of which answers its key, and moves the club's head. It may be awaited
    /// together with the statements that store what follows from the entries.
    pub(crate) async fn append(&self, write: &Write, sealed: &[&SealedEntry]) -> Result<()> {
        self.appended(write, sealed)?.execute(self.sql()?).await
    }

    /// The same for what is asked for without a key.
    pub(crate) async fn append_unkeyed(&self, club: ClubId, sealed: &[&SealedEntry]) -> Result<()> {
        self.stored(club, None, sealed)?.execute(self.sql()?).await
    }

    /// What [`Transaction::append`] writes, to be sent with what follows from the entries.
    pub(crate) fn appended<'a>(
        &self,
        write: &'a Write,
        sealed: &[&'a SealedEntry],
    ) -> Result<WriteStatements<'a>> {
        let (Some(first), Some(last)) = (sealed.first(), sealed.last()) else {
            return Ok(WriteStatements::default());
        };
        let key = idempotency_keys::insertion(write, first.entry.seq, last.entry.seq)?;
        self.stores
            .get_or_init(|| StoredRow::entry(write.club, last));
        let stored = self.stored(write.club, write.api_key, sealed)?;
        Ok(stored.and(WriteStatements::of([key])))
    }

    /// Stores entries. Once this is committed, everybody who follows the club is notified, the signer if there is something to sign soon,
    /// and a dispatcher if the club has a webhook.
    fn stored<'a>(
        &self,
        club: ClubId,
        api_key: Option<ApiKeyId>,
        sealed: &[&'a SealedEntry],
    ) -> Result<WriteStatements<'a>> {
        let Some(last) = sealed.last() else {
            return Ok(WriteStatements::default());
        };
        self.notify_of(club, sealed);
        let entries = entries::insertion(club, api_key, sealed)?;
        let head = clubs::head_update(last)?;
        let subtrees = subtrees::insertion(club, sealed)?;
        Ok(WriteStatements::of(
            [entries, head].into_iter().chain(subtrees),
        ))
    }

    /// Has everybody who follows the club notified of entries, and the signer if there is something to sign soon.
    pub(super) fn notify_of(&self, club: ClubId, sealed: &[&SealedEntry]) {
        self.notify_after_commit(Notice::Entries(club));
        if sealed.iter().any(|sealed| ends(&sealed.entry.body)) {
            self.notify_after_commit(Notice::Signer);
        }
    }

    /// Notes that a request found done what it asks for: the entry with this sequence number answers its key.
    pub(crate) async fn done_before(&self, write: &Write, seq: u64) -> Result<()> {
        let insertion = idempotency_keys::insertion(write, seq, seq)?;
        WriteStatements::of([insertion]).execute(self.sql()?).await
    }
}

/// Whether a match ends with this, or is settled: what people are given on paper is signed soon.
fn ends(body: &Body) -> bool {
    matches!(body, Body::SettlementMade(_))
        || matches!(body, Body::OutcomeRecorded(recorded) if recorded.state_after.ending.is_some())
        || matches!(body, Body::MatchCorrected(corrected) if corrected.state_after.ending.is_some())
}
