//! Evenings as text.

use client::models::{Evening, EveningRound, Evenings, Settlement, Transfer};
use jiff::civil::Date;

use crate::club_players::party_name;
use crate::money::Money;
use crate::round_tables::{names, sitting_out, tables};

pub(super) fn list(evenings: &Evenings) -> String {
    match evenings.evenings.is_empty() {
        true => "There is no evening yet: `faan evening open` opens one.".to_owned(),
        false => {
            let lines = evenings.evenings.iter();
            let lines = lines
                .map(|one| format!("{}  {}", one.id, heading(one.held_on, one.hall.as_deref())));
            lines.collect::<Vec<_>>().join("\n")
        }
    }
}

fn heading(held_on: Date, hall: Option<&str>) -> String {
    match hall {
        Some(hall) => format!("{held_on}, {hall}"),
        None => held_on.to_string(),
    }
}

/// The number of the last round.
pub(super) fn last_round(evening: &Evening) -> Option<u32> {
    let last = evening.rounds.last()?;
    u32::try_from(last.round).ok()
}

/// A whole evening.
pub(super) fn text(evening: &Evening) -> String {
    let heading = heading(evening.held_on, evening.hall.as_deref());
    let mut text = format!("{heading}\nEvening {}\n", evening.id);
    let there = evening.present.len();
    text += &match there {
        0 => "Nobody is there yet.".to_owned(),
        1 => format!("1 is there: {}.", names(&evening.present)),
        _ => format!("{there} are there: {}.", names(&evening.present)),
    };
    if evening.rounds.is_empty() {
        text += &format!("\nHash of the first seed: {}", evening.seed_hash);
    }
    for one in &evening.rounds {
        text += &round(one);
    }
    text
}

fn round(round: &EveningRound) -> String {
    let replaced = if round.replaced { ", not played" } else { "" };
    let heading = format!("\n\nRound {}{replaced}\nSeed {}", round.round, round.seed);
    heading + &tables(&round.tables) + &sitting_out(&round.sitting_out)
}

/// Who pays whom after an evening.
pub(super) fn settlement(settlement: &Settlement) -> String {
    let pays = |transfer: &Transfer| {
        let (from, to) = (party_name(&transfer.from), party_name(&transfer.to));
        let amount = Money::new(transfer.amount_cents, &settlement.currency);
        format!("{from} pays {to} {amount}")
    };
    let lines: Vec<String> = settlement.transfers.iter().map(pays).collect();
    match lines.is_empty() {
        true => "Settled: nobody owes anything.".to_owned(),
        false => lines.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Settlement, settlement};
    use crate::money::tests::AMOUNTS;

    const ID: &str = "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a05";

    #[test]
    fn payments_are_written_in_their_currency() {
        for (amount, currency, text) in AMOUNTS {
            let bo = json!({ "id": ID, "name": "Bo" });
            let transfers = json!([{
                "from": bo, "to": { "id": "house" }, "amount_cents": amount, "open_cents": amount, "paid_cents": 0,
            }]);
            let made = json!({
                "id": ID, "currency": currency, "transfers": transfers, "complete": false, "parts": [], "payments": [],
                "scope": { "kind": "evening", "evening": ID }, "settled_at": "2026-11-21T12:00:00Z", "settled_by": ID,
            });
            let made: Settlement = serde_json::from_value(made).unwrap();
            assert_eq!(settlement(&made), format!("Bo pays the house {text}"));
        }
    }
}
