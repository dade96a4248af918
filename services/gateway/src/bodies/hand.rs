//! Hands of a match, and what happens between them: sent, worked out, recorded.

use ledger::PlayerId;
use ledger::evidence::{self, Chair, Leg, Outcome, OutcomeResult, WinnerScore};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::field::Whole;
use super::match_state::MatchState;
use super::outcome::{AmountId, OutcomeBody, Reason, as_sent};
use super::points::Points;
use super::schema;
use crate::engine_client::Played;
use crate::problem::Problem;

/// A hand to record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewHand {
    /// Its number, counted from 1 in the order the hands are played: the match's `next_number`.
    #[schema(value_type = u32, minimum = 1, maximum = 100_000)]
    pub(crate) number: Whole<1, 100_000>,
    #[schema(value_type = schema::Outcome)]
    pub(crate) outcome: OutcomeBody,
    /// Who sat at the table when it was played, chair 1 first. If others sit there now, nothing is recorded (`players_changed`): a hand
    /// that was kept while there was no network goes to nobody else. Absent: whoever sits there.
    #[schema(value_type = Option<Vec<Uuid>>, min_items = 4, max_items = 4)]
    pub(crate) players: Option<[PlayerId; 4]>,
}

/// Many outcomes to record at once, all of them or none.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBatch {
    /// The number of the first hand among them: the match's `next_number`.
    #[schema(value_type = u32, minimum = 1, maximum = 100_000)]
    pub(crate) number: Whole<1, 100_000>,
    /// 1–100 outcomes, in the order they happened: hands, and what happened between them.
    #[schema(value_type = Vec<schema::Outcome>, min_items = 1, max_items = 100)]
    pub(crate) outcomes: Vec<OutcomeBody>,
    /// Who sat at the table before the first of them, chair 1 first. If others sit there now, nothing is recorded (`players_changed`).
    /// Absent: whoever sits there.
    #[schema(value_type = Option<Vec<Uuid>>, min_items = 4, max_items = 4)]
    pub(crate) players: Option<[PlayerId; 4]>,
}

/// A table penalty to record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPenalty {
    /// Who pays.
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    pub(crate) chair: Chair,
    /// The id of one of the variant's penalties; absent for one of the table's own.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 64)]
    pub(crate) penalty: Option<AmountId>,
    /// The points paid to each payee. Absent: the usual amount of that penalty; required if it has none.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub(crate) points: Option<u32>,
    /// Whom they go to.
    pub(crate) payee: evidence::Payee,
    /// Why, for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = String, min_length = 1, max_length = 500)]
    pub(crate) reason: Reason,
}

/// A side payment to record: what players pay one of them besides what hands pay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSidePayment {
    /// Who is paid.
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    pub(crate) chair: Chair,
    /// Who pays; another chair. Absent: each other player.
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 4)]
    pub(crate) from_chair: Option<Chair>,
    /// The id of one of the variant's side payments; absent for one of the table's own.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 64)]
    pub(crate) side_payment: Option<AmountId>,
    /// The points that each payer pays. Absent: the usual amount of that side payment; required if it has none.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub(crate) points: Option<u32>,
    /// Why, for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 500)]
    pub(crate) reason: Option<Reason>,
}

/// What a whole match came to, of which no hand was written down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTotals {
    /// What each chair gained or lost, chair 1 first, within ±1000000; with `house_points` they sum to zero. Whole points unless the variant
    /// pays halves.
    #[schema(min_items = 4, max_items = 4)]
    pub(crate) chair_points: [Points; 4],
    /// What the club's house gets, 0 or more. Absent: nothing.
    pub(crate) house_points: Option<Points>,
    /// Who sat at the table, chair 1 first. If others sit there, nothing is recorded (`players_changed`). Absent: whoever sits there.
    #[schema(value_type = Option<Vec<Uuid>>, min_items = 4, max_items = 4)]
    pub(crate) players: Option<[PlayerId; 4]>,
    /// Why, for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 500)]
    pub(crate) reason: Option<Reason>,
}

/// Somebody else takes over a chair.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSubstitution {
    /// Whose place is taken.
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    pub(crate) chair: Chair,
    /// Who sits there from now on: a player of the club who sits on no chair of this match.
    #[schema(value_type = Uuid)]
    pub(crate) player: PlayerId,
    /// Why, for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 500)]
    pub(crate) reason: Option<Reason>,
}

/// Something that happened in a match, worked out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayedOutcome {
    /// Its number among the hands, counted from 1 in the order played; absent for what is not a hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    pub(crate) number: Option<u32>,
    /// The deal it happened in.
    pub(crate) deal: evidence::Deal,
    /// What happened, as it was stated.
    #[schema(value_type = schema::Outcome)]
    pub(crate) outcome: Value,
    /// One score a winner, with every pattern counted and left out; none if nobody won.
    pub(crate) scores: Vec<WinnerScore>,
    /// Four payments, chair 1 first; they sum to zero with what the house gets.
    #[schema(min_items = 4, max_items = 4)]
    pub(crate) payments: Vec<Leg>,
    /// What the club's house gets; absent if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) house_points: Option<Points>,
    /// Where the match stands after it.
    pub(crate) state_after: MatchState,
    /// The content hash of the variant it was worked out under.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub(crate) variant_hash: ledger::Hash,
    /// The number of the rules' meaning it was worked out with; raised whenever any result could change.
    #[schema(minimum = 1)]
    pub(crate) semantics: u32,
}

