//! What is said of rounds and their tables: of an evening, and of a tournament.

use client::models::{EveningTable, Player, TableState};

use crate::club_players::name;

/// The number of the next draw after so many, with those that were replaced.
pub(crate) fn next_draw(drawn: usize) -> u32 {
    u32::try_from(drawn).unwrap_or(u32::MAX).saturating_add(1)
}

/// Players, one after the other.
pub(crate) fn names(players: &[Player]) -> String {
    let names: Vec<&str> = players.iter().map(name).collect();
    names.join(", ")
}

/// The tables of a round, each on a line of its own: who sits there, the match, whether it is void, and who is missing.
pub(crate) fn tables(tables: &[EveningTable]) -> String {
    tables.iter().map(table).collect()
}

fn table(table: &EveningTable) -> String {
    let label = table.label.clone();
    let label = label.unwrap_or_else(|| table.number.to_string());
    let mut text = format!("\n  {label}: {}", names(&table.players));
    if let Some(id) = table.r#match {
        let is_void = table.state == Some(TableState::Void);
        let void = if is_void { ", void" } else { "" };
        text += &format!("  (match {id}{void})");
    }
    if let Some(missing) = &table.missing {
        text += &format!("  lacks {}", names(missing));
    }
    text
}

/// Who sits out, on a line of its own; nothing if nobody does.
pub(crate) fn sitting_out(players: &[Player]) -> String {
    match players.is_empty() {
        true => String::new(),
        false => format!("\n  Sitting out: {}", names(players)),
    }
}
