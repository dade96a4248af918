//! The score sheet of a match as text.

use std::collections::HashMap;

use client::models::{Line, LineSeat, MatchSettlement, PointTransfer, Rounds, Wind};
use comfy_table::{Cell, CellAlignment, LineStyle, Table, TableStyle};
use uuid::Uuid;

use crate::club_players::{name, party_name};
use crate::money::Money;
use crate::word::word;

/// A line below the header and no lines between the rows, since a row may have several lines of text.
pub(crate) const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// The number of a line; for an outcome that is not a hand, the end of its id.
fn named(line: &Line) -> String {
    let id = line.id.to_string();
    let end = id.chars().skip(id.len().saturating_sub(8));
    line.number
        .map_or_else(|| end.collect(), |number| number.to_string())
}

/// The seat wind, the points of the player, and the player's running total. A substitute does not take over the total of the chair.
fn cell(seat: &LineSeat, totals: &mut HashMap<Uuid, f64>) -> Cell {
    let total = totals.entry(seat.player).or_default();
    *total += seat.points;
    let dealer = if seat.seat_wind == Wind::East {
        "*"
    } else {
        ""
    };
    let wind = capital(&word(&seat.seat_wind));
    let text = format!("{wind}{dealer} {}\n{total}", signed(seat.points));
    Cell::new(text).set_alignment(CellAlignment::Right)
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

/// The sheet with two lines for each hand: for each player the seat wind (with a star for the dealer) and the points, and below
/// them the running total.
pub(crate) fn table(sheet: &Rounds) -> String {
    lined(sheet, &["deal", "round"], &Notes::new())
}

/// The sheet with the numbers of the hands (for other outcomes the ends of their ids), and with notes.
pub(crate) fn numbered(sheet: &Rounds, notes: &Notes) -> String {
    lined(sheet, &["hand", "deal", "round"], notes)
}

fn lined(sheet: &Rounds, first: &[&str], notes: &Notes) -> String {
    let mut table = Table::new();
    table.load_style(STYLE);
    let heads = first.iter().map(|&head| head.to_owned());
    let players = seated(sheet, notes)
        .into_iter()
        .map(|names| names.join("\n"));
    table.set_header(heads.chain(players).chain(["what happened".to_owned()]));
    let none = Note::default();
    let mut totals = HashMap::new();
    for round in &sheet.rounds {
        for hand in &round.hands {
            let note = notes.get(&hand.id.to_string()).unwrap_or(&none);
            let wind = capital(&word(&round.round_wind));
            let places = [named(hand), hand.label.clone(), wind];
            let places = places.into_iter().skip(3 - first.len());
            let mut cells: Vec<Cell> = places.map(Cell::new).collect();
            cells.extend(hand.seats.iter().map(|seat| cell(seat, &mut totals)));
            cells.push(Cell::new(noted(sheet, hand, note)));
            table.add_row(cells);
        }
    }
    table.trim_fmt()
}

/// The names of all players of each chair, in their order.
pub(crate) fn seated<'a>(sheet: &'a Rounds, notes: &'a Notes) -> Vec<Vec<&'a str>> {
    let players = sheet.players.iter();
    let mut chairs: Vec<Vec<&str>> = players.map(|player| vec![name(player)]).collect();
    for hand in sheet.rounds.iter().flat_map(|round| &round.hands) {
        let newcomer = notes
            .get(&hand.id.to_string())
            .and_then(|note| note.newcomer.as_ref());
        if let Some((chair, name)) = newcomer
            && let Some(names) = chairs.get_mut(chair.saturating_sub(1))
        {
            names.push(name);
        }
    }
    chairs
}

fn noted(sheet: &Rounds, hand: &Line, note: &Note) -> String {
    let mut story = story(sheet, hand);
    if let Some((chair, newcomer)) = &note.newcomer {
        story += &format!(
            ", {newcomer} for {}",
            name_on(sheet, hand, i32::try_from(*chair).unwrap_or_default())
        );
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
fn story(sheet: &Rounds, hand: &Line) -> String {
    if hand.winners.is_empty() {
        return word(&hand.result).replace('_', " ");
    }
    let winners: Vec<String> = hand
        .winners
        .iter()
        .map(|winner| {
            let on = |chair| name_on(sheet, hand, chair);
            let how = hand.won_by.as_ref().map(word).unwrap_or_default();
            let won = won(on(winner.chair), &how, hand.from_chair.map(on));
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
fn name_on<'a>(sheet: &'a Rounds, hand: &Line, chair: i32) -> &'a str {
    let seat = hand.seats.iter().find(|seat| seat.chair == chair);
    let took_part = seat.and_then(|seat| {
        let mut people = sheet.standings.iter().map(|standing| &standing.player);
        people.find(|player| player.id == seat.player)
    });
    took_part.map_or("?", name)
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

/// The result of every player, and the fewest payments that settle the results.
pub(crate) fn settlement(settlement: &MatchSettlement) -> String {
    let (results, payments) = (results(settlement), payments(settlement));
    format!("{results}\n{}", payments.trim_end())
}

/// The result of every player.
pub(crate) fn results(settlement: &MatchSettlement) -> String {
    let results = settlement.balances.iter();
    let results =
        results.map(|balance| format!("{} {}", party_name(&balance.party), signed(balance.points)));
    let results: Vec<String> = results.collect();
    format!("Result: {}", results.join(", "))
}

/// The payments, one on each line: the open amount of money, or the points if the match has no stake.
pub(crate) fn payments(settlement: &MatchSettlement) -> String {
    let stake = settlement.stake_cents;
    if stake == 0 {
        let payments = settlement.point_transfers.iter();
        let line = |PointTransfer {
                        from, to, points, ..
                    }: &PointTransfer| {
            format!(
                "{} pays {} {points} points\n",
                party_name(from),
                party_name(to)
            )
        };
        return payments.map(line).collect();
    }
    let payments = settlement.transfers.iter().map(|transfer| {
        let (from, to) = (party_name(&transfer.from), party_name(&transfer.to));
        let points = transfer.amount_cents as f64 / stake as f64;
        let amount = Money::new(transfer.amount_cents, &settlement.currency);
        format!("{from} pays {to} {points} points: {amount}\n")
    });
    payments.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{MatchSettlement, payments};
    use crate::money::tests::AMOUNTS;

    #[test]
    fn payments_are_written_in_their_currency() {
        for (amount, currency, text) in AMOUNTS {
            let bo = json!({ "id": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a05", "name": "Bo" });
            let transfers =
                json!([{ "from": bo, "to": { "id": "house" }, "amount_cents": amount }]);
            let settlement = json!({
                "currency": currency, "balances": [], "stake_cents": 50, "point_transfers": [], "transfers": transfers, "version": 1,
            });
            let settlement: MatchSettlement = serde_json::from_value(settlement).unwrap();
            let points = amount / 50;
            let line = format!("Bo pays the house {points} points: {text}\n");
            assert_eq!(payments(&settlement), line);
        }
    }
}
