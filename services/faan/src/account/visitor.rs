//! Somebody who asks a service: a person who signed in, or a machine with a key.

use reqwest::Url;
use serde_json::json;

use super::again::Again;
use super::clubs::KeptClub;
use super::kept::{Keeper, Kept, Tokens};
use super::stop::Stop;
use super::{TRIES, now};
use crate::config::{Visit, set};
use crate::rest::{Answer, Gateway, Request, Unanswered, unguessable};

pub(crate) struct Visitor {
    gateway: Gateway,
    /// Absent of a machine.
    keeper: Option<Keeper>,
    club: Option<String>,
}

impl Visitor {
    /// Whoever the settings say, or who signed in.
    pub(crate) fn new(config: &Visit) -> Result<Visitor, Stop> {
        let club = config.club.clone();
        if let Some(key) = set(config.api_key.as_ref()) {
            let mut gateway = Gateway::at(&config.url, TRIES).map_err(Stop::Misused)?;
            refuse_to_be_overheard(&gateway.url, config.plain_http)?;
            gateway.token = Some(key.clone());
            return Ok(Visitor {
                gateway,
                keeper: None,
                club,
            });
        }
        let keeper = Keeper::open(config.login_file.login_file.as_deref())?;
        let kept = keeper.read()?.ok_or_else(signed_out)?;
        Ok(Visitor {
            gateway: Gateway::at(&kept.url, TRIES).map_err(Stop::Misused)?,
            keeper: Some(keeper),
            club,
        })
    }

    /// The club that is meant.
    pub(crate) async fn club(&mut self) -> Result<KeptClub, Stop> {
        let Some(named) = self.club.clone() else {
            return self.chosen()?.ok_or_else(|| {
                let text = match self.keeper {
                    Some(_) => {
                        "which club? `faan club` lists yours, and `faan club NAME` chooses one"
                    }
                    None => "which club? Say its id, with `--in` or in FAAN_CLUB",
                };
                Stop::Misused(text.to_owned())
            });
        };
        if self.keeper.is_none() {
            // A key opens its own club, and lists none.
            return Ok(self
                .ask(&Request::get(&format!("/v1/clubs/{named}")))
                .await?
                .read()?);
        }
        let clubs = self.ask(&Request::get("/v1/clubs")).await?;
        clubs.read::<super::Clubs>()?.named(&named)
    }

    /// The club that was chosen before.
    pub(super) fn chosen(&self) -> Result<Option<KeptClub>, Stop> {
        let Some(keeper) = &self.keeper else {
            return Ok(None);
        };
        Ok(keeper.read()?.and_then(|kept| kept.club))
    }

    pub(super) fn choose(&self, club: KeptClub) -> Result<(), Stop> {
        let Some(keeper) = &self.keeper else {
            let text =
                "a key opens the club that made it: say that one's id, with `--in` or in FAAN_CLUB";
            return Err(Stop::Misused(text.to_owned()));
        };
        keeper.locked(|file| {
            let mut kept = login_at(&self.gateway, file.read()?)?;
            kept.club = Some(club);
            file.write(&kept)
        })
    }

    /// Asks, with a token that is good.
    pub(crate) async fn ask(&mut self, request: &Request<'_>) -> Result<Answer, Stop> {
        if let Some(keeper) = &self.keeper {
            self.gateway.token = Some(good_token(keeper, &self.gateway, None).await?);
        }
        match (self.gateway.ask(request).await, &self.keeper) {
            // It ended sooner than this clock says.
            (Err(Unanswered::Refused(problem)), Some(keeper)) if problem.status == 401 => {
                let used = self.gateway.token.take();
                self.gateway.token = Some(good_token(keeper, &self.gateway, used).await?);
                Ok(self.gateway.ask(request).await?)
            }
            (other, _) => Ok(other?),
        }
    }

    /// Does something once, however often it has to be asked.
    pub(crate) async fn write(
        &mut self,
        again: &Again<'_>,
        request: Request<'_>,
    ) -> Result<Answer, Stop> {
        let key = again.key.map_or_else(unguessable, str::to_owned);
        let request = Request {
            key: Some(&key),
            ..request
        };
        self.write_or(&again.advice(&key), request)
            .await
            .inspect_err(|stop| {
                let is_reused = matches!(stop, Stop::Unanswered(why) if why.is_refused_as("idempotency_key_reused"));
                if let Some(advice) = again.after_reuse().filter(|_| is_reused) {
                    eprintln!("faan: {advice}");
                }
            })
    }

