//! A proxy between a ledger and its server.

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio_postgres::config::Host;

pub(crate) trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// The URL of a proxy before the server of another one. Each connection is passed on by `forward`: from the client to the server.
pub(crate) async fn proxy<F: Future<Output = ()> + Send + 'static>(
    url: &str,
    forward: impl Fn(TcpStream, Box<dyn Stream>) -> F + Send + 'static,
) -> String {
    let server: tokio_postgres::Config = url.parse().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (head, rest) = url.split_once('@').unwrap();
    let database = rest.split_once('/').unwrap().1;
    let proxied = format!("{head}@{}/{database}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = connect(&server).await;
            tokio::spawn(forward(client, server));
        }
    });
    proxied
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
