//! Real witnesses over HTTP, and who else may answer: what is stored of it, and that signing goes on.

mod disputes;
mod witness;

use std::time::Duration;

use evidence::{Checkpoint, SignedNote};
use ledger::{ClubId, SignerLedger};

use super::ask::{Asker, Trouble};
use crate::config;
use crate::signer::Ready;
use crate::signer::tests::Scene;
use tokio::time::sleep;
use witness::{Mood, Witness};

const PAUSE: Duration = Duration::from_millis(20);

const HOUR: Duration = Duration::from_secs(3_600);

impl Scene {
    async fn asker(&self, witness: &Witness) -> Asker {
        self.asker_within(HOUR, witness).await
    }

    /// One that waits so long for an answer.
    async fn asker_within(&self, deadline: Duration, witness: &Witness) -> Asker {
        let ledger = SignerLedger::connect(&self.database.signer_url()).await;
        Asker::new(&witness.setting(), &ledger.unwrap(), deadline).unwrap()
    }

    /// Appends to the club, and signs it.
    async fn grow_and_sign(&self, club: ClubId) {
        self.grow(club, 1).await;
        self.signer().await.round(true).await.unwrap();
    }

    async fn directory(&self) -> SignedNote {
        let latest = self.ledger.directory_checkpoint().await.unwrap();
        latest.unwrap().note
    }
}

