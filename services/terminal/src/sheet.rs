//! The score sheet of a match as text.

use std::collections::HashMap;

use comfy_table::{Cell, CellAlignment, LineStyle, Table, TableStyle};
use serde::Deserialize;

use crate::money::MinorUnits;

/// A line below the header and no lines between the rows, since a row may have several lines of text.
pub(crate) const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

#[derive(Deserialize)]
pub(crate) struct Sheet {
    players: Vec<Player>,
    rounds: Vec<Round>,
    /// All participants.
    standings: Vec<Standing>,
}

#[derive(Deserialize)]
struct Player {
    /// The id; `house` for the house of the club.
    id: Option<String>,
    /// Absent if the player was erased.
    name: Option<String>,
}

impl Player {
    fn name(&self) -> &str {
        match self.id.as_deref() {
            Some("house") => "the house",
            _ => self.name.as_deref().unwrap_or("(unknown)"),
        }
    }
}

#[derive(Deserialize)]
struct Standing {
    player: Player,
}

#[derive(Deserialize)]
struct Round {
    round_wind: String,
    hands: Vec<Hand>,
}

#[derive(Deserialize)]
struct Hand {
    id: String,
    /// Absent if the outcome is not a hand.
    number: Option<u32>,
    label: String,
    reason: Option<String>,
    corrected: bool,
    result: String,
    won_by: Option<String>,
    from_chair: Option<usize>,
    winners: Vec<Winner>,
    seats: Vec<Seat>,
}

#[derive(Deserialize)]
struct Winner {
    chair: usize,
    fan: u32,
    limit: bool,
    declared: bool,
    patterns: Vec<String>,
}

#[derive(Deserialize)]
struct Seat {
    player: String,
    seat_wind: String,
    points: f64,
}

impl Hand {
    /// The number; for an outcome that is not a hand, the end of its id.
    fn named(&self) -> String {
        let end = self.id.chars().skip(self.id.len().saturating_sub(8));
        self.number
            .map_or_else(|| end.collect(), |number| number.to_string())
    }
}

impl Seat {
    /// The seat wind, the points of the player, and the player's running total. A substitute does not take over the total of the chair.
    fn cell<'a>(&'a self, totals: &mut HashMap<&'a str, f64>) -> Cell {
        let total = totals.entry(&self.player).or_default();
        *total += self.points;
        let dealer = if self.seat_wind == "east" { "*" } else { "" };
        let wind = capital(&self.seat_wind);
        let text = format!("{wind}{dealer} {}\n{total}", signed(self.points));
        Cell::new(text).set_alignment(CellAlignment::Right)
    }
}

/// Additional notes on the lines of a sheet, by their ids.
pub(crate) type Notes = HashMap<String, Note>;

/// Text in the last column.
#[derive(Default)]
pub(crate) struct Note {
    /// The tiles of the winners, one line for each.
    pub(crate) tiles: Vec<String>,
    /// A chair, counted from 1, and the name of the substitute.
    pub(crate) newcomer: Option<(usize, String)>,
    /// Whether a correction changed only its position.
    pub(crate) is_moved: bool,
}

impl Sheet {
    /// The sheet with two lines for each hand: for each player the seat wind (with a star for the dealer) and the points, and below
    /// them the running total.
    pub(crate) fn table(&self) -> String {
        self.lined(&["deal", "round"], &Notes::new())
    }

    /// Whether anything happened in the match.
    pub(crate) fn has_lines(&self) -> bool {
        !self.rounds.is_empty()
    }

    /// The sheet with the numbers of the hands (for other outcomes the ends of their ids), and with notes.
    pub(crate) fn numbered(&self, notes: &Notes) -> String {
        self.lined(&["hand", "deal", "round"], notes)
    }

    fn lined(&self, first: &[&str], notes: &Notes) -> String {
        let mut table = Table::new();
        table.load_style(STYLE);
        let heads = first.iter().map(|&head| head.to_owned());
        let players = self.seated(notes).into_iter().map(|names| names.join("\n"));
        table.set_header(heads.chain(players).chain(["what happened".to_owned()]));
        let none = Note::default();
        let mut totals = HashMap::new();
        for round in &self.rounds {
            for hand in &round.hands {
                let note = notes.get(&hand.id).unwrap_or(&none);
                let places = [hand.named(), hand.label.clone(), capital(&round.round_wind)];
                let places = places.into_iter().skip(3 - first.len());
                let mut cells: Vec<Cell> = places.map(Cell::new).collect();
                cells.extend(hand.seats.iter().map(|seat| seat.cell(&mut totals)));
                cells.push(Cell::new(self.noted(hand, note)));
                table.add_row(cells);
            }
        }
        table.trim_fmt()
    }

