//! The schedule of further attempts after a failure.

use std::time::Duration;

use ledger::{AttemptResult, DisabledReason};
use reqwest::StatusCode;

use super::sender::Answer;

/// The delays in seconds between attempts: the schedule of Standard Webhooks, three days and three hours in total. After the last
/// attempt there is no other.
const WAITS: [u32; 9] = [
    5,
    5 * 60,
    30 * 60,
    2 * 60 * 60,
    5 * 60 * 60,
    10 * 60 * 60,
    14 * 60 * 60,
    20 * 60 * 60,
    24 * 60 * 60,
];
/// The maximum delay that a receiver may ask for.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The next step after an answer and this number of earlier failures.
pub(super) fn after(answer: &Answer, failures: u32) -> AttemptResult {
    let status = answer.attempt.status;
    if status.is_some_and(|status| status / 100 == 2) {
        return AttemptResult::Delivered;
    }
    if status == Some(StatusCode::GONE.as_u16()) {
        return AttemptResult::Disabled(DisabledReason::Gone);
    }
    let waits = usize::try_from(failures)
        .ok()
        .and_then(|made| WAITS.get(made));
    let Some(wait) = waits else {
        return AttemptResult::Disabled(DisabledReason::Failing);
    };
    let wait = Duration::from_secs((*wait).into()).mul_f64(jitter());
    let asked = answer.retry_after.unwrap_or_default().min(LONGEST);
    AttemptResult::Retry(wait.max(asked))
}

/// Changes a delay at random by up to a tenth, so that webhooks that failed together are not tried again together.
#[expect(
    clippy::disallowed_methods,
    reason = "nothing hangs on this chance but a moment"
)]
fn jitter() -> f64 {
    0.9 + 0.2 * rand::random::<f64>()
}

#[cfg(test)]
mod tests {
    use ledger::Attempt;

    use super::*;

    fn answer(status: Option<u16>, retry_after: Option<u64>) -> Answer {
        Answer {
            attempt: Attempt {
                duration: Duration::ZERO,
                status,
                error: None,
            },
            retry_after: retry_after.map(Duration::from_secs),
        }
    }

    #[test]
    fn it_is_tried_for_three_days() {
        let mut total = Duration::ZERO;
        for failures in 0..9 {
            let AttemptResult::Retry(wait) = after(&answer(None, None), failures) else {
                panic!("no attempt follows {failures}");
            };
            let expected = f64::from(WAITS[failures as usize]);
            assert!((0.9..=1.1).contains(&(wait.as_secs_f64() / expected)));
            total += wait;
        }
        let days = total.as_secs_f64() / 86_400.0;
        assert!((2.8..3.5).contains(&days), "{days}");
        let last = after(&answer(Some(500), None), 9);
        assert_eq!(last, AttemptResult::Disabled(DisabledReason::Failing));
    }

    #[test]
    fn only_2xx_is_yes_and_410_is_never_again() {
        for status in [200, 201, 202, 204, 299] {
            assert_eq!(
                after(&answer(Some(status), None), 3),
                AttemptResult::Delivered
            );
        }
        for status in [
            100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 429, 500, 503,
        ] {
            let follows = after(&answer(Some(status), None), 0);
            assert!(matches!(follows, AttemptResult::Retry(_)), "{status}");
        }
        let gone = AttemptResult::Disabled(DisabledReason::Gone);
        assert_eq!(after(&answer(Some(410), None), 0), gone);
    }

    #[test]
    fn a_receiver_is_left_alone_as_long_as_it_asks_for_within_a_day() {
        let wait = |seconds, failures| match after(&answer(Some(503), Some(seconds)), failures) {
            AttemptResult::Retry(wait) => wait.as_secs(),
            other @ (AttemptResult::Delivered | AttemptResult::Disabled(_)) => panic!("{other:?}"),
        };
        assert_eq!(wait(120, 0), 120);
        assert_eq!(wait(1_000_000, 0), 86_400);
        // The attempt is never earlier than the schedule.
        assert!(wait(1, 1) >= 270);
    }
}
