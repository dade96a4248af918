//! Events of access to a club or an account.

use crate::{
    AccessEventId, ApiKeyId, Body, Entry, InvitationId, PlayerId, Role, SessionId, UserId,
    WebhookId,
};
use evidence::Timestamp;
use serde::Serialize;

/// A place in a club's access log: the moment, and which event of that moment; none for an entry, which comes before them.
pub type AccessPlace = (Timestamp, Option<AccessEventId>);

/// Something that concerns who may what in a club, or what was taken out of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccessEvent {
    /// When it happened.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub time: Timestamp,
    /// What happened.
    pub kind: AccessKind,
    /// The account that did it, itself or by a machine.
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
    pub actor: UserId,
    /// Whom it was done to: who got a role, is no member any more, or owns the club now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid, required = false))]
    pub user: Option<UserId>,
    /// The role that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub role: Option<Role>,
    /// Who was erased, or whom the invitation names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid, required = false))]
    pub player: Option<PlayerId>,
    /// The invitation that was made, revoked or accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid, required = false))]
    pub invitation: Option<InvitationId>,
    /// The key that was made or revoked; with an export the one it was asked for with, if a machine asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid, required = false))]
    pub api_key: Option<ApiKeyId>,
    /// The webhook that was made, changed or deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid, required = false))]
    pub webhook: Option<WebhookId>,
    /// The ledger's entry that tells it, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64, minimum = 1, required = false))]
    pub seq: Option<u64>,
}

mahjong::string_enum! {
    /// What concerned access to a club: the kinds of the ledger's entries that tell it; besides these `api_key_made`, `api_key_revoked`,
    /// `ledger_exported`, `openings_exported`, `hands_exported`, `payments_exported` and `standings_exported`, which say what was taken along, and
    /// `webhook_made`, `webhook_changed` and `webhook_deleted`.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum AccessKind {
        /// The club was founded.
        ClubFounded = "club_founded",
        /// Somebody got a role.
        MemberSet = "member_set",
        /// Somebody is no member any more.
        MemberRemoved = "member_removed",
        /// An owner left the club to another owner.
        ClubHandedOver = "club_handed_over",
        /// An owner invited somebody.
        InvitationMade = "invitation_made",
        /// An owner took an invitation back.
        InvitationRevoked = "invitation_revoked",
        /// Somebody accepted an invitation.
        InvitationAccepted = "invitation_accepted",
        /// The name of a player was erased.
        PlayerErased = "player_erased",
        /// A text of an entry was erased.
        TextErased = "text_erased",
        /// An owner or a scorer made an API key.
        ApiKeyMade = "api_key_made",
        /// An owner took an API key back.
        ApiKeyRevoked = "api_key_revoked",
        /// Somebody took the ledger along.
        LedgerExported = "ledger_exported",
        /// Somebody took the names and texts along to which entries commit.
        OpeningsExported = "openings_exported",
        /// An owner made a webhook.
        WebhookMade = "webhook_made",
        /// An owner changed a webhook.
        WebhookChanged = "webhook_changed",
        /// An owner deleted a webhook.
        WebhookDeleted = "webhook_deleted",
        /// Somebody took the hands along.
        HandsExported = "hands_exported",
        /// Somebody took the payments along.
        PaymentsExported = "payments_exported",
        /// Somebody took the standings along.
        StandingsExported = "standings_exported",
    }
}

/// A page of an access log, the last first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessLog<Event, Place> {
    /// What happened.
    pub events: Vec<Event>,
    /// Where the next page begins; none after the last one.
    pub next: Option<Place>,
}

/// Something that concerns who comes in to your account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountEvent {
    /// When it happened.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub time: Timestamp,
    /// What happened.
    pub kind: AccountAccess,
    /// The session it is about: the `sid` of its access tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid, required = false))]
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
    pub(crate) fn new(time: Timestamp, actor: UserId, kind: AccessKind) -> Self {
        Self {
            time,
            kind,
            actor,
            user: None,
            role: None,
            player: None,
            invitation: None,
            api_key: None,
            webhook: None,
            seq: None,
        }
    }

    /// What an entry of this kind tells.
    pub(crate) fn of_entry(kind: AccessKind, entry: &Entry) -> Self {
        let mut event = Self::new(entry.time, entry.actor, kind);
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
}
