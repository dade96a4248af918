//! `faan match`: records and shows matches at a terminal.

mod ask;
mod correct;
mod differences;
mod game;
mod import;
mod match_outcome;
mod open;
mod record;
mod recorded;
mod seated;
mod show;
mod stated;
mod win;

use host::say;
use reqwest::Method;
use serde_json::json;

use crate::account::{Again, ApiSession, CliError};
use crate::config::{Declare, End, Match, MatchCommand};
use crate::rest::Request;
use game::Games;

pub(crate) use open::{matches_of_round, today};

pub(crate) async fn run(config: &Match) -> Result<(), CliError> {
    let mut session = ApiSession::new(&config.visit)?;
    let club = session.club().await?;
    let mut games = Games {
        session: &mut session,
        club,
    };
    let json = config.visit.json;
    let said = match &config.command {
        MatchCommand::Open(open) => open::run(&mut games, open, json).await?,
        MatchCommand::List => games.list(json).await?,
        MatchCommand::Record(record) => record::run(&mut games, record, json).await?,
        MatchCommand::Show(show) => show::run(&mut games, show, json).await?,
        MatchCommand::Correct(correct) => correct::run(&mut games, correct, json).await?,
        MatchCommand::End(end) => end_early(&mut games, end, json).await?,
        MatchCommand::Void(of) => declare(&mut games, of, ("void", json)).await?,
        MatchCommand::Reinstate(of) => declare(&mut games, of, ("reinstate", json)).await?,
        MatchCommand::Import(import) => return import::run(&mut games, import, json).await,
    };
    Ok(say(&said)?)
}

async fn end_early(games: &mut Games<'_>, config: &End, json: bool) -> Result<String, CliError> {
    let game = games.open_one(config.which.game.as_deref()).await?;
    let body = match &config.reason {
        Some(reason) => json!({ "reason": reason }),
        None => json!({}),
    };
    let path = games.path(&format!("/{}/end", game.view.id));
    let request = Request {
        method: Method::POST,
        if_match: Some(&game.etag),
        ..Request::post(&path, &body)
    };
    let again = Again {
        flags: format!("--match {}", game.view.id),
        ..Again::with(config.once.key.as_deref())
    };
    let answer = games.session.write(&again, request).await?;
    if json {
        return Ok(answer.text);
    }
    show::sheet(games, &game.view.id).await
}

/// Declares a match void, or to count again.
async fn declare(
    games: &mut Games<'_>,
    config: &Declare,
    (verb, json): (&str, bool),
) -> Result<String, CliError> {
    let id = games.meant(config.which.game.as_deref()).await?;
    let path = games.path(&format!("/{id}:{verb}"));
    let body = json!({ "reason": config.reason });
    let again = Again {
        flags: format!("--match {id}"),
        ..Again::with(config.once.key.as_deref())
    };
    let answer = games
        .session
        .write(&again, Request::post(&path, &body))
        .await?;
    if json {
        return Ok(answer.text);
    }
    show::sheet(games, &id).await
}
