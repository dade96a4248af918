//! Matches: opened, listed, read.

use ledger::evidence::{self, Chair};
use ledger::{MatchView, PlayerId};
use serde::{Deserialize, Serialize};
use time::Date;
use utoipa::ToSchema;

use super::day::Day;
use super::field::Text;
use super::points::Points;
use super::terms::{MatchTerms, NewMatchTerms};

/// A match to open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    pub(crate) terms: NewMatchTerms,
    /// Four different players of the club, chair 1 (the first East) first, then to the right.
    #[schema(value_type = Vec<Uuid>, min_items = 4, max_items = 4)]
    pub(crate) players: [PlayerId; 4],
    /// The day the match is played on, in the club's time zone, from 1900-01-01 to 2200-12-31.
    #[serde(deserialize_with = "day")]
    #[schema(value_type = String, format = Date, examples("2026-11-21"))]
    pub(crate) played_on: Date,
}

/// A match to end before its last hand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EarlyEnd {
    /// Why, for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 500)]
    pub(crate) reason: Option<Text<500>>,
}

/// A match as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Match {
    #[schema(value_type = Uuid)]
    id: ledger::MatchId,
    terms: MatchTerms,
    /// The day it is played on, in the club's time zone.
    #[schema(value_type = String, format = Date)]
    #[serde(serialize_with = "as_text")]
    played_on: Date,
    /// When it was entered.
    #[schema(value_type = String, format = DateTime)]
    opened_at: ledger::Timestamp,
    /// Changes whenever the match does; its ETag.
    #[schema(minimum = 1)]
    version: u64,
    /// The number of the next hand.
    #[schema(minimum = 1)]
    next_number: u32,
    /// The deal of the next hand; after the last one, the deal of that.
    deal: evidence::Deal,
    /// Why the match is over; absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<evidence::Ending>,
    /// The four chairs, chair 1 first.
    #[schema(min_items = 4, max_items = 4)]
    seats: Vec<Seat>,
    /// The declaration by which nothing of the match counts; absent of a match that counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    void: Option<VoidMatch>,
}

/// A declaration by which a match is void.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoidMatch {
    /// The place of its entry in the club's ledger.
    #[schema(minimum = 1)]
    seq: u64,
    /// When it was entered.
    #[schema(value_type = String, format = DateTime)]
    recorded_at: ledger::Timestamp,
    /// The account that entered it.
    #[schema(value_type = Uuid)]
    recorded_by: ledger::UserId,
    /// Why; absent once the text has been erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
}

/// Why a match is void, or counts again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchDeclaration {
    /// Why, for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = String, min_length = 1, max_length = 500)]
    pub(crate) reason: Text<500>,
}

/// A chair and who sits there.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Seat {
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    chair: Chair,
    player: Player,
    /// The wind of the chair in the current deal.
    seat_wind: evidence::Wind,
    /// What the chair has gained or lost so far.
    total_points: Points,
    /// The starting points and the total.
    balance_points: Points,
}

/// A player of the club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Player {
    /// As the entries of the match have it.
    #[schema(value_type = Uuid)]
    pub(crate) id: PlayerId,
    /// After a merge, the name of the player it counts for. Absent of who was erased, and where it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) name: Option<String>,
    /// There, and `true`, of who was erased: the name is gone for good.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub(crate) erased: bool,
    /// The player it counts for, after a merge; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Uuid>)]
    pub(crate) merged_into: Option<PlayerId>,
}

/// A page of matches, the last opened first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Matches {
    pub(crate) matches: Vec<Match>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_cursor: Option<String>,
}

impl From<MatchView> for Match {
    fn from(view: MatchView) -> Self {
        Self {
            seats: seats(&view),
            id: view.id,
            terms: MatchTerms::from(&view),
            played_on: view.played_on,
            opened_at: view.opened_at,
            version: view.version,
            next_number: view.state.next_number,
            deal: view.state.deal,
            ending: view.state.ending,
            void: view.void.map(VoidMatch::from),
        }
    }
}

impl From<ledger::VoidMatch> for VoidMatch {
    fn from(void: ledger::VoidMatch) -> Self {
        Self {
            seq: void.declared.seq,
            recorded_at: void.declared.time,
            recorded_by: void.declared.actor,
            reason: void.reason,
        }
    }
}

impl From<ledger::Player> for Player {
    fn from(player: ledger::Player) -> Self {
        Self {
            id: player.id,
            erased: player.erased,
            name: player.name,
            merged_into: player.merged_into,
        }
    }
}

fn seats(view: &MatchView) -> Vec<Seat> {
    let seat = |chair: Chair| {
        let total = Points(*chair.of(&view.state.total_half_points));
        Seat {
            chair,
            player: chair.of(&view.players).clone().into(),
            seat_wind: view.state.deal.seat_wind(chair),
            total_points: total,
            balance_points: Points::whole(view.starting_points).plus(total),
        }
    };
    Chair::ALL.map(seat).into()
}

fn day<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    Day::deserialize(deserializer).map(|Day(day)| day)
}

fn as_text<S: serde::Serializer>(day: &Date, serializer: S) -> Result<S::Ok, S::Error> {
    Day(*day).serialize(serializer)
}
