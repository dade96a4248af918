//! The signed heads in the database that the signature of the directory proves.

use std::collections::{BTreeMap, BTreeSet};

use evidence::{Checkpoint, Frontier, Head, club_hash, leaf_hash};
use host::Failure;
use ledger::{ClubHead, ClubId, Hash, SignerLedger, TreeHead};

use super::signed::opened;
use crate::signer::record::Round;
use crate::signer::{Keys, Log};

/// The number of heads in a page.
const PAGE: u32 = 1000;
/// How often it is read on, where a signer signs meanwhile.
const ATTEMPTS: usize = 10;

pub(super) struct Found {
    directory: TreeHead,
    clubs: BTreeMap<ClubId, TreeHead>,
    /// The roots of the directory at the requested sizes.
    roots: BTreeMap<u64, Hash>,
}

impl Found {
    /// Reads the heads of the directory that are not in `heads` yet, and checks that all have the signed root. `sizes` are further sizes whose
    /// roots are returned, if they are not smaller than what was read before.
    pub(super) async fn read(
        ledger: &SignerLedger,
        keys: &Keys,
        (heads, sizes): (&mut Heads, BTreeSet<u64>),
    ) -> Result<Found, Failure> {
        heads.roots = [
            (0, Frontier::EMPTY.root()),
            (heads.tree.size(), heads.tree.root()),
        ]
        .into();
        let mut directory = heads.read_on(ledger, keys, &sizes).await?;
        for _ in 0..ATTEMPTS {
            let stored = ledger.heads(false).await?;
            let latest = heads.read_on(ledger, keys, &sizes).await?;
            if latest == directory {
                return Ok(Found {
                    directory,
                    clubs: of_clubs(heads.newest.clone(), &stored)?,
                    roots: heads.roots.clone(),
                });
            }
            directory = latest;
        }
        Err("clubs are signed faster than their heads can be read".into())
    }

    /// The last head of a log.
    pub(super) fn last(&self, log: Log) -> Option<TreeHead> {
        match log {
            Log::Directory => Some(self.directory),
            Log::Club(club) => self.clubs.get(&club).copied(),
        }
    }

    /// The root of the directory at one of the requested sizes.
    pub(super) fn directory_root(&self, size: u64) -> Option<Hash> {
        self.roots.get(&size).copied()
    }

    /// All heads, in the form of the record.
    pub(super) fn round(&self) -> Round {
        Round {
            clubs: self
                .clubs
                .iter()
                .map(|(club, head)| (*club, *head))
                .collect(),
            directory: self.directory,
        }
    }
}

/// The directory up to the last head that was read.
pub(super) struct Heads {
    tree: Frontier,
    /// The newest heads by the hash of the club's id.
    newest: BTreeMap<Hash, TreeHead>,
    roots: BTreeMap<u64, Hash>,
}

impl Default for Heads {
    fn default() -> Self {
        Self {
            tree: Frontier::EMPTY,
            newest: BTreeMap::new(),
            roots: BTreeMap::new(),
        }
    }
}

impl Heads {
    /// How many were read.
    pub(super) fn size(&self) -> u64 {
        self.tree.size()
    }

    /// Reads up to the latest checkpoint of the directory.
    async fn read_on(
        &mut self,
        ledger: &SignerLedger,
        keys: &Keys,
        sizes: &BTreeSet<u64>,
    ) -> Result<TreeHead, Failure> {
        let latest = ledger.directory_checkpoint().await?;
        let latest = latest.ok_or("nothing was signed in this database")?;
        let signed = opened(&latest.note, Log::Directory, keys);
        let signed = signed.map_err(|bad| format!("the directory's checkpoint: {bad}"))?;
        let Checkpoint { size, root, .. } = signed;
        while let missing @ 1.. = size.saturating_sub(self.size()) {
            let limit = u32::try_from(missing).unwrap_or(PAGE).min(PAGE);
            let page = ledger.directory_heads(self.size(), limit).await?;
            if page.is_empty() {
                break;
            }
            for head in page {
                self.take(&head.leaf, sizes)?;
            }
        }
        if (self.size(), self.tree.root()) != (size, root) {
            // The next time begins anew.
            *self = Heads::default();
            return Err("the heads in the database are not those that were signed".into());
        }
        Ok(TreeHead { size, root })
    }

    fn take(&mut self, leaf: &[u8], sizes: &BTreeSet<u64>) -> Result<(), Failure> {
        let index = self.tree.size();
        let head = Head::parse(leaf).map_err(|bad| format!("head {index}: {bad}"))?;
        self.tree.push(leaf_hash(leaf));
        let Head { size, root, .. } = head;
        let newest = TreeHead { size, root };
        let before = self.newest.insert(head.club_hash, newest);
        if before
            .is_some_and(|before| before.size > size || before.size == size && before != newest)
        {
            return Err(format!("head {index} goes behind one that was signed before").into());
        }
        if sizes.contains(&self.tree.size()) {
            self.roots.insert(self.tree.size(), self.tree.root());
        }
        Ok(())
    }
}

/// The newest heads by club. A club that is missing, or that has checkpoints beyond the directory, is an error.
fn of_clubs(
    mut newest: BTreeMap<Hash, TreeHead>,
    stored: &[ClubHead],
) -> Result<BTreeMap<ClubId, TreeHead>, Failure> {
    let mut clubs = BTreeMap::new();
    for ClubHead { club, signed, .. } in stored {
        let head = newest.remove(&club_hash(*club));
        let behind = |signed: &TreeHead| {
            head.is_none_or(|head| {
                head.size < signed.size || head.size == signed.size && head != *signed
            })
        };
        if let Some(signed) = signed.as_ref().filter(|signed| behind(signed)) {
            let size = signed.size;
            return Err(format!(
                "the club {club} has a checkpoint over {size} entries that the directory has not"
            )
            .into());
        }
        clubs.extend(head.map(|head| (*club, head)));
    }
    match newest.first_key_value() {
        None => Ok(clubs),
        Some((hash, head)) => Err(format!(
            "the directory has {} entries of clubs/{hash}, and the database has no such club: it went back",
            head.size
        )
        .into()),
    }
}
