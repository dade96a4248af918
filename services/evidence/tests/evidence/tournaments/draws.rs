//! Who is drawn, and how.

use super::*;

fn seated(drawn: &DrawnRound) -> BTreeSet<u128> {
    drawn.tables.iter().flatten().copied().map(number).collect()
}

fn numbers(players: &[PlayerId]) -> Vec<u128> {
    players.iter().copied().map(number).collect()
}

fn no_ranks() -> BTreeMap<PlayerId, u64> {
    BTreeMap::new()
}

fn by_seed(tournament: &Tournament) -> DrawnRound {
    draw_with(tournament, &request(DrawMethod::Random), &no_ranks()).unwrap()
}

/// Ranks in the order of the ids.
fn in_order(tournament: &Tournament) -> BTreeMap<PlayerId, u64> {
    let players = tournament.entrants.iter();
    let ranked = players.filter(|(_, entrant)| !entrant.substitute);
    ranked.map(|(id, _)| *id).zip(1..).collect()
}

#[test]
fn substitutes_complete_the_last_table_or_do_not_play() {
    let mut tournament = with_players(14, rules(9));
    assert_eq!(by_seed(&tournament).sitting_out.len(), 2);
    substitutes(&mut tournament, &[201]);
    let alone = by_seed(&tournament);
    assert_eq!(
        (alone.sitting_out.len(), seated(&alone).contains(&201)),
        (2, false)
    );
    substitutes(&mut tournament, &[202, 203]);
    let mut played = BTreeMap::new();
    for _ in 0..6 {
        let round = play(&mut tournament, DrawMethod::Random);
        assert!(round.sitting_out.is_empty());
        for one in round.tables.iter().flatten() {
            *played.entry(number(*one)).or_insert(0) += 1;
        }
    }
    // Who played least is called first.
    assert_eq!([201, 202, 203].map(|one| played[&one]), [4, 4, 4]);
}

#[test]
fn nobody_sits_out_twice_in_a_row_and_all_equally_often() {
    let mut tournament = with_players(18, rules(9));
    let mut last = Vec::new();
    let mut sat_out = BTreeMap::new();
    for round in 0..9 {
        let method = [DrawMethod::Random, DrawMethod::Swiss][round % 2];
        let next = play(&mut tournament, method);
        assert!(next.sitting_out.iter().all(|one| !last.contains(one)));
        for one in &next.sitting_out {
            *sat_out.entry(*one).or_insert(0) += 1;
        }
        last = next.sitting_out;
    }
    assert_eq!(sat_out.into_values().collect::<Vec<i32>>(), [1; 18]);
}

#[test]
fn five_rounds_of_sixteen_by_a_schedule_have_no_repeats() {
    let mut tournament = with_players(16, rules(5));
    let mut met = BTreeSet::new();
    for _ in 0..5 {
        let next = play(&mut tournament, DrawMethod::Schedule);
        for table in &next.tables {
            for one in table {
                for other in table.iter().filter(|other| *other > one) {
                    assert!(met.insert((*one, *other)), "{one} met {other} before");
                }
            }
        }
    }
    assert_eq!(met.len(), 120);
}

