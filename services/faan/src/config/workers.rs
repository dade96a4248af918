//! The workers, each as a service of its own.

use ::workers::config::{Auditor, Dispatcher, Signer};
use clap::Args;

use super::telemetry::Telemetry;

#[derive(Debug, Args)]
pub(crate) struct SignerAlone {
    #[command(flatten)]
    pub(crate) signer: Signer,
    #[command(flatten)]
    pub(crate) telemetry: Telemetry,
}

#[derive(Debug, Args)]
pub(crate) struct AuditorAlone {
    #[command(flatten)]
    pub(crate) auditor: Auditor,
    #[command(flatten)]
    pub(crate) telemetry: Telemetry,
}

#[derive(Debug, Args)]
pub(crate) struct DispatcherAlone {
    #[command(flatten)]
    pub(crate) dispatcher: Dispatcher,
    #[command(flatten)]
    pub(crate) telemetry: Telemetry,
}
