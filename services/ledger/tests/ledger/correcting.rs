//! Matches that are put right.

use crate::parallel::check_entries;
use crate::scene::{Scene, assert_refused, open_match};
use crate::table::{agreed, chair, change, correction, next_hand, penalty, substitution};
use ledger::evidence::{Change, Ending, Outcome, Payee, Reseated};
use ledger::{
    Body, CorrectMatch, CorrectMatchResult, Error, MatchId, MatchView, OpenMatch, OutcomeId, Party,
    Place, PlayerId, Recording, Write,
};
use std::collections::BTreeMap;
use uuid::Uuid;

/// A match of three hands; in the second, chair 1 won 10 points from chair 2.
async fn three_hands(scene: &Scene) -> (MatchView, Vec<OutcomeId>) {
    let view = scene.open_match("m").await;
    let hands = [[4, -4, 0, 0], [20, -20, 0, 0], [0, 0, 6, -6]].map(agreed);
    let recorded = scene.happens(view.id, &hands).await;
    let ids = recorded.iter().map(|one| one.recorded.outcome_id).collect();
    (scene.view(view.id).await, ids)
}

async fn attempt(scene: &Scene, key: &str, new: CorrectMatch) -> Result<CorrectMatchResult, Error> {
    let write = scene.write("corrections", key);
    scene.correct_match(write, new).await
}

/// What the last entry moved, chair 1 first, and the house.
async fn last_moved(scene: &Scene, id: MatchId) -> Vec<i64> {
    let query = "SELECT chair_1, chair_2, chair_3, chair_4, house FROM match_entries
        WHERE match_id = $1::text::uuid ORDER BY seq DESC LIMIT 1";
    let row = scene
        .admin()
        .await
        .query_one(query, &[&id.to_string()])
        .await;
    let row = row.unwrap();
    (0..5).map(|column| row.get(column)).collect()
}