#[test]
fn a_substitute_takes_the_place_of_who_is_missing_in_a_schedule() {
    let mut whole = with_players(16, rules(5));
    let mut tournament = whole.clone();
    for one in [&mut whole, &mut tournament] {
        play(one, DrawMethod::Schedule);
    }
    let refused = |tournament: &Tournament| {
        draw_with(tournament, &request(DrawMethod::Schedule), &no_ranks()).unwrap_err()
    };
    add(&mut tournament, changed(vec![], &[], &[103]));
    let missing = TournamentDrawRefusal::OtherPlayers {
        missing: 1,
        others: 0,
    };
    assert_eq!(refused(&tournament), missing);
    substitutes(&mut tournament, &[201]);
    let expected = play(&mut whole, DrawMethod::Schedule);
    let found = play(&mut tournament, DrawMethod::Schedule);
    let mut tables = expected.tables.clone();
    for one in tables.iter_mut().flatten() {
        if *one == player(103) {
            *one = player(201);
        }
    }
    // On which seat, the earlier rounds of the four say.
    let at_each = |tables: &[[PlayerId; 4]]| -> Vec<BTreeSet<PlayerId>> {
        tables.iter().map(|table| BTreeSet::from(*table)).collect()
    };
    assert_eq!(at_each(&found.tables), at_each(&tables));
    add(
        &mut tournament,
        changed(vec![registration(117)], &[117], &[]),
    );
    let other = TournamentDrawRefusal::OtherPlayers {
        missing: 0,
        others: 1,
    };
    assert_eq!(refused(&tournament), other);
    let mut random = with_players(16, rules(5));
    play(&mut random, DrawMethod::Random);
    assert_eq!(refused(&random), TournamentDrawRefusal::NoSchedule);
}

#[test]
fn after_the_cut_play_the_best_who_are_there() {
    let cut = Cut {
        after_round: 1,
        players: 8,
        keeps_results: true,
    };
    let mut tournament = with_players(
        14,
        TournamentRules {
            cut: Some(cut),
            ..rules(3)
        },
    );
    substitutes(&mut tournament, &[201, 202]);
    play(&mut tournament, DrawMethod::Random);
    let ranks = in_order(&tournament);
    let draw = |tournament: &Tournament, method| {
        assert_eq!(
            tournament.needs_ranks(&request(method)),
            !matches!(method, DrawMethod::Schedule | DrawMethod::Prescribed)
        );
        draw_with(tournament, &request(method), &ranks)
    };
    let best = draw(&tournament, DrawMethod::Random).unwrap();
    assert_eq!(seated(&best), (101..=108).collect());
    assert!(best.sitting_out.is_empty());
    add(&mut tournament, changed(vec![], &[], &[102, 109]));
    let best = draw(&tournament, DrawMethod::Swiss).unwrap();
    assert_eq!(
        seated(&best),
        BTreeSet::from([101, 103, 104, 105, 106, 107, 108, 110])
    );
    assert_eq!(
        draw(&tournament, DrawMethod::Schedule).unwrap_err(),
        TournamentDrawRefusal::ScheduleAfterCut
    );
    add(
        &mut tournament,
        changed(vec![], &[], &[110, 111, 112, 113, 114]),
    );
    let refused = TournamentDrawRefusal::TooFewForCut {
        players: 8,
        there: 7,
    };
    assert_eq!(draw(&tournament, DrawMethod::Random).unwrap_err(), refused);
}

#[test]
fn prescribed_tables_have_everybody_once_who_is_there() {
    let mut tournament = with_players(9, rules(2));
    substitutes(&mut tournament, &[201]);
    add(&mut tournament, changed(vec![registration(110)], &[], &[]));
    let prescribe = |tables: &[[u128; 4]]| {
        let request = TournamentDrawRequest {
            prescribed: tables.iter().map(|table| table.map(player)).collect(),
            ..request(DrawMethod::Prescribed)
        };
        draw_with(&tournament, &request, &no_ranks())
    };
    let drawn = prescribe(&[[109, 102, 101, 201]]).unwrap();
    assert_eq!(drawn.tables, [[109, 102, 101, 201].map(player)]);
    assert_eq!(numbers(&drawn.sitting_out), [103, 104, 105, 106, 107, 108]);
    let refused = |tables: &[[u128; 4]]| prescribe(tables).unwrap_err();
    assert_eq!(
        refused(&[[101, 102, 103, 110]]),
        TournamentDrawRefusal::NotThere(player(110))
    );
    assert_eq!(
        refused(&[[101, 102, 103, 104], [105, 106, 107, 101]]),
        TournamentDrawRefusal::TwoPlaces(player(101))
    );
    assert_eq!(refused(&[]), TournamentDrawRefusal::Tables(0));
}

