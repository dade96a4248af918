//! A match as it was told at an earlier time.

use crate::scene::{Scene, assert_refused};
use crate::table::{agreed, change, penalty, substitution};
use ledger::evidence::{Payee, Reseated};
use ledger::{AsOf, MatchWithHistory, OutcomeId, Timestamp};
use time::Duration;

/// A match that was told in five entries, as it stood after each of them.
async fn told(scene: &Scene) -> Vec<MatchWithHistory> {
    let id = scene.open_match("m").await.id;
    let mut told = vec![scene.match_history(id).await];
    let e = scene.enrol("Eng").await;
    scene.happens(id, &[agreed([4, -4, 0, 0])]).await;
    told.push(scene.match_history(id).await);
    let outcome_id = told[1].history.outcomes[0].outcome_id;
    scene.happens(id, &[substitution(1, e)]).await;
    told.push(scene.match_history(id).await);
    let forgotten = change::insert(new_id(scene), Some(outcome_id), penalty(2, 5, Payee::House));
    let [a, b, c, d] = scene.players;
    let swapped = change::reseat([b, a, c, d], Reseated::FollowPlayers);
    scene.correct(id, vec![forgotten, swapped]).await;
    told.push(scene.match_history(id).await);
    scene.happens(id, &[agreed([0, 0, 2, -2])]).await;
    told.push(scene.match_history(id).await);
    told
}

fn new_id(scene: &Scene) -> OutcomeId {
    scene.new_outcome_id()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_earlier_entry_shows_the_match_of_then() {
    let scene = Scene::new().await;
    let told = told(&scene).await;
    let id = told[0].view.id;
    let read = async |as_of| scene.ledger.match_history(scene.club, id, as_of).await;
    for (place, then) in told.iter().enumerate() {
        let seq = then.view.version;
        let by_seq = read(AsOf::Seq(seq)).await.unwrap();
        // Names and texts are those of now: who is known by which name does not depend on the match.
        assert_eq!((&by_seq.view, &by_seq.history), (&then.view, &then.history));
        let next = told
            .get(place + 1)
            .map_or(u64::MAX, |next| next.view.version);
        assert_eq!(read(AsOf::Seq(next - 1)).await.unwrap(), by_seq);

        let stored = scene.entries(scene.club, seq - 1, 1).await.unwrap().entries;
        let time = ledger::Entry::parse(&stored[0].leaf).unwrap().time;
        assert_eq!(read(AsOf::Time(time)).await.unwrap(), by_seq);
        let before = Timestamp::new(time.moment() - Duration::MICROSECOND).unwrap();
        match place.checked_sub(1) {
            Some(before_) => {
                let earlier = read(AsOf::Time(before)).await.unwrap();
                assert_eq!(earlier.history, told[before_].history);
            }
            None => {
                let unopened = read(AsOf::Time(before)).await;
                assert_refused(unopened, "NotFound(match)");
            }
        }
    }
    let opened = told[0].view.version;
    let unopened = read(AsOf::Seq(opened - 1)).await;
    assert_refused(unopened, "NotFound(match)");
    assert_eq!(read(AsOf::Now).await.unwrap(), told[4]);
    assert_eq!(read(AsOf::default()).await.unwrap(), told[4]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_shows_the_match_before_and_after_each_correction() {
    let scene = Scene::new().await;
    let told = told(&scene).await;
    let corrections = async || scene.corrections(told[0].view.id).await;
    let histories =
        |before: usize, after: usize| (told[before].history.clone(), told[after].history.clone());
    assert_eq!(corrections().await, [histories(2, 3)]);

    let now = &told[4].history;
    let last = now.outcomes.last().unwrap().outcome_id;
    scene
        .correct(told[0].view.id, vec![change::void(last)])
        .await;
    let after = scene.match_history(told[0].view.id).await.history;
    assert_eq!(
        after.state.total_half_points,
        told[3].history.state.total_half_points
    );
    let second = (now.clone(), after);
    assert_eq!(corrections().await, [histories(2, 3), second]);
}
