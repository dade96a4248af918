//! The standings added up a second time, player by player, without looking at what the first computation keeps.

use super::any_tournament::{Course, Numbers, PlainPenalty, player};
use evidence::{Counts, Entrant, PlayerId, TieBreak, TournamentScoring};
use proptest::prelude::*;
use std::collections::BTreeSet;
use tally::{TournamentMatch, TournamentStanding, TournamentStandings};

/// A player, who may have been registered as several.
struct Person<'a> {
    course: &'a Course,
    into: PlayerId,
    ids: BTreeSet<PlayerId>,
}

impl Person<'_> {
    /// The half points and the twelfths of table points of the rounds from this one on, and what was met, won, and so on.
    fn results(&self, from: u32) -> (i64, i64) {
        let rules = &self.course.tournament.terms.rules;
        let (mut half_points, mut twelfths) = (0, 0);
        for round in &self.course.rounds {
            let Some(results) = &round.results else {
                continue;
            };
            if round.number < from {
                continue;
            }
            if round.sitting_out.iter().any(|id| self.ids.contains(id))
                && let Some(sat_out) = rules.sat_out
            {
                half_points += i64::from(sat_out.half_points);
                twelfths += 12 * i64::from(sat_out.table_points);
            }
            for (drawn, result) in round.tables.iter().zip(results) {
                if let Some((own, others)) = self.at(drawn, result.as_ref()) {
                    half_points += own;
                    // Every order of those with the same result, each with the points of its place.
                    let better = others.iter().filter(|other| **other > own).count();
                    let equal = others.iter().filter(|other| **other == own).count() + 1;
                    let places = rules.table_points.unwrap_or_default();
                    let sum: i64 = places[better..better + equal]
                        .iter()
                        .map(|points| i64::from(*points))
                        .sum();
                    assert_eq!(sum * 12 % equal as i64, 0);
                    twelfths += sum * 12 / equal as i64;
                }
            }
        }
        for penalty in &self.course.penalties {
            if self.ids.contains(&penalty.player) && (from <= 1 || penalty.of_round >= from) {
                half_points -= penalty.half_points;
                twelfths -= 12 * penalty.table_points;
            }
        }
        (half_points, twelfths)
    }

    /// What they gained at a table, and what the others did.
    fn at(
        &self,
        drawn: &[PlayerId; 4],
        result: Option<&TournamentMatch>,
    ) -> Option<(i64, Vec<i64>)> {
        let result = result.filter(|one| one.counts != Counts::ForNothing)?;
        let mut same = (*drawn, result.players);
        same.0.sort_unstable();
        same.1.sort_unstable();
        let seated = if same.0 == same.1 {
            result.players
        } else {
            *drawn
        };
        let chair = seated.iter().position(|id| self.ids.contains(id))?;
        let others = (0..4).filter(|other| *other != chair);
        let others = others.map(|other| result.half_points[other]).collect();
        Some((result.half_points[chair], others))
    }

    fn matches(&self) -> Vec<(i64, Vec<i64>)> {
        let rounds = self.course.rounds.iter();
        let tables = rounds.filter_map(|round| {
            let results = round.results.as_ref()?;
            Some(round.tables.iter().zip(results))
        });
        let at = |(drawn, result): (&[PlayerId; 4], &Option<TournamentMatch>)| {
            self.at(drawn, result.as_ref())
        };
        tables.flatten().filter_map(at).collect()
    }

    fn score(&self, from: u32) -> i64 {
        let (half_points, twelfths) = self.results(from);
        match self.course.tournament.terms.rules.scoring {
            TournamentScoring::Points => half_points * 6,
            TournamentScoring::TablePoints => twelfths,
            TournamentScoring::PointsAndTablePoints => half_points * 6 + twelfths,
        }
    }

    fn has_place(&self, from: u32) -> bool {
        let mut rounds = self.course.rounds.iter();
        rounds.any(|round| {
            let mut all = round.tables.iter().flatten().chain(&round.sitting_out);
            round.results.is_some() && round.number >= from && all.any(|id| self.ids.contains(id))
        })
    }

    fn entrants(&self) -> Vec<&Entrant> {
        let entrants = self.course.tournament.entrants.iter();
        let own = entrants.filter(|(id, _)| self.ids.contains(id));
        own.map(|(_, entrant)| entrant).collect()
    }

    fn is_finalist(&self) -> bool {
        let cut = self.course.tournament.terms.rules.cut;
        cut.is_some_and(|cut| self.has_place(cut.after_round + 1))
    }

    fn has_rank(&self) -> bool {
        self.has_place(1) && self.entrants().iter().any(|one| !one.substitute)
    }

    /// Everybody they met.
    fn opponents(&self, all: &[Person<'_>]) -> i64 {
        let mut sum = 0;
        for round in &self.course.rounds {
            let Some(results) = &round.results else {
                continue;
            };
            for (drawn, result) in round.tables.iter().zip(results) {
                let counts = result.is_some_and(|one| one.counts != Counts::ForNothing);
                if !counts || !drawn.iter().any(|id| self.ids.contains(id)) {
                    continue;
                }
                for id in drawn.iter().filter(|id| !self.ids.contains(id)) {
                    let other = all.iter().find(|other| other.ids.contains(id));
                    sum += other.unwrap().score(1);
                }
            }
        }
        sum
    }

    fn tie(&self, tie: TieBreak, all: &[Person<'_>]) -> i64 {
        let matches = self.matches();
        let is_first = |(own, others): &&(i64, Vec<i64>)| others.iter().all(|other| other <= own);
        match tie {
            TieBreak::Points => self.results(1).0,
            TieBreak::TablePoints => self.results(1).1,
            TieBreak::FirstPlaces => matches.iter().filter(is_first).count() as i64,
            TieBreak::BestMatch => matches
                .iter()
                .map(|(own, _)| *own)
                .max()
                .unwrap_or(i64::MIN),
            TieBreak::Opponents => self.opponents(all),
        }
    }

    fn is_better(&self, other: &Person<'_>, all: &[Person<'_>]) -> bool {
        let rules = &self.course.tournament.terms.rules;
        if self.is_finalist() != other.is_finalist() {
            return self.is_finalist();
        }
        if let Some(cut) = rules.cut
            && self.is_finalist()
            && !cut.keeps_results
        {
            let (own, its) = (
                self.score(cut.after_round + 1),
                other.score(cut.after_round + 1),
            );
            if own != its {
                return own > its;
            }
        }
        // If what came after the cut is equal, what came before differs as much as all of it.
        if self.score(1) != other.score(1) {
            return self.score(1) > other.score(1);
        }
        for tie in &rules.ties {
            let (own, its) = (self.tie(*tie, all), other.tie(*tie, all));
            if own != its {
                return own > its;
            }
        }
        false
    }
}

