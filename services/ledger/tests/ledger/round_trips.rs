//! How often a client waits for the database: counted by a proxy between the two.

use crate::proxy::{Stream, proxy};
use crate::scene::Scene;
use crate::table::{agreed, change, correction, next_at, next_hand_at, position, substitution};
use crate::tree::{grow, subtrees};
use ledger::{
    Config, CorrectMatchResult, Ledger, MatchId, MatchPosition, Period, Recording, Role,
    SnapshotRequest, Write,
};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// From the arrival of the request on, at most so many: the caller's role with the match, its rollback, for which nobody waits, the lock,
/// what is stored, the commit, and the notification after it, for which nobody waits either.
const AT_MOST: usize = 6;

/// So many tries on a machine that does nothing else, and on a busy one.
const TRIES: u32 = 4;
const MOST_TRIES: u32 = 40;

/// What passes between a client and the server.
#[derive(Default)]
pub(crate) struct Meter {
    /// How often the client waited.
    waits: AtomicUsize,
    /// How many bytes the server sent.
    pub(crate) bytes: AtomicUsize,
}

/// A ledger with one connection, and what passes over it.
pub(crate) async fn traffic(scene: &Scene) -> (Ledger, Arc<Meter>) {
    let meter = Arc::new(Meter::default());
    let counted = Arc::clone(&meter);
    let forward = move |client, server| forward(client, server, Arc::clone(&counted));
    let url = proxy(&scene.database.url(), forward).await;
    let pool_size = 1;
    let ledger = Ledger::connect(&Config { url, pool_size }).await.unwrap();
    (ledger, meter)
}

/// What a client waits for, to be counted.
pub(crate) struct Counted {
    pub(crate) scene: Scene,
    pub(crate) ledger: Ledger,
    meter: Arc<Meter>,
}

impl Counted {
    pub(crate) async fn new() -> Self {
        let scene = Scene::new().await;
        let (ledger, meter) = traffic(&scene).await;
        Self {
            scene,
            ledger,
            meter,
        }
    }

    fn look_at(&self, match_id: MatchId, key: &str) -> SnapshotRequest {
        let key = self.scene.write("hands", key).key_of();
        SnapshotRequest {
            club: self.scene.club,
            match_id,
            key: Some(key),
        }
    }

