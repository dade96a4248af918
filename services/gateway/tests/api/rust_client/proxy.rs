//! A proxy that loses responses: the request arrives, and its answer does not.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A proxy in front of a service. It takes one request on each connection.
pub(crate) struct Proxy {
    pub(crate) url: String,
    seen: Arc<Mutex<Vec<String>>>,
    /// How many more responses it loses.
    losses: Arc<AtomicUsize>,
}

impl Proxy {
    pub(crate) async fn start(service: &str, losses: usize) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Proxy {
            url: format!("http://{}", listener.local_addr().unwrap()),
            seen: Arc::default(),
            losses: Arc::new(AtomicUsize::new(losses)),
        };
        let (seen, losses) = (Arc::clone(&proxy.seen), Arc::clone(&proxy.losses));
        let service = service.trim_start_matches("http://").to_owned();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&service).await.unwrap();
                tokio::spawn(carry(
                    client,
                    server,
                    Arc::clone(&seen),
                    Arc::clone(&losses),
                ));
            }
        });
        proxy
    }

    /// Loses so many more responses; of a stream, what comes after its next part.
    pub(crate) fn lose(&self, losses: usize) {
        self.losses.store(losses, Ordering::SeqCst);
    }

    /// The requests that arrived, with their headers.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }

    /// The values of a header in the requests to a path.
    pub(crate) fn headers(&self, path: &str, name: &str) -> Vec<String> {
        let requests = self.seen();
        let to = |request: &&String| request.lines().next().unwrap_or_default().contains(path);
        let value = |request: &String| {
            let line = request
                .lines()
                .find(|line| line.to_lowercase().starts_with(&format!("{name}: ")));
            line.and_then(|line| Some(line.split_once(": ")?.1.to_owned()))
        };
        requests.iter().filter(to).filter_map(value).collect()
    }
}

async fn carry(
    mut client: TcpStream,
    mut server: TcpStream,
    seen: Arc<Mutex<Vec<String>>>,
    losses: Arc<AtomicUsize>,
) {
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let requests = async {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = from_client.read(&mut buffer).await {
            let part = &buffer[..length];
            let text = String::from_utf8_lossy(part).into_owned();
            if [" HTTP/1.1\r\n"].iter().any(|end| text.contains(end)) {
                seen.lock().unwrap().push(text);
            }
            to_server.write_all(part).await.unwrap();
        }
    };
    let responses = async {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = from_server.read(&mut buffer).await {
            let lost = losses.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            });
            if lost.is_ok() || to_client.write_all(&buffer[..length]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! { () = requests => {}, () = responses => {} }
}
