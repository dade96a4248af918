//! The hands of a match, page by page, and one of its outcomes.

use crate::queries::match_history::{Folded, Until, fold, until};
use crate::tables::{Sql, match_entries, matches, texts};
use crate::transaction::Transaction;
use crate::{
    AsOf, Body, ClubId, Error, Hash, HashedEntry, Ledger, MatchAt, MatchId, OutcomeId, Result,
};
use evidence::{CurrentOutcome, Event, MatchState, OutcomeRecorded, Version};
use futures_util::TryStreamExt;
use futures_util::future::try_join;
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

/// How many versions of hands a page may hold: what is said of each, and what was said of it before.
const VERSIONS: usize = 1000;
/// How often the place of a hand is guessed before it is searched for by halves.
const GUESSES: usize = 4;

/// An outcome as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct StandingOutcome {
    /// What its entries say of it.
    pub current: CurrentOutcome,
    /// Where the match stood after it.
    pub state_after: MatchState,
    /// The variant it was worked out under.
    pub variant_hash: Hash,
    /// The leaf hash of the entry that says what is said now.
    pub leaf_hash: Hash,
    /// The reason that was recorded with it, if that is known.
    pub reason: Option<String>,
}

/// A page of the hands of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct HandsPage {
    /// The hands, in the order played.
    pub hands: Vec<StandingOutcome>,
    /// The number after which the next page begins; none after the last one.
    pub next: Option<u32>,
}

impl Ledger {
    /// The hands of a match after one with a number, 0 for the first page; at most so many, and fewer in a match that was corrected
    /// often.
    pub async fn hands(
        &self,
        club: ClubId,
        match_id: MatchId,
        at: MatchAt,
        (after, limit): (u32, u32),
    ) -> Result<HandsPage> {
        self.run_late_read(club, async move |tx: Transaction| {
            let reads = async { page(tx.sql()?, (club, match_id), at, (after, limit)).await };
            tx.read(club, reads).await
        })
        .await
    }

    /// The hand of a match that has a number now.
    pub async fn hand(
        &self,
        club: ClubId,
        match_id: MatchId,
        number: u32,
    ) -> Result<Option<StandingOutcome>> {
        let after = number.saturating_sub(1);
        let found = self.hands(club, match_id, AsOf::Now.into(), (after, 1));
        Ok(found.await?.hands.pop())
    }

    /// An outcome of a match as it stands at some time.
    pub async fn outcome(
        &self,
        club: ClubId,
        match_id: MatchId,
        at: MatchAt,
        outcome_id: OutcomeId,
    ) -> Result<Option<StandingOutcome>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let reads = async {
                let (sql, of) = (tx.sql()?, (club, match_id));
                let until = until(sql, club, match_id, at).await?;
                let folded = fold(sql, of, until, |id| id == outcome_id).await?;
                Ok(current(sql, club, &folded, &HashSet::from([outcome_id]))
                    .await?
                    .pop())
            };
            tx.read(club, reads).await
        })
        .await
    }
}

/// A match, by its club.
type Of = (ClubId, MatchId);

async fn page(
    sql: Sql<'_>,
    (club, id): Of,
    at: MatchAt,
    (after, limit): (u32, u32),
) -> Result<HandsPage> {
    let (until, row) = try_join(until(sql, club, id, at), matches::find(sql, club, id)).await?;
    let row = row.ok_or(Error::NotFound("match"))?;
    let corrected = match_entries::corrected(sql, club, id, until.known).await?;
    let versions = corrected.times.saturating_add(1);
    let most = u32::try_from((VERSIONS / versions).max(1)).unwrap_or(u32::MAX);
    let limit = limit.min(most);
    let from = row.opened_seq()?.max(corrected.last).saturating_add(1);
    let since = Since {
        seqs: from..=until.told,
        corrected: corrected.times > 0,
    };
    let read = match since.hands(sql, (club, id), after, limit).await? {
        Some(recorded) => of_entries(sql, club, recorded).await?,
        None => folded(sql, (club, id), until, (after, limit)).await?,
    };
    let number = |hand: &StandingOutcome| hand.current.now.result.number.unwrap_or_default();
    let (hands, next) = crate::page::cut(read, limit, number);
    Ok(HandsPage { hands, next })
}

/// The entries of a match after its last correction: each says by itself what is said of its outcome now.
struct Since {
    seqs: RangeInclusive<u64>,
    /// Whether there was a correction before them.
    corrected: bool,
}

impl Since {
    /// The hands after one with a number, and one more than so many; none if a correction came after one of them.
    async fn hands(
        &self,
        sql: Sql<'_>,
        (club, id): Of,
        after: u32,
        limit: u32,
    ) -> Result<Option<Vec<HashedEntry>>> {
        let Some(first) = match_entries::at(sql, club, id, &self.seqs, 0).await? else {
            return Ok((!self.corrected).then(Vec::new));
        };
        let begins = began_with(&first)?;
        if after.saturating_add(1) < begins {
            return Ok(None);
        }
        let Some(found) = self.find(sql, (club, id), (begins, after)).await? else {
            return Ok(Some(Vec::new()));
        };
        let wanted = limit.saturating_add(1);
        let mut seqs = found..=*self.seqs.end();
        let mut hands = Vec::new();
        // What is not a hand is read, too; so it takes more than one try where that is among them.
        loop {
            let read = match_entries::stream(sql, club, id, seqs.clone(), Some(wanted));
            let read: Vec<HashedEntry> = read.try_collect().await?;
            let Some(last) = read.last().map(|last| last.entry.seq) else {
                return Ok(Some(hands));
            };
            seqs = last.saturating_add(1)..=*self.seqs.end();
            for entry in read {
                if recorded(&entry)?.result.number.is_some() {
                    hands.push(entry);
                }
            }
            if u64::try_from(hands.len()).is_ok_and(|found| found >= wanted.into()) {
                return Ok(Some(hands));
            }
        }
    }

