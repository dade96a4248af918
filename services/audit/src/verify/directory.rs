//! Compares an export with the directory of all clubs.

use super::bad_directory::BadDirectory;
use super::checkpoint_source::CheckpointSource;
use super::trust::{KnownRoot, TrustedKey, VerifiedCheckpoint, retired_at, verify_checkpoint};
use super::verification_failure::VerificationFailure;
use evidence::{
    Checkpoint, ClubId, DirectoryHeader, ExportHeader, Frontier, Hash, Head, Leaves, Refusal,
    SignedNote, Timestamp, club_hash, read_directory,
};
use std::collections::HashMap;
use std::io::BufRead;

/// A checkpoint or an export of the directory.
pub enum Directory<'a> {
    /// A checkpoint of the directory.
    Checkpoint(SignedNote),
    /// An export of the complete directory.
    Export(Box<dyn BufRead + 'a>),
}

/// The directory that includes the checkpoint of an export, according to the inclusion proof in the export.
pub(super) struct InExport {
    checkpoint: Checkpoint,
    /// The root of the export's checkpoint, as the signers of the directory confirm it.
    pub(super) known_root: KnownRoot,
}

/// Verifies the signatures of the directory's checkpoint in an export. The inclusion proof was verified when the header was
/// parsed.
pub(super) fn verify_inclusion(
    header: &ExportHeader,
    club: &Checkpoint,
    keys: &[TrustedKey],
) -> Result<Option<InExport>, VerificationFailure> {
    let Some(directory) = &header.directory else {
        return Ok(None);
    };
    let of_directory = |key: &evidence::VerifierKey| key.for_directory();
    let source = CheckpointSource::ExportDirectory;
    let VerifiedCheckpoint {
        checkpoint,
        signed_by,
    } = verify_checkpoint(&directory.checkpoint, source, keys, of_directory)?;
    let known_root = KnownRoot::of(source, club, &signed_by);
    Ok(Some(InExport {
        checkpoint,
        known_root,
    }))
}

/// Verifies the directory, and returns the roots of the club's heads in it. The export of the club has `size` entries.
pub(super) fn verify_heads(
    directory: Directory<'_>,
    (club, size): (ClubId, u64),
    in_export: Option<&InExport>,
    keys: &[TrustedKey],
) -> Result<Vec<KnownRoot>, VerificationFailure> {
    match directory {
        Directory::Checkpoint(note) => {
            compare(&note, in_export, keys)?;
            Ok(Vec::new())
        }
        Directory::Export(source) => {
            let (header, leaves) = read_directory(source).map_err(BadDirectory::Export)?;
            let heads = DirectoryReader::begin(&header, club, in_export, keys)?.read(leaves)?;
            // The sizes of the heads never decrease.
            let newest = heads.last().map_or(0, |head| head.size);
            match newest < size {
                true => Err(BadDirectory::Absent { size, newest }.into()),
                false => Ok(heads),
            }
        }
    }
}

/// Compares a checkpoint of the directory with the one in the export. Without the entries only checkpoints of the same size
/// can be compared.
fn compare(
    note: &SignedNote,
    in_export: Option<&InExport>,
    keys: &[TrustedKey],
) -> Result<(), VerificationFailure> {
    let source = CheckpointSource::Directory;
    let given = verify_checkpoint(note, source, keys, |key| key.for_directory())?.checkpoint;
    let proven = &in_export.ok_or(BadDirectory::NoProof)?.checkpoint;
    if given.size != proven.size {
        let (given, proven) = (given.size, proven.size);
        return Err(BadDirectory::Apart { given, proven }.into());
    }
    check_root(source, given.size, given.root, proven.root)
}

fn check_root(
    checkpoint: CheckpointSource,
    size: u64,
    expected: Hash,
    found: Hash,
) -> Result<(), VerificationFailure> {
    match expected == found {
        true => Ok(()),
        false => Err(BadDirectory::Root { checkpoint, size }.into()),
    }
}

/// Reads the export of the directory.
struct DirectoryReader {
    checkpoint: Checkpoint,
    /// The retirement of the keys that signed it, if all of them are retired.
    retired_at: Option<Timestamp>,
    /// The directory in the inclusion proof of the club's export.
    proven: Option<Checkpoint>,
    club_hash: Hash,
    frontier: Frontier,
    /// The newest head of every club.
    newest: HashMap<Hash, (u64, Hash)>,
    /// The heads of the club.
    heads: Vec<KnownRoot>,
}

impl DirectoryReader {
    fn begin(
        header: &DirectoryHeader,
        club: ClubId,
        in_export: Option<&InExport>,
        keys: &[TrustedKey],
    ) -> Result<Self, VerificationFailure> {
        let source = CheckpointSource::Directory;
        let of_directory = |key: &evidence::VerifierKey| key.for_directory();
        let VerifiedCheckpoint {
            checkpoint,
            signed_by,
        } = verify_checkpoint(&header.checkpoint, source, keys, of_directory)?;
        let proven = in_export.map(|directory| directory.checkpoint.clone());
        if let Some(proven) = &proven
            && proven.size > checkpoint.size
        {
            let (given, proven) = (checkpoint.size, proven.size);
            return Err(BadDirectory::Apart { given, proven }.into());
        }
        Ok(Self {
            checkpoint,
            retired_at: retired_at(&signed_by),
            proven,
            club_hash: club_hash(club),
            frontier: Frontier::EMPTY,
            newest: HashMap::new(),
            heads: Vec::new(),
        })
    }

    fn read<R: BufRead>(
        mut self,
        leaves: Leaves<R>,
    ) -> Result<Vec<KnownRoot>, VerificationFailure> {
        for leaf in leaves {
            let (seq, leaf) = leaf.map_err(BadDirectory::Export)?;
            self.add_head(&leaf).map_err(|refusal| {
                let index = seq.saturating_sub(1);
                BadDirectory::Head { index, refusal }
            })?;
            if let Some(Checkpoint { size, root, .. }) = self.proven
                && size == seq
            {
                check_root(
                    CheckpointSource::ExportDirectory,
                    size,
                    root,
                    self.frontier.root(),
                )?;
            }
        }
        let Checkpoint { size, root, .. } = self.checkpoint;
        check_root(
            CheckpointSource::Directory,
            size,
            root,
            self.frontier.root(),
        )?;
        Ok(self.heads)
    }

    fn add_head(&mut self, leaf: &[u8]) -> Result<(), Refusal> {
        let head = Head::parse(leaf)?;
        self.frontier.push(evidence::leaf_hash(leaf));
        let previous = self.newest.insert(head.club_hash, (head.size, head.root));
        let extends = |(size, root)| size < head.size || (size, root) == (head.size, head.root);
        if !previous.is_none_or(extends) {
            return Err(Refusal::Contradiction(
                "the head of a club is smaller than one before, or of one size with another root",
            ));
        }
        if head.club_hash == self.club_hash {
            self.heads.push(KnownRoot {
                from: CheckpointSource::Head,
                size: head.size,
                root: head.root,
                until: self.retired_at,
            });
        }
        Ok(())
    }
}
