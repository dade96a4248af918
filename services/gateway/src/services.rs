//! What the handlers work with: the ledger, the engine, the limits and the keys.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Duration;

use host::Places;
use ledger::{
    AuditNotifications, ClubId, EntryNotifications, Ledger, ReplicaConfig, StandingsUpdater,
    TokenRetention,
};
use tokio::runtime::Handle;

use crate::api_key_limit::ApiKeyLimit;
use crate::broadcast::Broadcast;
use crate::client_address::{ClientNetwork, TrustedProxies};
use crate::clock::Clock;
use crate::config::Config;
use crate::cursor::Cursors;
use crate::draws::Draws;
use crate::engine_client::{Deadlines, Engine};
use crate::error::Error;
use crate::holder::{Holder, HolderPlaces};
use crate::keyed_limit::{KeyedLimit, Rate};
use crate::last_check::LastCheck;
use crate::oidc::Issuer;
use crate::password::Passwords;
use crate::problem::Problem;
use crate::remembered_matches::RememberedMatches;
use crate::request_limit::RequestLimit;
use crate::schedules::Schedules;
use crate::sign_in_limit::SignInLimit;
use crate::token::{self, BadKey, Tokens};
use crate::whole_match_reads::WholeMatchReads;
use webhooks::{Reach, WebhookKeys};

/// How many clients may follow audits at once; each holds a connection for minutes.
const FOLLOWERS: usize = 256;
/// How many clients may follow clubs and matches at once: fewer than there are connections, so that some are always left to record with.
const SCOREBOARDS: usize = 3072;

/// Ten checkpoints that a club requests, then one a minute: a club that settles an evening match by match has each of them at once.
const CHECKPOINTS: Rate = Rate::new(10, Duration::from_secs(60));

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
    pub(crate) request_limit: Arc<RequestLimit>,
    /// The proxies that are believed whose request it is.
    pub(crate) trusted_proxies: TrustedProxies,
    /// Counts the connections of each address.
    pub(crate) connection_share: Arc<Places<ClientNetwork>>,
    /// Counts the checkpoints that each club requests: each is a head that the public directory keeps for ever.
    pub(crate) checkpoint_requests: KeyedLimit<ClubId>,
    pub(crate) cursors: Cursors,
    pub(crate) webhook_keys: Option<WebhookKeys>,
    pub(crate) webhook_reach: Reach,
    pub(crate) audit_news: AuditNotifications,
    /// Tells of clubs whose ledgers have grown, over one connection, to those two.
    _entry_news: EntryNotifications,
    /// Tells those who follow clubs what is entered.
    pub(crate) broadcast: Broadcast,
    /// Brings standings up to the ledgers.
    pub(crate) tallying: StandingsUpdater,
    /// Who reads a whole match next.
    pub(crate) whole_match_reads: WholeMatchReads,
    /// Who has a round drawn next.
    pub(crate) draws: Draws,
    /// Forgets what serves nobody any more.
    _forgetting: TokenRetention,
    /// Matches in which a hand was recorded from this server.
    pub(crate) remembered_matches: RememberedMatches,
    /// Makes schedules.
    pub(crate) schedules: Schedules,
    /// Places for those who follow audits.
    pub(crate) followers: HolderPlaces,
    /// Places for those who follow clubs and matches.
    pub(crate) scoreboards: HolderPlaces,
    /// What `/readyz` said last.
    pub(crate) last_check: LastCheck,
    /// The clock by which it grows old.
    pub(crate) clock: Clock,
    /// Whether new requests are welcome; false once the server is told to stop.
    pub(crate) ready: Arc<AtomicBool>,
}

/// The ledger, with its replica if there is one.
async fn connect(config: &Config, database: &ledger::Config) -> Result<Ledger, Error> {
    let Some(url) = config.read_database_url.clone() else {
        return Ok(Ledger::connect(database).await?);
    };
    let replica = ReplicaConfig {
        url,
        pool_size: config.pool_size,
        max_lag: config.read_max_lag,
        without_primary: config.read_without_primary,
    };
    Ok(Ledger::connect_with_replica(database, &replica).await?)
}

impl Services {
    /// The ledger for what reads whole matches, once it is the turn of whoever asks; the turn lasts until all is over that this handle is asked for,
    /// also if nobody waits for that any more.
    pub(crate) async fn ledger_for_whole_matches(&self, holder: Holder) -> Result<Ledger, Problem> {
        let turn = self.whole_match_reads.turn(holder).await?;
        Ok(self.ledger.keeping(turn))
    }

    /// Connects to the database. The engine is connected to when it is first called.
    pub(crate) async fn new(config: &Config, ready: Arc<AtomicBool>) -> Result<Self, Error> {
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
        let ledger = connect(config, &database).await?;
        let entry_news = EntryNotifications::listen(database.url.clone());
        let issuer = config.oidc.as_ref();
        let issuer = issuer.map(|oidc| Issuer::new(oidc, &config.issuer, &config.clock));
        Ok(Self {
            issuer: issuer.transpose()?,
            tokens: Tokens::new(&config.issuer, &config.token_key, &config.also_token_keys)?,
            cursors: Cursors::new(key.as_bytes(), &also)?,
            webhook_keys: config.webhook_keys.clone(),
            webhook_reach: config.webhook_reach.clone(),
            engine: Engine::new(
                &config.engine_url,
                config.engine_tls.as_ref(),
                Deadlines {
                    of_call: config.engine_deadline,
                    of_course: config.engine_course_deadline,
                },
            )?,
            passwords: Passwords::new(Handle::current()).map_err(Error::Password)?,
            sign_in_limit: SignInLimit::new(&config.clock),
            api_key_limit: ApiKeyLimit::new(&config.clock),
            request_limit: Arc::new(RequestLimit::new(config.anonymous_rate, &config.clock)),
            trusted_proxies: config.trusted_proxies.clone(),
            connection_share: Places::for_each(config.connections_per_address),
            checkpoint_requests: KeyedLimit::new(CHECKPOINTS, &config.clock),
            tallying: StandingsUpdater::start(ledger.clone(), entry_news.subscribe()),
            broadcast: Broadcast::start(ledger.clone(), entry_news.subscribe()),
            whole_match_reads: WholeMatchReads::new(config.pool_size),
            draws: Draws::new(available_parallelism().map_or(1, NonZero::get)),
            remembered_matches: RememberedMatches::new(),
            schedules: Schedules::new(),
            _forgetting: TokenRetention::start(ledger.clone()),
            ledger,
            _entry_news: entry_news,
            audit_news: AuditNotifications::listen(database.url),
            followers: HolderPlaces::new(FOLLOWERS),
            scoreboards: HolderPlaces::new(SCOREBOARDS),
            last_check: LastCheck::default(),
            clock: config.clock.clone(),
            ready,
        })
    }
}
