//! `faan match record`.

use serde_json::{Value, json};

use super::game::{Game, Games};
use super::stated::{self, Seated};
use super::told::Played;
use crate::account::Stop;
use crate::config::{Outcome, Record};
use crate::rest::Request;

pub(super) async fn run(
    games: &mut Games<'_>,
    config: &Record,
    json: bool,
) -> Result<String, Stop> {
    let game = games.open_one(config.which.game.as_deref()).await?;
    let (place, body) = asked(games, &game, config).await?;
    let path = games.path(&format!("/{}/{place}", game.view.id));
    let answer = if config.dry_run {
        let path = format!("{path}?dry_run=true");
        games.visitor.ask(&Request::post(&path, &body)).await?
    } else {
        let request = Request::post(&path, &body);
        games.visitor.write(config.key.as_deref(), request).await?
    };
    if json {
        return Ok(answer.text);
    }
    let played: Played = answer.read()?;
    // Who sits there from now on.
    let people = match substitutes(config) && !config.dry_run {
        true => games.game(&game.view.id).await?.view.people(),
        false => game.view.people(),
    };
    let told = played.tell(&people);
    Ok(match config.dry_run {
        true => format!("{told}\nNothing was recorded."),
        false => told,
    })
}

/// Whether somebody comes who does not sit there yet.
fn substitutes(config: &Record) -> bool {
    matches!(config.outcome, Outcome::Substitution { .. })
}

/// Where it is sent to, and what.
async fn asked(
    games: &mut Games<'_>,
    game: &Game,
    config: &Record,
) -> Result<(&'static str, Value), Stop> {
    let seated = Seated {
        people: game.view.people(),
        deal: game.view.deal,
    };
    let club = match substitutes(config) {
        true => games.players().await?,
        false => Vec::new(),
    };
    let mut outcome = stated::outcome(&config.outcome, &seated, &club)?;
    let place = match &config.outcome {
        Outcome::Penalty { reason, .. } => {
            let reason = reason.as_ref().ok_or_else(|| {
                Stop::Misused("what is the penalty for? Say it, with `--for TEXT`".to_owned())
            })?;
            set(&mut outcome, "reason", json!(reason));
            "penalties"
        }
        Outcome::Substitution { .. } => "substitutions",
        Outcome::Win(_)
        | Outcome::Goulash
        | Outcome::Agreed { .. }
        | Outcome::FalseMahjong { .. } => {
            let number = config.number.unwrap_or(game.view.next_number);
            return Ok(("hands", json!({ "number": number, "outcome": outcome })));
        }
    };
    // Its place says what kind it is.
    if let Some(fields) = outcome.as_object_mut() {
        fields.remove("kind");
    }
    Ok((place, outcome))
}

fn set(outcome: &mut Value, field: &str, value: Value) {
    if let Some(fields) = outcome.as_object_mut() {
        fields.insert(field.to_owned(), value);
    }
}
