//! One of the clients.

use super::{Shared, any};
use crate::scene::{FIRST_KEYS, invite, key, sign_up, write};
use ledger::{
    AcceptInvitation, ClubId, Credentials, Error, ExportKind, Hash, Ledger, NewSession,
    PeopleError, Role, Subject, UserId, Write,
};
use rand::RngExt;
use rand::rngs::StdRng;
use time::{Duration, OffsetDateTime};

/// The most refresh tokens that the clients remember of an account: enough for some that are used or of ended sessions.
const REMEMBERED: usize = 12;

/// An account as the clients know it.
#[derive(Debug, Clone)]
pub(super) struct Account {
    user: UserId,
    email: String,
    /// The last refresh tokens, used ones too.
    tokens: Vec<[u8; 32]>,
}

pub(super) struct Client<'a> {
    pub(super) shared: &'a Shared,
    pub(super) random: StdRng,
    pub(super) number: u64,
    /// How much it did so far.
    pub(super) done: u64,
}

impl Account {
    pub(super) async fn new(ledger: &Ledger, name: &str) -> Self {
        let email = format!("{name}@club.example");
        Self {
            user: sign_up(ledger, &email).await,
            email,
            tokens: Vec::new(),
        }
    }
}

impl Client<'_> {
    pub(super) async fn run(mut self, operations: u64) {
        for _ in 0..operations {
            self.done += 1;
            self.operation().await;
        }
    }

    async fn operation(&mut self) {
        match self.random.random_range(0..100) {
            0..20 => self.sign_in().await,
            20..38 => self.refresh().await,
            38..50 => self.sign_out().await,
            50..60 => self.change_password().await,
            60..64 => self.reset_password().await,
            64..72 => self.link_identity().await,
            72..76 => self.unlink_identity().await,
            76..84 => self.join_club().await,
            84..88 => self.leave_club().await,
            88..92 => self.make_api_key().await,
            92..94 => self.revoke_api_key().await,
            94..97 => self.note_access().await,
            97..98 => drop(self.ledger().forget_refresh_tokens().await.unwrap()),
            _ => self.erase().await,
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.shared.scene.ledger
    }

    /// Nobody else uses this text.
    fn fresh(&self, what: &str) -> String {
        format!("{what} {} {}", self.number, self.done)
    }

    fn account(&mut self) -> (usize, Account) {
        let accounts = self.shared.accounts.lock().unwrap();
        let place = self.random.random_range(0..accounts.len());
        (place, accounts[place].clone())
    }

    /// Has everybody know a refresh token of an account, unless the account was replaced meanwhile.
    fn know(&self, (place, user): (usize, UserId), token: [u8; 32]) {
        let mut accounts = self.shared.accounts.lock().unwrap();
        let account = &mut accounts[place];
        if account.user == user {
            account.tokens.push(token);
            let old = account.tokens.len().saturating_sub(REMEMBERED);
            account.tokens.drain(..old);
        }
    }

    async fn checked(&self, user: UserId) -> Option<Credentials> {
        gone_or(self.ledger().credentials_of(user).await)
    }

    fn session(&mut self) -> NewSession {
        // Some are over before they begin, and are forgotten.
        let days = [30, 30, 30, -40][self.random.random_range(0..4)];
        NewSession {
            token_hash: self.random.random(),
            expires_at: now() + Duration::days(days),
        }
    }

    async fn sign_in(&mut self) {
        let (place, account) = self.account();
        let Some(checked) = self.checked(account.user).await else {
            return;
        };
        let session = self.session();
        let opened = self.ledger().open_session(checked, session).await.unwrap();
        if let Some(signed_in) = opened {
            assert_eq!(signed_in.user, account.user);
            self.know((place, account.user), session.token_hash);
        }
    }

    async fn refresh(&mut self) {
        let (place, account) = self.account();
        let Some(old) = any(&mut self.random, &account.tokens).copied() else {
            return;
        };
        // A token runs out after the one that it replaces, so that of a session the unused one is forgotten last.
        let new = NewSession {
            expires_at: now() + Duration::days(30),
            ..self.session()
        };
        let refreshed = self
            .ledger()
            .rotate_session(old, new.token_hash, new.expires_at);
        match refreshed.await {
            Ok(signed_in) => {
                assert_eq!(signed_in.user, account.user);
                self.know((place, account.user), new.token_hash);
            }
            Err(Error::SessionEnded | Error::SessionReused) => {}
            Err(error) => panic!("{error}"),
        }
    }

    async fn sign_out(&mut self) {
        let (_, account) = self.account();
        if let Some(token) = any(&mut self.random, &account.tokens).copied() {
            self.ledger().end_session(token).await.unwrap();
        }
    }

    async fn change_password(&mut self) {
        let (place, account) = self.account();
        let Some(checked) = self.checked(account.user).await else {
            return;
        };
        let (hash, session) = (self.fresh("$argon2id$"), self.session());
        let changed = self.ledger().change_password(checked, hash, session).await;
        if changed.unwrap().is_some() {
            self.know((place, account.user), session.token_hash);
        }
    }

    async fn reset_password(&mut self) {
        let (_, account) = self.account();
        let hash = self.fresh("$argon2id$");
        let reset = self.ledger().reset_password(&account.email, hash).await;
        if let Some(user) = gone_or(reset) {
            assert_eq!(user, account.user);
        }
    }

    async fn link_identity(&mut self) {
        let (_, account) = self.account();
        let Some(checked) = self.checked(account.user).await else {
            return;
        };
        let subject = Subject {
            issuer: "https://accounts.example".to_owned(),
            name: format!("subject-{}", self.random.random_range(0..4)),
        };
        match self.ledger().link_identity(checked, subject.clone()).await {
            Ok(_) | Err(Error::Identity(_)) => {}
            Err(error) => panic!("{error}"),
        }
        match self.ledger().user_of(subject).await {
            Ok(_) | Err(Error::Identity(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }

    async fn unlink_identity(&mut self) {
        let (_, account) = self.account();
        let identities = self.ledger().identities(account.user).await.unwrap();
        if let Some(identity) = any(&mut self.random, &identities) {
            let unlinked = self.ledger().unlink_identity(account.user, identity.id);
            unlinked.await.unwrap();
        }
    }

    fn club(&mut self) -> ClubId {
        *any(&mut self.random, &self.shared.clubs).unwrap()
    }

    async fn join_club(&mut self) {
        let ((_, account), club) = (self.account(), self.club());
        let token = self.fresh("join");
        let by = write(club, self.shared.scene.owner, "invitations", &token);
        let made = self
            .ledger()
            .make_invitation(by, invite(&token, Role::Scorer));
        made.await.unwrap();
        let accept = AcceptInvitation {
            actor: account.user,
            route: "join",
            key: token.clone(),
            fingerprint: [0; 32],
            token_hash: Hash::of(token.as_bytes()).0,
        };
        match self.ledger().accept_invitation(accept).await {
            Ok(_) | Err(Error::People(PeopleError::AlreadyMember)) => {}
            Err(error) => drop(gone_or::<()>(Err(error))),
        }
    }

    /// A write of the account itself.
    fn own(&self, user: UserId, club: ClubId, what: &'static str) -> Write {
        Write {
            role: Role::Scorer,
            ..write(club, user, what, &self.fresh(what))
        }
    }

    async fn leave_club(&mut self) {
        let ((_, account), club) = (self.account(), self.club());
        let write = self.own(account.user, club, "leave");
        let left = self.ledger().remove_member(write, account.user).await;
        no_member_or(left.map(drop));
    }

    async fn make_api_key(&mut self) {
        let ((_, account), club) = (self.account(), self.club());
        let secret = self.fresh("key");
        let write = self.own(account.user, club, "api_keys");
        let made = self.ledger().make_api_key(write, key(&secret)).await;
        match made {
            Ok(_) | Err(Error::TooManyApiKeys { .. }) => {}
            Err(error) => no_member_or(Err(error)),
        }
    }

    async fn revoke_api_key(&mut self) {
        let club = self.club();
        let keys = self.ledger().api_keys(club, FIRST_KEYS).await.unwrap();
        let keys = keys.api_keys;
        if let Some(key) = any(&mut self.random, &keys) {
            let by = write(
                club,
                self.shared.scene.owner,
                "revoke",
                &self.fresh("revoke"),
            );
            self.ledger().revoke_api_key(by, key.id).await.unwrap();
        }
    }

    async fn note_access(&mut self) {
        let ((_, account), club) = (self.account(), self.club());
        let ledger = self.ledger();
        ledger.note_failed_sign_in(account.user).await.unwrap();
        let noted = ledger.note_export(club, account.user, None, ExportKind::Ledger);
        noted.await.unwrap();
    }

    /// Erases an account, and somebody new comes in its place.
    async fn erase(&mut self) {
        let (place, account) = self.account();
        if gone_or(self.ledger().erase_account(account.user).await).is_none() {
            return;
        }
        let name = format!("account-{}-{}", self.number, self.done);
        let new = Account::new(self.ledger(), &name).await;
        let mut accounts = self.shared.accounts.lock().unwrap();
        accounts[place] = new;
    }
}

/// What was answered; none if the account was erased meanwhile.
fn gone_or<T>(answer: ledger::Result<T>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(Error::NoSuchUser) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Whoever is no member may not.
fn no_member_or(answer: ledger::Result<()>) {
    match answer {
        Ok(()) | Err(Error::RoleChanged | Error::NotFound("member")) => {}
        Err(error) => panic!("{error}"),
    }
}

#[expect(clippy::disallowed_methods, reason = "sessions end in real time")]
fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}
