//! A club keeps a variant of its own, retires it, and takes it up again.

use crate::model::SealedEntry;
use crate::tables::variants;
use crate::transaction::{LockedClub, Transaction};
use crate::{
    Body, ClubLimit, ClubVariant, Error, Hash, HashedEntry, Ledger, Result, Write, Written,
};
use evidence::{Entry, VariantAdded, VariantReinstated, VariantRetired};
use futures_util::future::try_join;

/// A variant that was to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedVariant {
    /// The variant.
    pub variant: ClubVariant,
    /// Whether the club had it already: no entry was written then.
    pub was_there: bool,
}

impl Ledger {
    /// Adds a variant by its document, canonical JSON that the engine has checked. A document that the club has is not
    /// added again; if it is retired, it stays so. Refused with [`Error::ClubFull`] if the club has too many variants.
    pub async fn add_variant(
        &self,
        write: Write,
        document: Vec<u8>,
    ) -> Result<Written<AddedVariant>> {
        self.run(|ledger| add(ledger, write, document)).await
    }

    /// Retires a variant: no match is opened under it from now on. One that is retired stays so, without another entry.
    pub async fn retire_variant(&self, write: Write, hash: Hash) -> Result<Written<ClubVariant>> {
        self.run(|ledger| change_retirement(ledger, write, hash, true))
            .await
    }

    /// Takes a retired variant up again. One that is not retired stays so, without an entry.
    pub async fn reinstate_variant(
        &self,
        write: Write,
        hash: Hash,
    ) -> Result<Written<ClubVariant>> {
        self.run(|ledger| change_retirement(ledger, write, hash, false))
            .await
    }
}

async fn add(ledger: Ledger, write: Write, document: Vec<u8>) -> Result<Written<AddedVariant>> {
    let added = VariantAdded::from_document(&document).map_err(Error::Unwritable)?;
    let hash = added.variant_hash;
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { variants::find(tx.sql()?, write.club, hash).await };
    let (mut club, known) = tx.lock(&write, looks).await?;
    let was_there = known.is_some();
    if club.prior.is_some() {
        let variant = known.ok_or(Error::NotFound("variant"))?;
        return Ok(Written::again(AddedVariant { variant, was_there }));
    }
    let variant = match known {
        Some(variant) => {
            tx.done_before(&write, variant.added_seq).await?;
            variant
        }
        None => {
            let sealed = seal(&tx, &mut club, added, &document).await?;
            tx.append(&write, &[&sealed]).await?;
            ClubVariant {
                hash,
                document,
                added_seq: sealed.entry.seq,
                added_at: sealed.entry.time,
                retired_seq: None,
            }
        }
    };
    tx.commit().await?;
    Ok(Written::first(AddedVariant { variant, was_there }))
}

/// Stores a variant that the club does not have yet; its entry is for the caller to append. Refused with [`Error::ClubFull`] if the club has
/// too many.
pub(super) async fn seal(
    tx: &Transaction,
    club: &mut LockedClub,
    added: VariantAdded,
    document: &[u8],
) -> Result<SealedEntry> {
    let hash = added.variant_hash;
    let sealed = club.seal(Body::VariantAdded(added))?;
    ClubLimit::Variants.check(variants::count(tx.sql()?, sealed.entry.club).await?)?;
    variants::insert(tx.sql()?, hash, document, &sealed.entry).await?;
    Ok(sealed)
}

/// Retires a variant, or reinstates it. A variant that is so already stays as it is.
async fn change_retirement(
    ledger: Ledger,
    write: Write,
    hash: Hash,
    retire: bool,
) -> Result<Written<ClubVariant>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { variants::find(tx.sql()?, write.club, hash).await };
    let (mut club, known) = tx.lock(&write, looks).await?;
    let variant = known.ok_or(Error::NotFound("variant"))?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return Ok(Written::again(as_left_by(&entry, variant)));
    }
    if variant.retired_seq.is_some() == retire {
        let answered_by = variant.retired_seq.unwrap_or(variant.added_seq);
        tx.done_before(&write, answered_by).await?;
        tx.commit().await?;
        return Ok(Written::first(variant));
    }
    let variant_hash = hash;
    let sealed = club.seal(match retire {
        true => Body::VariantRetired(VariantRetired { variant_hash }),
        false => Body::VariantReinstated(VariantReinstated { variant_hash }),
    })?;
    let retired_by = retire.then_some(&sealed.entry);
    try_join(
        variants::retire(tx.sql()?, write.club, hash, retired_by),
        tx.append(&write, &[&sealed]),
    )
    .await?;
    tx.commit().await?;
    Ok(Written::first(as_left_by(&sealed.entry, variant)))
}

/// The variant as the entry left it, whatever happened since.
fn as_left_by(entry: &Entry, variant: ClubVariant) -> ClubVariant {
    let retired = matches!(entry.body, Body::VariantRetired(_));
    ClubVariant {
        retired_seq: retired.then_some(entry.seq),
        ..variant
    }
}
