//! Passwords: hashed with argon2id on threads of their own, a few at a time.

use std::sync::Arc;
use std::time::Duration;

use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::{Code, Problem};

/// Hashes computed at once: each takes 19 MiB and a core for some ten milliseconds.
const AT_ONCE: usize = 4;
/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// Hashes passwords and checks them.
#[derive(Clone)]
pub(crate) struct Passwords {
    runtime: Handle,
    turns: Arc<Semaphore>,
    /// A hash of nothing anybody knows: what an unknown e-mail address is checked against, so that it takes as
    /// long as a wrong password.
    decoy: Arc<str>,
}

impl Passwords {
    /// Computes the decoy; call it once.
    pub(crate) fn new(runtime: Handle) -> Result<Self, argon2::password_hash::Error> {
        let decoy = hash(&crate::secret::fresh())?;
        Ok(Self {
            runtime,
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            decoy: decoy.into(),
        })
    }

    /// The hash to store for a password, with a fresh salt.
    pub(crate) async fn hash(&self, password: String) -> Result<String, Problem> {
        self.in_turn(move || hash(password.as_bytes()))
            .await?
            .map_err(Problem::internal)
    }

    /// Whether the password is the one that was hashed; never for no hash, in the same time.
    pub(crate) async fn verify(
        &self,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, Problem> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.to_string());
        let check = move || Argon2::default().verify_password(password.as_bytes(), stored.as_str());
        Ok(self.in_turn(check).await?.is_ok() && known)
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn().await?;
        let task = self.runtime.spawn_blocking(move || {
            // The turn ends with the work, even if the client is gone by then.
            let _turn = turn;
            work()
        });
        task.await.map_err(Problem::internal)
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Problem> {
        tokio::time::timeout(PATIENCE, self.turns.clone().acquire_owned())
            .await
            .map_err(|_| Problem::new(Code::Busy, "Too many people are signing in just now."))?
            .map_err(Problem::internal)
    }
}

/// The hash to store for a password, with a fresh salt.
pub(crate) fn hash(password: &[u8]) -> Result<String, argon2::password_hash::Error> {
    Ok(Argon2::default().hash_password(password)?.to_string())
}
