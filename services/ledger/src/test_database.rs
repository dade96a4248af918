//! Throwaway databases for tests: each test gets its own, made from a migrated template, and it is gone afterwards.

use crate::bootstrap::{failed, identifier};
use crate::connector;
use crate::database_url::DatabaseUrl;
use crate::{
    ClubId, Config, Ledger, Logins, Result, StoredEntry, bootstrap as make_database, migrate,
};
use std::time::Duration;
use tokio_postgres::Client;

/// The logins in a test cluster. They are no secrets: the cluster lives as long as the tests.
const APP: &str = "faan_test_app";
const AUDITOR: &str = "faan_test_auditor";
const DISPATCHER: &str = "faan_test_dispatcher";
const SIGNER: &str = "faan_test_signer";

/// How long to wait before it is looked again whether sessions have ended, and how often at most: together a minute.
const PAUSE: Duration = Duration::from_millis(2);
const LOOKS: u32 = 30_000;

/// Makes the template that tests copy: bootstraps and migrates a database of this name.
pub async fn prepare_template(admin_url: &str, template: &str) -> Result<()> {
    let admin = DatabaseUrl::parse(&DatabaseUrl::parse(admin_url)?.with_database(template))?;
    let admin_url = admin.with_database(template);
    let [app, auditor, dispatcher, signer] =
        [APP, AUDITOR, DISPATCHER, SIGNER].map(|user| admin.with_user(user, user));
    let logins = Logins {
        app: &app,
        auditor: Some(&auditor),
        dispatcher: Some(&dispatcher),
        signer: Some(&signer),
    };
    make_database(&admin_url, logins).await?;
    migrate(&admin_url).await?;
    Ok(())
}

/// All entries of a club after a sequence number, page by page.
#[expect(clippy::panic, reason = "it is part of tests")]
pub async fn all_entries(ledger: &Ledger, club: ClubId, after_seq: u64) -> Vec<StoredEntry> {
    let mut all = Vec::<StoredEntry>::new();
    loop {
        let after = all.last().map_or(after_seq, |last| last.seq);
        let page = ledger.entries(club, after, u32::MAX).await;
        let page = page.unwrap_or_else(|error| panic!("the entries are not read: {error}"));
        all.extend(page.entries);
        if !page.has_more {
            return all;
        }
    }
}

/// The parameters of the URLs of the test cluster, which have everybody be patient with the server.
pub fn patience() -> String {
    let server = stated("FAAN_TEST_DATABASE_URL");
    let (_, parameters) = server.split_once('?').unwrap_or_default();
    parameters.to_owned()
}

/// A URL with other parameters than those.
pub fn with_parameters(url: &str, parameters: &str) -> String {
    let (plain, _) = url.split_once('?').unwrap_or((url, ""));
    format!("{plain}?{parameters}")
}

/// A database for one test.
#[derive(Debug)]
pub struct TestDatabase {
    server: String,
    name: String,
}

impl TestDatabase {
    /// Makes a database, on the server and from the template that the test cluster states.
    ///
    /// # Panics
    ///
    /// Outside a test cluster, with a sentence that says how to get one.
    pub async fn create() -> Self {
        let server = stated("FAAN_TEST_DATABASE_URL");
        Self::like(&server, &stated("FAAN_TEST_TEMPLATE")).await
    }

    /// Makes one in which there is nothing, not even a table.
    ///
    /// # Panics
    ///
    /// As [`TestDatabase::create`].
    pub async fn empty() -> Self {
        Self::like(&stated("FAAN_TEST_DATABASE_URL"), "template0").await
    }

    #[expect(clippy::panic, reason = "it is part of tests")]
    async fn like(server: &str, template: &str) -> Self {
        Self::copy(server, template)
            .await
            .unwrap_or_else(|error| panic!("no test database: {error}"))
    }

    async fn copy(server: &str, template: &str) -> Result<Self> {
        let name = format!("faan_test_{}", crate::clock_and_ids::random_id().simple());
        let url = DatabaseUrl::parse(server)?.on_database("postgres");
        let client = connector::client(&url).await?;
        let copy = format!(
            "CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY",
            identifier(&name),
            identifier(template)
        );
        client.batch_execute(&copy).await.map_err(failed)?;
        Ok(Self {
            server: server.to_owned(),
            name,
        })
    }

    /// Another database with all that this one holds now, as a backup has it. Whoever is connected to this one is cut off, and connects
    /// again when the copy is made.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    #[expect(clippy::panic, reason = "it is part of tests")]
    pub async fn backup(&self) -> Self {
        self.copy_without_sessions()
            .await
            .unwrap_or_else(|error| panic!("no backup: {error}"))
    }

