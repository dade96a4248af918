//! Witnesses: they check that the directory only grows, and cosign it (c2sp.org/tlog-witness).
//!
//! Each witness is asked independently of the others. The signing does not wait for witnesses.

use std::collections::BTreeSet;
use std::time::Duration;

use evidence::WitnessKey;
use host::Failure;
use ledger::SignerLedger;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::config::Witness;
use crate::signer::measure::{self, Answered};
use ask::{Asker, Trouble};

mod ask;

/// The timeout for the answer of a witness.
pub(super) const DEADLINE: Duration = Duration::from_secs(10);
/// The first and the longest delay after an error.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(5 * 60);

/// The witnesses of the service.
pub(crate) struct Witnesses {
    askers: Vec<Asker>,
    /// Notified after every round.
    rounds: watch::Sender<()>,
}

impl Witnesses {
    /// Connects to the database with a connection of its own.
    pub(crate) async fn connect(
        database_url: &str,
        witnesses: &[Witness],
        deadline: Duration,
    ) -> Result<Witnesses, Failure> {
        let keys: Vec<WitnessKey> = witnesses.iter().map(|one| one.key.clone()).collect();
        check_different(&keys)?;
        let ledger = SignerLedger::connect(database_url).await?;
        ledger.use_witnesses(&keys).await?;
        let askers = witnesses
            .iter()
            .map(|witness| Asker::new(witness, &ledger, deadline));
        Ok(Witnesses {
            askers: askers.collect::<Result<_, _>>()?,
            rounds: watch::Sender::new(()),
        })
    }

    /// Notifies the witnesses that there may be a new checkpoint.
    pub(crate) fn tell(&self) {
        self.rounds.send_replace(());
    }

    /// Asks all witnesses now and after each notification, until the future is dropped.
    pub(crate) fn ask(&self) -> JoinSet<()> {
        let mut asking = JoinSet::new();
        for asker in &self.askers {
            asking.spawn(keep_asking(asker.clone(), self.rounds.subscribe()));
        }
        asking
    }
}

/// Checks that no witness is given twice, since two requests to one witness would conflict.
fn check_different(keys: &[WitnessKey]) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    match keys.iter().find(|key| !seen.insert(key.to_string())) {
        Some(twice) => Err(format!("the witness {twice} is named twice").into()),
        None => Ok(()),
    }
}

async fn keep_asking(asker: Asker, mut rounds: watch::Receiver<()>) {
    let name = asker.witness.key.name();
    let mut wait = FIRST_WAIT;
    loop {
        match asker.ask().await {
            Ok(()) => {
                measure::witness(Answered::Cosigned);
                wait = FIRST_WAIT;
                if rounds.changed().await.is_err() {
                    return;
                }
                continue;
            }
            Err(Trouble::Dispute(dispute)) => {
                measure::witness(Answered::Disputed);
                tracing::error!(witness = name, %dispute, "a witness disputes the directory");
            }
            Err(trouble) => {
                measure::witness(Answered::Failed);
                tracing::warn!(witness = name, %trouble, "a witness does not cosign");
            }
        }
        sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

#[cfg(test)]
mod tests;
