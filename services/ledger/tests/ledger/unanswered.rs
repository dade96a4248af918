//! Servers that do not answer: what became of a commit is found out before anything is told, and nobody waits for ever.

use crate::proxy::{Stream, proxy};
use crate::scene::{Scene, asked_again, assert_refused, on_one_connection, until};
use crate::table::next_hand;
use ledger::test_database::with_parameters;
use ledger::{Error, Ledger, Recording, Retry};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use time::OffsetDateTime;
use time::macros::datetime;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, OwnedRwLockWriteGuard, RwLock};
use tokio::task::JoinSet;

const LATER: OffsetDateTime = datetime!(2126-11-21 09:30 UTC);

/// When a connection is cut at a commit.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    /// The server never hears of it.
    Before,
    /// The server has done it, and the client never hears of it.
    After,
}

/// What a client sends when it commits; and when it records a hand by a call, which is its own commit.
const COMMIT: &[u8] = b"COMMIT\0";
const CALL: &[u8] = b"outcome_recorded";

/// A ledger on one connection, and what has the next commit on it cut.
async fn cut_off(scene: &Scene, cut: Cut) -> (Ledger, Arc<AtomicBool>) {
    cut_off_at(scene, (cut, COMMIT)).await
}

async fn cut_off_at(scene: &Scene, at: (Cut, &'static [u8])) -> (Ledger, Arc<AtomicBool>) {
    let armed = Arc::new(AtomicBool::new(false));
    let cuts = Arc::clone(&armed);
    let forward = move |client, server| forward(client, server, at, Arc::clone(&cuts));
    let url = proxy(&scene.database.url(), forward).await;
    (on_one_connection(url).await, armed)
}

async fn forward(
    mut client: TcpStream,
    mut server: Box<dyn Stream>,
    (cut, commit): (Cut, &[u8]),
    armed: Arc<AtomicBool>,
) {
    let (mut asked, mut answered) = (vec![0; 65_536], vec![0; 65_536]);
    loop {
        tokio::select! {
            Ok(length) = client.read(&mut asked) => {
                let asked = &asked[..length];
                let commits = asked.windows(commit.len()).any(|bytes| bytes == commit);
                let is_cut = commits && armed.swap(false, Ordering::SeqCst);
                if length == 0 || is_cut && cut == Cut::Before { return }
                server.write_all(asked).await.unwrap();
                if is_cut {
                    assert!(server.read(&mut answered).await.unwrap() > 0);
                    return;
                }
            }
            Ok(length) = server.read(&mut answered) => {
                if length == 0 || client.write_all(&answered[..length]).await.is_err() { return }
            }
            else => return,
        }
    }
}

/// Connections through a proxy that can all be ended, and can all be frozen: they stay, and nothing passes.
#[derive(Clone, Default)]
struct Passage {
    connections: Arc<Mutex<JoinSet<()>>>,
    /// Held for reading while something is written to either side.
    gate: Arc<RwLock<()>>,
}

impl Passage {
    async fn pass(self, client: TcpStream, server: Box<dyn Stream>) {
        let (asks, replies) = tokio::io::split(client);
        let (answers, requests) = tokio::io::split(server);
        let (there, back) = (Arc::clone(&self.gate), self.gate);
        self.connections.lock().await.spawn(async move {
            tokio::select! {
                () = copy(asks, requests, &there) => {}
                () = copy(answers, replies, &back) => {}
            }
        });
    }

    /// Ends the connections that there are. There is none left afterwards.
    async fn cut(&self) {
        self.connections.lock().await.shutdown().await;
    }

    /// Nothing passes any more, on connections that are made later neither, until the guard is dropped.
    async fn freeze(&self) -> OwnedRwLockWriteGuard<()> {
        Arc::clone(&self.gate).write_owned().await
    }
}

async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    gate: &RwLock<()>,
) {
    let mut buffer = vec![0; 65_536];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        let _open = gate.read().await;
        if to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_ever_for_a_server_that_is_lost_twice_in_a_row() {
    let scene = Scene::new().await;
    let passage = Passage::default();
    let passes = passage.clone();
    let pass = move |client, server| passes.clone().pass(client, server);
    // A server that says nothing is given up after five seconds, as in operation.
    let url = with_parameters(&scene.database.url(), "application_name=lost");
    let ledger = on_one_connection(proxy(&url, pass).await).await;
    let players = asked_again(|| ledger.players(scene.club)).await;
    players.unwrap();
    let admin = scene.admin().await;
    let now = admin.query_one("SELECT now()::text", &[]).await.unwrap();
    passage.cut().await;
    // On a connection that was made right after the loss.
    while ledger.ready().await.is_err() {}
    // The server is watched once it was asked whether it is there.
    let now: String = now.get(0);
    let is_watched = format!(
        "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = 'lost' AND datname = current_database()
            AND query LIKE 'SHOW%' AND backend_start > '{now}'"
    );
    until(&admin, &is_watched).await;
    let _frozen = passage.freeze().await;
    let answer = ledger.players(scene.club).await;
    assert!(
        matches!(answer, Err(Error::Unavailable { .. })),
        "{answer:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_happened_is_answered_though_the_server_could_not() {
    let scene = Scene::new().await;
    let (ledger, armed) = cut_off(&scene, Cut::After).await;
    armed.store(true, Ordering::SeqCst);
    let write = scene.write("players", "Eng");
    let enrolled = ledger.enrol_player(write.clone(), "Eng".to_owned()).await;
    let enrolled = enrolled.unwrap();
    assert!(!armed.load(Ordering::SeqCst), "nothing was cut");
    assert!(!enrolled.replayed);
    let again = ledger.enrol_player(write, "Eng".to_owned()).await.unwrap();
    assert!(again.replayed);
    assert_eq!(again.value.id, enrolled.value.id);
    assert_eq!(scene.players(scene.club).await.unwrap().len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_did_not_happen_is_put_off_and_done_once() {
    let scene = Scene::new().await;
    let (ledger, armed) = cut_off(&scene, Cut::Before).await;
    armed.store(true, Ordering::SeqCst);
    let write = scene.write("players", "Eng");
    let error = ledger.enrol_player(write.clone(), "Eng".to_owned()).await;
    let error = error.unwrap_err();
    let Error::Unavailable { retry, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(retry, Retry::Later);
    assert!(!armed.load(Ordering::SeqCst), "nothing was cut");
    assert_eq!(scene.players(scene.club).await.unwrap().len(), 4);
    let enrolled = ledger.enrol_player(write, "Eng".to_owned()).await.unwrap();
    assert!(!enrolled.replayed);
    assert_eq!(scene.players(scene.club).await.unwrap().len(), 5);
}

/// A hand on top of another one, whose call is cut: the answer, the same request once more, and how many hands there are then.
async fn record_cut_off(cut: Cut) -> (Result<Recording, Error>, Recording, usize) {
    let scene = Scene::new().await;
    let (ledger, armed) = cut_off_at(&scene, (cut, CALL)).await;
    let view = scene.open_match("m").await;
    let first = next_hand(&view, [2, -2, 0, 0]);
    let first = ledger.record_outcomes(scene.write("hands", "first"), first);
    first.await.unwrap();
    armed.store(true, Ordering::SeqCst);
    let hand = next_hand(&scene.view(view.id).await, [4, -4, 0, 0]);
    let write = scene.write("hands", "second");
    let answer = ledger.record_outcomes(write.clone(), hand.clone()).await;
    assert!(!armed.load(Ordering::SeqCst), "nothing was cut");
    let again = ledger.record_outcomes(write, hand).await.unwrap();
    let recorded = scene.match_history(view.id).await.history.outcomes.len();
    (answer, again, recorded)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_happened_is_answered_though_the_server_could_not() {
    let (answer, again, recorded) = record_cut_off(Cut::After).await;
    let (Ok(Recording::Recorded(answer)), Recording::Recorded(again)) = (answer, again) else {
        panic!("it was recorded");
    };
    assert_eq!((answer.replayed, again.replayed), (false, true));
    assert_eq!(answer.value, again.value);
    assert_eq!(recorded, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_did_not_happen_is_put_off_and_done_once() {
    let (answer, again, recorded) = record_cut_off(Cut::Before).await;
    let Err(Error::Unavailable { retry, .. }) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(retry, Retry::Later);
    assert!(matches!(again, Recording::Recorded(again) if !again.replayed));
    assert_eq!(recorded, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_token_is_exchanged_though_the_server_could_not_say_so() {
    let scene = Scene::new().await;
    let (ledger, armed) = cut_off(&scene, Cut::After).await;
    let signed_in = scene.sign_in().await;
    armed.store(true, Ordering::SeqCst);
    let rotated = ledger.rotate_session([1; 32], [2; 32], LATER).await;
    assert_eq!(rotated.unwrap(), signed_in);
    assert!(!armed.load(Ordering::SeqCst), "nothing was cut");
    assert_eq!(ledger.session_of([2; 32]).await.unwrap(), signed_in);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_token_that_was_not_exchanged_is_good_for_another_try() {
    let scene = Scene::new().await;
    let (ledger, armed) = cut_off(&scene, Cut::Before).await;
    let signed_in = scene.sign_in().await;
    armed.store(true, Ordering::SeqCst);
    let put_off = ledger.rotate_session([1; 32], [2; 32], LATER).await;
    assert_refused(put_off, "Unavailable");
    let rotated = ledger.rotate_session([1; 32], [3; 32], LATER).await;
    assert_eq!(rotated.unwrap(), signed_in);
}
