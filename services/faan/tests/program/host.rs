//! What `host` takes from the machine: secrets in files, and text for a terminal.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

use host::harmless;
use host::secret::{password, read, read_or_make, token_key, write};

use crate::running::Folder;

#[test]
fn a_secret_is_made_once_and_only_its_owner_may_read_it() {
    let folder = Folder::new();
    let path = folder.0.join("password");
    let made = read_or_make(&path, || Ok(password())).unwrap();
    assert_eq!(made.len(), 64);
    assert_eq!(read_or_make(&path, || Ok(password())).unwrap(), made);
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let replaced = write(&path, "other");
    assert!(replaced.is_err(), "an existing secret is never replaced");
    assert_eq!(fs::read_to_string(&path).unwrap(), made);
}

#[test]
fn a_secret_that_others_may_read_is_refused() {
    let folder = Folder::new();
    let path = folder.0.join("secret");
    write(&path, "secret").unwrap();
    let of_root = fs::metadata(&path).unwrap().uid() == 0;
    for (mode, good) in [
        (0o600, true),
        (0o400, true),
        (0o640, of_root),
        (0o660, false),
        (0o604, false),
        (0o602, false),
        (0o644, false),
    ] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        let expected = match good {
            true => "secret".to_owned(),
            false => format!("has the mode 0{mode:o}"),
        };
        let found = read(&path).unwrap_or_else(|error| error.to_string());
        assert!(found.contains(&expected), "{mode:o}: {found}");
        assert_eq!(found == "secret", good, "{mode:o}: {found}");
    }
    fs::remove_file(&path).unwrap();
    let gone = read(&path).unwrap_err().to_string();
    assert!(gone.starts_with("cannot read "), "{gone}");
}

#[test]
fn a_token_key_is_a_private_key_in_pem() {
    let key = token_key().unwrap();
    assert!(key.starts_with("-----BEGIN PRIVATE KEY-----\n"));
}

#[test]
fn a_name_steers_no_terminal() {
    let name = "\u{1b}]0;mine\u{7}\u{1b}[2JMei\u{202e}gniL\r\u{9b}1m";
    let shown = "\u{fffd}]0;mine\u{fffd}\u{fffd}[2JMei\u{fffd}gniL\u{fffd}\u{fffd}1m";
    assert_eq!(harmless(name), shown);
    let table = "陳大文\t+8\n🀎 🀅\u{fe0e} é\n";
    assert_eq!(harmless(table), table);
}
