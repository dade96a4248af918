//! Passwords: hashed with argon2id on threads of their own, a few at a time. Addresses take turns; those that the account knows do not wait
//! for those that it does not know, of which somebody may have thousands.

use std::sync::Arc;

use actix_web::HttpRequest;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use ledger::{Turn, Turns};
use tokio::runtime::Handle;

use crate::client_address::ClientNetwork;
use crate::problem::Problem;
use crate::turn;

/// Hashes computed at once for known addresses, and as many for all others: each takes 19 MiB and a core for some ten milliseconds. One
/// address may have both turns, so that a hall of two hundred people, who sign in at once, is done in two seconds on two cores.
const AT_ONCE: usize = 2;

/// Hashes passwords and checks them.
#[derive(Clone)]
pub(crate) struct Passwords {
    runtime: Handle,
    known: Arc<Turns<ClientNetwork>>,
    others: Arc<Turns<ClientNetwork>>,
    /// A hash of nothing anybody knows: what an unknown e-mail address is checked against, so that it takes as
    /// long as a wrong password.
    decoy: Arc<str>,
}

/// Whose turn it is to have a password hashed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asking {
    pub(crate) network: ClientNetwork,
    /// Whether the account knows the address, or they are signed in.
    pub(crate) is_known: bool,
}

impl Asking {
    /// Somebody who is signed in.
    pub(crate) fn signed_in(request: &HttpRequest) -> Self {
        let (network, is_known) = (ClientNetwork::of(request), true);
        Self { network, is_known }
    }
}

impl Passwords {
    /// Computes the decoy; call it once.
    pub(crate) fn new(runtime: Handle) -> Result<Self, argon2::password_hash::Error> {
        let decoy = hash(&crate::secret::fresh())?;
        Ok(Self {
            runtime,
            known: Arc::new(Turns::new(AT_ONCE, AT_ONCE)),
            others: Arc::new(Turns::new(AT_ONCE, AT_ONCE)),
            decoy: decoy.into(),
        })
    }

    /// The hash to store for a password, with a fresh salt.
    pub(crate) async fn hash(&self, password: String, asking: Asking) -> Result<String, Problem> {
        self.in_turn(asking, move || hash(password.as_bytes()))
            .await?
            .map_err(Problem::internal)
    }

    /// Whether the password is the one that was hashed; never for no hash, in the same time.
    pub(crate) async fn verify(
        &self,
        password: String,
        stored: Option<String>,
        asking: Asking,
    ) -> Result<bool, Problem> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.to_string());
        let check = move || Argon2::default().verify_password(password.as_bytes(), stored.as_str());
        Ok(self.in_turn(asking, check).await?.is_ok() && known)
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        asking: Asking,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn(asking).await?;
        let task = self.runtime.spawn_blocking(move || {
            // The turn ends with the work, even if the client is gone by then.
            let _turn = turn;
            work()
        });
        task.await.map_err(Problem::internal)
    }

    async fn turn(&self, Asking { network, is_known }: Asking) -> Result<Turn, Problem> {
        let turns = match is_known {
            true => &self.known,
            false => &self.others,
        };
        let detail = "Too many people are signing in just now.";
        turn::in_time(turns.next(network), detail).await
    }
}

/// The hash to store for a password, with a fresh salt.
pub(crate) fn hash(password: &[u8]) -> Result<String, argon2::password_hash::Error> {
    Ok(Argon2::default().hash_password(password)?.to_string())
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Mutex, OnceLock};

    use futures_util::future::join_all;
    use tokio::sync::mpsc;

    use super::*;

    fn from(number: u32, is_known: bool) -> Asking {
        let network = ClientNetwork::of_address(Ipv4Addr::from_bits(number).into());
        Asking { network, is_known }
    }

    #[tokio::test]
    async fn an_address_waits_behind_none_that_asks_often() {
        let passwords = Passwords::new(Handle::current()).unwrap();
        let served = Arc::new(AtomicUsize::new(0));
        let all_wait = Arc::new(OnceLock::new());
        let ask = |asking: Asking| {
            let (passwords, served, all_wait) =
                (passwords.clone(), served.clone(), all_wait.clone());
            let work = move || {
                all_wait.wait();
                served.fetch_add(1, Ordering::Relaxed)
            };
            async move { passwords.in_turn(asking, work).await.unwrap() }
        };
        // The tasks of one thread go on in the order in which they were woken: all wait in this order, before any of them is served, and no task
        // goes on twice before another one whose turn it is.
        let many: Vec<_> = (0..400)
            .map(|_| tokio::spawn(ask(from(1, false))))
            .collect();
        let last = tokio::spawn(ask(from(2, false)));
        tokio::spawn(async move { all_wait.set(()).unwrap() });
        let before = last.await.unwrap();
        join_all(many).await;
        assert!(before <= 2 * AT_ONCE, "{before} were served before");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_address_that_is_known_waits_for_none_that_is_not() {
        let passwords = Passwords::new(Handle::current()).unwrap();
        let (begins, mut begun) = mpsc::unbounded_channel();
        let (goes_on, until) = std::sync::mpsc::channel::<()>();
        let until = Arc::new(Mutex::new(until));
        for number in 0..1_000 {
            let (passwords, begins, until) = (passwords.clone(), begins.clone(), until.clone());
            let work = move || {
                begins.send(()).unwrap();
                until.lock().unwrap().recv().ok();
            };
            tokio::spawn(async move { passwords.in_turn(from(number, false), work).await });
        }
        for _ in 0..AT_ONCE {
            begun.recv().await.unwrap();
        }
        let (password, known) = ("correct horse".to_owned(), from(0, true));
        let hashed = passwords.hash(password.clone(), known).await.unwrap();
        let verified = passwords.verify(password, Some(hashed), known).await;
        assert!(verified.unwrap());
        assert!(
            begun.try_recv().is_err(),
            "no more of them than may at once"
        );
        drop(goes_on);
    }
}
