//! Opening and listing matches.

use crate::scene::{DOCUMENT, Scene, assert_refused, open_match};
use ledger::evidence::Chair;
use ledger::test_database::all_entries;
use ledger::{Body, Entry, Error, Hash, MatchFilter, OpenMatch, Page, PlayerId};
use time::macros::date;
use uuid::Uuid;

async fn kinds(scene: &Scene) -> Vec<&'static str> {
    let entries = all_entries(&scene.ledger, scene.club, 5).await;
    entries
        .iter()
        .map(|entry| Entry::parse(&entry.leaf).unwrap().body.kind())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_match_under_a_variant_brings_its_document() {
    let scene = Scene::new().await;
    let first = scene.open_match("1").await;
    scene.open_match("2").await;
    assert_eq!(
        kinds(&scene).await,
        ["variant_added", "match_opened", "match_opened"]
    );
    assert_eq!(
        scene
            .variant_document(scene.club, first.variant_hash)
            .await
            .unwrap(),
        DOCUMENT
    );
    let unknown = scene.variant_document(scene.club, Hash::of(b"")).await;
    assert_refused(unknown, "NotFound(variant)");
    assert_eq!((first.opened_seq, first.version), (7, 7));
    assert_eq!(scene.view(first.id).await, first);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_request_sees_the_match_as_it_was_opened() {
    let scene = Scene::new().await;
    let opened = scene.open_match("1").await;
    scene.play(&opened, [4, -4, 0, 0]).await;
    let again = scene
        .ledger
        .open_match(scene.write("matches", "1"), open_match(scene.players))
        .await
        .unwrap();
    assert!(again.replayed);
    assert_eq!(again.value, opened);
    assert_ne!(scene.view(opened.id).await, opened);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_cannot_be_is_not_opened() {
    let scene = Scene::new().await;
    let open = async |new: OpenMatch| {
        scene
            .ledger
            .open_match(scene.write("matches", "bad"), new)
            .await
            .unwrap_err()
    };
    let good = || open_match(scene.players);
    let [a, b, c, _] = scene.players;
    let stranger = OpenMatch {
        players: [a, b, PlayerId(Uuid::from_u128(1)), c],
        ..good()
    };
    let third = Chair::try_from(3).unwrap();
    assert!(matches!(open(stranger).await, Error::UnknownPlayer(chair) if chair == third));
    let twice = OpenMatch {
        players: [a, b, c, a],
        ..good()
    };
    assert!(matches!(open(twice).await, Error::SamePlayerTwice));
    let forged = OpenMatch {
        variant_hash: Hash::of(b"other"),
        ..good()
    };
    assert!(matches!(open(forged).await, Error::Contradiction(_)));
    let spaced = br#"{"id": "old-hong-kong"}"#.to_vec();
    let spaced = OpenMatch {
        variant_hash: Hash::of(&spaced),
        variant_document: spaced,
        ..good()
    };
    assert!(matches!(open(spaced).await, Error::Unwritable(_)));
    assert!(kinds(&scene).await.is_empty());
}

/// A match on each of three days.
async fn three_days(scene: &Scene) {
    for day in 19..=21 {
        let played_on = date!(2026 - 11 - 01).replace_day(day).unwrap();
        let new = OpenMatch {
            played_on,
            ..open_match(scene.players)
        };
        let write = scene.write("matches", &day.to_string());
        scene.ledger.open_match(write, new).await.unwrap();
    }
}

/// The days of the matches of a page, and where the next page begins.
async fn page(scene: &Scene, filter: MatchFilter, page: Page) -> (Vec<u8>, Option<u64>) {
    let found = scene.matches(scene.club, filter, page).await.unwrap();
    (
        found
            .matches
            .iter()
            .map(|found| found.played_on.day())
            .collect(),
        found.next,
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_listed_in_pages() {
    let scene = Scene::new().await;
    three_days(&scene).await;
    let list =
        async |before, limit| page(&scene, MatchFilter::default(), Page { before, limit }).await;
    assert_eq!(list(None, 10).await, (vec![21, 20, 19], None));
    assert_eq!(list(None, 3).await, (vec![21, 20, 19], None));
    let (days, next) = list(None, 2).await;
    assert_eq!((days, next), (vec![21, 20], Some(8)));
    assert_eq!(list(next, 2).await, (vec![19], None));
    assert_eq!(list(Some(1), 2).await, (vec![], None));
    assert_eq!(list(Some(u64::MAX), 1).await.0, [21]);
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_listed_by_filter() {
    let scene = Scene::new().await;
    three_days(&scene).await;
    let check = async |change: &dyn Fn(&mut MatchFilter), days: &[u8]| {
        let mut filter = MatchFilter::default();
        change(&mut filter);
        assert_eq!(
            page(
                &scene,
                filter,
                Page {
                    before: None,
                    limit: 9
                }
            )
            .await
            .0,
            days
        );
    };
    check(&|f| f.played_from = Some(date!(2026 - 11 - 20)), &[21, 20]).await;
    check(&|f| f.played_until = Some(date!(2026 - 11 - 20)), &[20, 19]).await;
    check(&|f| f.over = Some(true), &[]).await;
    check(&|f| f.over = Some(false), &[21, 20, 19]).await;
    check(
        &|f| f.variant_hash = Some(Hash::of(DOCUMENT)),
        &[21, 20, 19],
    )
    .await;
    check(&|f| f.variant_hash = Some(Hash::of(b"")), &[]).await;
    check(&|f| f.player = Some(scene.players[3]), &[21, 20, 19]).await;
    check(&|f| f.player = Some(PlayerId(Uuid::nil())), &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_entry_says_what_was_agreed() {
    let scene = Scene::new().await;
    let view = scene.open_match("1").await;
    let entry = scene
        .entries(scene.club, 6, 1)
        .await
        .unwrap()
        .entries
        .remove(0);
    let entry = Entry::parse(&entry.leaf).unwrap();
    assert_eq!((entry.actor, entry.time), (scene.owner, view.opened_at));
    let Body::MatchOpened(opened) = entry.body else {
        panic!("{entry:?}")
    };
    assert_eq!(
        (opened.match_id, opened.players, opened.stake_cents),
        (view.id, scene.players, 50)
    );
    assert_eq!(
        (opened.minimum_fan, opened.currency.as_str(), opened.state),
        (Some(3), "HKD", view.state)
    );
}
