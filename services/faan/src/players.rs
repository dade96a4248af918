//! The players of a club, at a terminal: `faan player`.

mod statistics;

use reqwest::Method;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::account::{Again, KeptClub, Stop, Visitor};
use crate::config::{self, Enrol, Naming, PlayersCommand, Rename};
use crate::named::{self, Named};
use crate::rest::{Answer, Request, unguessable};
use crate::terminal::say;

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
    let players: Players = visitor.ask(&Request::get(&path(club, ""))).await?.read()?;
    Ok(players.players)
}

/// The player with this id, among those who are known.
pub(crate) fn known(all: &[Player], id: &str) -> Player {
    let found = all.iter().find(|player| player.id == id).cloned();
    found.unwrap_or_else(|| Player {
        id: id.to_owned(),
        name: None,
    })
}

/// Does what is said of the players.
pub(crate) async fn run(config: &config::Players) -> Result<(), Stop> {
    let mut visitor = Visitor::new(&config.visit)?;
    let club = visitor.club().await?;
    let json = config.visit.json;
    match &config.command {
        PlayersCommand::List => say(&list(&mut visitor, &club, json).await?)?,
        PlayersCommand::Enrol(new) => enrol(&mut visitor, &club, new, json).await?,
        PlayersCommand::Rename(to) => say(&rename(&mut visitor, &club, to, json).await?)?,
        PlayersCommand::Show(show) => {
            say(&statistics::show(&mut visitor, &club, show, json).await?)?;
        }
    }
    Ok(())
}

async fn list(visitor: &mut Visitor, club: &KeptClub, json: bool) -> Result<String, Stop> {
    let answer = visitor.ask(&Request::get(&path(club, ""))).await?;
    if json {
        return Ok(answer.text);
    }
    let Players { players } = answer.read()?;
    let lines: Vec<String> = players.iter().map(line).collect();
    Ok(match lines.is_empty() {
        true => "There is no player yet: `faan player enrol NAME…` enrols some.".to_owned(),
        false => lines.join("\n"),
    })
}

/// Enrols one after the other, and tells of each at once: those who were enrolled before something went wrong are there.
async fn enrol(
    visitor: &mut Visitor,
    club: &KeptClub,
    config: &Enrol,
    json: bool,
) -> Result<(), Stop> {
    let names: Vec<&str> = config.names.iter().map(String::as_str).collect();
    refuse_namesakes(visitor, club, &names, None, &config.naming).await?;
    let path = path(club, "");
    let key = config.naming.key.clone().unwrap_or_else(unguessable);
    for (place, name) in names.into_iter().enumerate() {
        let body = json!({ "name": name });
        let request = Request::post(&path, &body);
        let answer = visitor.write_part(&key, place + 1, request).await?;
        say(&told(answer, json)?)?;
    }
    Ok(())
}

async fn rename(
    visitor: &mut Visitor,
    club: &KeptClub,
    config: &Rename,
    json: bool,
) -> Result<String, Stop> {
    let id = meant(visitor, club, &config.player).await?;
    let names = [config.name.as_str()];
    refuse_namesakes(visitor, club, &names, Some(&id), &config.naming).await?;
    let path = path(club, &format!("/{id}"));
    let body = json!({ "name": config.name });
    let request = Request {
        method: Method::PATCH,
        ..Request::post(&path, &body)
    };
    let again = Again {
        id_for: Some((&id, &config.player)),
        ..Again::with(config.naming.key.as_deref())
    };
    let answer = visitor.write(&again, request).await?;
    told(answer, json)
}

/// The id of the player who is meant. By the id also one who was erased or merged, whom no list has.
async fn meant(visitor: &mut Visitor, club: &KeptClub, text: &str) -> Result<String, Stop> {
    if text.len() == 36 && Uuid::try_parse(text).is_ok() {
        return Ok(text.to_owned());
    }
    let players = of(visitor, club).await?;
    let found = named::one("player", text, &players).map_err(Stop::Misused)?;
    Ok(found.id.clone())
}

/// A player as the service has it now.
fn told(answer: Answer, json: bool) -> Result<String, Stop> {
    Ok(match json {
        true => answer.text,
        false => line(&answer.read()?),
    })
}

/// A club may have two players of one name. But a name that is there is mostly given by mistake, and nobody who was enrolled is gone
/// again. With a key, it may be there by the same command.
async fn refuse_namesakes(
    visitor: &mut Visitor,
    club: &KeptClub,
    names: &[&str],
    renamed: Option<&str>,
    naming: &Naming,
) -> Result<(), Stop> {
    if naming.namesake || naming.key.is_some() {
        return Ok(());
    }
    let mut there = of(visitor, club).await?;
    there.retain(|player| Some(player.id.as_str()) != renamed);
    for (place, name) in names.iter().enumerate() {
        let is_same = |other: &str| other.trim().to_lowercase() == name.trim().to_lowercase();
        let other = there.iter().find(|player| is_same(player.name()));
        let why = match other {
            Some(Player { id, .. }) => format!("a player is called {name} already ({id})"),
            None if names.iter().take(place).any(|before| is_same(before)) => {
                format!("{name} is named twice")
            }
            None => continue,
        };
        let text = format!("{why}: nothing was done; `--namesake` gives the name to another");
        return Err(Stop::Misused(text));
    }
    Ok(())
}

fn path(club: &KeptClub, rest: &str) -> String {
    format!("/v1/clubs/{}/players{rest}", club.id)
}

fn line(player: &Player) -> String {
    format!("  {}  {}", player.id, player.name())
}
