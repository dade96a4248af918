//! Invitations to become a member.

use crate::{Body, HashedEntry, InvitationId, PlayerId, Role, UserId, clock_and_ids};
use evidence::{InvitationMade, Timestamp};
use serde::Serialize;
use time::OffsetDateTime;

/// An invitation. What it is accepted with is known to its maker alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Which.
    pub id: InvitationId,
    /// The role it gives.
    pub role: Role,
    /// The player who is linked to whoever accepts it.
    pub player: Option<PlayerId>,
    /// Whether only one may accept it.
    pub single_use: bool,
    /// Who made it.
    pub made_by: UserId,
    /// When it was made.
    pub made_at: Timestamp,
    /// Until when it can be accepted.
    pub expires_at: Timestamp,
    /// How many have accepted it.
    pub uses: u32,
    /// The entry that made it.
    pub(crate) made_seq: u64,
    /// The entry that revoked it.
    pub(crate) revoked_seq: Option<u64>,
    /// Whether its maker is an owner still.
    pub(crate) maker_owns: bool,
}

/// What an open invitation offers, as whoever has its token is told before they accept it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OfferedInvitation {
    /// The name of the club.
    pub club: String,
    /// The time zone of the club, in the IANA database.
    #[cfg_attr(feature = "openapi", schema(examples("Asia/Hong_Kong")))]
    pub time_zone: String,
    /// The role it gives.
    pub role: Role,
    /// The display name of the owner who made it, as members of the club see it.
    pub invited_by: String,
    /// Until when it can be accepted.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub expires_at: Timestamp,
}

/// A page of invitations, the last made first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationsPage {
    /// The invitations.
    pub invitations: Vec<Invitation>,
    /// Where the next page begins; none after the last one.
    pub next: Option<u64>,
}

mahjong::string_enum! {
    /// Whether an invitation can be accepted, and if not, why; the first of these that applies. `used`: the one who could accept it has. `revoked`:
    /// an owner took it back, or whoever made it is no owner any more. `expired`: its time is over. `open`: it can be accepted.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum InvitationStatus {
        /// The one who could accept it has.
        Used = "used",
        /// It was taken back, or its maker is no owner any more.
        Revoked = "revoked",
        /// Its time is over.
        Expired = "expired",
        /// It can be accepted.
        Open = "open",
    }
}

impl Invitation {
    /// Whether it can be accepted now.
    pub fn status(&self) -> InvitationStatus {
        self.status_at(clock_and_ids::now())
    }

    /// Whether it could be accepted at a moment, as things stand.
    pub(crate) fn status_at(&self, now: OffsetDateTime) -> InvitationStatus {
        if self.single_use && self.uses > 0 {
            InvitationStatus::Used
        } else if self.revoked_seq.is_some() || !self.maker_owns {
            InvitationStatus::Revoked
        } else if self.expires_at.moment() <= now {
            InvitationStatus::Expired
        } else {
            InvitationStatus::Open
        }
    }

    /// Whether it is what these entries, which tell of it, say: the one that made it, and then whoever accepted or revoked it.
    pub(crate) fn is_told_by(&self, entries: &[HashedEntry]) -> bool {
        let mut entries = entries.iter().map(|hashed| &hashed.entry);
        let Some(first) = entries.next() else {
            return false;
        };
        let made = Body::InvitationMade(InvitationMade {
            invitation: self.id,
            role: self.role,
            expires_at: self.expires_at,
            single_use: self.single_use,
            player: self.player,
        });
        let event = (self.made_seq, self.made_by, self.made_at);
        if first.body != made || (first.seq, first.actor, first.time) != event {
            return false;
        }
        let (mut uses, mut revoked_seq) = (0, None);
        for entry in entries {
            if matches!(&entry.body, Body::InvitationAccepted(of) if of.invitation == self.id) {
                uses += 1;
            }
            if matches!(&entry.body, Body::InvitationRevoked(of) if of.invitation == self.id) {
                revoked_seq = Some(entry.seq);
            }
        }
        (uses, revoked_seq) == (self.uses, self.revoked_seq)
    }
}
