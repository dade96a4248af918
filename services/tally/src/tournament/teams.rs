//! The standings of the teams of a tournament.

use super::TournamentStanding;
use evidence::PlayerId;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What a tournament comes to for a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentTeamStanding {
    /// 1 for the best; equal ones share the better rank.
    pub rank: u64,
    /// What it is called.
    pub label: String,
    /// The sum of the scores of its players in twelfths of a point, those without a rank included, substitutes left out.
    pub score_twelfths: i64,
    /// Its players, by id, substitutes left out.
    pub players: Vec<PlayerId>,
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
