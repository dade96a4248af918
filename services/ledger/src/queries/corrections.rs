//! The corrections of a match, page by page.

use crate::queries::match_history::{Folded, until};
use crate::tables::{Sql, match_entries, texts};
use crate::{AsOf, ClubId, Error, Hash, HashedEntry, Ledger, MatchId, Result};
use evidence::{Event, MatchHistory};
use futures_util::TryStreamExt;
use std::collections::{BTreeSet, HashMap};
use std::pin::pin;
use tokio::task::yield_now;

/// A correction, and the match before and after it.
#[derive(Debug, Clone, Copy)]
pub struct ShownCorrection<'a> {
    /// When it was entered, and by whom.
    pub event: Event,
    /// The leaf hash of its entry.
    pub leaf_hash: Hash,
    /// Why; none once the text has been erased.
    pub reason: Option<&'a str>,
    /// The match before, without what was said before earlier corrections.
    pub before: &'a MatchHistory,
    /// The match after.
    pub after: &'a MatchHistory,
}

/// A page of the corrections of a match, in the order they were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorrectionsPage {
    /// Only those after this sequence number: the `next` of the page before, 0 for the first one.
    pub after: u64,
    /// How many at most.
    pub limit: u32,
    /// What they may weigh together. The first one is on the page whatever it weighs.
    pub weight: usize,
}

/// What is shown of some corrections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corrections<T> {
    /// Each of them.
    pub shown: Vec<T>,
    /// Where the next page begins; none after the last one.
    pub next: Option<u64>,
}

impl Ledger {
    /// Shows corrections of a match one by one, and keeps what `show` makes of each and not the match itself; it also answers what
    /// that weighs.
    pub async fn corrections<T: Send + 'static>(
        &self,
        club: ClubId,
        match_id: MatchId,
        page: CorrectionsPage,
        show: impl Fn(ShownCorrection<'_>) -> (T, usize) + Send + Sync + 'static,
    ) -> Result<Corrections<T>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let reads = async { list(tx.sql()?, (club, match_id), page, show).await };
            tx.read(club, reads).await
        })
        .await
    }
}

async fn list<T>(
    sql: Sql<'_>,
    (club, id): (ClubId, MatchId),
    page: CorrectionsPage,
    show: impl Fn(ShownCorrection<'_>) -> (T, usize),
) -> Result<Corrections<T>> {
    until(sql, club, id, AsOf::Now.into()).await?;
    let range = page.after.saturating_add(1)..=u64::MAX;
    let one_more = crate::page::one_more(page.limit);
    let found = match_entries::corrections(sql, club, id, range, one_more).await?;
    let (wanted, next) = crate::page::cut(found, page.limit, |seq| *seq);
    let Some(last) = wanted.last().copied() else {
        return Ok(Corrections {
            shown: Vec::new(),
            next: None,
        });
    };
    let reasons = texts::some(sql, club, &wanted).await?;
    let mut showing = Showing {
        wanted: wanted.into_iter().collect(),
        reasons,
        left: page.weight,
        shown: Vec::new(),
    };
    let entries = match_entries::stream(sql, club, id, 0..=last, None);
    let mut entries = pin!(entries);
    let opened = entries.try_next().await?;
    let mut folded = Folded::open(&opened.ok_or(Error::NotFound("match"))?)?;
    let mut until = page.after;
    while let Some(entry) = entries.try_next().await? {
        let seq = entry.entry.seq;
        if !showing.wanted.contains(&seq) {
            folded.add(&entry, |_| false)?;
        } else if !showing.show(&mut folded, &entry, &show)? {
            return Ok(Corrections {
                shown: showing.shown,
                next: Some(until),
            });
        } else {
            until = seq;
        }
        yield_now().await;
    }
    Ok(Corrections {
        shown: showing.shown,
        next,
    })
}

/// A page while it is made.
struct Showing<T> {
    wanted: BTreeSet<u64>,
    reasons: HashMap<u64, String>,
    /// What may still be added.
    left: usize,
    shown: Vec<T>,
}

impl<T> Showing<T> {
    /// Adds a correction to the match and to the page; false if the page cannot hold it any more.
    fn show(
        &mut self,
        folded: &mut Folded,
        entry: &HashedEntry,
        show: &impl Fn(ShownCorrection<'_>) -> (T, usize),
    ) -> Result<bool> {
        let before = folded.history.clone();
        folded.add(entry, |_| false)?;
        let (shown, weight) = show(ShownCorrection {
            event: Event::of(&entry.entry),
            leaf_hash: entry.leaf_hash,
            reason: self.reasons.get(&entry.entry.seq).map(String::as_str),
            before: &before,
            after: &folded.history,
        });
        if weight > self.left && !self.shown.is_empty() {
            return Ok(false);
        }
        self.left = self.left.saturating_sub(weight);
        self.shown.push(shown);
        Ok(true)
    }
}
