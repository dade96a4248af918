use std::io;
use std::path::{Path, PathBuf};

/// Why there is no PostgreSQL to talk to, in words for the person who ran `faan`.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "found no PostgreSQL server programs (initdb and postgres, version {oldest} or newer){wanted}. \
         Run deploy/postgres.sh, or set FAAN_PG_BIN to the folder that holds them"
    )]
    NoPrograms { oldest: u32, wanted: String },
    #[error("FAAN_PG_BIN is {}, but there is no PostgreSQL {oldest} or newer in it{wanted}", folder.display())]
    NotInSetting {
        folder: PathBuf,
        oldest: u32,
        wanted: String,
    },
    #[error(
        "PostgreSQL refuses to run as root, and there is no user `postgres` or `nobody` to run it as"
    )]
    NoAccount,
    #[error("{} belongs to user id {owner}: run faan as that user, or choose another folder with FAAN_DATA_DIR", folder.display())]
    Foreign { folder: PathBuf, owner: u32 },
    #[error(
        "PostgreSQL refuses to run as root, and user id {uid}, which runs it instead, may not enter {}. \
         Choose another folder with FAAN_DATA_DIR",
        folder.display()
    )]
    Unreachable { folder: PathBuf, uid: u32 },
    #[error("initdb failed:\n{output}")]
    Initdb { output: String },
    #[error("PostgreSQL did not start ({status}). The end of {}:\n{log_end}", log.display())]
    NotStarted {
        status: String,
        log: PathBuf,
        log_end: String,
    },
    #[error("processes {pids:?} still work in {} and cannot be ended", folder.display())]
    Stubborn { folder: PathBuf, pids: Vec<i32> },
    #[error("{} is in the way: it must be a folder of mode 0700 that belongs to user id {uid}", folder.display())]
    BadSocketFolder { folder: PathBuf, uid: u32 },
    #[error("{what} {}: {source}", path.display())]
    Io {
        what: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    #[error("the thread that keeps PostgreSQL ended early")]
    KeeperGone,
}

/// Says what was being done to which path when the system refused.
pub(crate) trait Doing<T> {
    fn doing(self, what: &'static str, path: &Path) -> Result<T, Error>;
}

impl<T> Doing<T> for io::Result<T> {
    fn doing(self, what: &'static str, path: &Path) -> Result<T, Error> {
        self.map_err(|source| Error::Io {
            what,
            path: path.to_path_buf(),
            source,
        })
    }
}
