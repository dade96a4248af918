//! Players are registered for a tournament, come and leave.

use super::{RULES, begin_round, change, draw, enter, open, open_round, refused, registered};
use crate::scene::{Scene, assert_refused};
use crate::settling::check;
use ledger::evidence::{EntrantState, MAX_DRAWS, Registration};
use ledger::{ChangeEntrants, GivePenalty, MAX_TOURNAMENT_CHANGES, PlayerId, TournamentId};

#[tokio::test(flavor = "multi_thread")]
async fn players_are_registered_come_leave_and_come_back() {
    let scene = Scene::new().await;
    let id = open(&scene, "t", RULES).await;
    let [a, b, ..] = scene.players;
    let new = |registered, checked_in: &[PlayerId], withdrawn: &[PlayerId]| ChangeEntrants {
        tournament: id,
        registered,
        checked_in: checked_in.to_vec(),
        withdrawn: withdrawn.to_vec(),
    };
    refused(
        change(&scene, "0", new(registered(&[a]), &[a, b], &[])).await,
        "NotAnEntrant { list: CheckedIn(1) }",
    );
    refused(
        change(&scene, "1", new(Vec::new(), &[], &[b])).await,
        "NotAnEntrant { list: Withdrawn(0) }",
    );
    let nobody = registered(&[a, PlayerId(id.0)]);
    refused(
        change(&scene, "2", new(nobody, &[], &[])).await,
        "UnknownPlayer { index: 1 }",
    );
    let all = new(registered(&[a, b]), &[a], &[]);
    let first = change(&scene, "3", all.clone()).await.unwrap();
    let again = change(&scene, "3", all.clone()).await.unwrap();
    assert_eq!((&first.value, again.replayed), (&again.value, true));
    // Nothing is different, and nothing is written.
    let same = change(&scene, "4", all).await.unwrap().value.tournament;
    assert_eq!(same.version, first.value.tournament.version);
    change(&scene, "5", new(Vec::new(), &[b], &[a]))
        .await
        .unwrap();
    let in_team = Registration {
        player: b,
        team: Some("Winds".to_owned()),
        substitute: true,
    };
    let back = new(vec![in_team], &[a], &[]);
    let view = change(&scene, "6", back).await.unwrap().value.tournament;
    let entrant = &view.entrants[&b];
    assert_eq!(
        (entrant.team.as_deref(), entrant.substitute),
        (Some("Winds"), true)
    );
    let there = view.entrants.values();
    assert!(
        there
            .clone()
            .all(|one| one.state == EntrantState::CheckedIn)
    );
    let erased = scene.erase_player(scene.write("erase", "k"), scene.players[2]);
    erased.await.unwrap();
    let gone = new(registered(&scene.players[2..3]), &[], &[]);
    let gone = change(&scene, "7", gone).await;
    assert_refused(gone, "People(PlayerErased)");
    let elsewhere = TournamentId(a.0);
    let none = ChangeEntrants {
        tournament: elsewhere,
        ..new(registered(&[a]), &[], &[])
    };
    let none = change(&scene, "8", none).await;
    assert_refused(none, "NotFound(tournament)");
    check(&scene).await;
}

/// An entry names no merged player who comes: who takes part only as a double comes under their own id, in the same team. The double can be fined.
#[tokio::test(flavor = "multi_thread")]
async fn who_takes_part_only_as_a_double_comes_all_the_same() {
    let scene = Scene::new().await;
    let id = open(&scene, "t", RULES).await;
    let a = scene.players[0];
    let double = scene.enrol("double").await;
    let new = |registered, checked_in: &[PlayerId], withdrawn: &[PlayerId]| ChangeEntrants {
        tournament: id,
        registered,
        checked_in: checked_in.to_vec(),
        withdrawn: withdrawn.to_vec(),
    };
    let in_team = Registration {
        player: double,
        team: Some("Winds".to_owned()),
        substitute: true,
    };
    change(&scene, "1", new(vec![in_team], &[], &[]))
        .await
        .unwrap();
    let merged = scene.merge_player(scene.write("merge", "m"), double, a);
    merged.await.unwrap();
    let penalty = GivePenalty {
        tournament: id,
        player: a,
        round: None,
        half_points: 0,
        table_points: 0,
        reason: "late".to_owned(),
    };
    let given = scene.give_penalty(scene.write("penalty", "p"), penalty);
    let given = given.await.unwrap().value.tournament;
    assert_eq!(given.penalties[0].terms.player, double);

    let came = change(&scene, "2", new(Vec::new(), &[a], &[])).await;
    let came = came.unwrap().value.tournament;
    let entrant = &came.entrants[&a];
    assert_eq!(
        (entrant.team.as_deref(), entrant.substitute, entrant.state),
        (Some("Winds"), true, EntrantState::CheckedIn)
    );
    let left = change(&scene, "3", new(Vec::new(), &[], &[double])).await;
    let left = left.unwrap().value.tournament;
    let mut states = left.entrants.values().map(|one| one.state);
    assert!(states.all(|state| state == EntrantState::Withdrawn));
    check(&scene).await;
}

/// Whoever reads a tournament reads all its changes: there are not more than so many, and rounds are drawn all the same.
#[tokio::test(flavor = "multi_thread")]
async fn beyond_so_many_changes_only_rounds_go_on() {
    let scene = Scene::new().await;
    let id = open(&scene, "t", RULES).await;
    let players = scene.enrolled(40).await;
    enter(&scene, id, "enter", &players).await;
    // Eighty changes so far, and each turn has forty.
    let turns = (MAX_TOURNAMENT_CHANGES - 80) / players.len();
    let turn = |number: usize| {
        let mut turn = [Vec::new(), players.clone()];
        turn.rotate_left(number % 2);
        let [checked_in, withdrawn] = turn;
        ChangeEntrants {
            tournament: id,
            registered: Vec::new(),
            checked_in,
            withdrawn,
        }
    };
    for number in 0..turns {
        let key = number.to_string();
        change(&scene, &key, turn(number)).await.unwrap();
    }
    let beyond = change(&scene, "beyond", turn(turns)).await;
    refused(beyond, "TooManyChanges");
    begin_round(&scene, id, 1).await;
}

/// A scorer who draws again and again leaves a draw for each round that follows.
#[tokio::test(flavor = "multi_thread")]
async fn redraws_leave_draws_for_the_other_rounds() {
    let scene = Scene::new().await;
    let id = open(&scene, "t", RULES).await;
    enter(&scene, id, "enter", &scene.players).await;
    draw(&scene, id, "0", false).await.unwrap();
    let most = MAX_DRAWS - (RULES.rounds - 1);
    for number in 1..most {
        draw(&scene, id, &format!("{number}"), true).await.unwrap();
    }
    refused(draw(&scene, id, "beyond", true).await, "TooManyDraws");
    for round in 1..RULES.rounds {
        let key = format!("after {round}");
        open_round(&scene, id, round, &key).await.unwrap();
        draw(&scene, id, &key, false).await.unwrap();
    }
}
