//! One `faan` per data folder.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Held until dropped, or until the process ends, however it ends. The file stays: it is only a place for the lock.
pub struct Lock(File);

/// Why a lock cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another process has it.
    #[error("faan is already running here: {holder}")]
    Held {
        /// What it says of itself.
        holder: String,
    },
    /// The system refuses.
    #[error("cannot lock {}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Lock {
    /// Takes the lock, or says who has it. A holder that was just killed may need some patience to let go.
    ///
    /// # Errors
    /// Another process has it, or the system refuses.
    pub fn take(path: &Path, patience: Duration) -> Result<Lock, Error> {
        let failed = |source| Error::Io {
            path: path.to_path_buf(),
            source,
        };
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let started = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if started.elapsed() < patience => {
                    sleep(Duration::from_millis(50))
                }
                Err(TryLockError::WouldBlock) => return Err(Error::Held { holder: read(file) }),
                Err(TryLockError::Error(source)) => return Err(failed(source)),
            }
        }
        let mut lock = Lock(file);
        lock.describe("starting").map_err(failed)?;
        Ok(lock)
    }

    /// Says who holds the lock, and what whoever else wants it should know.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn describe(&mut self, what: &str) -> io::Result<()> {
        self.0.rewind()?;
        self.0.set_len(0)?;
        writeln!(self.0, "process {}, {what}", std::process::id())
    }
}

fn read(mut file: File) -> String {
    let mut text = String::new();
    match file.read_to_string(&mut text) {
        Ok(_) => text.trim_end().to_owned(),
        Err(error) => format!("(and its lock file cannot be read: {error})"),
    }
}
