//! Who owes or is owed, by name.

use ledger::{Player, PlayerId};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Who owes or is owed: a player of the club, or the club's house, to which penalties go.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Party {
    /// The player's id, or `house`.
    #[schema(value_type = String, examples("0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01", "house"))]
    pub(super) id: ledger::Party,
    /// The player's name; absent for the house, of who was erased, and where it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) name: Option<String>,
    /// There, and `true`, of a player who was erased: the name is gone for good.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub(super) erased: bool,
}

/// Those who are told of.
pub(super) struct Names<'a>(pub(super) &'a HashMap<PlayerId, Player>);

impl Names<'_> {
    /// A party with its name.
    pub(super) fn party(&self, id: ledger::Party) -> Party {
        let player = match id {
            ledger::Party::Player(player) => self.0.get(&player),
            ledger::Party::House => None,
        };
        Party {
            id,
            name: player.and_then(|player| player.name.clone()),
            erased: player.is_some_and(|player| player.erased),
        }
    }
}
