//! The standings of a tournament as text.

use serde::Deserialize;

use crate::club_players::Player;
use crate::name_match::Named as _;
use crate::round_tables::names;
use crate::sheet::signed;
use crate::standings::ranking;

/// The standings of a tournament.
#[derive(Deserialize)]
pub(super) struct Standings {
    #[serde(flatten)]
    result: StandingsAt,
    /// As of the last entry, where that is something else.
    #[serde(default)]
    since_closing: Option<StandingsAt>,
    #[serde(default)]
    cut: Option<NextCut>,
}

/// The cut before the next round.
#[derive(Deserialize)]
struct NextCut {
    round: u32,
    players: u64,
    tied: Vec<Player>,
    #[serde(default)]
    rank: Option<u64>,
    places: u64,
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
    score_twelfths: i64,
    points: f64,
    table_point_twelfths: i64,
    #[serde(default)]
    after_cut_twelfths: Option<i64>,
    penalty_points: f64,
    penalty_table_points: i64,
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
    label: String,
    score_twelfths: i64,
}

impl Standings {
    pub(super) fn text(&self) -> String {
        let mut result = self.result.text();
        if let Some(tie) = self.tie() {
            result += &format!("\n\n{tie}");
        }
        match &self.since_closing {
            None => result,
            Some(since) => format!(
                "{result}\n\nEntries after the closing changed this to:\n\n{}",
                since.text()
            ),
        }
    }
}

impl Standings {
    /// Who shares the last place that plays on after the cut, if they are more than play on.
    pub(super) fn tie(&self) -> Option<String> {
        let cut = self.cut.as_ref().filter(|cut| !cut.tied.is_empty())?;
        let (
            tied,
            NextCut {
                round,
                players,
                places,
                ..
            },
        ) = (names(&cut.tied), cut);
        let rank = cut
            .rank
            .map_or("no rank".to_owned(), |rank| format!("rank {rank}"));
        let play = if *places == 1 { "plays" } else { "play" };
        Some(format!(
            "Round {round} is for the best {players}: {tied} share {rank}, and {places} of them {play} on. The draw decides by lot."
        ))
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
            let mut players: Vec<&Standing> = self.players.iter().collect();
            players.sort_by_key(|one| one.place());
            text += &ranking(&heads, players.into_iter().map(Standing::row));
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
    /// The rank, and the name for those who share one. Those without a rank come last, as they are.
    fn place(&self) -> (u64, Option<&str>) {
        match self.rank {
            Some(rank) => (rank, Some(self.player.name())),
            None => (u64::MAX, None),
        }
    }

    fn row(&self) -> [String; 8] {
        let rank = self.rank.map(|rank| rank.to_string());
        [
            rank.unwrap_or_else(|| "–".to_owned()),
            self.player.name().to_owned(),
            twelfths(self.score_twelfths),
            signed(self.points),
            twelfths(self.table_point_twelfths),
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
        let mut words: Vec<String> = self.team.iter().cloned().collect();
        words.extend(flags.map(|(_, word)| word.to_owned()));
        if let Some(after) = self.after_cut_twelfths {
            words.push(format!("{} after the cut", twelfths(after)));
        }
        if self.penalty_points > 0.0 {
            words.push(format!("{} penalty", signed(-self.penalty_points)));
        }
        if self.penalty_table_points > 0 {
            words.push(format!(
                "-{} penalty in table points",
                self.penalty_table_points
            ));
        }
        words.join(", ")
    }
}

impl TeamStanding {
    fn row(&self) -> [String; 3] {
        [
            self.rank.to_string(),
            self.label.clone(),
            twelfths(self.score_twelfths),
        ]
    }
}

/// Twelfths of a point, to a hundredth: players with the same result share the table points of their places.
fn twelfths(count: i64) -> String {
    let hundredths = (count as f64 * 100.0 / 12.0).round();
    signed(hundredths / 100.0)
}
