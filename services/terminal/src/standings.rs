//! `faan standings`: the standings of a club.

pub(crate) mod statistics;

use client::models::{Standings, StandingsRow};
use comfy_table::{CellAlignment, Table};
use host::say;

use crate::account::{ApiSession, CliError};
use crate::club_players::name;
use crate::config;
use crate::sheet::{STYLE, signed};
use statistics::{average, scope, within};

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
    let scope = scope(&config.period, (found.seq, found.head_seq));
    Ok(say(&format!("{}: {scope}\n\n{table}", club.name))?)
}

/// The table of the standings. It has at most a hundred columns if the names are short.
fn table(players: &[StandingsRow]) -> String {
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

fn row(one: &StandingsRow) -> [String; 10] {
    [
        one.rank.to_string(),
        name(&one.player).to_owned(),
        signed(one.points),
        one.matches.to_string(),
        one.hands.to_string(),
        one.wins.to_string(),
        one.self_draws.to_string(),
        one.deal_ins.to_string(),
        average(one.average_fan),
        one.rating.as_ref().map_or_else(|| "–".to_owned(), within),
    ]
}
