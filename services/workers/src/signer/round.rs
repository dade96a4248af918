//! One round of the signer: reads the heads, refuses those that contradict signed checkpoints, records the others, signs and stores them.

use std::collections::BTreeMap;

use evidence::{
    BadProof, Frontier, Head, Refusal, Subtree, club_hash, leaf_hash, verify_consistency,
};
use host::Failure;
use ledger::{ClubHead, ClubId, Hash, NewCheckpoint, SignedRound, SignerLedger, TreeHead};

use crate::signer::record::{Record, Round};
use crate::signer::refusal::Accusation;
use crate::signer::{Keys, Log, Why, measure};

/// The maximum number of clubs in a round.
const TOGETHER: usize = 256;

/// Where a signer is, compared with what is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// It signed last.
    Last,
    /// Another signer signed since.
    Behind,
    /// The database went back, or has not all of a round yet, or the record is lost.
    Unknown,
}

/// The signer. It may be stopped or killed at any time.
pub(crate) struct Signer {
    pub(super) ledger: SignerLedger,
    pub(super) keys: Keys,
    pub(super) record: Record,
}

impl Signer {
    pub(crate) async fn new(
        ledger: SignerLedger,
        keys: Keys,
        record: Record,
    ) -> Result<Signer, Failure> {
        ledger.use_keys(&keys.public()).await?;
        Ok(Signer {
            ledger,
            keys,
            record,
        })
    }

    /// Signs the logs that have grown and were not signed often of late. With `all`, it signs all that have grown, and checks that everything that was
    /// signed is still stored.
    pub(crate) async fn round(&mut self, all: bool) -> Result<(), Failure> {
        let refused = self.sign(all).await?;
        measure::round(all, refused.len());
        for (log, why) in &refused {
            tracing::error!(%log, %why, "the signer refuses a log: it is not what was signed before");
        }
        let words = |(log, why): &(Log, Why)| (log.to_string(), why.to_string());
        let refused = refused.iter().map(words).collect();
        Ok(self.ledger.report(refused, all).await?)
    }

    /// Says that the stored directory is not the one that this signer signed, also while another one signs, unless somebody who signed more says so.
    pub(super) async fn accuse(&self) -> Result<(), Failure> {
        let (stored, standing) = (
            self.ledger.directory_checkpoint().await?,
            Accusation::standing(&self.ledger).await?,
        );
        let found = head_of(&stored.map_or(Frontier::EMPTY, |stored| stored.tree));
        let Some(why @ Why::Other { signed, .. }) = self.refuse_directory(found) else {
            return Ok(());
        };
        if standing.is_none_or(|standing| standing.signed < signed) {
            tracing::error!(%why, "the signer refuses the directory, which another one signs");
            let refusal = (Log::Directory.to_string(), why.to_string());
            self.ledger.refuse(refusal).await?;
        }
        Ok(())
    }

    /// Whether the stored directory is the one that this signer recorded last, and if not, whether another signer may have signed since:
    /// one that has fewer heads went back, and an empty record knows nothing.
    pub(super) async fn position(&self) -> Result<Position, Failure> {
        let stored = self.ledger.directory_checkpoint().await?;
        let found = head_of(&stored.map_or(Frontier::EMPTY, |stored| stored.tree));
        if self.refuse_directory(found).is_none() {
            return Ok(Position::Last);
        }
        let last = self.record.last(Log::Directory);
        Ok(match last.is_some_and(|last| found.size >= last.size) {
            true => Position::Behind,
            false => Position::Unknown,
        })
    }

    async fn sign(&mut self, all: bool) -> Result<Vec<(Log, Why)>, Failure> {
        let stored = self.ledger.directory_checkpoint().await?;
        if let Some(stored) = &stored {
            measure::signed_at(stored.signed_at);
        }
        let mut tree = stored.map_or(Frontier::EMPTY, |stored| stored.tree);
        let unfinished = self.record.unfinished().cloned();
        if let Some(round) = unfinished {
            tree = self.finish(tree, round).await?;
        }
        let refused = self.refuse_directory(head_of(&tree));
        if let Some(why) = refused {
            return Ok(vec![(Log::Directory, why)]);
        }
        let heads = self.ledger.heads(!all).await?;
        let mut refused = if all { self.gone(&heads) } else { Vec::new() };
        let mut grown = Vec::new();
        for found in &heads {
            match self.judge(found).await? {
                Ok(true) => grown.push((found.club, found.head)),
                Ok(false) => (),
                Err(why) => refused.push((Log::Club(found.club), why)),
            }
        }
        for together in grown.chunks(TOGETHER) {
            tree = self.sign_together(tree, together.to_vec()).await?;
        }
        measure::directory(tree.size());
        if all {
            measure::clubs(&heads);
        }
        Ok(refused)
    }

