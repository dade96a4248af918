//! Signs in to a service, and out of it.

use serde_json::{Value, json};

use super::cli_error::CliError;
use super::clubs::Clubs;
use super::connection::{TRIES, now, refuse_to_be_overheard};
use super::credential_store::{CredentialStore, Credentials, Tokens};
use crate::config::Account;
use crate::rest::{Answer, Gateway, Request, Unanswered};

/// A service to sign in to, and the store for the tokens that it issues.
pub(super) struct SignIn {
    store: CredentialStore,
    pub(super) gateway: Gateway,
}

impl SignIn {
    /// Checks the service and the store before the person is asked for a password.
    pub(super) fn at(config: &Account) -> Result<SignIn, CliError> {
        let store = CredentialStore::open(config.login_file.login_file.as_deref())?;
        let gateway = Gateway::at(&config.service, TRIES).map_err(CliError::Misused)?;
        refuse_to_be_overheard(gateway.url(), config.plain_http)?;
        Ok(SignIn { store, gateway })
    }

    pub(super) async fn sign_in(&self, credentials: &Value) -> Result<Answer, Unanswered> {
        let request = Request::post("/v1/sessions", credentials);
        self.gateway.ask(&request).await
    }

    /// Stores the tokens of a new session, and returns the clubs of the account.
    pub(super) async fn keep(&mut self, email: &str, session: Answer) -> Result<Clubs, CliError> {
        let tokens: Tokens = session.read()?;
        self.gateway.token = Some(tokens.access_token.clone());
        let clubs = self.gateway.ask(&Request::get("/v1/clubs")).await?;
        let clubs: Clubs = clubs.read()?;
        let before = self.store.locked(|file| {
            let before = file.read().ok().flatten();
            file.write(&Credentials {
                url: self.gateway.url().to_owned(),
                email: email.to_owned(),
                club: clubs.only(),
                tokens: tokens.good_from(now()),
            })?;
            Ok(before)
        })?;
        if let Some(before) = before {
            // The previous session is no longer needed. If it cannot be ended now, it expires.
            let _ = end(&before).await;
        }
        Ok(clubs)
    }
}

/// Ends a session.
pub(super) async fn end(kept: &Credentials) -> Result<(), CliError> {
    let gateway = Gateway::at(&kept.url, TRIES).map_err(CliError::Misused)?;
    let body = json!({ "refresh_token": kept.tokens.refresh_token });
    let request = Request {
        method: reqwest::Method::DELETE,
        ..Request::post("/v1/sessions", &body)
    };
    gateway.ask(&request).await?;
    Ok(())
}
