//! `faan signer`: signs checkpoints of the ledgers, and refuses ledgers that contradict earlier checkpoints.

use std::time::{Duration, Instant};

use host::{Failure, Signals, mention};
use ledger::{SignerLedger, WorkNotifications};

use crate::config;
use crate::worker::{self, Worker};

mod keys;
mod lease;
mod log;
mod measure;
mod record;
mod refusal;
pub mod restore;
mod round;
mod witnesses;

use keys::Keys;
pub use keys::new_key;
use lease::Lease;
use log::Log;
use record::Record;
use refusal::Why;
use round::Signer;
use witnesses::Witnesses;

/// A signer before its first round.
pub struct Ready {
    signer: Signer,
    lease: Lease,
    witnesses: Witnesses,
    database_url: String,
    every: Duration,
    /// The verifier keys of the service.
    pub keys: Vec<String>,
    /// The verifier keys of the directory, for witnesses.
    directory_keys: Vec<String>,
}

pub async fn run(config: config::Signer) -> Result<(), Failure> {
    let mut signals = Signals::listen()?;
    let ready = Ready::open(&config).await?;
    for key in &ready.keys {
        mention(&format!("signer signs with {key}"));
    }
    for key in &ready.directory_keys {
        mention(&format!("witnesses know its directory by {key}"));
    }
    ready
        .run(async {
            signals.next().await;
        })
        .await
}

impl Ready {
    /// Opens the record, and connects to the database.
    pub async fn open(config: &config::Signer) -> Result<Ready, Failure> {
        Ready::open_with(config, witnesses::DEADLINE).await
    }

    /// The same, which gives each witness so much time to answer.
    async fn open_with(config: &config::Signer, deadline: Duration) -> Result<Ready, Failure> {
        let config::Signer { place, keys: told } = config;
        measure::describe();
        let keys = Keys::told(&told.files)?;
        let record = Record::open(&place.signer_record, keys.service())?;
        let public = keys.public();
        let of_directory = public.iter().map(|key| key.for_directory().to_string());
        let ledger = SignerLedger::connect(&place.signer_database_url).await?;
        let witnesses = Witnesses::connect(&place.signer_database_url, &told.witnesses, deadline);
        Ok(Ready {
            signer: Signer::new(ledger, keys, record).await?,
            lease: Lease::default(),
            witnesses: witnesses.await?,
            database_url: place.signer_database_url.clone(),
            every: Duration::from_secs(told.sign_every),
            directory_keys: of_directory.collect(),
            keys: public.iter().map(ToString::to_string).collect(),
        })
    }

    /// Signs checkpoints and asks for cosignatures, until the future `stop` resolves.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), Failure> {
        let _asking = self.witnesses.ask();
        worker::run(self, stop).await;
        Ok(())
    }
}

impl Worker for Ready {
    const NAME: &'static str = "signer";

    // A round writes its record to the disk. With a round for each match that ends, a busy service would wait for the disk many times a second.
    const PAUSE: Duration = Duration::from_millis(250);

    fn every(&self) -> Duration {
        self.every
    }

    async fn listen(&self) -> ledger::Result<WorkNotifications> {
        WorkNotifications::of_signer(&self.database_url).await
    }

    async fn comes_due(&mut self) {
        self.lease.comes_due().await;
    }

    /// Signs the clubs that wait after a notification, but for those that were signed often of late, and all clubs after an interval, unless another
    /// signer does.
    async fn work(&mut self, woken: bool) -> Result<(), Failure> {
        if self.lease.take(&mut self.signer, Instant::now()).await? {
            self.signer.round(!woken).await?;
            self.lease.give_back_if_useless(&self.signer).await?;
            self.witnesses.tell();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
