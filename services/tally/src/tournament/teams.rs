//! The standings of the teams of a tournament.

use super::standing::TournamentStanding;
use evidence::PlayerId;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What a tournament comes to for a team.
// As answers of REST have it, with the names of `P`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentTeamStanding<P = PlayerId> {
    /// 1 for the best; equal ones share the better rank.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub rank: u64,
    /// What it is called.
    pub label: String,
    /// The sum of the scores of its players, in twelfths of a point; substitutes do not count.
    pub score_twelfths: i64,
    /// Its players, by id; without substitutes.
    pub players: Vec<P>,
}

/// The teams of these players.
pub(super) fn of(players: &[TournamentStanding]) -> Vec<TournamentTeamStanding> {
    let mut teams: BTreeMap<&String, (i64, Vec<PlayerId>)> = BTreeMap::new();
    for one in players {
        let Some(label) = &one.team else {
            continue;
        };
        let (score, members) = teams.entry(label).or_default();
        if !one.substitute {
            *score = score.saturating_add(one.score_twelfths);
            members.push(one.player);
        }
    }
    let teams = teams.into_iter();
    let mut teams: Vec<TournamentTeamStanding> = teams
        .map(|(label, (score_twelfths, mut players))| {
            players.sort_unstable();
            TournamentTeamStanding {
                rank: 0,
                label: label.clone(),
                score_twelfths,
                players,
            }
        })
        .collect();
    // The sort is stable: equal ones stay in the order of their labels.
    teams.sort_by_key(|team| Reverse(team.score_twelfths));
    let scores: Vec<i64> = teams.iter().map(|team| team.score_twelfths).collect();
    for team in &mut teams {
        let better = scores.partition_point(|other| *other > team.score_twelfths);
        team.rank = (better as u64).saturating_add(1);
    }
    teams
}
