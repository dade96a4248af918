//! How much a request may have worked out: the steps that house patterns take. Nothing else takes long.
//!
//! Steps are counted, not time: whether a request fits depends on what is in it and on nothing else. `proto/README.md`
//! states the limits.

use rules::{StepBudget, TooManySteps, Variant};

use crate::errors::Invalid;
use crate::reason::Reason;

/// The most steps of one request, and of one message of a stream. A step takes about 10 ns, so that is some 40 ms.
pub(crate) const OF_A_REQUEST: u64 = 4_000_000;

/// The most steps of a whole stream.
pub(crate) const OF_A_STREAM: u64 = 10_000_000_000;

/// After how many steps others get their turn, at the latest after the hand under way.
pub(crate) const OF_A_TURN: u64 = 20_000;

// Whatever three players win with at once can be recorded, under any variant that was accepted.
const _: () = assert!(OF_A_REQUEST >= 3 * Variant::MOST_STEPS_OF_A_HAND);

/// The budget of a request.
pub(crate) fn of_a_request() -> StepBudget {
    StepBudget::of(OF_A_REQUEST)
}

/// A request that takes too many steps, and the field in which it was noticed.
pub(crate) fn too_many_steps(steps: TooManySteps, field: impl Into<String>) -> Invalid {
    let text = format!(
        "up to here the house patterns of the variant take more than the {} steps of one request: ask for fewer hands at once, or use cheaper expressions",
        steps.most
    );
    Invalid::new(Reason::TooManySteps, field, text)
}

/// A stream that has taken too many steps.
pub(crate) fn too_many_steps_of_stream() -> Invalid {
    let text = format!(
        "the house patterns of its variants have taken more than the {OF_A_STREAM} steps of one stream: open another"
    );
    Invalid::new(Reason::TooManySteps, "wins", text)
}
