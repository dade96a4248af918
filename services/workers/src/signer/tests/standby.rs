//! Two signers with records of their own on one database: one signs, and the other takes over.

use std::time::{Duration, Instant};

use host::Failure;
use ledger::test_database::{TestDatabase, with_parameters};
use ledger::{ClubId, Error, Retry, SignerLedger};

use super::super::lease::{Lease, PATIENCE};
use super::super::restore::restore;
use super::Scene;
use super::crashes::connect;
use crate::config::{RestoreRecord, SignerPlace};
use crate::signer::record::Record;
use crate::signer::round::Signer;
use crate::signer::{Keys, Log};

/// How long to wait before something is looked at again.
const PAUSE: Duration = Duration::from_millis(20);

/// A signer with a record in this folder, and its clock.
struct Candidate {
    signer: Signer,
    lease: Lease,
    now: Instant,
}

impl Candidate {
    async fn new(scene: &Scene, record: &str) -> Candidate {
        Candidate::on(&scene.database, scene, record).await
    }

    /// One on another database than that of the scene.
    async fn on(database: &TestDatabase, scene: &Scene, record: &str) -> Candidate {
        Candidate::at(&database.signer_url(), scene, record).await
    }

    async fn at(url: &str, scene: &Scene, record: &str) -> Candidate {
        let keys = Keys::read(&scene.folder.join("key"), None).unwrap();
        let record = Record::open(&scene.folder.join(record), keys.service()).unwrap();
        let ledger = SignerLedger::connect(url).await;
        Candidate {
            signer: Signer::new(ledger.unwrap(), keys, record).await.unwrap(),
            lease: Lease::default(),
            now: Instant::now(),
        }
    }

    /// Signs if it is the one that may, and says whether it is.
    async fn works(&mut self) -> bool {
        self.try_to_work().await.unwrap()
    }

    async fn try_to_work(&mut self) -> Result<bool, Failure> {
        let may = self.lease.take(&mut self.signer, self.now).await?;
        if may {
            self.signer.round(true).await?;
            self.lease.give_back_if_useless(&self.signer).await?;
        }
        Ok(may)
    }

    /// Whether it signs nothing, also when no signer has had the lease for some time.
    async fn stands_by(&mut self) -> bool {
        let before = self.works().await;
        self.now += PATIENCE;
        !before && !self.works().await
    }

