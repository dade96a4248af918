//! Where somebody signs in, and out.

use serde_json::{Value, json};

use super::clubs::Clubs;
use super::kept::{Keeper, Kept, Tokens};
use super::stop::Stop;
use super::visitor::refuse_to_be_overheard;
use super::{TRIES, now};
use crate::config::Account;
use crate::rest::{Answer, Gateway, Request, Unanswered};

/// A service, and where it is kept who is signed in.
pub(super) struct Door {
    keeper: Keeper,
    pub(super) gateway: Gateway,
}

impl Door {
    /// Both must be there before anybody is asked for a password.
    pub(super) fn at(config: &Account) -> Result<Door, Stop> {
        let keeper = Keeper::open(config.login_file.login_file.as_deref())?;
        let gateway = Gateway::at(&config.service, TRIES).map_err(Stop::Misused)?;
        refuse_to_be_overheard(&gateway.url, config.plain_http)?;
        Ok(Door { keeper, gateway })
    }

    pub(super) async fn sign_in(&self, credentials: &Value) -> Result<Answer, Unanswered> {
        let request = Request::post("/v1/sessions", credentials);
        self.gateway.ask(&request).await
    }

    /// Keeps a session that the service gave, and answers the clubs it leads to.
    pub(super) async fn keep(&mut self, email: &str, session: Answer) -> Result<Clubs, Stop> {
        let tokens: Tokens = session.read()?;
        self.gateway.token = Some(tokens.access_token.clone());
        let clubs = self.gateway.ask(&Request::get("/v1/clubs")).await?;
        let clubs: Clubs = clubs.read()?;
        let before = self.keeper.locked(|file| {
            let before = file.read().ok().flatten();
            file.write(&Kept {
                url: self.gateway.url.clone(),
                email: email.to_owned(),
                club: clubs.only(),
                tokens: tokens.good_from(now()),
            })?;
            Ok(before)
        })?;
        if let Some(before) = before {
            // A session that nobody holds any more. If it cannot be ended now, it ends by itself.
            let _ = end(&before).await;
        }
        Ok(clubs)
    }
}

/// Ends a session.
pub(super) async fn end(kept: &Kept) -> Result<(), Stop> {
    let gateway = Gateway::at(&kept.url, TRIES).map_err(Stop::Misused)?;
    let body = json!({ "refresh_token": kept.tokens.refresh_token });
    let request = Request {
        method: reqwest::Method::DELETE,
        ..Request::post("/v1/sessions", &body)
    };
    gateway.ask(&request).await?;
    Ok(())
}