    /// Completes the recorded round, which may be signed already, without changes. Returns the directory that is stored then.
    async fn finish(&mut self, tree: Frontier, round: Round) -> Result<Frontier, Failure> {
        if head_of(&tree) == round.directory {
            self.record.finish()?;
            return Ok(tree);
        }
        let draft = Draft::of(tree.clone(), &round.clubs)?;
        if head_of(&draft.tree) != round.directory {
            // The stored directory is not the one that the round extends. The next check refuses it.
            return Ok(tree);
        }
        let heads = self.ledger.heads(false).await?;
        let heads: BTreeMap<ClubId, ClubHead> =
            heads.into_iter().map(|found| (found.club, found)).collect();
        let mut storable = Vec::new();
        for (club, _) in &round.clubs {
            // A checkpoint is stored with its entries. If the club is gone, only the directory has its head.
            if let Some(found) = heads.get(club) {
                storable.extend(self.judge(found).await?.is_ok().then_some(*club));
            }
        }
        self.store(&round, draft, &storable).await
    }

    async fn sign_together(
        &mut self,
        tree: Frontier,
        clubs: Vec<(ClubId, TreeHead)>,
    ) -> Result<Frontier, Failure> {
        let draft = Draft::of(tree, &clubs)?;
        let directory = head_of(&draft.tree);
        let storable: Vec<ClubId> = clubs.iter().map(|(club, _)| *club).collect();
        let round = Round { clubs, directory };
        self.record.begin(round.clone())?;
        self.store(&round, draft, &storable).await
    }

    /// Signs a recorded round, and stores it.
    async fn store(
        &mut self,
        round: &Round,
        draft: Draft,
        storable: &[ClubId],
    ) -> Result<Frontier, Failure> {
        let mut checkpoints = Vec::new();
        for (head_index, (club, head)) in (draft.first..).zip(&round.clubs) {
            let note = self.keys.sign(Log::Club(*club), *head)?;
            if storable.contains(club) {
                checkpoints.push(NewCheckpoint {
                    club: *club,
                    head: *head,
                    note,
                    head_index,
                });
            }
        }
        let signed = SignedRound {
            first_head: draft.first,
            heads: draft.heads,
            completes: draft.completes,
            tree: draft.tree.clone(),
            note: self.keys.sign(Log::Directory, round.directory)?,
            checkpoints,
        };
        self.ledger.store(signed).await?;
        measure::signed();
        self.record.finish()?;
        Ok(draft.tree)
    }

    /// Whether a club has entries to sign, or why it is refused.
    async fn judge(&self, found: &ClubHead) -> Result<Result<bool, Why>, Failure> {
        let ClubHead { club, head, signed } = *found;
        let Some(last) = self.record.last(Log::Club(club)) else {
            let unrecorded = |signed: TreeHead| Err(Why::Unrecorded { found: signed.size });
            return Ok(signed.map_or(Ok(true), unrecorded));
        };
        // Usually the club has no new entries.
        if last == head {
            return Ok(Ok(signed != Some(head)));
        }
        let signed_size = last.size;
        if head.size < signed_size {
            return Ok(Err(Why::Shrunk {
                found: head.size,
                signed: signed_size,
            }));
        }
        let proof = self.ledger.consistency_proof(club, signed_size, head.size);
        let Some(proof) = proof.await? else {
            let signed = signed_size;
            return Ok(Err(Why::Unproven { signed }));
        };
        Ok(match grew(last, head, &proof) {
            Ok(()) => Ok(signed != Some(head)),
            Err(bad) => Err(Why::Changed {
                signed: signed_size,
                bad,
            }),
        })
    }

    /// Checks that the directory is the one that was signed last, since only the signer adds to it.
    fn refuse_directory(&self, found: TreeHead) -> Option<Why> {
        match self.record.last(Log::Directory) {
            Some(last) if last == found => None,
            Some(last) => Some(Why::Other {
                found: found.size,
                signed: last.size,
            }),
            None if found.size == 0 => None,
            None => Some(Why::Unrecorded { found: found.size }),
        }
    }

    /// The signed clubs that are no longer stored.
    fn gone(&self, heads: &[ClubHead]) -> Vec<(Log, Why)> {
        let is_gone = |club: &ClubId| {
            let found = heads.binary_search_by_key(club, |found| found.club);
            found.is_err()
        };
        let clubs = self.record.clubs().filter(|(club, _)| is_gone(club));
        let refuse = |(club, last): (ClubId, TreeHead)| {
            let signed = last.size;
            (Log::Club(club), Why::Gone { signed })
        };
        clubs.map(refuse).collect()
    }
}

fn grew(last: TreeHead, head: TreeHead, proof: &[Hash]) -> Result<(), BadProof> {
    verify_consistency(last.size, last.root, head.size, head.root, proof)
}

fn head_of(tree: &Frontier) -> TreeHead {
    TreeHead {
        size: tree.size(),
        root: tree.root(),
    }
}

/// The directory with further heads.
struct Draft {
    first: u64,
    heads: Vec<Vec<u8>>,
    completes: Vec<Subtree>,
    tree: Frontier,
}

impl Draft {
    fn of(mut tree: Frontier, clubs: &[(ClubId, TreeHead)]) -> Result<Draft, Refusal> {
        let first = tree.size();
        let (mut heads, mut completes) = (Vec::new(), Vec::new());
        for (club, TreeHead { size, root }) in clubs {
            let (club_hash, size, root) = (club_hash(*club), *size, *root);
            let head = Head {
                club_hash,
                size,
                root,
            };
            let leaf = head.to_bytes()?;
            completes.extend(tree.push(leaf_hash(&leaf)));
            heads.push(leaf);
        }
        Ok(Draft {
            first,
            heads,
            completes,
            tree,
        })
    }
}
