//! Why the next round is not drawn, as a problem: earlier ones play, or somebody else drew meanwhile.

use ledger::PlayingTable;

use super::{Code, Problem};

/// So many tables are named in the sentence.
const NAMED: usize = 8;

/// Tables of earlier rounds still play.
pub(super) fn still_play(tables: Vec<PlayingTable>) -> Problem {
    let named = tables.iter().take(NAMED);
    let mut named: Vec<String> = named
        .map(|one| format!("table {} of round {}", one.table, one.round))
        .collect();
    if tables.len() > NAMED {
        named.push(format!("{} others", tables.len() - NAMED));
    }
    let named = named.join(", ");
    let detail = match tables.len() {
        1 => format!("1 table still plays: {named}."),
        more => format!("{more} tables still play: {named}."),
    };
    Problem::at(Code::RoundStillPlays, "/unfinished", detail).with_playing(tables)
}

/// Another draw is the next one than was meant.
pub(super) fn stale(meant: u32, next: u32) -> Problem {
    let detail = format!(
        "Somebody else drew meanwhile, and nothing was drawn: draw {meant} was meant, and the next one is draw {next}."
    );
    Problem::at(Code::RoundsStale, "/draw", detail).with_next_number(next)
}
