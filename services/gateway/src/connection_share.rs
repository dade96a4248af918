//! The share of all connections that one client may have. Behind a trusted proxy, whose connections serve many clients, requests that
//! are under way count in their place.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::client_address::ClientNetwork;

/// Counts the connections of each client, and its requests through trusted proxies.
pub(crate) struct ConnectionShare {
    limit: usize,
    open: Mutex<HashMap<ClientNetwork, usize>>,
}

/// One of a client's connections, or of its requests through a trusted proxy, for as long as this is kept.
pub(crate) struct Permit {
    share: Arc<ConnectionShare>,
    network: ClientNetwork,
}

impl ConnectionShare {
    /// At most so many of one client.
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        let open = Mutex::default();
        Arc::new(Self { limit, open })
    }

    /// How many one client may have.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// One more of a client; `None` if it has its share.
    pub(crate) fn take(self: &Arc<Self>, network: ClientNetwork) -> Option<Permit> {
        let mut open = self.open();
        let count = open.entry(network).or_default();
        if *count >= self.limit {
            return None;
        }
        *count += 1;
        let share = self.clone();
        Some(Permit { share, network })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<ClientNetwork, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Entry::Occupied(mut count) = self.share.open().entry(self.network) {
            match count.get() {
                0 | 1 => {
                    count.remove();
                }
                more => *count.get_mut() = more - 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_its_share_and_no_more() {
        let share = ConnectionShare::new(2);
        let network = |text: &str| ClientNetwork::of_address(text.parse().unwrap());
        let (one, other) = (network("192.0.2.1"), network("192.0.2.2"));
        let first = share.take(one).unwrap();
        let second = share.take(one).unwrap();
        assert!(share.take(one).is_none());
        assert!(share.take(other).is_some());
        drop(first);
        let third = share.take(one).unwrap();
        assert!(share.take(one).is_none());
        drop((second, third));
        assert!(share.open().is_empty(), "who is gone is not kept");
    }
}
