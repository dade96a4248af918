//! Which library computes: ring, for TLS and for JSON Web Tokens.

use std::sync::Arc;

use rustls::crypto::{CryptoProvider, ring};

use crate::jwt_provider;

/// What TLS is computed with.
pub(crate) fn of_tls() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// Makes ring the library of this process, for HTTP clients and for tokens: both panic without one. Whoever makes such a client or
/// reads tokens calls it first. It may be called again.
pub fn install_crypto_providers() {
    // Each fails if there is one already, which a call before this has installed.
    let _ = ring::default_provider().install_default();
    let _ = jwt_provider::RING.install_default();
}
