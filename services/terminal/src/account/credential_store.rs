//! The file in which `faan login` stores credentials, readable by its owner only, and its lock file.

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy as _, choose_base_strategy};
use host::secret;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use super::cli_error::CliError;
use super::clubs::ChosenClub;

/// The signed-in account, its service, and its tokens.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Credentials {
    pub(super) url: String,
    pub(super) email: String,
    /// The club of commands that name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) club: Option<ChosenClub>,
    #[serde(flatten)]
    pub(super) tokens: Tokens,
}

/// The tokens of a session, as the service issues them and as they are stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Tokens {
    pub(super) access_token: String,
    pub(super) refresh_token: String,
    /// The lifetime of the access token in seconds.
    #[serde(default, skip_serializing)]
    expires_in: i64,
    /// The time when the access token expires, in seconds since 1970.
    #[serde(default)]
    ends_at: i64,
}

/// A token that expires earlier than this is not sent, since it may expire on the way.
const MARGIN: Duration = Duration::seconds(30);

impl Tokens {
    pub(super) fn good_from(self, now: OffsetDateTime) -> Tokens {
        Tokens {
            ends_at: now.unix_timestamp().saturating_add(self.expires_in),
            ..self
        }
    }

    pub(super) fn is_good(&self, now: OffsetDateTime) -> bool {
        self.ends_at > (now + MARGIN).unix_timestamp()
    }
}

/// The file with the credentials.
#[derive(Debug)]
pub(super) struct CredentialStore {
    path: PathBuf,
}

/// The file while this process holds its lock.
pub(super) struct Locked<'a> {
    path: &'a Path,
    _lock: File,
}

impl CredentialStore {
    /// Locates the file, and creates its folder if necessary.
    pub(super) fn open(named: Option<&Path>) -> Result<CredentialStore, CliError> {
        let path = match named {
            Some(path) => path.to_path_buf(),
            None => {
                let places = choose_base_strategy();
                let places = places.map_err(|error| CliError::Failed(error.to_string()))?;
                places.config_dir().join("faan/login.json")
            }
        };
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            let made = DirBuilder::new().mode(0o700).recursive(true).create(folder);
            made.map_err(|error| cannot("use", folder, &error))?;
        }
        Ok(CredentialStore { path })
    }

    /// Reads the credentials. A file is always complete, since it is replaced in one step.
    pub(super) fn read(&self) -> Result<Option<Credentials>, CliError> {
        read(&self.path)
    }

    /// Waits for the lock of the file.
    pub(super) fn lock(&self) -> Result<Locked<'_>, CliError> {
        let place = self.path.with_added_extension("lock");
        let failed = |error| cannot("lock", &place, &error);
        let lock = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&place)
            .map_err(failed)?;
        lock.lock().map_err(failed)?;
        Ok(Locked {
            path: &self.path,
            _lock: lock,
        })
    }

    pub(super) fn locked<T>(
        &self,
        does: impl FnOnce(&Locked<'_>) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        does(&self.lock()?)
    }
}

impl Locked<'_> {
    pub(super) fn read(&self) -> Result<Option<Credentials>, CliError> {
        read(self.path)
    }

    pub(super) fn write(&self, kept: &Credentials) -> Result<(), CliError> {
        let text = serde_json::to_string_pretty(kept).map_err(io::Error::from);
        let written = text.and_then(|text| secret::replace(self.path, &text));
        written.map_err(|error| cannot("write", self.path, &error))
    }

    pub(super) fn remove(&self) -> Result<(), CliError> {
        std::fs::remove_file(self.path).map_err(|error| cannot("remove", self.path, &error))
    }
}

fn read(path: &Path) -> Result<Option<Credentials>, CliError> {
    if !path
        .try_exists()
        .map_err(|error| cannot("read", path, &error))?
    {
        return Ok(None);
    }
    let text = secret::read(path).map_err(|error| CliError::Failed(error.to_string()))?;
    let kept = serde_json::from_str(&text);
    kept.map(Some).map_err(|_| {
        let path = path.display();
        CliError::Failed(format!(
            "{path} holds something else: remove it, and sign in again"
        ))
    })
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> CliError {
    CliError::Failed(format!("cannot {what} {}: {error}", path.display()))
}
