//! Evenings as text.

use serde::Deserialize;

use crate::club_players::Player;
use crate::money::MinorUnits;
use crate::round_tables::{names, next_draw, remarks};

/// A page of evenings.
#[derive(Deserialize)]
pub(super) struct Evenings {
    pub(super) evenings: Vec<Summary>,
}

/// An evening, without what happened in it.
#[derive(Deserialize)]
pub(super) struct Summary {
    pub(super) id: String,
    held_on: String,
    #[serde(default)]
    hall: Option<String>,
    seed_hash: String,
}

/// An evening.
#[derive(Deserialize)]
pub(super) struct Evening {
    #[serde(flatten)]
    summary: Summary,
    present: Vec<Player>,
    rounds: Vec<Round>,
}

#[derive(Deserialize)]
struct Round {
    round: u32,
    seed: String,
    replaced: bool,
    tables: Vec<Table>,
    sitting_out: Vec<Player>,
}

#[derive(Deserialize)]
struct Table {
    number: u32,
    #[serde(default)]
    label: Option<String>,
    players: Vec<Player>,
    #[serde(default, rename = "match")]
    match_id: Option<String>,
    #[serde(default)]
    state: Option<String>,
    #[serde(default)]
    missing: Vec<Player>,
}

/// What is owed after an evening.
#[derive(Deserialize)]
pub(super) struct Settlement {
    currency: String,
    transfers: Vec<Transfer>,
}

#[derive(Deserialize)]
struct Transfer {
    from: Party,
    to: Party,
    amount_cents: MinorUnits,
}

#[derive(Deserialize)]
struct Party {
    #[serde(default)]
    name: Option<String>,
}

impl Evenings {
    pub(super) fn text(&self) -> String {
        match self.evenings.is_empty() {
            true => "There is no evening yet: `faan evening open` opens one.".to_owned(),
            false => {
                let lines = self.evenings.iter();
                let lines = lines.map(|one| format!("{}  {}", one.id, one.heading()));
                lines.collect::<Vec<_>>().join("\n")
            }
        }
    }
}

impl Summary {
    fn heading(&self) -> String {
        match &self.hall {
            Some(hall) => format!("{}, {hall}", self.held_on),
            None => self.held_on.clone(),
        }
    }
}

impl Evening {
    /// The number of the last round.
    pub(super) fn last_round(&self) -> Option<u32> {
        self.rounds.last().map(|round| round.round)
    }

    /// The number of the next draw.
    pub(super) fn next_draw(&self) -> u32 {
        next_draw(self.rounds.len())
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{}\nEvening {}\n", self.summary.heading(), self.summary.id);
        let there = self.present.len();
        text += &match there {
            0 => "Nobody is there yet.".to_owned(),
            1 => format!("1 is there: {}.", names(&self.present)),
            _ => format!("{there} are there: {}.", names(&self.present)),
        };
        if self.rounds.is_empty() {
            text += &format!("\nHash of the first seed: {}", self.summary.seed_hash);
        }
        for round in &self.rounds {
            text += &round.text();
        }
        text
    }
}

impl Round {
    fn text(&self) -> String {
        let replaced = if self.replaced { ", not played" } else { "" };
        let mut text = format!("\n\nRound {}{replaced}\nSeed {}", self.round, self.seed);
        for table in &self.tables {
            let label = table.label.clone();
            let label = label.unwrap_or_else(|| table.number.to_string());
            text += &format!("\n  {label}: {}", names(&table.players));
            text += &remarks(
                table.match_id.as_deref(),
                table.state.as_deref(),
                &table.missing,
            );
        }
        if !self.sitting_out.is_empty() {
            text += &format!("\n  Sitting out: {}", names(&self.sitting_out));
        }
        text
    }
}

impl Settlement {
    pub(super) fn text(&self) -> String {
        let pays = |transfer: &Transfer| {
            let Transfer {
                from,
                to,
                amount_cents,
            } = transfer;
            let (from, to) = (from.name(), to.name());
            format!("{from} pays {to} {}", amount_cents.of(&self.currency))
        };
        let lines: Vec<String> = self.transfers.iter().map(pays).collect();
        match lines.is_empty() {
            true => "Settled: nobody owes anything.".to_owned(),
            false => lines.join("\n"),
        }
    }
}

impl Party {
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("the house")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Settlement;
    use crate::money::tests::AMOUNTS;

    #[test]
    fn payments_are_written_in_their_currency() {
        for (amount, currency, text) in AMOUNTS {
            let transfers = json!([{ "from": { "name": "Bo" }, "to": {}, "amount_cents": amount }]);
            let settlement = json!({ "currency": currency, "transfers": transfers });
            let settlement: Settlement = serde_json::from_value(settlement).unwrap();
            assert_eq!(settlement.text(), format!("Bo pays the house {text}"));
        }
    }
}
