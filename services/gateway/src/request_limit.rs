//! What anybody may ask for without belonging to a club, and what a club's members may have the engine work out: a share for each
//! address, and a larger one for each account.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use actix_web::{HttpMessage as _, HttpRequest};
use ledger::{ApiKeyId, Subject, UserId};
use sha2::{Digest as _, Sha256};

use crate::client_address::ClientNetwork;
use crate::endpoint::Endpoint;
use crate::keyed_limit::{Exhausted, KeyedLimit, Rate};
use crate::problem::{Code, Problem};

/// What a request takes of a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// So many units of this work before its body is looked at, more for the body, and more for the steps of the engine.
    Units(Work, usize),
    /// It is a member's: nothing but the steps of the engine, so that no table is refused for the number of its hands.
    Steps,
}

/// What a request works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Work {
    /// The rules. A unit is a hand, or four KiB of a body.
    Rules,
    /// The database. A unit is a query.
    Database,
}

/// So many bytes of a body are a unit.
const BYTES: usize = 4 * 1024;
/// So many seconds' worth of units may be taken at once.
const BURST: u32 = 40;
/// How many times an address's share an account has.
const OF_ACCOUNT: u32 = 4;
/// How many times its share without accounts an address has for all accounts at it together.
const OF_ACCOUNTS_OF_NETWORK: u32 = 10;
/// So many steps of the engine, about a millisecond, are a unit of the rules. What is left over is free.
const STEPS: u64 = 100_000;
/// The most units that a call of the engine is charged of which nobody knows how much it did: twice what one may take, and the rest for
/// documents that it compiles.
const MOST_OF_A_CALL: u64 = 100;
/// The most units that are owed when a request has the engine go on: what the engine does in 30 seconds. So much is at most asked of it
/// by one request, and little more by many at once.
const MOST_OWED: u32 = 30_000;

/// Counts units.
pub(crate) struct RequestLimit {
    anonymous: KeyedLimit<(Work, ClientNetwork)>,
    accounts: KeyedLimit<(Work, Account)>,
    /// Of everybody who is signed in, by address: accounts are easily made.
    signed_in: KeyedLimit<(Work, ClientNetwork)>,
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
        let mut hash = Sha256::new();
        hash.update(&subject.issuer);
        hash.update([0]);
        hash.update(&subject.name);
        Self::Identity(hash.finalize().into())
    }
}

/// What a request to an endpoint takes; `None` if it is not counted here: it has the engine work nothing out for a club, is limited
/// elsewhere, or costs next to nothing.
pub(crate) fn cost(endpoint: &Endpoint) -> Option<Cost> {
    let (work, units) = match endpoint.operation.as_str() {
        // Each hand of a batch after the first is counted once the batch is read.
        "score_hand" | "score_hands" | "list_variants" | "read_variant" | "list_patterns" => {
            (Work::Rules, 1)
        }
        // They try many hands out, or compile a variant.
        "find_waits" | "resolve_claims" | "check_variant" => (Work::Rules, 4),
        "refresh_session"
        | "sign_out"
        | "read_directory_checkpoint"
        | "list_heads"
        | "log_keys" => (Work::Database, 1),
        "export_directory" => (Work::Database, 50),
        "record_hand"
        | "record_batch"
        | "record_penalty"
        | "record_substitution"
        | "end_match"
        | "correct_match"
        | "open_match"
        | "import_matches"
        | "add_variant"
        | "compare_variants"
        | "list_club_variants"
        | "read_club_variant"
        | "retire_variant"
        | "reinstate_variant"
        | "ask_for_audit" => return Some(Cost::Steps),
        _ => return None,
    };
    Some(Cost::Units(work, units))
}

/// Whether a request records one outcome: what it has the engine work out is little.
fn records_one_outcome(endpoint: &Endpoint, query: &str) -> bool {
    let one = matches!(
        endpoint.operation.as_str(),
        "record_hand" | "record_penalty" | "record_substitution" | "end_match"
    );
    // With `dry_run`, the only parameter of these endpoints, it records nothing.
    one && query.is_empty()
}

