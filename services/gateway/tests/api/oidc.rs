//! Signing in with the tokens of an OIDC issuer: a real one, on this machine.

mod attacks;
mod fetching;
pub(crate) mod issuer;
mod linking;
mod under_tls;
