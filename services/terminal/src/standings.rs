//! `faan standings`: the standings of a club.

pub(crate) mod statistics;

use comfy_table::{CellAlignment, Table};
use host::say;
use serde::Deserialize;

use crate::account::{ApiSession, CliError};
use crate::club_players::Player;
use crate::config;
use crate::name_match::Named as _;
use crate::sheet::{STYLE, signed};
use statistics::{Figures, Position, scope};

#[derive(Deserialize)]
struct Standings {
    #[serde(flatten)]
    position: Position,
    players: Vec<Standing>,
}

#[derive(Deserialize)]
struct Standing {
    rank: usize,
    player: Player,
    #[serde(flatten)]
    figures: Figures,
}

pub(crate) async fn run(config: &config::Standings) -> Result<(), CliError> {
    let mut session = ApiSession::new(&config.visit)?;
    let club = session.club().await?;
    let path = format!("/v1/clubs/{}/standings", club.id);
    let answer = statistics::read(&mut session, &path, &config.period).await?;
    if config.visit.json {
        return Ok(say(&answer.text)?);
    }
    let found: Standings = answer.read()?;
    let table = match found.players.is_empty() {
        true => "Nobody played in these.".to_owned(),
        false => table(&found.players),
    };
    let scope = scope(&config.period, found.position);
    Ok(say(&format!("{}: {scope}\n\n{table}", club.name))?)
}

/// The table of the standings. It has at most a hundred columns if the names are short.
fn table(players: &[Standing]) -> String {
    const HEADS: [&str; 10] = [
        "rank",
        "player",
        "points",
        "matches",
        "hands",
        "wins",
        "self-\ndraws",
        "deal-\nins",
        "average\nfan",
        "rating",
    ];
    ranking(&HEADS, players.iter().map(row))
}

/// A table whose second column is a name, and whose other columns are numbers, unless they are remarks.
pub(crate) fn ranking<const COLUMNS: usize>(
    heads: &[&str; COLUMNS],
    rows: impl Iterator<Item = [String; COLUMNS]>,
) -> String {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(heads);
    for row in rows {
        table.add_row(row);
    }
    for (place, column) in table.column_iter_mut().enumerate() {
        let is_text = place == 1 || heads.get(place) == Some(&"remarks");
        column.set_cell_alignment(match is_text {
            true => CellAlignment::Left,
            false => CellAlignment::Right,
        });
    }
    table.trim_fmt()
}

fn row(one: &Standing) -> [String; 10] {
    let figures = &one.figures;
    let rating = figures.rating.as_ref();
    [
        one.rank.to_string(),
        one.player.name().to_owned(),
        signed(figures.points),
        figures.matches.to_string(),
        figures.hands.to_string(),
        figures.wins.to_string(),
        figures.self_draws.to_string(),
        figures.deal_ins.to_string(),
        figures.average(),
        rating.map_or_else(|| "–".to_owned(), statistics::Rating::within),
    ]
}
