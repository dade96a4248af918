//! How often signing in and up may be tried.
//!
//! Whoever guesses is held up by address, by account and address, and by account whatever the address. The last must not lock the owner
//! out: once an account was tried from elsewhere as often as nobody honest would, each address from which nobody ever came in to
//! it has a few tries a day. An address from which somebody did come in is not held up by the others.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use actix_web::HttpRequest;

use crate::bodies::field::Email;
use crate::client_address::ClientNetwork;
use crate::clock::Clock;
use crate::keyed_limit::{Exhausted, KeyedLimit, Rate};
use crate::problem::{Code, Problem};
use crate::secret;

/// Two hundred tries from one address, whatever the account, then one a second.
pub(crate) const PER_ADDRESS: Rate = Rate::new(200, Duration::from_secs(1));
/// Two hundred accounts made from one address, then one every ten seconds.
const SIGN_UPS: Rate = Rate::new(200, Duration::from_secs(10));
/// Ten tries for one account from one address, then one every half a minute.
const PER_ACCOUNT: Rate = Rate::new(10, Duration::from_secs(30));
/// Fifty tries for one account from all addresses from which nobody came in to it, then one every ten minutes. When there are more, the
/// account is under attack.
const FROM_ELSEWHERE: Rate = Rate::new(50, Duration::from_secs(10 * 60));
/// What each of these addresses then has: three tries, then one every eight hours.
const UNDER_ATTACK: Rate = Rate::new(3, Duration::from_secs(8 * 60 * 60));
/// How many addresses are remembered from which somebody came in to an account: those of whoever was here last.
const KNOWN: usize = 50_000;
/// As many are forgotten at once.
const FORGOTTEN: usize = KNOWN / 10;

/// An account, by the hash of its e-mail address: it takes as much memory whatever was typed.
type Account = [u8; 32];

/// Counts tries.
pub(crate) struct SignInLimit {
    clock: Clock,
    sign_ups: KeyedLimit<ClientNetwork>,
    addresses: KeyedLimit<ClientNetwork>,
    accounts: KeyedLimit<(ClientNetwork, Account)>,
    from_elsewhere: KeyedLimit<Account>,
    under_attack: KeyedLimit<(ClientNetwork, Account)>,
    known: Mutex<HashMap<(ClientNetwork, Account), Instant>>,
}

/// Somebody who tries to sign in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt {
    network: ClientNetwork,
    account: Account,
}

impl Attempt {
    pub(crate) fn new(request: &HttpRequest, email: &Email) -> Self {
        Self {
            network: ClientNetwork::of(request),
            account: secret::hash_of(&email.folded()),
        }
    }
}

impl SignInLimit {
    pub(crate) fn new(clock: &Clock) -> Self {
        Self {
            clock: clock.clone(),
            sign_ups: KeyedLimit::new(SIGN_UPS, clock),
            addresses: KeyedLimit::new(PER_ADDRESS, clock),
            accounts: KeyedLimit::new(PER_ACCOUNT, clock),
            from_elsewhere: KeyedLimit::new(FROM_ELSEWHERE, clock),
            under_attack: KeyedLimit::new(UNDER_ATTACK, clock),
            known: Mutex::default(),
        }
    }

    /// Counts a try to sign in, or refuses it.
    pub(crate) fn sign_in(&self, tried: Attempt) -> Result<(), Problem> {
        self.prove(tried)?;
        let Attempt { network, account } = tried;
        let key = (network, account);
        if self.known().contains_key(&key) || self.from_elsewhere.take(&account).is_ok() {
            return Ok(());
        }
        self.under_attack.take(&key).map_err(|Exhausted { seconds }| {
            let detail = format!(
                "Somebody tries passwords of this account. From addresses where nobody signed in to it before, few tries are left: the next in {seconds} seconds. Where you signed in before, you still can."
            );
            Problem::new(Code::TooManyAttempts, detail).retry_after(seconds)
        })
    }

    /// Counts a try of somebody who is signed in to prove once more who they are, or refuses it. What others try from elsewhere
    /// does not hold them up.
    pub(crate) fn prove(&self, Attempt { network, account }: Attempt) -> Result<(), Problem> {
        self.addresses.take(&network).map_err(too_many)?;
        self.accounts.take(&(network, account)).map_err(too_many)
    }

    /// Notes that somebody came in to an account from where they are.
    pub(crate) fn came_in(&self, Attempt { network, account }: Attempt) {
        let mut known = self.known();
        known.insert((network, account), self.clock.now());
        if known.len() > KNOWN {
            forget_oldest(&mut known);
        }
    }

    /// Counts a try to sign up, or refuses it.
    pub(crate) fn sign_up(&self, request: &HttpRequest) -> Result<(), Problem> {
        let network = ClientNetwork::of(request);
        self.sign_ups.take(&network).map_err(too_many)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<(ClientNetwork, Account), Instant>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn forget_oldest(known: &mut HashMap<(ClientNetwork, Account), Instant>) {
    let mut times: Vec<Instant> = known.values().copied().collect();
    times.sort_unstable();
    if let Some(oldest) = times.get(FORGOTTEN).copied() {
        known.retain(|_, time| *time >= oldest);
    }
}

pub(crate) fn too_many(Exhausted { seconds }: Exhausted) -> Problem {
    let detail = format!("There were too many attempts. Try again in {seconds} seconds.");
    Problem::new(Code::TooManyAttempts, detail).retry_after(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(address: &str) -> Attempt {
        Attempt {
            network: ClientNetwork::of_address(address.parse().unwrap()),
            account: [7; 32],
        }
    }

    #[test]
    fn ten_thousand_addresses_have_three_tries_each_and_the_owner_comes_in() {
        let limit = SignInLimit::new(&Clock::stopped());
        let (home, phone) = (from("192.0.2.1"), from("192.0.2.2"));
        limit.sign_in(home).unwrap();
        limit.came_in(home);
        let mut tries = 0;
        for _ in 0..10 {
            for number in 0..10_000_u32 {
                let bot = std::net::Ipv4Addr::from_bits(0x0a00_0000 + number).to_string();
                tries += u32::from(limit.sign_in(from(&bot)).is_ok());
            }
        }
        // Fifty before it is an attack, the first of which was the owner's.
        assert_eq!(tries, 30_049);
        // Where they came in before, they come in; where nobody did, they have tries of their own.
        limit.sign_in(home).unwrap();
        for _ in 0..3 {
            limit.sign_in(phone).unwrap();
        }
        let problem = limit.sign_in(phone).unwrap_err();
        assert!(problem.text().contains("Where you signed in before"));
        limit.came_in(phone);
        limit.sign_in(phone).unwrap();
    }

    #[test]
    fn somebody_who_goes_on_being_here_is_remembered() {
        let clock = Clock::stopped();
        let limit = SignInLimit::new(&clock);
        for number in 0..u32::try_from(KNOWN).unwrap() + 1 {
            let address = std::net::Ipv4Addr::from_bits(number).to_string();
            limit.came_in(from(&address));
            clock.advance(Duration::from_nanos(1));
        }
        let known = limit.known();
        assert!(known.len() <= KNOWN, "{}", known.len());
        let last = std::net::Ipv4Addr::from_bits(u32::try_from(KNOWN).unwrap());
        let Attempt { network, account } = from(&last.to_string());
        assert!(known.contains_key(&(network, account)));
    }
}
