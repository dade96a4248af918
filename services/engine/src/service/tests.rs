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

/// What is played in a trial takes no place of the documents that matches are played by, neither to be compiled nor to be kept.
#[tokio::test]
async fn a_trial_is_no_match() {
    let (_stop, stopping) = watch::channel(false);
    let engine = Engine::new(stopping);
    let base = Variant::built_in("old-hong-kong").unwrap();
    let version = |version: usize| {
        let patch = format!(r#"{{"id": "mine", "version": {version}}}"#);
        base.derive(patch.as_bytes()).unwrap()
    };
    let play = |variant: &Variant, is_trial: bool| {
        let document = v1::variant_ref::Variant::Document(variant.document().to_vec());
        let goulash = v1::outcome::Outcome::Goulash(v1::GoulashOutcome {});
        let mut request = Request::new(v1::PlayHandsRequest {
            variant: Some(v1::VariantRef {
                variant: Some(document),
            }),
            outcomes: vec![v1::Outcome {
                outcome: Some(goulash),
            }],
            ..Default::default()
        });
        if is_trial {
            let metadata = request.metadata_mut();
            metadata.insert(wire::TRIAL, "1".parse().unwrap());
        }
        engine.play_hands(request)
    };
    let places = engine.blocking.take_tried_places();
    let refused = play(&version(1), true).await.unwrap_err();
    assert_eq!(refused.code(), tonic::Code::Unavailable);
    drop(places);
    let (tried, played) = (version(1), version(2));
    assert_eq!(
        play(&tried, true).await.unwrap().into_inner().hands.len(),
        1
    );
    play(&played, false).await.unwrap();
    for other in 3..3 + 2 * 256 {
        engine.blocking.variants.keep(version(other));
    }
    assert!(engine.blocking.variants.find(&tried.hash()).is_none());
    assert!(engine.blocking.variants.find(&played.hash()).is_some());
}
