//! A club comes from another service with the ledger that it wrote there, and goes on with it.

mod accounts;
mod replay;
mod texts;

pub use accounts::{Access, ImportedOwner, OwnersAccount};

use crate::model::SealedEntry;
use crate::tables::{clubs, users};
use crate::transaction::{ExclusiveTask, Transaction};
use crate::{Body, Club, ClubId, Error, Ledger, Opening, Result, TreeHead, UserId, clock_and_ids};
use crate::{ImportError, notifications};
use evidence::{BadExport, Frontier};
use replay::Replay;
use std::collections::BTreeSet;
use texts::Texts;

/// How many entries are stored together.
const BATCH: usize = 1_000;

/// The ledger of a club that comes from another service. It was checked before: nothing is looked at here but that it is
/// the one with this root.
pub struct ImportLedger {
    /// The club.
    pub club: ClubId,
    /// How many entries it has, and their root.
    pub head: TreeHead,
    /// The entries as they were hashed, in order.
    pub leaves: Leaves,
    /// What entries are known to commit to. Of all others the texts are unknown.
    pub openings: Vec<Opening>,
    /// What the club is called where no opening tells.
    pub name: Option<String>,
    /// Who of its owners is to sign in how.
    pub accounts: Vec<OwnersAccount>,
    /// Whether accounts that are here already and that the entries name, too, are the same people's. An export cannot show that:
    /// whoever wrote it could write any id, and have somebody's account, or their place in another club, with it.
    pub same_people: bool,
}

/// Leaves as an export has them.
pub type Leaves = Box<dyn Iterator<Item = std::result::Result<Vec<u8>, BadExport>> + Send>;

impl Ledger {
    /// Stores the ledger of a club that is not here yet, byte for byte, and all that follows from it: the club goes on as it
    /// was. Of what entries only commit to, there is what was opened. Nobody can sign in to an account that entries name and
    /// that is not here yet, but for owners who get one ([`OwnersAccount`]); and nobody can accept an invitation that was
    /// made before. All of it is stored or nothing: [`Error::Import`] says why not.
    pub async fn import_ledger(&self, new: ImportLedger) -> Result<Vec<ImportedOwner>> {
        self.run(|ledger| import_ledger(ledger, new)).await
    }
}

async fn import_ledger(ledger: Ledger, new: ImportLedger) -> Result<Vec<ImportedOwner>> {
    let ImportLedger {
        club,
        head,
        leaves,
        openings,
        name,
        accounts,
        same_people,
    } = new;
    let tx = ledger.transaction().await?;
    tx.begin_unbounded(club, ExclusiveTask::Import).await?;
    let sql = tx.sql()?;
    let texts = openings.into_iter().map(|one| (one.seq, one));
    let mut import = Import {
        tx: &tx,
        replay: Replay::new(sql, Texts::new(texts.collect(), name)),
        admitted: BTreeSet::new(),
        same_people,
    };
    let tree = import.all(club, leaves).await?;
    if (tree.size(), tree.root()) != (head.size, head.root) {
        let reason = "its root is another one".to_owned();
        return Err(ImportError::Changed(reason).into());
    }
    let named = clubs::find(sql, club).await?;
    if named.is_none_or(|club| club.name.is_empty()) {
        return Err(ImportError::Nameless.into());
    }
    let owners = accounts::give(sql, club, accounts).await?;
    tx.wake(notifications::SIGNER).await?;
    tx.commit_whenever().await?;
    Ok(owners)
}

/// An import under way.
struct Import<'a> {
    tx: &'a Transaction,
    replay: Replay<'a>,
    /// The accounts that are there by now.
    admitted: BTreeSet<UserId>,
    same_people: bool,
}

impl Import<'_> {
    /// Stores all entries; the answer is the tree over them.
    async fn all(&mut self, club: ClubId, mut leaves: Leaves) -> Result<Frontier> {
        let mut tree = Frontier::EMPTY;
        loop {
            let batch = read(&mut leaves, tree.clone())?;
            let Some(last) = batch.last() else {
                return Ok(tree);
            };
            tree = last.tree.clone();
            self.store(club, &batch).await?;
        }
    }

    async fn store(&mut self, club: ClubId, batch: &[SealedEntry]) -> Result<()> {
        if let Some(first) = batch.first().filter(|first| first.entry.seq == 1) {
            self.found(club, first).await?;
        }
        self.admit(batch).await?;
        let sealed: Vec<&SealedEntry> = batch.iter().collect();
        self.tx.append_unkeyed(club, &sealed).await?;
        let entries: Vec<_> = batch.iter().map(|sealed| &sealed.entry).collect();
        self.replay.follow(&entries).await
    }

    /// Makes accounts of all whom the entries name and who have none.
    async fn admit(&mut self, batch: &[SealedEntry]) -> Result<()> {
        let named = batch.iter().flat_map(|sealed| {
            let entry = &sealed.entry;
            [Some(entry.actor), entry.body.account()]
                .into_iter()
                .flatten()
        });
        let new: BTreeSet<UserId> = named.filter(|user| !self.admitted.contains(user)).collect();
        let made = users::admit(self.tx.sql()?, &new, clock_and_ids::now()).await?;
        let known: Vec<UserId> = new.difference(&made).copied().collect();
        if !self.same_people && !known.is_empty() {
            return Err(ImportError::AccountsKnown(known).into());
        }
        self.admitted.extend(new);
        Ok(())
    }

    async fn found(&self, id: ClubId, first: &SealedEntry) -> Result<()> {
        let Body::ClubFounded(founded) = &first.entry.body else {
            return Err(Error::misplaced(1, "club_founded"));
        };
        let (name, salt) = self.replay.texts.name(1);
        let club = Club {
            id,
            name,
            time_zone: founded.time_zone.clone(),
            founded_at: first.entry.time,
        };
        match clubs::insert(self.tx.sql()?, (&club, salt), first).await? {
            true => Ok(()),
            false => Err(ImportError::ClubExists(id).into()),
        }
    }
}

/// The next entries, appended to a tree.
fn read(leaves: &mut Leaves, mut tree: Frontier) -> Result<Vec<SealedEntry>> {
    let mut batch = Vec::new();
    for leaf in leaves.take(BATCH) {
        let leaf = leaf.map_err(|bad| ImportError::Changed(bad.to_string()))?;
        let sealed = SealedEntry::of_leaf(leaf, tree)?;
        tree = sealed.tree.clone();
        batch.push(sealed);
    }
    Ok(batch)
}
