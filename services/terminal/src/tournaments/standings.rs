//! The standings of a tournament as text.

use serde::Deserialize;

use crate::club_players::Player;
use crate::name_match::Named as _;
use crate::sheet::signed;
use crate::standings::ranking;

/// The standings of a tournament.
#[derive(Deserialize)]
pub(super) struct Standings {
    #[serde(flatten)]
    result: StandingsAt,
    #[serde(default)]
    since_closing: Option<StandingsAt>,
}

/// The standings as of an entry.
#[derive(Deserialize)]
struct StandingsAt {
    seq: u64,
    players: Vec<Standing>,
    teams: Vec<TeamStanding>,
}

#[derive(Deserialize)]
struct Standing {
    #[serde(default)]
    rank: Option<u64>,
    player: Player,
    score: f64,
    points: f64,
    table_points: f64,
    matches: u64,
    first_places: u64,
    #[serde(default)]
    team: Option<String>,
    #[serde(default)]
    substitute: bool,
    #[serde(default)]
    withdrawn: bool,
    #[serde(default)]
    finalist: bool,
}

#[derive(Deserialize)]
struct TeamStanding {
    rank: u64,
    #[serde(alias = "label")]
    team: String,
    score: f64,
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

impl StandingsAt {
    fn text(&self) -> String {
        let mut text = format!("Up to entry {}", self.seq);
        if !self.players.is_empty() {
            let heads = [
                "rank",
                "player",
                "score",
                "points",
                "table\npoints",
                "matches",
                "first\nplaces",
                "remarks",
            ];
            text += "\n\n";
            text += &ranking(&heads, self.players.iter().map(Standing::row));
        }
        if !self.teams.is_empty() {
            text += "\n\n";
            let rows = self.teams.iter().map(TeamStanding::row);
            text += &ranking(&["rank", "team", "score"], rows);
        }
        text
    }
}

impl Standing {
    fn row(&self) -> [String; 8] {
        let rank = self.rank.map(|rank| rank.to_string());
        [
            rank.unwrap_or_else(|| "–".to_owned()),
            self.player.name().to_owned(),
            hundredths(self.score),
            signed(self.points),
            hundredths(self.table_points),
            self.matches.to_string(),
            self.first_places.to_string(),
            self.remarks(),
        ]
    }

    fn remarks(&self) -> String {
        let flags = [
            (self.finalist, "finalist"),
            (self.substitute, "substitute"),
            (self.withdrawn, "withdrawn"),
        ];
        let flags = flags.into_iter().filter(|(is_so, _)| *is_so);
        let words = self.team.as_deref().into_iter();
        let words: Vec<&str> = words.chain(flags.map(|(_, word)| word)).collect();
        words.join(", ")
    }
}

impl TeamStanding {
    fn row(&self) -> [String; 3] {
        [
            self.rank.to_string(),
            self.team.clone(),
            hundredths(self.score),
        ]
    }
}

/// A number that may be twelfths: shared table points are shown to a hundredth.
fn hundredths(number: f64) -> String {
    signed((number * 100.0).round() / 100.0)
}
