//! Sessions, and what they are kept with.

use std::sync::{Arc, Mutex};

use client::Client;

use super::proxy::Proxy;
use super::table::sign_up;
use crate::app::TestApp;

/// Whatever was kept, in order.
type Kept = Arc<Mutex<Vec<Option<String>>>>;

fn keeping(url: &str, refresh_token: Option<String>) -> (Client, Kept) {
    let kept = Kept::default();
    let store = Arc::clone(&kept);
    let keep = move |token: Option<&str>| {
        store.lock().unwrap().push(token.map(str::to_owned));
        Ok(())
    };
    let faan = Client::builder(url)
        .maybe_refresh_token(refresh_token)
        .keep_refresh_token(keep);
    (faan.build().unwrap(), kept)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_goes_on_after_a_restart_and_calls_share_one_refresh() {
    let app = TestApp::start().await;
    let proxy = Proxy::start(&app.url, 0).await;
    let (faan, kept) = keeping(&app.url, None);
    let credentials = sign_up(&faan).await;
    faan.sign_in(&credentials).await.unwrap();
    let token = kept.lock().unwrap().last().unwrap().clone();

    let (later, kept) = keeping(&proxy.url, token);
    let calls: Vec<_> = (0..8)
        .map(|_| tokio::spawn(later.who_am_i().into_future()))
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap().unwrap().email, credentials.email);
    }
    let refreshes = proxy
        .seen()
        .iter()
        .filter(|request| request.contains("/v1/sessions/refresh"))
        .count();
    assert_eq!(refreshes, 1);
    assert_eq!(kept.lock().unwrap().len(), 1);

    later.sign_out().await.unwrap();
    assert_eq!(kept.lock().unwrap().last(), Some(&None));
    assert!(
        later
            .who_am_i()
            .await
            .unwrap_err()
            .is_refused_as("not_signed_in")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_over_is_forgotten() {
    let app = TestApp::start().await;
    let (faan, kept) = keeping(&app.url, Some("no token of this service".to_owned()));
    assert!(
        faan.who_am_i()
            .await
            .unwrap_err()
            .is_refused_as("not_signed_in")
    );
    assert_eq!(kept.lock().unwrap().as_slice(), [None]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_token_that_cannot_be_kept_is_an_error() {
    let app = TestApp::start().await;
    let full = |_: Option<&str>| Err("the disk is full".into());
    let faan = Client::builder(&app.url)
        .keep_refresh_token(full)
        .build()
        .unwrap();
    let credentials = sign_up(&faan).await;
    let error = faan.sign_in(&credentials).await.unwrap_err();
    assert!(error.to_string().contains("the disk is full"), "{error}");
}
