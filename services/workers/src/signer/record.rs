//! A record of everything that was signed. It is stored outside the database, so that a changed database cannot make the signer
//! sign another history.
//!
//! The record is a folder. For each log it has a file with the last checkpoint that was signed or will be signed next
//! (`directory`, `clubs/<club id>`). The file `round` has all checkpoints of the round that may not be stored yet, with that of the
//! directory at the end. Every checkpoint is written here before it is signed. The file `followed` says that another signer signed what
//! is in the record last.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use evidence::Checkpoint;
use host::{Failure, Lock, make_private_folder};
use ledger::{ClubId, TreeHead};

use crate::signer::Log;

/// The file that says that another signer signed last.
const FOLLOWED: &str = "followed";

/// How long to wait for a killed signer to release the record.
const PATIENCE: Duration = Duration::from_secs(2);

/// Checkpoints that are signed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Round {
    /// The clubs and their heads, in the order of the directory.
    pub(crate) clubs: Vec<(ClubId, TreeHead)>,
    /// The directory with all these heads.
    pub(crate) directory: TreeHead,
}

/// The record, locked by this process.
pub(crate) struct Record {
    folder: PathBuf,
    service: String,
    last: BTreeMap<Log, TreeHead>,
    unfinished: Option<Round>,
    follows: bool,
    _lock: Lock,
}

impl Record {
    /// Opens the record of a service, or creates an empty one. A file that cannot be read is an error and never counts as missing.
    pub(crate) fn open(folder: &Path, service: &str) -> Result<Record, Failure> {
        let clubs = folder.join("clubs");
        make_private_folder(&clubs)
            .map_err(|error| format!("cannot use {}: {error}", folder.display()))?;
        let lock = Lock::take(&folder.join("lock"), PATIENCE)?;
        let mut record = Record {
            folder: folder.to_path_buf(),
            service: service.to_owned(),
            last: BTreeMap::new(),
            unfinished: None,
            follows: folder.join(FOLLOWED).try_exists()?,
            _lock: lock,
        };
        let mut files = vec![folder.join("directory")];
        for entry in fs::read_dir(&clubs)? {
            files.push(entry?.path());
        }
        // A file that was not completely written before a crash was never signed.
        for path in files.iter().filter(|path| path.extension().is_none()) {
            record.last.extend(record.read(path)?);
        }
        record.unfinished = record.read_round()?;
        let recorded = record.last(Log::Directory).map_or(0, |last| last.size);
        match record.unfinished.clone() {
            // A crash may have prevented the writing of some files.
            Some(round) if round.directory.size >= recorded => record.keep(&round)?,
            // A crash prevented the writing of the directory, which is last, to an empty record: it is empty still.
            None if record.follows && recorded == 0 => record.last.clear(),
            _ => (),
        }
        Ok(record)
    }

