//! Resolves the names of receivers, and refuses addresses that webhooks may not reach.

use std::net::SocketAddr;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::net::lookup_host;
use webhooks::Reach;

/// The resolver of the system.
pub(super) struct System;

impl Resolve for System {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = lookup_host((name.as_str(), 0)).await;
            let found: Vec<SocketAddr> = found.map_err(|_| Unresolved)?.collect();
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Resolves names to permitted addresses only. The client connects to exactly these addresses and resolves no names itself, so a change
/// of the name after the check has no effect.
pub(super) struct Guarded {
    pub(super) names: Arc<dyn Resolve>,
    pub(super) reach: Reach,
    /// Whether the connections use TLS.
    pub(super) secure: bool,
}

/// The name cannot be resolved.
#[derive(Debug, thiserror::Error)]
#[error("the name is not resolved")]
pub(super) struct Unresolved;

/// At least one address of the name is not permitted for webhooks.
#[derive(Debug, thiserror::Error)]
#[error("the name leads to where no webhook may be")]
pub(super) struct Refused;

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let (names, reach, secure) = (self.names.resolve(name), self.reach.clone(), self.secure);
        Box::pin(async move {
            let found: Vec<SocketAddr> = names.await?.collect();
            if found.is_empty() {
                return Err(Unresolved.into());
            }
            let admitted = |found: &SocketAddr| reach.admits(found.ip(), secure);
            if !found.iter().all(admitted) {
                return Err(Refused.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
