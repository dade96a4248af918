//! Entries of hundreds of kilobytes: pages of them are bounded by bytes, and nothing is left out. And one of eight megabytes, the longest.

use crate::pages::played;
use crate::scene::Scene;
use crate::table::{agreed, chair, change, correction, win};
use crate::webhooks::new;
use ledger::evidence::Reseated;
use ledger::{
    AuditorLedger, CorrectMatch, CorrectMatchResult, DispatcherLedger, Error, MAX_CORRECTION_BYTES,
    MAX_LEAF_BYTES, MatchId, Result, Role, StoredEntry, Write,
};

const PAGE_BYTES: usize = 1024 * 1024;
/// More entries than there are.
const LIMIT: u32 = 100_000;

/// Corrects a match of many hands, and answers the sequence number of the last correction.
async fn correct(scene: &Scene) -> u64 {
    let view = played(scene, "m", &vec![agreed([2, -2, 0, 0]); 1200]).await;
    let webhook = scene.write("make_webhook", "webhook");
    scene.ledger.make_webhook(webhook, new()).await.unwrap();
    let [east, south, west, north] = scene.players;
    let mut last = 0;
    // Other people on the chairs: all that was said is said anew.
    for players in [[south, east, west, north], scene.players].repeat(3) {
        let reseated = change::reseat(players, Reseated::StayWithChairs);
        last = scene.correct(view.id, vec![reseated]).await.seq;
    }
    last
}

/// A page has no more bytes than it may, its last entry not counted.
fn check_size<'a>(leaves: impl DoubleEndedIterator<Item = &'a Vec<u8>>) {
    let before_last: usize = leaves.rev().skip(1).map(Vec::len).sum();
    assert!(before_last <= PAGE_BYTES, "{before_last} bytes and more");
}

/// Every entry up to the last is there once, whole and in order.
fn check_all(entries: &[StoredEntry], last: u64) {
    assert!((1..=last).eq(entries.iter().map(|entry| entry.seq)));
    assert!(entries.iter().all(|entry| entry.entry().is_ok()));
    let bytes: usize = entries.iter().map(|entry| entry.leaf.len()).sum();
    assert!(bytes > 2 * PAGE_BYTES, "only {bytes} bytes");
}

/// To write them takes much longer than to read them: all who read are at the same ones.
#[tokio::test(flavor = "multi_thread")]
async fn pages_of_large_entries_are_bounded_by_bytes_whoever_reads_them() {
    let scene = Scene::new().await;
    let last = correct(&scene).await;
    pages_of_entries(&scene, last).await;
    pages_of_openings(&scene).await;
    pages_of_an_auditor(&scene, last).await;
    entries_of_a_webhook(&scene, last).await;
    scene.catch_up().await;
    let head = "SELECT seq FROM tally_heads";
    let head = scene.admin().await.query_one(head, &[]).await;
    assert_eq!(head.unwrap().get::<_, i64>(0), i64::try_from(last).unwrap());
}

async fn pages_of_entries(scene: &Scene, last: u64) {
    let (mut entries, mut pages) = (Vec::new(), 0);
    loop {
        let after = entries.last().map_or(0, |entry: &StoredEntry| entry.seq);
        let page = scene.entries(scene.club, after, LIMIT).await;
        let page = page.unwrap();
        check_size(page.entries.iter().map(|entry| &entry.leaf));
        entries.extend(page.entries);
        pages += 1;
        if !page.has_more {
            break;
        }
    }
    check_all(&entries, last);
    assert!(pages > 2, "{pages} pages");
    let one = scene.entries(scene.club, last - 2, 1).await;
    assert!(one.unwrap().has_more);
    let one = scene.entries(scene.club, last - 1, 1).await;
    assert!(!one.unwrap().has_more);
}

/// Each correction commits to its reason: the texts are small, but they are tried against whole entries.
async fn pages_of_openings(scene: &Scene) {
    let (mut seqs, mut after, mut pages) = (Vec::new(), Some(0), 0);
    while let Some(seq) = after {
        let page = scene.openings(scene.club, seq, LIMIT).await.unwrap();
        seqs.extend(page.openings.iter().map(|one| one.seq));
        after = page.next;
        pages += 1;
    }
    assert_eq!(seqs.len(), 11, "a club, four players and six corrections");
    assert!(pages > 2, "{pages} pages");
}

async fn pages_of_an_auditor(scene: &Scene, last: u64) {
    let auditor = AuditorLedger::connect(&scene.database.auditor_url()).await;
    let look = auditor.unwrap().look(scene.club).await.unwrap();
    let mut entries = Vec::new();
    loop {
        let after = entries.last().map_or(0, |entry: &StoredEntry| entry.seq);
        let page = look.entries(after, LIMIT).await.unwrap();
        check_size(page.entries.iter().map(|entry| &entry.leaf));
        entries.extend(page.entries);
        if page.is_last {
            break;
        }
    }
    check_all(&entries, last);
}

