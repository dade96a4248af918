//! A call that takes long lets others have their turn, and ends when it has taken its steps.

use tonic::{Code, Request};
use wire::v1;

use crate::budgets::dear;
use crate::server::Caller;
use crate::text;

#[tokio::test(start_paused = true)]
async fn a_long_evening_ends_after_its_steps_and_others_are_answered_meanwhile() {
    let caller = Caller::of_new_engine().await;
    let outcome = text::outcome("chair=1 1112223334445m +5m self_draw");
    let evening = v1::PlayHandsRequest {
        variant: Some(dear()),
        outcomes: vec![outcome; 200],
        ..Default::default()
    };
    let mut client = caller.client();
    let evening = tokio::spawn(async move { client.play_hands(Request::new(evening)).await });
    let mut others = 0;
    while !evening.is_finished() {
        assert!(!caller.variants().await.is_empty());
        others += 1;
    }
    assert!(others > 10, "{others}");
    // No deadline ends it: the clock stands still.
    let refused = evening.await.unwrap().unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
}
