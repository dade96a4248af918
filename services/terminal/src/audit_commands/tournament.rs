//! `faan audit tournament`: the standings of tournaments, from an export alone.

use std::io;
use std::path::Path;

use audit::{TournamentResult, TournamentSelection, Verdict, tournament_standings};
use serde_json::{Value, json};
use tally::TournamentStandings;

use super::export_file::open;
use crate::config::TournamentStandings as Config;

/// What is to be printed, and what is to be thought of the export.
pub(super) fn standings(config: &Config) -> Result<(String, Verdict), String> {
    let selection = TournamentSelection {
        only: config.only,
        as_of: config.as_of,
    };
    let found = match config.export == Path::new("-") {
        true => tournament_standings(io::stdin().lock(), selection),
        false => tournament_standings(open(&config.export)?, selection),
    };
    let results = match found {
        Ok(results) => results,
        Err(failure) => return Ok((format!("{failure}.\n"), failure.verdict())),
    };
    if let (Some(only), true) = (config.only, results.is_empty()) {
        return Err(format!(
            "the export tells nothing of the tournament {only} by then"
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

fn data(result: &TournamentResult) -> Value {
    let TournamentResult {
        tournament,
        seq,
        standings,
        since_closing,
    } = result;
    let since_closing = since_closing.as_ref();
    json!({
        "tournament": tournament.terms.tournament,
        "from": tournament.terms.from.to_string(),
        "until": tournament.terms.until.to_string(),
        "standings": as_of(*seq, standings),
        "since_closing": since_closing.map(|(seq, standings)| as_of(*seq, standings)),
    })
}

/// As the answers of REST have them, with ids of players.
fn as_of(seq: u64, standings: &TournamentStandings) -> Value {
    let TournamentStandings {
        rounds,
        matches,
        players,
        teams,
    } = standings;
    json!({ "seq": seq, "rounds": rounds, "matches": matches, "players": players, "teams": teams })
}

fn sheet(result: &TournamentResult) -> String {
    let TournamentResult {
        tournament,
        seq,
        standings,
        since_closing,
    } = result;
    let terms = &tournament.terms;
    let mut sheet = format!(
        "Tournament {} from {} to {}\n",
        terms.tournament, terms.from, terms.until
    );
    sheet += &table(*seq, standings);
    if let Some((seq, standings)) = since_closing {
        sheet += "  Entries after the closing changed this to:\n";
        sheet += &table(*seq, standings);
    }
    sheet
}

fn table(seq: u64, standings: &TournamentStandings) -> String {
    let (rounds, matches) = (standings.rounds, standings.matches);
    let mut lines = vec![format!(
        "  as of entry {seq}, rounds: {rounds}, matches that count: {matches}"
    )];
    for one in &standings.players {
        let rank = one
            .rank
            .map_or_else(|| "–".to_owned(), |rank| rank.to_string());
        let score = points(one.score_twelfths);
        let mut line = format!("  {rank:>4}  {}  {score:>10}", one.player);
        line += &format!("  matches: {}", one.matches);
        for (text, is_so) in [
            ("substitute", one.substitute),
            ("withdrawn", one.withdrawn),
            ("finalist", one.finalist),
        ] {
            if is_so {
                line += ", ";
                line += text;
            }
        }
        if let Some(after) = one.after_cut_twelfths {
            line += &format!(", {} after the cut", points(after));
        }
        lines.push(line);
    }
    for team in &standings.teams {
        let (rank, score) = (team.rank, points(team.score_twelfths));
        lines.push(format!("  {rank:>4}  {:36}  {score:>10}  team", team.label));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Twelfths of a point as whole points and a fraction: `-3 1/2`.
fn points(twelfths: i64) -> String {
    let (whole, rest) = (twelfths.unsigned_abs() / 12, twelfths.unsigned_abs() % 12);
    let sign = if twelfths < 0 { "-" } else { "" };
    let fraction = match rest {
        0 => "",
        1 => "1/12",
        2 => "1/6",
        3 => "1/4",
        4 => "1/3",
        5 => "5/12",
        6 => "1/2",
        7 => "7/12",
        8 => "2/3",
        9 => "3/4",
        10 => "5/6",
        _ => "11/12",
    };
    match (whole, fraction) {
        (whole, "") => format!("{sign}{whole}"),
        (0, fraction) => format!("{sign}{fraction}"),
        (whole, fraction) => format!("{sign}{whole} {fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::points;

    #[test]
    fn twelfths_are_told_as_fractions() {
        for (twelfths, text) in [
            (0, "0"),
            (12, "1"),
            (-12, "-1"),
            (-6, "-1/2"),
            (44, "3 2/3"),
            (-42, "-3 1/2"),
        ] {
            assert_eq!(points(twelfths), text);
        }
    }
}