    /// The entry that recorded the hand after one with a number; none if there is none yet. The first of these entries found the
    /// match at a number. Each entry raises the number by one at most.
    async fn find(
        &self,
        sql: Sql<'_>,
        (club, id): Of,
        (begins, after): (u32, u32),
    ) -> Result<Option<u64>> {
        let wanted = after.saturating_add(2);
        let mut place = i64::from(wanted.saturating_sub(begins).saturating_sub(1));
        for _ in 0..GUESSES {
            let Some(entry) = match_entries::at(sql, club, id, &self.seqs, place).await? else {
                break;
            };
            let next = recorded(&entry)?.state_after.next_number;
            if next >= wanted {
                return Ok(Some(entry.entry.seq));
            }
            place = place.saturating_add(i64::from(wanted.saturating_sub(next)));
        }
        // What is not a hand takes places, too.
        let mut beyond = match_entries::rows(sql, club, id, &self.seqs).await?;
        let mut place = 0;
        let mut found = None;
        while place < beyond {
            let middle = place.midpoint(beyond);
            let entry = match_entries::at(sql, club, id, &self.seqs, middle).await?;
            let entry = entry.ok_or(Error::impossible("place of an entry"))?;
            if recorded(&entry)?.state_after.next_number >= wanted {
                (beyond, found) = (middle, Some(entry.entry.seq));
            } else {
                place = middle.saturating_add(1);
            }
        }
        Ok(found)
    }
}

/// The number of the next hand before an entry.
fn began_with(entry: &HashedEntry) -> Result<u32> {
    let recorded = recorded(entry)?;
    let hands = u32::from(recorded.result.number.is_some());
    Ok(recorded.state_after.next_number.saturating_sub(hands))
}

fn recorded(hashed: &HashedEntry) -> Result<&OutcomeRecorded> {
    let Body::OutcomeRecorded(recorded) = &hashed.entry.body else {
        return Err(Error::misplaced(hashed.entry.seq, "outcome_recorded"));
    };
    Ok(recorded)
}

/// Outcomes that stand as they were recorded.
async fn of_entries(
    sql: Sql<'_>,
    club: ClubId,
    entries: Vec<HashedEntry>,
) -> Result<Vec<StandingOutcome>> {
    let seqs: Vec<u64> = entries.iter().map(|hashed| hashed.entry.seq).collect();
    let mut reasons = texts::some(sql, club, &seqs).await?;
    let entries = entries.into_iter();
    let read = entries.map(|HashedEntry { entry, leaf_hash }| {
        let said = Event::of(&entry);
        let Body::OutcomeRecorded(recorded) = entry.body else {
            return Err(Error::misplaced(said.seq, "outcome_recorded"));
        };
        let reason = reasons.remove(&said.seq);
        Ok(StandingOutcome {
            state_after: recorded.state_after,
            variant_hash: recorded.variant_hash,
            leaf_hash,
            reason: reason.filter(|_| recorded.reason_commitment.is_some()),
            current: as_recorded(said, *recorded),
        })
    });
    read.collect()
}

fn as_recorded(said: Event, recorded: OutcomeRecorded) -> CurrentOutcome {
    CurrentOutcome {
        outcome_id: recorded.outcome_id,
        recorded: said,
        now: Version {
            said,
            outcome: recorded.outcome,
            result: recorded.result,
            semantics: recorded.semantics,
        },
        earlier: Vec::new(),
        reason_commitment: recorded.reason_commitment,
    }
}

/// Hands of a match that has to be read as a whole, since a correction came after them. What was said of them before is read
/// only once it is known which they are.
async fn folded(
    sql: Sql<'_>,
    of: Of,
    until: Until,
    (after, limit): (u32, u32),
) -> Result<Vec<StandingOutcome>> {
    let told = fold(sql, of, until, |_| false).await?;
    let hands = told.history.outcomes.iter().filter(|current| {
        let number = current.now.result.number;
        number.is_some_and(|number| number > after)
    });
    let one_more = usize::try_from(limit)
        .unwrap_or(usize::MAX)
        .saturating_add(1);
    let hands: Vec<_> = hands.take(one_more).collect();
    let ids = hands.iter().map(|current| current.outcome_id).collect();
    if hands.iter().all(|current| !current.is_corrected()) {
        return current(sql, of.0, &told, &ids).await;
    }
    drop(hands);
    drop(told);
    let told = fold(sql, of, until, |id| ids.contains(&id)).await?;
    current(sql, of.0, &told, &ids).await
}

/// Some outcomes of a match, in the order of play.
async fn current(
    sql: Sql<'_>,
    club: ClubId,
    told: &Folded,
    ids: &HashSet<OutcomeId>,
) -> Result<Vec<StandingOutcome>> {
    let course = told.history.course();
    let wanted = course
        .iter()
        .filter(|told| ids.contains(&told.current.outcome_id));
    let seqs: Vec<u64> = wanted
        .clone()
        .map(|told| told.current.recorded().seq)
        .collect();
    let reasons: HashMap<u64, String> = texts::some(sql, club, &seqs).await?;
    let stand = wanted.map(|one| {
        let current = one.current.clone();
        let hash = told.leaf_hashes.get(&current.now.said.seq).copied();
        let reason = reasons.get(&current.recorded().seq).cloned();
        Ok(StandingOutcome {
            state_after: one.state_after,
            variant_hash: told.history.terms.variant_hash,
            leaf_hash: hash.ok_or(Error::impossible("entry of an outcome"))?,
            reason: reason.filter(|_| current.reason_commitment.is_some()),
            current,
        })
    });
    stand.collect()
}