    /// The server copies only a database in which there is no session, and a pool connects again a moment after it was cut off: so this
    /// one takes no connections meanwhile.
    async fn copy_without_sessions(&self) -> Result<Self> {
        let url = DatabaseUrl::parse(&self.server)?.on_database("postgres");
        let client = connector::client(&url).await?;
        let cut_off_and_copy = async || {
            end_sessions(&client, &self.name).await?;
            Self::copy(&self.server, &self.name).await
        };
        let copied = match cut_off_and_copy().await {
            // A session that was starting is not in pg_stat_activity until it has started.
            Err(_) => cut_off_and_copy().await,
            copied => copied,
        };
        allow_sessions(&client, &self.name, true).await?;
        copied
    }

    /// Its URL for the application's role.
    pub fn url(&self) -> String {
        self.url_of(|url| url.with_user(APP, APP))
    }

    /// Its URL for whoever audits the ledgers of all clubs.
    pub fn auditor_url(&self) -> String {
        self.url_of(|url| url.with_user(AUDITOR, AUDITOR))
    }

    /// Its URL for whoever tells webhooks of all clubs what was entered.
    pub fn dispatcher_url(&self) -> String {
        self.url_of(|url| url.with_user(DISPATCHER, DISPATCHER))
    }

    /// Its URL for whoever signs the heads of all clubs.
    pub fn signer_url(&self) -> String {
        self.url_of(|url| url.with_user(SIGNER, SIGNER))
    }

    /// Its URL for the administrator of the test cluster.
    pub fn admin_url(&self) -> String {
        self.url_of(|url| url.with_database(&self.name))
    }

    /// A ledger on it, as the application's role.
    ///
    /// # Panics
    ///
    /// If it does not connect.
    #[expect(clippy::panic, reason = "it is part of tests")]
    pub async fn ledger(&self) -> Ledger {
        let config = Config {
            url: self.url(),
            pool_size: 4,
        };
        Ledger::connect(&config)
            .await
            .unwrap_or_else(|error| panic!("no ledger: {error}"))
    }

    #[expect(clippy::panic, reason = "it is part of tests")]
    fn url_of(&self, change: impl Fn(&DatabaseUrl) -> String) -> String {
        let here = DatabaseUrl::parse(&self.server).map(|url| url.with_database(&self.name));
        let here = here.and_then(|url| DatabaseUrl::parse(&url));
        here.map_or_else(|error| panic!("{error}"), |url| change(&url))
    }
}

/// What the test cluster states.
#[expect(clippy::panic, reason = "it is part of tests")]
fn stated(name: &str) -> String {
    setting(name).unwrap_or_else(|| {
        panic!("{name} is not set: run `make test`, or `faan test-cluster -- cargo test …`")
    })
}

/// A setting of the tests themselves.
#[expect(
    clippy::disallowed_methods,
    reason = "it is part of tests, whose settings the command that runs them states"
)]
#[must_use]
pub fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether faults are injected in full, as `make faults` does: one test after another, with the machine to itself.
#[must_use]
pub fn are_faults_in_full() -> bool {
    setting("FAAN_FAULTS").is_some_and(|extent| extent == "full")
}

/// Holds something against the time that is promised for it, if faults are injected in full: beside other tests, a machine is slow, and
/// processes stand still.
///
/// # Panics
/// It took longer.
#[track_caller]
pub fn promise(what: &str, took: Duration, longest: Duration) {
    assert!(!are_faults_in_full() || took < longest, "{what}: {took:?}");
}

impl Drop for TestDatabase {
    /// Drops the database with whatever still uses it, from a thread and runtime of its own, since this may run on any.
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        let gone = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            let Ok(runtime) = runtime else { return };
            if let Err(error) = runtime.block_on(remove(&server, &name)) {
                tracing::warn!("the test database {name} stays behind: {error}");
            }
        });
        drop(gone.join());
    }
}

async fn remove(server: &str, name: &str) -> Result<()> {
    let url = DatabaseUrl::parse(server)?.on_database("postgres");
    let client = connector::client(&url).await?;
    end_sessions(&client, name).await?;
    let drop = format!("DROP DATABASE {} WITH (FORCE)", identifier(name));
    client.batch_execute(&drop).await.map_err(failed)
}

/// Ends all sessions in a database, which takes no others from then on. The server itself looks only every tenth of a second whether those
/// are gone that it ended to drop a database, or to answer who asks to be told: in every test.
async fn end_sessions(client: &Client, name: &str) -> Result<()> {
    allow_sessions(client, name, false).await?;
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
    for _ in 0..LOOKS {
        if client.execute(end, &[&name]).await.map_err(failed)? == 0 {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

async fn allow_sessions(client: &Client, name: &str, allowed: bool) -> Result<()> {
    let name = identifier(name);
    let alter = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {allowed}");
    client.batch_execute(&alter).await.map_err(failed)
}