async fn check_balances(scene: &Scene, id: MatchId) {
    let stored = scene.balances(id).await;
    let told = scene.match_history(id).await.history.balances();
    for (party, half_points) in &stored {
        assert_eq!(told.get(party).unwrap_or(&0), half_points, "{party}");
    }
    assert!(told.keys().all(|party| stored.contains_key(party)));
    assert_eq!(stored.values().sum::<i64>(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_moves_the_difference() {
    let scene = Scene::new().await;
    let (before, hands) = three_hands(&scene).await;
    let replaced = change::replace(hands[1], agreed([0, 20, -20, 0]));
    let entry = scene.correct(before.id, vec![replaced]).await;
    let after = scene.view(before.id).await;
    assert_eq!(after.version, entry.seq);
    assert_eq!(after.state.total_half_points, [4, 16, -14, -6]);
    assert_eq!(last_moved(&scene, before.id).await, [-20, 40, -20, 0, 0]);
    let Body::MatchCorrected(corrected) = entry.body else {
        panic!("{entry:?}")
    };
    // Of three hands one came to something else, and that is what the entry says.
    assert_eq!(corrected.results.len(), 1);
    assert_eq!(corrected.results[0].outcome_id, hands[1]);
    check_balances(&scene, before.id).await;

    let forgotten = scene.new_outcome_id();
    let changes = vec![
        change::insert(forgotten, Some(hands[0]), penalty(4, 5, Payee::House)),
        change::void(hands[2]),
    ];
    scene.correct(before.id, changes).await;
    let after = scene.view(before.id).await;
    assert_eq!(after.state.total_half_points, [4, 16, -20, -10]);
    assert_eq!(
        (after.state.house_half_points, after.state.next_number),
        (10, 3)
    );
    assert_eq!(last_moved(&scene, before.id).await, [0, 0, -6, -4, 10]);
    check_balances(&scene, before.id).await;
    let history = scene.match_history(before.id).await.history;
    let ids: Vec<_> = history.outcomes.iter().map(|one| one.outcome_id).collect();
    assert_eq!(ids, [forgotten, hands[0], hands[1]]);
    check_entries(&scene.ledger, scene.club).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_people_sat_there_and_the_balances_are_theirs() {
    let scene = Scene::new().await;
    let (before, _) = three_hands(&scene).await;
    let [a, b, c, d] = scene.players;
    let e = scene.enrol("Eng").await;
    let seats = change::reseat([e, b, c, d], Reseated::StayWithChairs);
    scene.correct(before.id, vec![seats]).await;
    let after = scene.view(before.id).await;
    assert_eq!(after.players[0].name.as_deref(), Some("Eng"));
    assert_eq!(
        after.state.total_half_points,
        before.state.total_half_points
    );
    assert_eq!(last_moved(&scene, before.id).await, [0; 5]);
    // Who did not sit there after all has neither won nor lost.
    let expected = |gained: [(PlayerId, i64); 5]| -> BTreeMap<Party, i64> {
        let gained = gained.into_iter();
        gained
            .map(|(player, of)| (Party::Player(player), of))
            .collect()
    };
    let found = scene.balances(before.id).await;
    assert_eq!(
        found,
        expected([(a, 0), (b, -24), (c, 6), (d, -6), (e, 24)])
    );

    let swapped = change::reseat([b, e, c, d], Reseated::FollowPlayers);
    scene.correct(before.id, vec![swapped]).await;
    let after = scene.view(before.id).await;
    assert_eq!(after.state.total_half_points, [-24, 24, 6, -6]);
    assert_eq!(scene.balances(before.id).await, found);
    // And the next hand is theirs.
    scene.play(&after, [2, -2, 0, 0]).await;
    check_balances(&scene, before.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_seats_players_of_the_club() {
    let scene = Scene::new().await;
    let (view, hands) = three_hands(&scene).await;
    let stranger = PlayerId(Uuid::from_u128(1));
    let [a, b, c, _] = scene.players;
    let seen = scene.seen(view.id).await;
    let inserted = scene.new_outcome_id();
    for (change, at) in [
        (
            change::reseat([a, b, c, stranger], Reseated::StayWithChairs),
            4,
        ),
        (change::replace(hands[0], substitution(2, stranger)), 2),
        (change::insert(inserted, None, substitution(3, stranger)), 3),
    ] {
        let changes = vec![change::void(hands[2]), change];
        let new = correction(&seen, changes);
        let by = (scene.club, scene.owner);
        let rehearsed = scene.rehearse_correction(by, new.clone()).await;
        let refused = attempt(&scene, "k", new).await;
        for error in [rehearsed.unwrap_err(), refused.unwrap_err()] {
            let (error, place) = error.apart();
            assert!(matches!(error, Error::UnknownPlayer(found) if found == chair(at)));
            assert_eq!(place, Some(Place::Change(1)));
        }
    }
    assert_eq!(scene.view(view.id).await, view);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_gives_the_same_correction() {
    let scene = Scene::new().await;
    let (view, hands) = three_hands(&scene).await;
    let seen = scene.seen(view.id).await;
    let new = correction(&seen, vec![change::void(hands[0])]);
    let tries = (0..8).map(|_| attempt(&scene, "k", new.clone()));
    let mut first = 0;
    let mut entries = Vec::new();
    for tried in futures_util::future::join_all(tries).await {
        entries.push(match tried.unwrap() {
            CorrectMatchResult::Corrected(corrected) => {
                first += 1;
                corrected.entry.entry
            }
            CorrectMatchResult::Replayed(entry) => *entry,
            CorrectMatchResult::MatchChanged => panic!("not corrected"),
        });
    }
    assert_eq!(first, 1);
    assert!(entries.iter().all(|entry| *entry == entries[0]));
    assert_eq!(
        scene.match_history(view.id).await.history.corrections.len(),
        1
    );
    // Another key stands on a match that is no longer the same; another request may not have this key.
    assert_eq!(
        attempt(&scene, "l", new.clone()).await.unwrap(),
        CorrectMatchResult::MatchChanged
    );
    let other = Write {
        fingerprint: [9; 32],
        ..scene.write("corrections", "k")
    };
    let reused = scene.correct_match(other, new).await;
    assert_refused(reused, "IdempotencyKeyReused");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_and_a_correction_at_once_do_not_miss_each_other() {
    let scene = Scene::new().await;
    let (mut view, hands) = three_hands(&scene).await;
    for round in 1..=10 {
        let key = round.to_string();
        let seen = scene.seen(view.id).await;
        let replaced = change::replace(hands[0], agreed([0, 0, 2 * round, -2 * round]));
        let correcting = attempt(&scene, &key, correction(&seen, vec![replaced]));
        let hand = next_hand(&view, [2, -2, 0, 0]);
        let recording = scene.record_outcomes(scene.write("hands", &key), hand);
        match tokio::join!(recording, correcting) {
            (Ok(Recording::Recorded(_)), Ok(CorrectMatchResult::MatchChanged))
            | (Ok(Recording::MatchChanged), Ok(CorrectMatchResult::Corrected(_))) => {}
            other => panic!("{other:?}"),
        }
        view = scene.view(view.id).await;
        check_balances(&scene, view.id).await;
    }
    let history = scene.match_history(view.id).await.history;
    assert_eq!(history.outcomes.len() - 3 + history.corrections.len(), 10);
    check_entries(&scene.ledger, scene.club).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_that_does_not_add_up_is_refused() {
    let scene = Scene::new().await;
    let (view, hands) = three_hands(&scene).await;
    let seen = scene.seen(view.id).await;
    let changed = async |change: &dyn Fn(&mut CorrectMatch)| {
        let mut new = correction(&seen, vec![change::void(hands[0])]);
        change(&mut new);
        attempt(&scene, "k", new).await
    };
    let unwritable = async |change: &dyn Fn(&mut CorrectMatch)| {
        assert_refused(changed(change).await, "Unwritable");
    };
    unwritable(&|new| new.changes.clear()).await;
    unwritable(&|new| new.changes.push(change::void(hands[0]))).await;
    unwritable(&|new| new.results.clear()).await;
    unwritable(&|new| new.results.reverse()).await;
    unwritable(&|new| new.results[0].result.number = Some(2)).await;
    unwritable(&|new| new.state_after.total_half_points = [2, -2, 0, 0]).await;
    unwritable(&|new| new.state_after.house_half_points = 2).await;
    unwritable(&|new| new.state_after.next_number = 7).await;
    unwritable(&|new| new.state_after.ending = Some(Ending::Early)).await;
    let nowhere = changed(&|new| new.before.terms.match_id = MatchId(Uuid::nil())).await;
    assert_refused(nowhere, "NotFound(match)");
    assert_eq!(scene.view(view.id).await, view);
    assert_eq!(scene.seen(view.id).await, seen);
    let mut stale = correction(&seen, vec![change::void(hands[0])]);
    stale.before.version -= 1;
    assert_eq!(
        attempt(&scene, "k", stale).await.unwrap(),
        CorrectMatchResult::MatchChanged
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn corrected_money_is_whole_minor_units_and_stays_countable() {
    let scene = Scene::new().await;
    let check = async |key: &str, stake_cents, half_points| {
        let new = OpenMatch {
            stake_cents,
            ..open_match(scene.players)
        };
        let write = scene.write("matches", key);
        let view = scene.ledger.open_match(write, new).await.unwrap().value;
        let hand = scene.play(&view, [2, -2, 0, 0]).await.recorded.outcome_id;
        let seen = scene.seen(view.id).await;
        let replaced = change::replace(hand, agreed(half_points));
        attempt(&scene, key, correction(&seen, vec![replaced])).await
    };
    let halves = check("odd", 25, [1, -1, 0, 0]).await;
    let (error, place) = halves.unwrap_err().apart();
    assert!(matches!(error, Error::FractionalAmount));
    assert_eq!(place, Some(Place::Change(0)));
    let dear = 1_000_000_000_000;
    let huge = check("dear", dear, [40_000, -40_000, 0, 0]).await;
    assert_refused(huge, "AmountTooLarge");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_over_can_be_put_right_and_go_on() {
    let scene = Scene::new().await;
    let (view, hands) = three_hands(&scene).await;
    let end = scene.happens(view.id, &[Outcome::EarlyEnd {}]).await;
    let end = end[0].recorded.outcome_id;
    let correct = async |change: Change| {
        scene.correct(view.id, vec![change]).await;
        scene.view(view.id).await
    };
    let over = correct(change::replace(hands[0], agreed([0; 4]))).await;
    assert_eq!(over.state.ending, Some(Ending::Early));
    assert_eq!(over.state.total_half_points, [20, -20, 6, -6]);
    let goes_on = correct(change::void(end)).await;
    assert_eq!(goes_on.state.ending, None);
    scene.play(&goes_on, [2, -2, 0, 0]).await;
    let history = scene.match_history(view.id).await.history;
    assert_eq!((history.knows(end), history.outcomes.len()), (true, 4));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rehearsal_tells_what_the_correction_would_and_writes_nothing() {
    let scene = Scene::new().await;
    let (view, hands) = three_hands(&scene).await;
    let seen = scene.seen(view.id).await;
    let by = (scene.club, scene.owner);
    let new = correction(&seen, vec![change::void(hands[0])]);
    let rehearsed = scene.rehearse_correction(by, new.clone()).await;
    let (before, after) = rehearsed.unwrap().unwrap();
    assert_eq!(scene.view(view.id).await, view);
    let made = attempt(&scene, "k", new.clone()).await.unwrap();
    let CorrectMatchResult::Corrected(made) = made else {
        panic!("not corrected")
    };
    let corrected = scene.match_history(view.id).await.history;
    assert!(made.after.has_same_content(&corrected) && made.before == before);
    let hash = scene.match_history(view.id).await.leaf_hashes[&made.entry.entry.seq];
    assert_eq!(made.entry.leaf_hash, hash);
    assert!(after.has_same_content(&corrected) && !after.has_same_content(&before));
    let stale = scene.rehearse_correction(by, new).await;
    assert_eq!(stale.unwrap(), None);

    let seen = scene.seen(view.id).await;
    let nothing = change::reseat(scene.players, Reseated::StayWithChairs);
    let nothing = attempt(&scene, "l", correction(&seen, vec![nothing])).await;
    assert_refused(nothing, "NothingCorrected");
}
