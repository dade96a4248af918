//! `faan up`: the whole service on one machine, in one process.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use crate::lock::Lock;
use crate::part::Part;
use crate::postgres::{Cluster, Kind};
use crate::signals::Signals;
use crate::{Failure, Outcome, config, folder, secret, serve, welcome};

/// How long a killed predecessor may take to let go of the data folder.
const PATIENCE: Duration = Duration::from_secs(2);

/// The private cluster's database, and the gateway's role in it.
const DATABASE: &str = "faan";
const ROLE: &str = "faan_gateway";

pub(crate) async fn run(config: config::Up) -> Outcome {
    let mut signals = Signals::listen()?;
    let root = folder::open(config.data_dir.as_deref())?;
    let mut lock = Lock::take(&root.join("lock"), PATIENCE)?;
    let mut service = tokio::select! {
        service = Service::start(config, &root) => service?,
        _ = signals.next() => return Err("stopped before everything had started".into()),
    };
    lock.describe(&format!(
        "gateway on http://{}, engine on {}",
        service.gateway_address, service.engine_address
    ))?;
    println!("{}", welcome::text(&service, &root));
    let trouble = tokio::select! {
        _ = signals.next() => None,
        trouble = service.trouble() => Some(trouble),
    };
    tokio::select! {
        () = service.stop() => (),
        _ = signals.next() => println!("Asked twice: leaving at once. What was recorded is safe."),
    }
    trouble.map_or(Ok(ExitCode::SUCCESS), |trouble| Err(trouble.into()))
}

/// Everything that runs.
pub(crate) struct Service {
    /// None if the database is somebody else's.
    pub(crate) cluster: Option<Cluster>,
    pub(crate) engine_address: SocketAddr,
    engine: Part,
    pub(crate) gateway_address: SocketAddr,
    gateway: Part,
}

impl Service {
    async fn start(config: config::Up, root: &Path) -> Result<Service, Failure> {
        must_be_free(config.http.gateway_listen, "--gateway-listen")?;
        must_be_free(config.engine.engine_listen, "--engine-listen")?;
        let token_key = secret::read_or_make(&root.join("token-key.pem"), secret::token_key)?;
        let (cluster, database_url) = database(&config, root).await?;

        let engine = engine::App::build(serve::plain_engine(&config.engine)).await?;
        let engine_address = engine.address();
        let engine_url = format!("http://{engine_address}");
        let gateway_config = serve::gateway_config(
            config.http,
            engine_url,
            database_url,
            token_key.into_bytes(),
        );
        let engine = Part::start("engine", |stopped| {
            engine.run(async { drop(stopped.await) })
        });

        let gateway = gateway::App::build(gateway_config).await?;
        let gateway_address = gateway.address();
        let gateway = Part::start("gateway", |stopped| {
            gateway.run(async { drop(stopped.await) })
        });
        Ok(Service {
            cluster,
            engine_address,
            engine,
            gateway_address,
            gateway,
        })
    }

    /// Resolves when something has ended that should run.
    async fn trouble(&mut self) -> String {
        let Service {
            cluster,
            engine,
            gateway,
            ..
        } = self;
        let lost = async {
            match cluster {
                Some(cluster) => cluster.lost().await.to_string(),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            trouble = gateway.trouble() => trouble,
            trouble = engine.trouble() => trouble,
            trouble = lost => trouble,
        }
    }

    /// Whoever calls is stopped before whom it calls.
    async fn stop(self) {
        self.gateway.stop().await;
        self.engine.stop().await;
        if let Some(cluster) = self.cluster
            && tokio::task::spawn_blocking(|| drop(cluster)).await.is_ok()
        {
            println!("PostgreSQL has stopped.");
        }
    }
}

/// Found out before anything is started. Should somebody take the port after all, the server says so itself.
fn must_be_free(address: SocketAddr, flag: &str) -> Result<(), Failure> {
    match TcpListener::bind(address) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!(
            "cannot listen on {address}: {error}. Choose another with {flag} ADDRESS:PORT"
        )
        .into()),
    }
}

/// The database, ready for use, as the gateway's role: the one that is set, else a private one.
async fn database(config: &config::Up, root: &Path) -> Result<(Option<Cluster>, String), Failure> {
    // A variable that is set to nothing is as good as not set.
    let set = |url: &Option<String>| url.clone().filter(|url| !url.is_empty());
    if let Some(url) = set(&config.database_url) {
        if let Some(admin_url) = set(&config.admin_database_url) {
            ledger::bootstrap(&admin_url, ledger::Logins::of_app(&url)).await?;
            ledger::migrate(&admin_url).await?;
        }
        return Ok((None, url));
    }
    let password_of = |role: &str| {
        secret::read_or_make(&root.join(format!("{role}.password")), || {
            Ok(secret::password())
        })
    };
    let programs = config.programs.pg_bin.as_deref();
    let cluster = Cluster::start(root, programs, password_of("faan_admin")?, Kind::Durable).await?;
    let url = cluster.url(ROLE, &password_of(ROLE)?, DATABASE);
    ledger::bootstrap(&cluster.admin_url(DATABASE), ledger::Logins::of_app(&url)).await?;
    ledger::migrate(&cluster.admin_url(DATABASE)).await?;
    Ok((Some(cluster), url))
}
