//! A match as its entries tell it, now or as it was told at an earlier time.

use crate::match_results::{Bytes, Key, KnownResults};
use crate::tables::players::Names;
use crate::tables::{Sql, clubs, match_entries, matches, players, texts};
use crate::transaction::Transaction;
use crate::{
    AsOf, Body, ClubId, Error, Hash, HashedEntry, Ledger, MAX_EARLIER_MATCHES, MatchAt, MatchId,
    MatchView, MatchWithHistory, OutcomeId, PlayerId, Result, VoidMatch,
};
use evidence::MatchHistory;
use futures_util::TryStreamExt;
use futures_util::future::try_join5;
use quick_cache::Weighter;
use std::collections::HashMap;
use std::pin::pin;
use tokio::task::yield_now;

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
    pub async fn match_history(
        &self,
        club: ClubId,
        match_id: MatchId,
        at: impl Into<MatchAt>,
    ) -> Result<MatchWithHistory> {
        let at = at.into();
        self.run_late_read(club, async move |tx: Transaction| {
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
    pub(crate) history: MatchHistory,
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
    folded.history.keep_until(until.told);
    Ok(folded)
}

/// The entry as of which matches are told.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AsOfEntry {
    pub(crate) seq: u64,
    /// Whether whoever asks chose it; else it is the last one, or one that closed something.
    pub(crate) is_chosen: bool,
}

impl AsOfEntry {
    /// One that is nobody's choice.
    pub(crate) fn given(seq: u64) -> Self {
        Self {
            seq,
            is_chosen: false,
        }
    }

    /// How many matches may have changed after it. Whoever writes cannot make final standings too dear to read without writing as much.
    pub(crate) fn most_earlier(self) -> usize {
        match self.is_chosen {
            true => MAX_EARLIER_MATCHES,
            false => usize::MAX,
        }
    }
}

/// What a match came to as the entries up to one told it, the last of which has this hash: as it is remembered, or added up.
pub(crate) async fn result_until<T: Clone>(
    sql: Sql<'_>,
    known: &KnownResults<T>,
    (club, id, as_of): (ClubId, MatchId, AsOfEntry),
    (hash, result): (Option<&Hash>, impl FnOnce(&MatchHistory) -> T),
) -> Result<T>
where
    Bytes: Weighter<Key, T>,
{
    let hash = *hash.ok_or(Error::NotFound("match"))?;
    let until = Until {
        told: as_of.seq,
        known: as_of.seq,
    };
    let add_up = async {
        let folded = fold(sql, (club, id), until, |_| false).await?;
        Ok(result(&folded.history))
    };
    known.of((club, hash), as_of.is_chosen, add_up).await
}

/// The same of a match as it is told now, for those who write.
pub(crate) async fn fold_now(sql: Sql<'_>, of: (ClubId, MatchId)) -> Result<MatchHistory> {
    Ok(fold(sql, of, Until::NOW, |_| false).await?.history)
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
        let history =
            MatchHistory::open(entry).map_err(|refusal| contradicts(entry.seq, &refusal))?;
        Ok(Self {
            history,
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
        let added = self.history.add(entry);
        added.map_err(|refusal| contradicts(entry.seq, &refusal))?;
        if matches!(entry.body, Body::MatchCorrected(_)) {
            self.history.forget_earlier(keep_earlier);
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

/// Reads the history of a match. A match that had not been opened by then is not found.
pub(crate) async fn one(
    sql: Sql<'_>,
    club: ClubId,
    match_id: MatchId,
    at: MatchAt,
) -> Result<MatchWithHistory> {
    // Of what is told now nothing has to be looked up first: it is a round trip less.
    let until = match at.as_of {
        AsOf::Now => Until::NOW,
        AsOf::Seq(_) | AsOf::Time(_) => until(sql, club, match_id, at).await?,
    };
    let (row, folded, names, texts, time_zone) = try_join5(
        matches::find(sql, club, match_id),
        fold(sql, (club, match_id), until, |_| false),
        players::names_in(sql, club, match_id),
        texts::of_match(sql, club, match_id),
        clubs::time_zone(sql, club),
    )
    .await?;
    let row = row.ok_or(Error::NotFound("match"))?;
    let time_zone = time_zone.ok_or(Error::NotFound("club"))?;
    let view = row.view(&names, &HashMap::new())?;
    let Folded {
        history,
        leaf_hashes,
    } = folded;
    let view = as_it_stood(view, &history, (&names, &texts))?;
    let players = names.into_iter().map(|(id, player)| (PlayerId(id), player));
    Ok(MatchWithHistory {
        view,
        history,
        time_zone,
        players: players.collect(),
        texts,
        leaf_hashes,
    })
}

/// The match as its history says that it stood.
fn as_it_stood(
    view: MatchView,
    history: &MatchHistory,
    (names, texts): (&Names, &HashMap<u64, String>),
) -> Result<MatchView> {
    Ok(MatchView {
        void: history.void.map(|declared| VoidMatch {
            reason: texts.get(&declared.seq).cloned(),
            declared,
        }),
        players: players::seated(&history.seated(), names)?,
        state: history.state,
        version: history.version,
        ..view
    })
}
