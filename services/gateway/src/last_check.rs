//! The last answer of the readiness check.

use std::time::Instant;

use ledger::SignerState;
use tokio::sync::Mutex;

use crate::problem::Problem;

/// What the database and the engine answered last, and when. Everybody may call `/readyz` at any rate: the two are asked twice a second at
/// most, and callers in between wait for the same answer.
#[derive(Default)]
pub(crate) struct LastCheck(pub(crate) Mutex<Option<(Instant, Result<SignerState, Problem>)>>);
