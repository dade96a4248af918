//! The settings of the workers: flags and environment variables.

mod auditor;
mod dispatcher;
mod signer;
mod witness;

pub use auditor::Auditor;
pub use dispatcher::{Dispatcher, Receivers, Webhooks};
pub use signer::{LogKeyFiles, LogKeys, RestoreRecord, Signer, SignerPlace};
pub use witness::Witness;
