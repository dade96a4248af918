//! What can happen in a match and be corrected, as JSON, for the OpenAPI document.
#![expect(
    dead_code,
    reason = "descriptions of JSON: nobody makes values of them"
)]

use ledger::evidence::Reseated;
use ledger::{OutcomeId, PlayerId};
use mahjong::{FirstTurn, KongKind, Payee, Replacement, Winner, WonBy};
use utoipa::ToSchema;

use crate::bodies::points::Points;

/// What happened in a hand, between two or in a whole match, told by chairs (1–4; chair 1 was the first East). Each may have a `reason` of
/// 1–500 characters when it is recorded; the ledger's entry holds only a salted commitment to it.
#[derive(ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Outcome {
    /// Somebody won.
    Win {
        won_by: WonBy,
        /// The chair that discarded the winning tile or declared the robbed kong; with `discard` and `robbed_kong`.
        #[schema(minimum = 1, maximum = 4)]
        from_chair: Option<u8>,
        /// With `robbed_kong`: the kind of that kong.
        robbed_kong: Option<KongKind>,
        /// 海底撈月: the winning tile was the last of the wall, or the discard or kong that followed it.
        #[schema(required = false, default = false)]
        last_tile: bool,
        /// With `self_draw`: what the winning tile replaced, if anything.
        replacement: Option<Replacement>,
        /// A win on the first turn, if it was one.
        first_turn: Option<FirstTurn>,
        /// One; several only where the variant pays every winner of one discard.
        #[schema(min_items = 1, max_items = 3)]
        winners: Vec<Winner>,
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
    /// Nobody won: a dead hand.
    Goulash {
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
    /// The players agreed on what a hand pays, and do not say how it came about.
    Agreed {
        /// Who won: the deal goes on as after that win. Absent: nobody, and it goes on as after a dead hand.
        #[schema(minimum = 1, maximum = 4)]
        winner: Option<u8>,
        /// What each chair gains or pays, chair 1 first; they sum to zero. Whole points unless the variant pays halves.
        #[schema(min_items = 4, max_items = 4)]
        chair_points: Vec<Points>,
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
    /// Somebody called mahjong without a legal win. Where the variant has the hand opened instead of paid for, play goes on
    /// and this is no hand.
    FalseMahjong {
        /// Who called it.
        #[schema(minimum = 1, maximum = 4)]
        chair: u8,
        /// The points paid to each other player: required where the variant leaves the amount to the table,
        /// absent otherwise.
        #[schema(minimum = 0, maximum = 1_000_000)]
        points: Option<u32>,
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
    /// Somebody pays a table penalty. It is not a hand.
    Penalty {
        /// Who pays.
        #[schema(minimum = 1, maximum = 4)]
        chair: u8,
        /// The id of one of the variant's penalties; absent for one of the table's own.
        #[schema(min_length = 1, max_length = 64)]
        penalty: Option<String>,
        /// The points paid to each payee. Absent: the usual amount of that penalty; required if it has none.
        #[schema(minimum = 0, maximum = 1_000_000)]
        points: Option<u32>,
        payee: Payee,
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
    /// Players pay one of them besides what hands pay, such as for a kong 槓錢. It is not a hand.
    SidePayment {
        /// Who is paid.
        #[schema(minimum = 1, maximum = 4)]
        chair: u8,
        /// Who pays; another chair. Absent: each other player.
        #[schema(minimum = 1, maximum = 4)]
        from_chair: Option<u8>,
        /// The id of one of the variant's side payments; absent for one of the table's own.
        #[schema(min_length = 1, max_length = 64)]
        side_payment: Option<String>,
        /// The points that each payer pays. Absent: the usual amount of that side payment; required if it has none.
        #[schema(minimum = 0, maximum = 1_000_000)]
        points: Option<u32>,
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
    /// What a whole match came to, of which no hand was written down. It is not a hand; no points were recorded before it, and the match is
    /// over after it.
    Totals {
        /// What each chair gained or lost, chair 1 first; with `house_points` they sum to zero. Whole points unless the variant pays halves.
        #[schema(min_items = 4, max_items = 4)]
        chair_points: Vec<Points>,
        /// What the club's house gets, 0 or more. Absent: nothing.
        house_points: Option<Points>,
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
    /// Somebody else takes over a chair. It is not a hand.
    Substitution {
        /// Whose place is taken.
        #[schema(minimum = 1, maximum = 4)]
        chair: u8,
        /// Who sits there from then on.
        #[schema(value_type = Uuid)]
        player: PlayerId,
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
    /// The players end the match before its last hand. It is not a hand.
    EarlyEnd {
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
}

/// One thing that is put right. What it says happened has no `reason` of its own: the correction has one.
#[derive(ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Change {
    /// Something else happened; it keeps its id and its place.
    Replace {
        /// The hand, or whatever it is.
        #[schema(value_type = Uuid)]
        outcome_id: OutcomeId,
        outcome: Outcome,
    },
    /// It never happened.
    Void {
        /// The hand, or whatever it is.
        #[schema(value_type = Uuid)]
        outcome_id: OutcomeId,
    },
    /// It happened and was forgotten.
    Insert {
        /// What it happened before; absent: it happened last.
        #[schema(value_type = Option<Uuid>)]
        before: Option<OutcomeId>,
        outcome: Outcome,
    },
    /// Other people sat on the chairs from the start.
    Reseat {
        /// Who sat where at the start, chair 1 first.
        #[schema(value_type = Vec<Uuid>, min_items = 4, max_items = 4)]
        players: Vec<PlayerId>,
        outcomes: Reseated,
    },
}
