//! Corrections: what is put right, and what that changes.

use std::collections::HashMap;
use std::ops::Range;

use ledger::evidence::{
    Change, Insert, MatchHistory, OutcomeWithState, Replace, Reseat, Reseated, Void,
};
use ledger::{OutcomeId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::hand::PlayedOutcome;
use super::kinds::{refuse_foreign, required};
use super::match_state::MatchState;
use super::outcome::{OutcomeBody, Reason};
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
    outcome_id: Option<OutcomeId>,
    before: Option<OutcomeId>,
    outcome: Option<OutcomeBody>,
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
            Self::Replace => &["outcome_id", "outcome"],
            Self::Void => &["outcome_id"],
            Self::Insert => &["before", "outcome"],
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
        let outcome = |outcome: Option<OutcomeBody>| {
            let outcome = required(at, "outcome", outcome)?;
            let stated = outcome.stated(&format!("{at}/outcome"))?;
            match stated.reason {
                None => Ok(stated.outcome),
                Some(_) => {
                    let detail = "The reason of a correction stands beside its `changes`.";
                    let pointer = format!("{at}/outcome/reason");
                    Err(Problem::at(Code::UnknownField, pointer, detail))
                }
            }
        };
        Ok(match self.kind {
            Kind::Replace => Change::Replace(Replace {
                outcome_id: required(at, "outcome_id", self.outcome_id)?,
                outcome: outcome(self.outcome)?,
            }),
            Kind::Void => Change::Void(Void {
                outcome_id: required(at, "outcome_id", self.outcome_id)?,
            }),
            Kind::Insert => Change::Insert(Insert {
                outcome_id: new_id(),
                before: self.before,
                outcome: outcome(self.outcome)?,
            }),
            Kind::Reseat => Change::Reseat(Reseat {
                players: required(at, "players", self.players)?,
                outcomes: required(at, "outcomes", self.outcomes)?,
            }),
        })
    }

    fn foreign(&self, at: &str) -> Result<(), Problem> {
        let present = [
            ("outcome_id", self.outcome_id.is_some()),
            ("before", self.before.is_some()),
            ("outcome", self.outcome.is_some()),
            ("players", self.players.is_some()),
            ("outcomes", self.outcomes.is_some()),
        ];
        let of = format!("a change of kind `{}`", self.kind.word());
        refuse_foreign(at, &present, self.kind.fields(), &of)
    }
}

/// The most differences that are shown of a correction at once.
pub(crate) const DIFFERENCES: usize = 100;

/// What a correction changed, or would change.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Corrected {
    /// The outcomes that are gone, and then those that are new, or are or come to something else, in the order of play. At most 100; of a correction
    /// that was made, `GET …/corrections/{correction}` lists all of them in pages.
    #[schema(max_items = 100)]
    pub(crate) differences: Vec<OutcomeDifference>,
    /// How many such outcomes there are.
    #[schema(minimum = 0)]
    pub(crate) total_differences: usize,
    /// Where the match stands then.
    pub(crate) state_after: MatchState,
}

/// An outcome before and after a correction.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OutcomeDifference {
    /// Its id.
    #[schema(value_type = Uuid)]
    pub(crate) outcome_id: OutcomeId,
    /// What was said of it; absent if the correction inserts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) before: Option<PlayedOutcome>,
    /// What is said of it then; absent if the correction voids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) after: Option<PlayedOutcome>,
}

/// A correction as it was recorded, with some of what it changed.
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
    /// If one correction was read, or made: where the next page of its differences begins, for `GET …/corrections/{correction}`. Absent after
    /// the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) next_cursor: Option<String>,
}

/// Corrections of a match.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Corrections {
    /// In the order they were made, each with the first outcomes that it changed.
    pub(crate) corrections: Vec<RecordedCorrection>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) next_cursor: Option<String>,
}

impl Corrected {
    /// The first differences between a match before and after.
    pub(crate) fn between(before: &MatchHistory, after: &MatchHistory) -> Result<Self, Problem> {
        Self::part(before, after, 0..DIFFERENCES)
    }

    /// The differences in a range of their places.
    fn part(
        before: &MatchHistory,
        after: &MatchHistory,
        range: Range<usize>,
    ) -> Result<Self, Problem> {
        let (differences, total_differences) = differences(before, after, range)?;
        Ok(Self {
            differences,
            total_differences,
            state_after: MatchState::from(&after.state),
        })
    }
}

impl RecordedCorrection {
    /// A correction with some of what it changed.
    pub(crate) fn shown(
        shown: ledger::ShownCorrection<'_>,
        range: Range<usize>,
    ) -> Result<Self, Problem> {
        Ok(Self {
            seq: shown.event.seq,
            leaf_hash: shown.leaf_hash,
            recorded_at: shown.event.time,
            recorded_by: shown.event.actor,
            reason: shown.reason.map(str::to_owned),
            corrected: Corrected::part(shown.before, shown.after, range)?,
            next_cursor: None,
        })
    }
}

/// Some of the outcomes that differ, by their places among all of them, and how many there are.
fn differences(
    before: &MatchHistory,
    after: &MatchHistory,
    range: Range<usize>,
) -> Result<(Vec<OutcomeDifference>, usize), Problem> {
    let (said, says) = (before.course(), after.course());
    let stood = by_id(&said);
    let stands = by_id(&says);
    let told = |told: Option<&OutcomeWithState<'_>>| {
        told.map(|told| PlayedOutcome::told(told, after.terms.variant_hash))
            .transpose()
    };
    let changed = says.iter().filter_map(|now| {
        let was = stood.get(&now.current.outcome_id).copied();
        let same = was.is_some_and(|was| {
            let (was, now) = (&was.current.now, &now.current.now);
            was.outcome == now.outcome && was.result == now.result
        });
        (!same).then_some((was, Some(now)))
    });
    let gone = said
        .iter()
        .filter(|was| !stands.contains_key(&was.current.outcome_id));
    let all: Vec<_> = gone.map(|was| (Some(was), None)).chain(changed).collect();
    let wanted = all.iter().skip(range.start).take(range.len());
    let differences = wanted.filter_map(|(was, now)| {
        let outcome_id = now.or(*was)?.current.outcome_id;
        Some((outcome_id, *was, *now))
    });
    let differences = differences.map(|(outcome_id, was, now)| {
        Ok(OutcomeDifference {
            outcome_id,
            before: told(was)?,
            after: told(now)?,
        })
    });
    Ok((differences.collect::<Result<_, Problem>>()?, all.len()))
}

fn by_id<'a, 'b>(
    course: &'b [OutcomeWithState<'a>],
) -> HashMap<OutcomeId, &'b OutcomeWithState<'a>> {
    let by_id = course.iter().map(|told| (told.current.outcome_id, told));
    by_id.collect()
}
