//! What is sent again, and what is not.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use client::models::NewUser;
use client::{Client, Error};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::proxy::Proxy;
use super::table::{hand, quick, table};
use crate::app::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn a_write_whose_responses_are_lost_is_recorded_once() {
    let app = TestApp::start().await;
    let (faan, table) = table(&app).await;
    let proxy = Proxy::start(&app.url, 0).await;
    let other = Client::builder(&proxy.url)
        .retries(quick())
        .build()
        .unwrap();
    other.sign_in(&table.credentials).await.unwrap();
    proxy.lose(2);
    let recorded = other
        .record_hand(table.club, table.game, &hand(1))
        .response()
        .await
        .unwrap();
    assert!(recorded.replayed);
    let keys = proxy.headers("/hands", "idempotency-key");
    assert_eq!(keys.len(), 3);
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 1);
    let hands = faan
        .list_hands(table.club, table.game, &Default::default())
        .await
        .unwrap();
    assert_eq!(hands.hands.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_of_the_caller_is_the_key_that_is_sent() {
    let app = TestApp::start().await;
    let (faan, table) = table(&app).await;
    let record = || {
        faan.record_hand(table.club, table.game, &hand(1))
            .idempotency_key("evening-1")
    };
    let first = record().response().await.unwrap();
    let second = record().response().await.unwrap();
    assert!(!first.replayed && second.replayed);
    assert_eq!(first.body, second.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_without_a_key_is_sent_once_and_a_read_five_times() {
    let app = TestApp::start().await;
    let proxy = Proxy::start(&app.url, usize::MAX).await;
    let faan = Client::builder(&proxy.url)
        .retries(quick())
        .build()
        .unwrap();
    let user = NewUser::builder()
        .email("mei@example.org")
        .password("thirteen orphans")
        .display_name("Mei")
        .build();
    assert!(matches!(faan.sign_up(&user).await, Err(Error::Network(_))));
    assert_eq!(proxy.seen().len(), 1);
    assert!(matches!(faan.list_variants().await, Err(Error::Network(_))));
    assert_eq!(proxy.seen().len(), 6);
}

/// A server that refuses so often with this head, and then answers.
async fn refusing(times: usize, head: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        for turn in 0.. {
            let (mut stream, _) = listener.accept().await.unwrap();
            let _ = stream.read(&mut [0; 4096]).await.unwrap();
            let response = match turn < times {
                true => {
                    format!("HTTP/1.1 {head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                }
                false => {
                    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}".to_owned()
                }
            };
            stream.write_all(response.as_bytes()).await.unwrap();
        }
    });
    url
}

#[tokio::test]
async fn the_client_waits_as_long_as_retry_after_says() {
    let url = refusing(1, "503 Service Unavailable\r\nRetry-After: 1").await;
    let faan = Client::builder(&url).retries(quick()).build().unwrap();
    let before = Instant::now();
    assert_eq!(
        faan.call(reqwest::Method::GET, "/v1/variants")
            .await
            .unwrap(),
        "{}"
    );
    assert!(
        before.elapsed() >= Duration::from_secs(1),
        "{:?}",
        before.elapsed()
    );
}

#[tokio::test]
async fn a_longer_retry_after_than_the_limit_is_returned_at_once() {
    let url = refusing(1, "429 Too Many Requests\r\nRetry-After: 3600").await;
    let faan = Client::builder(&url).retries(quick()).build().unwrap();
    let error = faan
        .call(reqwest::Method::GET, "/v1/variants")
        .await
        .unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_hours(1)));
    assert!(matches!(error, Error::Foreign { .. }), "{error}");
}

#[tokio::test]
async fn a_retry_after_that_is_a_date_is_understood() {
    let date = "503 Service Unavailable\r\nRetry-After: Wed, 21 Oct 2015 07:28:00 GMT";
    let faan = Client::builder(&refusing(1, date).await)
        .retries(quick())
        .build()
        .unwrap();
    assert_eq!(
        faan.call(reqwest::Method::GET, "/v1/variants")
            .await
            .unwrap(),
        "{}"
    );
}

#[tokio::test]
async fn each_wait_is_announced() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let url = refusing(2, "502 Bad Gateway").await;
    let notice = move |error: &Error, delay| sender.send((error.to_string(), delay)).unwrap();
    let faan = Client::builder(&url)
        .retries(quick())
        .on_retry(notice)
        .build()
        .unwrap();
    faan.call(reqwest::Method::GET, "/v1/variants")
        .await
        .unwrap();
    let said: Vec<(String, Duration)> = receiver.try_iter().collect();
    assert_eq!(said.len(), 2);
    assert!(said[0].0.contains("502"), "{said:?}");
}
