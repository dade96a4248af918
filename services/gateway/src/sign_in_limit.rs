//! How often signing in and up may be tried.
//!
//! Whoever guesses is held up by address, by account and address, and by account whatever the address. The last must not lock the owner
//! out: addresses that an account knows, because somebody came in to it there or held one of its sessions there, are not held up by
//! the others. All other addresses together fail a hundred times in a row at most, as NIST SP 800-63B has it; then the password opens
//! the account from known addresses only, until it does so once. Whoever holds a session and proves the password once more fails a hundred times
//! in a row at most, too, wherever they are: the session may be a stolen one.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use ledger::UserId;

use crate::bodies::field::Email;
use crate::client_address::ClientNetwork;
use crate::clock::Clock;
use crate::keyed_limit::{Exhausted, KeyedLimit, Rate};
use crate::password::Asking;
use crate::problem::{Code, Problem};
use crate::secret;

/// Two hundred tries from one address, whatever the account, then one a second: a hall of two hundred people signs in at once.
pub(crate) const PER_ADDRESS: Rate = Rate::new(200, Duration::from_secs(1));
/// Two hundred accounts made from one address, then one every ten seconds.
const SIGN_UPS: Rate = Rate::new(200, Duration::from_secs(10));
/// Ten tries for one account from one address, then one every half a minute.
const PER_ACCOUNT: Rate = Rate::new(10, Duration::from_secs(30));
/// Fifty tries for one account from all addresses together that it does not know, then fifty an hour: a hundred in any hour at most.
const UNKNOWN: Rate = Rate::new(50, Duration::from_secs(72));
/// How many tries in a row may fail: those from all addresses together that an account does not know, those from all together that it knows
/// by a session alone, those from each where the password was known, and those of whoever is signed in.
const MOST_FAILED: u32 = 100;
/// When to try again after that, in seconds: the owner may have come in by then.
const CLOSED: u64 = 60 * 60;
/// How many addresses of accounts are remembered as known: those of whoever was here last.
const KNOWN: usize = 50_000;
/// For how many accounts failed tries are counted: those with the most.
const COUNTED: usize = 50_000;
/// One in so many is forgotten when there are more.
const FORGOTTEN: usize = 10;

/// Counts tries.
pub(crate) struct SignInLimit {
    clock: Clock,
    sign_ups: KeyedLimit<ClientNetwork>,
    addresses: KeyedLimit<ClientNetwork>,
    accounts: KeyedLimit<(ClientNetwork, Account)>,
    unknown: KeyedLimit<Account>,
    /// How many tries failed in a row.
    failed: Mutex<HashMap<(Account, Failed), u32>>,
    known: Mutex<HashMap<(ClientNetwork, Account), Known>>,
}

/// An account, or an e-mail address that is nobody's, by its hash: it takes as much memory whatever was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Account {
    User(UserId),
    Nobody([u8; 32]),
}

/// Which tries fail together, of all addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Failed {
    /// Those at addresses that the account does not know.
    Elsewhere,
    /// Those at addresses that it knows by a session alone, which may be a stolen one.
    AtSessions,
    /// Those of somebody who is signed in, and proves the password once more.
    SignedIn,
}

impl Failed {
    const ALL: [Self; 3] = [Self::Elsewhere, Self::AtSessions, Self::SignedIn];
}

/// Somebody who tries to sign in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt {
    network: ClientNetwork,
    account: Account,
    /// Whether the password is one that an operator made up: nobody guesses 80 random bits, and somebody who lost the own one comes in
    /// with it, wherever they are.
    one_time: bool,
}

/// An address that an account knows.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// When somebody was there last.
    last: Instant,
    /// How many tries failed there in a row, if somebody came in there with the password.
    failed: Option<u32>,
}

impl Attempt {
    /// At the account with this e-mail address.
    pub(crate) fn new(
        request: &HttpRequest,
        email: &Email,
        account: Option<&ledger::Credentials>,
    ) -> Self {
        let nobody = || Account::Nobody(secret::hash_of(&email.folded()));
        Self {
            network: ClientNetwork::of(request),
            account: account.map_or_else(nobody, |known| Account::User(known.user)),
            one_time: account.is_some_and(|known| known.one_time_until.is_some()),
        }
    }

    fn key(self) -> (ClientNetwork, Account) {
        (self.network, self.account)
    }
}

impl SignInLimit {
    pub(crate) fn new(clock: &Clock) -> Self {
        Self {
            clock: clock.clone(),
            sign_ups: KeyedLimit::new(SIGN_UPS, clock),
            addresses: KeyedLimit::new(PER_ADDRESS, clock),
            accounts: KeyedLimit::new(PER_ACCOUNT, clock),
            unknown: KeyedLimit::new(UNKNOWN, clock),
            failed: Mutex::default(),
            known: Mutex::default(),
        }
    }

    /// Counts a try of an address, whatever the account, or refuses it. Do this before the account is looked up.
    pub(crate) fn sign_in_from(&self, request: &HttpRequest) -> Result<(), Problem> {
        let network = ClientNetwork::of(request);
        self.addresses.take(&network).map_err(too_many)
    }

