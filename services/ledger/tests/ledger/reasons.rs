//! Reasons are kept beside the ledger, which only commits to them.

use crate::scene::Scene;
use crate::table::{agreed, because, change, correction, next, penalty};
use ledger::evidence::{Hash, Outcome, Payee, commit};
use ledger::test_database::all_entries;
use ledger::{Body, CorrectMatchResult, CorrectionsPage, Entry, Recording, ShownCorrection};
use std::collections::HashMap;

/// The commitments of entries, by sequence number, and all leaves as text.
async fn committed(scene: &Scene) -> (HashMap<u64, Hash>, String) {
    let stored = all_entries(&scene.ledger, scene.club, 0).await;
    let mut leaves = String::new();
    let mut commitments = HashMap::new();
    for one in stored {
        leaves += std::str::from_utf8(&one.leaf).unwrap();
        let body = Entry::parse(&one.leaf).unwrap().body;
        let commitment = if let Body::OutcomeRecorded(recorded) = body {
            recorded.reason_commitment
        } else if let Body::MatchCorrected(corrected) = body {
            Some(corrected.reason_commitment)
        } else {
            None
        };
        commitments.extend(commitment.map(|commitment| (one.seq, commitment)));
    }
    (commitments, leaves)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_is_a_text_to_which_its_entry_commits() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let happens = [
        penalty(3, 5, Payee::House),
        agreed([4, -4, 0, 0]),
        Outcome::EarlyEnd {},
    ];
    let reasons = [Some("looked at the wall"), None, Some("末班車")];
    let new = because(next(&view, &happens), &reasons);
    let recording = scene.record_outcomes(scene.write("batch", "k"), new);
    let Recording::Recorded(written) = recording.await.unwrap() else {
        panic!("not recorded")
    };
    let first = written.value[0].event.seq;
    let mut seen = scene.seen(view.id).await;
    let hand = written.value[1].recorded.outcome_id;
    let put_right = vec![change::replace(hand, agreed([0, 0, 4, -4]))];
    let new = correction(&seen, put_right);
    let correcting = scene.correct_match(scene.write("corrections", "c"), new);
    let CorrectMatchResult::Corrected(corrected) = correcting.await.unwrap() else {
        panic!("not corrected")
    };
    let expected: HashMap<u64, String> = HashMap::from([
        (first, "looked at the wall".to_owned()),
        (first + 2, "末班車".to_owned()),
        (corrected.entry.entry.seq, "misread 看錯".to_owned()),
    ]);
    seen = scene.seen(view.id).await;
    assert_eq!(seen.history.texts, expected);
    let page = CorrectionsPage {
        after: 0,
        limit: 1,
        weight: 1,
    };
    let reason = |shown: ShownCorrection<'_>| (shown.reason.map(str::to_owned), 1);
    let found = scene.ledger.corrections(scene.club, view.id, page, reason);
    let found = found.await.unwrap();
    assert_eq!(found.shown, [Some("misread 看錯".to_owned())]);

    let (commitments, leaves) = committed(&scene).await;
    assert_eq!(commitments.len(), 3);
    let query = "SELECT seq, text, salt FROM texts";
    let mut salts = Vec::new();
    for row in scene.admin().await.query(query, &[]).await.unwrap() {
        let (seq, text, salt): (i64, String, Vec<u8>) = (row.get(0), row.get(1), row.get(2));
        let seq = u64::try_from(seq).unwrap();
        let salt = salt.try_into().unwrap();
        assert_eq!(commitments[&seq], commit(&salt, &text));
        assert!(!leaves.contains(&text));
        salts.push(salt);
    }
    salts.sort_unstable();
    salts.dedup();
    assert_eq!(salts.len(), 3, "every reason has a salt of its own");
    // What a correction does not touch keeps the reason it had.
    let stands = &seen.history.history.outcomes;
    assert_eq!(stands[0].reason_commitment, Some(commitments[&first]));
    assert_eq!(stands[1].reason_commitment, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_is_erased_leaves_the_match_as_it_is() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let new = because(
        next(&view, &[penalty(1, 5, Payee::House)]),
        &[Some("a name")],
    );
    let write = scene.write("batch", "k");
    scene.record_outcomes(write, new).await.unwrap();
    let before = scene.match_history(view.id).await;
    assert_eq!(before.texts.len(), 1);
    scene
        .admin()
        .await
        .batch_execute("DELETE FROM texts")
        .await
        .unwrap();
    let after = scene.match_history(view.id).await;
    assert_eq!((after.history, after.view), (before.history, before.view));
    assert_eq!(after.texts, HashMap::new());
}
