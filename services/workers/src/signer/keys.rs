//! The signing keys.

use std::io;
use std::path::Path;

use evidence::{BadCheckpoint, SignedNote, SignerKey, VerifierKey};
use host::{Failure, secret};
use ledger::TreeHead;

use crate::config::LogKeyFiles;
use crate::signer::Log;

/// The signing key, and during a rotation also the previous key.
pub(crate) struct Keys {
    service: String,
    keys: Vec<SignerKey>,
}

impl Keys {
    /// Reads the keys in the settings.
    pub(crate) fn told(files: &LogKeyFiles) -> Result<Keys, Failure> {
        let key = files.log_key.as_deref();
        let key = key.ok_or("the signer needs a key: --log-key FILE")?;
        Keys::read(key, files.log_key_before.as_deref())
    }

    pub(crate) fn read(key: &Path, before: Option<&Path>) -> Result<Keys, Failure> {
        let files = std::iter::once(key).chain(before);
        let mut keys: Vec<SignerKey> = files.map(read).collect::<Result<_, _>>()?;
        // A key that is given twice signs once.
        keys.dedup_by_key(|key| key.public().to_string());
        let mut services = keys.iter().map(|key| key.public().name().to_owned());
        let service = services.next().unwrap_or_default();
        if let Some(other) = services.find(|other| *other != service) {
            return Err(format!(
                "the keys are of two services, {service} and {other}: a new key keeps the name, so that its logs go on"
            )
            .into());
        }
        Ok(Keys { service, keys })
    }

    /// The name of the keys.
    pub(crate) fn service(&self) -> &str {
        &self.service
    }

    /// The keys that verify their signatures.
    pub(crate) fn public(&self) -> Vec<VerifierKey> {
        self.keys.iter().map(SignerKey::public).collect()
    }

    /// Signs a head of a log. The signature of the same head is always the same.
    pub(crate) fn sign(&self, log: Log, head: TreeHead) -> Result<SignedNote, BadCheckpoint> {
        let checkpoint = log.checkpoint(&self.service, head);
        let mut note: Option<SignedNote> = None;
        for key in &self.keys {
            let key = match log {
                Log::Directory => key.for_directory(),
                Log::Club(club) => key.for_club(club),
            };
            note = Some(match note {
                None => checkpoint.sign(&key)?,
                Some(note) => note.also_signed(&key)?,
            });
        }
        note.ok_or(BadCheckpoint::Form)
    }
}

/// A new key for the checkpoints of a service, as the text of its file.
pub fn new_key(service: &str) -> io::Result<String> {
    let key = SignerKey::new(service, &secret::random()).map_err(io::Error::other)?;
    Ok(key.to_secret_text() + "\n")
}

fn read(path: &Path) -> Result<SignerKey, Failure> {
    let text = secret::read(path)?;
    let key = text.trim_end().parse::<SignerKey>();
    key.map_err(|bad| {
        let path = path.display();
        format!(
            "{path} is no key that signs checkpoints, as `faan keygen --log-name NAME` makes them: {bad}"
        )
        .into()
    })
}
