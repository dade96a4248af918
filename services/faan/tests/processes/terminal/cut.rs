//! A network that loses the answer to the first of each of these writes: the service has done what was asked, and nobody hears of it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Where they are sent.
pub(crate) const WRITES: [&str; 4] = ["/users", "/clubs", "/players", "/hands"];

/// The writes whose answers were lost.
type Swallowed = Arc<Mutex<BTreeSet<&'static str>>>;

pub(crate) struct Cut {
    pub(crate) url: String,
    swallowed: Swallowed,
}

impl Cut {
    pub(crate) async fn start(url: &str) -> Cut {
        let to = url.strip_prefix("http://").unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let swallowed = Swallowed::default();
        let count = swallowed.clone();
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(carry(client, to.clone(), count.clone()));
            }
        });
        Cut { url, swallowed }
    }

    pub(crate) fn swallowed(&self) -> BTreeSet<&'static str> {
        self.swallowed.lock().unwrap().clone()
    }
}

/// One connection. What a client sends at once is one request, as small as these are.
async fn carry(mut client: TcpStream, to: String, swallowed: Swallowed) {
    let mut server = TcpStream::connect(to).await.unwrap();
    let (mut asked, mut answered) = (vec![0; 65536], vec![0; 65536]);
    let mut write = None;
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(read @ 1..) = read else { return };
                let text = String::from_utf8_lossy(&asked[..read]);
                let path = text.strip_prefix("POST ").and_then(|rest| rest.split(' ').next());
                write = path.and_then(|path| WRITES.into_iter().find(|end| path.ends_with(end)));
                server.write_all(&asked[..read]).await.unwrap();
            }
            read = server.read(&mut answered) => {
                let Ok(read @ 1..) = read else { return };
                if write.is_some_and(|write| swallowed.lock().unwrap().insert(write)) {
                    return;
                }
                client.write_all(&answered[..read]).await.unwrap();
            }
        }
    }
}
