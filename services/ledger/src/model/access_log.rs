//! Events of access to a club or an account.

use crate::{
    AccessEventId, ApiKeyId, Body, Entry, InvitationId, PlayerId, Role, SessionId, UserId,
    WebhookId,
};
use evidence::Timestamp;

/// A place in a club's access log: the moment, and which event of that moment; none for an entry, which comes before them.
pub type AccessPlace = (Timestamp, Option<AccessEventId>);

/// Something that concerns who may what in a club, or what was taken out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessEvent {
    /// Which, if no entry tells it.
    pub id: Option<AccessEventId>,
    /// When.
    pub time: Timestamp,
    /// Who did it.
    pub actor: UserId,
    /// What: the kind of the entry, or a word of its own.
    pub kind: &'static str,
    /// The sequence number of the entry that tells it.
    pub seq: Option<u64>,
    /// Whom it was done to.
    pub user: Option<UserId>,
    /// The role that was given.
    pub role: Option<Role>,
    /// The player who was erased, or whom an invitation names.
    pub player: Option<PlayerId>,
    /// The invitation.
    pub invitation: Option<InvitationId>,
    /// The API key that was made or revoked, or that the actor's machine asked with.
    pub api_key: Option<ApiKeyId>,
    /// The webhook that was made, changed or deleted.
    pub webhook: Option<WebhookId>,
}

/// A page of an access log, the last first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessLog<Event, Place> {
    /// What happened.
    pub events: Vec<Event>,
    /// Where the next page begins; none after the last one.
    pub next: Option<Place>,
}

/// Something that concerns who comes in to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountEvent {
    /// Which.
    pub id: AccessEventId,
    /// When.
    pub time: Timestamp,
    /// What.
    pub kind: AccountAccess,
    /// In or of which session.
    pub session: Option<SessionId>,
}

mahjong::string_enum! {
    /// What concerned access to an account: `signed_in`, `sign_in_failed`, `signed_out`, `token_reused` (a refresh token was used twice, which ended
    /// the session), `password_changed`, `password_reset` (by whoever runs the service; both end every session and unlink every identity),
    /// `identity_linked` and `identity_unlinked`.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum AccountAccess {
        /// A session began.
        SignedIn = "signed_in",
        /// Somebody tried who did not know the password.
        SignInFailed = "sign_in_failed",
        /// A session was given up.
        SignedOut = "signed_out",
        /// A refresh token was used twice, which ended its session.
        TokenReused = "token_reused",
        /// There is another password; all sessions ended, and no identity is linked any more.
        PasswordChanged = "password_changed",
        /// An operator made a one-time password; all sessions ended, and no identity is linked any more.
        PasswordReset = "password_reset",
        /// A subject of an OIDC issuer was linked to the account: its tokens let in from then on.
        IdentityLinked = "identity_linked",
        /// Its tokens let in no more.
        IdentityUnlinked = "identity_unlinked",
    }
}

impl AccessEvent {
    pub(crate) fn new(time: Timestamp, actor: UserId, kind: &'static str) -> Self {
        Self {
            id: None,
            time,
            actor,
            kind,
            seq: None,
            user: None,
            role: None,
            player: None,
            invitation: None,
            api_key: None,
            webhook: None,
        }
    }

    /// What an entry tells.
    pub(crate) fn of_entry(entry: &Entry) -> Self {
        let mut event = Self::new(entry.time, entry.actor, entry.body.kind());
        event.seq = Some(entry.seq);
        if let Body::MemberSet(set) = &entry.body {
            (event.user, event.role) = (Some(set.user), Some(set.role));
        }
        if let Body::MemberRemoved(removed) = &entry.body {
            event.user = Some(removed.user);
        }
        if let Body::ClubHandedOver(over) = &entry.body {
            (event.user, event.role) = (Some(over.user), Some(Role::Owner));
        }
        if let Body::InvitationMade(made) = &entry.body {
            event.invitation = Some(made.invitation);
            (event.role, event.player) = (Some(made.role), made.player);
        }
        if let Body::InvitationRevoked(revoked) = &entry.body {
            event.invitation = Some(revoked.invitation);
        }
        if let Body::InvitationAccepted(accepted) = &entry.body {
            event.invitation = Some(accepted.invitation);
            (event.role, event.player) = (Some(accepted.role), accepted.player);
        }
        if let Body::PlayerErased(erased) = &entry.body {
            event.player = Some(erased.player);
        }
        event
    }

    pub(crate) fn place(&self) -> AccessPlace {
        (self.time, self.id)
    }
}
