//! How much a request may have worked out: the steps that house patterns take, and the documents that are compiled for it. Nothing else
//! takes long.
//!
//! Steps are counted, not time: whether a request fits depends on what is in it and on nothing else. `proto/README.md`
//! states the limits.

use std::sync::atomic::{AtomicU64, Ordering};

use rules::{StepBudget, TooManySteps, Variant};
use tonic::metadata::MetadataMap;
use tonic::{Response, Status};
use wire::RequestReason;

use crate::errors::Invalid;

/// The most steps of one request, and of one message of a stream. A step takes about 10 ns, so that is some 40 ms.
pub(crate) const OF_A_REQUEST: u64 = 4_000_000;

/// The most steps of a whole stream.
pub(crate) const OF_A_STREAM: u64 = 10_000_000_000;

/// After how many steps others get their turn, at the latest after the hand under way.
pub(crate) const OF_A_TURN: u64 = 20_000;

// Whatever three players win with at once can be recorded, under any variant that was accepted.
const _: () = assert!(OF_A_REQUEST >= 3 * Variant::MOST_STEPS_OF_A_HAND);

/// How many steps each byte of a document counts that is compiled. The largest document counts 3,276,800, beside the steps of the hands that
/// its expressions are tried on.
const OF_A_BYTE: u64 = 50;

/// The steps of one call.
pub(crate) struct CallSteps {
    /// What house patterns may take for the hands of the request.
    pub(crate) budget: StepBudget,
    /// What compiling took. It does not count toward the budget: whether a request fits must not depend on what the engine has in its cache.
    compiling: AtomicU64,
}

impl CallSteps {
    /// With the budget of a request.
    pub(crate) fn of_a_request() -> CallSteps {
        CallSteps {
            budget: StepBudget::of(OF_A_REQUEST),
            compiling: AtomicU64::new(0),
        }
    }

    /// Counts that documents of so many bytes were compiled, with the steps of the hands that they were tried on.
    pub(crate) fn add_compiling(&self, bytes: usize, tried: &StepBudget) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let steps = bytes
            .saturating_mul(OF_A_BYTE)
            .saturating_add(tried.spent());
        self.compiling.fetch_add(steps, Ordering::Relaxed);
    }

    /// All of them.
    pub(crate) fn taken(&self) -> u64 {
        let compiling = self.compiling.load(Ordering::Relaxed);
        self.budget.spent().saturating_add(compiling)
    }
}

/// What a call is answered, with the steps that it took in the metadata.
pub(crate) fn with_steps<T>(
    answer: Result<T, Status>,
    steps: &CallSteps,
) -> Result<Response<T>, Status> {
    match answer {
        Ok(message) => {
            let mut answer = Response::new(message);
            write_steps(answer.metadata_mut(), steps);
            Ok(answer)
        }
        Err(mut refusal) => {
            write_steps(refusal.metadata_mut(), steps);
            Err(refusal)
        }
    }
}

/// Writes the steps that were taken into the metadata of an answer or a refusal.
pub(crate) fn write_steps(metadata: &mut MetadataMap, steps: &CallSteps) {
    metadata.insert(wire::STEPS, steps.taken().into());
}

/// A request that takes too many steps, and the field in which it was noticed.
pub(crate) fn too_many_steps(steps: TooManySteps, field: impl Into<String>) -> Invalid {
    let text = format!(
        "up to here the house patterns of the variant take more than the {} steps of one request: ask for fewer hands at once, or use cheaper expressions",
        steps.most
    );
    Invalid::new(RequestReason::TooManySteps, field, text)
}

/// A stream that has taken too many steps.
pub(crate) fn too_many_steps_of_stream() -> Invalid {
    let text = format!(
        "the house patterns of its variants have taken more than the {OF_A_STREAM} steps of one stream: open another"
    );
    Invalid::new(RequestReason::TooManySteps, "wins", text)
}
