//! A call that takes long lets others have their turn, and ends when it has taken its steps.

use std::time::{Duration, Instant};

use tonic::{Code, Request};
use wire::v1;

use crate::budgets::dear;
use crate::server::Caller;
use crate::text;

#[tokio::test]
async fn a_long_evening_ends_after_its_steps_and_others_are_answered_meanwhile() {
    let caller = Caller::of_new_engine().await;
    let outcome = text::outcome("chair=1 1112223334445m +5m self_draw");
    let evening = v1::PlayHandsRequest {
        variant: Some(dear()),
        outcomes: vec![outcome; 200],
        ..Default::default()
    };
    let mut client = caller.client();
    let evening = tokio::spawn(async move {
        let start = Instant::now();
        (
            client.play_hands(Request::new(evening)).await,
            start.elapsed(),
        )
    });
    let start = Instant::now();
    assert!(!caller.variants().await.is_empty());
    let others_waited = start.elapsed();
    let (answer, took) = evening.await.unwrap();
    assert!(others_waited < Duration::from_secs(4), "{others_waited:?}");
    assert_eq!(answer.unwrap_err().code(), Code::InvalidArgument);
    assert!(took < Duration::from_secs(5), "{took:?}");
}
