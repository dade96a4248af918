//! `faan up`: the whole service on one machine, in one process.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use host::{Failure, Lock, Signals, mention, secret};
use postgres::{Cluster, Kind};
use workers::{
    auditor,
    config::{Receivers, Signer, SignerPlace, Webhooks},
    dispatcher, signer,
};

use crate::hall::{self, Hall};
use crate::supervised_task::SupervisedTask;
use crate::welcome::Running;
use crate::{config, data_folder, serve, welcome};

/// How long a killed predecessor may take to let go of the data folder.
const PATIENCE: Duration = Duration::from_secs(2);

/// The private cluster's database, and the gateway's role in it.
const DATABASE: &str = "faan";
const ROLE: &str = "faan_gateway";
/// Who may do everything there.
const ADMIN: &str = "faan_admin";
/// The signer's.
const SIGNER: &str = "faan_notary";
/// The auditor's.
const AUDITOR: &str = "faan_examiner";
/// The dispatcher's.
const DISPATCHER: &str = "faan_courier";

pub(crate) async fn run(config: config::Up) -> Result<ExitCode, Failure> {
    let mut signals = Signals::listen()?;
    let root = data_folder::open(config.data_dir.as_deref())?;
    let mut lock = Lock::take(&root.join("lock"), PATIENCE)?;
    let mut service = tokio::select! {
        service = Service::start(config, &root) => service?,
        _ = signals.next() => return Err("stopped before everything had started".into()),
    };
    lock.describe(&format!(
        "gateway on {}, engine on {}",
        service.gateway_url, service.engine_address
    ))?;
    mention(&welcome::text(&service.running(), &root));
    let trouble = tokio::select! {
        _ = signals.next() => None,
        trouble = service.trouble() => Some(trouble),
    };
    tokio::select! {
        () = service.stop() => (),
        _ = signals.next() => mention("Asked twice: leaving at once. What was recorded is safe."),
    }
    trouble.map_or(Ok(ExitCode::SUCCESS), |trouble| Err(trouble.into()))
}

/// The private database of the `faan up` that runs in a data folder, as the gateway's role.
pub(crate) fn private_database(data_dir: Option<&Path>) -> Result<String, Failure> {
    private_database_as(ROLE, data_dir)
}

/// The same as the role that may do everything there.
pub(crate) fn private_database_of_admin(data_dir: Option<&Path>) -> Result<String, Failure> {
    private_database_as(ADMIN, data_dir)
}

fn private_database_as(role: &str, data_dir: Option<&Path>) -> Result<String, Failure> {
    let root = data_folder::find(data_dir)?;
    let password = secret::read(&root.join(format!("{role}.password")))?;
    Ok(postgres::url(&root, role, &password, DATABASE))
}

/// Everything that runs.
struct Service {
    /// None if the database is somebody else's.
    cluster: Option<Cluster>,
    engine_address: SocketAddr,
    engine: SupervisedTask,
    gateway_url: String,
    gateway: SupervisedTask,
    signer: Option<SupervisedTask>,
    auditor: Option<SupervisedTask>,
    dispatcher: Option<SupervisedTask>,
    /// The keys that sign checkpoints, as those who check have them.
    log_keys: Vec<String>,
    hall: Option<hall::Served>,
}

/// The database, ready for use.
struct Database {
    /// None if it is somebody else's.
    cluster: Option<Cluster>,
    /// As the gateway's role.
    url: String,
    /// As the signer's.
    signer_url: Option<String>,
    /// As the auditor's.
    auditor_url: Option<String>,
    /// As the dispatcher's.
    dispatcher_url: Option<String>,
}

impl Service {
    fn running(&self) -> Running<'_> {
        Running {
            gateway_url: &self.gateway_url,
            engine_address: self.engine_address,
            postgres: self.cluster.as_ref().map(Cluster::version),
            log_keys: &self.log_keys,
            hall: self.hall.as_ref(),
        }
    }

    async fn start(mut config: config::Up, root: &Path) -> Result<Service, Failure> {
        let hall = Hall::open(&mut config, root)?;
        let flag = hall.as_ref().map_or("--gateway-listen", |_| "--hall");
        must_be_free(config.http.gateway_listen, flag)?;
        must_be_free(config.engine.engine_listen, "--engine-listen")?;
        let token_key = secret::read_or_make(&root.join("token-key.pem"), secret::token_key)?;
        let database = database(&config, root).await?;
        let signer = match &database.signer_url {
            Some(url) => Some(start_signer(url, &config, root).await?),
            None => None,
        };
        let (signer, log_keys) = signer.unzip();
        let auditor = match &database.auditor_url {
            Some(url) => Some(start_auditor(url).await?),
            None => None,
        };

        let webhooks = &mut config.http.webhooks;
        if webhooks.webhook_key.is_none() {
            let made = root.join("webhook-key");
            secret::read_or_make(&made, || Ok(secret::webhook_key()))?;
            webhooks.webhook_key = Some(made);
        }
        let dispatcher = match &database.dispatcher_url {
            Some(url) => Some(start_dispatcher(url, webhooks, &config.receivers).await?),
            None => None,
        };

        let engine =
            engine::App::build(serve::plain_engine(&config.engine, &config.http.browsers)).await?;
        let engine_address = engine.address();
        let engine_url = format!("http://{engine_address}");
        let mut gateway_config = serve::gateway_config(
            config.http,
            engine_url,
            database.url,
            token_key.into_bytes(),
        )?;
        if let Some(hall) = &hall {
            gateway_config.certificate = Some(hall.certificate.clone());
        }
        let engine = SupervisedTask::start("engine", |stopped| {
            engine.run(async { drop(stopped.await) })
        });

        let gateway = gateway::App::build(gateway_config).await?;
        let gateway_url = gateway.url();
        let hall = hall.map(|hall| hall.serve(&gateway_url)).transpose()?;
        let gateway = SupervisedTask::start("gateway", |stopped| {
            gateway.run(async { drop(stopped.await) })
        });
        Ok(Service {
            cluster: database.cluster,
            engine_address,
            engine,
            gateway_url,
            gateway,
            signer,
            auditor,
            dispatcher,
            log_keys: log_keys.unwrap_or_default(),
            hall,
        })
    }

    /// Resolves when something has ended that should run.
    async fn trouble(&mut self) -> String {
        let Service {
            cluster,
            engine,
            gateway,
            signer,
            auditor,
            dispatcher,
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
            trouble = trouble_of(signer) => trouble,
            trouble = trouble_of(auditor) => trouble,
            trouble = trouble_of(dispatcher) => trouble,
            trouble = lost => trouble,
        }
    }

    /// Whoever calls is stopped before whom it calls.
    async fn stop(self) {
        self.gateway.stop().await;
        let parts = [self.dispatcher, self.auditor, self.signer];
        for part in parts.into_iter().flatten() {
            part.stop().await;
        }
        self.engine.stop().await;
        if let Some(cluster) = self.cluster
            && tokio::task::spawn_blocking(|| drop(cluster)).await.is_ok()
        {
            mention("PostgreSQL has stopped.");
        }
    }
}