fn people<'a>(course: &'a Course, merge: Option<(PlayerId, PlayerId)>) -> Vec<Person<'a>> {
    let mut people: Vec<Person<'a>> = Vec::new();
    for id in course.tournament.entrants.keys().copied() {
        let into = merge
            .filter(|(from, _)| *from == id)
            .map_or(id, |(_, into)| into);
        match people.iter_mut().find(|one| one.into == into) {
            Some(one) => {
                one.ids.insert(id);
            }
            None => people.push(Person {
                course,
                into,
                ids: BTreeSet::from([id]),
            }),
        }
    }
    people
}

fn check(one: &TournamentStanding, person: &Person<'_>, all: &[Person<'_>]) {
    let rules = &person.course.tournament.terms.rules;
    let better = all
        .iter()
        .filter(|other| other.has_rank() && other.is_better(person, all));
    let rank = person.has_rank().then(|| better.count() as u64 + 1);
    assert_eq!(one.rank, rank, "{one:?}");
    let (half_points, twelfths) = person.results(1);
    assert_eq!(one.score_twelfths, person.score(1));
    assert_eq!(
        (one.half_points, one.table_point_twelfths),
        (half_points, twelfths)
    );
    let after = rules
        .cut
        .filter(|cut| !cut.keeps_results && person.is_finalist());
    assert_eq!(
        one.after_cut_twelfths,
        after.map(|cut| person.score(cut.after_round + 1))
    );
    assert_eq!(one.finalist, person.is_finalist());
    assert_eq!(one.matches, person.matches().len() as u64);
    assert_eq!(
        one.first_places as i64,
        person.tie(TieBreak::FirstPlaces, all)
    );
    let best = person.tie(TieBreak::BestMatch, all);
    assert_eq!(one.best_match_half_points.unwrap_or(i64::MIN), best);
    assert_eq!(one.opponents_twelfths, person.opponents(all));
    let penalties = person.course.penalties.iter();
    let penalties: Vec<&PlainPenalty> = penalties
        .filter(|penalty| person.ids.contains(&penalty.player))
        .collect();
    assert_eq!(one.penalties, penalties.len() as u64);
    let half_points = penalties.iter().map(|penalty| penalty.half_points);
    assert_eq!(one.penalty_half_points, half_points.sum::<i64>());
    let table_points = penalties.iter().map(|penalty| penalty.table_points);
    assert_eq!(one.penalty_table_points, table_points.sum::<i64>());
    let teams = person.entrants();
    let team = teams.iter().find_map(|one| one.team.as_ref());
    assert_eq!(one.team.as_ref(), team);
}

/// Whether two players have no table in common, so that they can be merged.
fn are_apart(course: &Course, one: PlayerId, other: PlayerId) -> bool {
    let mut rounds = course.rounds.iter();
    rounds.all(|round| {
        let all: Vec<PlayerId> = round.tables.iter().flatten().copied().collect();
        let has = |id: PlayerId| all.contains(&id) || round.sitting_out.contains(&id);
        !has(one) || !has(other)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn standings_are_what_everybody_comes_to_alone(seed in any::<u64>()) {
        let course = Course::any(seed);
        let mut numbers = Numbers(!seed | 1);
        let pair = (player(u128::from(numbers.below(9)) + 1), player(u128::from(numbers.below(9)) + 1));
        let merge = (pair.0 != pair.1 && are_apart(&course, pair.0, pair.1)).then_some(pair);
        let counts_for = |id| merge.filter(|(from, _)| *from == id).map_or(id, |(_, into)| into);
        let result = |id| course.results.get(&id).copied();
        let standings = TournamentStandings::of(&course.tournament, result, counts_for);
        let all = people(&course, merge);
        prop_assert_eq!(standings.players.len(), all.len());
        for one in &standings.players {
            let person = all.iter().find(|person| person.into == one.player).unwrap();
            check(one, person, &all);
        }
        let ranks: Vec<u64> = standings.players.iter().map_while(|one| one.rank).collect();
        prop_assert!(ranks.is_sorted());
        prop_assert_eq!(ranks.len(), standings.players.iter().filter(|one| one.rank.is_some()).count());
        for team in &standings.teams {
            let members = all.iter().filter(|person| {
                let entrants = person.entrants();
                let its = entrants.iter().find_map(|one| one.team.as_ref());
                its == Some(&team.label) && entrants.iter().any(|one| !one.substitute)
            });
            let sum: i64 = members.map(|person| person.score(1)).sum();
            prop_assert_eq!(team.score_twelfths, sum);
            let better = standings.teams.iter().filter(|other| other.score_twelfths > sum);
            prop_assert_eq!(team.rank, better.count() as u64 + 1);
        }
    }
}
