//! An evening is opened, and players come and leave.

use crate::model::SealedEntry;
use crate::queries::evenings as queries;
use crate::tables::players::Names;
use crate::tables::{Sql, evenings, players, texts};
use crate::{
    Body, Error, EveningError, EveningId, EveningView, HashedEntry, Ledger, MAX_EVENING_CHANGES,
    PlayerId, Result, Write, Written, clock_and_ids,
};
use evidence::{
    AttendanceChanged, Evening, EveningOpened, MAX_ATTENDANCE, Salt, commit, seed_of_round,
};
use futures_util::future::{try_join, try_join3};
use std::collections::BTreeSet;
use time::Date;

/// An evening to open.
#[derive(Debug, Clone)]
pub struct OpenEvening {
    /// The day, in the club's time zone.
    pub held_on: Date,
    /// The hall; the ledger's entry holds only a salted commitment to it.
    pub hall: Option<String>,
    /// The labels of the tables: at most 100 different ones of 1 to 40 characters.
    pub tables: Vec<String>,
}

/// Players who came, and players who left.
#[derive(Debug, Clone)]
pub struct ChangeAttendance {
    /// The evening.
    pub evening: EveningId,
    /// Who came. Who is there already stays, also under another id that counts for the same player.
    pub checked_in: Vec<PlayerId>,
    /// Who left, under all ids that count for the same player. Who is not there stays away.
    pub checked_out: Vec<PlayerId>,
}

impl Ledger {
    /// Opens an evening. Its seeds are fixed by that: the hash of the first one is published, and each one is the hash of the next.
    pub async fn open_evening(
        &self,
        write: Write,
        new: OpenEvening,
    ) -> Result<Written<EveningView>> {
        self.run(|ledger| open(ledger, write, new)).await
    }

    /// Players come and leave. Without a difference no entry is written.
    pub async fn change_attendance(
        &self,
        write: Write,
        new: ChangeAttendance,
    ) -> Result<Written<EveningView>> {
        self.run(|ledger| change(ledger, write, new)).await
    }
}

async fn open(ledger: Ledger, write: Write, new: OpenEvening) -> Result<Written<EveningView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let (mut club, ()) = tx.lock(&write, async { Ok(()) }).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return queries::left_by(sql, &entry).await.map(Written::again);
    }
    let last_seed = clock_and_ids::seed();
    let hall = new.hall.map(|text| (text, clock_and_ids::salt()));
    let opened = EveningOpened {
        evening: EveningId(clock_and_ids::ordered_id()),
        held_on: new.held_on,
        tables: new.tables,
        seed_hash: seed_of_round(last_seed, 0),
        note_commitment: hall.as_ref().map(|(text, salt)| commit(salt, text)),
    };
    let sealed = club.seal(Body::EveningOpened(opened.clone()))?;
    try_join3(
        tx.append(&write, &[&sealed]),
        store_hall(sql, &sealed, hall.as_ref()),
        evenings::insert(sql, &sealed.entry, &opened, Some(last_seed)),
    )
    .await?;
    let view = queries::left_by(sql, &sealed.entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

async fn store_hall(
    sql: Sql<'_>,
    sealed: &SealedEntry,
    hall: Option<&(String, Salt)>,
) -> Result<()> {
    match hall {
        Some((text, salt)) => texts::insert(sql, &sealed.entry, Some((text, salt))).await,
        None => Ok(()),
    }
}

async fn change(
    ledger: Ledger,
    write: Write,
    new: ChangeAttendance,
) -> Result<Written<EveningView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        let evening = queries::find(sql, write.club, new.evening).await?;
        let named = new.checked_in.iter().chain(&new.checked_out);
        let named: BTreeSet<_> = named.chain(&evening.present).map(|id| id.0).collect();
        let names = players::names(sql, write.club, named.into_iter().collect()).await?;
        Ok((evening, names))
    };
    let (mut club, (evening, names)) = tx.lock(&write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return queries::left_by(sql, &entry).await.map(Written::again);
    }
    let changed = new.changes(&evening, &names)?;
    if changed.checked_in.is_empty() && changed.checked_out.is_empty() {
        tx.done_before(&write, evening.version).await?;
        let view = queries::one(sql, write.club, new.evening, evening.version).await?;
        tx.commit().await?;
        return Ok(Written::first(view));
    }
    let sealed = club.seal(Body::AttendanceChanged(changed))?;
    try_join(
        tx.append(&write, &[&sealed]),
        evenings::follow(sql, &sealed.entry, new.evening),
    )
    .await?;
    let view = queries::left_by(sql, &sealed.entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

impl ChangeAttendance {
    /// What differs from who is there. A person is there under each id with which they checked in before these were merged.
    fn changes(&self, evening: &Evening, names: &Names) -> Result<AttendanceChanged> {
        let present = &evening.present;
        let counts_for = |id: &PlayerId| players::counts_for(names, *id);
        let there: BTreeSet<PlayerId> = present.iter().map(counts_for).collect();
        let mut came = BTreeSet::new();
        for (index, player) in self.checked_in.iter().enumerate() {
            let unknown = EveningError::UnknownPlayer { left: false, index };
            let known = names.get(&player.0).ok_or(unknown)?;
            if !there.contains(&known.counts_for()) {
                known.check()?;
                came.insert(*player);
            }
        }
        let mut leaves = BTreeSet::new();
        for (index, player) in self.checked_out.iter().enumerate() {
            let unknown = EveningError::UnknownPlayer { left: true, index };
            let known = names.get(&player.0).ok_or(unknown)?;
            leaves.insert(known.counts_for());
        }
        let left = present.iter().copied();
        let left: Vec<PlayerId> = left.filter(|id| leaves.contains(&counts_for(id))).collect();
        if present.len() + came.len() - left.len() > MAX_ATTENDANCE {
            return Err(Error::from(EveningError::TooManyPlayers));
        }
        let changes = came.len().saturating_add(left.len());
        if evening.changes.saturating_add(changes) > MAX_EVENING_CHANGES {
            return Err(Error::from(EveningError::TooManyChanges));
        }
        Ok(AttendanceChanged {
            evening: self.evening,
            checked_in: came.into_iter().collect(),
            checked_out: left,
        })
    }
}
