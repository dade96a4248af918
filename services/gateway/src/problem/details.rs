//! Problem details (RFC 9457), as they are sent.

use std::borrow::Cow;

use ledger::{ClubId, MatchId, OutcomeId, PlayerId, PlayingTable};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::{ObjectBuilder, OneOfBuilder, Ref, Schema, Type};

/// Problem details (RFC 9457).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct Body {
    /// Where the code is explained, relative to this server.
    #[serde(rename = "type")]
    #[schema(examples("/problems#hand_number_taken"))]
    pub(super) kind: String,
    /// What it means, in a few words; the same for every problem of this code.
    pub(super) title: Cow<'static, str>,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub(super) status: u16,
    /// What is wrong here, in a sentence for people.
    pub(super) detail: String,
    /// The stable code, for programs: one of ours (see `/problems`) or the reason the engine gave in lower case.
    #[schema(examples("hand_number_taken"))]
    pub(super) code: Cow<'static, str>,
    /// The fields at fault, as far as they are known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(super) errors: Vec<FieldError>,
    /// With `hand_number_taken`: the hand that took the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = recorded_outcome)]
    pub(super) hand: Option<serde_json::Value>,
    /// With `correction_impossible`: what could no longer have happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(super) impossible: Vec<Impossible>,
    /// With `hand_number_ahead`: the number of the next hand. With `rounds_stale`: the number of the next draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next_number: Option<u32>,
    /// With `payment_too_large`: what is open of the transfer, in minor units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) open_cents: Option<i64>,
    /// With `only_owner`: the clubs that have no other owner.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(super) clubs: Vec<OwnedClub>,
    /// With `player_name_taken`: who is called so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(super) players: Vec<NamedPlayer>,
    /// With `players_sat_together`, `players_in_one_round` and `players_in_one_tournament`: the matches that say so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<Uuid>)]
    pub(super) matches: Vec<MatchId>,
    /// With `round_still_plays`: the tables of earlier rounds that still play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(super) playing: Vec<PlayingTable>,
    /// The id of the request, as in `Request-Id`: whoever runs the service finds it in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) request_id: Option<String>,
}

/// The schema of a hand, by its name: `bodies` are above this.
fn recorded_outcome() -> Schema {
    let hand = Ref::builder()
        .ref_location_from_schema_name("RecordedOutcome")
        .description(Some(
            "With `hand_number_taken`: the hand that took the number.",
        ))
        .build();
    let null = ObjectBuilder::new().schema_type(Type::Null);
    OneOfBuilder::new().item(hand).item(null).build().into()
}

/// One field at fault.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct FieldError {
    /// Where: a JSON pointer (RFC 6901) into the body, empty for the whole of it; or the name of a header or query parameter, and a pointer into
    /// one that is JSON (`terms/variant`).
    #[schema(examples("/outcome/winners/0/hand/concealed"))]
    pub(crate) pointer: String,
    /// What kind of fault.
    pub(crate) code: Cow<'static, str>,
    /// The fault in a sentence.
    pub(crate) detail: String,
    /// In a sheet: its line, counted from 1; the one that names the columns counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    pub(crate) line: Option<u64>,
    /// In a sheet: the column, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) column: Option<String>,
    /// In a sheet: the name of somebody who sits down in a match and whom the club does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) unknown_name: Option<UnknownName>,
}

/// A name in a sheet that no player of the club has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct UnknownName {
    /// As it stands in the sheet.
    pub(crate) name: String,
    /// The name of a player that differs from it only in spaces, characters that cannot be seen, or capitals, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) alike: Option<String>,
}

/// A club that has no other owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OwnedClub {
    #[schema(value_type = Uuid)]
    pub(crate) id: ClubId,
    pub(crate) name: String,
}

/// A player who is called as another one was to be.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct NamedPlayer {
    #[schema(value_type = Uuid)]
    pub(crate) id: PlayerId,
    pub(crate) name: String,
}

/// Something that was recorded and could not have happened after a correction.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Impossible {
    /// The hand, or whatever it was.
    #[schema(value_type = Uuid)]
    pub(crate) outcome_id: OutcomeId,
    /// Why the rules refuse it then.
    #[schema(examples("below_minimum"))]
    pub(crate) code: String,
    /// The same in a sentence.
    pub(crate) detail: String,
}

impl FieldError {
    /// A fault of a field.
    pub(crate) fn new(
        pointer: impl Into<String>,
        code: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) -> Self {
        Self {
            pointer: pointer.into(),
            code: code.into(),
            detail: detail.into(),
            line: None,
            column: None,
            unknown_name: None,
        }
    }
}
