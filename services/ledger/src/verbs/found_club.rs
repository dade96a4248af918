//! A club begins.

use crate::{Club, Ledger, Result, UserId, Written};

/// A new club; its founder becomes its first owner.
#[derive(Debug, Clone)]
pub struct FoundClub {
    /// The founder.
    pub actor: UserId,
    /// The route, as the caller names it.
    pub route: &'static str,
    /// The client's idempotency key, 1–255 bytes.
    pub key: String,
    /// A hash of the request.
    pub fingerprint: [u8; 32],
    /// What it is called.
    pub name: String,
    /// Its time zone, an IANA name; not checked here.
    pub time_zone: String,
}

impl Ledger {
    /// A club begins. Its id follows from founder and key, so that a repeated request finds it again.
    pub async fn found_club(&self, new: FoundClub) -> Result<Written<Club>> {
        let _ = new;
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
