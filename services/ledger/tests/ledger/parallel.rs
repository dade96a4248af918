//! Many writers at once: one order, no holes, and time that only goes forward.

use crate::scene::{Scene, found_club};
use crate::table::next_hand;
use crate::tree::check_tree;
use ledger::evidence::leaf_hash;
use ledger::test_database::all_entries;
use ledger::{ClubId, Entry, Ledger, Recording};

/// Every entry of a club: numbered without holes, later than the one before, hashed and parsed as stored, and in its tree.
pub(crate) async fn check_entries(ledger: &Ledger, club: ClubId) -> Vec<Entry> {
    let stored = all_entries(ledger, club, 0).await;
    let mut entries: Vec<Entry> = Vec::new();
    for (stored, seq) in stored.into_iter().zip(1..) {
        assert_eq!(leaf_hash(&stored.leaf), stored.leaf_hash);
        let entry = Entry::parse(&stored.leaf).unwrap();
        assert_eq!((entry.club, entry.seq, stored.seq), (club, seq, seq));
        assert!(
            entries.last().is_none_or(|before| before.time < entry.time),
            "{entry:?}"
        );
        entries.push(entry);
    }
    check_tree(ledger, club).await;
    entries
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_writers_make_one_order() {
    let scene = Scene::new().await;
    let writers = (0..16).map(|writer| {
        let scene = &scene;
        async move {
            for number in 0..10 {
                let name = format!("{writer} {number}");
                scene
                    .enrol_player(scene.write("players", &name), name.clone())
                    .await
                    .unwrap();
            }
        }
    });
    futures_util::future::join_all(writers).await;
    let entries = check_entries(&scene.ledger, scene.club).await;
    assert_eq!(entries.len(), 5 + 160);
    assert_eq!(scene.players(scene.club).await.unwrap().len(), 4 + 160);
}

/// Commands that wait for the lock of a club: one of this process.
const WAITING: &str = "
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_a_club_leaves_connections_to_other_clubs() {
    let scene = Scene::new().await;
    let other = found_club(&scene.ledger, scene.owner, "other").await;
    let admin = scene.admin().await;
    let lock = format!(
        "BEGIN; SELECT FROM clubs WHERE club_id = '{}' FOR UPDATE",
        scene.club
    );
    admin.batch_execute(&lock).await.unwrap();
    // More than the pool has connections.
    let waiting: Vec<_> = (0..8)
        .map(|number| {
            let (ledger, write) = (
                scene.ledger.clone(),
                scene.write("players", &number.to_string()),
            );
            tokio::spawn(async move { ledger.enrol_player(write, number.to_string()).await })
        })
        .collect();
    let watcher = scene.admin().await;
    loop {
        let row = watcher.query_one(WAITING, &[]).await.unwrap();
        if row.get::<_, i64>(0) >= 1 {
            break;
        }
        tokio::task::yield_now().await;
    }
    let mut write = scene.write("players", "k");
    write.club = other;
    scene.enrol_player(write, "Bing").await.unwrap();
    assert!(waiting.iter().all(|one| !one.is_finished()));
    admin.batch_execute("COMMIT").await.unwrap();
    for one in waiting {
        one.await.unwrap().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_scorers_of_one_match_record_every_hand_once() {
    let scene = Scene::new().await;
    let start = scene.open_match("m").await;
    let scorers = (0..16).map(|scorer| {
        let scene = &scene;
        let id = start.id;
        async move {
            let mut recorded = 0;
            loop {
                let view = scene.view(id).await;
                if view.state.next_number > 20 {
                    return recorded;
                }
                let key = format!("{scorer} {}", view.version);
                let hand = next_hand(&view, [2, -2, 0, 0]);
                match scene
                    .record_outcomes(scene.write("hands", &key), hand)
                    .await
                    .unwrap()
                {
                    Recording::Recorded(_) => recorded += 1,
                    Recording::NumberTaken => {}
                    other @ (Recording::MatchOver
                    | Recording::NumberAhead { .. }
                    | Recording::MatchChanged) => {
                        panic!("{other:?}")
                    }
                }
            }
        }
    });
    let recorded: u32 = futures_util::future::join_all(scorers)
        .await
        .into_iter()
        .sum();
    assert_eq!(recorded, 20);
    let history = scene.match_history(start.id).await.history;
    let numbers = history.outcomes.iter().map(|one| one.now.result.number);
    assert!(numbers.eq((1..=20).map(Some)));
    assert_eq!(
        scene.view(start.id).await.state.total_half_points,
        [40, -40, 0, 0]
    );
    check_entries(&scene.ledger, scene.club).await;
}