impl RequestLimit {
    /// With so many units a second for an address where nobody is signed in.
    pub(crate) fn new(rate: NonZeroU32) -> Self {
        let rate = rate.get().min(1_000_000);
        let of = |times: u32| {
            let rate = rate * times;
            Rate::new(
                rate.saturating_mul(BURST),
                Duration::from_secs(1) / rate.max(1),
            )
        };
        Self {
            anonymous: KeyedLimit::new(of(1)),
            accounts: KeyedLimit::new(of(OF_ACCOUNT)),
            signed_in: KeyedLimit::new(of(OF_ACCOUNTS_OF_NETWORK)),
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

    /// Takes units for steps that the engine took, whether there are as many or not. Answers whether it took any.
    pub(crate) fn charge_steps(&self, steps: u64) -> bool {
        let units = steps / STEPS;
        self.limit
            .charge(Work::Rules, self.network, self.account, units);
        units > 0
    }

    /// Takes units for a call of the engine that was given up after so long: what it did meanwhile, it cannot say. A millisecond is a unit.
    pub(crate) fn charge_time(&self, time: Duration) -> bool {
        let units = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.charge_steps(units.min(MOST_OF_A_CALL) * STEPS)
    }

    /// Refuses a request for the club of whoever owes units. To record one outcome is only refused to whoever owes very much, and never for
    /// what others at the address owe: whoever scores a table is not refused for them. Anything else is if they together owe very much.
    pub(crate) fn refuse_in_debt(&self, endpoint: &Endpoint, query: &str) -> Result<(), Problem> {
        self.refuse_debt(records_one_outcome(endpoint, query))
    }

    fn refuse_debt(&self, records_one_outcome: bool) -> Result<(), Problem> {
        let Some(account) = self.account else {
            return Ok(());
        };
        let (account, network) = ((Work::Rules, account), (Work::Rules, self.network));
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

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn an_account_has_more_than_an_address_and_many_accounts_of_one_address_do_not_add_up() {
        let limit = RequestLimit::new(NonZeroU32::new(1).unwrap());
        let network = |text: &str| ClientNetwork::of_address(text.parse().unwrap());
        let (home, elsewhere) = (network("192.0.2.1"), network("192.0.2.2"));
        let account = |number| Some(Account::User(UserId(Uuid::from_u128(number))));
        let take = |network, account| limit.take(Work::Rules, network, account, 40);
        take(home, None).unwrap();
        assert!(take(home, None).is_err());
        take(elsewhere, None).unwrap();
        limit.take(Work::Database, home, None, 40).unwrap();
        for _ in 0..4 {
            take(home, account(1)).unwrap();
        }
        assert!(take(home, account(1)).is_err());
        for number in [2, 2, 2, 2, 3, 3] {
            take(home, account(number)).unwrap();
        }
        assert!(take(home, account(3)).is_err());
        take(elsewhere, account(3)).unwrap();
    }

    #[test]
    fn a_request_goes_on_beyond_its_share_and_not_for_ever() {
        let limit = Arc::new(RequestLimit::new(NonZeroU32::new(50).unwrap()));
        let share = |address: &str, account: Option<u128>| {
            let network = ClientNetwork::of_address(address.parse().unwrap());
            let account = account.map(|number| Account::User(UserId(Uuid::from_u128(number))));
            Share::new(limit.clone(), Work::Rules, network, account)
        };
        let mei = share("192.0.2.1", Some(1));
        for _ in 0..100_000 {
            assert!(!mei.charge_steps(STEPS - 1));
        }
        // Two thousand hands of one winner, as dear as there are.
        for _ in 0..667 {
            mei.refuse_debt(false).ok();
            mei.refuse_deep_in_debt().unwrap();
            assert!(mei.charge_steps(3 * 1_283_200));
        }
        assert!(mei.refuse_debt(false).is_err() && mei.take(1).is_err());
        mei.refuse_debt(true).unwrap();
        let neighbour = share("192.0.2.1", Some(2));
        neighbour.refuse_debt(false).unwrap();
        neighbour.refuse_deep_in_debt().unwrap();
        let mut went_on = 0;
        while mei.refuse_deep_in_debt().is_ok() {
            mei.charge_steps(4_000_000);
            went_on += 1;
        }
        assert!((300..400).contains(&went_on), "{went_on}");
        // Nobody is charged for another address, nor without an account for those who have one.
        share("192.0.2.2", Some(3)).refuse_deep_in_debt().unwrap();
        let nobody = share("192.0.2.1", None);
        nobody.take(1).unwrap();
        nobody.charge_steps(4_000_000 * 50);
        assert!(nobody.take(1).is_err());
        nobody.refuse_deep_in_debt().unwrap();
    }
    #[test]
    fn accounts_of_one_address_do_not_add_up_for_ever_and_each_records_its_hands() {
        let limit = Arc::new(RequestLimit::new(NonZeroU32::new(50).unwrap()));
        let share = |address: &str, account: Account| {
            let network = ClientNetwork::of_address(address.parse().unwrap());
            Share::new(limit.clone(), Work::Rules, network, Some(account))
        };
        let user = |number| Account::User(UserId(Uuid::from_u128(number)));
        let mut served = 0;
        for number in 0..200 {
            let somebody = share("192.0.2.1", user(number));
            while somebody.refuse_debt(false).is_ok() {
                somebody.charge_steps(4_000_000);
                served += 1;
            }
        }
        // Seven accounts have as much, not two hundred.
        assert!((1_200..1_500).contains(&served), "{served}");
        let fresh = share("192.0.2.1", user(1_000));
        assert!(fresh.refuse_debt(false).is_err());
        fresh.refuse_debt(true).unwrap();
        share("192.0.2.2", user(1_000)).refuse_debt(false).unwrap();
    }

    #[test]
    fn an_api_key_takes_nothing_of_its_makers_share() {
        let limit = Arc::new(RequestLimit::new(NonZeroU32::MIN));
        let network = ClientNetwork::of_address("192.0.2.1".parse().unwrap());
        let share = |account| Share::new(limit.clone(), Work::Rules, network, Some(account));
        let id = Uuid::from_u128(1);
        let (key, other) = (
            share(Account::ApiKey(ApiKeyId(id))),
            share(Account::ApiKey(ApiKeyId(Uuid::from_u128(2)))),
        );
        key.charge_steps(1_000 * STEPS);
        assert!(key.refuse_debt(false).is_err());
        share(Account::User(UserId(id))).refuse_debt(false).unwrap();
        other.refuse_debt(false).unwrap();
    }

    #[test]
    fn a_call_that_was_given_up_takes_its_time_and_no_more_than_it_can_have_done() {
        let limit = Arc::new(RequestLimit::new(NonZeroU32::MIN));
        let share = |number: u128| {
            let network = ClientNetwork::of_address("192.0.2.1".parse().unwrap());
            let account = Account::User(UserId(Uuid::from_u128(number)));
            Share::new(limit.clone(), Work::Rules, network, Some(account))
        };
        let (mei, bo) = (share(1), share(2));
        assert!(!mei.charge_time(Duration::from_micros(900)));
        assert!(mei.charge_time(Duration::from_millis(60)));
        mei.take(100).unwrap();
        assert!(mei.take(1).is_err());
        assert!(bo.charge_time(Duration::from_secs(60)));
        bo.take(60).unwrap();
        assert!(bo.take(1).is_err());
    }
}
