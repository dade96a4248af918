//! The server: built in one way, in production and in tests.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_server::Server;
use actix_web::http::header::{self, CROSS_ORIGIN_RESOURCE_POLICY};
use actix_web::middleware::{DefaultHeaders, from_fn};
use actix_web::web::{Data, PayloadConfig};
use ledger::{AuditNews, EntryNews, Forgetting, Ledger, Tallying, UserId};
use tls::BadCertificate;
use tokio::runtime::Handle;
use utoipa_actix_web::AppExt;

use crate::api_key_limit::ApiKeyLimit;
use crate::client_address::{ClientNetwork, TrustedProxies};
use crate::config::Config;
use crate::connection;
use crate::cursor::Cursors;
use crate::engine_client::{BadEngine, Engine, EngineWay};
use crate::live::Live;
use crate::oidc::{BadIssuer, Issuer};
use crate::password::Passwords;
use crate::places::Places;
use crate::request_limit::RequestLimit;
use crate::routes::LastCheck;
use crate::sign_in_limit::SignInLimit;
use crate::token::{self, BadKey, Tokens};
use crate::webhooks::{Reach, WebhookKeys};
use crate::whole_match_reads::WholeMatchReads;
use crate::{body, caller, measure, openapi, routes, server};

/// How many may follow audits at once; each has a connection for minutes.
const FOLLOWERS: usize = 256;
/// How many follow clubs and matches at once: fewer than connections, so that there are always some to record over.
const SCOREBOARDS: usize = 3072;
/// How many of the places of each kind one account may have, whatever the clubs: one of eight.
const OF_ONE_ACCOUNT: usize = 8;
/// How long a browser that was here under TLS comes back under TLS alone, in seconds: a year.
const ONLY_TLS: &str = "max-age=31536000";

/// A gateway that listens and does not serve yet.
pub struct App {
    address: SocketAddr,
    scheme: &'static str,
    server: Server,
    engine_way: EngineWay,
    ready: Arc<AtomicBool>,
    drain: Duration,
}

/// What the handlers work with.
pub(crate) struct Services {
    pub(crate) ledger: Ledger,
    pub(crate) engine: Engine,
    pub(crate) tokens: Tokens,
    /// Whose tokens are taken beside our own.
    pub(crate) issuer: Option<Issuer>,
    pub(crate) passwords: Passwords,
    pub(crate) sign_in_limit: SignInLimit,
    pub(crate) api_key_limit: ApiKeyLimit,
    pub(crate) request_limit: RequestLimit,
    /// The proxies that are believed whose request it is.
    pub(crate) trusted_proxies: TrustedProxies,
    /// Counts the connections of each address.
    pub(crate) connection_share: Arc<Places<ClientNetwork>>,
    pub(crate) cursors: Cursors,
    pub(crate) webhook_keys: Option<WebhookKeys>,
    pub(crate) webhook_reach: Reach,
    pub(crate) audit_news: AuditNews,
    /// Tells of clubs whose ledgers have grown, over one connection, to those two.
    _entry_news: EntryNews,
    /// Tells those who follow clubs what is entered.
    pub(crate) live: Live,
    /// Brings standings up to the ledgers.
    pub(crate) tallying: Tallying,
    /// Who reads a whole match next.
    pub(crate) whole_match_reads: WholeMatchReads,
    /// Forgets what serves nobody any more.
    _forgetting: Forgetting,
    /// Places for those who follow audits.
    pub(crate) followers: Arc<Places<UserId>>,
    /// Places for those who follow clubs and matches.
    pub(crate) scoreboards: Arc<Places<UserId>>,
    /// What `/readyz` said last.
    pub(crate) last_check: LastCheck,
    /// Whether new requests are welcome; false once the server is told to stop.
    pub(crate) ready: Arc<AtomicBool>,
}