    /// Whether the record is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.last.is_empty() && self.unfinished.is_none()
    }

    /// Goes on from these heads, which another signer signed.
    pub(crate) fn follow(&mut self, signed: &Round) -> io::Result<()> {
        write(&self.folder.join(FOLLOWED), "")?;
        sync(&self.folder)?;
        self.follows = true;
        if self.unfinished.is_some() {
            // What was signed extends it.
            self.finish()?;
        }
        self.keep(signed)
    }

    /// Whether another signer signed last, as far as this record knows.
    pub(crate) fn follows(&self) -> bool {
        self.follows
    }

    /// The last head of a log that was signed or will be signed next.
    pub(crate) fn last(&self, log: Log) -> Option<TreeHead> {
        self.last.get(&log).copied()
    }

    /// The last heads of all clubs.
    pub(crate) fn clubs(&self) -> impl Iterator<Item = (ClubId, TreeHead)> {
        self.last.iter().filter_map(|(log, head)| match log {
            Log::Club(club) => Some((*club, *head)),
            Log::Directory => None,
        })
    }

    /// The round that may not be stored yet.
    pub(crate) fn unfinished(&self) -> Option<&Round> {
        self.unfinished.as_ref()
    }

    /// Records a round before it is signed. After this returns, the record survives a crash.
    pub(crate) fn begin(&mut self, round: Round) -> io::Result<()> {
        let clubs = round
            .clubs
            .iter()
            .map(|(club, head)| (Log::Club(*club), *head));
        let logs = clubs.chain([(Log::Directory, round.directory)]);
        let texts: Vec<String> = logs.map(|(log, head)| self.text(log, head)).collect();
        write(&self.folder.join("round"), &texts.join("\n"))?;
        sync(&self.folder)?;
        self.keep(&round)?;
        self.unfinished = Some(round);
        if self.follows {
            fs::remove_file(self.folder.join(FOLLOWED))?;
            self.follows = false;
        }
        Ok(())
    }

    /// Records that the round was stored.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        // If the file is there again after a crash, the signer finds that the round is stored.
        fs::remove_file(self.folder.join("round"))?;
        self.unfinished = None;
        Ok(())
    }

    /// Writes the heads of a round as the last heads of their logs.
    fn keep(&mut self, round: &Round) -> io::Result<()> {
        for (club, head) in &round.clubs {
            let path = self.folder.join("clubs").join(club.to_string());
            write(&path, &self.text(Log::Club(*club), *head))?;
            self.last.insert(Log::Club(*club), *head);
        }
        let directory = self.text(Log::Directory, round.directory);
        write(&self.folder.join("directory"), &directory)?;
        self.last.insert(Log::Directory, round.directory);
        sync(&self.folder.join("clubs"))?;
        sync(&self.folder)
    }

    fn text(&self, log: Log, head: TreeHead) -> String {
        log.checkpoint(&self.service, head).to_string()
    }

    /// The checkpoint in a file; `None` if there is no file.
    fn read(&self, path: &Path) -> Result<Option<(Log, TreeHead)>, Failure> {
        let found = text_of(path)?.map(|text| self.parse(&text).ok_or_else(|| self.damaged(path)));
        let Some((log, head)) = found.transpose()? else {
            return Ok(None);
        };
        let name = match log {
            Log::Directory => "directory".to_owned(),
            Log::Club(club) => club.to_string(),
        };
        if path.file_name().is_none_or(|file| *file != *name) {
            return Err(self.damaged(path));
        }
        Ok(Some((log, head)))
    }

    fn read_round(&self) -> Result<Option<Round>, Failure> {
        let path = self.folder.join("round");
        let Some(text) = text_of(&path)? else {
            return Ok(None);
        };
        let round = self.parse_round(&text).ok_or_else(|| self.damaged(&path));
        round.map(Some)
    }

    fn parse_round(&self, text: &str) -> Option<Round> {
        let (clubs, directory) = text.trim_end_matches('\n').rsplit_once("\n\n")?;
        let (Log::Directory, directory) = self.parse(&format!("{directory}\n"))? else {
            return None;
        };
        let club = |text| match self.parse(&format!("{text}\n"))? {
            (Log::Club(club), head) => Some((club, head)),
            (Log::Directory, _) => None,
        };
        let clubs = clubs.split("\n\n").map(club).collect::<Option<_>>()?;
        Some(Round { clubs, directory })
    }

    fn parse(&self, text: &str) -> Option<(Log, TreeHead)> {
        let Checkpoint { origin, size, root } = text.parse().ok()?;
        let log = Log::of_origin(&origin, &self.service)?;
        Some((log, TreeHead { size, root }))
    }

    fn damaged(&self, path: &Path) -> Failure {
        let (path, service) = (path.display(), &self.service);
        format!("{path} is not as the signer of {service} writes it; without its record it does not sign").into()
    }
}

fn text_of(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot read {}: {error}", path.display()).into()),
    }
}

/// Replaces a file in one step.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let side = path.with_added_extension("new");
    let mut file = File::create(&side)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&side, path)
}

/// Flushes a folder to the disk, so that the names of its files survive a crash.
fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests;
