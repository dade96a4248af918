//! Entries that do not go with those before.

use super::*;

fn check(tournament: &Tournament, body: Body, says: &str) {
    let mut after = tournament.clone();
    let seq = tournament.version + 1;
    let refusal = after.add(&entry(seq, body)).unwrap_err().to_string();
    assert!(refusal.contains(says), "{refusal}");
    assert_eq!(after, *tournament, "it is as it was");
}

fn next(tournament: &Tournament) -> TournamentRoundDrawn {
    drawn(tournament, &request(DrawMethod::Random), &BTreeMap::new())
}

fn clock(round: u32) -> Body {
    Body::TournamentClockChanged(TournamentClockChanged {
        tournament: TOURNAMENT,
        round,
        running: true,
        remaining_seconds: 60,
    })
}

fn penalty(of: u128, round: Option<u32>, table_points: u32) -> PenaltyGiven {
    PenaltyGiven {
        tournament: TOURNAMENT,
        player: player(of),
        round,
        half_points: 10,
        table_points,
        reason_commitment: Hash([1; 32]),
    }
}

fn withdrawal(penalty: u64) -> Body {
    Body::PenaltyWithdrawn(PenaltyWithdrawn {
        tournament: TOURNAMENT,
        penalty,
        reason_commitment: Hash([1; 32]),
    })
}

fn closed() -> Body {
    Body::TournamentClosed(TournamentClosed {
        tournament: TOURNAMENT,
    })
}

#[test]
fn entrants_are_registered_before_they_come_and_leave() {
    let mut tournament = with_players(4, rules(1));
    check(
        &tournament,
        changed(vec![], &[105], &[]),
        "who does not take part",
    );
    check(&tournament, changed(vec![], &[101], &[]), "or is there");
    check(
        &tournament,
        changed(vec![], &[], &[105]),
        "who does not take part",
    );
    let again = vec![registration(101)];
    check(
        &tournament,
        changed(again, &[], &[]),
        "registered before as they are now",
    );
    let team = Registration {
        team: Some("Winds".to_owned()),
        ..registration(101)
    };
    add(&mut tournament, changed(vec![team], &[], &[102]));
    let state = |tournament: &Tournament, n| tournament.entrants[&player(n)].state;
    assert_eq!(
        state(&tournament, 101),
        EntrantState::CheckedIn,
        "with another team"
    );
    assert_eq!(state(&tournament, 102), EntrantState::Withdrawn);
    check(&tournament, changed(vec![], &[], &[102]), "or left before");
    add(&mut tournament, changed(vec![registration(102)], &[], &[]));
    assert_eq!(state(&tournament, 102), EntrantState::Registered);
    add(&mut tournament, changed(vec![], &[], &[102]));
    add(&mut tournament, changed(vec![], &[102], &[]));
    assert_eq!(state(&tournament, 102), EntrantState::CheckedIn);
    let many = (1000..1397).map(registration).collect();
    check(&tournament, changed(many, &[], &[]), "at most 400 entrants");
    let teams = (1000..1100).map(|n| Registration {
        team: Some(n.to_string()),
        ..registration(n)
    });
    check(
        &tournament,
        changed(teams.clone().collect(), &[], &[]),
        "100 teams",
    );
    let full = teams.chain((1100..1400).map(registration)).collect();
    let mut tournament = opened(rules(2));
    add(&mut tournament, changed(full, &[], &[]));
    assert_eq!(tournament.entrants.len(), 400);
}

/// A tournament has thousands of entries that change its hundreds of entrants one by one.
#[test]
fn an_entrant_whom_an_entry_does_not_name_is_not_copied() {
    let mut tournament = opened(rules(1));
    let winds = |n| Registration {
        team: Some("Winds".to_owned()),
        ..registration(n)
    };
    let registered = vec![winds(101), winds(102), registration(103)];
    add(&mut tournament, changed(registered, &[], &[]));
    let at = |tournament: &Tournament| {
        let team = tournament.entrants[&player(101)].team.as_ref();
        team.unwrap().as_ptr()
    };
    let before = at(&tournament);
    let changes = [
        changed(vec![], &[102], &[]),
        changed(vec![winds(103)], &[], &[]),
        changed(vec![], &[103], &[102]),
    ];
    for change in changes {
        add(&mut tournament, change);
        assert_eq!(at(&tournament), before);
    }
}

#[test]
fn rounds_are_drawn_and_opened_one_after_another() {
    let mut tournament = with_players(8, rules(2));
    let first = next(&tournament);
    let with = |change: &dyn Fn(&mut TournamentRoundDrawn)| {
        let mut other = first.clone();
        change(&mut other);
        Body::TournamentRoundDrawn(other)
    };
    check(
        &tournament,
        with(&|drawn| drawn.seed = seed(2)),
        "not the one that was published",
    );
    check(
        &tournament,
        with(&|drawn| drawn.round = 2),
        "not the next one",
    );
    check(
        &tournament,
        with(&|drawn| drawn.redraw = true),
        "no round before it",
    );
    check(&tournament, clock(1), "no such round");
    add(&mut tournament, Body::TournamentRoundDrawn(first.clone()));
    let second = with(&|drawn| (drawn.round, drawn.seed) = (2, seed(2)));
    check(&tournament, second, "were not opened");
    let again = with(&|drawn| (drawn.redraw, drawn.seed) = (true, seed(2)));
    let renumbered = with(&|drawn| (drawn.redraw, drawn.seed, drawn.round) = (true, seed(2), 2));
    check(&tournament, renumbered, "not the next one");
    add(&mut tournament, again);
    assert_eq!((tournament.last_round(), tournament.rounds.len()), (1, 2));
    assert_eq!(tournament.round(1).unwrap().draw.seed, seed(2));
    let opens = round_opened(&tournament);
    let Body::TournamentRoundOpened(few) = &opens else {
        panic!("a round")
    };
    let few = TournamentRoundOpened {
        matches: few.matches[..1].to_vec(),
        ..few.clone()
    };
    check(
        &tournament,
        Body::TournamentRoundOpened(few),
        "one match for each table",
    );
    add(&mut tournament, clock(1));
    add(&mut tournament, opens.clone());
    check(&tournament, opens, "opened before");
    let late = with(&|drawn| (drawn.redraw, drawn.seed) = (true, seed(3)));
    check(&tournament, late, "were not opened");
    play(&mut tournament, DrawMethod::Random);
    let beyond = with(&|drawn| (drawn.round, drawn.seed) = (3, seed(4)));
    check(&tournament, beyond, "no more rounds");
    assert!(tournament.rounds[0].replaced);
    assert_eq!(tournament.rounds[1].clock.unwrap().remaining_seconds, 60);
}

