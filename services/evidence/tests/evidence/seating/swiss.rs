//! Draws by the standings.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use seating::{Draw, Meetings, Player, TEAM_MATES, draw, swiss};

use super::fingerprint;
use super::reference::Numbers;

fn players(count: usize) -> Vec<Player> {
    (0..count)
        .map(|number| Player::new(format!("player {number}")))
        .collect()
}

fn in_order(count: usize) -> Vec<u64> {
    (1..=count as u64).collect()
}

/// The ranks of those at each table, the best first.
fn ranks_at(drawn: &Draw, ranks: &[u64]) -> Vec<Vec<u64>> {
    let of = |place: &usize| ranks[*place];
    let at = |table: &seating::Table| {
        let mut ranks: Vec<u64> = table.0.iter().map(of).collect();
        ranks.sort_unstable();
        ranks
    };
    drawn.tables.iter().map(at).collect()
}

/// Players whose teams these are; 0: none.
fn apart(teams: &[usize]) -> Meetings {
    let mut meetings = Meetings::none(teams.len());
    for (one, team) in teams.iter().enumerate() {
        for (other, its) in teams.iter().enumerate().take(one) {
            if *team != 0 && team == its {
                meetings.add(one, other, TEAM_MATES);
            }
        }
    }
    meetings
}

fn mates_together(drawn: &Draw, teams: &[usize]) -> usize {
    let pairs = drawn.tables.iter().flat_map(|table| table.pairs());
    pairs
        .filter(|(one, other)| teams[*one] != 0 && teams[*one] == teams[*other])
        .count()
}

fn everybody_has_one_place(drawn: &Draw, count: usize) {
    let seated = drawn.tables.iter().flat_map(|table| table.0);
    let mut all: Vec<usize> = seated.chain(drawn.sitting_out.iter().copied()).collect();
    all.sort_unstable();
    assert_eq!(all, (0..count).collect::<Vec<_>>());
}

#[test]
fn the_best_four_sit_at_the_first_table() {
    let ranks = in_order(12);
    let drawn = swiss("seed", &players(12), &ranks, &Meetings::none(12)).unwrap();
    assert_eq!(
        ranks_at(&drawn, &ranks),
        [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    );
}

#[test]
fn equal_ranks_are_drawn_by_lot_and_who_has_none_comes_last() {
    let equal = |seed: &str| swiss(seed, &players(16), &[1; 16], &Meetings::none(16)).unwrap();
    assert_eq!(equal("one"), equal("one"));
    assert_ne!(equal("one"), equal("two"));
    let drawn = swiss("seed", &players(8), &[5, 4, 3, 2], &Meetings::none(8)).unwrap();
    let last: BTreeSet<usize> = drawn.tables[1].0.into();
    assert_eq!(last, BTreeSet::from([4, 5, 6, 7]));
}

#[test]
fn those_who_met_are_parted_by_the_nearest_exchange() {
    let ranks = in_order(12);
    let mut meetings = Meetings::none(12);
    meetings.add(0, 3, 1);
    let drawn = swiss("seed", &players(12), &ranks, &meetings).unwrap();
    assert_eq!(
        ranks_at(&drawn, &ranks),
        [[1, 2, 3, 5], [4, 6, 7, 8], [9, 10, 11, 12]]
    );
    // Somebody who met everybody at the tables beside stays: tables further away only part team mates.
    let mut meetings = Meetings::none(16);
    for other in 1..8 {
        meetings.add(0, other, 1);
    }
    let drawn = swiss("seed", &players(16), &in_order(16), &meetings).unwrap();
    let table = drawn.tables.iter().position(|table| table.0.contains(&0));
    assert_eq!(table, Some(0));
    let mut mates = Meetings::none(16);
    for other in 1..8 {
        mates.add(0, other, TEAM_MATES);
    }
    let drawn = swiss("seed", &players(16), &in_order(16), &mates).unwrap();
    let table = drawn
        .tables
        .iter()
        .find(|table| table.0.contains(&0))
        .unwrap();
    assert!(
        table.0.iter().all(|other| *other == 0 || *other >= 8),
        "{table:?}"
    );
}

#[test]
fn who_sits_out_is_who_sits_out_in_every_draw() {
    let mut players = players(17);
    for (place, player) in players.iter_mut().enumerate() {
        player.sat_out = u32::from(place % 2 == 0);
        player.sat_out_last = place == 1;
    }
    let meetings = Meetings::none(17);
    let ranks = in_order(17);
    let by_standings = swiss("seed", &players, &ranks, &meetings).unwrap();
    let by_lot = draw("seed", &players, &meetings).unwrap();
    assert_eq!(by_standings.sitting_out, by_lot.sitting_out);
    everybody_has_one_place(&by_standings, 17);
}

#[test]
fn of_two_hundred_players_no_team_mates_meet() {
    let mut numbers = Numbers(5);
    let players = players(200);
    let teams: Vec<usize> = (0..200).map(|place| place % 50 + 1).collect();
    let mut meetings = apart(&teams);
    let mut ranks = in_order(200);
    for round in 0..8 {
        for (place, rank) in ranks.iter_mut().enumerate() {
            *rank = (*rank + numbers.below(40) as u64 + place as u64 % 3) % 200;
        }
        let seed = format!("round {round}");
        let drawn = draw(&seed, &players, &meetings).unwrap();
        assert_eq!(mates_together(&drawn, &teams), 0);
        let drawn = swiss(&seed, &players, &ranks, &meetings).unwrap();
        assert_eq!(mates_together(&drawn, &teams), 0);
        meetings.add_round(&drawn.tables);
    }
}

#[test]
fn hostile_meetings_end_with_the_work_of_a_draw() {
    let mut numbers = Numbers(11);
    let mut meetings = Meetings::none(400);
    for one in 0..400 {
        for other in 0..one {
            let times = numbers.below(40_000);
            meetings.add(one, other, u32::try_from(times).unwrap());
        }
    }
    let drawn = swiss("seed", &players(400), &in_order(400), &meetings).unwrap();
    everybody_has_one_place(&drawn, 400);
    assert_eq!(fingerprint(&drawn), "95554c6ab1df4833");
}

proptest! {
    /// Whatever the teams, nobody plays a team mate if each team has a table for everybody of it.
    #[test]
    fn team_mates_are_parted_wherever_it_is_possible(
        tables in 2usize..13,
        teams in proptest::collection::vec(0usize..9, 52),
        seed in "[a-z]{8}",
        met in proptest::collection::vec((0usize..52, 0usize..52), 0..200),
        shuffle in any::<u64>(),
    ) {
        let count = tables * 4;
        let mut left: BTreeMap<usize, usize> = BTreeMap::new();
        let teams: Vec<usize> = teams[..count]
            .iter()
            .map(|team| {
                let members = left.entry(*team).or_default();
                *members += 1;
                if *members > tables { 0 } else { *team }
            })
            .collect();
        let mut meetings = apart(&teams);
        for (one, other) in met {
            if one != other && one < count && other < count {
                meetings.add(one, other, 1);
            }
        }
        let mut numbers = Numbers(shuffle | 1);
        let ranks: Vec<u64> = (0..count).map(|_| numbers.below(count) as u64).collect();
        for drawn in [
            swiss(&seed, &players(count), &ranks, &meetings).unwrap(),
            draw(&seed, &players(count), &meetings).unwrap(),
        ] {
            everybody_has_one_place(&drawn, count);
            prop_assert_eq!(mates_together(&drawn, &teams), 0);
        }
    }
}