/// Something that happened in a match, as the ledger tells it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecordedOutcome {
    /// Its id; it keeps it whatever is corrected.
    #[schema(value_type = Uuid)]
    pub(crate) id: ledger::OutcomeId,
    /// The match it belongs to.
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    pub(crate) match_id: ledger::MatchId,
    /// The place in the club's ledger of the entry that says this of it: the one that recorded it, or the last
    /// correction that changed anything about it.
    #[schema(minimum = 1)]
    pub(crate) seq: u64,
    /// The leaf hash of that entry. Whoever keeps it can have it proven later that the ledger has that very entry.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub(crate) leaf_hash: ledger::Hash,
    /// When that was entered.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) recorded_at: ledger::Timestamp,
    /// The account that entered it.
    #[schema(value_type = Uuid)]
    pub(crate) recorded_by: ledger::UserId,
    /// Why, if that was said when it was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) reason: Option<String>,
    #[serde(flatten)]
    pub(crate) played: PlayedOutcome,
    /// What was said of it before corrections changed it, the first first; absent if nothing was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) earlier: Vec<Earlier>,
}

/// What was said of an outcome before a correction.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Earlier {
    /// The place in the club's ledger of the entry that said it.
    #[schema(minimum = 1)]
    seq: u64,
    /// When it was entered.
    #[schema(value_type = String, format = DateTime)]
    recorded_at: ledger::Timestamp,
    /// The account that entered it.
    #[schema(value_type = Uuid)]
    recorded_by: ledger::UserId,
    /// Its number then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    number: Option<u32>,
    /// The deal it was said to have happened in.
    deal: evidence::Deal,
    /// What was said to have happened.
    #[schema(value_type = schema::Outcome)]
    outcome: Value,
    /// What it was worth then.
    scores: Vec<WinnerScore>,
    /// What it moved then, chair 1 first.
    #[schema(min_items = 4, max_items = 4)]
    payments: Vec<Leg>,
}

/// Hands of a match.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Hands {
    /// In the order played.
    pub(crate) hands: Vec<RecordedOutcome>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) next_cursor: Option<String>,
}

/// What was recorded at once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Outcomes {
    /// In the order they happened.
    pub(crate) outcomes: Vec<RecordedOutcome>,
}

/// What would be recorded at once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayedOutcomes {
    /// In the order they happened.
    pub(crate) outcomes: Vec<PlayedOutcome>,
}

impl PlayedOutcome {
    /// What was worked out and not recorded.
    pub(crate) fn preview(
        outcome: &Outcome,
        played: Played,
        (variant_hash, semantics): (ledger::Hash, u32),
    ) -> Result<Self, Problem> {
        let Played {
            result,
            state_after,
        } = played;
        Self::new(outcome, result, &state_after, (variant_hash, semantics))
    }

    /// What a history tells.
    pub(crate) fn told(
        told: &evidence::OutcomeWithState<'_>,
        variant_hash: ledger::Hash,
    ) -> Result<Self, Problem> {
        let now = &told.current.now;
        let under = (variant_hash, now.semantics);
        Self::new(&now.outcome, now.result.clone(), &told.state_after, under)
    }

    fn new(
        outcome: &Outcome,
        result: OutcomeResult,
        state_after: &evidence::MatchState,
        (variant_hash, semantics): (ledger::Hash, u32),
    ) -> Result<Self, Problem> {
        Ok(Self {
            number: result.number,
            deal: result.deal,
            outcome: as_sent(outcome)?,
            payments: result.legs.chairs().to_vec(),
            house_points: Points::unless_zero(result.legs.house()),
            scores: result.scores,
            state_after: MatchState::from(state_after),
            variant_hash,
            semantics,
        })
    }
}

impl RecordedOutcome {
    /// What was just recorded, as its entry says it.
    pub(crate) fn recorded(
        recorded: ledger::RecordedOutcome,
        reason: Option<String>,
    ) -> Result<Self, Problem> {
        let ledger::RecordedOutcome {
            event,
            leaf_hash,
            recorded: said,
        } = recorded;
        let under = (said.variant_hash, said.semantics);
        Ok(Self {
            id: said.outcome_id,
            match_id: said.match_id,
            seq: event.seq,
            leaf_hash,
            recorded_at: event.time,
            recorded_by: event.actor,
            reason,
            played: PlayedOutcome::new(&said.outcome, said.result, &said.state_after, under)?,
            earlier: Vec::new(),
        })
    }

    /// What stands in a match.
    pub(crate) fn current(
        match_id: ledger::MatchId,
        stands: ledger::StandingOutcome,
    ) -> Result<Self, Problem> {
        let ledger::StandingOutcome {
            current,
            state_after,
            variant_hash,
            leaf_hash,
            reason,
        } = stands;
        let (said, now) = (current.now.said, current.now);
        let earlier = current.earlier.iter().map(Earlier::of);
        let under = (variant_hash, now.semantics);
        Ok(Self {
            id: current.outcome_id,
            match_id,
            seq: said.seq,
            leaf_hash,
            recorded_at: said.time,
            recorded_by: said.actor,
            reason,
            played: PlayedOutcome::new(&now.outcome, now.result, &state_after, under)?,
            earlier: earlier.collect::<Result<_, _>>()?,
        })
    }
}

impl Earlier {
    fn of(version: &evidence::Version) -> Result<Self, Problem> {
        let evidence::Version {
            said,
            outcome,
            result,
            ..
        } = version;
        Ok(Self {
            seq: said.seq,
            recorded_at: said.time,
            recorded_by: said.actor,
            number: result.number,
            deal: result.deal,
            outcome: as_sent(outcome)?,
            payments: result.legs.chairs().to_vec(),
            scores: result.scores.clone(),
        })
    }
}
