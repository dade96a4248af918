//! What a gateway needs to know to start.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use tls::Certificate;
use webhooks::{Reach, WebhookKeys};

use crate::allowed_origin::AllowedOrigin;
use crate::client_address::TrustedProxies;
use crate::clock::Clock;
use crate::engine_client::EngineTls;
use crate::oidc::Oidc;

/// Settings of a gateway; `services/faan` reads them from the environment.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen; port 0 takes any free one.
    pub bind: SocketAddr,
    /// What it shows whoever connects, who then has to speak TLS; `None` for plain HTTP.
    pub certificate: Option<Certificate>,
    /// The engine, for example `http://127.0.0.1:50051`.
    pub engine_url: String,
    /// By what the gateway and an engine at `https://…` know each other; `None` for one in plain text.
    pub engine_tls: Option<EngineTls>,
    /// The database, as a role that may not change entries.
    pub database_url: String,
    /// Connections to the database.
    pub pool_size: usize,
    /// A replica of the database, as the same role, for reads that may be late; `None` to read everything from the primary.
    pub read_database_url: Option<String>,
    /// A replica that lacks what the primary had so long ago is not read.
    pub read_max_lag: Duration,
    /// For how long the replica says who may read, and answers, while the primary does not.
    pub read_without_primary: Duration,
    /// The Ed25519 private key that signs access tokens and cursors: PKCS#8 in PEM.
    pub token_key: Vec<u8>,
    /// Keys that do not sign, but whose tokens and cursors are accepted: the one before this (for one token's lifetime), or
    /// the next, with which another gateway may sign already.
    pub also_token_keys: Vec<Vec<u8>>,
    /// The keys that the secrets of webhooks follow from; without any, nobody can make a webhook.
    pub webhook_keys: Option<WebhookKeys>,
    /// Where webhooks may be.
    pub webhook_reach: Reach,
    /// The `iss` of access tokens.
    pub issuer: String,
    /// The OIDC issuer whose tokens are taken beside our own; none if `None`.
    pub oidc: Option<Oidc>,
    /// Threads that speak HTTP.
    pub workers: usize,
    /// Connections one of these serves at once, those that are still agreeing on TLS among them; more wait in the system's
    /// queue.
    pub connections: usize,
    /// Connections, of those of all threads together, that one IPv4 address or IPv6 /64 network may have. Through a trusted proxy its
    /// requests that are under way count.
    pub connections_per_address: usize,
    /// The proxies that are believed whose request it is. They may have as many connections as there are.
    pub trusted_proxies: TrustedProxies,
    /// Pages of these origins may use the API from a browser; of others, only the service's own.
    pub allowed_origins: Vec<AllowedOrigin>,
    /// How many hands a second whoever is not signed in may have scored from one address, on average; forty seconds' worth at once.
    pub anonymous_rate: NonZeroU32,
    /// How long the engine may take to answer.
    pub engine_deadline: Duration,
    /// How long the engine may take in all for outcomes that are worked out one after another, in as many calls as it takes: those of a
    /// whole match that is corrected.
    pub engine_course_deadline: Duration,
    /// How long a client may take to agree on TLS.
    pub handshake_deadline: Duration,
    /// How long the head of a request may take to arrive.
    pub head_deadline: Duration,
    /// How long a connection without a request is kept.
    pub keep_alive: Duration,
    /// How long a part of an answer may wait to be taken, before its connection is cut.
    pub untaken_deadline: Duration,
    /// How long the body of a request may take to arrive.
    pub body_deadline: Duration,
    /// How long to keep serving after `/readyz` says no, so that a load balancer has time to look.
    pub drain: Duration,
    /// The clock by which shares come back, and by which what was asked once grows old: keys of an issuer, what `/readyz` says, whether the key
    /// of a stream is good. Deadlines have the system's.
    pub clock: Clock,
}

impl Config {
    /// The settings with everything that has a sensible default.
    pub fn new(engine_url: String, database_url: String, token_key: Vec<u8>) -> Self {
        Self {
            bind: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            certificate: None,
            engine_url,
            engine_tls: None,
            database_url,
            pool_size: 8,
            read_database_url: None,
            read_max_lag: Duration::from_secs(10),
            read_without_primary: Duration::from_secs(60),
            token_key,
            also_token_keys: Vec::new(),
            webhook_keys: None,
            webhook_reach: Reach::default(),
            issuer: "faan".to_owned(),
            oidc: None,
            workers: 2,
            connections: 2048,
            connections_per_address: 512,
            trusted_proxies: TrustedProxies::default(),
            allowed_origins: Vec::new(),
            anonymous_rate: NonZeroU32::MIN.saturating_add(49),
            engine_deadline: Duration::from_secs(5),
            engine_course_deadline: Duration::from_secs(30),
            handshake_deadline: Duration::from_secs(5),
            head_deadline: Duration::from_secs(5),
            keep_alive: Duration::from_secs(30),
            untaken_deadline: Duration::from_secs(120),
            body_deadline: Duration::from_secs(15),
            drain: Duration::ZERO,
            clock: Clock::default(),
        }
    }
}
