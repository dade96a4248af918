//! What anybody may ask for without belonging to a club, and what a club's members may have the engine work out: a share for each
//! address, and a larger one for each account.

use std::future::{Ready, ready};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::{Error, FromRequest, HttpMessage as _, HttpRequest};
use ledger::{ApiKeyId, Subject, Turn, Turns, UserId};
use sha2::{Digest as _, Sha256};

use crate::argument::Argument;
use crate::client_address::ClientNetwork;
use crate::clock::Clock;
use crate::keyed_limit::{Exhausted, KeyedLimit, Left, Rate};
use crate::problem::{Code, Problem};

/// What a request takes of a share. Each endpoint states it in the list of routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Nothing: the answer is in memory, or it is looked for twice a second whoever asks.
    Nothing,
    /// So many units of this work before its body is looked at, more for the body, and more for the steps of the engine.
    Units(Work, usize),
    /// Turns at the database. How often it may be asked is limited elsewhere, if at all: it is an account's, or whoever asks shows a password.
    Turns,
    /// Turns at the database, and the steps of the engine. It is a member's: it takes nothing else, so that no table is refused for the number
    /// of its hands.
    Steps,
    /// Turns at the database, and units for each part of the answer, which is read while it is sent. It is a member's, and never ends before it is
    /// complete: what was read beyond the share is owed.
    Export,
    /// As [`Cost::Steps`], of one outcome, which the engine has worked out soon. With a query it is as [`Cost::Steps`]: with `dry_run`, the only
    /// parameter of these endpoints, nothing is recorded.
    StepsOfOne,
}

/// What a request works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Work {
    /// The rules. A unit is a hand, or four KiB of a body.
    Rules,
    /// The database. A unit is a query.
    Database,
    /// Exports. A unit is a part that is read at once, such as a match or a page of entries, or 64 KiB of one before it is compressed.
    Exports,
}

/// So many bytes of a body are a unit.
const BYTES: usize = 4 * 1024;
/// So many bytes of a part of an export are a unit.
const BYTES_OF_PART: usize = 64 * 1024;
/// So many seconds' worth of units may be taken at once.
pub(crate) const BURST: u32 = 40;
/// How many times an address's share an account has.
const OF_ACCOUNT: u32 = 4;
/// How many times its share without accounts an address has for all accounts at it together.
const OF_ACCOUNTS_OF_NETWORK: u32 = 10;
/// So many steps of the engine, about a millisecond, are a unit of the rules. What is left over is free.
const STEPS: u64 = 100_000;
/// The most units that a call of the engine is charged of which nobody knows how much it did: twice what one may take, and the rest for
/// documents that it compiles.
const MOST_OF_A_CALL: u64 = 100;
/// How many calls of the engine an address has under way at most, and an account or an API key. The engine does several in turn and queues
/// few that compile documents: a single address leaves most of its places to others, whatever it owes.
const CALLS_OF_NETWORK: usize = 16;
const CALLS_OF_ACCOUNT: usize = 4;
/// The most units that are owed when a request has the engine go on: what the engine does in 30 seconds. So much is at most asked of it
/// by one request, and little more by many at once.
const MOST_OWED: u32 = 30_000;

/// Counts units.
pub(crate) struct RequestLimit {
    clock: Clock,
    anonymous: KeyedLimit<(Work, ClientNetwork)>,
    accounts: KeyedLimit<(Work, Account)>,
    /// Of everybody who is signed in, by address: accounts are easily made.
    signed_in: KeyedLimit<(Work, ClientNetwork)>,
    calls: Turns<ClientNetwork>,
    calls_of_account: Turns<Account>,
}

/// A turn at calling the engine, for as long as this is kept.
pub(crate) struct TurnAtEngine {
    _of_account: Option<Turn>,
    _of_network: Turn,
}

/// An account, an identity that may be linked to one, or an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Account {
    User(UserId),
    /// The hash of the issuer and the subject.
    Identity([u8; 32]),
    /// A machine has a share of its own, so that it takes nothing of its maker's.
    ApiKey(ApiKeyId),
}

/// Whose units are taken for a request.
#[derive(Clone)]
pub(crate) struct Share {
    limit: Arc<RequestLimit>,
    work: Work,
    network: ClientNetwork,
    account: Option<Account>,
}

