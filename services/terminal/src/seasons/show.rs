//! Seasons and their standings as text.

use client::models::{
    SeasonResult, SeasonStanding, SeasonStandings, SeasonSummary, Seasons, TeamStanding,
};

use crate::club_players::name;
use crate::event_heading::{called, heading};
use crate::name_match::Named;
use crate::sheet::signed;
use crate::standings::ranking;
use crate::word::counted;

impl Named for SeasonSummary {
    fn id(&self) -> String {
        self.id.to_string()
    }

    fn name(&self) -> &str {
        called(self.name.as_deref())
    }
}

/// Its name, its days and its id.
pub(super) fn summary(one: &SeasonSummary) -> String {
    let days = (one.from, one.until);
    heading("Season", one.name.as_deref(), days, one.closed_seq, one.id)
}

pub(super) fn list(seasons: &Seasons) -> String {
    match seasons.seasons.is_empty() {
        true => "There is no season yet: `faan season open` opens one.".to_owned(),
        false => {
            let texts: Vec<String> = seasons.seasons.iter().map(summary).collect();
            texts.join("\n\n")
        }
    }
}

/// The standings, and what they are by now where that is something else.
pub(super) fn standings(standings: &SeasonStandings) -> String {
    let SeasonStandings {
        seq,
        matches,
        players,
        teams,
        since_closing,
        ..
    } = standings;
    let result = as_of((*seq, *matches), players, teams);
    match since_closing {
        None => result,
        Some(SeasonResult {
            seq,
            matches,
            players,
            teams,
            ..
        }) => format!(
            "{result}\n\nEntries after the closing changed this to:\n\n{}",
            as_of((*seq, *matches), players, teams)
        ),
    }
}

/// The standings as of an entry.
fn as_of((seq, matches): (i64, i64), players: &[SeasonStanding], teams: &[TeamStanding]) -> String {
    let matches = counted(matches, "match", "matches");
    let mut text = format!("{matches}, up to entry {seq}");
    if !players.is_empty() {
        let heads = ["rank", "player", "points", "matches", "counted", "handicap"];
        text += "\n\n";
        text += &ranking(&heads, players.iter().map(row));
    }
    if !teams.is_empty() {
        text += "\n\n";
        text += &ranking(&["rank", "team", "points"], teams.iter().map(team_row));
    }
    text
}

fn row(one: &SeasonStanding) -> [String; 6] {
    let rank = one.rank.map(|rank| rank.to_string());
    [
        rank.unwrap_or_else(|| "–".to_owned()),
        name(&one.player).to_owned(),
        signed(one.points),
        one.matches.to_string(),
        one.counted_matches.to_string(),
        one.handicap.map_or_else(String::new, signed),
    ]
}

fn team_row(team: &TeamStanding) -> [String; 3] {
    [
        team.rank.to_string(),
        team.label.clone(),
        signed(team.points),
    ]
}
