//! Somebody at a terminal, as a service knows them: `faan sign-up`, `faan login`, `faan club`, `faan logout`.

mod again;
mod clubs;
mod door;
mod kept;
mod password;
mod sign_up;
mod stop;
mod visitor;

use serde_json::json;
use time::OffsetDateTime;

use crate::config::{Club, ClubCommand, Found, Login, Logout};
use crate::rest::Request;
use crate::terminal::{harmless, say};
pub(crate) use again::Again;
use clubs::Clubs;
pub(crate) use clubs::KeptClub;
use door::Door;
use kept::Keeper;
pub(crate) use sign_up::sign_up;
pub(crate) use stop::Stop;
pub(crate) use visitor::Visitor;

/// How often somebody at a terminal has the same asked while the connection is lost.
const TRIES: u32 = 5;

/// Signs in, and keeps what the service gave.
pub(crate) async fn login(config: &Login) -> Result<(), Stop> {
    let mut door = Door::at(&config.account)?;
    let email = password::email(config.account.email.as_deref())?;
    let mut credentials = json!({
        "email": email,
        "password": password::password(config.account.password_file.as_deref())?,
    });
    let session = match door.sign_in(&credentials).await {
        Err(given) if given.is_refused_as("password_change_required") => {
            let wanted = password::new_password(config.new_password_file.as_deref())?;
            if let Some(fields) = credentials.as_object_mut() {
                fields.insert("new_password".to_owned(), json!(wanted));
            }
            door.sign_in(&credentials).await?
        }
        other => other?,
    };
    let clubs = door.keep(&email, session).await?;
    let next = clubs.after_login();
    let told = format!("Signed in at {} as {email}.\n{next}", door.gateway.url);
    Ok(say(&told)?)
}

/// Signs out. What is kept here is removed first, whether or not the service can be reached: whoever signs out leaves nothing behind.
pub(crate) async fn logout(config: &Logout) -> Result<(), Stop> {
    let keeper = Keeper::open(config.login_file.login_file.as_deref())?;
    let kept = keeper.locked(|file| {
        let kept = file.read()?;
        if kept.is_some() {
            file.remove()?;
        }
        Ok(kept)
    })?;
    let Some(kept) = kept else {
        return Ok(say("Nobody is signed in.")?);
    };
    door::end(&kept).await.inspect_err(|_| {
        eprintln!(
            "faan: signed out here, but the session could not be ended at {}: it ends there 30 days after its last use, or with another password",
            harmless(&kept.url)
        );
    })?;
    Ok(say("Signed out.")?)
}

/// Lists the clubs, chooses one, or founds one.
pub(crate) async fn club(config: &Club) -> Result<(), Stop> {
    if let (Some(named), Some(_)) = (&config.chosen, &config.command) {
        let text = format!("a club that is founded is chosen: leave `{named}` out");
        return Err(Stop::Misused(text));
    }
    let mut visitor = Visitor::new(&config.visit)?;
    if let Some(ClubCommand::Found(new)) = &config.command {
        let told = found(&mut visitor, new, config.visit.json).await?;
        return Ok(say(&told)?);
    }
    let answer = visitor.ask(&Request::get("/v1/clubs")).await?;
    let clubs: Clubs = answer.read()?;
    let told = if let Some(named) = &config.chosen {
        let chosen = clubs.named(named)?;
        let told = format!("The club is {}.", chosen.name);
        visitor.choose(chosen)?;
        told
    } else if config.visit.json {
        answer.text
    } else {
        clubs.list(visitor.chosen()?.as_ref())
    };
    Ok(say(&told)?)
}

async fn found(visitor: &mut Visitor, new: &Found, json: bool) -> Result<String, Stop> {
    let body = json!({ "name": new.name, "time_zone": new.time_zone });
    let request = Request::post("/v1/clubs", &body);
    let answer = visitor
        .write(&Again::with(new.once.key.as_deref()), request)
        .await?;
    let club: KeptClub = answer.read()?;
    let told = format!(
        "{} is founded; its days are those of {}.\nThe club is {}. `faan player enrol NAME…` says who plays in it.",
        club.name, club.time_zone, club.name
    );
    visitor.choose(club)?;
    Ok(match json {
        true => answer.text,
        false => told,
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "a token is good for so long from when it came"
)]
fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}
