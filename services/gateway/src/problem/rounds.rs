//! Why the next round is not drawn while earlier ones play, as a problem.

use ledger::PlayingTable;

use super::{Code, Problem, TableThatPlays};

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
    let playing = tables.into_iter().map(TableThatPlays::from);
    Problem::at(Code::RoundStillPlays, "/unfinished", detail).with_playing(playing.collect())
}