    /// The names of all players of each chair, in their order.
    pub(crate) fn seated<'a>(&'a self, notes: &'a Notes) -> Vec<Vec<&'a str>> {
        let players = self.players.iter();
        let mut chairs: Vec<Vec<&str>> = players.map(|player| vec![player.name()]).collect();
        for hand in self.rounds.iter().flat_map(|round| &round.hands) {
            let newcomer = notes.get(&hand.id).and_then(|note| note.newcomer.as_ref());
            if let Some((chair, name)) = newcomer
                && let Some(names) = chairs.get_mut(chair.saturating_sub(1))
            {
                names.push(name);
            }
        }
        chairs
    }

    fn noted(&self, hand: &Hand, note: &Note) -> String {
        let mut story = self.story(hand);
        if let Some((chair, newcomer)) = &note.newcomer {
            story += &format!(", {newcomer} for {}", self.name(hand, *chair));
        }
        for tiles in &note.tiles {
            story += "\n";
            story += tiles;
        }
        if let Some(reason) = &hand.reason {
            story += ": ";
            story += reason;
        }
        if hand.corrected && !note.is_moved {
            story += "\n(corrected)";
        }
        story
    }

    /// The outcome: the winners, the kind of win, the fan, and the patterns.
    fn story(&self, hand: &Hand) -> String {
        if hand.winners.is_empty() {
            return hand.result.replace('_', " ");
        }
        let winners: Vec<String> = hand
            .winners
            .iter()
            .map(|winner| {
                let how = hand.won_by.as_deref().unwrap_or_default();
                let from = hand.from_chair.map(|chair| self.name(hand, chair));
                let won = won(self.name(hand, winner.chair), how, from);
                let worth = if winner.limit {
                    "limit".to_owned()
                } else {
                    format!("{} fan", winner.fan)
                };
                let why = if winner.declared {
                    "declared by the table".to_owned()
                } else {
                    winner.patterns.join(", ").replace('_', " ")
                };
                format!("{won}: {worth}\n{why}")
            })
            .collect();
        winners.join("\n")
    }

    /// The player on a chair at that time.
    fn name(&self, hand: &Hand, chair: usize) -> &str {
        let seat = chair.checked_sub(1).and_then(|place| hand.seats.get(place));
        let took_part = seat.and_then(|seat| {
            let mut people = self.standings.iter().map(|standing| &standing.player);
            people.find(|player| player.id.as_ref() == Some(&seat.player))
        });
        took_part.map_or("?", Player::name)
    }
}

/// The winner and the kind of win: `Ming by discard from Bo`.
pub(crate) fn won(winner: &str, won_by: &str, from: Option<&str>) -> String {
    let from = from.map_or_else(String::new, |from| format!(" from {from}"));
    format!("{winner} by {}{from}", won_by.replace('_', " "))
}

pub(crate) fn signed(points: f64) -> String {
    if points == 0.0 {
        "0".to_owned()
    } else {
        format!("{points:+}")
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[derive(Deserialize)]
pub(crate) struct Settlement {
    currency: String,
    balances: Vec<Balance>,
    /// The amount of money for a point.
    stake_cents: MinorUnits,
    point_transfers: Vec<PointTransfer>,
    transfers: Vec<Transfer>,
}

#[derive(Deserialize)]
struct Balance {
    party: Player,
    points: f64,
}

#[derive(Deserialize)]
struct PointTransfer {
    from: Player,
    to: Player,
    points: f64,
}

#[derive(Deserialize)]
struct Transfer {
    from: Player,
    to: Player,
    amount_cents: MinorUnits,
}

impl Settlement {
    /// The result of every player, and the fewest payments that settle the results.
    pub(crate) fn lines(&self) -> String {
        format!("{}\n{}", self.results(), self.payments().trim_end())
    }

    pub(crate) fn results(&self) -> String {
        let results = self
            .balances
            .iter()
            .map(|balance| format!("{} {}", balance.party.name(), signed(balance.points)));
        let results: Vec<String> = results.collect();
        format!("Result: {}", results.join(", "))
    }

    /// The payments, one on each line: the open amount of money, or the points if the match has no stake.
    pub(crate) fn payments(&self) -> String {
        if self.stake_cents.is_zero() {
            let payments = self.point_transfers.iter();
            let line = |PointTransfer { from, to, points }: &PointTransfer| {
                format!("{} pays {} {points} points\n", from.name(), to.name())
            };
            return payments.map(line).collect();
        }
        let payments = self.transfers.iter().map(|transfer| {
            let Transfer {
                from,
                to,
                amount_cents,
            } = transfer;
            let points = amount_cents.points_at(self.stake_cents);
            let amount = amount_cents.of(&self.currency);
            let (from, to) = (from.name(), to.name());
            format!("{from} pays {to} {points} points: {amount}\n")
        });
        payments.collect()
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
            let transfers = json!([{ "from": { "name": "Bo" }, "to": { "id": "house" }, "amount_cents": amount }]);
            let settlement = json!({
                "currency": currency, "balances": [], "stake_cents": 50, "point_transfers": [], "transfers": transfers,
            });
            let settlement: Settlement = serde_json::from_value(settlement).unwrap();
            let points = amount / 50;
            let line = format!("Bo pays the house {points} points: {text}\n");
            assert_eq!(settlement.payments(), line);
        }
    }
}
