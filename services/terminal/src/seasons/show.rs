//! Seasons and their standings as text.

use client::models::{SeasonResult, SeasonStanding, SeasonStandings, TeamStanding};
use serde::Deserialize;

use crate::club_players::name;
use crate::name_match::Named;
use crate::sheet::signed;
use crate::standings::ranking;

/// A page of seasons.
#[derive(Deserialize)]
pub(super) struct Seasons {
    pub(super) seasons: Vec<Season>,
    #[serde(default)]
    pub(super) next_cursor: Option<String>,
}

/// A season, without its rules.
#[derive(Clone, Deserialize)]
pub(super) struct Season {
    pub(super) id: String,
    #[serde(default)]
    name: Option<String>,
    from: String,
    until: String,
    #[serde(default)]
    closed_seq: Option<u64>,
}

impl Named for Season {
    fn id(&self) -> &str {
        &self.id
    }

    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("(no name)")
    }
}

impl Season {
    pub(super) fn is_open(&self) -> bool {
        self.closed_seq.is_none()
    }

    pub(super) fn text(&self) -> String {
        let end = match self.closed_seq {
            Some(seq) => format!(", closed by entry {seq}"),
            None => String::new(),
        };
        let (name, from, until) = (self.name(), &self.from, &self.until);
        format!("{name}: {from} to {until}{end}\nSeason {}", self.id)
    }
}

impl Seasons {
    pub(super) fn text(&self) -> String {
        match self.seasons.is_empty() {
            true => "There is no season yet: `faan season open` opens one.".to_owned(),
            false => {
                let texts: Vec<String> = self.seasons.iter().map(Season::text).collect();
                texts.join("\n\n")
            }
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
    let matches = match matches {
        1 => "1 match".to_owned(),
        matches => format!("{matches} matches"),
    };
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