#[test]
fn a_tournament_has_as_many_draws_as_its_seeds() {
    let mut tournament = with_players(4, rules(1));
    for draw in 0..MAX_DRAWS {
        let request = TournamentDrawRequest {
            redraw: draw > 0,
            ..request(DrawMethod::Random)
        };
        let next = drawn(&tournament, &request, &BTreeMap::new());
        add(&mut tournament, Body::TournamentRoundDrawn(next));
    }
    let mut beyond = tournament.rounds.last().unwrap().draw.clone();
    beyond.redraw = true;
    check(
        &tournament,
        Body::TournamentRoundDrawn(beyond),
        "at most 128 draws",
    );
}

#[test]
fn penalties_are_of_entrants_and_withdrawn_once() {
    let mut tournament = with_players(4, rules(2));
    let given = |of, round, table_points| Body::PenaltyGiven(penalty(of, round, table_points));
    check(&tournament, given(105, None, 0), "does not take part");
    check(&tournament, given(101, Some(1), 0), "no such round");
    check(&tournament, given(101, None, 1), "there are none");
    add(&mut tournament, given(101, None, 0));
    play(&mut tournament, DrawMethod::Random);
    add(&mut tournament, given(102, None, 0));
    let seq = tournament.version;
    play(&mut tournament, DrawMethod::Random);
    add(&mut tournament, given(102, Some(1), 0));
    let rounds: Vec<u32> = tournament
        .penalties
        .iter()
        .map(|one| one.of_round)
        .collect();
    assert_eq!(rounds, [0, 1, 1]);
    check(&tournament, withdrawal(2), "gave no penalty");
    add(&mut tournament, withdrawal(seq));
    check(&tournament, withdrawal(seq), "withdrawn before");
    assert_eq!(tournament.standing_penalties().count(), 2);
}

#[test]
fn only_penalties_come_after_the_closing() {
    let mut tournament = with_players(4, rules(2));
    play(&mut tournament, DrawMethod::Random);
    let second = next(&tournament);
    add(&mut tournament, closed());
    for body in [
        closed(),
        changed(vec![registration(105)], &[], &[]),
        Body::TournamentRoundDrawn(second),
        round_opened(&tournament),
        clock(1),
    ] {
        check(&tournament, body, "closed before");
    }
    add(&mut tournament, Body::PenaltyGiven(penalty(101, None, 0)));
    let seq = tournament.version;
    add(&mut tournament, withdrawal(seq));
    let elsewhere = Body::TournamentClosed(TournamentClosed {
        tournament: TournamentId(id(10)),
    });
    check(&tournament, elsewhere, "another tournament");
    let opened = Body::TournamentOpened(tournament.terms.clone());
    check(&tournament, opened, "closed before");
}

fn replayed(round: u32, tables: &[(u32, u128)]) -> Body {
    let tables = tables.iter().map(|(table, n)| ReplayedTable {
        table: *table,
        match_id: MatchId(id(*n)),
    });
    Body::TablesReplayed(TablesReplayed {
        of: RoundOf::Tournament {
            tournament: TOURNAMENT,
        },
        round,
        tables: tables.collect(),
    })
}

#[test]
fn a_table_that_is_played_again_has_another_match() {
    let mut tournament = with_players(8, rules(2));
    check(&tournament, replayed(1, &[(1, 9000)]), "no such round");
    let first = next(&tournament);
    add(&mut tournament, Body::TournamentRoundDrawn(first));
    check(&tournament, replayed(1, &[(1, 9000)]), "were not opened");
    let opens = round_opened(&tournament);
    add(&mut tournament, opens);
    check(&tournament, replayed(1, &[(3, 9000)]), "no such table");
    let before = tournament.rounds[0].matches.clone();
    let changes = tournament.changes;
    add(&mut tournament, replayed(1, &[(2, 9000)]));
    let round = &tournament.rounds[0];
    assert_eq!(round.matches, [before[0], MatchId(id(9000))]);
    let replaced = evidence::ReplacedMatch {
        table: 2,
        match_id: before[1],
    };
    assert_eq!(round.replaced_matches, [replaced]);
    assert_eq!(tournament.changes, changes + 1);
    // Also while later rounds are played, until the tournament is closed.
    play(&mut tournament, DrawMethod::Random);
    add(&mut tournament, replayed(1, &[(1, 9001), (2, 9002)]));
    let round = &tournament.rounds[0];
    assert_eq!(round.matches, [9001, 9002].map(|n| MatchId(id(n))));
    add(&mut tournament, closed());
    check(&tournament, replayed(1, &[(1, 9003)]), "closed before");
}
