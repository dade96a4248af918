//! What the directory of all clubs says of one.

use super::trust::{Known, Note, TrustedKey, Vouched, until, vouched};
use super::verification_failure::{Verdict, VerificationFailure, of_export};
use evidence::{
    BadExport, Checkpoint, ClubId, DirectoryHeader, ExportHeader, Frontier, Hash, Head, Leaves,
    Refusal, SignedNote, Timestamp, club_hash, read_directory,
};
use std::collections::HashMap;
use std::io::BufRead;

/// What somebody has of the directory.
pub enum Directory<'a> {
    /// A checkpoint of it.
    Checkpoint(SignedNote),
    /// All of it, to be read.
    Export(Box<dyn BufRead + 'a>),
}

/// Why the directory does not confirm an export.
#[derive(Debug, thiserror::Error)]
pub enum BadDirectory {
    /// Its lines, the first one included.
    #[error("the directory's export: {0}")]
    Export(#[source] BadExport),
    /// An entry of it is none, or goes against one before.
    #[error("entry {index} of the directory, counted from 0: {refusal}")]
    Head {
        /// Its index.
        index: u64,
        /// What is wrong with it.
        #[source]
        refusal: Refusal,
    },
    /// Its entries are not those that were signed.
    #[error("the first {size} entries of the directory are not those of {note}")]
    Root {
        /// Which checkpoint.
        note: Note,
        /// How many entries it is of.
        size: u64,
    },
    /// It shows nothing, since it and the export's own part of it are of different sizes and only the whole directory
    /// could connect them.
    #[error(
        "the directory that was given is of {given} entries, and the export has a proof for {proven}: which is part of which \
         shows only in an export of the directory of at least {proven} entries"
    )]
    Apart {
        /// The size of what was given.
        given: u64,
        /// The size that the export has a proof for.
        proven: u64,
    },
    /// The export does not say where in the directory its checkpoint is.
    #[error("the export has no proof that the directory has its checkpoint")]
    NoProof,
    /// The directory does not know of the checkpoint.
    #[error("the directory has no head of this club of {size} entries; the newest is of {newest}")]
    Absent {
        /// The size of the export.
        size: u64,
        /// The size of the club's newest head; 0 if it has none.
        newest: u64,
    },
}

impl BadDirectory {
    pub(super) fn verdict(&self) -> Verdict {
        match self {
            Self::Export(bad) => of_export(bad),
            Self::Head {
                refusal: Refusal::Version(_),
                ..
            }
            | Self::Apart { .. }
            | Self::NoProof
            | Self::Absent { .. } => Verdict::Incomplete,
            Self::Head { .. } | Self::Root { .. } => Verdict::Tampered,
        }
    }
}

/// The directory that an export proves to have its checkpoint.
pub(super) struct InExport {
    checkpoint: Checkpoint,
    /// The export's checkpoint, as one that the directory's keys vouch for too.
    pub(super) known: Known,
}

/// Opens the directory's part of an export. That the proof in it leads to its root was seen when the header was read.
pub(super) fn in_export(
    header: &ExportHeader,
    club: &Checkpoint,
    keys: &[TrustedKey],
) -> Result<Option<InExport>, VerificationFailure> {
    let Some(directory) = &header.directory else {
        return Ok(None);
    };
    let of_directory = |key: &evidence::VerifierKey| key.for_directory();
    let note = Note::ExportDirectory;
    let Vouched { checkpoint, by } = vouched(&directory.checkpoint, note, keys, of_directory)?;
    let known = Known::of(note, club, &by);
    Ok(Some(InExport { checkpoint, known }))
}

/// What the directory shows of a club whose export has `size` entries: its heads, each of which the entries are held against.
pub(super) fn shown(
    directory: Directory<'_>,
    (club, size): (ClubId, u64),
    in_export: Option<&InExport>,
    keys: &[TrustedKey],
) -> Result<Vec<Known>, VerificationFailure> {
    match directory {
        Directory::Checkpoint(note) => {
            compare(&note, in_export, keys)?;
            Ok(Vec::new())
        }
        Directory::Export(source) => {
            let (header, leaves) = read_directory(source).map_err(BadDirectory::Export)?;
            let heads = Reading::begin(&header, club, in_export, keys)?.read(leaves)?;
            // They never fall.
            let newest = heads.last().map_or(0, |head| head.size);
            match newest < size {
                true => Err(BadDirectory::Absent { size, newest }.into()),
                false => Ok(heads),
            }
        }
    }
}

