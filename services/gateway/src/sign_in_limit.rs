//! How often signing in and up may be tried.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::HttpRequest;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::bodies::field::Email;
use crate::problem::{Code, Problem};

/// Ten tries for one account from one address, then one every half a minute.
const PER_ACCOUNT: (NonZeroU32, Duration) = (NonZeroU32::new(10).unwrap(), Duration::from_secs(30));
/// Two hundred tries from one address, whatever the account, then one a second.
pub(crate) const PER_ADDRESS: (NonZeroU32, Duration) =
    (NonZeroU32::new(200).unwrap(), Duration::from_secs(1));
/// Above this many remembered keys, those that are back at rest are forgotten.
pub(crate) const REMEMBERED: usize = 10_000;

/// Counts tries.
pub(crate) struct SignInLimit {
    accounts: DefaultKeyedRateLimiter<(IpAddr, String)>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
}

impl SignInLimit {
    pub(crate) fn new() -> Self {
        Self {
            accounts: RateLimiter::keyed(quota(PER_ACCOUNT)),
            addresses: RateLimiter::keyed(quota(PER_ADDRESS)),
        }
    }

    /// Counts a try to sign in, or refuses it.
    pub(crate) fn sign_in(&self, request: &HttpRequest, email: &Email) -> Result<(), Problem> {
        let address = address(request);
        self.from(address)?;
        let account = (address, email.folded());
        self.accounts.check_key(&account).map_err(too_many)
    }

    /// Counts a try to sign up, or refuses it.
    pub(crate) fn sign_up(&self, request: &HttpRequest) -> Result<(), Problem> {
        self.from(address(request))
    }

    fn from(&self, address: IpAddr) -> Result<(), Problem> {
        if self.accounts.len() + self.addresses.len() > REMEMBERED {
            self.accounts.retain_recent();
            self.addresses.retain_recent();
        }
        self.addresses.check_key(&address).map_err(too_many)
    }
}

/// The address of the other end of the connection; what a header claims is not believed.
pub(crate) fn address(request: &HttpRequest) -> IpAddr {
    let peer = request.peer_addr().map(|peer| peer.ip());
    peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

pub(crate) fn quota((burst, period): (NonZeroU32, Duration)) -> Quota {
    Quota::with_period(period)
        .unwrap_or(Quota::per_minute(NonZeroU32::MIN))
        .allow_burst(burst)
}

pub(crate) fn too_many(until: governor::NotUntil<governor::clock::QuantaInstant>) -> Problem {
    let wait = until.wait_time_from(DefaultClock::default().now());
    let seconds = wait.as_secs() + 1;
    let detail = format!("There were too many attempts. Try again in {seconds} seconds.");
    Problem::new(Code::TooManyAttempts, detail).retry_after(seconds)
}
