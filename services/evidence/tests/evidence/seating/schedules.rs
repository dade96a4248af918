//! Schedules of several rounds.

use std::collections::BTreeSet;

use seating::{Meetings, Schedule, schedule};

fn made(players: usize, rounds: usize) -> Schedule {
    let ids: Vec<String> = (0..players)
        .map(|number| format!("player {number}"))
        .collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let made = schedule("a tournament", &ids, rounds).unwrap();
    // Counted once more: everybody has one place in each round, and the repeats are those that are stated.
    let mut meetings = Meetings::none(players);
    for round in &made.rounds {
        let seated: BTreeSet<usize> = round.iter().flat_map(|table| table.0).collect();
        assert_eq!(seated, (0..players).collect());
        assert_eq!(round.len() * 4, players);
        meetings.add_round(round);
    }
    assert_eq!(made.rounds.len(), rounds);
    assert_eq!(meetings.repeats(), made.repeats);
    assert!(
        made.least_repeats <= made.repeats,
        "{players} players, {rounds} rounds: {} < {}",
        made.repeats,
        made.least_repeats
    );
    made
}

#[test]
fn where_there_is_a_construction_nobody_meets_anybody_twice() {
    for (players, rounds) in [
        (4, 1),
        (16, 5),
        (20, 5),
        (28, 7),
        (44, 11),
        (52, 13),
        (64, 21),
        (100, 25),
        (256, 64),
        (140, 35),
    ] {
        assert_eq!(
            made(players, rounds).repeats,
            0,
            "{players} players, {rounds} rounds"
        );
    }
}

#[test]
fn twelve_players_meet_again_and_it_is_said_how_often() {
    for (rounds, most) in [(1, 0), (2, 3), (3, 9), (4, 18), (5, 28)] {
        let made = made(12, rounds);
        assert!(
            made.repeats <= most,
            "{rounds} rounds: {} repeats, at least {}",
            made.repeats,
            made.least_repeats
        );
    }
    assert_eq!(made(12, 2).least_repeats, 3);
    assert_eq!(made(8, 2).repeats, 4);
    assert_eq!(made(4, 3).repeats, 12);
}

#[test]
fn every_number_of_players_has_a_schedule() {
    for players in (4..=64).step_by(4) {
        for rounds in [1, 4, 9] {
            made(players, rounds);
        }
    }
    // As many repeats as cannot be avoided, or few.
    for (players, rounds, most) in [(24, 4, 0), (32, 5, 0), (36, 6, 0), (40, 6, 0), (48, 8, 0)] {
        let repeats = made(players, rounds).repeats;
        assert!(
            repeats <= most,
            "{players} players, {rounds} rounds: {repeats} repeats"
        );
    }
}
