//! The score sheet of a match, as people read it.

use comfy_table::{Cell, CellAlignment, LineStyle, Table, TableStyle};
use serde::Deserialize;

/// A line under the head and none between the hands, two lines of text each.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

#[derive(Deserialize)]
pub(super) struct Sheet {
    players: Vec<Player>,
    rounds: Vec<Round>,
}

#[derive(Deserialize)]
struct Player {
    name: String,
}

#[derive(Deserialize)]
struct Round {
    round_wind: String,
    hands: Vec<Hand>,
}

#[derive(Deserialize)]
struct Hand {
    label: String,
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
    seat_wind: String,
    points: f64,
    total_points: f64,
}

impl Sheet {
    /// Two lines for each hand: for each player the seat wind (the dealer's with a star), what the hand brought, and
    /// below it the running total.
    pub(super) fn table(&self) -> String {
        let mut table = Table::new();
        table.load_style(STYLE);
        let heads = ["deal", "round"].into_iter().map(str::to_owned);
        let players = self.players.iter().map(|player| player.name.clone());
        table.set_header(heads.chain(players).chain(["what happened".to_owned()]));
        for round in &self.rounds {
            for hand in &round.hands {
                table.add_row(self.row(round, hand));
            }
        }
        table.trim_fmt()
    }

    fn row(&self, round: &Round, hand: &Hand) -> Vec<Cell> {
        let mut cells = vec![
            Cell::new(&hand.label),
            Cell::new(capital(&round.round_wind)),
        ];
        cells.extend(hand.seats.iter().map(|seat| {
            let dealer = if seat.seat_wind == "east" { "*" } else { "" };
            let wind = capital(&seat.seat_wind);
            let text = format!(
                "{wind}{dealer} {}\n{}",
                signed(seat.points),
                seat.total_points
            );
            Cell::new(text).set_alignment(CellAlignment::Right)
        }));
        cells.push(Cell::new(self.story(hand)));
        cells
    }

    /// What happened: who won how, with how many fan, and which patterns counted.
    fn story(&self, hand: &Hand) -> String {
        if hand.winners.is_empty() {
            return hand.result.replace('_', " ");
        }
        let winners: Vec<String> = hand
            .winners
            .iter()
            .map(|winner| {
                let how = hand.won_by.as_deref().unwrap_or_default().replace('_', " ");
                let from = hand
                    .from_chair
                    .map_or_else(String::new, |chair| format!(" from {}", self.name(chair)));
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
                format!("{} by {how}{from}: {worth}\n{why}", self.name(winner.chair))
            })
            .collect();
        winners.join("\n")
    }

    fn name(&self, chair: usize) -> &str {
        chair
            .checked_sub(1)
            .and_then(|place| self.players.get(place))
            .map_or("?", |player| &player.name)
    }
}

fn signed(points: f64) -> String {
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
pub(super) struct Settlement {
    currency: String,
    balances: Vec<Balance>,
    /// The same transfers, in points and in money: nothing of the match has been settled yet.
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
    points: f64,
}

#[derive(Deserialize)]
struct Transfer {
    from: Player,
    to: Player,
    amount_cents: i64,
}

impl Settlement {
    /// Everyone's result, and the fewest payments that settle it.
    pub(super) fn lines(&self) -> String {
        let results = self
            .balances
            .iter()
            .map(|balance| format!("{} {}", balance.party.name, signed(balance.points)));
        let results: Vec<String> = results.collect();
        let transfers = self.point_transfers.iter().zip(&self.transfers);
        let payments = transfers.map(|(PointTransfer { points }, transfer)| {
            let Transfer {
                from,
                to,
                amount_cents,
            } = transfer;
            let (whole, cents) = (amount_cents / 100, amount_cents % 100);
            format!(
                "{} pays {} {points} points: {} {whole}.{cents:02}",
                from.name, to.name, self.currency
            )
        });
        let payments: Vec<String> = payments.collect();
        format!("Result: {}\n{}", results.join(", "), payments.join("\n"))
    }
}
