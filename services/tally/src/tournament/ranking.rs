//! The ranks of the players of a tournament.

use super::figures::{Figures, PlayerFigures};
use super::standing::TournamentStanding;
use evidence::{PlayerId, TieBreak, Tournament, TournamentRules};
use std::cmp::Reverse;

/// Everybody: those with a rank first, the best first.
pub(super) fn ranked(tournament: &Tournament, figures: &Figures) -> Vec<TournamentStanding> {
    let rules = &tournament.terms.rules;
    let players = figures.players.iter();
    let standings = players.map(|(player, of)| standing(rules, *player, of, figures));
    let mut standings: Vec<TournamentStanding> = standings.collect();
    standings.sort_by_cached_key(|one| {
        let key = Reverse(key(rules, one));
        (one.rank.is_none(), key, one.player)
    });
    let ranked = standings.iter().filter(|one| one.rank.is_some());
    let keys: Vec<Vec<i64>> = ranked.map(|one| key(rules, one)).collect();
    for one in &mut standings {
        let own = key(rules, one);
        let better = keys.partition_point(|other| *other > own);
        one.rank = one.rank.map(|_| (better as u64).saturating_add(1));
    }
    standings
}

/// What a player comes to. The rank is not known yet, only whether there is one.
fn standing(
    rules: &TournamentRules,
    player: PlayerId,
    of: &PlayerFigures,
    figures: &Figures,
) -> TournamentStanding {
    let met = of.met.iter().filter_map(|met| figures.players.get(met));
    let scores = met.map(|met| met.all.score(rules));
    let restarts = rules.cut.is_some_and(|cut| !cut.keeps_results);
    TournamentStanding {
        player,
        rank: (of.has_place && !of.substitute).then_some(0),
        score_twelfths: of.all.score(rules),
        after_cut_twelfths: (restarts && of.finalist).then(|| of.after_cut.score(rules)),
        half_points: of.all.half_points,
        table_point_twelfths: of.all.table_point_twelfths,
        penalties: of.penalties,
        penalty_half_points: of.penalty_half_points,
        penalty_table_points: of.penalty_table_points,
        matches: of.matches,
        sat_out: of.sat_out,
        first_places: of.first_places,
        best_match_half_points: of.best_match,
        opponents_twelfths: scores.fold(0, i64::saturating_add),
        team: of.team.clone(),
        substitute: of.substitute,
        withdrawn: of.withdrawn,
        finalist: of.finalist,
    }
}

/// What is compared one after the other, the greater the better.
fn key(rules: &TournamentRules, one: &TournamentStanding) -> Vec<i64> {
    let mut key = vec![i64::from(one.finalist)];
    match one.after_cut_twelfths {
        None => key.push(one.score_twelfths),
        Some(after) => key.extend([after, one.score_twelfths.saturating_sub(after)]),
    }
    key.extend(rules.ties.iter().map(|tie| match tie {
        TieBreak::Points => one.half_points,
        TieBreak::TablePoints => one.table_point_twelfths,
        TieBreak::FirstPlaces => i64::try_from(one.first_places).unwrap_or(i64::MAX),
        // Less than every match.
        TieBreak::BestMatch => one.best_match_half_points.unwrap_or(i64::MIN),
        TieBreak::Opponents => one.opponents_twelfths,
    }));
    key
}
