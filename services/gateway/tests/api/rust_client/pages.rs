//! Lists in pages, and exports in parts.

use client::operations::{ExportHandsQuery, ListEntriesQuery, ListHandsQuery};
use futures_util::{StreamExt, TryStreamExt};

use super::table::{hand, table};
use crate::app::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_read_page_by_page_and_item_by_item() {
    let app = TestApp::start().await;
    let (faan, table) = table(&app).await;
    for number in 1..=5 {
        faan.record_hand(table.club, table.game, &hand(number))
            .await
            .unwrap();
    }
    let list = || {
        faan.list_hands(
            table.club,
            table.game,
            &ListHandsQuery::builder().limit(2).build(),
        )
    };
    let pages: Vec<_> = list().pages().try_collect().await.unwrap();
    assert_eq!(
        pages
            .iter()
            .map(|page| page.hands.len())
            .collect::<Vec<_>>(),
        [2, 2, 1]
    );
    let numbers: Vec<_> = list()
        .items()
        .map_ok(|hand| hand.number)
        .try_collect()
        .await
        .unwrap();
    assert_eq!(numbers.len(), 5);
    let entries = faan.list_entries(table.club, &ListEntriesQuery::builder().limit(3).build());
    let entries: Vec<_> = entries.items().try_collect().await.unwrap();
    assert_eq!(entries.len(), 2 + 4 + 1 + 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_comes_in_parts() {
    let app = TestApp::start().await;
    let (faan, table) = table(&app).await;
    faan.record_hand(table.club, table.game, &hand(1))
        .await
        .unwrap();
    let query = ExportHandsQuery::default();
    let parts = faan
        .export_hands(table.club, &query)
        .chunks()
        .await
        .unwrap();
    let bytes: Vec<u8> = parts
        .map_ok(|part| part.to_vec())
        .try_concat()
        .await
        .unwrap();
    assert_eq!(bytes.iter().filter(|byte| **byte == b'\n').count(), 2);
    let missing = faan
        .export_hands(uuid::Uuid::nil(), &query)
        .chunks()
        .await
        .map(StreamExt::boxed);
    assert!(missing.err().unwrap().is_refused_as("not_found"));
}
