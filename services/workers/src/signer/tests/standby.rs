//! Two signers with records of their own on one database: one signs, and the other takes over.

use std::time::Duration;

use ledger::SignerLedger;

use super::super::lease::Lease;
use super::super::restore::restore;
use super::Scene;
use super::crashes::connect;
use crate::config::RestoreRecord;
use crate::signer::record::Record;
use crate::signer::round::Signer;
use crate::signer::{Keys, Log};

const PATIENCE: Duration = Duration::from_millis(300);

/// A signer with a record in this folder.
struct Candidate {
    signer: Signer,
    lease: Lease,
}

impl Candidate {
    async fn new(scene: &Scene, record: &str) -> Candidate {
        let keys = Keys::read(&scene.folder.join("key"), None).unwrap();
        let record = Record::open(&scene.folder.join(record), keys.service()).unwrap();
        let ledger = SignerLedger::connect(&scene.database.signer_url()).await;
        Candidate {
            signer: Signer::new(ledger.unwrap(), keys, record).await.unwrap(),
            lease: Lease::new(PATIENCE),
        }
    }

    /// Signs if it is the one that may, and says whether it is.
    async fn works(&mut self) -> bool {
        let may = self.lease.take(&mut self.signer).await.unwrap();
        if may {
            self.signer.round(true).await.unwrap();
            self.lease.give_back_if_useless(&self.signer).await.unwrap();
        }
        may
    }
}

impl Scene {
    /// Makes a record for a standby, as `faan restore-record` does.
    async fn restore_into(&self, record: &str) {
        let config = RestoreRecord {
            place: self.place(record),
            files: self.log_key_files(),
            kept: Vec::new(),
        };
        restore(&config).await.unwrap();
    }

    /// Ends all connections of signers, as when the primary is lost.
    async fn disconnect_signers(&self) {
        let client = connect(&self.database.admin_url()).await;
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND usename LIKE '%signer%'";
        client.batch_execute(end).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_goes_on_from_what_the_other_signed() {
    let scene = Scene::new().await;
    let club = scene.found_club("one").await;
    let mut first = Candidate::new(&scene, "record").await;
    assert!(first.works().await);
    scene.restore_into("standby").await;
    let mut standby = Candidate::new(&scene, "standby").await;
    scene.grow(club, 2).await;
    assert!(first.works().await);
    scene.grow(club, 2).await;
    // As long as the first has the lease, and for some time after it.
    assert!(!standby.works().await);
    tokio::time::sleep(PATIENCE).await;
    assert!(!standby.works().await);
    drop(first);
    while !standby.signer.ledger.is_lease_free().await.unwrap() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(!standby.works().await);
    tokio::time::sleep(PATIENCE).await;
    assert!(standby.works().await);
    assert_eq!(scene.signed(club).await, [1, 3, 5]);
    let state = scene.ledger.signer_state().await.unwrap();
    assert_eq!(state.refusals, []);
    // The first comes back: it is the standby now, and takes over in its turn.
    let mut first = Candidate::new(&scene, "record").await;
    assert!(!first.works().await);
    drop(standby);
    scene.grow(club, 1).await;
    let until = tokio::time::Instant::now() + Duration::from_secs(10);
    while !first.works().await {
        assert!(tokio::time::Instant::now() < until, "it never takes over");
        tokio::time::sleep(PATIENCE).await;
    }
    assert_eq!(scene.signed(club).await, [1, 3, 5, 6]);
    let state = scene.ledger.signer_state().await.unwrap();
    assert_eq!(state.refusals, []);
    let recorded = first.signer.record.last(Log::Club(club)).unwrap();
    assert_eq!(recorded.size, 6);
}

/// Whoever signed last takes the lease again at once, and one that has lost it to another stores nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_signer_without_the_lease_stores_nothing() {
    let scene = Scene::new().await;
    let club = scene.found_club("one").await;
    let mut first = Candidate::new(&scene, "record").await;
    assert!(first.works().await);
    scene.restore_into("standby").await;
    let standby = Candidate::new(&scene, "standby").await;
    scene.disconnect_signers().await;
    // The connection is found to be dead by whoever uses it first.
    first.lease.take(&mut first.signer).await.ok();
    assert!(first.works().await);
    scene.grow(club, 2).await;
    scene.disconnect_signers().await;
    // Another is faster now, as one would be that is not this program.
    let until = tokio::time::Instant::now() + Duration::from_secs(10);
    while !matches!(standby.signer.ledger.take_lease().await, Ok(true)) {
        // The server ends a connection, and the lease with it, a moment after it was told to.
        assert!(tokio::time::Instant::now() < until, "the lease is not free");
        tokio::time::sleep(PATIENCE).await;
    }
    let refused = first.signer.round(true).await;
    let refused = match refused {
        Err(error) if error.to_string().contains("lock timeout") => Err(error),
        _ => first.signer.round(true).await,
    };
    assert!(refused.unwrap_err().to_string().contains("lock timeout"));
    assert_eq!(scene.signed(club).await, [1]);
}

/// A signer that knows nothing says so, and leaves the lease to one that goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_signer_without_a_record_keeps_no_lease() {
    let scene = Scene::new().await;
    let club = scene.found_club("one").await;
    let mut first = Candidate::new(&scene, "record").await;
    assert!(first.works().await);
    let mut empty = Candidate::new(&scene, "empty").await;
    assert!(!empty.works().await);
    first.signer.ledger.give_lease_back().await.unwrap();
    assert!(empty.works().await);
    let state = scene.ledger.signer_state().await.unwrap();
    assert!(!state.refusals.is_empty());
    scene.grow(club, 1).await;
    assert!(first.works().await);
    let state = scene.ledger.signer_state().await.unwrap();
    assert_eq!(state.refusals, []);
    assert_eq!(scene.signed(club).await, [1, 2]);
}
