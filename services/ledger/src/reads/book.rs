//! A match as its entries tell it, now or as it was told at an earlier time.

use crate::tables::players::Names;
use crate::tables::{Sql, match_entries, matches, players, texts};
use crate::{
    Body, ClubId, Entry, Error, Hash, HashedEntry, Ledger, MatchId, MatchView, Player, PlayerId,
    Result, Timestamp,
};
use evidence::{Book, Event, OutcomeRecorded};
use futures_util::future::{try_join, try_join4};
use std::collections::HashMap;

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
    /// What its entries say.
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

impl Ledger {
    /// Everything that happened in a match, as it was told at some time.
    pub async fn book(&self, club: ClubId, match_id: MatchId, as_of: AsOf) -> Result<MatchBook> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { one(tx.sql()?, club, match_id, as_of).await })
                .await
        })
        .await
    }
}

/// The corrections of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    /// The match before and after each of them, in the order they were made.
    pub corrections: Vec<(Book, Book)>,
    /// The texts that the match's entries commit to, by sequence number.
    pub texts: HashMap<u64, String>,
    /// The leaf hashes of the match's entries, by sequence number.
    pub leaf_hashes: HashMap<u64, Hash>,
}

impl Ledger {
    /// What each correction of a match changed.
    pub async fn history(&self, club: ClubId, match_id: MatchId) -> Result<History> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let reads = async {
                let sql = tx.sql()?;
                let entries = match_entries::list(sql, club, match_id, AsOf::Now);
                try_join(entries, texts::of_match(sql, club, match_id)).await
            };
            let (entries, texts) = tx.read(club, reads).await?;
            let (entries, leaf_hashes) = apart(entries);
            Ok(History {
                corrections: corrections(&entries)?,
                texts,
                leaf_hashes,
            })
        })
        .await
    }
}

/// What entries say, and apart from it their leaf hashes by sequence number.
fn apart(entries: Vec<HashedEntry>) -> (Vec<Entry>, HashMap<u64, Hash>) {
    let hashes = entries
        .iter()
        .map(|hashed| (hashed.entry.seq, hashed.leaf_hash));
    let hashes = hashes.collect();
    let entries = entries.into_iter().map(|hashed| hashed.entry);
    (entries.collect(), hashes)
}

fn corrections(entries: &[Entry]) -> Result<Vec<(Book, Book)>> {
    let Some((first, rest)) = entries.split_first() else {
        return Err(Error::NotFound("match"));
    };
    let mut book = Book::open(first).map_err(|refusal| contradicts(first.seq, &refusal))?;
    let mut corrections = Vec::new();
    for entry in rest {
        let corrects = matches!(entry.body, Body::MatchCorrected(_));
        let before = corrects.then(|| book.clone());
        book.add(entry)
            .map_err(|refusal| contradicts(entry.seq, &refusal))?;
        corrections.extend(before.map(|before| (before, book.clone())));
    }
    Ok(corrections)
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
    as_of: AsOf,
) -> Result<MatchBook> {
    let (row, entries, names, texts) = try_join4(
        matches::find(sql, club, match_id),
        match_entries::list(sql, club, match_id, as_of),
        players::names_in(sql, club, match_id),
        texts::of_match(sql, club, match_id),
    )
    .await?;
    let view = row.ok_or(Error::NotFound("match"))?.view(&names)?;
    let (entries, leaf_hashes) = apart(entries);
    let book = read(entries)?;
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

/// The book that some entries make, all that are told of one match.
pub(crate) fn read(entries: Vec<Entry>) -> Result<Book> {
    let last = entries.last().map_or(0, |entry| entry.seq);
    let book = Book::read(entries).map_err(|refusal| contradicts(last, &refusal))?;
    book.ok_or(Error::NotFound("match"))
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
