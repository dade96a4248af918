//! Names of keys, and of the logs that they sign for.

use crate::ClubId;

/// The name of a club's log, and of the key that signs for it: `faan.example/clubs/<club id>`.
pub fn club_origin(service: &str, club: ClubId) -> String {
    format!("{service}/clubs/{club}")
}

/// The name of the log of all clubs' heads, and of the key that signs for it: `faan.example/directory`.
pub fn directory_origin(service: &str) -> String {
    format!("{service}/directory")
}

/// A key's name is some text without spaces, control characters and `+`.
pub(super) fn is_name(text: &str) -> bool {
    let is_sign = |sign: char| !sign.is_whitespace() && !sign.is_control() && sign != '+';
    !text.is_empty() && text.chars().all(is_sign)
}
