//! Cursors: where the next page begins, in a form that only we can make.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Serialize, de::DeserializeOwned};
use sha2::Sha256;

use crate::problem::{Code, Problem};

/// Bytes of the signature that a cursor carries: 128 bits.
const TAG: usize = 16;

/// Signs cursors and reads them back.
pub(crate) struct Cursors(Hmac<Sha256>);

impl Cursors {
    /// Cursors of everyone who has the same secret.
    pub(crate) fn new(secret: &[u8; 32]) -> Result<Self, hmac::digest::InvalidLength> {
        // A key of its own, so that a cursor can never stand for anything else the secret signs.
        let mut derive = Hmac::<Sha256>::new_from_slice(secret)?;
        derive.update(b"faan cursor");
        Hmac::new_from_slice(&derive.finalize().into_bytes()).map(Self)
    }

    /// The cursor for a place in a list. The `list` names it, down to the club, so that a cursor of one list
    /// is none in another.
    pub(crate) fn write(&self, list: &str, place: &impl Serialize) -> Result<String, Problem> {
        let mut bytes = serde_json::to_vec(place).map_err(Problem::internal)?;
        let tag = self.signed(list, &bytes).finalize().into_bytes();
        bytes.extend(tag.iter().take(TAG));
        Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The place a cursor of this list stands for.
    pub(crate) fn read<T: DeserializeOwned>(&self, list: &str, cursor: &str) -> Result<T, Problem> {
        self.open(list, cursor).ok_or_else(|| {
            let detail = "This cursor is not one that the page before gave, or it was changed.";
            Problem::at(Code::InvalidCursor, "cursor", detail)
        })
    }

    fn open<T: DeserializeOwned>(&self, list: &str, cursor: &str) -> Option<T> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let (place, tag) = bytes.split_at_checked(bytes.len().checked_sub(TAG)?)?;
        self.signed(list, place).verify_truncated_left(tag).ok()?;
        serde_json::from_slice(place).ok()
    }

    fn signed(&self, list: &str, place: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(&(list.len() as u64).to_be_bytes());
        mac.update(list.as_bytes());
        mac.update(place);
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_back_by_its_own_list_only() {
        let cursors = Cursors::new(&[7; 32]).unwrap();
        let cursor = cursors.write("matches of a", &("2026-11-21", 5)).unwrap();
        let place: (String, u32) = cursors.read("matches of a", &cursor).unwrap();
        assert_eq!(place, ("2026-11-21".to_owned(), 5));
        let fails = |cursors: &Cursors, list, cursor: &str| {
            cursors.read::<(String, u32)>(list, cursor).is_err()
        };
        assert!(fails(&cursors, "matches of b", &cursor));
        assert!(fails(
            &Cursors::new(&[8; 32]).unwrap(),
            "matches of a",
            &cursor
        ));
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