impl Account {
    pub(crate) fn of_subject(subject: &Subject) -> Self {
        Self::Identity(subject_hash(subject))
    }
}

/// The hash of an issuer and a subject.
pub(crate) fn subject_hash(subject: &Subject) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(&subject.issuer);
    hash.update([0]);
    hash.update(&subject.name);
    hash.finalize().into()
}

impl Cost {
    /// Whether so much of it may have been asked for that it is refused.
    pub(crate) fn is_counted(self) -> bool {
        match self {
            Self::Units(..) | Self::Steps | Self::StepsOfOne | Self::Export => true,
            Self::Nothing | Self::Turns => false,
        }
    }

    /// Whether the engine works on it.
    pub(crate) fn is_of_rules(self) -> bool {
        match self {
            Self::Units(Work::Rules, _) | Self::Steps | Self::StepsOfOne => true,
            Self::Units(Work::Database | Work::Exports, _)
            | Self::Nothing
            | Self::Turns
            | Self::Export => false,
        }
    }
}

impl RequestLimit {
    /// With so many units a second for an address where nobody is signed in.
    pub(crate) fn new(rate: NonZeroU32, clock: &Clock) -> Self {
        let rate = rate.get().min(1_000_000);
        let of = |times: u32| {
            let rate = rate * times;
            Rate::new(
                rate.saturating_mul(BURST),
                Duration::from_secs(1) / rate.max(1),
            )
        };
        Self {
            clock: clock.clone(),
            anonymous: KeyedLimit::new(of(1), clock),
            accounts: KeyedLimit::new(of(OF_ACCOUNT), clock),
            signed_in: KeyedLimit::new(of(OF_ACCOUNTS_OF_NETWORK), clock),
            calls: Turns::of_each(CALLS_OF_NETWORK),
            calls_of_account: Turns::of_each(CALLS_OF_ACCOUNT),
        }
    }

    /// Takes units of an account and its address, or of the address alone.
    pub(crate) fn take(
        &self,
        work: Work,
        network: ClientNetwork,
        account: Option<Account>,
        units: usize,
    ) -> Result<(), Problem> {
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        let taken = match account {
            None => self.anonymous.take_many(&(work, network), units),
            Some(account) => {
                let taken = self.accounts.take_many(&(work, account), units);
                taken.and_then(|()| self.signed_in.take_many(&(work, network), units))
            }
        };
        taken.map_err(|exhausted| too_many(exhausted, account.is_some()))
    }

    /// Takes units that are known only afterwards, whether there are as many or not.
    fn charge(&self, work: Work, network: ClientNetwork, account: Option<Account>, units: u64) {
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        match account {
            None => self.anonymous.charge(&(work, network), units),
            Some(account) => {
                self.accounts.charge(&(work, account), units);
                self.signed_in.charge(&(work, network), units);
            }
        }
    }
}

fn too_many(Exhausted { seconds }: Exhausted, signed_in: bool) -> Problem {
    let who = match signed_in {
        true => "by your account, or by all accounts at your address",
        false => "from your address without signing in",
    };
    let detail = format!("Too much was asked for {who}. Try again in {seconds} seconds.");
    Problem::new(Code::TooManyRequests, detail).retry_after(seconds)
}

impl Share {
    pub(crate) fn new(
        limit: Arc<RequestLimit>,
        work: Work,
        network: ClientNetwork,
        account: Option<Account>,
    ) -> Self {
        Self {
            limit,
            work,
            network,
            account,
        }
    }

    /// What it is a share of, how many units may be taken at once, and what is left of them.
    pub(crate) fn left(&self) -> (&'static str, u32, Left) {
        let (burst, left) = match self.account {
            None => {
                let anonymous = &self.limit.anonymous;
                (
                    anonymous.burst(),
                    anonymous.left(&(self.work, self.network)),
                )
            }
            Some(account) => {
                let accounts = &self.limit.accounts;
                (accounts.burst(), accounts.left(&(self.work, account)))
            }
        };
        let name = match self.work {
            Work::Rules => "rules",
            Work::Database => "database",
            Work::Exports => "exports",
        };
        (name, burst, left)
    }

    /// The network of whoever asks.
    pub(crate) fn network(&self) -> ClientNetwork {
        self.network
    }

    /// The share that authorization stored in the request; none if its units are not counted.
    pub(crate) fn of(request: &HttpRequest) -> Option<Self> {
        request.extensions().get::<Self>().cloned()
    }

