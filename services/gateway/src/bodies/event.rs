//! What a scoreboard is told.

use ledger::evidence::{Body, Entry, MatchCorrected, OutcomeRecorded};
use ledger::{MatchId, OutcomeId};
use serde::Serialize;
use utoipa::ToSchema;

use super::match_state::MatchState;
use super::points::Points;

/// Something was entered in the ledger of a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LedgerEvent {
    /// The entry's sequence number, and the event's id.
    #[schema(minimum = 1)]
    pub(crate) seq: u64,
    /// The entry's kind, and the event's name.
    #[schema(value_type = String, examples("outcome_recorded"))]
    pub(crate) kind: &'static str,
    /// When it was entered.
    #[schema(value_type = String, format = DateTime)]
    time: ledger::Timestamp,
    /// The match that it opens, carries on, corrects or declares void or to count again; absent of other entries.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Uuid>)]
    pub(crate) match_id: Option<MatchId>,
    /// What happened, if that is what it tells of.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    outcome: Option<OutcomeEvent>,
    /// Where the match stands then; absent of entries of no match, and of those that only declare it void or to count again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    state: Option<MatchState>,
}

/// What happened in a match, as much of it as a scoreboard shows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OutcomeEvent {
    #[schema(value_type = Uuid)]
    id: OutcomeId,
    /// The hand's number; absent of what is no hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    number: Option<u32>,
    /// What kind of outcome it was.
    #[schema(value_type = String, examples("win", "goulash"))]
    kind: &'static str,
    /// What each chair gained or paid, chair 1 first.
    #[schema(min_items = 4, max_items = 4)]
    points: Vec<Points>,
    /// Who won, and with what; empty if nobody did, or the payments were agreed.
    winners: Vec<WinnerEvent>,
}

/// A winner of a hand.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WinnerEvent {
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    chair: ledger::evidence::Chair,
    /// The fan; 0 for a limit hand.
    #[schema(minimum = 0)]
    fan: u32,
    /// Whether it was a limit hand.
    limit: bool,
    /// The patterns that counted, by their ids in the catalogue.
    patterns: Vec<String>,
}

impl LedgerEvent {
    /// What an entry tells.
    pub(crate) fn of(entry: &Entry) -> Self {
        let (outcome, state) = if let Body::MatchOpened(opened) = &entry.body {
            (None, Some(&opened.state))
        } else if let Body::OutcomeRecorded(recorded) = &entry.body {
            (
                Some(OutcomeEvent::of(recorded)),
                Some(&recorded.state_after),
            )
        } else if let Body::MatchCorrected(corrected) = &entry.body {
            let MatchCorrected { state_after, .. } = corrected.as_ref();
            (None, Some(state_after))
        } else {
            (None, None)
        };
        Self {
            seq: entry.seq,
            kind: entry.body.kind(),
            time: entry.time,
            match_id: entry.body.match_id(),
            outcome,
            state: state.map(MatchState::from),
        }
    }
}

impl OutcomeEvent {
    fn of(recorded: &OutcomeRecorded) -> Self {
        let result = &recorded.result;
        let winners = result.scores.iter().map(|of| WinnerEvent {
            chair: of.chair,
            fan: of.score.fan,
            limit: of.score.limit,
            patterns: of
                .score
                .counted
                .iter()
                .map(|counted| counted.pattern.clone())
                .collect(),
        });
        Self {
            id: recorded.outcome_id,
            number: result.number,
            kind: recorded.outcome.kind().as_str(),
            points: result.legs.half_points().map(Points).into(),
            winners: winners.collect(),
        }
    }
}
