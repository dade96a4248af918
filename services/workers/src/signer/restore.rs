//! `faan restore-record`: restores a lost record of the signer from the signed checkpoints in the database.
//!
//! The database itself cannot show that it is the latest state. The operator has to make sure of that, if possible with
//! checkpoints that were kept elsewhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use evidence::{Checkpoint, SignedNote, verify_consistency};
use host::{Failure, print, read_file};
use ledger::{SignerLedger, TreeHead};

use crate::config;
use crate::signer::refusal::Accusation;
use crate::signer::{Keys, Log, Record};
use found::{Found, Heads};
use signed::opened;

mod found;
mod signed;

pub async fn run(config: config::RestoreRecord) -> Result<(), Failure> {
    print(&restore(&config).await?)?;
    Ok(())
}

/// Restores the record, and reports its sources.
pub(super) async fn restore(config: &config::RestoreRecord) -> Result<String, Failure> {
    let keys = Keys::told(&config.files)?;
    let service = keys.service();
    let kept = config.kept.iter().map(|path| Kept::read(path, &keys));
    let kept = kept.collect::<Result<Vec<_>, _>>()?;
    let ledger = SignerLedger::connect(&config.place.signer_database_url).await?;
    let mut record = Record::open(&config.place.signer_record, service)?;
    let folder = config.place.signer_record.display();
    if !record.is_empty() {
        return Err(format!("there is a record in {folder}: it is left as it is").into());
    }
    if let Some(Accusation { reason, .. }) = Accusation::standing(&ledger).await? {
        return Err(format!(
            "a signer refuses this database: {reason}. Nothing is restored: whoever went on from it would sign a second history. If that signer recorded what it never signed, delete its refusal first (deploy/README.md)"
        )
        .into());
    }
    let sizes = kept.iter().filter_map(Kept::of_directory);
    let mut heads = Heads::default();
    let found = Found::read(&ledger, &keys, (&mut heads, sizes.collect())).await?;
    for one in &kept {
        let holds = one.hold(&found, &ledger).await?;
        let (path, log) = (one.path.display(), &one.checkpoint.origin);
        holds.map_err(|why| format!("{path}, {log}: {why}. Nothing is restored"))?;
    }
    record.follow(&found.round())?;
    Ok(said(&found, &kept, service, &format!("{folder}")))
}

/// Goes on from what another signer signs.
#[derive(Default)]
pub(super) struct Follower {
    /// What it read of the directory so far: each time, it reads only what is new.
    heads: Heads,
}

impl Follower {
    /// The record gets the signed heads in the database, if they extend what is in it; if not, it stays as it is, and the answer is the reason.
    /// An empty record stays empty, since nothing shows that they are the latest.
    pub(super) async fn follow(
        &mut self,
        ledger: &SignerLedger,
        keys: &Keys,
        record: &mut Record,
    ) -> Result<Result<(), String>, Failure> {
        let Some(directory) = record.last(Log::Directory) else {
            return Ok(Ok(()));
        };
        if self.heads.size() > directory.size {
            self.heads = Heads::default();
        }
        let sizes = [directory.size].into();
        let found = Found::read(ledger, keys, (&mut self.heads, sizes)).await?;
        let clubs = record.clubs().map(|(club, head)| (Log::Club(club), head));
        for (log, head) in clubs.chain([(Log::Directory, directory)]) {
            if let Err(why) = hold(log, head, &found, ledger).await? {
                return Ok(Err(format!("{log}: {why}")));
            }
        }
        let mut round = found.round();
        round
            .clubs
            .retain(|(club, head)| record.last(Log::Club(*club)) != Some(*head));
        record.follow(&round)?;
        Ok(Ok(()))
    }
}

/// A checkpoint from elsewhere that one of the keys signed.
struct Kept {
    path: PathBuf,
    log: Log,
    checkpoint: Checkpoint,
}

impl Kept {
    fn read(path: &Path, keys: &Keys) -> Result<Kept, Failure> {
        let read = |note: &[u8]| {
            let note = SignedNote::parse(note).map_err(|bad| bad.to_string())?;
            let stated = note.text().lines().next().unwrap_or_default();
            let log = Log::of_origin(stated, keys.service());
            let log = log.ok_or_else(|| format!("{stated} is no log of {}", keys.service()))?;
            let checkpoint = opened(&note, log, keys).map_err(|bad| bad.to_string())?;
            let path = path.to_path_buf();
            Ok::<_, String>(Kept {
                path,
                log,
                checkpoint,
            })
        };
        let note = read_file(path)?;
        read(&note).map_err(|bad| format!("{} is no checkpoint: {bad}", path.display()).into())
    }

    fn of_directory(&self) -> Option<u64> {
        (self.log == Log::Directory).then_some(self.checkpoint.size)
    }

    /// Checks that the log in the database extends this checkpoint.
    async fn hold(
        &self,
        found: &Found,
        ledger: &SignerLedger,
    ) -> Result<Result<(), String>, Failure> {
        let Checkpoint { size, root, .. } = self.checkpoint;
        hold(self.log, TreeHead { size, root }, found, ledger).await
    }
}

/// Checks that the log in the database extends a head that was signed of it.
async fn hold(
    log: Log,
    head: TreeHead,
    found: &Found,
    ledger: &SignerLedger,
) -> Result<Result<(), String>, Failure> {
    let TreeHead { size, root } = head;
    let newest = found.last(log).map_or(0, |head| head.size);
    let Some(last) = found.last(log).filter(|last| last.size >= size) else {
        return Ok(Err(format!(
            "{size} entries of it were signed, and the database has signed {newest}: it went back"
        )));
    };
    let other = format!("its first {size} entries are not those that were signed then");
    let Log::Club(club) = log else {
        let same = found.directory_root(size) == Some(root);
        return Ok(same.then_some(()).ok_or(other));
    };
    if last == head {
        return Ok(Ok(()));
    }
    let proof = ledger.consistency_proof(club, size, last.size).await?;
    let Some(proof) = proof else {
        let why = format!("entries are missing up to the {newest} that were signed");
        return Ok(Err(why));
    };
    let grew = verify_consistency(size, root, last.size, last.root, &proof);
    Ok(grew.map_err(|bad| format!("{other}: {bad}")))
}

/// The report: the sources that were trusted, and the facts without evidence.
fn said(found: &Found, kept: &[Kept], service: &str, folder: &str) -> String {
    let round = found.round();
    let (size, root) = (round.directory.size, round.directory.root);
    let clubs = round.clubs.len();
    let mut said = format!(
        "{folder} goes on from {service}/directory with {size} heads and the root {root}, which the key signed, and from the newest head there of each of {clubs} clubs.\n"
    );
    for Kept {
        path, checkpoint, ..
    } in kept
    {
        let Checkpoint { origin, size, .. } = checkpoint;
        // Writing to a string does not fail.
        let _ = writeln!(
            said,
            "It grew out of {}: {origin} with {size}.",
            path.display()
        );
    }
    said += "Nothing shows that this was the last that was signed, but what others kept.\n";
    said
}
