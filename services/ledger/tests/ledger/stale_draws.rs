//! Two draw the same round: it is drawn once, and the other one is told so.

use crate::scene::{Scene, assert_refused};
use crate::settling::check;
use crate::{evenings, tournaments};
use futures_util::future::join;
use ledger::{DrawRound, DrawTournamentRound, EveningId, Result, TournamentId};

/// Draws the round of an evening that is meant; returns how many were drawn.
async fn draw(
    scene: &Scene,
    evening: EveningId,
    key: &str,
    (draw, redraw): (u32, bool),
) -> Result<usize> {
    let new = DrawRound {
        evening,
        draw: Some(draw),
        redraw,
        unfinished: true,
    };
    let write = scene.write("draw_round", key);
    let drawn = scene.draw_round(write, new).await?;
    Ok(drawn.value.evening.rounds.len())
}

/// The same of a tournament.
async fn draw_tournament(
    scene: &Scene,
    tournament: TournamentId,
    key: &str,
    (draw, redraw): (u32, bool),
) -> Result<usize> {
    let new = DrawTournamentRound {
        tournament,
        draw: Some(draw),
        method: None,
        redraw,
        tables: None,
        unfinished: true,
        reason: None,
    };
    let write = scene.write("draw_tournament_round", key);
    let drawn = scene.draw_tournament_round(write, new).await?;
    Ok(drawn.value.tournament.rounds.len())
}

/// One of two drew, and the other one did not.
#[track_caller]
fn assert_one_drew((one, other): (Result<usize>, Result<usize>), drawn: usize) {
    let refused = match (one, other) {
        (Ok(rounds), refused) | (refused, Ok(rounds)) => {
            assert_eq!(rounds, drawn);
            refused
        }
        both => panic!("{both:?}"),
    };
    let expected = format!("RoundsStale {{ meant: {drawn}, next: {} }}", drawn + 1);
    assert_refused(refused, &expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_draw_a_round_of_an_evening_one_does() {
    let scene = Scene::new().await;
    let all = scene.enrolled(5).await;
    let id = evenings::evening(&scene, "e", None).await;
    evenings::check_in(&scene, id, "in", &all).await;
    let two = join(
        draw(&scene, id, "1", (1, false)),
        draw(&scene, id, "2", (1, false)),
    );
    assert_one_drew(two.await, 1);
    // Also of those who draw it again.
    let two = join(
        draw(&scene, id, "3", (2, true)),
        draw(&scene, id, "4", (2, true)),
    );
    assert_one_drew(two.await, 2);
    assert_refused(
        draw(&scene, id, "5", (4, false)).await,
        "RoundsStale { meant: 4, next: 3 }",
    );
    // An answer that was lost is given again.
    assert_eq!(draw(&scene, id, "6", (3, false)).await.unwrap(), 3);
    assert_eq!(draw(&scene, id, "6", (3, false)).await.unwrap(), 3);
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_draw_a_round_of_a_tournament_one_does() {
    let scene = Scene::new().await;
    let all = scene.enrolled(4).await;
    let id = tournaments::open(&scene, "t", tournaments::RULES).await;
    tournaments::enter(&scene, id, "in", &all).await;
    let two = join(
        draw_tournament(&scene, id, "1", (1, false)),
        draw_tournament(&scene, id, "2", (1, false)),
    );
    assert_one_drew(two.await, 1);
    let two = join(
        draw_tournament(&scene, id, "3", (2, true)),
        draw_tournament(&scene, id, "4", (2, true)),
    );
    assert_one_drew(two.await, 2);
    // The round has the number 1 still, and the draw is the third one.
    tournaments::open_round(&scene, id, 1, "1").await.unwrap();
    assert_eq!(
        draw_tournament(&scene, id, "5", (3, false)).await.unwrap(),
        3
    );
    assert_eq!(
        draw_tournament(&scene, id, "5", (3, false)).await.unwrap(),
        3
    );
    check(&scene).await;
}
