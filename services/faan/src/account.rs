//! Somebody at a terminal, as a service knows them: `faan login`, `faan club`, `faan logout`.

mod clubs;
mod kept;
mod password;
mod stop;
mod visitor;

use std::process::ExitCode;

use serde_json::json;
use time::OffsetDateTime;

use crate::config::{Club, Login, Logout};
use crate::rest::{Gateway, Request, Unanswered};
use clubs::Clubs;
pub(crate) use clubs::KeptClub;
use kept::{Keeper, Kept};
pub(crate) use stop::Stop;
pub(crate) use visitor::Visitor;

/// How often somebody at a terminal has the same asked while the connection is lost.
const TRIES: u32 = 5;

/// Signs in, and keeps what the service gave.
pub(crate) async fn login(config: &Login) -> Result<ExitCode, Stop> {
    let keeper = Keeper::open(config.login_file.login_file.as_deref())?;
    let mut gateway = Gateway::at(&config.service, TRIES).map_err(Stop::Misused)?;
    visitor::refuse_to_be_overheard(&gateway.url, config.plain_http)?;
    let email = password::email(config.email.as_deref())?;
    let mut credentials = json!({
        "email": email,
        "password": password::password(config.password_file.as_deref())?,
    });
    let session = match gateway
        .ask(&Request::post("/v1/sessions", &credentials))
        .await
    {
        Err(Unanswered::Refused(problem)) if problem.code == "password_change_required" => {
            let wanted = password::new_password(config.new_password_file.as_deref())?;
            if let Some(fields) = credentials.as_object_mut() {
                fields.insert("new_password".to_owned(), json!(wanted));
            }
            gateway
                .ask(&Request::post("/v1/sessions", &credentials))
                .await?
        }
        other => other?,
    };
    let tokens: kept::Tokens = session.read()?;
    gateway.token = Some(tokens.access_token.clone());
    let clubs: Clubs = gateway.ask(&Request::get("/v1/clubs")).await?.read()?;
    let before = keeper.locked(|file| {
        let before = file.read().ok().flatten();
        file.write(&Kept {
            url: gateway.url.clone(),
            email: email.clone(),
            club: clubs.only(),
            tokens: tokens.good_from(now()),
        })?;
        Ok(before)
    })?;
    if let Some(before) = before {
        // A session that nobody holds any more. If it cannot be ended now, it ends by itself.
        let _ = end(&before).await;
    }
    println!("Signed in at {} as {email}.", gateway.url);
    println!("{}", clubs.after_login());
    Ok(ExitCode::SUCCESS)
}

/// Signs out.
pub(crate) async fn logout(config: &Logout) -> Result<ExitCode, Stop> {
    let keeper = Keeper::open(config.login_file.login_file.as_deref())?;
    let Some(kept) = keeper.locked(|file| file.read())? else {
        println!("Nobody is signed in.");
        return Ok(ExitCode::SUCCESS);
    };
    end(&kept).await?;
    keeper.locked(|file| file.remove())?;
    println!("Signed out.");
    Ok(ExitCode::SUCCESS)
}

async fn end(kept: &Kept) -> Result<(), Stop> {
    let gateway = Gateway::at(&kept.url, TRIES).map_err(Stop::Misused)?;
    let body = json!({ "refresh_token": kept.tokens.refresh_token });
    let request = Request {
        method: reqwest::Method::DELETE,
        ..Request::post("/v1/sessions", &body)
    };
    gateway.ask(&request).await?;
    Ok(())
}

/// Lists the clubs, or chooses one.
pub(crate) async fn club(config: &Club) -> Result<ExitCode, Stop> {
    let mut visitor = Visitor::new(&config.visit)?;
    let answer = visitor.ask(&Request::get("/v1/clubs")).await?;
    let clubs: Clubs = answer.read()?;
    if let Some(named) = &config.chosen {
        let chosen = clubs.named(named)?;
        println!("The club is {}.", chosen.name);
        visitor.choose(chosen)?;
    } else if config.visit.json {
        println!("{}", answer.text);
    } else {
        println!("{}", clubs.list(visitor.chosen()?.as_ref()));
    }
    Ok(ExitCode::SUCCESS)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a token is good for so long from when it came"
)]
fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}
