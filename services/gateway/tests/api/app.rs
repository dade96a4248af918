//! What a user does, as methods. Every answer is held against the OpenAPI document on its way.

mod person;
mod request;
mod script;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use gateway::Clock;
use ledger::test_database::TestDatabase;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::contract::Contract;
pub(crate) use person::{Club, Person};
pub(crate) use request::{Answer, Request};
pub(crate) use script::Script;

/// How long is waited for what has to come: longer than it takes on any machine, also on one that stands still for a while.
pub(crate) const LONG: Duration = Duration::from_secs(120);

/// The example of RFC 8410, section 10.3: an Ed25519 key that nobody else should use.
pub(crate) const TOKEN_KEY: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
";
pub(crate) const PASSWORD: &str = "thirteen orphans";

/// A gateway, an engine and a database, all of them real.
pub(crate) struct TestApp {
    pub(crate) url: String,
    pub(crate) http: reqwest::Client,
    /// That of the gateway, for a test that has set it to one that stands still.
    pub(crate) clock: Clock,
    contract: Arc<Contract>,
    engine: tokio::task::JoinHandle<()>,
    pub(crate) database: Arc<TestDatabase>,
}

impl TestApp {
    pub(crate) async fn start() -> Self {
        Self::on(Arc::new(TestDatabase::create().await)).await
    }

    /// The same database behind another gateway and an engine that has seen nothing yet.
    pub(crate) async fn with_a_new_engine(&self) -> Self {
        Self::on(self.database.clone()).await
    }

    /// The same with other settings.
    pub(crate) async fn set_to(set: impl FnOnce(&mut gateway::Config)) -> Self {
        Self::set_on(Arc::new(TestDatabase::create().await), set).await
    }

    async fn on(database: Arc<TestDatabase>) -> Self {
        Self::set_on(database, |_| ()).await
    }

    async fn set_on(database: Arc<TestDatabase>, set: impl FnOnce(&mut gateway::Config)) -> Self {
        let engine = engine::App::build(engine::Config::new(([127, 0, 0, 1], 0).into()));
        let engine = engine.await.unwrap();
        let mut config = config(engine.address(), &database);
        set(&mut config);
        let engine = tokio::spawn(async move {
            engine.run(std::future::pending()).await.unwrap();
        });
        Self::with(config, engine, database).await
    }

    pub(crate) async fn with(
        config: gateway::Config,
        engine: tokio::task::JoinHandle<()>,
        database: Arc<TestDatabase>,
    ) -> Self {
        let clock = config.clock.clone();
        let gateway = build(config).await;
        let url = format!("http://{}", gateway.address());
        tokio::spawn(gateway.run(std::future::pending()));
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        // With an id of their own, two answers that are alike are the same.
        let id = HeaderMap::from_iter([(
            HeaderName::from_static("request-id"),
            HeaderValue::from_static("test"),
        )]);
        let http = http.default_headers(id);
        Self {
            url,
            http: http.build().unwrap(),
            clock,
            contract: Contract::load(),
            engine,
            database,
        }
    }

    /// Somebody who is not signed in.
    pub(crate) fn nobody(&self) -> Person<'_> {
        Person {
            app: self,
            token: None,
            id: String::new(),
        }
    }

    /// Somebody new, signed in.
    pub(crate) async fn sign_up(&self, name: &str) -> Person<'_> {
        let email = format!("{name}@example.org");
        let new = json!({"email": email, "password": PASSWORD, "display_name": name});
        let user = self.nobody().post("/v1/users", new).await.expect(201);
        let session = self.sign_in(&email, PASSWORD).await.expect(201);
        Person {
            app: self,
            token: Some(session["access_token"].as_str().unwrap().to_owned()),
            id: user["id"].as_str().unwrap().to_owned(),
        }
    }

    pub(crate) async fn sign_in(&self, email: &str, password: &str) -> Answer {
        let credentials = json!({"email": email, "password": password});
        self.nobody().post("/v1/sessions", credentials).await
    }

    /// A club of somebody new, with four players.
    pub(crate) async fn club(&self) -> Club<'_> {
        let mei = self.sign_up("mei").await;
        mei.found_club("Kowloon Mahjong Club").await
    }

    /// Ends the engine.
    pub(crate) fn kill_engine(&self) {
        self.engine.abort();
    }

    /// The database's own URL, for looking behind the scenes.
    pub(crate) fn database(&self) -> &TestDatabase {
        &self.database
    }
}

/// The settings of a gateway in front of an engine. It is patient: no deadline ends what a test is about because the machine stands still for a
/// while.
pub(crate) fn config(engine: SocketAddr, database: &TestDatabase) -> gateway::Config {
    gateway::Config {
        webhook_keys: Some(webhooks::WebhookKeys::new(&"7".repeat(64), None).unwrap()),
        engine_deadline: LONG,
        engine_course_deadline: LONG,
        handshake_deadline: LONG,
        head_deadline: LONG,
        body_deadline: LONG,
        keep_alive: LONG,
        ..gateway::Config::new(format!("http://{engine}"), database.url(), TOKEN_KEY.into())
    }
}

/// A gateway that is connected to its database, however late that answers.
pub(crate) async fn build(config: gateway::Config) -> gateway::App {
    let in_time = async || match gateway::App::build(config.clone()).await {
        Err(gateway::Error::Ledger(ledger::Error::Unavailable { .. })) => None,
        built => Some(built),
    };
    wait_for("the gateway", in_time).await.unwrap()
}

/// Asks until there is what was asked for.
pub(crate) async fn wait_for<T>(what: &str, ask: impl AsyncFn() -> Option<T>) -> T {
    let asking = async {
        loop {
            if let Some(found) = ask().await {
                return found;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    let found = timeout(LONG, asking).await;
    found.unwrap_or_else(|_| panic!("this does not come: {what}"))
}

/// Asks until something is so.
pub(crate) async fn wait_until(what: &str, is_so: impl AsyncFn() -> bool) {
    wait_for(what, async || is_so().await.then_some(())).await;
}

/// A key nobody used before in this run of the tests.
pub(crate) fn fresh_key() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("key-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A declared win.
pub(crate) fn declared(chair: u8, won_by: &str, from_chair: Option<u8>, fan: u32) -> Value {
    let winners = json!([{"chair": chair, "declared": {"fan": fan}}]);
    let mut win = json!({"kind": "win", "won_by": won_by, "winners": winners});
    if let Some(from) = from_chair {
        win["from_chair"] = from.into();
    }
    win
}

/// How many sessions wait until they may read one of these tables, which somebody has locked.
pub(crate) fn blocked_at(tables: &[&str]) -> String {
    let tables = tables.join("', '");
    format!(
        "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE datname = current_database() AND relation::regclass::text IN ('{tables}') AND NOT granted"
    )
}

/// An administrator's connection to the database, past every wall.
pub(crate) async fn admin(app: &TestApp) -> tokio_postgres::Client {
    let url = app.database().admin_url();
    let connected = tokio_postgres::connect(&url, tokio_postgres::NoTls);
    let (client, connection) = connected.await.unwrap();
    tokio::spawn(connection);
    client
}
