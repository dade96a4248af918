//! What is said of rounds and their tables: of an evening, and of a tournament.

use crate::club_players::Player;
use crate::name_match::Named as _;

/// The number of the next draw after so many, with those that were replaced.
pub(crate) fn next_draw(drawn: usize) -> u32 {
    u32::try_from(drawn).unwrap_or(u32::MAX).saturating_add(1)
}

/// Players, one after the other.
pub(crate) fn names(players: &[Player]) -> String {
    let names: Vec<&str> = players.iter().map(Player::name).collect();
    names.join(", ")
}

/// The match of a table, whether it is void, and who is missing there.
pub(crate) fn remarks(match_id: Option<&str>, state: Option<&str>, missing: &[Player]) -> String {
    let void = if state == Some("void") { ", void" } else { "" };
    let mut text = match_id.map_or_else(String::new, |id| format!("  (match {id}{void})"));
    if !missing.is_empty() {
        text += &format!("  lacks {}", names(missing));
    }
    text
}
