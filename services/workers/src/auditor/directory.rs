//! Checks the directory of all clubs: the heads against the tree, and the tree against the signed checkpoints of the directory. The
//! checkpoints of a club are then compared with the club's heads in the directory.

use std::collections::{BTreeMap, HashMap};

use audit::StoredLedger;
use data_encoding::HEXLOWER;
use evidence::{
    ClubId, Frontier, Hash, Head, SignedNote, Subtree, WitnessKey, club_hash, leaf_hash,
};
use ledger::{
    AuditSnapshot, DirectoryPage, Projection, UncheckedCosignature, UncheckedDirectoryCheckpoint,
    UncheckedHead,
};
use serde_json::{Value as Json, json};
use tokio::runtime::Handle;

use crate::auditor::compare::Differences;
use crate::auditor::found::Stopped;

/// The number of heads in a page.
const PAGE: u32 = 4096;

/// The directory up to the last head that was read.
pub(super) struct Directory {
    club_hash: Hash,
    /// The Merkle tree over the heads.
    tree: Frontier,
    subtrees: Vec<Subtree>,
    /// Whether a head is missing. The tree cannot be compared then.
    broken: bool,
    /// The index of the next head.
    next: i64,
    /// The largest size of a stored checkpoint.
    signed: i64,
    /// The heads of the club by their sizes: the root, and the index.
    heads: BTreeMap<u64, (Hash, i64)>,
}

impl Directory {
    /// Reads the complete directory, and records the differences.
    pub(super) fn read(
        look: &AuditSnapshot,
        runtime: &Handle,
        stored: &StoredLedger,
        differences: &mut Differences,
    ) -> Result<Directory, Stopped> {
        let mut directory = Directory::new(stored.club());
        let mut after = None;
        loop {
            let page = runtime.block_on(look.directory(after, PAGE))?;
            after = page.heads.last().map(|head| head.index);
            let ends = page.heads.len() < PAGE as usize;
            directory.page(page, stored, differences);
            if ends {
                directory.end(differences);
                return Ok(directory);
            }
        }
    }

    /// Starts before the first head.
    fn new(club: ClubId) -> Directory {
        Directory {
            club_hash: club_hash(club),
            tree: Frontier::EMPTY,
            subtrees: Vec::new(),
            broken: false,
            next: 0,
            signed: 0,
            heads: BTreeMap::new(),
        }
    }

    /// Whether the directory has a head of the club.
    pub(super) fn knows(&self) -> bool {
        !self.heads.is_empty()
    }

    /// The fields of the club's checkpoint rows that follow from the heads.
    pub(super) fn checkpoints(&self) -> impl Iterator<Item = (String, Json)> {
        self.heads.iter().map(|(size, (root, index))| {
            let fields = json!({ "root": root, "head_index": index });
            (size.to_string(), fields)
        })
    }

    /// The complete subtrees of the tree.
    pub(super) fn subtrees(&self) -> &[Subtree] {
        &self.subtrees
    }

    /// The projection of the subtrees; `None` if a head is missing.
    pub(super) fn whole(&self) -> Option<Projection> {
        (!self.broken).then_some(Projection::DirectorySubtrees)
    }

    fn page(&mut self, page: DirectoryPage, stored: &StoredLedger, differences: &mut Differences) {
        let mut checkpoints = page.checkpoints.iter().peekable();
        for head in &page.heads {
            self.head(head, differences);
            while let Some(kept) = checkpoints.next_if(|kept| kept.size <= self.next) {
                self.checkpoint(kept, stored, differences);
            }
        }
        for kept in checkpoints {
            self.checkpoint(kept, stored, differences);
        }
        let notes: HashMap<i64, &str> = page
            .checkpoints
            .iter()
            .map(|kept| (kept.size, kept.note.as_str()))
            .collect();
        for kept in &page.cosignatures {
            let note = notes.get(&kept.size).copied();
            cosignature(kept, note, differences);
        }
    }

