//! Rounds of tournaments are drawn by every method, once more, and not at all.

use super::{RULES, begin_round, draw, draw_as, enter, leave, open, open_round, refused};
use crate::scene::Scene;
use crate::settling::check;
use crate::table::agreed;
use ledger::evidence::{
    Cut, DrawMethod, Registration, TournamentRound, TournamentRules, seed_hash, seed_of_draw,
};
use ledger::{ChangeEntrants, DrawTournamentRound, Hash, PlayerId, TournamentId};
use std::collections::BTreeSet;

fn by(tournament: TournamentId, method: DrawMethod) -> DrawTournamentRound {
    DrawTournamentRound {
        tournament,
        draw: None,
        method: Some(method),
        redraw: false,
        tables: None,
        unfinished: true,
        reason: None,
    }
}

/// Plays one hand at each table of a round, so that those who were drawn first come first.
async fn play(scene: &Scene, round: &TournamentRound) {
    for (number, id) in (1..).zip(&round.matches) {
        let more = 100 - number;
        scene
            .happens(*id, &[agreed([3 * more, more, -more, -3 * more])])
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_drawn_once_more_under_its_number_before_it_is_opened() {
    let scene = Scene::new().await;
    let all = scene.enrolled(9).await;
    let id = open(&scene, "t", RULES).await;
    enter(&scene, id, "in", &all).await;
    refused(draw(&scene, id, "0", true).await, "NothingToRedraw");
    let first = draw(&scene, id, "1", false).await.unwrap();
    let again = draw(&scene, id, "1", false).await.unwrap();
    assert_eq!((&first.value, again.replayed), (&again.value, true));
    let first = &first.value.tournament.rounds[0];
    assert_eq!(
        (first.draw.tables.len(), first.draw.sitting_out.len()),
        (2, 1)
    );
    refused(draw(&scene, id, "2", false).await, "NotOpened");
    let second = draw(&scene, id, "3", true).await.unwrap().value.tournament;
    let second = second.rounds;
    assert!(second[0].replaced && second[1].draw.redraw);
    assert_eq!(second[1].draw.round, 1);
    assert_eq!(seed_hash(second[1].draw.seed), second[0].draw.seed);
    let opened = open_round(&scene, id, 1, "1").await.unwrap();
    let again = open_round(&scene, id, 1, "1").await.unwrap();
    assert_eq!((&opened.value, again.replayed), (&again.value, true));
    refused(open_round(&scene, id, 1, "2").await, "Opened");
    refused(draw(&scene, id, "4", true).await, "NothingToRedraw");
    let round = opened.value.tournament.round(1).unwrap();
    for (id, table) in round.matches.iter().zip(&round.draw.tables) {
        let seated = scene.view(*id).await.players.map(|player| player.id);
        assert_eq!(seated, *table);
    }
    for round in 2..=3 {
        begin_round(&scene, id, round).await;
    }
    refused(
        draw(&scene, id, "5", false).await,
        "TooManyRounds { rounds: 3 }",
    );
    check(&scene).await;
}

/// The seed of a draw is in no answer before it. That the auditor cannot read the column, `grants` shows.
#[tokio::test(flavor = "multi_thread")]
async fn seeds_of_a_tournament_are_secret_until_they_are_drawn_with() {
    let scene = Scene::new().await;
    let id = open(&scene, "t", RULES).await;
    let kept = "SELECT last_seed FROM tournaments";
    let row = scene.admin().await.query_one(kept, &[]).await.unwrap();
    let last_seed = Hash(row.get::<_, Vec<u8>>(0).try_into().unwrap());
    enter(&scene, id, "in", &scene.players).await;
    let before = scene.tournament(scene.club, id).await.unwrap();
    let first = seed_of_draw(last_seed, 1);
    assert!(!format!("{before:?}").contains(&first.to_string()));
    let drawn = draw(&scene, id, "1", false).await.unwrap().value.tournament;
    assert_eq!(drawn.rounds[0].draw.seed, first);
    assert_eq!(drawn.terms.seed_hash, seed_of_draw(last_seed, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_best_four_meet_in_a_swiss_round_and_play_on_after_the_cut() {
    let scene = Scene::new().await;
    let all = scene.enrolled(16).await;
    let cut = Cut {
        after_round: 2,
        players: 8,
        keeps_results: true,
    };
    let rules = TournamentRules {
        draw: DrawMethod::Swiss,
        cut: Some(cut),
        ..RULES
    };
    let id = open(&scene, "t", rules).await;
    enter(&scene, id, "in", &all).await;
    let mut drawn = Vec::new();
    for round in 1..=2 {
        let opened = begin_round(&scene, id, round).await;
        let round = opened.tournament.round(round).unwrap().clone();
        play(&scene, &round).await;
        drawn.push(round);
    }
    let east = |round: &TournamentRound| {
        let tables = round.draw.tables.iter();
        tables.map(|table| table[0]).collect::<BTreeSet<PlayerId>>()
    };
    let best: BTreeSet<PlayerId> = drawn[1].draw.tables[0].into();
    assert_eq!(east(&drawn[0]), best);
    let standings = scene.tournament_standings(scene.club, id, None);
    let standings = standings.await.unwrap().result.standings;
    // The best of those who go on leaves.
    let gone = standings.players[0].player;
    leave(&scene, id, "gone", &[gone]).await;
    let last = draw(&scene, id, "3", false).await.unwrap().value.tournament;
    let last: BTreeSet<PlayerId> = last.rounds[2].draw.players().collect();
    assert_eq!((last.len(), last.contains(&gone)), (8, false));
    // The lots decide between those who share the last rank.
    let worst = standings.players[8].rank;
    for one in &standings.players[1..] {
        assert!(one.rank >= worst || last.contains(&one.player));
        assert!(one.rank <= worst || !last.contains(&one.player));
    }
    leave(&scene, id, "more", &all[..9]).await;
    let there = scene.tournament(scene.club, id).await.unwrap();
    let there = there
        .tournament
        .entrants
        .values()
        .filter(|one| one.is_there())
        .count();
    refused(
        draw(&scene, id, "4", true).await,
        &format!("TooFewForCut {{ players: 8, there: {there} }}"),
    );
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schedule_goes_on_with_substitutes_for_those_who_left() {
    let scene = Scene::new().await;
    let all = scene.enrolled(18).await;
    let rules = TournamentRules {
        draw: DrawMethod::Schedule,
        rounds: 5,
        ..RULES
    };
    let id = open(&scene, "t", rules).await;
    enter(&scene, id, "in", &all[..15]).await;
    refused(
        draw(&scene, id, "0", false).await,
        "NotWholeTables { there: 15 }",
    );
    enter(&scene, id, "one more", &all[15..16]).await;
    begin_round(&scene, id, 1).await;
    leave(&scene, id, "gone", &all[..1]).await;
    refused(
        draw(&scene, id, "2", false).await,
        "OtherPlayers { missing: 1, others: 0 }",
    );
    let substitute = Registration {
        player: all[16],
        team: None,
        substitute: true,
    };
    let new = ChangeEntrants {
        tournament: id,
        registered: vec![substitute],
        checked_in: vec![all[16]],
        withdrawn: Vec::new(),
    };
    let write = scene.write("change_entrants", "substitute");
    scene.change_entrants(write, new).await.unwrap();
    for round in 2..=5 {
        begin_round(&scene, id, round).await;
    }
    let view = scene.tournament(scene.club, id).await.unwrap();
    let mut pairs = BTreeSet::new();
    for table in view
        .tournament
        .rounds
        .iter()
        .flat_map(|round| &round.draw.tables)
    {
        // Who took the place of the other.
        let places = table.map(|id| if id == all[16] { all[0] } else { id });
        for (index, one) in places.iter().enumerate() {
            for other in &places[..index] {
                assert!(pairs.insert((one.min(other).0, one.max(other).0)));
            }
        }
    }
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prescribed_round_is_of_those_who_are_there() {
    let scene = Scene::new().await;
    let all = scene.enrolled(9).await;
    let id = open(&scene, "t", RULES).await;
    enter(&scene, id, "in", &all[..8]).await;
    let prescribed = |tables: &[[PlayerId; 4]]| DrawTournamentRound {
        tables: Some(tables.to_vec()),
        ..by(id, DrawMethod::Prescribed)
    };
    let [a, b, c, d, e, f, g, _, stranger] = all[..] else {
        panic!("{all:?}")
    };
    refused(
        draw_as(
            &scene,
            "0",
            prescribed(&[[a, b, c, d], [e, f, g, stranger]]),
        )
        .await,
        "NotCheckedIn { table: 1, chair: 3 }",
    );
    refused(
        draw_as(&scene, "1", prescribed(&[[a, b, c, d], [e, a, f, g]])).await,
        "TwoPlaces { table: 1, chair: 1 }",
    );
    let none = by(id, DrawMethod::Prescribed);
    refused(draw_as(&scene, "2", none).await, "NoTables");
    let drawn = DrawTournamentRound {
        method: None,
        ..prescribed(&[[a, b, c, d]])
    };
    refused(draw_as(&scene, "3", drawn).await, "DrawnTables");
    let made = draw_as(&scene, "4", prescribed(&[[d, c, b, a]]))
        .await
        .unwrap();
    let round = &made.value.tournament.rounds[0].draw;
    assert_eq!(round.tables, [[d, c, b, a]]);
    let mut out = all[4..8].to_vec();
    out.sort_unstable();
    assert_eq!(round.sitting_out, out);
    open_round(&scene, id, 1, "1").await.unwrap();
    refused(
        draw_as(&scene, "5", by(id, DrawMethod::Schedule)).await,
        "NoSchedule",
    );
    check(&scene).await;
}

/// Of draws at the same time one is entered; the others would be of the next round, whose turn it is not yet.
#[tokio::test(flavor = "multi_thread")]
async fn of_draws_at_the_same_time_one_is_entered() {
    let scene = Scene::new().await;
    let all = scene.enrolled(9).await;
    let id = open(&scene, "t", RULES).await;
    enter(&scene, id, "in", &all).await;
    let [a, b, c] = ["a", "b", "c"].map(|key| draw(&scene, id, key, false));
    let (a, b, c) = tokio::join!(a, b, c);
    let entered = [a.is_ok(), b.is_ok(), c.is_ok()];
    assert_eq!(entered.iter().filter(|entered| **entered).count(), 1);
    for result in [a, b, c].into_iter().filter(Result::is_err) {
        refused(result, "NotOpened");
    }
    check(&scene).await;
}

/// Somebody who takes part is drawn as the player into whom they were merged, also if that one was never registered.
#[tokio::test(flavor = "multi_thread")]
async fn a_merged_player_is_drawn_as_whom_they_count_for() {
    let scene = Scene::new().await;
    let all = scene.enrolled(6).await;
    let id = open(&scene, "t", RULES).await;
    enter(&scene, id, "in", &all[..5]).await;
    let write = scene.write("merge", "k");
    let merged = scene.merge_player(write, all[0], all[5]).await;
    merged.unwrap();
    for round in 1..=3 {
        let view = begin_round(&scene, id, round).await;
        let drawn = &view.tournament.round(round).unwrap().draw;
        let drawn: BTreeSet<PlayerId> = drawn.players().collect();
        assert_eq!(drawn, all[1..].iter().copied().collect());
        assert!(drawn.iter().all(|player| view.names.contains_key(player)));
    }
    let waited: BTreeSet<PlayerId> = {
        let view = scene.tournament(scene.club, id).await.unwrap();
        let rounds = view.tournament.rounds.iter();
        rounds
            .flat_map(|round| round.draw.sitting_out.clone())
            .collect()
    };
    assert_eq!(waited.len(), 3, "nobody waits twice");
    check(&scene).await;
}

/// Who was drawn for somebody and is nobody's double any more keeps what they played, and takes part no further.
#[tokio::test(flavor = "multi_thread")]
async fn an_unmerged_player_is_drawn_as_themselves() {
    let scene = Scene::new().await;
    let all = scene.enrolled(6).await;
    let id = open(&scene, "t", RULES).await;
    enter(&scene, id, "in", &all[..4]).await;
    let merge = scene.write("merge", "k");
    scene.merge_player(merge, all[0], all[5]).await.unwrap();
    begin_round(&scene, id, 1).await;
    let unmerge = scene.write("unmerge", "k");
    scene.unmerge_player(unmerge, all[0], all[5]).await.unwrap();
    let view = begin_round(&scene, id, 2).await;
    let drawn: BTreeSet<PlayerId> = view.tournament.round(2).unwrap().draw.players().collect();
    assert_eq!(drawn, all[..4].iter().copied().collect());
    assert!(view.names.contains_key(&all[5]));
    let found = scene.tournament_standings(scene.club, id, None).await;
    let found = found.unwrap().result.standings;
    let ranked = found.players.iter().filter(|one| one.rank.is_some());
    let ranked: BTreeSet<PlayerId> = ranked.map(|one| one.player).collect();
    assert_eq!(ranked, all[..4].iter().chain([&all[5]]).copied().collect());
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_few_players_are_not_drawn() {
    let scene = Scene::new().await;
    let id = open(&scene, "t", RULES).await;
    enter(&scene, id, "in", &scene.players[..3]).await;
    refused(
        draw(&scene, id, "1", false).await,
        "TooFewPlayers { there: 3 }",
    );
}
