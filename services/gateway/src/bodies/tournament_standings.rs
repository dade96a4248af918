//! The standings of a tournament.

use ledger::{TournamentStandingsAsOf, evidence, tally};
use serde::Serialize;
use utoipa::ToSchema;

use super::people::People;
use super::seats::Player;

/// The standings of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentStandings {
    #[serde(flatten)]
    standings: TournamentResult,
    /// The standings as of the last entry of the ledger, if the tournament was closed and later entries changed them: decisions of
    /// referees, corrections, merged players. Absent otherwise, and with `as_of_seq`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    since_closing: Option<TournamentResult>,
    /// Who shares the last place that plays on after the cut, as the standings are now: before the next round is drawn. Absent if that round is not after a cut,
    /// if fewer players are checked in than play on, while a match has no hand, and with `as_of_seq`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cut: Option<NextCut>,
}

type NextCut = evidence::TournamentCut<Player>;
type TournamentStanding = tally::TournamentStanding<Player>;
type TournamentTeamStanding = tally::TournamentTeamStanding<Player>;

/// The standings of a tournament as of an entry of the ledger.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentResult {
    /// The sequence number of the entry: nothing that was entered later is included.
    #[schema(minimum = 1)]
    seq: u64,
    /// How many rounds were opened.
    #[schema(minimum = 0)]
    rounds: u64,
    /// How many matches count: those in which anything happened.
    #[schema(minimum = 0)]
    matches: u64,
    /// Everybody who is registered: first those with a rank, the best first, then those without.
    players: Vec<TournamentStanding>,
    /// The teams, the best first.
    teams: Vec<TournamentTeamStanding>,
}

impl From<ledger::TournamentResult> for TournamentStandings {
    fn from(found: ledger::TournamentResult) -> Self {
        let people = People(&found.names);
        Self {
            standings: TournamentResult::new(found.result, people),
            since_closing: found
                .since_closing
                .map(|since| TournamentResult::new(since, people)),
            cut: found.cut.map(|cut| NextCut {
                round: cut.round,
                players: cut.players,
                decided_by: cut.decided_by,
                tied: people.all(&cut.tied),
                rank: cut.rank,
                places: cut.places,
            }),
        }
    }
}

impl TournamentResult {
    fn new(of: TournamentStandingsAsOf, people: People<'_>) -> Self {
        let tally::TournamentStandings {
            rounds,
            matches,
            players,
            teams,
        } = of.standings;
        let team = |team: tally::TournamentTeamStanding| TournamentTeamStanding {
            rank: team.rank,
            label: team.label,
            score_twelfths: team.score_twelfths,
            players: people.all(&team.players),
        };
        let named = |one: tally::TournamentStanding| {
            let player = people.one(one.player)?;
            Some(one.with_player(player))
        };
        Self {
            seq: of.seq,
            rounds,
            matches,
            players: players.into_iter().filter_map(named).collect(),
            teams: teams.into_iter().map(team).collect(),
        }
    }
}