    fn head(&mut self, kept: &UncheckedHead, differences: &mut Differences) {
        let id = kept.index.to_string();
        if kept.index < self.next {
            let stored = json!({ "leaf_hash": HEXLOWER.encode(&kept.leaf_hash) });
            differences.note(("heads", &id, None), stored, Json::Null);
            return;
        }
        if kept.index > self.next {
            let missing = self.next.to_string();
            let due = json!({ "index": self.next });
            differences.note(("heads", &missing, None), Json::Null, due);
            self.broken = true;
        }
        self.next = kept.index.saturating_add(1);
        let due = leaf_hash(&kept.leaf);
        let found: Option<[u8; 32]> = kept.leaf_hash.as_slice().try_into().ok();
        if found != Some(due.0) {
            let stored = HEXLOWER.encode(&kept.leaf_hash).into();
            differences.note(("heads", &id, Some("leaf_hash")), stored, json!(due));
        }
        // The stored hash is added, so that changed bytes do not appear as a changed tree too.
        let pushed = self.tree.push(found.map_or(due, Hash));
        self.subtrees.extend(pushed);
        match Head::parse(&kept.leaf) {
            Ok(head) if head.club_hash == self.club_hash => {
                self.heads.insert(head.size, (head.root, kept.index));
            }
            Ok(_) => {}
            Err(refusal) => {
                let stored = refusal.to_string().into();
                differences.note(("heads", &id, Some("leaf")), stored, "a head".into());
            }
        }
    }

    fn checkpoint(
        &mut self,
        kept: &UncheckedDirectoryCheckpoint,
        stored: &StoredLedger,
        differences: &mut Differences,
    ) {
        let (table, id) = ("directory_checkpoints", kept.size.to_string());
        self.signed = self.signed.max(kept.size);
        if kept.size != self.next || kept.size < 1 {
            let row = json!({ "tree": HEXLOWER.encode(&kept.tree) });
            differences.note((table, &id, None), row, Json::Null);
            return;
        }
        if self.broken {
            return;
        }
        let (size, root) = (self.tree.size(), self.tree.root());
        let (found, due) = (
            HEXLOWER.encode(&kept.tree),
            HEXLOWER.encode(&self.tree.to_bytes()),
        );
        if found != due {
            differences.note((table, &id, Some("tree")), found.into(), due.into());
        }
        let due = json!({ "size": size, "root": root });
        let found = match stored.directory(&kept.note) {
            Ok(note) => json!({ "size": note.size, "root": note.root }),
            Err(failure) => failure.to_string().into(),
        };
        if found != due {
            differences.note((table, &id, Some("note")), found, due);
        }
    }

    /// Checks after the last head that a checkpoint covers all heads.
    fn end(&self, differences: &mut Differences) {
        if self.signed < self.next {
            let (id, due) = (
                self.next.to_string(),
                HEXLOWER.encode(&self.tree.to_bytes()),
            );
            let due = json!({ "tree": due });
            differences.note(("directory_checkpoints", &id, None), Json::Null, due);
        }
    }
}

/// Checks that a cosignature is valid for its witness and its checkpoint.
fn cosignature(kept: &UncheckedCosignature, note: Option<&str>, differences: &mut Differences) {
    let (table, id) = ("cosignatures", format!("{}/{}", kept.size, kept.witness));
    let Some(note) = note else {
        let row = json!({ "line": kept.line });
        return differences.note((table, &id, None), row, Json::Null);
    };
    let Ok(witness) = kept.witness.parse::<WitnessKey>() else {
        let stored = kept.witness.as_str().into();
        let due = "a verifier key of a witness".into();
        return differences.note((table, &id, Some("witness")), stored, due);
    };
    let heard = SignedNote::parse(note.as_bytes())
        .and_then(|note| note.with_lines(kept.line.as_bytes()))
        .and_then(|note| note.verify(&[], &[witness]));
    if heard.is_err() {
        let due = "a cosignature of this checkpoint by this witness".into();
        let stored = kept.line.as_str().into();
        differences.note((table, &id, Some("line")), stored, due);
    }
}

#[cfg(test)]
mod tests;
