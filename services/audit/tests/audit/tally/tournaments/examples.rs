//! Standings by example.

use super::any_tournament::{Course, player};
use evidence::{
    Counts, Cut, DrawMethod, PlayerId, Registration, SatOut, TieBreak, TournamentRules,
    TournamentScoring,
};
use tally::{TournamentMatch, TournamentStanding, TournamentStandings};

fn rules(rounds: u32) -> TournamentRules {
    TournamentRules {
        rounds,
        draw: DrawMethod::Random,
        scoring: TournamentScoring::Points,
        table_points: None,
        ties: Vec::new(),
        sat_out: None,
        cut: None,
        clock: None,
    }
}

fn with_players(count: u128, rules: TournamentRules) -> Course {
    let mut course = Course::open(rules);
    let registered = (1..=count).map(|number| Registration {
        player: player(number),
        team: (number <= 8).then(|| ["A", "B"][usize::from(number > 4)].to_owned()),
        substitute: number == 9,
    });
    course.register(registered.collect());
    course
}

fn four(places: [u128; 4]) -> [PlayerId; 4] {
    places.map(player)
}

fn at(places: [u128; 4], half_points: [i64; 4]) -> Option<TournamentMatch> {
    let players = four(places);
    Some(TournamentMatch {
        players,
        half_points,
        counts: Counts::InFull,
    })
}

fn standings(course: &Course) -> TournamentStandings {
    let result = |id| course.results.get(&id).copied();
    TournamentStandings::of(&course.tournament, result, |id| id)
}

fn of(standings: &TournamentStandings, number: u128) -> &TournamentStanding {
    let mut players = standings.players.iter();
    players.find(|one| one.player == player(number)).unwrap()
}

fn ranks(standings: &TournamentStandings) -> Vec<(u128, Option<u64>)> {
    let players = standings.players.iter();
    players
        .map(|one| (one.player.0.as_u128(), one.rank))
        .collect()
}

#[test]
fn equal_results_share_the_points_of_their_places() {
    let mut course = with_players(
        4,
        TournamentRules {
            scoring: TournamentScoring::TablePoints,
            table_points: Some([4, 2, 1, 0]),
            ..rules(4)
        },
    );
    for (half_points, twelfths) in [
        ([10, 2, -4, -8], [48, 24, 12, 0]),
        ([6, 6, 0, -12], [36, 36, 12, 0]),
        ([9, -3, -3, -3], [48, 12, 12, 12]),
        ([0, 0, 0, 0], [21, 21, 21, 21]),
    ] {
        let before = standings(&course);
        course.draw(vec![four([1, 2, 3, 4])], vec![]);
        course.play(vec![at([1, 2, 3, 4], half_points)]);
        let after = standings(&course);
        for (number, twelfths) in (1..).zip(twelfths) {
            let was = of(&before, number).score_twelfths;
            assert_eq!(
                of(&after, number).score_twelfths - was,
                twelfths,
                "{half_points:?}"
            );
        }
    }
}

#[test]
fn who_is_equal_after_all_rules_shares_the_rank() {
    let table = [four([1, 2, 3, 4]), four([5, 6, 7, 8])];
    let played = |ties: Vec<TieBreak>| {
        let mut course = with_players(8, TournamentRules { ties, ..rules(2) });
        course.draw(table.to_vec(), vec![]);
        course.play(vec![
            at([1, 2, 3, 4], [8, 0, -4, -4]),
            at([5, 6, 7, 8], [6, 2, -2, -6]),
        ]);
        course.draw(table.to_vec(), vec![]);
        course.play(vec![
            at([1, 2, 3, 4], [-2, 6, -2, -2]),
            at([5, 6, 7, 8], [0, 2, 2, -4]),
        ]);
        standings(&course)
    };
    let equal = played(vec![]);
    assert_eq!(
        ranks(&equal)[..4],
        [(1, Some(1)), (2, Some(1)), (5, Some(1)), (6, Some(4))]
    );
    let best = played(vec![TieBreak::BestMatch]);
    assert_eq!(
        ranks(&best)[..4],
        [(1, Some(1)), (2, Some(2)), (5, Some(2)), (6, Some(4))]
    );
    let first = played(vec![TieBreak::FirstPlaces, TieBreak::Opponents]);
    assert_eq!(ranks(&first)[0].1, Some(1));
    assert_eq!(of(&first, 1).first_places, 1);
    assert_eq!(of(&first, 6).first_places, 1, "shared with another one");
}

