//! A match of which only the totals were written down, and one with a side payment.

use super::examples::{chair, opened};
use super::table::{self, entry, outcome_id};
use evidence::{Body, MatchHistory, Outcome, SidePayment, Totals};

/// Each is the first outcome of a match.
pub(super) fn recorded() -> Vec<(&'static str, Body)> {
    let first = |n, outcome| {
        let history = MatchHistory::open(&entry(1, opened())).unwrap();
        Body::OutcomeRecorded(Box::new(table::recorded(&history, outcome_id(n), outcome)))
    };
    let side_payment = Outcome::SidePayment(SidePayment {
        chair: chair(2),
        from_chair: Some(chair(4)),
        side_payment: Some("kong".to_owned()),
        points: None,
    });
    let totals = Outcome::Totals(Totals {
        half_points: [48, -16, -40, 4],
        house_half_points: Some(4),
    });
    vec![
        ("outcome_recorded, a side payment", first(90, side_payment)),
        ("outcome_recorded, totals", first(91, totals)),
    ]
}
