//! `faan player show`: the statistics of a player.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use client::models::{BestHand, HeadToHead, Statistics};
use comfy_table::{CellAlignment, Table};

use crate::account::{ApiSession, ChosenClub, CliError};
use crate::club_players::{meant, name, path};
use crate::config::ShowPlayer;
use crate::hand::{pattern, tiles};
use crate::sheet::{STYLE, signed};
use crate::standings::statistics::{self, average, scope, within};

pub(super) async fn show(
    session: &mut ApiSession,
    club: &ChosenClub,
    config: &ShowPlayer,
    json: bool,
) -> Result<String, CliError> {
    let id = meant(session, club, &config.player).await?;
    let path = path(club, &format!("/{id}/statistics"));
    let answer = statistics::read(session, &path, &config.period).await?;
    if json {
        return Ok(answer.text);
    }
    let found: Statistics = answer.read()?;
    let scope = scope(&config.period, (found.seq, found.head_seq));
    let mut text = format!("{}, {}: {scope}\n\n", name(&found.player), club.name);
    text += &figures(&found);
    if let Some(best) = &found.best_hand {
        text += &best_hand(best);
    }
    text += &patterns(found.patterns);
    text += &against(&found.against);
    Ok(text.trim_end().to_owned())
}

/// The figures, one on each line.
fn figures(figures: &Statistics) -> String {
    let places = figures.places.iter().zip(1_u32..);
    let places = places.map(|(times, place)| format!("{} {times}", ordinal(place)));
    let places: Vec<String> = places.collect();
    let rating = figures.rating.as_ref().map_or_else(
        || "none before a match is over".to_owned(),
        |rating| format!("{}, at least {:.1}", within(rating), rating.at_least),
    );
    let Statistics {
        wins,
        self_draws,
        limit_hands,
        current_streak,
        longest_streak,
        ..
    } = figures;
    let lines = [
        ("points", signed(figures.points)),
        ("matches", figures.matches.to_string()),
        ("places", places.join(", ")),
        (
            "streak",
            format!("{current_streak} with a gain, at best {longest_streak}"),
        ),
        ("hands", figures.hands.to_string()),
        (
            "wins",
            format!("{wins}: by self-draw {self_draws}, limit hands {limit_hands}"),
        ),
        ("average fan", average(figures.average_fan)),
        (
            "deal-ins",
            format!(
                "{}, which cost {}",
                figures.deal_ins, figures.deal_in_points
            ),
        ),
        ("rating", rating),
    ];
    lines
        .map(|(what, value)| format!("  {what:<13} {value}\n"))
        .concat()
}

fn ordinal(place: u32) -> String {
    match place {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        _ => format!("{place}th"),
    }
}

/// The best hand: its score, its tiles if they are known, its patterns, and its match.
fn best_hand(best: &BestHand) -> String {
    let worth = match best.limit {
        true => "limit".to_owned(),
        false => format!("{} fan", best.fan),
    };
    let patterns: Vec<String> = best.patterns.iter().map(|id| pattern(id)).collect();
    let mut lines = vec![format!("{worth}, {}", signed(best.points))];
    lines.extend(best.tiles.as_ref().map(tiles));
    lines.extend((!patterns.is_empty()).then(|| patterns.join(", ")));
    lines.push(format!("in match {}", best.r#match));
    let mut text = String::new();
    let mut what = "best hand";
    for line in lines {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {what:<13} {line}");
        what = "";
    }
    text
}

/// The patterns of the wins, the most frequent first.
fn patterns(counted: BTreeMap<String, i64>) -> String {
    if counted.is_empty() {
        return String::new();
    }
    let mut counted: Vec<(String, i64)> = counted.into_iter().collect();
    counted.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    let lines = counted.iter();
    let lines = lines.map(|(id, times)| format!("  {times:>5}  {}\n", pattern(id)));
    format!("\nWhat counted in the wins:\n{}", lines.collect::<String>())
}

/// The results against every other player.
fn against(others: &[HeadToHead]) -> String {
    if others.is_empty() {
        return String::new();
    }
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(["against", "points", "hands", "matches"]);
    for other in others {
        table.add_row([
            name(&other.player).to_owned(),
            signed(other.points),
            other.hands.to_string(),
            other.matches.to_string(),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("\n{}", table.trim_fmt())
}
