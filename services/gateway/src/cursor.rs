//! Cursors: where the next page begins, in a form that only we can make.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Serialize, de::DeserializeOwned};
use sha2::Sha256;

use crate::problem::{Code, Problem};

/// Bytes of the signature that a cursor carries: 128 bits.
const TAG: usize = 16;

/// Signs cursors and reads them back.
pub(crate) struct Cursors {
    signing: Hmac<Sha256>,
    /// Those whose cursors are read as well.
    also: Vec<Hmac<Sha256>>,
}

impl Cursors {
    /// Cursors of everyone who has the same secret; those of other secrets are read, too.
    pub(crate) fn new(
        secret: &[u8; 32],
        also: &[[u8; 32]],
    ) -> Result<Self, hmac::digest::InvalidLength> {
        Ok(Self {
            signing: derived(secret)?,
            also: also.iter().map(derived).collect::<Result<_, _>>()?,
        })
    }

    /// The cursor for a place in a list. The `list` names it, down to the club, so that a cursor of one list
    /// is none in another.
    pub(crate) fn write(&self, list: &str, place: &impl Serialize) -> Result<String, Problem> {
        let mut bytes = serde_json::to_vec(place).map_err(Problem::internal)?;
        let tag = signed(&self.signing, list, &bytes).finalize().into_bytes();
        bytes.extend(tag.iter().take(TAG));
        Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The place a cursor of this list stands for; none without a cursor, at the beginning.
    pub(crate) fn read<T: DeserializeOwned>(
        &self,
        list: &str,
        cursor: Option<&str>,
    ) -> Result<Option<T>, Problem> {
        let Some(cursor) = cursor else {
            return Ok(None);
        };
        self.open(list, cursor).map(Some).ok_or_else(|| {
            let detail = "This cursor is not one that the page before gave, or it was changed.";
            Problem::at(Code::InvalidCursor, "cursor", detail)
        })
    }

    fn open<T: DeserializeOwned>(&self, list: &str, cursor: &str) -> Option<T> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let (place, tag) = bytes.split_at_checked(bytes.len().checked_sub(TAG)?)?;
        let ours = |key| signed(key, list, place).verify_truncated_left(tag).is_ok();
        let mut keys = std::iter::once(&self.signing).chain(&self.also);
        keys.any(ours)
            .then(|| serde_json::from_slice(place).ok())
            .flatten()
    }
}

/// A key of its own, so that a cursor can never stand for anything else the secret signs.
fn derived(secret: &[u8; 32]) -> Result<Hmac<Sha256>, hmac::digest::InvalidLength> {
    let mut derive = Hmac::<Sha256>::new_from_slice(secret)?;
    derive.update(b"faan cursor");
    Hmac::new_from_slice(&derive.finalize().into_bytes())
}

fn signed(key: &Hmac<Sha256>, list: &str, place: &[u8]) -> Hmac<Sha256> {
    let mut mac = key.clone();
    mac.update(&(list.len() as u64).to_be_bytes());
    mac.update(list.as_bytes());
    mac.update(place);
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_back_by_its_own_list_only() {
        let cursors = Cursors::new(&[7; 32], &[]).unwrap();
        let cursor = cursors.write("matches of a", &("2026-11-21", 5)).unwrap();
        let place: Option<(String, u32)> = cursors.read("matches of a", Some(&cursor)).unwrap();
        let place = place.unwrap();
        assert_eq!(place, ("2026-11-21".to_owned(), 5));
        let fails = |cursors: &Cursors, list, cursor: &str| {
            cursors.read::<(String, u32)>(list, Some(cursor)).is_err()
        };
        assert!(fails(&cursors, "matches of b", &cursor));
        let other = |also| Cursors::new(&[8; 32], also).unwrap();
        assert!(fails(&other(&[]), "matches of a", &cursor));
        // Whoever is told of the key reads what it signed.
        assert!(!fails(&other(&[[7; 32]]), "matches of a", &cursor));
        for end in 0..cursor.len() {
            assert!(
                fails(&cursors, "matches of a", &cursor[..end]),
                "cut at {end}"
            );
        }
        for place in 0..cursor.len() {
            let mut changed = cursor.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert!(
                fails(&cursors, "matches of a", &changed),
                "changed at {place}"
            );
        }
    }
}