/// Whether the witness cosigned it.
fn is_by(note: &SignedNote, witness: &Witness) -> bool {
    let by = note.verify(&[], &[witness.key()]);
    by.is_ok_and(|by| by.witnessed.len() == 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_directory_is_cosigned_as_it_grows() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    let (one, two) = (
        Witness::start(1, &scene.key()),
        Witness::start(2, &scene.key()),
    );
    let (first, second) = (scene.asker(&one).await, scene.asker(&two).await);
    first.ask().await.unwrap();
    assert!(one.now().asked.is_empty(), "nothing is signed yet");
    for size in 1..=7 {
        scene.grow_and_sign(club).await;
        assert_eq!(scene.directory().await.signatures().len(), 1);
        first.ask().await.unwrap();
        first.ask().await.unwrap();
        assert_eq!(one.now().asked, (0..size).collect::<Vec<_>>());
        assert!(is_by(&scene.directory().await, &one));
    }
    second.ask().await.unwrap();
    let note = scene.directory().await;
    assert!(is_by(&note, &one) && is_by(&note, &two), "{note}");
    Checkpoint::open(&note, &scene.key().for_directory()).unwrap();
    assert_eq!(scene.signed(club).await, [2, 3, 4, 5, 6, 7, 8]);

    // The next one is not cosigned yet: what is proven by the last one is proven by that still.
    scene.grow_and_sign(club).await;
    let proven = scene.ledger.in_directory(3).await.unwrap().checkpoint;
    assert_eq!(proven, note);
    let proven = scene.ledger.in_directory(7).await.unwrap().checkpoint;
    assert_eq!(proven, scene.directory().await, "only this one has it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_witness_is_met_where_it_is() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    let witness = Witness::start(1, &scene.key());
    let asker = scene.asker(&witness).await;
    for _ in 0..5 {
        scene.grow_and_sign(club).await;
    }
    let fifth = scene.directory().await;
    let fifth: Checkpoint = fifth.text().parse().unwrap();
    asker.ask().await.unwrap();
    scene.grow_and_sign(club).await;

    // It lost what it cosigned, as far as its operator has it back.
    witness.saw(0, ledger::evidence::empty_root());
    asker.ask().await.unwrap();
    assert_eq!(witness.now().asked, [0, 5, 0]);

    // It cosigned, and the answer did not arrive: by the time that is known there is more.
    scene.grow_and_sign(club).await;
    scene.grow_and_sign(club).await;
    let other = Witness::start(2, &scene.key());
    other.saw(5, fifth.root);
    let asker = scene.asker(&other).await;
    asker.ask().await.unwrap();
    assert_eq!(other.now().asked, [0, 5]);
    assert_eq!(other.now().size, 8);
    assert!(is_by(&scene.directory().await, &other));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_answer_stores_nothing() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    let witness = Witness::start(1, &scene.key());
    let asker = scene.asker(&witness).await;
    let hasty = scene.asker_within(Duration::from_secs(1), &witness).await;
    for (mood, said) in [
        (Mood::Hangs, "it cannot be reached: "),
        (Mood::Fails, "it answers 500 Internal Server Error"),
        (Mood::Forges, "is false"),
        (Mood::Strays, "is false"),
        (Mood::Sends, "none of the keys that are known signed it"),
        (Mood::Floods, "longer than 65536 bytes"),
        (Mood::Redirects, "it answers 307 Temporary Redirect"),
        (Mood::Mumbles, "no size that could be proven from"),
    ] {
        scene.grow_and_sign(club).await;
        witness.feels(mood);
        let asks = [&asker, &hasty][usize::from(mood == Mood::Hangs)];
        let trouble = asks.ask().await.unwrap_err();
        assert!(!matches!(trouble, Trouble::Dispute(_)), "{mood:?}");
        let trouble = trouble.to_string();
        assert!(trouble.contains(said), "{mood:?}: {trouble}");
        let note = scene.directory().await;
        assert_eq!(note.signatures().len(), 1, "{mood:?}");
    }
    assert!(witness.now().asked.is_empty(), "elsewhere was not asked");
    witness.feels(Mood::Honest);
    asker.ask().await.unwrap();
    assert!(is_by(&scene.directory().await, &witness));
    let state = scene.ledger.signer_state().await.unwrap();
    assert_eq!(state.disputes, []);
    let nobody = Asker {
        witness: format!("http://127.0.0.1:1={}", witness.key())
            .parse()
            .unwrap(),
        ..asker
    };
    scene.grow_and_sign(club).await;
    let trouble = nobody.ask().await.unwrap_err().to_string();
    assert!(trouble.contains("Connection refused"), "{trouble}");
}

/// A signer as it runs, with a witness that takes an hour to answer, one that does, and one that does after a while.
#[tokio::test(flavor = "multi_thread")]
async fn signing_waits_for_no_witness() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    let [silent, honest, moody] = [1, 2, 3].map(|number| Witness::start(number, &scene.key()));
    silent.feels(Mood::Hangs);
    moody.feels(Mood::Fails);
    let signer = |witnesses: &[&Witness], record| config::Signer {
        place: scene.place(record),
        keys: config::LogKeys {
            files: scene.log_key_files(),
            sign_every: 60,
            witnesses: witnesses.iter().map(|witness| witness.setting()).collect(),
        },
    };
    let all = signer(&[&silent, &honest, &moody], "record");
    let ready = Ready::open_with(&all, HOUR).await.unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(ready.run(async { drop(stopped.await) }));
    for size in 2..=6 {
        scene.grow(club, 1).await;
        let signed = async || scene.ledger.checkpoint(club, Some(size)).await.unwrap();
        while signed().await.is_none() {
            scene.ledger.wake_signer().await.unwrap();
            sleep(PAUSE).await;
        }
        while !is_by(&scene.directory().await, &honest) {
            sleep(PAUSE).await;
        }
    }
    let last = scene.directory().await;
    assert!(!is_by(&last, &silent) && !is_by(&last, &moody));
    // Nothing new is signed, and it is asked again all the same.
    moody.feels(Mood::Honest);
    while !is_by(&scene.directory().await, &moody) {
        sleep(PAUSE).await;
    }
    drop(stop);
    running.await.unwrap().unwrap();

    let twice = signer(&[&honest, &honest], "another record");
    let refused = Ready::open(&twice).await;
    let refused = refused.err().unwrap().to_string();
    assert!(refused.ends_with("is named twice"), "{refused}");
}