#[test]
fn substitutes_have_no_rank_and_count_for_no_team() {
    let mut course = with_players(
        10,
        TournamentRules {
            sat_out: Some(SatOut {
                half_points: -2,
                table_points: 0,
            }),
            ..rules(1)
        },
    );
    course.draw(
        vec![four([1, 2, 5, 9])],
        [3, 4, 6, 7, 8].map(player).to_vec(),
    );
    let before = standings(&course);
    assert_eq!(before.rounds, 0, "before the matches are opened");
    assert!(before.players.iter().all(|one| one.rank.is_none()));
    course.play(vec![at([1, 2, 5, 9], [4, -2, -8, 6])]);
    let told = standings(&course);
    assert_eq!(of(&told, 9).rank, None);
    assert_eq!(of(&told, 9).score_twelfths, 36);
    assert_eq!(of(&told, 10).rank, None, "has had no place yet");
    assert_eq!(
        (of(&told, 3).score_twelfths, of(&told, 3).sat_out),
        (-12, 1)
    );
    let teams: Vec<(&str, i64, u64)> = told
        .teams
        .iter()
        .map(|team| (team.label.as_str(), team.score_twelfths, team.rank))
        .collect();
    assert_eq!(teams, [("A", -12, 1), ("B", -84, 2)]);
}

#[test]
fn finalists_rank_first_and_begin_anew_if_the_rules_say_so() {
    let played = |keeps_results| {
        let mut course = with_players(
            8,
            TournamentRules {
                cut: Some(Cut {
                    after_round: 1,
                    players: 4,
                    keeps_results,
                }),
                ..rules(2)
            },
        );
        course.draw(vec![four([1, 2, 3, 4]), four([5, 6, 7, 8])], vec![]);
        course.play(vec![
            at([1, 2, 3, 4], [20, 10, -10, -20]),
            at([5, 6, 7, 8], [18, 8, -8, -18]),
        ]);
        course.draw(vec![four([1, 2, 5, 6])], vec![]);
        course.play(vec![at([1, 2, 5, 6], [-6, -6, 2, 10])]);
        course.penalty(6, None, (2, 0));
        course
    };
    let anew = standings(&played(false));
    assert_eq!(
        ranks(&anew)[..5],
        [
            (6, Some(1)),
            (5, Some(2)),
            (1, Some(3)),
            (2, Some(4)),
            (7, Some(5))
        ]
    );
    assert_eq!(of(&anew, 6).after_cut_twelfths, Some(48));
    assert_eq!(of(&anew, 6).score_twelfths, 96);
    let kept = standings(&played(true));
    assert_eq!(
        ranks(&kept)[..5],
        [
            (5, Some(1)),
            (6, Some(2)),
            (1, Some(3)),
            (2, Some(4)),
            (7, Some(5))
        ]
    );
    assert_eq!(of(&kept, 6).after_cut_twelfths, None);
    // A penalty of an earlier round is no part of what came after the cut.
    let mut course = played(false);
    let seq = course.penalty(5, Some(1), (40, 0));
    assert_eq!(of(&standings(&course), 5).after_cut_twelfths, Some(12));
    assert_eq!(ranks(&standings(&course))[1], (5, Some(2)));
    course.withdraw_penalty(seq);
    assert_eq!(standings(&course), anew);
}

#[test]
fn a_chair_counts_for_whom_the_corrected_match_names_if_the_four_are_the_same() {
    let mut course = with_players(8, rules(2));
    course.draw(vec![four([1, 2, 3, 4])], [5, 6, 7, 8].map(player).to_vec());
    course.play(vec![at([2, 1, 3, 4], [8, 0, 0, -8])]);
    assert_eq!(of(&standings(&course), 2).half_points, 8);
    course.draw(vec![four([1, 2, 3, 4])], [5, 6, 7, 8].map(player).to_vec());
    course.play(vec![at([2, 9, 3, 4], [8, 0, 0, -8])]);
    assert_eq!(of(&standings(&course), 1).half_points, 8);
    assert_eq!(of(&standings(&course), 2).half_points, 8);
}
