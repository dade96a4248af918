//! A match as its entries tell it, now or as it was told at an earlier time.

use crate::tables::players::Names;
use crate::tables::{Sql, match_entries, matches, players, texts};
use crate::{
    Body, ClubId, Error, Hash, HashedEntry, Ledger, MatchId, MatchView, OutcomeId, Player,
    PlayerId, Result, Timestamp,
};
use evidence::{Book, Event, OutcomeRecorded};
use futures_util::TryStreamExt;
use futures_util::future::try_join4;
use std::collections::HashMap;
use std::pin::pin;
use tokio::task::yield_now;

/// As it was told when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AsOf {
    /// As it is told now.
    #[default]
    Now,
    /// As the ledger told it up to this sequence number.
    Seq(u64),
    /// As the ledger told it at this time.
    Time(Timestamp),
}

/// Everything that happened in a match.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchBook {
    /// The match as it stood.
    pub view: MatchView,
    /// What its entries say. What was said before corrections is not in it.
    pub book: Book,
    /// All who ever took part, or were said to.
    pub players: HashMap<PlayerId, Player>,
    /// The texts that its entries commit to, by sequence number.
    pub texts: HashMap<u64, String>,
    /// The leaf hashes of its entries, by sequence number.
    pub leaf_hashes: HashMap<u64, Hash>,
}

/// An outcome as its entry recorded it.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedOutcome {
    /// When it was entered, and by whom; the match's version right after it.
    pub event: Event,
    /// The entry's leaf hash.
    pub leaf_hash: Hash,
    /// What the entry says.
    pub recorded: OutcomeRecorded,
}

/// A match at some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchAt {
    /// When.
    pub as_of: AsOf,
    /// The course of the match up to then, as it is known now, corrections made later included.
    pub corrected: bool,
}

impl From<AsOf> for MatchAt {
    fn from(as_of: AsOf) -> Self {
        Self {
            as_of,
            corrected: false,
        }
    }
}

/// Which entries tell a match at some time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Until {
    /// The last entry that had been told then: the course ends with what it tells.
    pub(crate) told: u64,
    /// The last entry whose corrections count.
    pub(crate) known: u64,
}

impl Ledger {
    /// Everything that happened in a match, as it was told at some time, without what was said of it before corrections.
    pub async fn book(
        &self,
        club: ClubId,
        match_id: MatchId,
        at: impl Into<MatchAt>,
    ) -> Result<MatchBook> {
        let at = at.into();
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { one(tx.sql()?, club, match_id, at).await })
                .await
        })
        .await
    }
}

/// Which entries tell the match then. A match that had not been opened by then is not found.
pub(crate) async fn until(
    sql: Sql<'_>,
    club: ClubId,
    match_id: MatchId,
    MatchAt { as_of, corrected }: MatchAt,
) -> Result<Until> {
    let told = match_entries::last_seq(sql, club, match_id, as_of).await?;
    let told = told.ok_or(Error::NotFound("match"))?;
    let known = if corrected { u64::MAX } else { told };
    Ok(Until { told, known })
}

/// A match that was read entry by entry.
pub(crate) struct Folded {
    pub(crate) book: Book,
    /// The leaf hashes of its entries, by sequence number.
    pub(crate) leaf_hashes: HashMap<u64, Hash>,
}

/// Reads a match entry by entry. Of what corrections replaced only that of some outcomes is kept, so that it takes no more memory
/// than its outcomes and one entry. A match that had not been opened by then is not found.
pub(crate) async fn fold(
    sql: Sql<'_>,
    (club, match_id): (ClubId, MatchId),
    until: Until,
    keep_earlier: impl Fn(OutcomeId) -> bool,
) -> Result<Folded> {
    let entries = match_entries::stream(sql, club, match_id, 0..=until.known, None);
    let mut entries = pin!(entries);
    let first = entries.try_next().await?;
    let first = first.ok_or(Error::NotFound("match"))?;
    let mut folded = Folded::open(&first)?;
    while let Some(next) = entries.try_next().await? {
        folded.add(&next, &keep_earlier)?;
        // Whoever waits for this thread goes first, and whoever gave the read up is noticed.
        yield_now().await;
    }
    folded.book.keep_until(until.told);
    Ok(folded)
}

