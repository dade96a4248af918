//! Who is meant by a name.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use ledger::{Player, PlayerId};
use names::folded;
use unicode_normalization::UnicodeNormalization;

use crate::bodies::cell::unguarded;

/// The players of a club, by name.
pub(crate) struct People {
    players: HashMap<PlayerId, Player>,
    /// Names by what is seen of them, once that is asked: to fold the names of a large club takes long.
    seen: OnceLock<HashMap<String, String>>,
    /// Whom a name stands for: whoever has it, and whom those count for who had it and were merged into others.
    named: HashMap<String, BTreeSet<PlayerId>>,
}

/// Whom a name stands for.
pub(super) enum Called<'a> {
    Nobody,
    One(&'a Player),
    Several,
}

impl People {
    /// The players of a club, with those who were merged into others; who was erased has no name to be called by.
    pub(crate) fn of(players: Vec<Player>) -> Self {
        let mut named: HashMap<String, BTreeSet<PlayerId>> = HashMap::new();
        for player in &players {
            let counts = player.merged_into.unwrap_or(player.id);
            if let Some(name) = &player.name {
                named.entry(nfc(name)).or_default().insert(counts);
            }
        }
        let players = players.into_iter().map(|player| (player.id, player));
        Self {
            players: players.collect(),
            seen: OnceLock::new(),
            named,
        }
    }

    /// The player whose name looks the same, if there is one.
    pub(super) fn alike(&self, name: &str) -> Option<&str> {
        let seen = self.seen.get_or_init(|| {
            let names = self
                .players
                .values()
                .filter_map(|player| player.name.as_ref());
            names.map(|name| (folded(name), name.clone())).collect()
        });
        seen.get(&folded(name)).map(String::as_str)
    }

    /// A sentence about them.
    pub(super) fn like(&self, name: &str) -> Option<String> {
        let known = self.alike(name)?;
        Some(format!(
            " It differs from the player “{known}” only in spaces, characters that cannot be seen, or capitals: write it the same way."
        ))
    }

    pub(super) fn called(&self, name: &str) -> Called<'_> {
        // Our own files write a name that looks like a formula with an apostrophe. So that comes first: the name itself would have one more.
        let written = unguarded(name).and_then(|bare| self.named.get(&nfc(&bare)));
        match written.or_else(|| self.named.get(&nfc(name))) {
            None => Called::Nobody,
            Some(ids) if ids.len() > 1 => Called::Several,
            Some(ids) => {
                let player = ids.first().and_then(|id| self.players.get(id));
                player.map_or(Called::Nobody, Called::One)
            }
        }
    }
}

/// A name in the form in which names are compared: whether an accent is a character of its own is not to be seen.
pub(super) fn nfc(name: &str) -> String {
    name.trim().nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_makes_no_other_name() {
        assert_eq!(folded("ＭＥＩ  ling"), "mei ling");
        for same in [
            "PLAYER  A",
            "PLAYER\u{3000}A",
            "Player\u{a0}A",
            " player a\t",
            "ｐｌａｙｅｒ ａ",
        ] {
            assert_eq!(folded(same), "player a");
        }
        // Full case folding, and letters that fold into a letter and an accent.
        assert_eq!(folded("Straße"), folded("STRASSE"));
        assert_eq!(folded("İ"), folded("i\u{307}"));
        assert_eq!(folded("\u{1f80}"), folded("\u{1f88}"));
        assert_eq!(folded("Mu\u{308}ller"), folded("MÜLLER"));
        assert_ne!(folded("陳大文"), folded("陳小文"));
        assert_ne!(folded("Ah Ming"), folded("AhMing"));
        for unseen in [
            '\u{200b}', '\u{61c}', '\u{180e}', '\u{3164}', '\u{115f}', '\u{1160}', '\u{ffa0}',
        ] {
            assert_eq!(folded(&format!("Mei{unseen} Ling{unseen}")), "mei ling");
        }
    }
}
