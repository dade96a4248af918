//! A match is declared void, or to count again. What happened in it stays.

use crate::connect::Requester;
use crate::queries::{
    evenings as evening_queries, match_history, matches as match_queries,
    tournaments as tournament_queries,
};
use crate::tables::match_entries::Moved;
use crate::tables::write_statements::WriteStatements;
use crate::tables::{
    Sql, balances, declarations, evenings, match_entries, matches, texts, tournaments,
};
use crate::{
    AsOf, Body, ClubId, Entry, Error, HashedEntry, Ledger, MAX_CORRECTIONS, MatchError, MatchId,
    MatchView, Result, Retry, Write, Written, clock_and_ids,
};
use evidence::{MatchDeclared, MatchHistory, ReplacedMatch, commit};
use futures_util::future::try_join;

/// A match to declare void, or to count again.
#[derive(Debug, Clone)]
pub struct DeclareMatch {
    /// The match.
    pub match_id: MatchId,
    /// Whether it is void from now on; else it counts again.
    pub void: bool,
    /// Why; the ledger's entry holds only a salted commitment to it.
    pub reason: String,
    /// The versions of the match for which it is asked; none: any.
    pub versions: Option<Vec<u64>>,
}

impl Ledger {
    /// Declares a match void, or that it counts again: [`MatchError::Stale`] if it is no longer what the caller saw, [`MatchError::Void`] and
    /// [`MatchError::NotVoid`] if it is so already, and [`MatchError::Replaced`] if another one was played instead of it.
    pub async fn declare_match(
        &self,
        write: Write,
        new: DeclareMatch,
    ) -> Result<Written<MatchView>> {
        let work = |ledger, requester| declare_match((ledger, requester), write, new);
        self.run_for(work).await
    }
}

/// How often it is tried while the match changes meanwhile.
const TRIES: usize = 8;

/// Reads the match before the club is locked, since a long one takes a while, and again if it changed until then.
async fn declare_match(
    (ledger, requester): (Ledger, Requester),
    write: Write,
    new: DeclareMatch,
) -> Result<Written<MatchView>> {
    let of = (write.club, new.match_id);
    for _ in 0..TRIES {
        requester.check()?;
        let tx = ledger.transaction().await?;
        let read = async { match_history::fold_now(tx.sql()?, of).await };
        let before = tx.read(write.club, read).await?;
        drop(tx);
        match enter(&ledger, &write, (&new, before)).await? {
            Entered::Now(view) => return Ok(Written::first(*view)),
            Entered::Before(entry) => {
                let left = ledger.match_history(of.0, of.1, AsOf::Seq(entry.seq));
                return Ok(Written::again(left.await?.view));
            }
            Entered::MatchChanged => {}
        }
    }
    Err(Error::Unavailable {
        retry: Retry::Now,
        reason: "the match kept changing while it was declared void or to count".to_owned(),
    })
}

enum Entered {
    /// The match is declared so.
    Now(Box<MatchView>),
    /// The same request declared it by this entry before.
    Before(Box<Entry>),
    /// The match is no longer the one that was read.
    MatchChanged,
}

async fn enter(
    ledger: &Ledger,
    write: &Write,
    (new, before): (&DeclareMatch, MatchHistory),
) -> Result<Entered> {
    let tx = ledger.transaction_of(write.club).await?;
    let of = (write.club, new.match_id);
    let looks = async {
        let sql = tx.sql()?;
        // Only a match that is to count again is looked for among those that were replaced: its whole evening or tournament is read for that.
        let is_replaced = async {
            match new.void {
                true => Ok(false),
                false => is_replaced(sql, of).await,
            }
        };
        try_join(matches::find(sql, of.0, of.1), is_replaced).await
    };
    let (mut club, (row, is_replaced)) = tx.lock(write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return Ok(Entered::Before(Box::new(entry)));
    }
    if row.ok_or(Error::NotFound("match"))?.version()? != before.version {
        return Ok(Entered::MatchChanged);
    }
    check(new, &before, is_replaced)?;
    let salt = clock_and_ids::salt();
    let declared = MatchDeclared {
        match_id: new.match_id,
        void: new.void,
        reason_commitment: commit(&salt, &new.reason),
    };
    let sealed = club.seal(Body::MatchDeclared(declared))?;
    let follows = consequences(&sealed.entry, declared, before)?;
    try_join(
        tx.appended(write, &[&sealed])?.and(follows).execute(sql),
        texts::insert(sql, &sealed.entry, Some((&new.reason, &salt))),
    )
    .await?;
    let view = match_queries::one(sql, of.0, of.1).await?;
    tx.commit().await?;
    Ok(Entered::Now(Box::new(view)))
}

fn check(new: &DeclareMatch, before: &MatchHistory, is_replaced: bool) -> Result<()> {
    let asked_for = new.versions.as_ref();
    if asked_for.is_some_and(|versions| !versions.contains(&before.version)) {
        return Err(MatchError::Stale.into());
    }
    let refused = match (new.void, before.void) {
        (true, Some(_)) => MatchError::Void,
        (false, None) => MatchError::NotVoid,
        (false, Some(_)) if is_replaced => MatchError::Replaced,
        // Each read of the match reads all declarations. The last one that is left can only be that it is void: a match that is void stays so.
        (true, None) if before.declarations < MAX_CORRECTIONS => return Ok(()),
        (false, Some(_)) if before.declarations + 1 < MAX_CORRECTIONS => return Ok(()),
        (true, None) | (false, Some(_)) => {
            let most = MAX_CORRECTIONS;
            return Err(Error::TooManyCorrections { most });
        }
    };
    Err(refused.into())
}

/// What follows from an entry that declares a match, which is told before it.
pub(super) fn consequences(
    entry: &Entry,
    declared: MatchDeclared,
    before: MatchHistory,
) -> Result<WriteStatements<'static>> {
    let mut after = before;
    after.add(entry).map_err(Error::Unwritable)?;
    let (club, id) = (entry.club, declared.match_id);
    Ok(WriteStatements::of([
        match_entries::insertion(club, id, &[(entry, Moved::default())])?,
        balances::replacement(club, id, &after.balances()),
        declarations::update(declared, entry)?,
    ]))
}

/// Whether another match was played at the table of this one instead of it.
async fn is_replaced(sql: Sql<'_>, (club, id): (ClubId, MatchId)) -> Result<bool> {
    let (evening, tournament) = try_join(
        evenings::of_match(sql, club, id),
        tournaments::of_match(sql, club, id),
    )
    .await?;
    let of = |replaced: ReplacedMatch| replaced.match_id;
    let mut replaced = Vec::new();
    if let Some(evening) = evening {
        let evening = evening_queries::find(sql, club, evening).await?;
        let rounds = evening.rounds.into_iter();
        replaced.extend(rounds.flat_map(|round| round.replaced_matches).map(of));
    }
    if let Some(tournament) = tournament {
        let tournament = tournament_queries::find(sql, club, tournament).await?;
        let rounds = tournament.rounds.into_iter();
        replaced.extend(rounds.flat_map(|round| round.replaced_matches).map(of));
    }
    Ok(replaced.contains(&id))
}
