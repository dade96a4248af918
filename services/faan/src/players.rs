//! The players of a club.

use serde::Deserialize;

use crate::account::{KeptClub, Stop, Visitor};
use crate::named::Named;
use crate::rest::Request;

/// A player of a club.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Player {
    pub(crate) id: String,
    /// Absent of who was erased.
    #[serde(default)]
    pub(crate) name: Option<String>,
}

#[derive(Deserialize)]
struct Players {
    players: Vec<Player>,
}

impl Named for Player {
    fn id(&self) -> &str {
        &self.id
    }

    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("(unknown)")
    }
}

/// Everyone who can sit down.
pub(crate) async fn of(visitor: &mut Visitor, club: &KeptClub) -> Result<Vec<Player>, Stop> {
    let path = format!("/v1/clubs/{}/players", club.id);
    let players: Players = visitor.ask(&Request::get(&path)).await?.read()?;
    Ok(players.players)
}
