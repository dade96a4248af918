//! A club begins.

use crate::model::SealedEntry;
use crate::tables::{clubs, members};
use crate::transaction::Transaction;
use crate::{
    Body, Club, ClubId, Entry, Error, Hash, Ledger, Result, Role, UserId, Write, Written,
    clock_and_ids,
};
use evidence::{ClubFounded, Frontier, commit};
use futures_util::future::try_join;

/// How many clubs an account may own and found another: more than anybody looks after, and few enough that nobody fills a service with them.
const MOST: u32 = 100;

/// A new club; its founder becomes its first owner.
#[derive(Debug, Clone)]
pub struct FoundClub {
    /// The founder.
    pub actor: UserId,
    /// The route, as the caller names it.
    pub route: &'static str,
    /// The client's idempotency key, 1–255 bytes.
    pub key: String,
    /// A hash of the request.
    pub fingerprint: [u8; 32],
    /// What it is called.
    pub name: String,
    /// Its time zone, an IANA name; not checked here.
    pub time_zone: String,
}

impl Ledger {
    /// A club begins, unless its founder owns as many as may be ([`Error::TooManyClubs`]) or is in as many ([`Error::TooManyMemberships`]). Its id follows from founder and key, so that a repeated request finds it again.
    pub async fn found_club(&self, new: FoundClub) -> Result<Written<Club>> {
        self.run(|ledger| found_club(ledger, new)).await
    }
}

async fn found_club(ledger: Ledger, new: FoundClub) -> Result<Written<Club>> {
    let id = club_id(&new);
    let FoundClub {
        actor,
        route,
        key,
        fingerprint,
        name,
        time_zone,
    } = new;
    let write = Write {
        club: id,
        actor,
        role: Role::Owner,
        api_key: None,
        session: None,
        route,
        key,
        fingerprint,
    };
    let salt = clock_and_ids::salt();
    let body = Body::ClubFounded(ClubFounded {
        time_zone: time_zone.clone(),
        name_commitment: commit(&salt, &name),
    });
    let time = clock_and_ids::entry_time(clock_and_ids::now(), None)?;
    let first = Entry {
        club: id,
        seq: 1,
        time,
        actor,
        body,
    };
    let sealed = SealedEntry::new(first, Frontier::EMPTY)?;
    let club = Club {
        id,
        name,
        time_zone,
        founded_at: time,
    };
    let tx = ledger.transaction().await?;
    tx.begin_unlocked(id).await?;
    if !clubs::insert(tx.sql()?, (&club, Some(&salt)), &sealed).await? {
        // The key was used before: start over, as any other write does.
        drop(tx);
        return replay(&ledger, &write).await.map(Written::again);
    }
    store(&tx, &write, &sealed).await?;
    tx.commit().await?;
    Ok(Written::first(club))
}

async fn store(tx: &Transaction, write: &Write, sealed: &SealedEntry) -> Result<()> {
    let account = tx.lock_account(write.actor).await?;
    let account = account.ok_or(Error::NoSuchUser)?;
    let roles = tx.roles_before_another(&account).await?;
    let owned = roles.iter().filter(|role| **role == Role::Owner).count();
    if !u32::try_from(owned).is_ok_and(|owned| owned < MOST) {
        return Err(Error::TooManyClubs { most: MOST });
    }
    let owner = members::set(tx.sql()?, write.club, write.actor, Role::Owner);
    try_join(owner, tx.append(write, &[sealed])).await?;
    Ok(())
}

async fn replay(ledger: &Ledger, write: &Write) -> Result<Club> {
    let tx = ledger.transaction_of(write.club).await?;
    let (club, found) = tx
        .lock(write, async { clubs::find(tx.sql()?, write.club).await })
        .await?;
    match (club.prior, found) {
        (Some(_), Some(club)) => Ok(club),
        // Founder and key are the same, or the id would not be: what differs is the route.
        (None, Some(_)) => Err(Error::IdempotencyKeyReused),
        (_, None) => Err(Error::NotFound("club")),
    }
}

/// A custom UUID (version 8): the beginning of SHA-256(founder ‖ key).
fn club_id(new: &FoundClub) -> ClubId {
    let Hash(hash) = Hash::of_parts(&[new.actor.0.as_bytes(), new.key.as_bytes()]);
    let mut bytes = [0; 16];
    bytes
        .iter_mut()
        .zip(hash)
        .for_each(|(byte, hashed)| *byte = hashed);
    ClubId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
}
