//! Draws and schedules, as those who play want them, and against a solver that works otherwise.

mod evenings;
mod reference;
mod refusals;
mod schedules;
mod seats;
mod swiss;

use seating::Draw;

/// What a draw comes to, for draws that end because they have tried as much as they may: a draw that tried more or less
/// would be another one.
fn fingerprint(drawn: &Draw) -> String {
    let tables: Vec<_> = drawn.tables.iter().map(|table| table.0).collect();
    evidence::Hash::of(format!("{tables:?}").as_bytes()).to_string()[..16].to_owned()
}
