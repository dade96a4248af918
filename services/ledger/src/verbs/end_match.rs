//! A match ends before its last hand.

use crate::reads::matches::one;
use crate::tables::{matches, players};
use crate::transaction::Transaction;
use crate::{Body, Entry, Error, Ledger, MatchId, MatchView, Result, Write, Written, chance};
use evidence::{Ending, MatchEnded, MatchState, Salt, commit};
use futures_util::future::try_join;

/// An early end.
#[derive(Debug, Clone)]
pub struct EndMatch {
    /// The match.
    pub match_id: MatchId,
    /// The version of the match that the caller knows.
    pub expected_version: u64,
    /// Where the match stands after it, as the engine says.
    pub state_after: MatchState,
    /// Why; the ledger's entry holds only a salted commitment to it.
    pub reason: Option<String>,
}

/// What became of it. In order of precedence after the key: a match that changed, a match that is over.
#[derive(Debug, Clone, PartialEq)]
pub enum Closing {
    /// It has ended.
    Ended(Box<Written<MatchView>>),
    /// The match is no longer the one that the caller knows.
    MatchChanged,
    /// It was over already.
    MatchOver,
}

impl Ledger {
    /// Ends a match before its last hand, if it is still the one that was looked at.
    pub async fn end_match(&self, write: Write, end: EndMatch) -> Result<Closing> {
        self.run(|ledger| end_match(ledger, write, end)).await
    }
}

async fn end_match(ledger: Ledger, write: Write, end: EndMatch) -> Result<Closing> {
    let (club_id, id) = (write.club, end.match_id);
    let tx = ledger.transaction().await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join(
            matches::find(sql, club_id, id),
            players::names_in(sql, club_id, id),
        )
        .await
    };
    let (mut club, (row, names)) = tx.lock(&write, looks).await?;
    if let Some(entry) = club.prior {
        let ended = replay(&tx, entry).await?;
        return Ok(Closing::Ended(Box::new(Written::again(ended))));
    }
    let view = row.ok_or(Error::NotFound("match"))?.view(&names)?;
    if view.version != end.expected_version {
        return Ok(Closing::MatchChanged);
    }
    if view.state.ending.is_some() {
        return Ok(Closing::MatchOver);
    }
    check(&view.state, &end.state_after)?;
    let reason = end.reason.map(|text| (text, chance::salt()));
    let reason_commitment = reason.as_ref().map(|(text, salt)| commit(salt, text));
    let ended = MatchEnded {
        match_id: id,
        ending: Ending::Early,
        reason_commitment,
    };
    let sealed = club.seal(Body::MatchEnded(ended))?;
    matches::advance(tx.sql()?, id, &end.state_after, &sealed.entry).await?;
    explain(&tx, &write, id, reason).await?;
    tx.append(&write, &[&sealed]).await?;
    tx.commit().await?;
    let view = MatchView {
        state: end.state_after,
        version: sealed.entry.seq,
        ..view
    };
    Ok(Closing::Ended(Box::new(Written::first(view))))
}

async fn explain(
    tx: &Transaction,
    write: &Write,
    id: MatchId,
    reason: Option<(String, Salt)>,
) -> Result<()> {
    match reason {
        Some((text, salt)) => {
            matches::explain_ending(tx.sql()?, write.club, id, &text, &salt).await
        }
        None => Ok(()),
    }
}

/// The match that the entry ended. Nothing follows an early end: it still stands as the entry left it.
async fn replay(tx: &Transaction, entry: Entry) -> Result<MatchView> {
    let Body::MatchEnded(ended) = entry.body else {
        return Err(Error::misplaced(entry.seq, "match_ended"));
    };
    one(tx.sql()?, entry.club, ended.match_id).await
}

/// An early end moves nothing but the ending.
fn check(before: &MatchState, after: &MatchState) -> Result<()> {
    if *after
        == (MatchState {
            ending: Some(Ending::Early),
            ..*before
        })
    {
        return Ok(());
    }
    Err(Error::Contradiction(
        "an early end changes more than the ending",
    ))
}
