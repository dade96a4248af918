//! A network that loses the answer to the first recording: the service has done what was asked, and nobody hears of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

pub(crate) struct Cut {
    pub(crate) url: String,
    swallowed: Arc<AtomicUsize>,
}

impl Cut {
    pub(crate) async fn start(url: &str) -> Cut {
        let to = url.strip_prefix("http://").unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let swallowed = Arc::<AtomicUsize>::default();
        let count = swallowed.clone();
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(carry(client, to.clone(), count.clone()));
            }
        });
        Cut { url, swallowed }
    }

    pub(crate) fn swallowed(&self) -> usize {
        self.swallowed.load(Ordering::SeqCst)
    }
}

/// One connection. What a client sends at once is one request, as small as these are.
async fn carry(mut client: TcpStream, to: String, swallowed: Arc<AtomicUsize>) {
    let mut server = TcpStream::connect(to).await.unwrap();
    let (mut asked, mut answered) = (vec![0; 65536], vec![0; 65536]);
    let mut records = false;
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(read @ 1..) = read else { return };
                let text = String::from_utf8_lossy(&asked[..read]);
                records |= text.starts_with("POST ") && text.contains("/hands HTTP");
                server.write_all(&asked[..read]).await.unwrap();
            }
            read = server.read(&mut answered) => {
                let Ok(read @ 1..) = read else { return };
                if records && swallowed.compare_exchange(0, 1, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
                    return;
                }
                client.write_all(&answered[..read]).await.unwrap();
            }
        }
    }
}
