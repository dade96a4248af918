//! The score sheet of a match, as people read it.

use std::collections::HashMap;

use comfy_table::{Cell, CellAlignment, LineStyle, Table, TableStyle};
use serde::Deserialize;

/// A line under the head and none between the rows, which may have several lines of text each.
pub(crate) const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

#[derive(Deserialize)]
pub(crate) struct Sheet {
    players: Vec<Player>,
    rounds: Vec<Round>,
    /// Everybody who took part.
    standings: Vec<Standing>,
}

#[derive(Deserialize)]
struct Player {
    /// Of the club's house, `house`.
    id: Option<String>,
    /// Absent of who was erased.
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
    /// Absent of what is no hand.
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
    /// Its number; of what is no hand, the end of its id.
    fn named(&self) -> String {
        let end = self.id.chars().skip(self.id.len().saturating_sub(8));
        self.number
            .map_or_else(|| end.collect(), |number| number.to_string())
    }
}

impl Seat {
    /// The seat wind, what the hand brought to who sat there, and what they have then, which who takes over a chair does not take along.
    fn cell<'a>(&'a self, totals: &mut HashMap<&'a str, f64>) -> Cell {
        let total = totals.entry(&self.player).or_default();
        *total += self.points;
        let dealer = if self.seat_wind == "east" { "*" } else { "" };
        let wind = capital(&self.seat_wind);
        let text = format!("{wind}{dealer} {}\n{total}", signed(self.points));
        Cell::new(text).set_alignment(CellAlignment::Right)
    }
}

/// What else a sheet tells of its lines, by their ids.
pub(crate) type Notes = HashMap<String, Note>;

/// Text in the last column.
#[derive(Default)]
pub(crate) struct Note {
    /// The tiles of the winners, a line each.
    pub(crate) tiles: Vec<String>,
    /// A chair, counted from 1, and the name of who takes it over.
    pub(crate) newcomer: Option<(usize, String)>,
    /// Whether a correction gave it another place, and nothing else.
    pub(crate) is_moved: bool,
}

impl Sheet {
    /// Two lines for each hand: for each player the seat wind (the dealer's with a star), what the hand brought, and
    /// below it the running total.
    pub(crate) fn table(&self) -> String {
        self.lined(&["deal", "round"], &Notes::new())
    }

    /// The same with the numbers by which hands are named (the ends of their ids, of what is no hand), and with notes.
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

    /// Who sat on each chair, one after the other.
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

    /// What happened: who won how, with how many fan, and which patterns counted.
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

    /// Who sat on a chair then.
    fn name(&self, hand: &Hand, chair: usize) -> &str {
        let seat = chair.checked_sub(1).and_then(|place| hand.seats.get(place));
        let took_part = seat.and_then(|seat| {
            let mut people = self.standings.iter().map(|standing| &standing.player);
            people.find(|player| player.id.as_ref() == Some(&seat.player))
        });
        took_part.map_or("?", Player::name)
    }
}

/// Who won how: `Ming by discard from Bo`.
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
    /// Money per point.
    stake_cents: i64,
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
    amount_cents: i64,
}

impl Settlement {
    /// Everyone's result, and the fewest payments that settle it.
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

    /// A payment a line: what is open of the money, or all points where no money is played for.
    pub(crate) fn payments(&self) -> String {
        if self.stake_cents == 0 {
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
            let points = *amount_cents as f64 / self.stake_cents as f64;
            let (whole, cents) = (amount_cents / 100, amount_cents % 100);
            format!(
                "{} pays {} {points} points: {} {whole}.{cents:02}\n",
                from.name(),
                to.name(),
                self.currency
            )
        });
        payments.collect()
    }
}
