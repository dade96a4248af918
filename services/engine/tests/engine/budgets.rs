//! House patterns take no more than their steps, whatever is asked.

use serde_json::json;
use tonic::metadata::MetadataMap;
use tonic::{Code, Status};
use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::batches::Batches;
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

#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
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
#[tokio::test(start_paused = true)]
async fn each_message_of_a_stream_has_its_own_steps() {
    let caller = Caller::of_new_engine().await;
    let mut batches = Batches::open(&caller).await.unwrap();
    for _ in 0..3 {
        assert_eq!(batches.ask(batch(20)).await.unwrap().len(), 20);
    }
    let ended = batches.ask(batch(256)).await.unwrap_err();
    assert_eq!(ended.code(), Code::InvalidArgument);
}

#[tokio::test(start_paused = true)]
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

/// What the metadata of an answer or a refusal says.
fn steps(metadata: &MetadataMap) -> u64 {
    let steps = metadata.get(wire::STEPS).unwrap();
    steps.to_str().unwrap().parse().unwrap()
}

/// A caller may have to pay for them: an answer says it, and a refusal too.
#[tokio::test(start_paused = true)]
async fn every_answer_says_how_many_steps_it_took() {
    let caller = Caller::of_new_engine().await;
    let most: u64 = STEPS.parse().unwrap();
    let hand = |variant| v1::ScoreHandRequest {
        variant: Some(variant),
        win: Some(text::win(MANY_READINGS)),
        ..Default::default()
    };
    let plain = reference(Variant::Id(OLD_HONG_KONG.to_owned()));
    let scored = caller.client().score_hand(hand(plain)).await.unwrap();
    assert_eq!(steps(scored.metadata()), 0);
    // The first call compiles the document.
    let first = caller.client().score_hand(hand(dear())).await.unwrap();
    let scored = caller.client().score_hand(hand(dear())).await.unwrap();
    let one = steps(scored.metadata());
    assert!((30_000..=most / 3).contains(&one), "{one}");
    assert!(steps(first.metadata()) > one + 100_000);
    // In a batch that is answered, and in one that is not.
    let mut batches = Batches::open(&caller).await.unwrap();
    assert_eq!(batches.answer(batch(20)).await.unwrap().steps, 20 * one);
    let refused = batches.answer(batch(256)).await.unwrap_err();
    let taken = steps(refused.metadata());
    assert!((most + 1..=most + one).contains(&taken), "{taken}");
    // What is played takes what it takes when it is scored.
    let outcome = text::outcome("chair=1 1112223334445m +5m self_draw");
    let evening = |hands: usize| v1::PlayHandsRequest {
        variant: Some(dear()),
        outcomes: vec![outcome.clone(); hands],
        ..Default::default()
    };
    let played = caller.client().play_hands(evening(3)).await.unwrap();
    assert_eq!(steps(played.metadata()), 3 * one);
    let refused = caller.client().play_hands(evening(200)).await.unwrap_err();
    assert_eq!(steps(refused.metadata()), taken);
    let waits = v1::FindWaitsRequest {
        variant: Some(dear()),
        ..text::holding("1112345678999m", &[])
    };
    let found = caller.client().find_waits(waits).await;
    let found = found.map_or_else(
        |status| steps(status.metadata()),
        |found| steps(found.metadata()),
    );
    assert!(found > one, "{found}");
}

/// Whoever has documents compiled takes steps, whatever is asked of them, and whether they are sound or not.
#[tokio::test(start_paused = true)]
async fn every_rpc_that_compiles_says_how_many_steps_it_took() {
    let document = || match dear().variant {
        Some(Variant::Document(document)) => document,
        _ => unreachable!(),
    };
    let plain = || Some(reference(Variant::Id(OLD_HONG_KONG.to_owned())));
    let bytes = 50 * u64::try_from(document().len()).unwrap();
    let check = |document| v1::CheckVariantRequest { document };
    // Each asks an engine of its own, which does not know the document.
    let caller = Caller::of_new_engine().await;
    let variant = Some(dear());
    let got = v1::GetVariantRequest { variant };
    let got = caller.client().get_variant(got.clone()).await.unwrap();
    assert!(steps(got.metadata()) > bytes);
    let again = v1::GetVariantRequest {
        variant: Some(dear()),
    };
    let again = caller.client().get_variant(again).await.unwrap();
    assert_eq!(steps(again.metadata()), 0);
    // It is checked anew each time.
    for _ in 0..2 {
        let checked = caller.client().check_variant(check(document())).await;
        assert!(steps(checked.unwrap().metadata()) > bytes);
    }
    let faulty = check(vec![b'x'; 2_000]);
    let faulty = caller.client().check_variant(faulty).await.unwrap();
    assert_eq!(steps(faulty.metadata()), 100_000);
    let derived = v1::DeriveVariantRequest {
        base: plain(),
        patch: br#"{"id": "other"}"#.to_vec(),
    };
    let derived = caller.client().derive_variant(derived).await.unwrap();
    assert!(steps(derived.metadata()) > 10_000);
    let caller = Caller::of_new_engine().await;
    let compared = v1::CompareVariantsRequest {
        before: plain(),
        after: Some(dear()),
    };
    let compared = caller.client().compare_variants(compared).await.unwrap();
    assert!(steps(compared.metadata()) > bytes);
    let caller = Caller::of_new_engine().await;
    let listed = v1::ListPatternsRequest {
        variant: Some(dear()),
    };
    let listed = caller.client().list_patterns(listed).await.unwrap();
    assert!(steps(listed.metadata()) > bytes);
    let refused = v1::GetVariantRequest {
        variant: Some(reference(Variant::Document(vec![b'x'; 2_000]))),
    };
    let refused = caller.client().get_variant(refused).await.unwrap_err();
    assert_eq!(steps(refused.metadata()), 100_000);
}

/// As many as are kept, and one: none of them is one that is played by.
#[tokio::test(start_paused = true)]
async fn only_a_variant_by_which_an_outcome_is_played_counts_as_played() {
    let caller = Caller::of_new_engine().await;
    let variant = |version: usize| {
        let base = rules::Variant::built_in(OLD_HONG_KONG).unwrap();
        let patch = json!({ "id": "mine", "version": version }).to_string();
        base.derive(patch.as_bytes()).unwrap()
    };
    let play = |variant: &rules::Variant, hands: usize| v1::PlayHandsRequest {
        variant: Some(reference(Variant::Document(variant.document().to_vec()))),
        outcomes: vec![text::outcome("goulash"); hands],
        ..Default::default()
    };
    let played = variant(1);
    caller.play(play(&played, 1)).await.unwrap();
    for version in 2..=259 {
        caller.play(play(&variant(version), 0)).await.unwrap();
    }
    let known = |variant: &rules::Variant| {
        let hash = rules::variant::write_hash(variant.hash());
        v1::GetVariantRequest {
            variant: Some(reference(Variant::Hash(hash))),
        }
    };
    let found = caller.client().get_variant(known(&played)).await;
    assert!(found.is_ok());
    let dropped = caller.client().get_variant(known(&variant(2))).await;
    assert!(dropped.is_err());
}
