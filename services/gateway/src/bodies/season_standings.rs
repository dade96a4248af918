//! The standings of a season.

use std::collections::HashMap;

use ledger::{PlayerId, StandingsAsOf, tally};
use serde::Serialize;
use utoipa::ToSchema;

use super::seats::Player;

/// The standings of a season.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeasonStandings {
    #[serde(flatten)]
    standings: SeasonResult,
    /// The standings as of the last entry of the ledger, if the season was closed and later entries changed them: corrections, further hands
    /// and matches, merged players. Absent otherwise, with `as_of_seq`, and if the season has more than 40,000 matches by now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    since_closing: Option<SeasonResult>,
}

/// The standings of a season as of an entry of the ledger.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeasonResult {
    /// The sequence number of the entry: nothing that was entered later is included.
    #[schema(minimum = 1)]
    seq: u64,
    /// How many matches count.
    #[schema(minimum = 0)]
    matches: u64,
    /// Everybody who took part in one: first those with a rank, the best first, then those without. Players who were merged after this entry
    /// are still apart, and have the same name.
    players: Vec<SeasonStanding>,
    /// All teams of the rules, the best first.
    teams: Vec<TeamStanding>,
}

type SeasonStanding = tally::SeasonStanding<Player>;
type TeamStanding = tally::TeamStanding<Player>;

impl From<ledger::SeasonResult> for SeasonStandings {
    fn from(found: ledger::SeasonResult) -> Self {
        let names = &found.names;
        Self {
            standings: SeasonResult::new(found.result, names),
            since_closing: found.since_closing.map(|now| SeasonResult::new(now, names)),
        }
    }
}

impl SeasonResult {
    fn new(of: StandingsAsOf, names: &HashMap<PlayerId, ledger::Player>) -> Self {
        let player = |id: &PlayerId| names.get(id).cloned().map(Player::from);
        let standing = |one: tally::SeasonStanding| Some(one.with_player(player(&one.player)?));
        let team = |team: tally::TeamStanding| TeamStanding {
            rank: team.rank,
            label: team.label,
            half_points: team.half_points,
            players: team.players.iter().filter_map(player).collect(),
        };
        let tally::SeasonStandings {
            matches,
            players,
            teams,
        } = of.standings;
        Self {
            seq: of.seq,
            matches,
            players: players.into_iter().filter_map(standing).collect(),
            teams: teams.into_iter().map(team).collect(),
        }
    }
}
