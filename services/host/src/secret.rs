//! Passwords and keys: made once from the system's randomness, kept in files for the owner's eyes only.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::EncodePrivateKey as _;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;

use crate::Failure;

/// What `path` holds; before there is such a file, what `make` makes, which it then holds.
///
/// # Errors
/// The file cannot be read or written, or others may read it.
pub fn read_or_make(
    path: &Path,
    make: impl FnOnce() -> io::Result<String>,
) -> Result<String, Failure> {
    if path.try_exists()? {
        return read(path);
    }
    let secret = make()?;
    write(path, &secret)?;
    Ok(secret)
}

/// The secret in a file, if a setting names one.
///
/// # Errors
/// As of [`read`].
pub fn read_optional(path: Option<&PathBuf>) -> Result<Option<Vec<u8>>, Failure> {
    let secret = path.map(|path| read(path)).transpose()?;
    Ok(secret.map(String::into_bytes))
}

/// What a file holds that is nobody else's to read or change. As with PostgreSQL's keys, a group may read one of root's: so services
/// are handed theirs.
///
/// # Errors
/// The file cannot be read, or others may read it.
pub fn read(path: &Path) -> Result<String, Failure> {
    let cannot = |error: io::Error| format!("cannot read {}: {error}", path.display());
    let mut file = File::open(path).map_err(cannot)?;
    let metadata = file.metadata().map_err(cannot)?;
    let mode = metadata.mode() & 0o7777;
    let others = match metadata.uid() {
        0 => 0o037,
        _ => 0o077,
    };
    if mode & others != 0 {
        let path = path.display();
        return Err(format!(
            "{path} has the mode {mode:04o}, and a secret is for its owner's eyes only: `chmod 600 {path}`"
        )
        .into());
    }
    let mut secret = String::new();
    file.read_to_string(&mut secret).map_err(cannot)?;
    Ok(secret)
}

/// Writes a file of mode 0600 that is whole or not there; an existing one is left alone.
///
/// # Errors
/// There is a file at `path`, or it cannot be written.
pub fn write(path: &Path, secret: &str) -> io::Result<()> {
    let side = beside(path, secret)?;
    let written = fs::hard_link(&side, path);
    fs::remove_file(&side)?;
    written
}

/// The same in the place of what was there.
///
/// # Errors
/// It cannot be written.
pub fn replace(path: &Path, secret: &str) -> io::Result<()> {
    fs::rename(beside(path, secret)?, path)
}

/// A new file of that mode beside the one that is meant.
fn beside(path: &Path, secret: &str) -> io::Result<PathBuf> {
    let side = path.with_added_extension("new");
    match fs::remove_file(&side) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&side)?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()?;
    Ok(side)
}

/// 256 random bits as hexadecimal digits, which need no escaping in a URL.
pub fn password() -> String {
    HEXLOWER.encode(&random())
}

/// A key that the secrets of webhooks follow from.
pub fn webhook_key() -> String {
    password() + "\n"
}

/// 80 random bits as hexadecimal digits, for somebody to type.
pub fn one_time_password() -> String {
    HEXLOWER.encode(&random()[..10])
}

/// An Ed25519 key for signing tokens, as PKCS #8 PEM.
///
/// # Errors
/// The key cannot be encoded.
pub fn token_key() -> io::Result<String> {
    let key = SigningKey::from_bytes(&random());
    let pem = key.to_pkcs8_pem(LineEnding::LF).map_err(io::Error::other)?;
    Ok(pem.as_str().to_owned())
}

/// 256 random bits.
#[expect(
    clippy::disallowed_methods,
    reason = "this is where chance becomes a secret"
)]
pub fn random() -> [u8; 32] {
    rand::random()
}
