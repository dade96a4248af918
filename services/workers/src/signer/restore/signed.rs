//! Checkpoints with a signature by one of our keys.

use evidence::{BadCheckpoint, BadNote, Checkpoint, SignedNote, VerifierKey};

use crate::signer::{Keys, Log};

/// The checkpoint of this log in the note, if one of the keys signed it.
pub(super) fn opened(
    note: &SignedNote,
    log: Log,
    keys: &Keys,
) -> Result<Checkpoint, BadCheckpoint> {
    let mut opened = Err(BadCheckpoint::Note(BadNote::NobodyKnown));
    for key in keys.public() {
        match Checkpoint::open(note, &of_log(&key, log)) {
            Err(BadCheckpoint::Note(BadNote::NobodyKnown)) => (),
            found => opened = Ok(found?),
        }
    }
    opened
}

fn of_log(key: &VerifierKey, log: Log) -> VerifierKey {
    match log {
        Log::Directory => key.for_directory(),
        Log::Club(club) => key.for_club(club),
    }
}
