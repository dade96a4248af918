//! Rounds are not drawn while tables of earlier ones play, unless somebody says so; and what is told of these tables.

use crate::scene::{Scene, assert_refused};
use crate::settling::check;
use crate::table::{agreed, substitution};
use crate::{evenings, tournaments};
use ledger::evidence::{DrawMethod, Outcome};
use ledger::{
    ChangeAttendance, DeclareMatch, DrawRound, DrawTournamentRound, Error, EveningId, EveningView,
    MatchId, PlayerId, PlayingTable, Result, TableState, TournamentId, TournamentView, Written,
};

async fn draw(scene: &Scene, evening: EveningId, key: &str) -> Result<Written<EveningView>> {
    let new = DrawRound {
        evening,
        draw: None,
        redraw: false,
        unfinished: false,
    };
    let write = scene.write("draw_round", key);
    scene.draw_round(write, new).await
}

async fn draw_tournament(
    scene: &Scene,
    tournament: TournamentId,
    key: &str,
) -> Result<Written<TournamentView>> {
    let new = DrawTournamentRound {
        tournament,
        draw: None,
        method: Some(DrawMethod::Random),
        redraw: false,
        tables: None,
        unfinished: false,
        reason: None,
    };
    let write = scene.write("draw_tournament_round", key);
    scene.draw_tournament_round(write, new).await
}

/// The tables that still play, for which the round is not drawn.
#[track_caller]
fn playing<T: std::fmt::Debug>(drawn: Result<T>) -> Vec<(u32, usize, MatchId)> {
    let Err(Error::StillPlay(tables)) = drawn else {
        panic!("{drawn:?}")
    };
    let table = |one: PlayingTable| (one.round, one.table, one.match_id);
    tables.into_iter().map(table).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_waits_for_the_tables_that_play() {
    let scene = Scene::new().await;
    let all = scene.enrolled(8).await;
    let id = evenings::evening(&scene, "e", None).await;
    evenings::check_in(&scene, id, "in", &all).await;
    draw(&scene, id, "1").await.unwrap();
    let opened = evenings::open_round(&scene, id, 1, "1").await.unwrap();
    let view = opened.value;
    let [one, two] = view.evening.rounds[0].matches[..] else {
        panic!("{view:?}")
    };
    assert_eq!(view.tables.state(one), Some(TableState::Playing));
    let refused = draw(&scene, id, "2").await;
    assert_eq!(playing(refused), [(1, 1, one), (1, 2, two)]);
    scene
        .happens(one, &[agreed([12, -4, -4, -4]), Outcome::EarlyEnd {}])
        .await;
    assert_eq!(playing(draw(&scene, id, "2").await), [(1, 2, two)]);
    // Somebody says so, under the same key: nothing was stored before.
    evenings::draw(&scene, id, "2", false).await.unwrap();
    evenings::open_round(&scene, id, 2, "2").await.unwrap();
    let refused = playing(draw(&scene, id, "3").await);
    assert_eq!(refused.len(), 3);
    assert_eq!(refused[0], (1, 2, two));
    // A void match is not waited for.
    for (number, (_, _, match_id)) in refused.into_iter().enumerate() {
        let new = DeclareMatch {
            match_id,
            void: true,
            reason: "nobody plays".to_owned(),
            versions: None,
        };
        let write = scene.write("declare_match", &format!("void {number}"));
        scene.declare_match(write, new).await.unwrap();
    }
    let drawn = draw(&scene, id, "3").await.unwrap().value;
    let states = [one, two].map(|id| drawn.tables.state(id));
    assert_eq!(states, [Some(TableState::Over), Some(TableState::Void)]);
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_waits_for_the_tables_that_play() {
    let scene = Scene::new().await;
    let all = scene.enrolled(4).await;
    let id = tournaments::open(&scene, "t", tournaments::RULES).await;
    tournaments::enter(&scene, id, "in", &all).await;
    draw_tournament(&scene, id, "1").await.unwrap();
    // Before it is opened, that is what is said.
    assert_refused(
        draw_tournament(&scene, id, "2").await,
        "Tournament(Round(NotOpened))",
    );
    let opened = tournaments::open_round(&scene, id, 1, "1").await.unwrap();
    let match_id = opened.value.tournament.rounds[0].matches[0];
    assert_eq!(
        playing(draw_tournament(&scene, id, "2").await),
        [(1, 1, match_id)]
    );
    scene
        .happens(match_id, &[agreed([12, -4, -4, -4]), Outcome::EarlyEnd {}])
        .await;
    draw_tournament(&scene, id, "2").await.unwrap();
    check(&scene).await;
}

/// Whoever left is missing at the table until somebody else sits there.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_lacks_whoever_left_until_somebody_takes_the_place() {
    let scene = Scene::new().await;
    let all = scene.enrolled(5).await;
    let id = evenings::evening(&scene, "e", None).await;
    evenings::check_in(&scene, id, "in", &all[..4]).await;
    draw(&scene, id, "1").await.unwrap();
    let opened = evenings::open_round(&scene, id, 1, "1").await.unwrap();
    let round = opened.value.evening.rounds[0].clone();
    let (table, match_id) = (round.draw.tables[0], round.matches[0]);
    let missing = |view: &EveningView| -> Vec<PlayerId> {
        let is_gone = |player| !view.evening.present.contains(&player);
        view.tables.missing(&table, Some(match_id), is_gone)
    };
    assert_eq!(missing(&opened.value), []);
    let left = ChangeAttendance {
        evening: id,
        checked_in: Vec::new(),
        checked_out: vec![table[2]],
    };
    let write = scene.write("change_attendance", "out");
    let changed = scene.change_attendance(write, left).await.unwrap();
    assert_eq!(missing(&changed.value), [table[2]]);
    let substitution = substitution(3, all[4]);
    scene.happens(match_id, &[substitution]).await;
    let view = scene.evening(scene.club, id).await.unwrap();
    assert_eq!(missing(&view), []);
}