/// The same of a match as it is told now, for those who write.
pub(crate) async fn fold_now(sql: Sql<'_>, of: (ClubId, MatchId)) -> Result<Book> {
    Ok(fold(sql, of, Until::NOW, |_| false).await?.book)
}

impl Until {
    pub(crate) const NOW: Self = Self {
        told: u64::MAX,
        known: u64::MAX,
    };
}

impl Folded {
    /// A match of the entry that opened it.
    pub(crate) fn open(opened: &HashedEntry) -> Result<Self> {
        let entry = &opened.entry;
        let book = Book::open(entry).map_err(|refusal| contradicts(entry.seq, &refusal))?;
        Ok(Self {
            book,
            leaf_hashes: HashMap::from([(entry.seq, opened.leaf_hash)]),
        })
    }

    /// Adds the next entry. Of what it replaces, if it is a correction, only that of some outcomes is kept.
    pub(crate) fn add(
        &mut self,
        next: &HashedEntry,
        keep_earlier: impl Fn(OutcomeId) -> bool,
    ) -> Result<()> {
        let entry = &next.entry;
        let added = self.book.add(entry);
        added.map_err(|refusal| contradicts(entry.seq, &refusal))?;
        if matches!(entry.body, Body::MatchCorrected(_)) {
            self.book.forget_earlier(keep_earlier);
        }
        self.leaf_hashes.insert(entry.seq, next.leaf_hash);
        Ok(())
    }
}

fn contradicts(seq: u64, refusal: &evidence::Refusal) -> Error {
    Error::Damaged {
        seq,
        reason: format!("with the entries of its match before it: {refusal}"),
    }
}

/// Reads the book of a match. A match that had not been opened by then is not found.
pub(crate) async fn one(
    sql: Sql<'_>,
    club: ClubId,
    match_id: MatchId,
    at: MatchAt,
) -> Result<MatchBook> {
    // Of what is told now nothing has to be looked up first: it is a round trip less.
    let until = match at.as_of {
        AsOf::Now => Until::NOW,
        AsOf::Seq(_) | AsOf::Time(_) => until(sql, club, match_id, at).await?,
    };
    let (row, folded, names, texts) = try_join4(
        matches::find(sql, club, match_id),
        fold(sql, (club, match_id), until, |_| false),
        players::names_in(sql, club, match_id),
        texts::of_match(sql, club, match_id),
    )
    .await?;
    let view = row.ok_or(Error::NotFound("match"))?.view(&names)?;
    let Folded { book, leaf_hashes } = folded;
    let view = as_it_stood(view, &book, &names)?;
    let players = names.into_iter().map(|(id, player)| (PlayerId(id), player));
    Ok(MatchBook {
        view,
        book,
        players: players.collect(),
        texts,
        leaf_hashes,
    })
}

/// The match as its book says that it stood.
fn as_it_stood(view: MatchView, book: &Book, names: &Names) -> Result<MatchView> {
    Ok(MatchView {
        players: players::seated(&book.seated(), names)?,
        state: book.state,
        version: book.version,
        ..view
    })
}

impl TryFrom<HashedEntry> for RecordedOutcome {
    type Error = Error;

    fn try_from(HashedEntry { entry, leaf_hash }: HashedEntry) -> Result<Self> {
        let event = Event::of(&entry);
        let Body::OutcomeRecorded(recorded) = entry.body else {
            return Err(Error::misplaced(event.seq, "outcome_recorded"));
        };
        Ok(Self {
            event,
            leaf_hash,
            recorded: *recorded,
        })
    }
}
