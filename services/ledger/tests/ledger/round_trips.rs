//! How often a client waits for the database: counted by a proxy between the two.

use crate::scene::{Scene, next_hand};
use ledger::{Config, KeyOf, Ledger, LookAt, Recording};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio_postgres::config::Host;

/// From the snapshot to the commit, at most so many; one of them is the snapshot's rollback, for which nobody waits.
const AT_MOST: usize = 5;

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_hand_takes_few_round_trips() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let (address, waits) = proxy(&scene.database.url()).await;
    let ledger = Ledger::connect(&Config {
        url: address,
        pool_size: 1,
    })
    .await
    .unwrap();
    // The first hand prepares the statements. Of the others the best one counts: on a busy machine an answer may come
    // before everything that was sent together has passed the proxy.
    let mut fewest = usize::MAX;
    for number in 1..10 {
        waits.store(0, Ordering::SeqCst);
        let key = KeyOf {
            actor: scene.owner,
            route: "hands",
            key: number.to_string(),
        };
        let at = LookAt {
            club: scene.club,
            match_id: view.id,
            number: Some(number),
            key: Some(key),
        };
        let seen = ledger.snapshot(at).await.unwrap();
        let write = scene.write("hands", &number.to_string());
        let recording = ledger
            .record_hand(write, next_hand(&seen.view, [2, -2, 0, 0]))
            .await
            .unwrap();
        assert!(matches!(recording, Recording::Recorded(_)));
        fewest = fewest.min(waits.load(Ordering::SeqCst));
    }
    assert!((3..=AT_MOST).contains(&fewest), "{fewest}");
}

/// A proxy before the server of a URL; a wait is an answer of the server's after something of the client's.
async fn proxy(url: &str) -> (String, Arc<AtomicUsize>) {
    let (head, rest) = url.split_once('@').unwrap();
    let (server, database) = rest.split_once('/').unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("{head}@{}/{database}", listener.local_addr().unwrap());
    let waits = Arc::new(AtomicUsize::new(0));
    let (server, counted) = (server.to_owned(), Arc::clone(&waits));
    let socket = socket(url);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let counted = Arc::clone(&counted);
            if let Some(socket) = &socket {
                let server = UnixStream::connect(socket).await.unwrap();
                tokio::spawn(forward(client, server, counted));
            } else {
                let server = TcpStream::connect(&server).await.unwrap();
                tokio::spawn(forward(client, server, counted));
            }
        }
    });
    (address, waits)
}

/// The socket of a server that a URL names by its folder; none if it names a host.
fn socket(url: &str) -> Option<PathBuf> {
    let config: tokio_postgres::Config = url.parse().unwrap();
    match config.get_hosts() {
        [Host::Unix(folder)] => Some(folder.join(format!(".s.PGSQL.{}", config.get_ports()[0]))),
        _ => None,
    }
}

async fn forward(
    mut client: TcpStream,
    mut server: impl AsyncRead + AsyncWrite + Unpin,
    waits: Arc<AtomicUsize>,
) {
    let (mut asked, mut answered) = (vec![0; 65_536], vec![0; 65_536]);
    let mut waiting = false;
    loop {
        tokio::select! {
            Ok(length) = client.read(&mut asked) => {
                if length == 0 || server.write_all(&asked[..length]).await.is_err() { return }
                waits.fetch_add(usize::from(!waiting), Ordering::SeqCst);
                waiting = true;
            }
            Ok(length) = server.read(&mut answered) => {
                if length == 0 || client.write_all(&answered[..length]).await.is_err() { return }
                waiting = false;
            }
            else => return,
        }
    }
}
