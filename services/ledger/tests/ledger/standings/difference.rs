//! What is added up follows by its difference: however much was played before, one more hand costs the same.

use crate::round_trips::traffic;
use crate::scene::Scene;
use crate::table::win;
use ledger::StandingsStep;
use ledger::evidence::{Chair, Outcome};
use std::sync::atomic::Ordering;

/// A match of four hands in which everybody wins one, and its end.
pub(super) fn whole_match() -> Vec<Outcome> {
    let hands = Chair::ALL.into_iter().map(|winner| win(winner, 3));
    hands.chain([Outcome::EarlyEnd {}]).collect()
}

/// The bytes that the database sends while one more hand is added up, after so many matches of the same players on the same day.
async fn bytes_after(matches: usize) -> usize {
    let scene = Scene::new().await;
    for key in 0..matches {
        let view = scene.open_match(&key.to_string()).await;
        scene.happens(view.id, &whole_match()).await;
    }
    scene.catch_up().await;
    let view = scene.open_match("last").await;
    let (ledger, traffic) = traffic(&scene).await;
    let mut bytes = 0;
    // The first time prepares the statements. A hand as good as the best one so far is not the first of them.
    for fan in [1, 3] {
        scene.happens(view.id, &[win(Chair::ALL[0], fan)]).await;
        traffic.bytes.store(0, Ordering::SeqCst);
        assert_eq!(
            ledger.catch_up(scene.club).await.unwrap(),
            StandingsStep::Last
        );
        bytes = traffic.bytes.load(Ordering::SeqCst);
    }
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn one_more_hand_costs_the_same_however_much_was_played_that_day() {
    let (few, many) = (bytes_after(2).await, bytes_after(60).await);
    println!("{few} bytes after 2 matches, {many} after 60");
    assert!(few > 1000 && many < few + few / 10, "{few}, {many}");
}
