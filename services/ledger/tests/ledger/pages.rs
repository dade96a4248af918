//! What is read of a long match: page by page, and no more than is asked for.

use crate::round_trips::traffic;
use crate::scene::{Scene, assert_refused, open_match};
use crate::table::{agreed, change, correction, next, penalty, worked_out};
use ledger::evidence::{Change, Outcome, Payee};
use ledger::{
    AsOf, CorrectMatchResult, CorrectionsPage, Error, ImportMatches, ImportMatchesResult, Ledger,
    MAX_CORRECTIONS, MAX_OUTCOMES, MatchAt, MatchId, MatchView, PlayedMatch, Recording,
    ShownCorrection, StandingOutcome,
};
use std::sync::atomic::Ordering;

/// A match in which some things happened, entered at once.
pub(crate) async fn played(scene: &Scene, key: &str, happens: &[Outcome]) -> MatchView {
    let opened = open_match(scene.players);
    let played = PlayedMatch {
        outcomes: worked_out(opened.state, opened.players, happens),
        semantics: 1,
        opened,
    };
    let new = ImportMatches {
        matches: vec![played],
    };
    let write = scene.write("import", key);
    match scene.import_matches(write, new).await.unwrap() {
        ImportMatchesResult::Imported(written) => scene.view(written.value[0].id).await,
        ImportMatchesResult::Refused(refused) => panic!("{refused:?}"),
    }
}

/// Hands, and five penalties after every third of them.
fn hands_and_penalties(hands: i64) -> Vec<Outcome> {
    let mut happens = Vec::new();
    for hand in 1..=hands {
        happens.push(agreed([2 * hand, -2 * hand, 0, 0]));
        if hand % 3 == 0 {
            happens.extend(vec![penalty(1, 2, Payee::House); 5]);
        }
    }
    happens
}

/// All hands, read in pages of so many.
async fn paged(scene: &Scene, id: MatchId, at: MatchAt, limit: u32) -> Vec<StandingOutcome> {
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let page = scene.hands(scene.club, id, at, (after, limit));
        let page = page.await.unwrap();
        assert!(page.hands.len() <= limit as usize);
        all.extend(page.hands);
        match page.next {
            Some(next) => after = next,
            None => return all,
        }
    }
}