    /// Counts a try to sign in to an account, or refuses it. It counts as failed until [`came_in`](Self::came_in). Answers who has the
    /// password hashed.
    pub(crate) fn sign_in(&self, tried: Attempt) -> Result<Asking, Problem> {
        let asking = self.ask(tried)?;
        let is_known = self.count_at_known(tried);
        let asking = Asking { is_known, ..asking };
        if is_known || tried.one_time {
            return Ok(asking);
        }
        let Exhausted { seconds } = match self.unknown.take(&tried.account) {
            Ok(()) if self.count(tried.account, Failed::Elsewhere) => return Ok(asking),
            Ok(()) => Exhausted { seconds: CLOSED },
            Err(exhausted) => exhausted,
        };
        let detail = format!(
            "Somebody tries passwords of this account, so that its password is not tried from new addresses just now. You can sign in from an address where you did before, or where a device of yours is signed in, or with a one-time password of whoever runs the service; or try again in {seconds} seconds."
        );
        Err(Problem::new(Code::TooManyAttempts, detail).retry_after(seconds))
    }

    /// Counts a try of somebody who is signed in to prove once more who they are, or refuses it. It counts as failed until
    /// [`came_in`](Self::came_in). What others try who are not signed in does not hold them up.
    pub(crate) fn prove(&self, tried: Attempt) -> Result<Asking, Problem> {
        let asking = self.ask(tried)?;
        if self.count(tried.account, Failed::SignedIn) {
            return Ok(asking);
        }
        let detail = "Somebody who is signed in to this account tried wrong passwords. Sign in again with the right one; then it is asked for here as before.";
        Err(Problem::new(Code::TooManyAttempts, detail).retry_after(CLOSED))
    }

    fn ask(&self, tried: Attempt) -> Result<Asking, Problem> {
        self.accounts.take(&tried.key()).map_err(too_many)?;
        let (network, is_known) = (tried.network, true);
        Ok(Asking { network, is_known })
    }

    /// Notes that somebody knew the password of an account: its failed tries count no more, and it knows the address.
    pub(crate) fn came_in(&self, tried: Attempt) {
        let mut counts = self.failed();
        for together in Failed::ALL {
            counts.remove(&(tried.account, together));
        }
        drop(counts);
        let (last, failed) = (self.clock.now(), Some(0));
        self.note_known(tried.key(), |_| Known { last, failed });
    }

    /// Notes that somebody holds a session of an account, so that it knows the address. What failed there still counts: it was not
    /// the password that they showed.
    pub(crate) fn holds_session(&self, request: &HttpRequest, user: UserId) {
        self.session_at(ClientNetwork::of(request), user);
    }

    fn session_at(&self, network: ClientNetwork, user: UserId) {
        let last = self.clock.now();
        self.note_known((network, Account::User(user)), |before| Known {
            last,
            failed: before.and_then(|known| known.failed),
        });
    }

    /// Counts a try to sign up, or refuses it.
    pub(crate) fn sign_up(&self, request: &HttpRequest) -> Result<Asking, Problem> {
        let (network, is_known) = (ClientNetwork::of(request), false);
        self.sign_ups.take(&network).map_err(too_many)?;
        Ok(Asking { network, is_known })
    }

    /// Counts a try as failed if it is at an address that the account knows, unless too many failed there: then it is as any other.
    fn count_at_known(&self, tried: Attempt) -> bool {
        let mut known = self.known();
        let Some(at) = known.get_mut(&tried.key()) else {
            return false;
        };
        match &mut at.failed {
            None => self.count(tried.account, Failed::AtSessions),
            Some(failed) if *failed < MOST_FAILED => {
                *failed += 1;
                true
            }
            Some(_) => false,
        }
    }

    /// Counts a try as failed with those that fail together, unless too many did.
    fn count(&self, account: Account, together: Failed) -> bool {
        let mut failed = self.failed();
        let count = failed.entry((account, together)).or_default();
        if *count >= MOST_FAILED {
            return false;
        }
        *count += 1;
        if failed.len() > COUNTED {
            forget_fewest(&mut failed);
        }
        true
    }

    fn note_known(&self, key: (ClientNetwork, Account), now: impl FnOnce(Option<&Known>) -> Known) {
        let mut known = self.known();
        let now = now(known.get(&key));
        known.insert(key, now);
        if known.len() > KNOWN {
            forget_oldest(&mut known);
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<(ClientNetwork, Account), Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self) -> MutexGuard<'_, HashMap<(Account, Failed), u32>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn forget_oldest(known: &mut HashMap<(ClientNetwork, Account), Known>) {
    let mut times: Vec<Instant> = known.values().map(|known| known.last).collect();
    times.sort_unstable();
    if let Some(oldest) = times.get(KNOWN / FORGOTTEN).copied() {
        known.retain(|_, known| known.last >= oldest);
    }
}

/// Whoever tries many accounts has none forgotten at which much was tried.
fn forget_fewest(failed: &mut HashMap<(Account, Failed), u32>) {
    let mut counts: Vec<u32> = failed.values().copied().collect();
    counts.sort_unstable();
    if let Some(fewest) = counts.get(COUNTED / FORGOTTEN).copied() {
        failed.retain(|_, count| *count > fewest);
    }
}

pub(crate) fn too_many(Exhausted { seconds }: Exhausted) -> Problem {
    let detail = format!("There were too many attempts. Try again in {seconds} seconds.");
    Problem::new(Code::TooManyAttempts, detail).retry_after(seconds)
}

#[cfg(test)]
mod tests;
