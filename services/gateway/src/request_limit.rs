//! What anybody may ask for without belonging to a club: a share for each address, and a larger one for each account.

use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::Duration;

use actix_web::{HttpMessage as _, HttpRequest};
use ledger::{Subject, UserId};
use sha2::{Digest as _, Sha256};

use crate::client_address::ClientNetwork;
use crate::keyed_limit::{Exhausted, KeyedLimit, Rate};
use crate::policy::Row;
use crate::problem::{Code, Problem};

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

/// Counts units.
pub(crate) struct RequestLimit {
    anonymous: KeyedLimit<(Work, ClientNetwork)>,
    accounts: KeyedLimit<(Work, Account)>,
    /// Of everybody who is signed in, by address: accounts are easily made.
    signed_in: KeyedLimit<(Work, ClientNetwork)>,
}

/// An account, or an identity that may be linked to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Account {
    User(UserId),
    /// The hash of the issuer and the subject.
    Identity([u8; 32]),
}

/// Whose units are taken for a request.
#[derive(Clone)]
pub(crate) struct Share {
    limit: Rc<dyn Fn(usize) -> Result<(), Problem>>,
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

/// What an operation works with, and how many units its request takes before its body is looked at; `None` if it is not counted
/// here: it is of a club, is limited elsewhere, or costs next to nothing.
pub(crate) fn cost(row: &Row) -> Option<(Work, usize)> {
    Some(match row.operation {
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
        _ => return None,
    })
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
    pub(crate) fn new(take: impl Fn(usize) -> Result<(), Problem> + 'static) -> Self {
        let limit = Rc::new(take);
        Self { limit }
    }

    /// The share that the gate found for a request; none if it is not counted.
    pub(crate) fn of(request: &HttpRequest) -> Option<Self> {
        request.extensions().get::<Self>().cloned()
    }

    /// Takes units for a body of so many bytes, before it is read as JSON.
    pub(crate) fn take_body(&self, bytes: usize) -> Result<(), Problem> {
        self.take(bytes / BYTES)
    }

    /// Takes units.
    pub(crate) fn take(&self, units: usize) -> Result<(), Problem> {
        (self.limit)(units)
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
}
