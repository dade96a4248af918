//! Networks that lose answers: the service has done what was asked, and nobody hears of it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Where the writes are sent of which one network loses the first answer each. The other loses all answers to writes.
pub(crate) const WRITES: [&str; 4] = ["/users", "/clubs", "/players", "/hands"];

/// The writes whose answers were lost.
type Swallowed = Arc<Mutex<BTreeSet<&'static str>>>;

pub(crate) struct Cut {
    pub(crate) url: String,
    /// Where no answer to a write comes through.
    pub(crate) deaf: String,
    swallowed: Swallowed,
}

impl Cut {
    pub(crate) async fn start(url: &str) -> Cut {
        let to = url.strip_prefix("http://").unwrap().to_owned();
        let swallowed = Swallowed::default();
        let url = listen(to.clone(), Some(swallowed.clone())).await;
        let deaf = listen(to, None).await;
        Cut {
            url,
            deaf,
            swallowed,
        }
    }

    pub(crate) fn swallowed(&self) -> BTreeSet<&'static str> {
        self.swallowed.lock().unwrap().clone()
    }
}

/// A network that loses the first answers, or all.
async fn listen(to: String, first: Option<Swallowed>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (client, _) = listener.accept().await.unwrap();
            tokio::spawn(carry(client, to.clone(), first.clone()));
        }
    });
    url
}

/// One connection. What a client sends at once is one request, as small as these are.
async fn carry(mut client: TcpStream, to: String, first: Option<Swallowed>) {
    let mut server = TcpStream::connect(to).await.unwrap();
    let (mut asked, mut answered) = (vec![0; 65536], vec![0; 65536]);
    let mut write = None;
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(read @ 1..) = read else { return };
                let text = String::from_utf8_lossy(&asked[..read]);
                let path = text.strip_prefix("POST ").and_then(|rest| rest.split(' ').next());
                write = path.map(|path| WRITES.into_iter().find(|end| path.ends_with(end)));
                server.write_all(&asked[..read]).await.unwrap();
            }
            read = server.read(&mut answered) => {
                let Ok(read @ 1..) = read else { return };
                let is_lost = match (write, &first) {
                    (Some(Some(write)), Some(first)) => first.lock().unwrap().insert(write),
                    (Some(_), None) => true,
                    (Some(None), Some(_)) | (None, _) => false,
                };
                if is_lost {
                    return;
                }
                client.write_all(&answered[..read]).await.unwrap();
            }
        }
    }
}
