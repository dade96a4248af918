use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::account::Account;
use crate::error::Error;
use crate::initdb::{self, ADMIN};
use crate::leftovers;
use crate::programs::Programs;
use crate::server::{Recipe, Server};
use crate::socket;

/// How often the keeper looks at its server.
const GLANCE: Duration = Duration::from_millis(20);

/// What a cluster is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Outlives this process: every commit is on the disk.
    Durable,
    /// Dies with this process: nothing is worth waiting for the disk.
    Throwaway,
}

impl Kind {
    fn settings(self) -> Vec<&'static str> {
        let mut settings = vec![
            "timezone=UTC",
            "log_timezone=UTC",
            "password_encryption=scram-sha-256",
        ];
        if self == Kind::Throwaway {
            settings.extend([
                "fsync=off",
                "synchronous_commit=off",
                "full_page_writes=off",
                "max_connections=300",
            ]);
        }
        settings
    }
}

/// A running private cluster. Dropping it stops it.
///
/// A thread of its own starts the server, starts it again should it die alone, and stops it. The thread is also what the
/// server is tethered to: it ends with the process, whatever ends that.
pub struct Cluster {
    version: u32,
    socket_folder: PathBuf,
    password: String,
    stop: Option<Sender<Infallible>>,
    keeper: Option<JoinHandle<()>>,
    lost: oneshot::Receiver<Error>,
}

impl Cluster {
    /// Starts the cluster in `root/postgres`, making it first if it is not there. The caller holds the lock on `root`.
    pub async fn start(
        root: &Path,
        programs: Option<&Path>,
        password: String,
        kind: Kind,
    ) -> Result<Cluster, Error> {
        let data = root.join("postgres");
        let recipe = Recipe {
            programs: Programs::find(programs, initdb::version_of(&data))?,
            account: Account::of(&data)?,
            socket_folder: socket::folder(root),
            log: root.join("postgres.log"),
            settings: kind.settings(),
            data,
        };
        let (stop, orders) = mpsc::channel();
        let (ready, is_ready) = oneshot::channel();
        let (lose, lost) = oneshot::channel();
        let mut cluster = Cluster {
            version: recipe.programs.version,
            socket_folder: recipe.socket_folder.clone(),
            password: password.clone(),
            stop: Some(stop),
            keeper: None,
            lost,
        };
        cluster.keeper = Some(thread::spawn(move || {
            match prepare(&recipe, &password, kind).and_then(|()| start(&recipe, &orders)) {
                Ok(Some(server)) => {
                    drop(ready.send(Ok(())));
                    if let Err(error) = keep(&recipe, server, &orders) {
                        drop(lose.send(error));
                    }
                }
                Ok(None) => (),
                Err(error) => drop(ready.send(Err(error))),
            }
        }));
        is_ready.await.map_err(|_| Error::KeeperGone)??;
        Ok(cluster)
    }

    /// The superuser's connection URL.
    pub fn admin_url(&self, database: &str) -> String {
        self.url(ADMIN, &self.password, database)
    }

    pub fn url(&self, user: &str, password: &str, database: &str) -> String {
        socket::url(&self.socket_folder, user, password, database)
    }

    pub fn version(&self) -> u32 {
        self.version
    }

    /// Resolves when the server has died and cannot be started again.
    pub async fn lost(&mut self) -> Error {
        (&mut self.lost).await.unwrap_or(Error::KeeperGone)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(keeper) = self.keeper.take() {
            // It panicked if this fails: there is nothing left to stop.
            drop(keeper.join());
        }
    }
}

fn prepare(recipe: &Recipe, password: &str, kind: Kind) -> Result<(), Error> {
    let root = recipe.data.parent().unwrap_or(&recipe.data);
    if !recipe.account.may_enter(root)? {
        return Err(Error::Unreachable {
            folder: root.to_path_buf(),
            uid: recipe.account.uid(),
        });
    }
    socket::prepare(&recipe.socket_folder, &recipe.account)?;
    if initdb::version_of(&recipe.data).is_none() {
        initdb::create(
            &recipe.programs,
            &recipe.account,
            &recipe.data,
            password,
            kind == Kind::Durable,
        )?;
    }
    leftovers::clear(&recipe.account, &recipe.data, &recipe.socket_folder)
}

/// Starts a server and waits until it takes connections. None if the order to stop came first.
fn start(recipe: &Recipe, orders: &Receiver<Infallible>) -> Result<Option<Server>, Error> {
    let mut server = Server::spawn(recipe)?;
    while !server.is_ready()? {
        if must_stop(orders) {
            server.stop()?;
            return Ok(None);
        }
    }
    Ok(Some(server))
}

/// Keeps a server running until the order to stop.
fn keep(recipe: &Recipe, mut server: Server, orders: &Receiver<Infallible>) -> Result<(), Error> {
    while !must_stop(orders) {
        if let Some(status) = server.ended()? {
            tracing::warn!("PostgreSQL ended by itself ({status}): starting it again");
            leftovers::clear(&recipe.account, &recipe.data, &recipe.socket_folder)?;
            match start(recipe, orders)? {
                Some(started) => server = started,
                None => return Ok(()),
            }
        }
    }
    server.stop()
}

/// The order to stop is that nobody can give orders any more. Waits a moment for it.
fn must_stop(orders: &Receiver<Infallible>) -> bool {
    orders.recv_timeout(GLANCE) == Err(RecvTimeoutError::Disconnected)
}
