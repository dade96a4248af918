//! A call that takes long lets others have their turn, and ends at its deadline.

use std::time::{Duration, Instant};

use tonic::{Code, Request};
use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::server::{Caller, OLD_HONG_KONG, reference};
use crate::text;

/// Old Hong Kong with house patterns that take as many steps as a document may.
fn slow() -> v1::VariantRef {
    let base = rules::Variant::built_in(OLD_HONG_KONG).unwrap();
    let expression = "tiles.all(a, tiles.all(b, a.copies + b.copies > 0 && a.copies > 0))";
    let house = |place: usize| {
        let name = serde_json::json!({ "english": "Slow" });
        let pattern = serde_json::json!({ "name": name, "expression": expression, "value": 1 });
        (format!("house:slow_{place}"), pattern)
    };
    let house: serde_json::Map<_, _> = (0..5).map(house).collect();
    let patch = serde_json::json!({ "id": "slow", "house_patterns": house });
    let slow = base.derive(patch.to_string().as_bytes()).unwrap();
    reference(Variant::Document(slow.document().to_vec()))
}

#[tokio::test]
async fn a_long_evening_ends_at_its_deadline_and_others_are_answered_meanwhile() {
    let caller = Caller::of_new_engine().await;
    let outcome = text::outcome("chair=1 1112223334445m +5m self_draw");
    let mut evening = Request::new(v1::PlayHandsRequest {
        variant: Some(slow()),
        outcomes: vec![outcome; 200],
        ..Default::default()
    });
    evening.set_timeout(Duration::from_millis(1500));
    let mut client = caller.client();
    let evening = tokio::spawn(async move {
        let start = Instant::now();
        (client.play_hands(evening).await, start.elapsed())
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let start = Instant::now();
    assert!(!caller.variants().await.is_empty());
    let others_waited = start.elapsed();
    let (answer, took) = evening.await.unwrap();
    assert!(others_waited < Duration::from_secs(4), "{others_waited:?}");
    // Where the machine is fast enough, it is done in time.
    if let Err(status) = answer {
        assert!(
            [Code::DeadlineExceeded, Code::Cancelled].contains(&status.code()),
            "{status:?}"
        );
    }
    assert!(took < Duration::from_secs(8), "{took:?}");
}