#[test]
fn team_mates_and_those_who_met_are_parted() {
    let mut tournament = opened(rules(4));
    let all: Vec<u128> = (101..=116).collect();
    let registered = all.iter().map(|n| Registration {
        team: Some(format!("team {}", (n - 101) / 4)),
        ..registration(*n)
    });
    add(&mut tournament, changed(registered.collect(), &all, &[]));
    let team = |one: &PlayerId| (number(*one) - 101) / 4;
    let mut met = BTreeSet::new();
    for _ in 0..2 {
        let next = play(&mut tournament, DrawMethod::Random);
        for table in &next.tables {
            let teams: BTreeSet<u128> = table.iter().map(team).collect();
            assert_eq!(teams.len(), 4, "{table:?}");
            for one in table {
                met.extend(
                    table
                        .iter()
                        .filter(|other| *other > one)
                        .map(|other| (*one, *other)),
                );
            }
        }
    }
    assert_eq!(met.len(), 48, "nobody met anybody twice");
    let ranks = in_order(&tournament);
    let swiss = draw_with(&tournament, &request(DrawMethod::Swiss), &ranks).unwrap();
    for table in &swiss.tables {
        let teams: BTreeSet<u128> = table.iter().map(team).collect();
        assert_eq!(teams.len(), 4, "{table:?}");
    }
}

#[test]
fn a_round_that_is_drawn_once_more_does_not_count() {
    let mut tournament = with_players(5, rules(2));
    let first = drawn(&tournament, &request(DrawMethod::Random), &no_ranks());
    add(&mut tournament, Body::TournamentRoundDrawn(first));
    let again = TournamentDrawRequest {
        redraw: true,
        ..request(DrawMethod::Random)
    };
    let again = drawn(&tournament, &again, &no_ranks());
    assert_eq!(again.round, 1);
    let alone = with_players(5, rules(2));
    let alone = draw_tournament_round(
        &alone,
        &request(DrawMethod::Random),
        again.seed,
        &no_ranks(),
        Some,
    );
    let alone = alone.unwrap();
    assert_eq!(
        (again.tables, again.sitting_out),
        (alone.tables, alone.sitting_out)
    );
}

#[test]
fn those_who_were_merged_have_one_place_and_those_who_were_erased_none() {
    let mut tournament = with_players(7, rules(2));
    substitutes(&mut tournament, &[201]);
    let whom = |id: PlayerId| match number(id) {
        101 => Some(player(107)),
        102 => None,
        // A substitute turns out to be somebody who takes part.
        201 => Some(player(103)),
        _ => Some(id),
    };
    let random = request(DrawMethod::Random);
    let drawn = draw_tournament_round(&tournament, &random, seed(1), &no_ranks(), whom).unwrap();
    let mut all = seated(&drawn);
    all.extend(numbers(&drawn.sitting_out));
    assert_eq!(all, (103..=107).collect());
}

/// Entries state draws, so that the way to draw cannot change any more.
#[test]
fn draws_stay_as_they_are() {
    let mut told = String::new();
    for method in [DrawMethod::Random, DrawMethod::Swiss, DrawMethod::Schedule] {
        let mut tournament = with_players(16, rules(3));
        for _ in 0..3 {
            let ranks = in_order(&tournament);
            let next = drawn(&tournament, &request(method), &ranks);
            let table = |ids: &[PlayerId; 4]| {
                let numbers = ids.iter().map(|id| (number(*id) - 100).to_string());
                numbers.collect::<Vec<_>>().join(" ")
            };
            let tables: Vec<String> = next.tables.iter().map(table).collect();
            told += &format!("{method}: {}\n", tables.join(" | "));
            add(&mut tournament, Body::TournamentRoundDrawn(next));
            let opens = round_opened(&tournament);
            add(&mut tournament, opens);
        }
    }
    insta::assert_snapshot!(told);
}