    /// Takes units for a body of so many bytes, before it is read as JSON.
    pub(crate) fn take_body(&self, bytes: usize) -> Result<(), Problem> {
        self.take(bytes / BYTES)
    }

    /// Takes units.
    pub(crate) fn take(&self, units: usize) -> Result<(), Problem> {
        self.limit
            .take(self.work, self.network, self.account, units)
    }

    /// Takes units for a part of an export of so many bytes, whether there are as many or not.
    pub(crate) fn charge_part(&self, bytes: usize) {
        let units = bytes.div_ceil(BYTES_OF_PART).max(1);
        let units = u64::try_from(units).unwrap_or(u64::MAX);
        self.limit
            .charge(Work::Exports, self.network, self.account, units);
    }

    /// The next turn at calling the engine: first of the account, so that none takes all turns of its address.
    pub(crate) async fn turn_at_engine(&self) -> TurnAtEngine {
        let of_account = match self.account {
            Some(account) => Some(self.limit.calls_of_account.next(account).await),
            None => None,
        };
        TurnAtEngine {
            _of_account: of_account,
            _of_network: self.limit.calls.next(self.network).await,
        }
    }

    /// Takes units for steps that the engine took, whether there are as many or not. Answers whether it took any.
    pub(crate) fn charge_steps(&self, steps: u64) -> bool {
        let units = steps / STEPS;
        self.limit
            .charge(Work::Rules, self.network, self.account, units);
        units > 0
    }

    /// The moment from which work is charged for its time.
    pub(crate) fn now(&self) -> Instant {
        self.limit.clock.now()
    }

    /// Takes units for a call of the engine that began then and was given up: what it did meanwhile, it cannot say.
    pub(crate) fn charge_call(&self, since: Instant) -> bool {
        let units = self.units_since(since).min(MOST_OF_A_CALL);
        self.charge_steps(units * STEPS)
    }

    /// Works, and takes units for the time, however long it took.
    pub(crate) fn charged<T>(&self, work: impl FnOnce() -> T) -> T {
        let since = self.now();
        let done = work();
        let units = self.units_since(since);
        self.limit
            .charge(self.work, self.network, self.account, units);
        done
    }

    /// A millisecond is a unit.
    fn units_since(&self, since: Instant) -> u64 {
        let time = self.now().saturating_duration_since(since);
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    }

    /// Refuses a request that costs units while it is answered to whoever owes some. To record one outcome is only refused to whoever owes very much, and never
    /// for what others at the address owe: whoever scores a table is not refused for them. Anything else is if they together owe very much.
    pub(crate) fn refuse_in_debt(&self, cost: Cost, query: &str) -> Result<(), Problem> {
        self.refuse_debt(cost == Cost::StepsOfOne && query.is_empty())
    }

    fn refuse_debt(&self, records_one_outcome: bool) -> Result<(), Problem> {
        let Some(account) = self.account else {
            return Ok(());
        };
        let (account, network) = ((self.work, account), (self.work, self.network));
        let checked = match records_one_outcome {
            true => self.limit.accounts.check_debt(&account, MOST_OWED),
            false => {
                let checked = self.limit.accounts.check_debt(&account, 0);
                checked.and_then(|()| self.limit.signed_in.check_debt(&network, MOST_OWED))
            }
        };
        checked.map_err(|exhausted| too_many(exhausted, true))
    }

    /// Refuses that the engine goes on for whoever owes very much, on their own or together with others at their address.
    pub(crate) fn refuse_deep_in_debt(&self) -> Result<(), Problem> {
        let network = (Work::Rules, self.network);
        let checked = match self.account {
            None => self.limit.anonymous.check_debt(&network, MOST_OWED),
            Some(account) => {
                let account = (Work::Rules, account);
                let checked = self.limit.accounts.check_debt(&account, MOST_OWED);
                checked.and_then(|()| self.limit.signed_in.check_debt(&network, MOST_OWED))
            }
        };
        checked.map_err(|exhausted| too_many(exhausted, self.account.is_some()))
    }
}

impl FromRequest for Share {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let share = Self::of(request);
        ready(share.ok_or_else(|| Problem::internal("a request without a share").into()))
    }
}

impl Argument for Share {}

#[cfg(test)]
mod tests;