/// Two checkpoints of the directory alone can only be compared if they are of one size.
fn compare(
    note: &SignedNote,
    in_export: Option<&InExport>,
    keys: &[TrustedKey],
) -> Result<(), VerificationFailure> {
    let given = vouched(note, Note::Directory, keys, |key| key.for_directory())?.checkpoint;
    let proven = &in_export.ok_or(BadDirectory::NoProof)?.checkpoint;
    if given.size != proven.size {
        let (given, proven) = (given.size, proven.size);
        return Err(BadDirectory::Apart { given, proven }.into());
    }
    same_root(Note::Directory, given.size, given.root, proven.root)
}

fn same_root(
    note: Note,
    size: u64,
    expected: Hash,
    found: Hash,
) -> Result<(), VerificationFailure> {
    match expected == found {
        true => Ok(()),
        false => Err(BadDirectory::Root { note, size }.into()),
    }
}

/// The directory's export, as far as it was read.
struct Reading {
    checkpoint: Checkpoint,
    until: Option<Timestamp>,
    /// The smaller directory that the export has a proof for.
    proven: Option<Checkpoint>,
    club_hash: Hash,
    frontier: Frontier,
    /// The newest head of every club.
    newest: HashMap<Hash, (u64, Hash)>,
    /// The heads of the one that it is about.
    heads: Vec<Known>,
}

impl Reading {
    fn begin(
        header: &DirectoryHeader,
        club: ClubId,
        in_export: Option<&InExport>,
        keys: &[TrustedKey],
    ) -> Result<Self, VerificationFailure> {
        let opened = vouched(&header.checkpoint, Note::Directory, keys, |key| {
            key.for_directory()
        });
        let Vouched { checkpoint, by } = opened?;
        let proven = in_export.map(|directory| directory.checkpoint.clone());
        if let Some(proven) = &proven
            && proven.size > checkpoint.size
        {
            let (given, proven) = (checkpoint.size, proven.size);
            return Err(BadDirectory::Apart { given, proven }.into());
        }
        Ok(Self {
            checkpoint,
            until: until(&by),
            proven,
            club_hash: club_hash(club),
            frontier: Frontier::EMPTY,
            newest: HashMap::new(),
            heads: Vec::new(),
        })
    }

    fn read<R: BufRead>(mut self, leaves: Leaves<R>) -> Result<Vec<Known>, VerificationFailure> {
        for leaf in leaves {
            let (seq, leaf) = leaf.map_err(BadDirectory::Export)?;
            self.head(&leaf).map_err(|refusal| {
                let index = seq.saturating_sub(1);
                BadDirectory::Head { index, refusal }
            })?;
            if let Some(Checkpoint { size, root, .. }) = self.proven
                && size == seq
            {
                same_root(Note::ExportDirectory, size, root, self.frontier.root())?;
            }
        }
        let Checkpoint { size, root, .. } = self.checkpoint;
        same_root(Note::Directory, size, root, self.frontier.root())?;
        Ok(self.heads)
    }

    fn head(&mut self, leaf: &[u8]) -> Result<(), Refusal> {
        let head = Head::parse(leaf)?;
        self.frontier.push(evidence::leaf_hash(leaf));
        let before = self.newest.insert(head.club_hash, (head.size, head.root));
        let grew = |(size, root)| size < head.size || (size, root) == (head.size, head.root);
        if !before.is_none_or(grew) {
            return Err(Refusal::Contradiction(
                "the head of a club is smaller than one before, or of one size with another root",
            ));
        }
        if head.club_hash == self.club_hash {
            self.heads.push(Known {
                from: Note::Head,
                size: head.size,
                root: head.root,
                until: self.until,
            });
        }
        Ok(())
    }
}
