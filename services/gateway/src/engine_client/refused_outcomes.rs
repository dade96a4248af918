//! Everything the rules refuse of a whole match, however much it is: one answer of the engine names only the first of it.

use ledger::Hash;
use ledger::evidence::{Agreed, MatchState, Outcome};
use tonic::Status;
use tonic_types::StatusExt;
use wire::v1;

use super::asked::Asked;
use super::pointer::steps;
use super::refusal::reason;
use super::{AT_ONCE, Engine, Place, answers, ask_of, requests};
use crate::bodies::variant::Variant;
use crate::body::in_words_of_json;
use crate::engine_work;
use crate::problem::{Code, Problem, is_of_steps, sentence};

/// A match before anything happened in it, whoever sits there.
pub(crate) struct Beginning {
    /// The variant it is played under.
    pub(crate) variant_hash: Hash,
    /// The least fan a hand needs, if the table agreed on it.
    pub(crate) minimum_fan: Option<u32>,
    /// Where it stands.
    pub(crate) state: MatchState,
}

/// An outcome that the rules refuse.
#[derive(Debug)]
pub(crate) struct RefusedOutcome {
    /// Its place among those that were asked about, counted from 0.
    pub(crate) outcome: usize,
    /// The name of the field at fault, as the engine calls it.
    pub(crate) field: String,
    /// The stable code.
    pub(crate) code: String,
    /// Why, in a sentence.
    pub(crate) detail: String,
}

impl Engine {
    /// What the rules refuse of a match's outcomes, played one after another. After one that is refused the
    /// match goes on as if it had been accepted and nothing been paid; after its end everything is refused.
    pub(crate) async fn refused(
        &self,
        table: Beginning,
        outcomes: &[Outcome],
        document: impl AsyncFn(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<Vec<RefusedOutcome>, Problem> {
        self.in_time(self.refused_in_parts(table, outcomes, document))
            .await
    }

    async fn refused_in_parts(
        &self,
        mut table: Beginning,
        outcomes: &[Outcome],
        document: impl AsyncFn(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<Vec<RefusedOutcome>, Problem> {
        let mut refused = Vec::new();
        let mut rest = outcomes.to_vec();
        let (mut done, mut at_once) = (0, AT_ONCE);
        while !rest.is_empty() {
            engine_work::refuse_deep_in_debt()?;
            let later = rest.split_off(rest.len().min(at_once));
            let found = match self.state_after(&table, &rest, &document).await? {
                Ok(state) => {
                    table.state = state;
                    done += rest.len();
                    rest = later;
                    continue;
                }
                Err(found) => found,
            };
            let asked = rest.len();
            rest.extend(later);
            if asked > 1 && found.iter().any(|one| is_of_steps(&one.code)) {
                // One outcome always fits.
                at_once = asked / 2;
                continue;
            }
            for one in found {
                let over = one.code == Code::MatchOver.as_str();
                let place = one.outcome;
                if over {
                    refused.extend((place..rest.len()).map(|place| one.at(done + place)));
                    rest.truncate(place);
                    break;
                }
                let stated = rest.get_mut(place);
                let is_refusable =
                    |stated: &&mut Outcome| matches!(stated, Outcome::Win(_) | Outcome::Totals(_));
                // Only wins and totals are refused, and each once: else this would go on for ever.
                let stated = stated
                    .filter(is_refusable)
                    .ok_or_else(|| Problem::internal(format!("{one:?} is neither")))?;
                *stated = unpaid(stated);
                refused.push(one.at(done + place));
            }
        }
        refused.sort_by_key(|one| one.outcome);
        Ok(refused)
    }

    /// Where a match stands after outcomes, or those of them that the rules refuse.
    async fn state_after(
        &self,
        table: &Beginning,
        outcomes: &[Outcome],
        document: impl AsyncFn(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<Result<MatchState, Vec<RefusedOutcome>>, Problem> {
        let pinned = Variant::Hash(table.variant_hash.to_string());
        let outcomes: Vec<_> = outcomes.iter().map(v1::Outcome::from).collect();
        let ask = async |variant| {
            let request = requests::play_request(
                (table.minimum_fan, &table.state),
                variant,
                outcomes.clone(),
            );
            match self.play_hands(request).await {
                Ok(answer) => Ok(Ok(answer.state)),
                Err(status) => refused_in(&status).map(Err).ok_or(status),
            }
        };
        let asked = Asked::Recording {
            before: 0,
            place: Place::Outcomes,
        };
        match ask_of(pinned, asked, ask, document).await? {
            Ok(state) => Ok(Ok(answers::state(state)?)),
            Err(found) => Ok(Err(found)),
        }
    }
}

impl RefusedOutcome {
    fn at(&self, outcome: usize) -> Self {
        Self {
            outcome,
            field: self.field.clone(),
            code: self.code.clone(),
            detail: self.detail.clone(),
        }
    }
}

/// The outcomes that a refusal names, if it is one of outcomes and of nothing else.
fn refused_in(status: &Status) -> Option<Vec<RefusedOutcome>> {
    reason(status)?;
    let violations = status.get_details_bad_request()?.field_violations;
    let of_outcome = |violation: tonic_types::FieldViolation| {
        let steps = steps(violation.field.strip_prefix("outcomes[")?);
        Some(RefusedOutcome {
            outcome: steps.first()?.parse().ok()?,
            field: steps.last()?.clone(),
            code: violation.reason.to_ascii_lowercase(),
            detail: sentence(&in_words_of_json(&violation.description)),
        })
    };
    let found: Option<Vec<_>> = violations.into_iter().map(of_outcome).collect();
    found.filter(|found| !found.is_empty())
}

/// A hand with the same winner that pays nothing.
fn unpaid(stated: &Outcome) -> Outcome {
    Outcome::Agreed(Agreed {
        winner: stated.winning_chairs().first().copied(),
        half_points: [0; 4],
    })
}