/// The trouble of a part that may not be there.
async fn trouble_of(part: &mut Option<SupervisedTask>) -> String {
    match part {
        Some(part) => part.trouble().await,
        None => std::future::pending().await,
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

/// The database: the one that is set, else a private one.
async fn database(config: &config::Up, root: &Path) -> Result<Database, Failure> {
    let set = |url: &Option<String>| host::set(url.clone());
    if let Some(url) = set(&config.database_url) {
        let signer_url = set(&config.signer_database_url);
        let auditor_url = set(&config.auditor_database_url);
        let dispatcher_url = set(&config.dispatcher_database_url);
        if let Some(admin_url) = set(&config.admin_database_url) {
            let logins = ledger::Logins {
                app: &url,
                signer: signer_url.as_deref(),
                auditor: auditor_url.as_deref(),
                dispatcher: dispatcher_url.as_deref(),
            };
            ledger::bootstrap(&admin_url, logins).await?;
            ledger::migrate(&admin_url).await?;
        }
        return Ok(Database {
            cluster: None,
            url,
            signer_url,
            auditor_url,
            dispatcher_url,
        });
    }
    let password_of = |role: &str| {
        secret::read_or_make(&root.join(format!("{role}.password")), || {
            Ok(secret::password())
        })
    };
    let programs = config.programs.pg_bin.as_deref();
    let cluster = Cluster::start(root, programs, password_of(ADMIN)?, Kind::Durable).await?;
    let url = cluster.url(ROLE, &password_of(ROLE)?, DATABASE);
    let signer_url = cluster.url(SIGNER, &password_of(SIGNER)?, DATABASE);
    let auditor_url = cluster.url(AUDITOR, &password_of(AUDITOR)?, DATABASE);
    let dispatcher_url = cluster.url(DISPATCHER, &password_of(DISPATCHER)?, DATABASE);
    let logins = ledger::Logins {
        app: &url,
        signer: Some(&signer_url),
        auditor: Some(&auditor_url),
        dispatcher: Some(&dispatcher_url),
    };
    ledger::bootstrap(&cluster.admin_url(DATABASE), logins).await?;
    ledger::migrate(&cluster.admin_url(DATABASE)).await?;
    Ok(Database {
        cluster: Some(cluster),
        url,
        signer_url: Some(signer_url),
        auditor_url: Some(auditor_url),
        dispatcher_url: Some(dispatcher_url),
    })
}

/// The signer, with a key and a record in the data folder, and the keys that it signs with.
async fn start_signer(
    url: &str,
    config: &config::Up,
    root: &Path,
) -> Result<(SupervisedTask, Vec<String>), Failure> {
    let mut keys = config.log_keys.clone();
    if keys.files.log_key.is_none() {
        let made = root.join("log-key");
        secret::read_or_make(&made, || signer::new_key(&config.log_name))?;
        keys.files.log_key = Some(made);
    }
    let place = SignerPlace {
        signer_database_url: url.to_owned(),
        signer_record: root.join("signer"),
    };
    let ready = signer::Ready::open(&Signer { place, keys }).await?;
    let public = ready.keys.clone();
    let part = SupervisedTask::start("signer", |stopped| ready.run(async { drop(stopped.await) }));
    Ok((part, public))
}

async fn start_auditor(url: &str) -> Result<SupervisedTask, Failure> {
    let ready = auditor::Ready::open(url).await?;
    Ok(SupervisedTask::start("auditor", |stopped| {
        ready.run(async { drop(stopped.await) })
    }))
}

async fn start_dispatcher(
    url: &str,
    webhooks: &Webhooks,
    receivers: &Receivers,
) -> Result<SupervisedTask, Failure> {
    let ready = dispatcher::Ready::open(url, webhooks, receivers).await?;
    Ok(SupervisedTask::start("dispatcher", |stopped| {
        ready.run(async { drop(stopped.await) })
    }))
}
