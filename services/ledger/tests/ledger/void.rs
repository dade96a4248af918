//! Matches that are declared void, and tables at which a match is played again.

use crate::evenings::{check_in, draw, evening, open_round};
use crate::moving::moved;
use crate::scene::{Scene, assert_refused};
use crate::settling::{check, owes, transfers};
use crate::table::{agreed, change};
use crate::tournaments;
use ledger::evidence::{DrawMethod, Outcome, ReplacedMatch, TournamentRules};
use ledger::{
    DeclareMatch, DrawTournamentRound, Error, EveningId, EveningView, MAX_CORRECTIONS, MatchId,
    MatchView, Party, Period, ReplayTables, Result, SettlementScope, TournamentId, TournamentView,
    Written,
};

/// Declares a match void, or to count again.
pub(crate) async fn declare(scene: &Scene, id: MatchId, void: bool) -> Result<Written<MatchView>> {
    let key = format!("{id} after {}", scene.view(id).await.version);
    declare_as(scene, &key, (id, void)).await
}

async fn declare_as(
    scene: &Scene,
    key: &str,
    (match_id, void): (MatchId, bool),
) -> Result<Written<MatchView>> {
    let new = DeclareMatch {
        match_id,
        void,
        reason: "started by mistake".to_owned(),
        versions: None,
    };
    scene.declare_match(scene.write("declare", key), new).await
}

/// Plays the void matches of the first round of an evening again.
pub(crate) async fn replay_evening(
    scene: &Scene,
    of: EveningId,
    key: &str,
) -> Result<Written<EveningView>> {
    let write = scene.write("replay_round", key);
    let new = ReplayTables { of, round: 1 };
    scene.replay_evening_tables(write, new).await
}

/// The same of a tournament.
pub(crate) async fn replay(
    scene: &Scene,
    of: TournamentId,
    key: &str,
) -> Result<Written<TournamentView>> {
    let write = scene.write("replay_tournament_round", key);
    let new = ReplayTables { of, round: 1 };
    scene.replay_tournament_tables(write, new).await
}

