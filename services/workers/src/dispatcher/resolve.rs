//! Where a name leads, and that nothing is connected to but what was looked at.

use std::net::SocketAddr;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::net::lookup_host;
use webhooks::Reach;

/// What the system knows of names.
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

/// Resolves names, and answers only addresses that may be reached. The client connects to these very addresses and looks none up itself, so a
/// name that leads elsewhere a moment later leads nobody there.
pub(super) struct Guarded {
    pub(super) names: Arc<dyn Resolve>,
    pub(super) reach: Reach,
    /// Whether what is connected to is spoken to over TLS.
    pub(super) secure: bool,
}

/// A name leads nowhere.
#[derive(Debug, thiserror::Error)]
#[error("the name is not resolved")]
pub(super) struct Unresolved;

/// A name leads to where no webhook may be. One such address among others is enough.
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