/// Why a gateway does not start or stops.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database is away, not migrated, or its role may too much.
    #[error(transparent)]
    Ledger(#[from] ledger::Error),
    /// The engine cannot be connected to as set.
    #[error(transparent)]
    Engine(#[from] BadEngine),
    /// A token key cannot be used.
    #[error(transparent)]
    Key(#[from] BadKey),
    /// The certificate cannot be shown.
    #[error(transparent)]
    Certificate(#[from] BadCertificate),
    /// The OIDC issuer cannot be asked as set.
    #[error(transparent)]
    Issuer(#[from] BadIssuer),
    /// Passwords cannot be hashed here.
    #[error("passwords cannot be hashed: {0}")]
    Password(argon2::password_hash::Error),
    /// Cursors cannot be signed with the token key.
    #[error("cursors cannot be signed: {0}")]
    Cursor(#[from] hmac::digest::InvalidLength),
    /// The OpenAPI document cannot be written.
    #[error("the OpenAPI document cannot be written: {0}")]
    OpenApi(#[from] serde_json::Error),
    /// The address is taken, or serving failed.
    #[error("HTTP: {0}")]
    Http(#[from] std::io::Error),
}

impl App {
    /// Connects and listens. Call it on the multi-thread runtime: the database's connections and the engine's
    /// live there, while workers, each a thread of its own, do nothing but HTTP.
    pub async fn build(config: Config) -> Result<Self, Error> {
        measure::describe();
        let ready = Arc::new(AtomicBool::new(true));
        let services = Data::new(Services::new(&config, ready.clone()).await?);
        let engine_way = services.engine.way();
        let document = Data::new(openapi::served()?);
        let under_tls = config.certificate.is_some();
        let body_deadline = config.body_deadline;
        let share = services.connection_share.clone();
        let (server, address) = server::serve(&config, share, move || {
            actix_web::App::new()
                .app_data(services.clone())
                .app_data(document.clone())
                .app_data(PayloadConfig::new(body::LIMIT))
                .app_data(body::Patience(body_deadline))
                .app_data(routes::path_config())
                .app_data(routes::query_config())
                .wrap(from_fn(caller::gate))
                .wrap(cautious(under_tls))
                .wrap(from_fn(measure::measured))
                .wrap(from_fn(connection::follow))
                .into_utoipa_app()
                .configure(routes::register)
                .into_app()
        })?;
        Ok(Self {
            address,
            scheme: if under_tls { "https" } else { "http" },
            server,
            engine_way,
            ready,
            drain: config.drain,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The same as a URL.
    pub fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }

    /// The way to its engine, for who renews what the two know each other by.
    pub fn engine_way(&self) -> EngineWay {
        self.engine_way.clone()
    }

    /// Serves until `shutdown` comes: then `/readyz` says no, requests in flight are finished, and it returns. It also
    /// returns, at once, if the server ends by itself.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), Error> {
        let handle = self.server.handle();
        let stop = async {
            shutdown.await;
            self.ready.store(false, Ordering::Relaxed);
            tokio::time::sleep(self.drain).await;
            handle.stop(true).await;
        };
        let mut server = pin!(self.server);
        tokio::select! {
            served = &mut server => return Ok(served?),
            () = stop => {}
        }
        Ok(server.await?)
    }
}

/// What a browser is told of every answer that says nothing else: it is data, for nobody else's page and for no cache.
fn cautious(under_tls: bool) -> DefaultHeaders {
    let headers = DefaultHeaders::new()
        .add((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .add((header::CACHE_CONTROL, "no-store"))
        .add((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; frame-ancestors 'none'",
        ))
        .add((CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"))
        .add((header::REFERRER_POLICY, "no-referrer"));
    match under_tls {
        true => headers.add((header::STRICT_TRANSPORT_SECURITY, ONLY_TLS)),
        false => headers,
    }
}

impl Services {
    async fn new(config: &Config, ready: Arc<AtomicBool>) -> Result<Self, Error> {
        let key = token::private_key(&config.token_key)?;
        let also = config.also_token_keys.iter().map(|key| {
            let key = token::private_key(key)?;
            Ok(key.to_bytes())
        });
        let also = also.collect::<Result<Vec<_>, BadKey>>()?;
        let database = ledger::Config {
            url: config.database_url.clone(),
            pool_size: config.pool_size,
        };
        let ledger = Ledger::connect(&database).await?;
        let entry_news = EntryNews::listen(database.url.clone());
        let issuer = config.oidc.as_ref();
        let issuer = issuer.map(|oidc| Issuer::new(oidc, &config.issuer));
        Ok(Self {
            issuer: issuer.transpose()?,
            tokens: Tokens::new(&config.issuer, &config.token_key, &config.also_token_keys)?,
            cursors: Cursors::new(key.as_bytes(), &also)?,
            webhook_keys: config.webhook_keys.clone(),
            webhook_reach: config.webhook_reach.clone(),
            engine: Engine::new(
                &config.engine_url,
                config.engine_tls.as_ref(),
                config.engine_deadline,
            )?,
            passwords: Passwords::new(Handle::current()).map_err(Error::Password)?,
            sign_in_limit: SignInLimit::new(),
            api_key_limit: ApiKeyLimit::new(),
            request_limit: RequestLimit::new(config.anonymous_rate),
            trusted_proxies: config.trusted_proxies.clone(),
            connection_share: Places::for_each(config.connections_per_address),
            tallying: Tallying::start(ledger.clone(), entry_news.subscribe()),
            live: Live::start(ledger.clone(), entry_news.subscribe()),
            whole_match_reads: WholeMatchReads::new(config.pool_size),
            _forgetting: Forgetting::start(ledger.clone()),
            ledger,
            _entry_news: entry_news,
            audit_news: AuditNews::listen(database.url),
            followers: Places::new(FOLLOWERS, FOLLOWERS / OF_ONE_ACCOUNT),
            scoreboards: Places::new(SCOREBOARDS, SCOREBOARDS / OF_ONE_ACCOUNT),
            last_check: LastCheck::default(),
            ready,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_that_ends_by_itself_is_noticed() {
        let config = Config::new(String::new(), String::new(), Vec::new());
        let (server, address) =
            server::serve(&config, Places::for_each(1), actix_web::App::new).unwrap();
        let app = App {
            address,
            scheme: "http",
            server,
            engine_way: EngineWay::new("http://127.0.0.1:9", None).unwrap(),
            ready: Arc::default(),
            drain: Duration::ZERO,
        };
        let handle = app.server.handle();
        let running = tokio::spawn(app.run(std::future::pending()));
        handle.stop(false).await;
        let ended = tokio::time::timeout(Duration::from_secs(5), running).await;
        ended.unwrap().unwrap().unwrap();
    }
}
