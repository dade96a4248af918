//! Commits whose answer never comes: what became of them is found out before anything is told.

use crate::scene::Scene;
use ledger::{Config, Error, Ledger, Retry};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio_postgres::config::Host;

/// When a connection is cut at a commit.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    /// The server never hears of it.
    Before,
    /// The server has done it, and the client never hears of it.
    After,
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// A ledger on one connection, and what has the next commit on it cut.
async fn cut_off(scene: &Scene, cut: Cut) -> (Ledger, Arc<AtomicBool>) {
    let url = scene.database.url();
    let server: tokio_postgres::Config = url.parse().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (head, rest) = url.split_once('@').unwrap();
    let database = rest.split_once('/').unwrap().1;
    let url = format!("{head}@{}/{database}", listener.local_addr().unwrap());
    let armed = Arc::new(AtomicBool::new(false));
    let cuts = Arc::clone(&armed);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = connect(&server).await;
            tokio::spawn(forward(client, server, cut, Arc::clone(&cuts)));
        }
    });
    let config = Config { url, pool_size: 1 };
    (Ledger::connect(&config).await.unwrap(), armed)
}

async fn connect(server: &tokio_postgres::Config) -> Box<dyn Stream> {
    let port = server.get_ports()[0];
    match &server.get_hosts()[0] {
        Host::Unix(folder) => {
            let socket = folder.join(format!(".s.PGSQL.{port}"));
            Box::new(UnixStream::connect(socket).await.unwrap())
        }
        Host::Tcp(host) => Box::new(TcpStream::connect((host.as_str(), port)).await.unwrap()),
    }
}

async fn forward(
    mut client: TcpStream,
    mut server: Box<dyn Stream>,
    cut: Cut,
    armed: Arc<AtomicBool>,
) {
    let (mut asked, mut answered) = (vec![0; 65_536], vec![0; 65_536]);
    loop {
        tokio::select! {
            Ok(length) = client.read(&mut asked) => {
                let asked = &asked[..length];
                let commits = asked.windows(7).any(|bytes| bytes == b"COMMIT\0");
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
    assert_eq!(scene.ledger.players(scene.club).await.unwrap().len(), 5);
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
    assert_eq!(scene.ledger.players(scene.club).await.unwrap().len(), 4);
    let enrolled = ledger.enrol_player(write, "Eng".to_owned()).await.unwrap();
    assert!(!enrolled.replayed);
    assert_eq!(scene.ledger.players(scene.club).await.unwrap().len(), 5);
}
