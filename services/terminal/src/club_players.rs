//! The players of a club.

use serde::Deserialize;
use uuid::Uuid;

use crate::account::{ApiSession, ChosenClub, CliError};
use crate::name_match::{self, Named};
use crate::rest::Request;

/// A player of a club.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Player {
    pub(crate) id: String,
    /// Absent if the player was erased.
    #[serde(default)]
    pub(crate) name: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Players {
    pub(crate) players: Vec<Player>,
}

/// The name of a player in an answer.
pub(crate) fn name(player: &client::models::Player) -> &str {
    called(player.name.as_deref())
}

/// The name of who pays or is paid: of a player, or of the club's house.
pub(crate) fn party_name(party: &client::models::Party) -> &str {
    match party.id.as_str() {
        "house" => "the house",
        _ => called(party.name.as_deref()),
    }
}

/// What somebody is called; the name may be erased, or not known.
fn called(name: Option<&str>) -> &str {
    name.unwrap_or("(unknown)")
}

impl Named for Player {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn name(&self) -> &str {
        called(self.name.as_deref())
    }
}

/// All players who can play.
pub(crate) async fn of(
    session: &mut ApiSession,
    club: &ChosenClub,
) -> Result<Vec<Player>, CliError> {
    let players: Players = session.ask(&Request::get(&path(club, ""))).await?.read()?;
    Ok(players.players)
}

/// The player with this id among the known ones.
pub(crate) fn known(all: &[Player], id: &str) -> Player {
    let found = all.iter().find(|player| player.id == id).cloned();
    found.unwrap_or_else(|| Player {
        id: id.to_owned(),
        name: None,
    })
}

/// The id of the player with this name or id. An id may also be of a player who was erased or merged, whom no list has.
pub(crate) async fn meant(
    session: &mut ApiSession,
    club: &ChosenClub,
    text: &str,
) -> Result<String, CliError> {
    if text.len() == 36 && Uuid::try_parse(text).is_ok() {
        return Ok(text.to_owned());
    }
    let players = of(session, club).await?;
    let found = name_match::one("player", text, &players).map_err(CliError::Misused)?;
    Ok(found.id.clone())
}

/// The ids of players by their names.
pub(crate) fn ids<'a, 'b>(
    names: impl Iterator<Item = &'b str>,
    club: &'a [Player],
) -> Result<Vec<&'a str>, CliError> {
    let found = names.map(|name| {
        let player = name_match::one("player", name.trim(), club).map_err(CliError::Misused)?;
        Ok(player.id.as_str())
    });
    found.collect()
}

pub(crate) fn path(club: &ChosenClub, rest: &str) -> String {
    format!("/v1/clubs/{}/players{rest}", club.id)
}
