//! Passwords and keys: made once from the system's randomness, kept in files for the owner's eyes only.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::EncodePrivateKey as _;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ledger::evidence::SignerKey;

/// What `path` holds; before there is such a file, what `make` makes, which it then holds.
pub(crate) fn read_or_make(
    path: &Path,
    make: impl FnOnce() -> io::Result<String>,
) -> io::Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let secret = make()?;
            write(path, &secret)?;
            Ok(secret)
        }
        other => other,
    }
}

/// Writes a file of mode 0600 that is whole or not there; an existing one is left alone.
pub(crate) fn write(path: &Path, secret: &str) -> io::Result<()> {
    let side = path.with_added_extension("new");
    let mut file = File::options()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&side)?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()?;
    let written = fs::hard_link(&side, path);
    fs::remove_file(&side)?;
    written
}

/// 256 random bits as hexadecimal digits, which need no escaping in a URL.
pub(crate) fn password() -> String {
    random().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An Ed25519 key for signing tokens, as PKCS #8 PEM.
pub(crate) fn token_key() -> io::Result<String> {
    let key = SigningKey::from_bytes(&random());
    let pem = key.to_pkcs8_pem(LineEnding::LF).map_err(io::Error::other)?;
    Ok(pem.as_str().to_owned())
}

/// A key for signing checkpoints under the name of a service.
pub(crate) fn log_key(name: &str) -> io::Result<String> {
    let key = SignerKey::new(name, &random()).map_err(io::Error::other)?;
    Ok(key.to_secret_text() + "\n")
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is where chance becomes a secret"
)]
fn random() -> [u8; 32] {
    rand::random()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_secret_is_made_once_and_only_its_owner_may_read_it() {
        let folder = std::env::temp_dir().join(format!("faan-secret-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("password");
        let made = read_or_make(&path, || Ok(password())).unwrap();
        assert_eq!(made.len(), 64);
        assert_eq!(read_or_make(&path, || Ok(password())).unwrap(), made);
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert!(
            write(&path, "other").is_err(),
            "an existing secret is never replaced"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), made);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_token_key_is_a_private_key_in_pem() {
        assert!(
            token_key()
                .unwrap()
                .starts_with("-----BEGIN PRIVATE KEY-----\n")
        );
    }
}
