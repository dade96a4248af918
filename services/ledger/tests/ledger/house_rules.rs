//! Variants of a club's own: added, retired, taken up again.

use crate::scene::{DOCUMENT, Scene, assert_refused, open_match};
use ledger::{Hash, Page};

const HOUSE: &[u8] = r#"{"id":"kowloon","minimum_fan":1}"#.as_bytes();

#[tokio::test(flavor = "multi_thread")]
async fn a_document_is_added_once() {
    let scene = Scene::new().await;
    let add = async |key: &str, document: &[u8]| {
        let write = scene.write("add", key);
        scene.add_variant(write, document.to_vec()).await
    };
    let first = add("1", HOUSE).await.unwrap();
    assert_eq!((first.replayed, first.value.was_there), (false, false));
    let variant = first.value.variant;
    assert_eq!(
        (variant.hash, variant.document.as_slice()),
        (Hash::of(HOUSE), HOUSE)
    );
    let again = add("2", HOUSE).await.unwrap();
    assert_eq!((again.replayed, again.value.was_there), (false, true));
    assert_eq!(again.value.variant, variant);
    for key in ["1", "2"] {
        let replayed = add(key, HOUSE).await.unwrap();
        assert_eq!(
            (replayed.replayed, replayed.value.variant),
            (true, variant.clone())
        );
    }
    assert_eq!(scene.kinds().await, ["variant_added"]);
    let spaced = add("3", b"{ }").await;
    assert_refused(spaced, "Unwritable");

    // Matches bring their variants too; the list shows all, the last added first.
    scene.open_match("m").await;
    let list = async |before, limit| {
        let page = Page { before, limit };
        scene.club_variants(scene.club, page).await.unwrap()
    };
    let all = list(None, 10).await;
    let hashes: Vec<Hash> = all.variants.iter().map(|variant| variant.hash).collect();
    assert_eq!(
        (hashes, all.next),
        (vec![Hash::of(DOCUMENT), Hash::of(HOUSE)], None)
    );
    let page = list(None, 1).await;
    assert_eq!(page.variants, all.variants[..1]);
    assert_eq!(list(page.next, 1).await.variants, all.variants[1..]);
    let one = scene.club_variant(scene.club, variant.hash).await;
    assert_eq!(one.unwrap(), variant);
}

#[tokio::test(flavor = "multi_thread")]
async fn under_a_retired_variant_no_match_is_opened() {
    let scene = Scene::new().await;
    let view = scene.open_match("before").await;
    let hash = view.variant_hash;
    let ledger = &scene.ledger;
    let retire = async |key: &str| {
        ledger
            .retire_variant(scene.write("retire", key), hash)
            .await
    };
    let reinstate = async |key: &str| {
        let write = scene.write("reinstate", key);
        ledger.reinstate_variant(write, hash).await.unwrap()
    };
    assert!(!reinstate("0").await.replayed);
    assert!(retire("1").await.unwrap().value.retired_seq.is_some());
    assert!(retire("2").await.unwrap().value.retired_seq.is_some());
    let open = async |key: &str| {
        let write = scene.write("matches", key);
        ledger.open_match(write, open_match(scene.players)).await
    };
    assert_refused(open("after").await, "VariantRetired");
    // What was opened before goes on, and a repeated request still finds it.
    assert!(open("before").await.unwrap().replayed);
    scene.play(&view, [2, -2, 0, 0]).await;
    let added = ledger
        .add_variant(scene.write("add", "1"), DOCUMENT.to_vec())
        .await;
    assert!(added.unwrap().value.variant.retired_seq.is_some());

    assert!(reinstate("1").await.value.retired_seq.is_none());
    open("after").await.unwrap();
    // A repeated request sees the variant as it left it.
    let replayed = retire("1").await.unwrap();
    assert!(replayed.replayed && replayed.value.retired_seq.is_some());
    assert!(reinstate("0").await.replayed);
    let unknown = ledger
        .retire_variant(scene.write("retire", "3"), Hash::of(b""))
        .await;
    assert_refused(unknown, "NotFound(variant)");
    let kinds = [
        "variant_added",
        "match_opened",
        "variant_retired",
        "outcome_recorded",
        "variant_reinstated",
        "match_opened",
    ];
    assert_eq!(scene.kinds().await, kinds);
}
