//! A club that has more than one answer tells, so that what is read of it has an end.

use crate::importing::played;
use crate::scene::{Scene, open_match};
use crate::settling::period;
use crate::table::agreed;
use ledger::{Error, ImportMatches, MAX_LEAF_BYTES};
use std::collections::BTreeSet;

/// As many copies of the only match as have more open parts than an entry holds.
const COPIES: &str = "
    SET session_replication_role = replica;
    WITH copies AS (
        INSERT INTO matches SELECT (jsonb_populate_record(matches, jsonb_build_object(
            'match_id', gen_random_uuid(), 'opened_seq', opened_seq + number, 'version', version + number))).*
        FROM matches, generate_series(1, 22400) AS number
        RETURNING club_id, match_id
    )
    INSERT INTO balances (club_id, match_id, party, half_points)
        SELECT copies.club_id, copies.match_id, party, half_points FROM copies, balances";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_read_of_a_large_club_has_an_end() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene.happens(view.id, &[agreed([-8, 4, 2, 2])]).await;
    let admin = scene.admin().await;
    admin.batch_execute(COPIES).await.unwrap();

    let all = period(None, None, "HKD");
    let preview = scene.settlement_preview(scene.club, all.clone()).await;
    for refused in [preview.map(drop), scene.settle("k", all).await.map(drop)] {
        let Err(Error::EntryTooLarge { bytes }) = refused else {
            panic!("{refused:?}")
        };
        assert!(bytes > MAX_LEAF_BYTES, "{bytes}");
    }
    // Those who are owed something, three on a page.
    let page = async |begin| {
        let found = scene.club_balances(scene.club, None, (begin, 3)).await;
        found.unwrap()
    };
    let (first, last) = (page(0).await, page(3).await);
    assert!(first.goes_on && !last.goes_on);
    let of_all = first.currencies.iter().chain(&last.currencies);
    let of_all: Vec<_> = of_all.flat_map(|one| &one.balances).collect();
    let parties: BTreeSet<_> = of_all.iter().map(|one| one.party).collect();
    let sums: i64 = of_all.iter().map(|one| one.unsettled_cents).sum();
    assert_eq!((of_all.len(), parties.len(), sums), (4, 4, 0));
    assert_eq!(first.names.len(), 3);

    // A sheet with the match that was copied is looked for in all of them.
    let new = ImportMatches {
        matches: vec![played(open_match(scene.players), &[agreed([-8, 4, 2, 2])])],
    };
    let rehearsed = scene.rehearse_import(scene.club, new).await.unwrap();
    assert_eq!(rehearsed.already, [0]);
}
