//! Corrections: what is put right, and what that changes.

use ledger::evidence::{self, Change, Insert, Replace, Reseat, Reseated, Void};
use ledger::{OutcomeId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::hand::{MatchState, PlayedOutcome};
use super::kinds::{refuse_foreign, required};
use super::outcome::{Outcome, Reason};
use super::schema;
use crate::problem::{Code, Problem};

/// A correction of a match.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCorrection {
    /// What is put right: 1–100 changes, made one after another. Then the whole match is worked out anew.
    #[schema(value_type = Vec<schema::Change>, min_items = 1, max_items = 100)]
    pub(crate) changes: Vec<NewChange>,
    /// Why, for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = String, min_length = 1, max_length = 500)]
    pub(crate) reason: Reason,
}

/// A change as it is sent: all fields of all kinds side by side, so that an error can point at the field.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewChange {
    kind: Kind,
    outcome: Option<OutcomeId>,
    before: Option<OutcomeId>,
    with: Option<Outcome>,
    players: Option<[PlayerId; 4]>,
    outcomes: Option<Reseated>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Replace,
    Void,
    Insert,
    Reseat,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::Void => "void",
            Self::Insert => "insert",
            Self::Reseat => "reseat",
        }
    }

    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Replace => &["outcome", "with"],
            Self::Void => &["outcome"],
            Self::Insert => &["before", "with"],
            Self::Reseat => &["players", "outcomes"],
        }
    }
}

impl NewChange {
    /// The change; `at` is where in the body it stands, `new_id` gives what it inserts its id.
    pub(crate) fn change(
        self,
        at: &str,
        new_id: impl FnOnce() -> OutcomeId,
    ) -> Result<Change, Problem> {
        self.foreign(at)?;
        let facts = |with: Option<Outcome>| {
            let with = required(at, "with", with)?;
            let stated = with.stated(&format!("{at}/with"))?;
            match stated.reason {
                None => Ok(stated.facts),
                Some(_) => {
                    let detail = "The reason of a correction stands beside its `changes`.";
                    let pointer = format!("{at}/with/reason");
                    Err(Problem::at(Code::UnknownField, pointer, detail))
                }
            }
        };
        Ok(match self.kind {
            Kind::Replace => Change::Replace(Replace {
                outcome: required(at, "outcome", self.outcome)?,
                facts: facts(self.with)?,
            }),
            Kind::Void => Change::Void(Void {
                outcome: required(at, "outcome", self.outcome)?,
            }),
            Kind::Insert => Change::Insert(Insert {
                outcome: new_id(),
                before: self.before,
                facts: facts(self.with)?,
            }),
            Kind::Reseat => Change::Reseat(Reseat {
                players: required(at, "players", self.players)?,
                outcomes: required(at, "outcomes", self.outcomes)?,
            }),
        })
    }

    fn foreign(&self, at: &str) -> Result<(), Problem> {
        let present = [
            ("outcome", self.outcome.is_some()),
            ("before", self.before.is_some()),
            ("with", self.with.is_some()),
            ("players", self.players.is_some()),
            ("outcomes", self.outcomes.is_some()),
        ];
        let of = format!("a change of kind `{}`", self.kind.word());
        refuse_foreign(at, &present, self.kind.fields(), &of)
    }
}

/// What a correction changed, or would change.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Corrected {
    /// Every outcome that is new, gone, or is or comes to something else, in the order of play; those that are gone stand
    /// last.
    pub(crate) differences: Vec<OutcomeDifference>,
    /// Where the match stands then.
    pub(crate) state_after: MatchState,
}

/// An outcome before and after a correction.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OutcomeDifference {
    /// Its id.
    #[schema(value_type = Uuid)]
    pub(crate) outcome: OutcomeId,
    /// What was said of it; absent if the correction inserts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) before: Option<PlayedOutcome>,
    /// What is said of it then; absent if the correction voids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) after: Option<PlayedOutcome>,
}

/// A correction as it was recorded.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecordedCorrection {
    /// The place of its entry in the club's ledger; the match's version right after it.
    #[schema(minimum = 1)]
    pub(crate) seq: u64,
    /// The leaf hash of that entry. Whoever keeps it can have it proven later that the ledger has that very entry.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub(crate) leaf_hash: ledger::Hash,
    /// When it was entered.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) recorded_at: ledger::Timestamp,
    /// The account that entered it.
    #[schema(value_type = Uuid)]
    pub(crate) recorded_by: ledger::UserId,
    /// Why; absent once the text has been erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) reason: Option<String>,
    #[serde(flatten)]
    pub(crate) corrected: Corrected,
}

/// The corrections of a match.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Corrections {
    /// In the order they were made.
    pub(crate) corrections: Vec<RecordedCorrection>,
}

impl Corrected {
    /// The difference between a match before and after.
    pub(crate) fn between(
        before: &evidence::Book,
        after: &evidence::Book,
    ) -> Result<Self, Problem> {
        let (said, says) = (before.course(), after.course());
        let find = |course: &[evidence::Told<'_>], id| {
            course.iter().position(|told| told.standing.outcome == id)
        };
        let told = |course: &[evidence::Told<'_>], place: Option<usize>| {
            let told = place.and_then(|place| course.get(place));
            told.map(|told| PlayedOutcome::told(told, after.terms.variant_hash))
                .transpose()
        };
        let mut differences = Vec::new();
        for (place, now) in says.iter().enumerate() {
            let id = now.standing.outcome;
            let was = find(&said, id);
            let same = was.and_then(|was| said.get(was)).is_some_and(|was| {
                let (was, now) = (&was.standing.now, &now.standing.now);
                was.facts == now.facts && was.effect == now.effect
            });
            if !same {
                differences.push(OutcomeDifference {
                    outcome: id,
                    before: told(&said, was)?,
                    after: told(&says, Some(place))?,
                });
            }
        }
        for (place, was) in said.iter().enumerate() {
            let id = was.standing.outcome;
            if find(&says, id).is_none() {
                differences.push(OutcomeDifference {
                    outcome: id,
                    before: told(&said, Some(place))?,
                    after: None,
                });
            }
        }
        Ok(Self {
            differences,
            state_after: MatchState::from(&after.state),
        })
    }
}
