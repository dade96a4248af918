//! What the rounds and penalties of a tournament come to for each of its players.

use super::standing::{TWELFTHS_OF_HALF_POINT, TWELFTHS_OF_TABLE_POINT, TournamentMatch};
use evidence::{
    Entrant, EntrantState, MatchId, PlayerId, Tournament, TournamentRound, TournamentRules,
    TournamentScoring,
};
use std::collections::{BTreeMap, BTreeSet};

/// What everybody comes to.
pub(super) struct Figures {
    /// How many matches count.
    pub(super) matches: u64,
    /// By player, after merges.
    pub(super) players: BTreeMap<PlayerId, PlayerFigures>,
}

/// What a player comes to.
#[derive(Default)]
pub(super) struct PlayerFigures {
    /// All rounds.
    pub(super) all: Sum,
    /// The rounds after the cut.
    pub(super) after_cut: Sum,
    pub(super) penalties: u64,
    pub(super) penalty_half_points: i64,
    pub(super) penalty_table_points: i64,
    pub(super) matches: u64,
    pub(super) sat_out: u64,
    pub(super) first_places: u64,
    pub(super) best_match: Option<i64>,
    /// Everybody they met, as often as they met.
    pub(super) met: Vec<PlayerId>,
    pub(super) team: Option<String>,
    pub(super) substitute: bool,
    pub(super) withdrawn: bool,
    pub(super) has_place: bool,
    pub(super) finalist: bool,
}

/// Points and table points.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) half_points: i64,
    pub(super) table_point_twelfths: i64,
}

impl Sum {
    fn add(&mut self, other: Self) {
        let (points, twelfths) = (other.half_points, other.table_point_twelfths);
        self.half_points = self.half_points.saturating_add(points);
        self.table_point_twelfths = self.table_point_twelfths.saturating_add(twelfths);
    }

    /// The score in twelfths of a point.
    pub(super) fn score(self, rules: &TournamentRules) -> i64 {
        let points = self.half_points.saturating_mul(TWELFTHS_OF_HALF_POINT);
        match rules.scoring {
            TournamentScoring::Points => points,
            TournamentScoring::TablePoints => self.table_point_twelfths,
            TournamentScoring::PointsAndTablePoints => {
                points.saturating_add(self.table_point_twelfths)
            }
        }
    }
}

impl PlayerFigures {
    fn add(&mut self, sum: Sum, is_after_cut: bool) {
        self.all.add(sum);
        if is_after_cut {
            self.after_cut.add(sum);
        }
    }
}

impl Figures {
    pub(super) fn of(
        tournament: &Tournament,
        result: impl Fn(MatchId) -> Option<TournamentMatch>,
        counts_for: impl Fn(PlayerId) -> PlayerId,
    ) -> Self {
        let mut figures = Self {
            matches: 0,
            players: entrants(tournament, &counts_for),
        };
        for round in tournament.opened_rounds() {
            let is_after_cut = tournament.is_after_cut(round.draw.round);
            for player in round.draw.players() {
                let of = figures.player(counts_for(player));
                of.has_place = true;
                of.finalist |= is_after_cut;
            }
            figures.add_sat_out(tournament, round, &counts_for);
            for (id, drawn) in round.matches.iter().zip(&round.draw.tables) {
                if let Some(one) = result(*id) {
                    let seated = who_counts(drawn.map(&counts_for), one.players.map(&counts_for));
                    figures.add_match(tournament, seated, one.half_points, is_after_cut);
                }
            }
        }
        figures.add_penalties(tournament, &counts_for);
        figures
    }

    fn player(&mut self, id: PlayerId) -> &mut PlayerFigures {
        self.players.entry(id).or_default()
    }

    fn add_sat_out(
        &mut self,
        tournament: &Tournament,
        round: &TournamentRound,
        counts_for: impl Fn(PlayerId) -> PlayerId,
    ) {
        let counts = tournament.terms.rules.sat_out;
        let sum = counts.map_or_else(Sum::default, |counts| Sum {
            half_points: counts.half_points.into(),
            table_point_twelfths: i64::from(counts.table_points) * TWELFTHS_OF_TABLE_POINT,
        });
        let is_after_cut = tournament.is_after_cut(round.draw.round);
        for player in &round.draw.sitting_out {
            let of = self.player(counts_for(*player));
            of.sat_out += 1;
            of.add(sum, is_after_cut);
        }
    }

    fn add_match(
        &mut self,
        tournament: &Tournament,
        seated: [PlayerId; 4],
        half_points: [i64; 4],
        is_after_cut: bool,
    ) {
        self.matches += 1;
        let shares = shares(half_points, tournament.terms.rules.points_of_places());
        let best = half_points.into_iter().max();
        for ((player, gain), share) in seated.into_iter().zip(half_points).zip(shares) {
            let of = self.player(player);
            of.matches += 1;
            of.first_places += u64::from(Some(gain) == best);
            of.best_match = of.best_match.max(Some(gain));
            of.met
                .extend(seated.into_iter().filter(|other| *other != player));
            let sum = Sum {
                half_points: gain,
                table_point_twelfths: share,
            };
            of.add(sum, is_after_cut);
        }
    }

    fn add_penalties(
        &mut self,
        tournament: &Tournament,
        counts_for: impl Fn(PlayerId) -> PlayerId,
    ) {
        for penalty in tournament.standing_penalties() {
            let half_points = i64::from(penalty.terms.half_points);
            let table_points = i64::from(penalty.terms.table_points);
            let of = self.player(counts_for(penalty.terms.player));
            of.penalties += 1;
            of.penalty_half_points += half_points;
            of.penalty_table_points += table_points;
            let sum = Sum {
                half_points: -half_points,
                table_point_twelfths: -table_points * TWELFTHS_OF_TABLE_POINT,
            };
            of.add(sum, tournament.is_after_cut(penalty.of_round));
        }
    }
}

/// All entrants.
fn entrants(
    tournament: &Tournament,
    counts_for: impl Fn(PlayerId) -> PlayerId,
) -> BTreeMap<PlayerId, PlayerFigures> {
    let people = tournament.entrants_by(counts_for).into_iter();
    let figures = |entrant: Entrant| PlayerFigures {
        team: entrant.team,
        substitute: entrant.substitute,
        withdrawn: entrant.state == EntrantState::Withdrawn,
        ..PlayerFigures::default()
    };
    people
        .map(|(player, entrant)| (player, figures(entrant)))
        .collect()
}

/// For whom the result of each chair counts: whom the match names there, if these are the four who were drawn to the table; otherwise those.
fn who_counts(drawn: [PlayerId; 4], named: [PlayerId; 4]) -> [PlayerId; 4] {
    match BTreeSet::from(drawn) == BTreeSet::from(named) {
        true => named,
        false => drawn,
    }
}

/// The table points of each chair in twelfths: those with the same result share the points of their places equally.
fn shares(half_points: [i64; 4], points: [i32; 4]) -> [i64; 4] {
    half_points.map(|own| {
        let better = half_points.iter().filter(|other| **other > own).count();
        let equal = half_points.iter().filter(|other| **other == own).count();
        let places = points.iter().skip(better).take(equal);
        let together: i64 = places.map(|points| i64::from(*points)).sum();
        // Two, three and four divide twelve.
        let equal = i64::try_from(equal).unwrap_or(1);
        together * (TWELFTHS_OF_TABLE_POINT / equal)
    })
}
