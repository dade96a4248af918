//! Seasons and their standings as text.

use serde::Deserialize;

use crate::club_players::Player;
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

/// The standings of a season.
#[derive(Deserialize)]
pub(super) struct Standings {
    #[serde(flatten)]
    result: SeasonResult,
    #[serde(default)]
    since_closing: Option<SeasonResult>,
}

/// The standings as of an entry.
#[derive(Deserialize)]
struct SeasonResult {
    seq: u64,
    matches: u64,
    players: Vec<Standing>,
    teams: Vec<TeamStanding>,
}

#[derive(Deserialize)]
struct Standing {
    #[serde(default)]
    rank: Option<u64>,
    player: Player,
    points: f64,
    #[serde(default)]
    handicap: Option<f64>,
    matches: u64,
    counted_matches: u64,
}

#[derive(Deserialize)]
struct TeamStanding {
    rank: u64,
    label: String,
    points: f64,
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

impl Standings {
    pub(super) fn text(&self) -> String {
        let result = self.result.text();
        match &self.since_closing {
            None => result,
            Some(now) => format!(
                "{result}\n\nEntries after the closing changed this to:\n\n{}",
                now.text()
            ),
        }
    }
}

impl SeasonResult {
    fn text(&self) -> String {
        let matches = match self.matches {
            1 => "1 match".to_owned(),
            matches => format!("{matches} matches"),
        };
        let mut text = format!("{matches}, up to entry {}", self.seq);
        if !self.players.is_empty() {
            let heads = ["rank", "player", "points", "matches", "counted", "handicap"];
            text += "\n\n";
            text += &ranking(&heads, self.players.iter().map(Standing::row));
        }
        if !self.teams.is_empty() {
            text += "\n\n";
            text += &ranking(
                &["rank", "team", "points"],
                self.teams.iter().map(TeamStanding::row),
            );
        }
        text
    }
}

impl Standing {
    fn row(&self) -> [String; 6] {
        [
            self.rank
                .map_or_else(|| "–".to_owned(), |rank| rank.to_string()),
            self.player.name().to_owned(),
            signed(self.points),
            self.matches.to_string(),
            self.counted_matches.to_string(),
            self.handicap.map_or_else(String::new, signed),
        ]
    }
}

impl TeamStanding {
    fn row(&self) -> [String; 3] {
        [
            self.rank.to_string(),
            self.label.clone(),
            signed(self.points),
        ]
    }
}
