//! The client in Rust (`proto/clients/rust`), over a real engine.

use std::time::Duration;

use engine::Config;
use engine_client::Engine;
use engine_client::v1::{ScoreHandRequest, ScoreHandsRequest, VariantRef, Win, variant_ref};
use futures_util::{TryStreamExt, stream};
use tokio::net::TcpSocket;

use crate::clock::{self, move_until};
use crate::server::{Caller, LOCALHOST, good_request, start};

fn rules() -> Option<VariantRef> {
    Some(VariantRef {
        variant: Some(variant_ref::Variant::Id("old-hong-kong".to_owned())),
    })
}

fn win(notation: &str) -> Win {
    Win {
        notation: notation.to_owned(),
        ..Win::default()
    }
}

#[tokio::test(start_paused = true)]
async fn hands_are_scored_one_by_one_and_in_batches() {
    let address = start(Config::new(LOCALHOST)).await;
    let engine = Engine::new(&format!("http://{address}"), None).unwrap();
    let line = "88m NN (222m) (444p) (666s) + 8m seat=west self_draw";
    let request = ScoreHandRequest {
        variant: rules(),
        win: Some(win(line)),
        ..ScoreHandRequest::default()
    };
    let scored = engine.score_hand(request.clone()).await.unwrap();
    assert_eq!(scored.score.unwrap().fan, 5);

    let batch = ScoreHandsRequest {
        variant: rules(),
        wins: vec![win(line); 64],
        ..ScoreHandsRequest::default()
    };
    let responses = engine
        .score_hands(stream::iter(vec![batch; 3]))
        .await
        .unwrap();
    let responses: Vec<_> = responses.try_collect().await.unwrap();
    assert_eq!(
        responses
            .iter()
            .map(|one| one.results.len())
            .collect::<Vec<_>>(),
        [64; 3]
    );

    let bad = ScoreHandRequest {
        win: Some(win("88m NN + 8x")),
        ..request
    };
    let error = engine.score_hand(bad).await.unwrap_err();
    assert!(
        error.reason.is_some() && !error.fields.is_empty(),
        "{error}"
    );
}

/// A hand of more fan than the variant pays for.
#[tokio::test(start_paused = true)]
async fn the_fan_that_are_paid_are_held_to_the_cap() {
    let address = start(Config::new(LOCALHOST)).await;
    let client = Engine::new(&format!("http://{address}"), None).unwrap();
    let request = |id: &str| ScoreHandRequest {
        variant: Some(VariantRef {
            variant: Some(variant_ref::Variant::Id(id.to_owned())),
        }),
        win: Some(win("8m (222m) (444m) (666m) (333m) + 8m")),
        ..ScoreHandRequest::default()
    };
    for (id, paid) in [("half-spicy-8-full-gun", 8), ("half-spicy-10-full-gun", 10)] {
        let scored = client.score_hand(request(id)).await.unwrap();
        assert_eq!(scored.paid_fan, paid, "{id}");
        assert!(scored.score.unwrap().fan > 10, "{id}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_is_sent_again_while_the_engine_is_away() {
    // Nobody else gets the address, and nobody listens there yet.
    let reserved = TcpSocket::new_v4().unwrap();
    reserved.set_reuseaddr(true).unwrap();
    reserved.bind(LOCALHOST).unwrap();
    let address = reserved.local_addr().unwrap();
    let client = Engine::new(&format!("http://{address}"), None).unwrap();
    let request = ScoreHandRequest {
        variant: rules(),
        win: Some(win("88m NN (222m) (444p) (666s) + 8m")),
        ..ScoreHandRequest::default()
    };
    let once = client.clone().with_attempts(1);
    let error = once.score_hand(request.clone()).await.unwrap_err();
    assert!(error.reason.is_none(), "{error}");

    let clock = clock::hold();
    let call = tokio::spawn(async move { client.score_hand(request).await });
    // The connection refuses one after the other: the call has been refused once, and waits to be sent again.
    once.score_hand(good_request()).await.unwrap_err();
    assert!(!call.is_finished());
    let caller = Caller::of(start(Config::new(address)).await).await;
    drop(clock);
    let (after, ()) = move_until(Duration::from_millis(100), async || {
        caller.score(good_request()).await.unwrap();
        call.is_finished().then_some(())
    })
    .await;
    call.await.unwrap().unwrap();
    let first_pause = Duration::from_millis(200)..=Duration::from_millis(500);
    assert!(first_pause.contains(&after), "{after:?}");
}
