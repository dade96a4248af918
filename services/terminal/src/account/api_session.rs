//! The requests of one command, with the tokens of a signed-in person or with an API key.

use host::{set, warn};
use serde_json::json;

use super::again::Again;
use super::cli_error::CliError;
use super::clubs::ChosenClub;
use super::connection::{TRIES, now, refuse_to_be_overheard};
use super::credential_store::{CredentialStore, Credentials, Tokens};
use crate::config::Visit;
use crate::rest::{Answer, Gateway, Request, Unanswered, unguessable};

/// A service, and the credentials for it.
pub(crate) struct ApiSession {
    gateway: Gateway,
    /// `None` with an API key.
    store: Option<CredentialStore>,
    club: Option<String>,
}

impl ApiSession {
    /// Starts with the API key in the settings, or with the stored credentials.
    pub(crate) fn new(config: &Visit) -> Result<ApiSession, CliError> {
        let club = config.club.clone();
        if let Some(key) = set(config.api_key.as_ref()) {
            let mut gateway = Gateway::at(&config.url, TRIES).map_err(CliError::Misused)?;
            refuse_to_be_overheard(gateway.url(), config.plain_http)?;
            gateway.token = Some(key.clone());
            return Ok(ApiSession {
                gateway,
                store: None,
                club,
            });
        }
        let store = CredentialStore::open(config.login_file.login_file.as_deref())?;
        let kept = store.read()?.ok_or_else(signed_out)?;
        Ok(ApiSession {
            gateway: Gateway::at(&kept.url, TRIES).map_err(CliError::Misused)?,
            store: Some(store),
            club,
        })
    }

    /// The club of the command.
    pub(crate) async fn club(&mut self) -> Result<ChosenClub, CliError> {
        let Some(named) = self.club.clone() else {
            return self.chosen()?.ok_or_else(|| {
                let text = match self.store {
                    Some(_) => {
                        "which club? `faan club` lists yours, and `faan club NAME` chooses one"
                    }
                    None => "which club? Say its id, with `--in` or in FAAN_CLUB",
                };
                CliError::Misused(text.to_owned())
            });
        };
        if self.store.is_none() {
            // An API key is for one club, and may not list clubs.
            return Ok(self
                .ask(&Request::get(&format!("/v1/clubs/{named}")))
                .await?
                .read()?);
        }
        let clubs = self.ask(&Request::get("/v1/clubs")).await?;
        clubs.read::<super::Clubs>()?.named(&named)
    }

    /// The club that was chosen with an earlier command.
    pub(super) fn chosen(&self) -> Result<Option<ChosenClub>, CliError> {
        let Some(store) = &self.store else {
            return Ok(None);
        };
        Ok(store.read()?.and_then(|kept| kept.club))
    }

    pub(super) fn choose(&self, club: ChosenClub) -> Result<(), CliError> {
        let Some(store) = &self.store else {
            let text =
                "a key opens the club that made it: say that one's id, with `--in` or in FAAN_CLUB";
            return Err(CliError::Misused(text.to_owned()));
        };
        store.locked(|file| {
            let mut kept = login_at(&self.gateway, file.read()?)?;
            kept.club = Some(club);
            file.write(&kept)
        })
    }

    /// Sends a request with a valid access token.
    pub(crate) async fn ask(&mut self, request: &Request<'_>) -> Result<Answer, CliError> {
        if let Some(store) = &self.store {
            self.gateway.token = Some(good_token(store, &self.gateway, None).await?);
        }
        match (self.gateway.ask(request).await, &self.store) {
            // The token expired earlier than this clock shows.
            (Err(Unanswered::Refused(problem)), Some(store)) if problem.status == 401 => {
                let used = self.gateway.token.take();
                self.gateway.token = Some(good_token(store, &self.gateway, used).await?);
                Ok(self.gateway.ask(request).await?)
            }
            (other, _) => Ok(other?),
        }
    }

