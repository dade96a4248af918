//! What the rpcs leave to others.

use std::task::{Context, Poll, Waker};

use super::*;

/// Thirteen orphans wait for thirteen tiles: thirteen times others have their turn, and the deadline its look.
#[test]
fn after_each_wait_others_have_their_turn() {
    let (_stop, stopping) = watch::channel(false);
    let engine = Engine::new(stopping);
    let variant = v1::VariantRef {
        variant: Some(v1::variant_ref::Variant::Id("old-hong-kong".to_owned())),
    };
    let concealed = v1::Tiles {
        notation: "19m 19p 19s ESWNCFP".to_owned(),
        ..Default::default()
    };
    let mut answer = engine.find_waits(Request::new(v1::FindWaitsRequest {
        variant: Some(variant),
        hand: Some(v1::Hand {
            concealed: Some(concealed),
            ..Default::default()
        }),
        seat_wind: v1::Wind::East.into(),
        round_wind: v1::Wind::East.into(),
        ..Default::default()
    }));
    let mut context = Context::from_waker(Waker::noop());
    let mut turns = 0;
    let answer = loop {
        match answer.as_mut().poll(&mut context) {
            Poll::Ready(answer) => break answer,
            Poll::Pending => turns += 1,
        }
    };
    assert_eq!(answer.unwrap().into_inner().waits.len(), 13);
    assert_eq!(turns, 13);
}

/// Documents that anybody tries out have places of their own: where they wait, the hands of a match are played.
#[tokio::test]
async fn a_hand_is_played_however_many_documents_wait() {
    let (_stop, stopping) = watch::channel(false);
    let engine = Engine::new(stopping);
    let _places = engine.blocking.take_tried_places();
    let base = Variant::built_in("old-hong-kong").unwrap();
    let document = base.derive(br#"{"id": "mine"}"#).unwrap();
    let play = |outcomes: Vec<v1::Outcome>| {
        let document = document.document().to_vec();
        let variant = Some(v1::variant_ref::Variant::Document(document));
        engine.play_hands(Request::new(v1::PlayHandsRequest {
            variant: Some(v1::VariantRef { variant }),
            outcomes,
            ..Default::default()
        }))
    };
    // A match that is opened is not played yet.
    let opened = play(Vec::new()).await.unwrap_err();
    assert_eq!(opened.code(), tonic::Code::Unavailable);
    let goulash = v1::outcome::Outcome::Goulash(v1::GoulashOutcome {});
    let outcome = v1::Outcome {
        outcome: Some(goulash),
    };
    assert_eq!(
        play(vec![outcome]).await.unwrap().into_inner().hands.len(),
        1
    );
}
