//! A TCP proxy that cuts and stalls what goes through it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedRwLockWriteGuard, RwLock, watch};
use tokio::task::JoinHandle;

/// What becomes of what goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It is passed on.
    Pass,
    /// Requests are passed on; as soon as an answer begins which says that something was done, both sides are hung up on.
    SwallowAnswers,
}

/// It listens until it is dropped.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    manner: watch::Sender<Manner>,
    /// Held for reading while something is passed on.
    gate: Arc<RwLock<()>>,
    swallowed: Arc<Mutex<Vec<String>>>,
    listening: JoinHandle<()>,
}

impl Proxy {
    /// A proxy to a server whose address may be known later.
    pub(crate) async fn start(to: watch::Receiver<Option<SocketAddr>>) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (manner, follows) = watch::channel(Manner::Pass);
        let (gate, swallowed) = (Arc::default(), Arc::<Mutex<Vec<String>>>::default());
        let through = (follows, Arc::clone(&gate), swallowed.clone());
        let listening = tokio::spawn(listen(listener, to, through));
        Proxy {
            address,
            manner,
            gate,
            swallowed,
            listening,
        }
    }

    pub(crate) async fn to(address: SocketAddr) -> Proxy {
        Proxy::start(watch::channel(Some(address)).1).await
    }

    pub(crate) fn shall(&self, manner: Manner) {
        self.manner.send_replace(manner);
    }

    /// Nothing is passed on any more, and nobody hung up on, until the guard is dropped.
    pub(crate) async fn stall(&self) -> OwnedRwLockWriteGuard<()> {
        Arc::clone(&self.gate).write_owned().await
    }

    /// The first lines of the answers that nobody got.
    pub(crate) fn swallowed(&self) -> Vec<String> {
        self.swallowed.lock().unwrap().clone()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// What a connection is passed through: the manner, the gate, and what was swallowed.
type Through = (
    watch::Receiver<Manner>,
    Arc<RwLock<()>>,
    Arc<Mutex<Vec<String>>>,
);

async fn listen(listener: TcpListener, to: watch::Receiver<Option<SocketAddr>>, through: Through) {
    loop {
        let (client, _) = listener.accept().await.unwrap();
        let to = *to.borrow();
        let (manner, gate, swallowed) = through.clone();
        tokio::spawn(async move {
            let Ok(server) = TcpStream::connect(to.unwrap()).await else {
                return;
            };
            let (from_client, to_client) = client.into_split();
            let (from_server, to_server) = server.into_split();
            // Whoever ends first ends both.
            tokio::select! {
                () = requests(from_client, to_server, &gate) => (),
                () = answers(from_server, to_client, &gate, manner, swallowed) => (),
            }
        });
    }
}

async fn requests(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    gate: &RwLock<()>,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        let _open = gate.read().await;
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}

async fn answers(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    gate: &RwLock<()>,
    manner: watch::Receiver<Manner>,
    swallowed: Arc<Mutex<Vec<String>>>,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        let _open = gate.read().await;
        if *manner.borrow() == Manner::SwallowAnswers && buffer.starts_with(b"HTTP/1.1 2") {
            let answer = String::from_utf8_lossy(&buffer[..read]);
            let first = answer.lines().next().unwrap_or_default().to_owned();
            swallowed.lock().unwrap().push(first);
            return;
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
