//! A referee sets clocks, and gives and withdraws penalties.

use super::{RULES, draw, enter, give, open, penalty, play_one_round, refused, withdraw};
use crate::scene::{Scene, assert_refused};
use crate::settling::check;
use ledger::evidence::{LastHand, RoundClock, TournamentRules};
use ledger::{GivePenalty, Result, SetTournamentClock};

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_runs_stands_still_and_goes_on() {
    let scene = Scene::new().await;
    let set = async |id, key: &str, running, remaining_seconds| {
        let new = SetTournamentClock {
            tournament: id,
            round: 1,
            running,
            remaining_seconds,
        };
        let write = scene.write("set_tournament_clock", key);
        let set = scene.set_tournament_clock(write, new).await?;
        Ok(set.value.tournament.rounds[0].clock.unwrap())
    };
    let without = play_one_round(&scene).await;
    let none: Result<_> = set(without, "0", true, None).await;
    refused(none, "NoClock");
    let rules = TournamentRules {
        clock: Some(RoundClock {
            minutes: 90,
            last_hand: LastHand::FinishHand,
        }),
        ..RULES
    };
    let id = open(&scene, "with a clock", rules).await;
    let early: Result<_> = set(id, "1", true, None).await;
    assert_refused(early, "NotFound(round)");
    enter(&scene, id, "all", &scene.players).await;
    draw(&scene, id, "first", false).await.unwrap();
    let started = set(id, "2", true, None).await.unwrap();
    assert_eq!((started.running, started.remaining_seconds), (true, 5_400));
    let stopped = set(id, "3", false, None).await.unwrap();
    let ran = stopped.changed.time.moment() - started.changed.time.moment();
    let left = 5_400 - i64::from(stopped.remaining_seconds);
    assert!(
        (0..=ran.whole_seconds() + 1).contains(&left),
        "{left} {ran}"
    );
    let shorter = set(id, "4", false, Some(60)).await.unwrap();
    assert_eq!((shorter.running, shorter.remaining_seconds), (false, 60));
    // It stood still.
    let on = set(id, "5", true, None).await.unwrap();
    assert_eq!((on.running, on.remaining_seconds), (true, 60));
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn penalties_are_given_and_withdrawn_also_after_the_end() {
    let scene = Scene::new().await;
    let id = play_one_round(&scene).await;
    let [a, ..] = scene.players;
    let stranger = scene.enrol("a guest").await;
    refused(
        give(&scene, "0", penalty(id, stranger)).await,
        "NotAnEntrant { list: Penalty }",
    );
    let of_places = GivePenalty {
        table_points: 1,
        ..penalty(id, a)
    };
    refused(give(&scene, "1", of_places).await, "NoTablePoints");
    let later = GivePenalty {
        round: Some(2),
        ..penalty(id, a)
    };
    let later = give(&scene, "2", later).await;
    assert_refused(later, "NotFound(round)");
    give(&scene, "3", penalty(id, a)).await.unwrap();
    let close = async |key| {
        let write = scene.write("close_tournament", key);
        scene.close_tournament(write, id).await
    };
    close("c").await.unwrap();
    refused(close("d").await, "Closed");
    refused(draw(&scene, id, "late", false).await, "Closed");
    let view = give(&scene, "4", penalty(id, a)).await.unwrap().value;
    let [first, second] = view.tournament.penalties[..] else {
        panic!("{view:?}")
    };
    assert_eq!(first.of_round, 1);
    let withdrawn = withdraw(&scene, "w", id, first.given.seq).await.unwrap();
    let reason = withdrawn.value.tournament.penalties[0].withdrawn.unwrap();
    assert_eq!(withdrawn.value.texts[&reason.seq], "the bus was late");
    refused(
        withdraw(&scene, "x", id, first.given.seq).await,
        "WithdrawnBefore",
    );
    let none = withdraw(&scene, "y", id, second.given.seq - 1).await;
    assert_refused(none, "NotFound(penalty)");
    let erased = scene.erase_text(scene.write("erase", "k"), second.given.seq);
    erased.await.unwrap();
    let view = scene.tournament(scene.club, id).await.unwrap();
    assert_eq!(view.texts.get(&second.given.seq), None);
    assert_eq!(view.texts[&first.given.seq], "late");
    check(&scene).await;
}
