//! Hands of several clubs that are recorded in one transaction: each is recorded, refused and found again as if it were alone.

use crate::parallel::check_entries;
use crate::scene::{Scene, enrol, found_club, open_match, write};
use crate::table::{next_hand_at, position};
use futures_util::future::join_all;
use ledger::{ClubId, Error, MatchPosition, RecordedOutcome, Recording, Result, Written};

/// A match in a club of its own, at which the next hand is recorded by a call.
struct Table {
    club: ClubId,
    at: MatchPosition,
}

impl Table {
    async fn new(scene: &Scene, key: &str) -> Self {
        let club = found_club(&scene.ledger, scene.owner, key).await;
        let mut players = Vec::new();
        for name in ["Ah Yee", "Bing", "Cheung", "Dai Man"] {
            let player = write(club, scene.owner, "players", name);
            players.push(enrol(&scene.ledger, player).await);
        }
        let new = open_match(players.try_into().unwrap());
        let opened = write(club, scene.owner, "matches", "m");
        let opened = scene.ledger.open_match(opened, new).await.unwrap();
        let at = position(&opened.value);
        let mut table = Self { club, at };
        // This is recorded by a transaction, and the process knows where the ledger of the club ends.
        table.play(scene).await.unwrap();
        table
    }

    /// Records the next hand, under a key of its own.
    async fn play(&mut self, scene: &Scene) -> Result<Written<Vec<RecordedOutcome>>> {
        let key = self.at.version.to_string();
        let hand = write(self.club, scene.owner, "hands", &key);
        let next = next_hand_at(&self.at, [2, -2, 0, 0]);
        match scene.ledger.record_outcomes(hand, next).await? {
            Recording::Recorded(recorded) => {
                let last = &recorded.value[0];
                self.at.version = last.event.seq;
                self.at.state = last.recorded.state_after;
                Ok(recorded)
            }
            other @ (Recording::NumberTaken
            | Recording::MatchOver
            | Recording::NumberAhead { .. }
            | Recording::MatchChanged) => panic!("{other:?}"),
        }
    }

    /// As many hands are recorded as were played, in order.
    async fn check(&self, scene: &Scene, hands: usize) {
        let entries = check_entries(&scene.ledger, self.club).await;
        // A club, four players, and a match with its variant.
        assert_eq!(entries.len(), 7 + hands);
        let view = scene
            .ledger
            .match_view(self.club, self.at.id)
            .await
            .unwrap();
        assert_eq!((view.version, view.state), (self.at.version, self.at.state));
    }
}

async fn tables(scene: &Scene, count: usize) -> Vec<Table> {
    let mut tables = Vec::new();
    for number in 0..count {
        tables.push(Table::new(scene, &number.to_string()).await);
    }
    tables
}

/// Plays a hand at each of some tables at once.
async fn play_all(
    scene: &Scene,
    tables: &mut [Table],
) -> Vec<Result<Written<Vec<RecordedOutcome>>>> {
    join_all(tables.iter_mut().map(|table| table.play(scene))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn hands_of_many_clubs_are_recorded_in_fewer_transactions() {
    let scene = Scene::new().await;
    let mut tables = tables(&scene, 24).await;
    for _ in 0..5 {
        for recorded in play_all(&scene, &mut tables).await {
            assert!(!recorded.unwrap().replayed);
        }
    }
    for table in &tables {
        table.check(&scene, 6).await;
    }
    let transactions =
        "SELECT count(DISTINCT xmin::text), count(*) FROM entries WHERE kind = 'outcome_recorded'";
    let admin = scene.admin().await;
    let row = admin.query_one(transactions, &[]).await.unwrap();
    let (transactions, hands): (i64, i64) = (row.get(0), row.get(1));
    println!("{hands} hands in {transactions} transactions");
    assert_eq!(hands, 24 * 6);
    assert!(transactions < hands);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_the_database_refuses_keeps_no_other_from_being_recorded() {
    let scene = Scene::new().await;
    let mut tables = tables(&scene, 8).await;
    let refused = tables[3].club;
    let check = format!(
        "ALTER TABLE entries ADD CONSTRAINT no_more CHECK (club_id <> '{refused}' OR kind <> 'outcome_recorded') NOT VALID"
    );
    scene.admin().await.batch_execute(&check).await.unwrap();
    let recorded = play_all(&scene, &mut tables).await;
    for (table, recorded) in tables.iter().zip(recorded) {
        if table.club == refused {
            assert!(matches!(recorded, Err(Error::Bug(_))), "{recorded:?}");
            table.check(&scene, 1).await;
        } else {
            assert!(!recorded.unwrap().replayed);
            table.check(&scene, 2).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_that_is_locked_elsewhere_keeps_no_other_waiting() {
    let scene = Scene::new().await;
    let mut tables = tables(&scene, 8).await;
    let (locked, others) = tables.split_first_mut().unwrap();
    let admin = scene.admin().await;
    let lock = format!(
        "BEGIN; SELECT FROM clubs WHERE club_id = '{}' FOR UPDATE",
        locked.club
    );
    admin.batch_execute(&lock).await.unwrap();
    let all_others = async {
        for _ in 0..3 {
            for recorded in play_all(&scene, others).await {
                recorded.unwrap();
            }
        }
        // Only now.
        admin.batch_execute("COMMIT").await.unwrap();
    };
    let (recorded, ()) = tokio::join!(locked.play(&scene), all_others);
    assert!(!recorded.unwrap().replayed);
    for table in &tables[1..] {
        table.check(&scene, 4).await;
    }
    tables[0].check(&scene, 2).await;
}

/// Whoever was not answered sends the same again, and finds out.
#[tokio::test(flavor = "multi_thread")]
async fn hands_whose_connection_is_cut_are_recorded_once() {
    let scene = Scene::new().await;
    let mut tables = tables(&scene, 8).await;
    let admin = scene.admin().await;
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE '%app%' AND state <> 'idle'";
    let (done, mut is_done) = tokio::sync::oneshot::channel::<()>();
    let cuts = async {
        while is_done.try_recv().is_err() {
            admin.query(cut, &[]).await.unwrap();
            tokio::task::yield_now().await;
        }
    };
    let hands = async {
        join_all(tables.iter_mut().map(|table| async {
            for _ in 0..5 {
                while let Err(error) = table.play(&scene).await {
                    assert!(matches!(error, Error::Unavailable { .. }), "{error:?}");
                }
            }
        }))
        .await;
        done.send(()).unwrap();
    };
    tokio::join!(cuts, hands);
    for table in &tables {
        table.check(&scene, 6).await;
    }
}
