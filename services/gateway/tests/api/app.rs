//! What a user does, as methods. Every answer is held against the OpenAPI document on its way.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use ledger::test_database::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

use crate::contract::Contract;

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
    contract: Arc<Contract>,
    engine: tokio::task::JoinHandle<()>,
    pub(crate) database: Arc<TestDatabase>,
}

/// Somebody who asks, signed in or not.
#[derive(Clone)]
pub(crate) struct Person<'a> {
    pub(crate) app: &'a TestApp,
    pub(crate) token: Option<String>,
    pub(crate) id: String,
}

/// A club with four players, and one of its writers.
pub(crate) struct Club<'a> {
    pub(crate) owner: Person<'a>,
    pub(crate) path: String,
    pub(crate) players: Vec<String>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
    pub(crate) json: Value,
}

/// A request before it is sent.
pub(crate) struct Request<'a> {
    app: &'a TestApp,
    method: Method,
    path: String,
    builder: reqwest::RequestBuilder,
}

impl TestApp {
    pub(crate) async fn start() -> Self {
        Self::on(Arc::new(TestDatabase::create().await)).await
    }

    /// The same database behind another gateway and an engine that has seen nothing yet.
    pub(crate) async fn with_a_new_engine(&self) -> Self {
        Self::on(self.database.clone()).await
    }

    /// The same database behind a gateway that is not patient, whose engine takes connections and never answers.
    pub(crate) async fn with_a_silent_engine(&self) -> Self {
        let engine = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let config = gateway::Config {
            engine_deadline: Duration::from_millis(200),
            ..config(engine.local_addr().unwrap(), &self.database)
        };
        let engine = tokio::spawn(async move {
            let _open = engine;
            std::future::pending().await
        });
        Self::with(config, engine, self.database.clone()).await
    }

    async fn on(database: Arc<TestDatabase>) -> Self {
        let engine = engine::App::build(engine::Config::new(([127, 0, 0, 1], 0).into()));
        let engine = engine.await.unwrap();
        let config = config(engine.address(), &database);
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
        let gateway = gateway::App::build(config).await.unwrap();
        let url = format!("http://{}", gateway.address());
        tokio::spawn(gateway.run(std::future::pending()));
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        Self {
            url,
            http: http.build().unwrap(),
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

impl<'a> Person<'a> {
    pub(crate) fn request(&self, method: Method, path: &str) -> Request<'a> {
        let url = format!("{}{path}", self.app.url);
        let mut builder = self.app.http.request(method.clone(), url);
        if let Some(token) = &self.token {
            builder = builder.bearer_auth(token);
        }
        Request {
            app: self.app,
            method,
            path: path.to_owned(),
            builder,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.request(Method::GET, path).send().await
    }

    /// Posts JSON under a fresh idempotency key.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.request(Method::POST, path)
            .key(&fresh_key())
            .json(&body)
            .send()
            .await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Answer {
        self.request(Method::PUT, path)
            .key(&fresh_key())
            .json(&body)
            .send()
            .await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> Answer {
        self.request(Method::PATCH, path)
            .key(&fresh_key())
            .json(&body)
            .send()
            .await
    }

    /// Asks for what needs no body, under a fresh idempotency key.
    pub(crate) async fn act(&self, method: Method, path: &str) -> Answer {
        self.request(method, path).key(&fresh_key()).send().await
    }

    pub(crate) async fn found_club(&self, name: &str) -> Club<'a> {
        let new = json!({"name": name, "time_zone": "Asia/Hong_Kong"});
        let club = self.post("/v1/clubs", new).await.expect(201);
        let path = format!("/v1/clubs/{}", club["id"].as_str().unwrap());
        let mut players = Vec::new();
        for name in ["Ah Ming", "Bo", "Chun", "Daai Lo"] {
            let player = self
                .post(&format!("{path}/players"), json!({"name": name}))
                .await;
            players.push(player.expect(201)["id"].as_str().unwrap().to_owned());
        }
        Club {
            owner: self.clone(),
            path,
            players,
        }
    }
}

impl<'a> Club<'a> {
    /// A match of the four players, for points; returns its path.
    pub(crate) async fn open_match(&self, variant: &str) -> String {
        self.open_match_with(json!({"variant": {"id": variant}}))
            .await
    }

    /// The same with more to say.
    pub(crate) async fn open_match_with(&self, fields: Value) -> String {
        let opened = self.try_open_match(fields).await.expect(201);
        format!("{}/matches/{}", self.path, opened["id"].as_str().unwrap())
    }

    pub(crate) async fn try_open_match(&self, fields: Value) -> Answer {
        let mut new = json!({
            "variant": {"id": "old-hong-kong"}, "players": self.players, "played_on": "2026-11-21"
        });
        for (name, value) in fields.as_object().unwrap() {
            new[name] = value.clone();
        }
        self.owner
            .post(&format!("{}/matches", self.path), new)
            .await
    }

    pub(crate) async fn record(&self, at: &str, number: u32, outcome: Value) -> Answer {
        let hand = json!({"number": number, "outcome": outcome});
        self.owner.post(&format!("{at}/hands"), hand).await
    }

    /// Posts JSON under a fresh idempotency key, whatever the version.
    pub(crate) async fn post_any(&self, path: &str, body: Value) -> Answer {
        let request = self.owner.request(Method::POST, path).key(&fresh_key());
        request.header("If-Match", "*").json(&body).send().await
    }

    /// The settlement of a match at 25 cents a point, in which chair 3 won 4 points from the dealer and 2 from each other.
    pub(crate) async fn settled_match(&self) -> Value {
        let stake = json!({"stake_cents": 25, "currency": "HKD"});
        let at = self.open_match_with(stake).await;
        let win = declared(3, "self_draw", None, 4);
        self.record(&at, 1, win).await.expect(201);
        let path = format!("{at}/settlement");
        self.post_any(&path, json!({})).await.expect(201)
    }

    /// Somebody new with a role in the club.
    pub(crate) async fn member(&self, name: &str, role: &str) -> Person<'a> {
        let person = self.owner.app.sign_up(name).await;
        self.join(&person, role).await;
        person
    }
}

impl Request<'_> {
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.builder = self.builder.header(name, value);
        self
    }