    /// Sends a write with an idempotency key, so that the service carries it out once.
    pub(crate) async fn write(
        &mut self,
        again: &Again<'_>,
        request: Request<'_>,
    ) -> Result<Answer, CliError> {
        let key = again.key.map_or_else(unguessable, str::to_owned);
        let request = Request {
            key: Some(&key),
            ..request
        };
        self.write_or(&again.advice(&key), request)
            .await
            .inspect_err(|stop| {
                let is_reused = matches!(stop, CliError::Unanswered(why) if why.is_refused_as("idempotency_key_reused"));
                if let Some(advice) = again.after_reuse().filter(|_| is_reused) {
                    warn(&format!("faan: {advice}"));
                }
            })
    }

    /// Sends one of several writes of a command. Its idempotency key is derived from the key of the command.
    pub(crate) async fn write_part(
        &mut self,
        key: &str,
        part: usize,
        request: Request<'_>,
    ) -> Result<Answer, CliError> {
        let own = format!("{key}-{part}");
        let request = Request {
            key: Some(&own),
            ..request
        };
        let advice = Again::default().advice(key);
        self.write_or(&advice, request).await
    }

    /// Sends a write that has an idempotency key. `advice`: what to do if it is not known whether it was carried out.
    pub(crate) async fn write_or(
        &mut self,
        advice: &str,
        request: Request<'_>,
    ) -> Result<Answer, CliError> {
        let answer = self.ask(&request).await.map_err(|stop| match stop {
            CliError::Unanswered(Unanswered::Lost(why)) => CliError::Unanswered(Unanswered::Lost(
                format!("{why}. It may have been done or not: {advice}"),
            )),
            CliError::Misused(_)
            | CliError::SignedOut(_)
            | CliError::Unanswered(_)
            | CliError::Failed(_) => stop,
        })?;
        if answer.replayed {
            warn("faan: it had been done before the answer was lost, and was not done twice");
        }
        Ok(answer)
    }
}

/// A valid access token that is not the refused one. A refresh token works once, so only one process at a time may use it. A process
/// that waited for the lock finds the new tokens in the file.
async fn good_token(
    store: &CredentialStore,
    gateway: &Gateway,
    refused: Option<String>,
) -> Result<String, CliError> {
    let is_good =
        |tokens: &Tokens| tokens.is_good(now()) && refused.as_ref() != Some(&tokens.access_token);
    let kept = login_at(gateway, store.read()?)?;
    if is_good(&kept.tokens) {
        return Ok(kept.tokens.access_token);
    }
    let file = store.lock()?;
    let mut kept = login_at(gateway, file.read()?)?;
    if is_good(&kept.tokens) {
        return Ok(kept.tokens.access_token);
    }
    let body = json!({ "refresh_token": kept.tokens.refresh_token });
    let request = Request::post("/v1/sessions/refresh", &body);
    let answer = match gateway.once(&request).await {
        Err(Unanswered::Refused(problem)) if problem.status == 401 => {
            let text = format!(
                "the session is over: sign in again, with `faan login {}`",
                kept.url
            );
            return Err(CliError::SignedOut(text));
        }
        other => other?,
    };
    kept.tokens = answer.read::<Tokens>()?.good_from(now());
    file.write(&kept)?;
    Ok(kept.tokens.access_token)
}

/// The stored credentials, if they are for this service. Another terminal may have signed in to another service meanwhile, and tokens
/// must be sent only to the service that issued them.
fn login_at(gateway: &Gateway, kept: Option<Credentials>) -> Result<Credentials, CliError> {
    let kept = kept.ok_or_else(signed_out)?;
    if kept.url == gateway.url() {
        return Ok(kept);
    }
    let text = format!(
        "meanwhile somebody has signed in at {}: do it again if it is meant for there",
        kept.url
    );
    Err(CliError::SignedOut(text))
}

fn signed_out() -> CliError {
    CliError::SignedOut(
        "nobody is signed in: `faan login URL`, or a key in FAAN_API_KEY".to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_for_its_own_service() {
        let gateway = Gateway::at("https://faan.example", 1).unwrap();
        let kept = |url: &str| -> Credentials {
            let kept = json!({
                "url": url, "email": "mei@example.org", "access_token": "a", "refresh_token": "r",
            });
            serde_json::from_value(kept).unwrap()
        };
        assert!(login_at(&gateway, Some(kept(gateway.url()))).is_ok());
        for other in [Some(kept("https://other.example")), None] {
            let stop = login_at(&gateway, other);
            assert!(matches!(stop, Err(CliError::SignedOut(_))));
        }
    }
}
