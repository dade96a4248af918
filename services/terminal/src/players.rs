//! `faan player`: the players of a club.

mod statistics;

use host::say;
use reqwest::Method;
use serde_json::{Value, json};

use crate::account::{Again, ApiSession, ChosenClub, CliError};
use crate::club_players::{Player, Players, meant, of, path};
use crate::config::{self, Enrol, Naming, PlayersCommand, Rename};
use crate::name_match::Named as _;
use crate::rest::{Answer, Request, unguessable};

/// Runs a command on players.
pub(crate) async fn run(config: &config::Players) -> Result<(), CliError> {
    let mut session = ApiSession::new(&config.visit)?;
    let club = session.club().await?;
    let json = config.visit.json;
    match &config.command {
        PlayersCommand::List => say(&list(&mut session, &club, json).await?)?,
        PlayersCommand::Enrol(new) => enrol(&mut session, &club, new, json).await?,
        PlayersCommand::Rename(to) => say(&rename(&mut session, &club, to, json).await?)?,
        PlayersCommand::Show(show) => {
            say(&statistics::show(&mut session, &club, show, json).await?)?;
        }
    }
    Ok(())
}

async fn list(session: &mut ApiSession, club: &ChosenClub, json: bool) -> Result<String, CliError> {
    let answer = session.ask(&Request::get(&path(club, ""))).await?;
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

/// Enrols the players one after the other, and prints each at once, since an error does not undo the earlier ones.
async fn enrol(
    session: &mut ApiSession,
    club: &ChosenClub,
    config: &Enrol,
    json: bool,
) -> Result<(), CliError> {
    let names: Vec<&str> = config.names.iter().map(String::as_str).collect();
    refuse_namesakes(session, club, &names, None, &config.naming).await?;
    let path = path(club, "");
    let key = config.naming.key.clone().unwrap_or_else(unguessable);
    for (place, name) in names.into_iter().enumerate() {
        let body = body(name, &config.naming);
        let request = Request::post(&path, &body);
        let answer = session.write_part(&key, place + 1, request).await?;
        say(&answer_text(answer, json)?)?;
    }
    Ok(())
}

async fn rename(
    session: &mut ApiSession,
    club: &ChosenClub,
    config: &Rename,
    json: bool,
) -> Result<String, CliError> {
    let id = meant(session, club, &config.player).await?;
    let names = [config.name.as_str()];
    refuse_namesakes(session, club, &names, Some(&id), &config.naming).await?;
    let path = path(club, &format!("/{id}"));
    let body = body(&config.name, &config.naming);
    let request = Request {
        method: Method::PATCH,
        ..Request::post(&path, &body)
    };
    let again = Again {
        id_for: Some((&id, &config.player)),
        ..Again::with(config.naming.key.as_deref())
    };
    let answer = session.write(&again, request).await?;
    answer_text(answer, json)
}

/// The request that gives a name.
fn body(name: &str, naming: &Naming) -> Value {
    match naming.namesake {
        true => json!({ "name": name, "confirm": true }),
        false => json!({ "name": name }),
    }
}

/// The text of a player in an answer of the service.
fn answer_text(answer: Answer, json: bool) -> Result<String, CliError> {
    Ok(match json {
        true => answer.text,
        false => line(&answer.read()?),
    })
}

/// Refuses names that the club has already. A club may have two players with the same name, but usually it is a mistake, and an enrolled
/// player cannot be removed. The service refuses them, too; here nobody is enrolled if one name of several is taken. With a key the service
/// alone judges, since the same command may have enrolled those who are there.
async fn refuse_namesakes(
    session: &mut ApiSession,
    club: &ChosenClub,
    wanted: &[&str],
    renamed: Option<&str>,
    naming: &Naming,
) -> Result<(), CliError> {
    if naming.namesake || naming.key.is_some() {
        return Ok(());
    }
    let mut there = of(session, club).await?;
    there.retain(|player| Some(player.id.as_str()) != renamed);
    for (place, name) in wanted.iter().enumerate() {
        let folded = names::folded(name);
        let is_same = |other: &str| names::folded(other) == folded;
        let other = there.iter().find(|player| is_same(player.name()));
        let why = match other {
            Some(other) => format!("a player is called {} already ({})", other.name(), other.id),
            None if wanted.iter().take(place).any(|before| is_same(before)) => {
                format!("{name} is named twice")
            }
            None => continue,
        };
        let text = format!(
            "{why}: nothing was done; give a name that tells them apart, or `--namesake` if another person has the same"
        );
        return Err(CliError::Misused(text));
    }
    Ok(())
}

fn line(player: &Player) -> String {
    format!("  {}  {}", player.id, player.name())
}
