//! Outcomes that the engine worked out, and the entries that record them.

use crate::model::SealedEntry;
use crate::transaction::LockedClub;
use crate::{
    Body, Hash, MatchId, MatchPosition, NewOutcome, OutcomeId, Party, PlayerId, Result,
    clock_and_ids,
};
use evidence::{OutcomeRecorded, Salt, commit};
use std::collections::BTreeMap;

/// What happened, as the engine worked it out on top of a snapshot of its match.
#[derive(Debug, Clone)]
pub struct RecordOutcomes {
    /// The match, as the engine's answer stands on it.
    pub position: MatchPosition,
    /// The number of the first hand, as the client stated it; none if none was stated.
    pub number: Option<u32>,
    /// The number of the rules' meaning it was worked out with.
    pub semantics: u32,
    /// At least one, in the order they happened.
    pub outcomes: Vec<NewOutcome>,
}

/// An entry that is ready to be stored, with what follows from it.
pub(in crate::commands) struct OpenedOutcome {
    pub(in crate::commands) sealed: SealedEntry,
    pub(super) reason: Option<(String, Salt)>,
}

/// The entries of a match's next outcomes, which were worked out under a variant and a meaning of the rules.
pub(in crate::commands) fn seal(
    club: &mut LockedClub,
    match_id: MatchId,
    (variant_hash, semantics): (Hash, u32),
    outcomes: Vec<NewOutcome>,
) -> Result<Vec<OpenedOutcome>> {
    let mut told = Vec::new();
    for new in outcomes {
        let reason = new.reason.map(|text| (text, clock_and_ids::salt()));
        let recorded = OutcomeRecorded {
            match_id,
            outcome_id: OutcomeId(clock_and_ids::ordered_id()),
            variant_hash,
            semantics,
            outcome: new.outcome,
            result: new.result,
            reason_commitment: reason.as_ref().map(|(text, salt)| commit(salt, text)),
            state_after: new.state_after,
        };
        told.push(OpenedOutcome {
            sealed: club.seal(Body::OutcomeRecorded(Box::new(recorded)))?,
            reason,
        });
    }
    Ok(told)
}

/// What everybody gained or lost by an outcome after which these sit there.
pub(super) fn gained_by(recorded: &OutcomeRecorded, sit: [PlayerId; 4]) -> BTreeMap<Party, i64> {
    let legs = &recorded.result.legs;
    // Whoever takes part has a balance, even if nothing is ever paid.
    let mut gained: BTreeMap<_, _> = sit.map(|player| (Party::Player(player), 0)).into();
    for leg in legs.chairs() {
        *gained.entry(Party::Player(leg.player)).or_default() += leg.half_points;
    }
    if legs.house() != 0 {
        gained.insert(Party::House, legs.house());
    }
    gained
}