    fn recorded(&self, club: ClubId) -> u64 {
        self.signer.record.last(Log::Club(club)).unwrap().size
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
        let end = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
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
    assert!(standby.stands_by().await);
    // It knows what was signed, whatever becomes of the database, and that somebody else signed it.
    assert_eq!(standby.recorded(club), 3);
    drop(standby);
    let mut standby = Candidate::new(&scene, "standby").await;
    drop(first);
    while !standby.signer.ledger.is_lease_free().await.unwrap() {
        tokio::time::sleep(PAUSE).await;
    }
    assert!(!standby.works().await);
    standby.now += PATIENCE - Duration::from_nanos(1);
    assert!(!standby.works().await);
    standby.now += Duration::from_nanos(1);
    for _ in 0..2 {
        assert!(standby.works().await);
    }
    assert_eq!(scene.signed(club).await, [1, 3, 5]);
    let state = scene.ledger.signer_state().await.unwrap();
    assert_eq!(state.refusals, []);
    // The first comes back: it is the standby now, and takes over in its turn.
    let mut first = Candidate::new(&scene, "record").await;
    assert!(!first.works().await);
    drop(standby);
    scene.grow(club, 1).await;
    while !first.works().await {
        tokio::time::sleep(PAUSE).await;
        first.now += PATIENCE;
    }
    assert_eq!(scene.signed(club).await, [1, 3, 5, 6]);
    let state = scene.ledger.signer_state().await.unwrap();
    assert_eq!(state.refusals, []);
    assert_eq!(first.recorded(club), 6);
}

/// Whoever signed last takes the lease again at once, and one that has lost it to another stores nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_signer_without_the_lease_stores_nothing() {
    let scene = Scene::new().await;
    let club = scene.found_club("one").await;
    let soon = "connect_timeout=60&options=-c%20lock_timeout%3D1s";
    let url = with_parameters(&scene.database.signer_url(), soon);
    let mut first = Candidate::at(&url, &scene, "record").await;
    assert!(first.works().await);
    scene.restore_into("standby").await;
    let standby = Candidate::new(&scene, "standby").await;
    scene.disconnect_signers().await;
    // The connection is found to be dead by whoever uses it first, and the next may be cut off once when the heartbeat finds out.
    let mut worked = first.try_to_work().await;
    for _ in 0..2 {
        worked = match worked {
            Err(_) => first.try_to_work().await,
            worked => worked,
        };
    }
    assert!(worked.unwrap());
    scene.grow(club, 2).await;
    scene.disconnect_signers().await;
    // Another is faster now, as one would be that is not this program.
    while !matches!(standby.signer.ledger.take_lease().await, Ok(true)) {
        // The server ends a connection, and the lease with it, a moment after it was told to.
        tokio::time::sleep(PAUSE).await;
    }
    let is_held_up = |failure: &Failure| {
        let refused = failure.downcast_ref::<Error>();
        matches!(
            refused,
            Some(Error::Unavailable {
                retry: Retry::Now,
                ..
            })
        )
    };
    let refused = match first.signer.round(true).await {
        Err(error) if is_held_up(&error) => Err(error),
        _ => first.signer.round(true).await,
    };
    assert!(is_held_up(&refused.unwrap_err()));
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

/// The database goes back to before something that was signed. Whoever signed it refuses the database; no standby takes it over, whatever
/// it knows and whether that signer is still there.
#[tokio::test(flavor = "multi_thread")]
async fn no_standby_signs_a_second_history() {
    let scene = Scene::new().await;
    let club = scene.found_club("one").await;
    let before_all = scene.database.backup().await;
    let mut first = Candidate::new(&scene, "record").await;
    assert!(first.works().await);
    for record in ["late", "follows"] {
        scene.restore_into(record).await;
    }
    drop(first);
    let before = scene.database.backup().await;
    scene.grow(club, 2).await;
    let mut first = Candidate::new(&scene, "record").await;
    assert!(first.works().await);
    let mut follows = Candidate::new(&scene, "follows").await;
    assert!(follows.stands_by().await);
    drop((first, follows));

    let gone = "heads in it that are not the 2 that were signed";
    // One that knows of more than the database has refuses it by itself.
    let restored = [
        (before, Some(1), &["empty", "late"][..]),
        (before_all, None, &["empty"]),
    ];
    for (database, signed, standbys) in restored {
        let restored = scene.on(database).await;
        restored.grow(club, 7).await;
        let mut first = Candidate::on(&restored.database, &scene, "record").await;
        assert!(first.works().await);
        for record in standbys {
            let mut standby = Candidate::on(&restored.database, &scene, record).await;
            assert!(standby.stands_by().await, "{record}, {signed:?}");
        }
        drop(first);
        for record in standbys {
            let mut standby = Candidate::on(&restored.database, &scene, record).await;
            assert!(standby.stands_by().await, "{record} alone, {signed:?}");
        }
        let config = RestoreRecord {
            place: SignerPlace {
                signer_database_url: restored.database.signer_url(),
                signer_record: scene.folder.join("new"),
            },
            files: scene.log_key_files(),
            kept: Vec::new(),
        };
        let refused = restore(&config).await.unwrap_err().to_string();
        assert!(
            refused.contains("a signer refuses this database"),
            "{refused}"
        );
        let mut follows = Candidate::on(&restored.database, &scene, "follows").await;
        assert!(follows.works().await);
        let latest = restored.ledger.checkpoint(club, None).await.unwrap();
        assert_eq!(latest.map(|latest| latest.size), signed);
        let state = restored.ledger.signer_state().await.unwrap();
        let reasons = state.refusals.into_iter().map(|refusal| refusal.reason);
        assert!(
            reasons.clone().any(|reason| reason.contains(gone)),
            "{reasons:?}"
        );
    }
}

/// The database goes back to what one signer signed last, after which another one signed.
#[tokio::test(flavor = "multi_thread")]
async fn who_signed_before_signs_no_second_history() {
    let scene = Scene::new().await;
    let club = scene.found_club("one").await;
    let mut first = Candidate::new(&scene, "record").await;
    assert!(first.works().await);
    scene.restore_into("second").await;
    drop(first);
    let (before, again) = (scene.database.backup().await, scene.database.backup().await);
    scene.grow(club, 2).await;
    let mut second = Candidate::new(&scene, "second").await;
    assert!(!second.works().await);
    second.now += PATIENCE;
    assert!(second.works().await);
    assert_eq!(scene.signed(club).await, [1, 3]);
    drop(second);

    let restored = scene.on(before).await;
    restored.grow(club, 1).await;
    let mut second = Candidate::on(&restored.database, &scene, "second").await;
    assert!(second.works().await);
    let mut first = Candidate::on(&restored.database, &scene, "record").await;
    assert!(first.stands_by().await);
    drop((first, second));
    let latest = restored.ledger.checkpoint(club, None).await.unwrap();
    assert_eq!(latest.unwrap().size, 1);

    // The one that knows more comes later, and says so although the other has the lease.
    let restored = scene.on(again).await;
    let mut first = Candidate::on(&restored.database, &scene, "record").await;
    assert!(first.works().await);
    let mut second = Candidate::on(&restored.database, &scene, "second").await;
    assert!(!second.works().await);
    restored.grow(club, 1).await;
    assert!(first.stands_by().await);
    let latest = restored.ledger.checkpoint(club, None).await.unwrap();
    assert_eq!(latest.unwrap().size, 1);
}
