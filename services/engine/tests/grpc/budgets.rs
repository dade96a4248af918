//! House patterns take no more than their steps, whatever is asked.

use std::time::Duration;

use serde_json::json;
use tonic::{Code, Status};
use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::batches::Batches;
use crate::readme;
use crate::server::{Caller, OLD_HONG_KONG, error_text, reference};
use crate::text;

/// What one request may take, as `proto/README.md` says it.
const STEPS: &str = "4000000";

/// A hand that is read in many ways.
const MANY_READINGS: &str = "1112223334445m +5m self_draw";

/// Old Hong Kong with house patterns that take about as many steps as a document may.
pub(crate) fn dear() -> v1::VariantRef {
    let base = rules::Variant::built_in(OLD_HONG_KONG).unwrap();
    let expression = "tiles.all(a, tiles.all(b, a.rank != b.rank || a.suit == b.suit || true))";
    let house = |place: usize| {
        let name = json!({ "english": "Dear" });
        let pattern = json!({ "name": name, "expression": expression, "value": 1 });
        (format!("house:dear_{place}"), pattern)
    };
    let house: serde_json::Map<_, _> = (0..5).map(house).collect();
    let patch = json!({ "id": "dear", "house_patterns": house }).to_string();
    let dear = base.derive(patch.as_bytes()).unwrap();
    reference(Variant::Document(dear.document().to_vec()))
}

fn batch(hands: usize) -> v1::ScoreHandsRequest {
    v1::ScoreHandsRequest {
        variant: Some(dear()),
        options: None,
        wins: vec![text::win(MANY_READINGS); hands],
    }
}

/// Asks with one message, and how many hands were scored.
async fn scored(caller: &Caller, hands: usize) -> Result<usize, Status> {
    let stream = tonic::codegen::tokio_stream::once(batch(hands));
    let mut answers = caller.client().score_hands(stream).await?.into_inner();
    let answer = answers.message().await?;
    Ok(answer.map_or(0, |answer| answer.results.len()))
}

/// The number in `field[7]`.
fn place(error: &str) -> usize {
    let (_, rest) = error.split_once('[').unwrap();
    rest.split_once(']').unwrap().0.parse().unwrap()
}

#[tokio::test]
async fn a_batch_that_takes_too_many_steps_is_refused_and_a_smaller_one_is_not() {
    let caller = Caller::of_new_engine().await;
    let refused = scored(&caller, 256).await.unwrap_err();
    let error = error_text(&refused);
    assert!(
        error.starts_with("InvalidArgument TOO_MANY_STEPS wins["),
        "{error}"
    );
    assert!(refused.message().contains(STEPS), "{}", refused.message());
    assert!(
        refused.message().contains("fewer hands"),
        "{}",
        refused.message()
    );
    // Steps are counted, not time: it is the same hand each time, and those before it fit.
    assert_eq!(error_text(&scored(&caller, 256).await.unwrap_err()), error);
    let fits = place(&error);
    assert!(fits > 10, "{fits}");
    assert_eq!(scored(&caller, fits).await.unwrap(), fits);
    let more = scored(&caller, fits + 1).await.unwrap_err();
    assert_eq!(error_text(&more), error);
}

#[tokio::test]
async fn an_evening_that_takes_too_many_steps_is_refused_and_one_outcome_never_is() {
    let caller = Caller::of_new_engine().await;
    let outcome = text::outcome("chair=1 1112223334445m +5m self_draw");
    let evening = |hands: usize| v1::PlayHandsRequest {
        variant: Some(dear()),
        outcomes: vec![outcome.clone(); hands],
        ..Default::default()
    };
    let refused = caller.play(evening(200)).await.unwrap_err();
    let error = error_text(&refused);
    assert!(
        error.starts_with("InvalidArgument TOO_MANY_STEPS outcomes["),
        "{error}"
    );
    let fits = place(&error);
    let played = caller.play(evening(fits)).await.unwrap();
    assert_eq!(played.hands.len(), fits);
    assert_eq!(caller.play(evening(1)).await.unwrap().hands.len(), 1);
}

/// Every message of a stream has the steps of a request, and after one that takes too many the stream is over.
#[tokio::test]
async fn each_message_of_a_stream_has_its_own_steps() {
    let caller = Caller::of_new_engine().await;
    let mut batches = Batches::open_for(&caller, Some(Duration::from_secs(60)))
        .await
        .unwrap();
    for _ in 0..3 {
        assert_eq!(batches.ask(batch(20)).await.unwrap().len(), 20);
    }
    let ended = batches.ask(batch(256)).await.unwrap_err();
    assert_eq!(ended.code(), Code::InvalidArgument);
}

#[tokio::test]
async fn waits_claims_and_explanations_have_their_steps() {
    let caller = Caller::of_new_engine().await;
    let explained = v1::ScoreHandRequest {
        variant: Some(dear()),
        win: Some(text::win(MANY_READINGS)),
        explain: true,
        ..Default::default()
    };
    assert!(caller.score(explained).await.unwrap().other_readings.len() > 2);
    let waits = v1::FindWaitsRequest {
        variant: Some(dear()),
        ..text::holding("1112345678999m", &[])
    };
    match caller.waits(waits).await {
        Ok(found) => assert_eq!(found.waits.len(), 9),
        Err(refused) => assert_eq!(error_text(&refused), "InvalidArgument TOO_MANY_STEPS hand"),
    }
}

#[test]
fn the_readme_explains_the_refusal() {
    let documented = readme::reasons("Requests that take too many steps");
    let expected = ("TOO_MANY_STEPS".to_owned(), "INVALID_ARGUMENT".to_owned());
    assert_eq!(documented, [expected]);
}
