//! `faan audit season`: the standings of a league, from an export alone.

use std::io;
use std::path::Path;

use audit::{SeasonResult, SeasonSelection, Verdict, season_standings};
use serde_json::{Value, json};
use tally::SeasonStandings;

use super::export_file::open;
use super::what_if::points;
use crate::config::SeasonStandings as Config;

/// What is to be printed, and what is to be thought of the export.
pub(super) fn standings(config: &Config) -> Result<(String, Verdict), String> {
    let selection = SeasonSelection {
        only: config.only,
        as_of: config.as_of,
        until: config.until,
    };
    let found = match config.export == Path::new("-") {
        true => season_standings(io::stdin().lock(), selection),
        false => season_standings(open(&config.export)?, selection),
    };
    let results = match found {
        Ok(results) => results,
        Err(failure) => return Ok((format!("{failure}.\n"), failure.verdict())),
    };
    if let (Some(only), true) = (config.only, results.is_empty()) {
        return Err(format!(
            "the export tells nothing of the season {only} by then"
        ));
    }
    if let Some(last) = results
        .first()
        .filter(|last| config.as_of.is_some_and(|seq| seq > last.seq))
    {
        return Err(format!("the export ends with entry {}", last.seq));
    }
    let text = match config.json {
        true => format!("{:#}\n", Value::from_iter(results.iter().map(data))),
        false => results.iter().map(sheet).collect::<Vec<_>>().join("\n"),
    };
    Ok((text, Verdict::Sound))
}

fn data(result: &SeasonResult) -> Value {
    let SeasonResult {
        season,
        seq,
        standings,
        since_closing,
    } = result;
    let since_closing = since_closing.as_ref();
    json!({
        "season": season.terms.season,
        "from": season.terms.from.to_string(),
        "until": season.terms.until.to_string(),
        "standings": as_of(*seq, standings),
        "since_closing": since_closing.map(|(seq, standings)| as_of(*seq, standings)),
    })
}

/// As the answers of REST have them, with ids of players.
fn as_of(seq: u64, standings: &SeasonStandings) -> Value {
    let SeasonStandings {
        matches,
        players,
        teams,
    } = standings;
    json!({ "seq": seq, "matches": matches, "players": players, "teams": teams })
}

fn sheet(result: &SeasonResult) -> String {
    let SeasonResult {
        season,
        seq,
        standings,
        since_closing,
    } = result;
    let terms = &season.terms;
    let mut sheet = format!(
        "Season {} from {} to {}\n",
        terms.season, terms.from, terms.until
    );
    sheet += &table(*seq, standings);
    if let Some((seq, standings)) = since_closing {
        sheet += "  Entries after the closing changed this to:\n";
        sheet += &table(*seq, standings);
    }
    sheet
}

fn table(seq: u64, standings: &SeasonStandings) -> String {
    let mut lines = vec![format!(
        "  as of entry {seq}, matches that count: {}",
        standings.matches
    )];
    for one in &standings.players {
        let rank = one
            .rank
            .map_or_else(|| "–".to_owned(), |rank| rank.to_string());
        let (player, points) = (one.player, points(one.half_points));
        let (counted, matches) = (one.counted_matches, one.matches);
        lines.push(format!(
            "  {rank:>4}  {player}  {points:>10}  {counted} of {matches} matches"
        ));
    }
    for team in &standings.teams {
        let (rank, points) = (team.rank, points(team.half_points));
        lines.push(format!(
            "  {rank:>4}  {:36}  {points:>10}  team",
            team.label
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}
