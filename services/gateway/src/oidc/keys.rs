//! The keys of an issuer: fetched once for all who wait for them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use jsonwebtoken::{Algorithm, DecodingKey};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use super::cache::{Cache, Known, Why};
use super::config::Oidc;
use super::discovery::{Discovery, Trouble};
use crate::clock::Clock;
use crate::measure;

/// The issuer cannot be asked, and what is known of it does not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unavailable {
    /// In how many seconds it is asked again.
    pub(crate) retry_after: u64,
}

/// The keys of one issuer.
pub(super) struct Keys(Arc<Inner>);

struct Inner {
    discovery: Discovery,
    deadline: Duration,
    clock: Clock,
    /// Where the issuer is asked: its connections live longer than a request, on another runtime than its worker's.
    runtime: Handle,
    state: Mutex<State>,
}

struct State {
    cache: Cache,
    in_flight: Option<InFlight>,
}

/// A fetch under way, for all who wait for it. It goes on if none of them does.
struct InFlight {
    task: AbortHandle,
    landed: Shared<BoxFuture<'static, ()>>,
}

impl Keys {
    pub(super) fn new(discovery: Discovery, config: &Oidc, clock: &Clock) -> Self {
        Self(Arc::new(Inner {
            discovery,
            deadline: config.deadline,
            clock: clock.clone(),
            runtime: Handle::current(),
            state: Mutex::new(State {
                cache: Cache::new(config),
                in_flight: None,
            }),
        }))
    }

    /// The key of this id and for this algorithm, if the issuer has one. It is asked, if need be: while a key is known, without anybody
    /// waiting for it.
    pub(super) async fn find(
        &self,
        id: &str,
        algorithm: Algorithm,
    ) -> Result<Option<DecodingKey>, Unavailable> {
        let landed = {
            let now = self.0.clock.now();
            let mut state = self.0.state();
            let known = state.cache.look(id, algorithm, now);
            let landed = self.ask(&mut state, &known, now);
            match known {
                Known::Key(key) => return Ok(Some(key)),
                Known::Misused => return Ok(None),
                Known::UnknownKey | Known::Nothing => landed,
            }
        };
        if let Some(landed) = landed {
            landed.await;
        }
        self.answer(id, algorithm)
    }

    /// What there is to say of a key when nobody is waited for any more.
    fn answer(&self, id: &str, algorithm: Algorithm) -> Result<Option<DecodingKey>, Unavailable> {
        let now = self.0.clock.now();
        let state = self.0.state();
        match state.cache.look(id, algorithm, now) {
            Known::Key(key) => Ok(Some(key)),
            Known::Misused => Ok(None),
            Known::UnknownKey if state.cache.answered() => Ok(None),
            Known::UnknownKey | Known::Nothing => Err(Unavailable {
                retry_after: state.cache.wait(now).as_secs() + 1,
            }),
        }
    }

    /// What to wait for, if the issuer is being asked or is to be asked.
    fn ask(
        &self,
        state: &mut State,
        known: &Known,
        now: Instant,
    ) -> Option<Shared<BoxFuture<'static, ()>>> {
        let under_way = state.in_flight.as_ref();
        if let Some(in_flight) = under_way.filter(|in_flight| !in_flight.task.is_finished()) {
            return Some(in_flight.landed.clone());
        }
        let why = state.cache.asks(known, now)?;
        let task = self.0.runtime.spawn(fetch(self.0.clone(), why));
        let in_flight = state.in_flight.insert(InFlight {
            task: task.abort_handle(),
            landed: task.map(drop).boxed().shared(),
        });
        Some(in_flight.landed.clone())
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn fetch(inner: Arc<Inner>, why: Why) {
    let fetched = tokio::time::timeout(inner.deadline, inner.discovery.keys()).await;
    let fetched = fetched.unwrap_or(Err(Trouble::Late));
    measure::issuer_asked(fetched.is_ok(), 1);
    if let Err(trouble) = &fetched {
        tracing::warn!(%trouble, "the OIDC issuer does not tell its keys");
    }
    let now = inner.clock.now();
    inner.state().cache.keep(fetched.ok(), why, now);
}