    pub(crate) fn key(self, key: &str) -> Self {
        self.header("Idempotency-Key", key)
    }

    pub(crate) fn json(mut self, body: &Value) -> Self {
        self.builder = self.builder.json(body);
        self
    }

    pub(crate) fn body(mut self, body: impl Into<reqwest::Body>) -> Self {
        self.builder = self.builder.body(body);
        self
    }

    pub(crate) async fn send(self) -> Answer {
        let (contract, method, path) = (&self.app.contract, self.method.clone(), self.path.clone());
        let answer = self.send_unheld().await;
        contract.check(method.as_str(), &path, &answer);
        answer
    }

    /// The head of the answer; its body can be read as it comes.
    pub(crate) async fn response(self) -> reqwest::Response {
        self.builder.send().await.unwrap()
    }

    /// The same, and nobody reads the document: for those who ask by the thousand.
    pub(crate) async fn send_unheld(self) -> Answer {
        let response = self.builder.send().await.unwrap();
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let text = response.text().await.unwrap();
        Answer {
            status,
            headers,
            json: serde_json::from_str(&text).unwrap_or_default(),
            text,
        }
    }
}

impl Answer {
    /// The body of an answer with this status.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json
    }

    /// The body of a problem with this status and code.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, code: &str) -> Value {
        let got = (self.status, self.json["code"].as_str().unwrap_or_default());
        assert_eq!(got, (status, code), "{}", self.text);
        self.json
    }

    /// What is wrong with a refusal: another status, code, pointer or sentence than expected, or no sentence.
    pub(crate) fn fault(
        &self,
        case: &str,
        (status, code, pointer, sentence): (u16, &str, &str, &str),
    ) -> Option<String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let said = text(&self.json["detail"]);
        let at = text(&self.json["errors"][0]["pointer"]);
        let got = (self.status, text(&self.json["code"]), at);
        let is_sentence =
            said.contains(' ') && said.ends_with(['.', '?']) && said.contains(sentence);
        (got != (status, code.to_owned(), pointer.to_owned()) || !is_sentence)
            .then(|| format!("{case}\n   expected {status} {code} {pointer}: …{sentence}….\n   got {got:?}: {said}"))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }
}

/// The settings of a gateway in front of an engine, which is slow where it is not optimised and many tests run.
pub(crate) fn config(engine: SocketAddr, database: &TestDatabase) -> gateway::Config {
    let mut config =
        gateway::Config::new(format!("http://{engine}"), database.url(), TOKEN_KEY.into());
    config.webhook_keys = Some(webhooks::WebhookKeys::new(&"7".repeat(64), None).unwrap());
    config.engine_deadline = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 5 });
    config
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

/// An administrator's connection to the database, past every wall.
pub(crate) async fn admin(app: &TestApp) -> tokio_postgres::Client {
    let url = app.database().admin_url();
    let connected = tokio_postgres::connect(&url, tokio_postgres::NoTls);
    let (client, connection) = connected.await.unwrap();
    tokio::spawn(connection);
    client
}