async fn entries_of_a_webhook(scene: &Scene, last: u64) {
    let url = scene.database.dispatcher_url();
    let dispatcher = DispatcherLedger::connect(&url).await.unwrap();
    let taken = dispatcher.take(false, 1).await.unwrap().pop().unwrap();
    let next = dispatcher.next(&taken).await.unwrap();
    assert_eq!(next.told_up_to, Some(last));
    // It is told how large each is before it reads it.
    let mut told = Vec::new();
    for next in next.entries {
        let entry = dispatcher.entry(&taken, next.seq).await.unwrap();
        let said = entry.entry().unwrap();
        assert_eq!((said.seq, said.body.kind()), (next.seq, &*next.kind));
        assert_eq!(u64::try_from(entry.leaf.len()).unwrap(), next.bytes);
        told.push(next.seq);
    }
    assert!((taken.delivered_seq + 1..=last).eq(told));
}

/// Other people on the chairs, so that the only hand is worked out anew; what it came to has so many bytes more.
async fn reseating(scene: &Scene, id: MatchId, more: usize) -> CorrectMatch {
    let seen = scene.seen(id).await;
    let [one, other, west, north] = seen.history.history.seated();
    let players = [other, one, west, north];
    let changes = vec![change::reseat(players, Reseated::StayWithChairs)];
    let mut new = correction(&seen, changes);
    let pattern = &mut new.results[0].result.scores[0].score.counted[0].pattern;
    pattern.push_str(&"x".repeat(more));
    new
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_that_some_reader_would_not_take_is_not_written() {
    let scene = Scene::new().await;
    let view = played(&scene, "m", &[win(chair(1), 3)]).await;
    let too_large = reseating(&scene, view.id, MAX_LEAF_BYTES).await;
    let rehearsed = scene
        .ledger
        .rehearse_correction((scene.club, scene.owner), too_large.clone());
    let write = scene.write("corrections", "too large");
    let refused = scene.ledger.correct_match(write, too_large).await;
    for error in [rehearsed.await.map(drop), refused.map(drop)] {
        let Err(Error::EntryTooLarge { bytes }) = error else {
            panic!("{error:?}")
        };
        assert!(bytes > MAX_LEAF_BYTES, "{bytes}");
    }
    let large = reseating(&scene, view.id, MAX_LEAF_BYTES - 8192).await;
    let write = scene.write("corrections", "large");
    let corrected = scene.ledger.correct_match(write, large).await.unwrap();
    assert!(matches!(corrected, CorrectMatchResult::Corrected(_)));
}

/// Whoever reads the whole match reads all of its corrections: they are bounded together, and nobody uses up what owners and referees need to put
/// the match right.
#[tokio::test(flavor = "multi_thread")]
async fn corrections_of_a_match_are_bounded_by_their_bytes() {
    let scene = Scene::new().await;
    let scorer = scene.member("scorer", Role::Scorer).await;
    let id = played(&scene, "m", &[win(chair(1), 3)]).await.id;
    let by_owner = |key: &str| scene.write("corrections", key);
    let by_scorer = |key: &str| Write {
        actor: scorer,
        role: Role::Scorer,
        ..by_owner(key)
    };
    let large = MAX_CORRECTION_BYTES * 5 / 16;
    let correct = async |write: Write, more: usize| {
        let new = reseating(&scene, id, more).await;
        scene.ledger.correct_match(write, new).await
    };
    let refused = |corrected: Result<()>, expected: usize| match corrected {
        Err(Error::CorrectionsTooLarge { bytes, most }) => {
            assert!(bytes > most && most == expected, "{bytes}, {most}");
        }
        other => panic!("{other:?}"),
    };
    correct(by_scorer("1"), large).await.unwrap();
    let half = MAX_CORRECTION_BYTES / 2;
    refused(correct(by_scorer("2"), large).await.map(drop), half);
    for key in ["2", "3"] {
        correct(by_owner(key), large).await.unwrap();
    }
    let beyond = reseating(&scene, id, large).await;
    let by = (scene.club, scene.owner);
    let rehearsed = scene.ledger.rehearse_correction(by, beyond).await;
    refused(rehearsed.map(drop), MAX_CORRECTION_BYTES);
    let corrected = correct(by_owner("4"), large).await;
    refused(corrected.map(drop), MAX_CORRECTION_BYTES);
    correct(by_owner("5"), 0).await.unwrap();
}
