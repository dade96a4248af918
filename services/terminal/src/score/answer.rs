//! A scored hand as JSON, in the words of the REST interface.

use rules::variant::write_hash;
use rules::{Refusal, SEMANTICS, Wind};
use serde_json::{Value as Json, json};

use super::scored::Told;

/// What REST answers to a hand that is scored outside a match, but for the engine's version.
pub(super) fn json(told: &Told) -> String {
    let score = |score: &rules::Score| score.state(told.variant);
    let payments: Vec<Json> = Wind::ALL
        .into_iter()
        .zip(told.scored.payments.half_points())
        .map(|(seat, half_points)| json!({ "seat_wind": seat, "points": points(half_points) }))
        .collect();
    let mut answer = json!({
        "score": score(&told.scored.score),
        "payments": payments,
        "paid_fan": told.scored.score.paid_fan(told.variant),
        "variant_hash": write_hash(told.variant.hash()),
        "semantics": SEMANTICS,
    });
    if let (Some(others), Some(fields)) = (&told.others, answer.as_object_mut()) {
        let others = others.iter().map(score).map(|score| json!(score)).collect();
        fields.insert("other_readings".to_owned(), others);
    }
    format!("{answer:#}")
}

/// Why a hand is refused.
pub(super) fn refused(refusal: &Refusal) -> String {
    let refused = json!({
        "code": refusal.code.as_str(),
        "field": refusal.field.to_string(),
        "text": refusal.message(),
    });
    format!("{:#}", json!({ "refused": refused }))
}

/// Half points as points.
fn points(half_points: i64) -> Json {
    if half_points % 2 == 0 {
        json!(half_points / 2)
    } else {
        json!(half_points as f64 / 2.0)
    }
}
