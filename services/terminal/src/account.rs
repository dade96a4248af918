//! Accounts: `faan sign-up`, `faan login`, `faan club`, `faan logout`.

mod again;
mod api_session;
mod cli_error;
mod clubs;
mod connection;
mod credential_store;
mod password;
mod sign_in;
mod sign_up;

use std::process::ExitCode;

use host::{say, warn};
use serde_json::json;

use crate::config::{Club, ClubCommand, Found, Login, Logout};
use crate::rest::Request;
pub(crate) use again::Again;
pub(crate) use api_session::ApiSession;
pub(crate) use cli_error::CliError;
pub(crate) use clubs::ChosenClub;
use clubs::Clubs;
use credential_store::CredentialStore;
use sign_in::SignIn;
pub(crate) use sign_up::sign_up;

/// Converts the result of a command to an exit status. With `--json`, a refusal is printed as JSON.
pub(crate) fn end(outcome: Result<(), CliError>, json: bool) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.tell(json),
    }
}

/// Signs in, and stores the tokens.
pub(crate) async fn login(config: &Login) -> Result<(), CliError> {
    let mut sign_in = SignIn::at(&config.account)?;
    let email = password::email(config.account.email.as_deref())?;
    let mut credentials = json!({
        "email": email,
        "password": password::password(config.account.password_file.as_deref())?,
    });
    let session = match sign_in.sign_in(&credentials).await {
        Err(given) if given.is_refused_as("password_change_required") => {
            let wanted = password::new_password(config.new_password_file.as_deref())?;
            if let Some(fields) = credentials.as_object_mut() {
                fields.insert("new_password".to_owned(), json!(wanted));
            }
            sign_in.sign_in(&credentials).await?
        }
        other => other?,
    };
    let clubs = sign_in.keep(&email, session).await?;
    let next = clubs.after_login();
    let text = format!("Signed in at {} as {email}.\n{next}", sign_in.gateway.url());
    Ok(say(&text)?)
}

/// Signs out. The stored credentials are removed first, so that they are removed also if the service cannot be reached.
pub(crate) async fn logout(config: &Logout) -> Result<(), CliError> {
    let store = CredentialStore::open(config.login_file.login_file.as_deref())?;
    let kept = store.locked(|file| {
        let kept = file.read()?;
        if kept.is_some() {
            file.remove()?;
        }
        Ok(kept)
    })?;
    let Some(kept) = kept else {
        return Ok(say("Nobody is signed in.")?);
    };
    sign_in::end(&kept).await.inspect_err(|_| {
        warn(&format!(
            "faan: signed out here, but the session could not be ended at {}: it ends there 30 days after its last use, or with another password",
            kept.url
        ));
    })?;
    Ok(say("Signed out.")?)
}

/// Lists the clubs, chooses one, or founds one.
pub(crate) async fn club(config: &Club) -> Result<(), CliError> {
    if let (Some(named), Some(_)) = (&config.chosen, &config.command) {
        let text = format!("a club that is founded is chosen: leave `{named}` out");
        return Err(CliError::Misused(text));
    }
    let mut session = ApiSession::new(&config.visit)?;
    if let Some(ClubCommand::Found(new)) = &config.command {
        let text = found(&mut session, new, config.visit.json).await?;
        return Ok(say(&text)?);
    }
    let answer = session.ask(&Request::get("/v1/clubs")).await?;
    let clubs: Clubs = answer.read()?;
    let text = if let Some(named) = &config.chosen {
        let chosen = clubs.named(named)?;
        let text = format!("The club is {}.", chosen.name);
        session.choose(chosen)?;
        text
    } else if config.visit.json {
        answer.text
    } else {
        clubs.list(session.chosen()?.as_ref())
    };
    Ok(say(&text)?)
}

async fn found(session: &mut ApiSession, new: &Found, json: bool) -> Result<String, CliError> {
    let body = json!({ "name": new.name, "time_zone": new.time_zone });
    let request = Request::post("/v1/clubs", &body);
    let answer = session
        .write(&Again::with(new.once.key.as_deref()), request)
        .await?;
    let club: ChosenClub = answer.read()?;
    let text = format!(
        "{} is founded; its days are those of {}.\nThe club is {}. `faan player enrol NAME…` says who plays in it.",
        club.name, club.time_zone, club.name
    );
    session.choose(club)?;
    Ok(match json {
        true => answer.text,
        false => text,
    })
}
