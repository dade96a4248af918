//! What a request is authorized with.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::models::{Refresh, Session};
use crate::{Client, Error};

/// An access token that ends within this time is replaced before it is used.
const MARGIN: Duration = Duration::from_secs(30);

/// Keeps the newest refresh token, or `None` once the session is over.
pub(crate) type Keep =
    Box<dyn Fn(Option<&str>) -> Result<(), Box<dyn std::error::Error + Send + Sync>> + Send + Sync>;

/// Where the token of a request comes from.
pub(crate) enum Tokens {
    /// An API key, or an access token that somebody else replaces.
    Fixed(String),
    /// The session of somebody who signed in.
    Session { now: Mutex<Signed>, keep: Keep },
}

/// The tokens of a session. Both are absent before signing in.
#[derive(Default)]
pub(crate) struct Signed {
    access: Option<(String, Instant)>,
    refresh: Option<String>,
}

impl Tokens {
    pub(crate) fn session(refresh: Option<String>, keep: Keep) -> Tokens {
        let now = Signed {
            access: None,
            refresh,
        };
        Tokens::Session {
            now: Mutex::new(now),
            keep,
        }
    }

    /// The token to send, if there is one. It is not `refused`, which the service refused.
    pub(crate) async fn current(
        &self,
        client: &Client,
        refused: Option<&str>,
    ) -> Result<Option<String>, Error> {
        let (now, keep) = match self {
            Tokens::Fixed(token) => {
                return Ok(refused.is_none().then(|| token.clone()));
            }
            Tokens::Session { now, keep } => (now, keep),
        };
        // A refresh token works once, so all calls wait for the one that exchanges it.
        let mut now = now.lock().await;
        if let Some((token, ends)) = &now.access
            && refused != Some(token.as_str())
            && Instant::now() + MARGIN < *ends
        {
            return Ok(Some(token.clone()));
        }
        let Some(refresh_token) = now.refresh.clone() else {
            return Ok(None);
        };
        // Never sent twice: the second use of a refresh token ends the session.
        let body = Refresh::builder().refresh_token(refresh_token).build();
        let session = match client.refresh_session(&body).await {
            Ok(session) => Some(session),
            Err(Error::Refused(refusal)) if refusal.status == 401 => None,
            Err(error) => return Err(error),
        };
        now.replace(session.as_ref(), keep)?;
        Ok(session.map(|session| session.access_token))
    }

    /// Goes on with this session, or with none.
    pub(crate) async fn replace(&self, session: Option<&Session>) -> Result<(), Error> {
        match self {
            Tokens::Fixed(_) => Ok(()),
            Tokens::Session { now, keep } => now.lock().await.replace(session, keep),
        }
    }

    pub(crate) async fn refresh_token(&self) -> Option<String> {
        match self {
            Tokens::Fixed(_) => None,
            Tokens::Session { now, .. } => now.lock().await.refresh.clone(),
        }
    }
}

impl Signed {
    fn replace(&mut self, session: Option<&Session>, keep: &Keep) -> Result<(), Error> {
        *self = session.map(Signed::of).unwrap_or_default();
        keep(self.refresh.as_deref()).map_err(Error::Keep)
    }

    fn of(session: &Session) -> Signed {
        let lasts = Duration::from_secs(session.expires_in.try_into().unwrap_or(0));
        Signed {
            access: Some((session.access_token.clone(), Instant::now() + lasts)),
            refresh: Some(session.refresh_token.clone()),
        }
    }
}