    /// Does the next of several things that one command does, each once: its key follows from the command's.
    pub(crate) async fn write_part(
        &mut self,
        key: &str,
        part: usize,
        request: Request<'_>,
    ) -> Result<Answer, Stop> {
        let own = format!("{key}-{part}");
        let request = Request {
            key: Some(&own),
            ..request
        };
        let advice = Again::default().advice(key);
        self.write_or(&advice, request).await
    }

    async fn write_or(&mut self, advice: &str, request: Request<'_>) -> Result<Answer, Stop> {
        let answer = self.ask(&request).await.map_err(|stop| match stop {
            Stop::Unanswered(Unanswered::Lost(why)) => Stop::Unanswered(Unanswered::Lost(format!(
                "{why}. It may have been done or not: {advice}"
            ))),
            Stop::Misused(_) | Stop::SignedOut(_) | Stop::Unanswered(_) | Stop::Failed(_) => stop,
        })?;
        if answer.replayed {
            eprintln!("faan: it had been done before the answer was lost, and was not done twice");
        }
        Ok(answer)
    }
}

/// An access token that is good, and not the one that was refused. A refresh token works once, so that only one process at a time
/// may use it; whoever waited finds what the other got.
async fn good_token(
    keeper: &Keeper,
    gateway: &Gateway,
    refused: Option<String>,
) -> Result<String, Stop> {
    let is_good =
        |tokens: &Tokens| tokens.is_good(now()) && refused.as_ref() != Some(&tokens.access_token);
    let kept = login_at(gateway, keeper.read()?)?;
    if is_good(&kept.tokens) {
        return Ok(kept.tokens.access_token);
    }
    let file = keeper.lock()?;
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
            return Err(Stop::SignedOut(text));
        }
        other => other?,
    };
    kept.tokens = answer.read::<Tokens>()?.good_from(now());
    file.write(&kept)?;
    Ok(kept.tokens.access_token)
}

/// The login that is kept, if it is one at this service: another terminal may have signed in elsewhere meanwhile, and its tokens are
/// for nobody but the service that gave them.
fn login_at(gateway: &Gateway, kept: Option<Kept>) -> Result<Kept, Stop> {
    let kept = kept.ok_or_else(signed_out)?;
    if kept.url == gateway.url {
        return Ok(kept);
    }
    let text = format!(
        "meanwhile somebody has signed in at {}: do it again if it is meant for there",
        kept.url
    );
    Err(Stop::SignedOut(text))
}

/// Passwords, tokens and keys do not go through a network that others may listen to, unless that is wanted.
pub(super) fn refuse_to_be_overheard(url: &str, plain_http: bool) -> Result<(), Stop> {
    let address = Url::parse(url).map_err(|bad| Stop::Misused(format!("{url}: {bad}")))?;
    let is_here = address.host_str().is_some_and(|host| {
        let host = host.trim_matches(['[', ']']);
        let number: Option<std::net::IpAddr> = host.parse().ok();
        host == "localhost" || number.is_some_and(|number| number.is_loopback())
    });
    if address.scheme() == "https" || is_here || plain_http {
        return Ok(());
    }
    Err(Stop::Misused(format!(
        "{url} is not encrypted, and others may listen: use https://…, or `--plain-http` where nobody can"
    )))
}

fn signed_out() -> Stop {
    Stop::SignedOut("nobody is signed in: `faan login URL`, or a key in FAAN_API_KEY".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_for_its_own_service() {
        let gateway = Gateway::at("https://faan.example", 1).unwrap();
        let kept = |url: &str| -> Kept {
            let kept = json!({
                "url": url, "email": "mei@example.org", "access_token": "a", "refresh_token": "r",
            });
            serde_json::from_value(kept).unwrap()
        };
        assert!(login_at(&gateway, Some(kept(&gateway.url))).is_ok());
        for other in [Some(kept("https://other.example")), None] {
            let stop = login_at(&gateway, other);
            assert!(matches!(stop, Err(Stop::SignedOut(_))));
        }
    }
}
