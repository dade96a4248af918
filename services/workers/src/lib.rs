//! The workers beside the gateway: the signer signs the ledgers, the auditor carries out audits, and the dispatcher sends to webhooks.
#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod auditor;
pub mod config;
pub mod dispatcher;
pub mod signer;
mod worker;
