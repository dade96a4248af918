//! The handle on the database.

use crate::Result;

/// How to reach the database.
#[derive(Debug, Clone)]
pub struct Config {
    /// `postgres://user:password@host:port/database`, of the application's role.
    pub url: String,
    /// How many connections at most.
    pub pool_size: usize,
}

/// A handle on the ledger's database. Cheap to clone.
#[derive(Clone)]
pub struct Ledger {}

impl Ledger {
    /// Connects, and refuses a role that may do more than it should. Call it on the multi-thread runtime: the
    /// connections live there.
    pub async fn connect(config: &Config) -> Result<Self> {
        let _ = config;
        Err(crate::Error::Bug("unbuilt".into()))
    }

    /// A real round trip to the database.
    pub async fn ready(&self) -> Result<()> {
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