/// These matches were replaced, each at the table with this number.
#[track_caller]
fn assert_replaced(replaced: &[ReplacedMatch], expected: &[(usize, MatchId)]) {
    let replaced = replaced.iter().map(|one| (one.table, one.match_id));
    assert_eq!(replaced.collect::<Vec<_>>(), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_void_match_counts_until_it_counts_again() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene
        .happens(view.id, &[agreed([12, -4, -4, -4]), Outcome::EarlyEnd {}])
        .await;
    scene.catch_up().await;
    let counts = scene
        .standings(scene.club, Period::default())
        .await
        .unwrap();
    assert_eq!(counts.rows.len(), 4);
    let settled = scene.settle_match("s", view.id).await.settlement.terms;
    assert_eq!(transfers(&scene, &settled.transfers).len(), 3);

    let declared = declare_as(&scene, "k", (view.id, true)).await.unwrap();
    let again = declare_as(&scene, "k", (view.id, true)).await.unwrap();
    assert_eq!((&declared.value, again.replayed), (&again.value, true));
    let void = declared.value.void.clone().unwrap();
    assert_eq!(void.reason.as_deref(), Some("started by mistake"));
    assert_eq!(
        (void.declared.seq, void.declared.actor),
        (declared.value.version, scene.owner)
    );
    assert_eq!(scene.view(view.id).await, declared.value);
    assert!(
        scene
            .balances(view.id)
            .await
            .values()
            .all(|half_points| *half_points == 0)
    );
    scene.catch_up().await;
    let none = scene
        .standings(scene.club, Period::default())
        .await
        .unwrap();
    assert_eq!(none.rows, []);
    // What was settled is given back.
    let back = scene.settle_match("back", view.id).await.settlement.terms;
    let mut back = transfers(&scene, &back.transfers);
    back.sort();
    assert_eq!(
        back,
        [
            owes("1", "2", 100),
            owes("1", "3", 100),
            owes("1", "4", 100)
        ]
    );
    check(&scene).await;

    let counts_again = declare(&scene, view.id, false).await.unwrap().value;
    assert_eq!(counts_again.void, None);
    scene.catch_up().await;
    let after = scene
        .standings(scene.club, Period::default())
        .await
        .unwrap();
    assert_eq!(after.rows, counts.rows);
    let gained = scene.balances(view.id).await[&Party::Player(scene.players[0])];
    assert_eq!(gained, 12);
    check(&scene).await;
    moved(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_recorded_or_corrected_in_a_void_match() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let hand = scene.play(&view, [2, -2, 0, 0]).await.recorded.outcome_id;
    let before = scene.view(view.id).await;
    let seen = scene.seen(view.id).await;
    let refused = declare(&scene, view.id, false).await;
    assert_refused(refused, "Match(NotVoid)");
    declare(&scene, view.id, true).await.unwrap();
    assert_refused(declare(&scene, view.id, true).await, "Match(Void)");
    let next = crate::table::next_hand(&before, [2, -2, 0, 0]);
    let recorded = scene
        .record_outcomes(scene.write("hands", "late"), next.clone())
        .await;
    assert_refused(recorded, "Match(Void)");
    assert_refused(
        scene.rehearse_outcomes(scene.club, next).await,
        "Match(Void)",
    );
    let correction = crate::table::correction(&seen, vec![change::void(hand)]);
    let corrected = scene
        .correct_match(scene.write("corrections", "late"), correction)
        .await;
    assert_refused(corrected, "Match(Void)");
    let unknown = declare_as(&scene, "u", (MatchId(scene.club.0), true)).await;
    assert_refused(unknown, "NotFound(match)");
    declare(&scene, view.id, false).await.unwrap();
    scene.play(&scene.view(view.id).await, [2, -2, 0, 0]).await;
    check(&scene).await;
}

/// Each read of a match reads all that was declared of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_declared_so_often_and_no_more() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    // The last one is that it is void: whoever goes on and on cannot make a match count for ever.
    for time in 0..MAX_CORRECTIONS - 1 {
        declare(&scene, view.id, time % 2 == 0).await.unwrap();
    }
    let refused = declare(&scene, view.id, false).await;
    assert!(matches!(
        refused,
        Err(Error::TooManyCorrections {
            most: MAX_CORRECTIONS
        })
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_void_tables_of_an_evening_are_played_again() {
    let scene = Scene::new().await;
    let all = scene.enrolled(8).await;
    let id = evening(&scene, "e", None).await;
    check_in(&scene, id, "in", &all).await;
    draw(&scene, id, "1", false).await.unwrap();
    assert_refused(
        replay_evening(&scene, id, "0").await,
        "Match(NothingToReplay)",
    );
    let opened = open_round(&scene, id, 1, "1").await.unwrap().value.evening;
    let first = opened.rounds[0].matches.clone();
    assert_refused(
        replay_evening(&scene, id, "1").await,
        "Match(NothingToReplay)",
    );
    scene.happens(first[1], &[agreed([12, -4, -4, -4])]).await;
    declare(&scene, first[1], true).await.unwrap();
    let replayed = replay_evening(&scene, id, "k").await.unwrap();
    let again = replay_evening(&scene, id, "k").await.unwrap();
    assert_eq!((&replayed.value, again.replayed), (&again.value, true));
    let round = &replayed.value.evening.rounds[0];
    assert_eq!(round.matches[0], first[0]);
    assert_replaced(&round.replaced_matches, &[(2, first[1])]);
    let new = scene.view(round.matches[1]).await;
    assert_eq!(new.players.map(|player| player.id), round.draw.tables[1]);
    let old = scene.view(first[1]).await;
    assert_eq!(
        (new.stake_cents, new.played_on),
        (old.stake_cents, old.played_on)
    );
    assert_refused(declare(&scene, first[1], false).await, "Match(Replaced)");
    // Both are of the evening; money is in the new one alone.
    scene.happens(new.id, &[agreed([-4, 12, -4, -4])]).await;
    let currency = "HKD".to_owned();
    let what = SettlementScope::Evening {
        evening: id,
        currency,
    };
    let settled = scene
        .settle("s", what)
        .await
        .unwrap()
        .value
        .settlement
        .terms;
    assert!(settled.parts.iter().all(|part| part.match_id == new.id));
    check(&scene).await;
    moved(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_void_tables_of_a_tournament_are_played_again() {
    let scene = Scene::new().await;
    let all = scene.enrolled(8).await;
    let rules = TournamentRules {
        draw: DrawMethod::Swiss,
        ..tournaments::RULES
    };
    let id = tournaments::open(&scene, "t", rules).await;
    tournaments::enter(&scene, id, "in", &all).await;
    tournaments::draw(&scene, id, "1", false).await.unwrap();
    let opened = tournaments::open_round(&scene, id, 1, "1").await.unwrap();
    let first = opened.value.tournament.rounds[0].matches.clone();
    scene.happens(first[0], &[agreed([12, -4, -4, -4])]).await;
    scene
        .happens(first[1], &[agreed([2, -2, 0, 0]), Outcome::EarlyEnd {}])
        .await;
    for of_round in &first {
        declare(&scene, *of_round, true).await.unwrap();
    }
    let standings = async || {
        let found = scene
            .tournament_standings(scene.club, id, None)
            .await
            .unwrap();
        let standings = found.result.standings;
        (
            standings.matches,
            standings.players.iter().map(|one| one.half_points).max(),
        )
    };
    assert_eq!(standings().await, (0, Some(0)));
    // The whole round.
    let replayed = replay(&scene, id, "k").await.unwrap().value.tournament;
    let round = replayed.rounds[0].clone();
    assert_replaced(&round.replaced_matches, &[(1, first[0]), (2, first[1])]);
    assert_refused(replay(&scene, id, "k2").await, "Match(NothingToReplay)");
    scene
        .happens(round.matches[0], &[agreed([-4, -4, -4, 12])])
        .await;
    assert_eq!(standings().await, (1, Some(12)));

    // A match without a hand counts for nothing, and a draw by ranks waits until somebody says what becomes of it.
    scene
        .happens(round.matches[1], &[Outcome::EarlyEnd {}])
        .await;
    assert_eq!(standings().await, (1, Some(12)));
    let drawn = tournaments::draw(&scene, id, "2", false).await;
    assert_refused(
        drawn,
        "Tournament(Round(WithoutHands { round: 1, table: 2 }))",
    );
    declare(&scene, round.matches[1], true).await.unwrap();
    tournaments::draw(&scene, id, "3", false).await.unwrap();
    let by_lot = DrawTournamentRound {
        tournament: id,
        draw: None,
        method: Some(DrawMethod::Random),
        redraw: true,
        tables: None,
        unfinished: true,
        reason: None,
    };
    let write = scene.write("draw_tournament_round", "4");
    scene.draw_tournament_round(write, by_lot).await.unwrap();
    replay(&scene, id, "k3").await.unwrap();
    let write = scene.write("close_tournament", "k");
    scene.close_tournament(write, id).await.unwrap();
    declare(&scene, round.matches[0], true).await.unwrap();
    assert_refused(replay(&scene, id, "late").await, "Tournament(Closed)");
    check(&scene).await;
    moved(&scene).await;
}