/// What pages say of the hands is what the whole match says of them.
async fn check_pages(scene: &Scene, id: MatchId, at: MatchAt) {
    let told = scene
        .ledger
        .match_history(scene.club, id, at)
        .await
        .unwrap();
    let course = told.history.course();
    let hands = course
        .iter()
        .filter(|told| told.current.now.result.number.is_some());
    let hands: Vec<_> = hands.collect();
    for limit in [1, 7, 200] {
        let read = paged(scene, id, at, limit).await;
        assert_eq!(read.len(), hands.len());
        for (read, told_) in read.iter().zip(&hands) {
            assert_eq!(read.current.now, told_.current.now);
            assert_eq!(read.current.recorded(), told_.current.recorded());
            assert_eq!(
                read.current.is_corrected(),
                !read.current.earlier.is_empty()
            );
            assert_eq!(read.state_after, told_.state_after);
            assert_eq!(read.variant_hash, told.history.terms.variant_hash);
            let said = read.current.now.said.seq;
            assert_eq!(read.leaf_hash, told.leaf_hashes[&said]);
        }
    }
    for told in &course {
        let id_ = told.current.outcome_id;
        let read = scene.outcome(scene.club, id, at, id_).await;
        assert_eq!(read.unwrap().unwrap().current.now, told.current.now);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_hands_say_what_the_whole_match_says() {
    let scene = Scene::new().await;
    let view = played(&scene, "m", &hands_and_penalties(20)).await;
    let now = MatchAt::default();
    check_pages(&scene, view.id, now).await;
    let before = view.version;
    let history = scene.match_history(view.id).await.history;
    let (first, ninth) = (
        history.hand(1).unwrap().outcome_id,
        history.hand(9).unwrap().outcome_id,
    );
    let replaced = change::replace(ninth, agreed([0, 0, 8, -8]));
    scene
        .correct(view.id, vec![change::void(first), replaced])
        .await;
    check_pages(&scene, view.id, now).await;
    for round in 1..=4 {
        scene
            .happens(view.id, &[agreed([round, 0, 0, -round])])
            .await;
    }
    check_pages(&scene, view.id, now).await;
    let as_of = AsOf::Seq(before - 3);
    for corrected in [false, true] {
        check_pages(&scene, view.id, MatchAt { as_of, corrected }).await;
    }
    let earlier = scene.hand(scene.club, view.id, 8).await.unwrap();
    let earlier = earlier.unwrap().current.earlier;
    assert_eq!(earlier.len(), 1);
    assert_eq!(earlier[0].result.number, Some(9));
    let ahead = scene.hand(scene.club, view.id, 24).await.unwrap();
    assert_eq!(ahead, None);
}

/// The bytes that the database sends for a read, at most; the statements have been prepared.
async fn bytes<T>(scene: &Scene, read: impl AsyncFn(&Ledger) -> T) -> usize {
    let (ledger, traffic) = traffic(scene).await;
    read(&ledger).await;
    traffic.bytes.store(0, Ordering::SeqCst);
    read(&ledger).await;
    traffic.bytes.load(Ordering::SeqCst)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_of_a_long_match_is_found_without_reading_the_match() {
    let scene = Scene::new().await;
    let mut read = Vec::new();
    for (key, hands) in [("short", 20), ("long", 600)] {
        let view = played(&scene, key, &hands_and_penalties(hands)).await;
        for wanted in [1, hands / 2, hands] {
            let number = u32::try_from(wanted).unwrap();
            let hand = async |ledger: &Ledger| {
                let hand = ledger.hand(scene.club, view.id, number).await.unwrap();
                assert_eq!(hand.unwrap().current.now.result.number, Some(number));
            };
            read.push(bytes(&scene, hand).await);
        }
    }
    let (short, long) = read.split_at(3);
    let most = short.iter().max().unwrap();
    assert!(long.iter().all(|long| *long < 3 * most), "{read:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_a_long_match_takes_as_much_as_one_of_a_short_match() {
    let scene = Scene::new().await;
    let mut read = Vec::new();
    for (key, hands) in [("short", 30), ("long", 600)] {
        let view = played(&scene, key, &hands_and_penalties(hands)).await;
        for after in [0, 10] {
            let page = async |ledger: &Ledger| {
                let page = ledger.hands(scene.club, view.id, MatchAt::default(), (after, 10));
                assert_eq!(page.await.unwrap().hands.len(), 10);
            };
            read.push(bytes(&scene, page).await);
        }
    }
    assert!(read[2] < 2 * read[0] && read[3] < 2 * read[1], "{read:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn corrections_are_read_in_pages() {
    let scene = Scene::new().await;
    let view = played(&scene, "m", &hands_and_penalties(6)).await;
    let first = scene.match_history(view.id).await.history.outcomes[0].outcome_id;
    for round in 1..=5 {
        let changes = vec![change::replace(
            first,
            agreed([0, 0, 2 * round, -2 * round]),
        )];
        scene.correct(view.id, changes).await;
    }
    let whole = scene.corrections(view.id).await;
    assert_eq!(whole.len(), 5);
    // What was said earlier is not carried along: a page takes as much memory as the match, not as all its corrections.
    let histories = whole.iter().flat_map(|(before, after)| [before, after]);
    for current in histories.flat_map(|history| &history.outcomes) {
        assert_eq!(current.earlier, []);
    }
    for (limit, weight, pages) in [
        (2, 100, vec![2, 2, 1]),
        (5, 2, vec![2, 2, 1]),
        (5, 0, vec![1; 5]),
    ] {
        let (mut sizes, mut read, mut after) = (Vec::new(), Vec::new(), 0);
        loop {
            let page = CorrectionsPage {
                after,
                limit,
                weight,
            };
            let copy =
                |shown: ShownCorrection<'_>| ((shown.before.clone(), shown.after.clone()), 1);
            let found = scene.ledger.corrections(scene.club, view.id, page, copy);
            let found = found.await.unwrap();
            sizes.push(found.shown.len());
            read.extend(found.shown);
            match found.next {
                Some(next) => after = next,
                None => break,
            }
        }
        assert_eq!((sizes, &read), (pages, &whole));
    }
}

async fn record(scene: &Scene, id: MatchId, happens: &[Outcome]) -> ledger::Result<Recording> {
    let view = scene.view(id).await;
    let key = format!("{id} {} {}", view.version, happens.len());
    let new = next(&view, happens);
    let rehearsed = scene.rehearse_outcomes(scene.club, new.clone()).await;
    let recorded = scene.record_outcomes(scene.write("hands", &key), new).await;
    assert_eq!(rehearsed.is_err(), recorded.is_err());
    recorded
}

async fn correct(scene: &Scene, id: MatchId, change: Change) -> ledger::Result<CorrectMatchResult> {
    let seen = scene.seen(id).await;
    let key = format!("{id} corrected {}", seen.history.view.version);
    let new = correction(&seen, vec![change]);
    scene
        .correct_match(scene.write("corrections", &key), new)
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_has_no_more_outcomes_than_can_be_read() {
    let scene = Scene::new().await;
    let hand = agreed([2, -2, 0, 0]);
    let view = played(&scene, "m", &vec![hand.clone(); MAX_OUTCOMES - 1]).await;
    let two = record(&scene, view.id, &[hand.clone(), hand.clone()]).await;
    assert_refused(two, "TooManyOutcomes");
    record(&scene, view.id, std::slice::from_ref(&hand))
        .await
        .unwrap();
    let more = record(&scene, view.id, &[penalty(1, 2, Payee::House)]).await;
    assert_refused(more, "TooManyOutcomes");
    let id = scene.new_outcome_id();
    let inserted = correct(&scene, view.id, change::insert(id, None, hand.clone())).await;
    assert_refused(inserted, "TooManyOutcomes");
    // It can be put right, and ended.
    let last = scene.hand(scene.club, view.id, 2000).await.unwrap();
    let last = last.unwrap().current.outcome_id;
    correct(&scene, view.id, change::replace(last, agreed([0; 4])))
        .await
        .unwrap();
    record(&scene, view.id, &[Outcome::EarlyEnd {}])
        .await
        .unwrap();

    let opened = open_match(scene.players);
    let longer = PlayedMatch {
        outcomes: worked_out(opened.state, opened.players, &vec![hand; MAX_OUTCOMES + 1]),
        semantics: 1,
        opened,
    };
    let new = ImportMatches {
        matches: vec![longer],
    };
    let imported = scene.import_matches(scene.write("import", "2"), new).await;
    let ImportMatchesResult::Refused(refused) = imported.unwrap() else {
        panic!("imported")
    };
    let Error::At { error, .. } = &refused[0] else {
        panic!("{refused:?}")
    };
    assert!(
        matches!(**error, Error::TooManyOutcomes { .. }),
        "{refused:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_not_corrected_for_ever() {
    let scene = Scene::new().await;
    let view = played(&scene, "m", &[agreed([2, -2, 0, 0])]).await;
    let only = scene.match_history(view.id).await.history.outcomes[0].outcome_id;
    for round in 1.. {
        let corrected = correct(
            &scene,
            view.id,
            change::replace(only, agreed([round, 0, 0, -round])),
        );
        match corrected.await {
            Ok(_) => {}
            Err(Error::TooManyCorrections { .. }) => {
                assert_eq!(round, i64::try_from(MAX_CORRECTIONS).unwrap() + 1);
                break;
            }
            Err(error) => panic!("{error}"),
        }
    }
}