    /// The fewest waits of some tries. The first one prepares the statements. Of the others the best one counts, and further ones are
    /// made until it is good: on a busy machine an answer may come before everything that was sent together has passed the proxy.
    pub(crate) async fn fewest(&self, most: usize, attempt: impl AsyncFn(&str)) -> usize {
        let mut fewest = usize::MAX;
        for key in 1..=MOST_TRIES {
            self.meter.waits.store(0, Ordering::SeqCst);
            attempt(&key.to_string()).await;
            fewest = fewest.min(self.meter.waits.load(Ordering::SeqCst));
            if key >= TRIES && fewest <= most {
                break;
            }
        }
        fewest
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_hand_takes_few_round_trips() {
    let counted = Counted::new().await;
    let Counted { scene, ledger, .. } = &counted;
    let view = scene.open_match("m").await;
    let who = scene.sign_in().await;
    let fewest = counted.fewest(4, async |key| {
        let at = counted.look_at(view.id, key);
        let (role, seen) = ledger.role_and_snapshot(who, at).await.unwrap();
        assert_eq!(role, Some(Role::Owner));
        let hand = next_hand_at(&seen.unwrap().position, [2, -2, 0, 0]);
        let recording = ledger.record_outcomes(scene.write("hands", key), hand);
        assert!(matches!(recording.await, Ok(Recording::Recorded(_))));
    });
    let fewest = fewest.await;
    assert!((2..=4).contains(&fewest), "{fewest}");
}

/// Recorded by one call, and notified of after it, for which nobody waits: role and match are compared in the call.
#[tokio::test(flavor = "multi_thread")]
async fn a_hand_after_another_takes_fewer_round_trips() {
    let counted = Counted::new().await;
    let Counted { scene, ledger, .. } = &counted;
    let view = scene.open_match("m").await;
    let session = Some(scene.sign_in().await.session);
    let last = RefCell::new(position(&view));
    let fewest = counted.fewest(2, async |key| {
        let before = *last.borrow();
        let hand = next_hand_at(&before, [2, -2, 0, 0]);
        let state = hand.outcomes[0].state_after;
        let write = Write {
            session,
            ..scene.write("hands", key)
        };
        let recording = ledger.record_outcomes(write, hand).await;
        let Ok(Recording::Recorded(written)) = recording else {
            panic!("{recording:?}");
        };
        let version = written.value[0].event.seq;
        *last.borrow_mut() = MatchPosition {
            state,
            version,
            ..before
        };
    });
    let fewest = fewest.await;
    assert!((1..=2).contains(&fewest), "{fewest}");
}

/// The role, what is read, and the rollback, for which nobody waits.
#[tokio::test(flavor = "multi_thread")]
async fn a_read_goes_on_in_the_transaction_that_found_the_role() {
    let counted = Counted::new().await;
    let Counted { scene, ledger, .. } = &counted;
    let who = scene.sign_in().await;
    let fewest = counted.fewest(AT_MOST, async |_| {
        let (role, reads) = ledger.role_and_open_read(who, scene.club).await.unwrap();
        assert_eq!(role, Some(Role::Owner));
        reads.club(scene.club).await.unwrap();
    });
    let fewest = fewest.await;
    assert!((2..=3).contains(&fewest), "{fewest}");
}

/// Five: the role, how far they are, the sums, the names with the ratings, and the rollback. A statement that was prepared again would be
/// another wait.
#[tokio::test(flavor = "multi_thread")]
async fn standings_take_few_round_trips() {
    let counted = Counted::new().await;
    let Counted { scene, ledger, .. } = &counted;
    let view = scene.open_match("m").await;
    scene.play(&view, [2, -2, 0, 0]).await;
    scene.catch_up().await;
    let who = scene.sign_in().await;
    let fewest = counted.fewest(AT_MOST, async |_| {
        let (_, reads) = ledger.role_and_open_read(who, scene.club).await.unwrap();
        let standings = reads.standings(scene.club, Period::default());
        assert_eq!(standings.await.unwrap().rows.len(), 4);
    });
    let fewest = fewest.await;
    assert!((4..=AT_MOST).contains(&fewest), "{fewest}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_outcomes_take_no_more_round_trips_than_one() {
    let counted = Counted::new().await;
    let Counted { scene, ledger, .. } = &counted;
    let view = scene.open_match("m").await;
    let other = scene.enrol("Eng").await;
    let fewest = counted.fewest(AT_MOST, async |key| {
        let seen = ledger
            .snapshot(counted.look_at(view.id, key))
            .await
            .unwrap();
        let mut happens = vec![agreed([2, -2, 0, 0]); 40];
        // Who comes is looked up too: this time the other one of the two.
        let comes = [scene.players[3], other].map(|player| substitution(4, player));
        let sits = seen.position.players[3] == other;
        happens.push(comes[usize::from(!sits)].clone());
        let recording =
            ledger.record_outcomes(scene.write("hands", key), next_at(&seen.position, &happens));
        assert!(matches!(recording.await, Ok(Recording::Recorded(_))));
    });
    let fewest = fewest.await;
    assert!((3..=AT_MOST).contains(&fewest), "{fewest}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_completes_a_subtree_takes_no_more_either() {
    let counted = Counted::new().await;
    let Counted { scene, ledger, .. } = &counted;
    let view = scene.open_match("m").await;
    let fewest = counted.fewest(AT_MOST, async |key| {
        // Not through the proxy: this is not counted.
        let completes = 256 * key.parse::<u64>().unwrap();
        let filler = scene.open_match(&format!("filler {key}")).await;
        grow(scene, &filler, completes - 1).await;
        let seen = ledger
            .snapshot(counted.look_at(view.id, key))
            .await
            .unwrap();
        let hand = next_hand_at(&seen.position, [2, -2, 0, 0]);
        let recording = ledger.record_outcomes(scene.write("hands", key), hand);
        assert!(matches!(recording.await, Ok(Recording::Recorded(_))));
    });
    let fewest = fewest.await;
    assert!((3..=AT_MOST).contains(&fewest), "{fewest}");
    assert!(subtrees(scene, 1).await >= TRIES.into());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_takes_as_few_round_trips() {
    let counted = Counted::new().await;
    let Counted { scene, ledger, .. } = &counted;
    let view = scene.open_match("m").await;
    let first = scene.play(&view, [2, -2, 0, 0]).await.recorded.outcome_id;
    let fewest = counted.fewest(AT_MOST, async |key| {
        let at = counted.look_at(view.id, key);
        let seen = ledger.match_history_snapshot(at).await.unwrap();
        let gained = 2 * key.parse::<i64>().unwrap();
        let changes = vec![change::replace(first, agreed([0, 0, gained, -gained]))];
        let correcting =
            ledger.correct_match(scene.write("hands", key), correction(&seen, changes));
        assert!(matches!(
            correcting.await,
            Ok(CorrectMatchResult::Corrected(_))
        ));
    });
    let fewest = fewest.await;
    assert!((3..=AT_MOST).contains(&fewest), "{fewest}");
}

/// Passes everything on. A wait is an answer of the server's after something of the client's.
async fn forward(mut client: TcpStream, mut server: Box<dyn Stream>, meter: Arc<Meter>) {
    let (mut asked, mut answered) = (vec![0; 65_536], vec![0; 65_536]);
    let mut waiting = false;
    loop {
        tokio::select! {
            Ok(length) = client.read(&mut asked) => {
                if length == 0 || server.write_all(&asked[..length]).await.is_err() { return }
                meter.waits.fetch_add(usize::from(!waiting), Ordering::SeqCst);
                waiting = true;
            }
            Ok(length) = server.read(&mut answered) => {
                if length == 0 || client.write_all(&answered[..length]).await.is_err() { return }
                waiting = false;
                meter.bytes.fetch_add(length, Ordering::SeqCst);
            }
            else => return,
        }
    }
}
