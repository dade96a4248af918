//! Four players sit down.

use crate::commands::add_variant;
use crate::model::SealedEntry;
use crate::tables::match_entries::Moved;
use crate::tables::players::Names;
use crate::tables::write_statements::WriteStatements;
use crate::tables::{balances, match_entries, matches, players, variants};
use crate::transaction::{LockedClub, Transaction};
use crate::{
    Body, Entry, Error, HashedEntry, Ledger, MatchId, MatchView, OpenMatch, Party, PlayerId,
    Result, Write, Written, clock_and_ids,
};
use evidence::{Chair, MatchOpened, VariantAdded};
use futures_util::future::try_join;
use std::collections::{BTreeSet, HashMap};

impl Ledger {
    /// Opens a match; the first match under a variant stores the variant's document as an entry before its own.
    pub async fn open_match(&self, write: Write, new: OpenMatch) -> Result<Written<MatchView>> {
        self.run(|ledger| open_match(ledger, write, new)).await
    }

    /// The match that the same request opened before, if it did: a repeated request need not ask the engine again. A new one need not
    /// either if these players cannot sit down.
    pub async fn opened_before(
        &self,
        write: Write,
        players: [PlayerId; 4],
    ) -> Result<Option<MatchView>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            match tx.prior(&write).await? {
                Some(prior) => replay(&tx, prior.entry.entry).await.map(Some),
                None => {
                    refuse_twice(&players)?;
                    let ids = players.map(|player| player.0).to_vec();
                    let names = players::names(tx.sql()?, write.club, ids).await?;
                    check_players(&players, &names)?;
                    Ok(None)
                }
            }
        })
        .await
    }
}

async fn open_match(ledger: Ledger, write: Write, new: OpenMatch) -> Result<Written<MatchView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        let ids = new.players.map(|player| player.0).to_vec();
        try_join(
            players::names(sql, write.club, ids),
            variants::is_retired(sql, write.club, new.variant_hash),
        )
        .await
    };
    let (mut club, (names, variant_retired)) = tx.lock(&write, looks).await?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return replay(&tx, entry).await.map(Written::again);
    }
    check_players(&new.players, &names)?;
    let variant = variant(&tx, &mut club, &new, variant_retired).await?;
    let (id, opened) = seal(&mut club, &new)?;
    let sealed: Vec<&SealedEntry> = variant.iter().chain([&opened]).collect();
    let writes = tx
        .appended(&write, &sealed)?
        .and(consequences(id, &new, &opened.entry)?);
    writes.execute(tx.sql()?).await?;
    let row = matches::find(tx.sql()?, write.club, id)
        .await?
        .ok_or(Error::NotFound("match"))?;
    tx.commit().await?;
    Ok(Written::first(row.view(&names, &HashMap::new())?))
}

/// Refuses who cannot sit down; `names` has at least those of them who are players of the club.
pub(super) fn check_players(seated: &[PlayerId; 4], names: &Names) -> Result<()> {
    let mut known = Vec::new();
    for chair in Chair::ALL {
        let player = names.get(&chair.of(seated).0);
        known.push((chair, player.ok_or(Error::UnknownPlayer(chair))?));
    }
    for (chair, player) in known {
        player.check_for(chair)?;
    }
    refuse_twice(seated)
}

fn refuse_twice(seated: &[PlayerId; 4]) -> Result<()> {
    match BTreeSet::from(*seated).len() < seated.len() {
        true => Err(Error::SamePlayerTwice),
        false => Ok(()),
    }
}

/// The entry that brings the match's variant, if the club does not have it; `retired` as the club has it.
pub(super) async fn variant(
    tx: &Transaction,
    club: &mut LockedClub,
    new: &OpenMatch,
    retired: Option<bool>,
) -> Result<Option<SealedEntry>> {
    match retired {
        Some(true) => Err(Error::VariantRetired),
        Some(false) => Ok(None),
        None => add_variant(tx, club, new).await.map(Some),
    }
}

async fn add_variant(
    tx: &Transaction,
    club: &mut LockedClub,
    new: &OpenMatch,
) -> Result<SealedEntry> {
    let added = VariantAdded::from_document(&new.variant_document).map_err(Error::Unwritable)?;
    if added.variant_hash != new.variant_hash {
        return Err(Error::Contradiction(
            "the variant's document has another hash",
        ));
    }
    add_variant::seal(tx, club, added, &new.variant_document).await
}

/// A new match and the entry that opens it.
pub(super) fn seal(club: &mut LockedClub, new: &OpenMatch) -> Result<(MatchId, SealedEntry)> {
    let id = MatchId(clock_and_ids::ordered_id());
    let opened = MatchOpened {
        match_id: id,
        variant_hash: new.variant_hash,
        players: new.players,
        minimum_fan: new.minimum_fan,
        stake_cents: new.stake_cents,
        currency: new.currency.clone(),
        starting_points: new.starting_points,
        played_on: new.played_on,
        state: new.state,
    };
    Ok((id, club.seal(Body::MatchOpened(opened))?))
}

/// What follows from the entry that opens a match.
pub(super) fn consequences(
    id: MatchId,
    new: &OpenMatch,
    opened: &Entry,
) -> Result<WriteStatements<'static>> {
    let club = opened.club;
    let begun = [(opened, Moved::default())];
    let nothing = new.players.map(|player| (Party::Player(player), 0)).into();
    Ok(WriteStatements::of([
        matches::insertion(id, new, opened)?,
        match_entries::insertion(club, id, &begun)?,
        balances::replacement(club, id, &nothing),
    ]))
}

/// The match as it was when the entry opened it, whatever happened since.
async fn replay(tx: &Transaction, entry: Entry) -> Result<MatchView> {
    let Body::MatchOpened(opened) = entry.body else {
        return Err(Error::misplaced(entry.seq, "match_opened"));
    };
    let (sql, id) = (tx.sql()?, opened.match_id);
    let (row, names) = try_join(
        matches::find(sql, entry.club, id),
        players::names_in(sql, entry.club, id),
    )
    .await?;
    let row = row.ok_or(Error::NotFound("match"))?;
    let players = players::seated(&opened.players, &names)?;
    Ok(MatchView {
        players,
        state: opened.state,
        version: entry.seq,
        ..row.view(&names, &HashMap::new())?
    })
}
