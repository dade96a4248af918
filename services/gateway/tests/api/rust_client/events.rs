//! Streams of events.

use futures_util::{StreamExt, TryStreamExt, pin_mut};

use super::proxy::Proxy;
use super::table::{hand, quick, table};
use crate::app::TestApp;
use client::Client;

#[tokio::test(flavor = "multi_thread")]
async fn no_event_is_lost_and_none_comes_twice_when_the_stream_breaks() {
    let app = TestApp::start().await;
    let (faan, table) = table(&app).await;
    let proxy = Proxy::start(&app.url, 0).await;
    let follower = Client::builder(&proxy.url)
        .retries(quick())
        .build()
        .unwrap();
    follower.sign_in(&table.credentials).await.unwrap();
    let events = follower.follow_match(table.club, table.game).follow();
    pin_mut!(events);
    let opened = events.next().await.unwrap().unwrap();
    assert_eq!(opened.id, opened.data.seq.to_string());
    for number in 1..=4 {
        // What the service sends of this hand is lost, and so is the connection.
        proxy.lose(number % 2);
        faan.record_hand(
            table.club,
            table.game,
            &hand(i64::try_from(number).unwrap()),
        )
        .await
        .unwrap();
        let event = events.next().await.unwrap().unwrap();
        assert_eq!(
            event.data.seq,
            opened.data.seq + i64::try_from(number).unwrap()
        );
    }
    assert!(proxy.headers("/events", "last-event-id").len() >= 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_goes_on_after_an_event_and_ends_when_there_are_no_more() {
    let app = TestApp::start().await;
    let (faan, table) = table(&app).await;
    faan.record_hand(table.club, table.game, &hand(1))
        .await
        .unwrap();
    let events = faan
        .follow_match(table.club, table.game)
        .after("1")
        .follow();
    let seen: Vec<_> = events.take(2).try_collect().await.unwrap();
    assert!(seen[0].data.seq < seen[1].data.seq);
    let refused = faan.follow_match(table.club, uuid::Uuid::nil()).follow();
    pin_mut!(refused);
    assert!(
        refused
            .next()
            .await
            .unwrap()
            .unwrap_err()
            .is_refused_as("not_found")
    );
}
