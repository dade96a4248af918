//! What a club says of itself: its settings, members, invitations, players and rules.

use crate::canonical::Refusal;
use crate::{Authority, Commitment, Kind, Subject};
use crate::{Hash, InvitationId, PlayerId, Role, Timestamp, UserId};
use serde::{Deserialize, Serialize};

/// The club has another name or time zone. Both are stated, also the one that stays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClubChanged {
    /// Its time zone from now on, an IANA name.
    pub time_zone: String,
    /// A salted commitment to its name from now on.
    pub name_commitment: Hash,
}

impl Kind for ClubChanged {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_name(self.name_commitment))
    }
}

/// Somebody is no member any more: removed by an owner, or gone of their own accord if they entered it themselves.
/// No player is linked to them any more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberRemoved {
    /// Who.
    pub user: UserId,
}

impl Kind for MemberRemoved {
    const AUTHORITY: Authority = Authority::OWNER_OR_ONESELF;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn account(&self) -> Option<UserId> {
        Some(self.user)
    }
}

/// The owner who enters it makes another member an owner and steps down.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClubHandedOver {
    /// Who becomes an owner.
    pub user: UserId,
    /// What the former owner becomes; never `owner`.
    pub role: Role,
}

/// Somebody may become a member. The secret that they accept with is nowhere in the ledger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvitationMade {
    /// Which.
    pub invitation: InvitationId,
    /// The role it gives.
    pub role: Role,
    /// Until when it can be accepted.
    pub expires_at: Timestamp,
    /// Whether only one may accept it.
    pub single_use: bool,
    /// The player who is linked to whoever accepts it; only of one for single use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
}

/// Nobody may accept it any more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvitationRevoked {
    /// Which.
    pub invitation: InvitationId,
}

impl Kind for InvitationRevoked {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Club
    }
}

/// Who enters it becomes a member.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvitationAccepted {
    /// Which.
    pub invitation: InvitationId,
    /// The role, as the invitation has it.
    pub role: Role,
    /// The player who is linked to the new member: the one the invitation names, or whom that one was merged into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
}

impl Kind for InvitationAccepted {
    const AUTHORITY: Authority = Authority::NEW_MEMBER;

    fn subject(&self) -> Subject {
        Subject::Club
    }
}

/// A player is this member.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerLinked {
    /// The player.
    pub player: PlayerId,
    /// The member's account.
    pub user: UserId,
}

impl Kind for PlayerLinked {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn account(&self) -> Option<UserId> {
        Some(self.user)
    }
}

/// A player is linked to no account any more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerUnlinked {
    /// The player.
    pub player: PlayerId,
}

impl Kind for PlayerUnlinked {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Club
    }
}

/// A player has another name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerRenamed {
    /// The player.
    pub player: PlayerId,
    /// A salted commitment to the name from now on.
    pub name_commitment: Hash,
}

impl Kind for PlayerRenamed {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_name(self.name_commitment))
    }
}

/// Two players are one person. What the first played counts for the second; entries that name the first stay as they
/// are. The account of the first, if there is one, is the second's from now on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerMerged {
    /// The double.
    pub player: PlayerId,
    /// Who it is.
    pub into: PlayerId,
}

/// Two players who were merged are two people after all: the last merge of the first is taken back. What the first played counts for
/// themselves again, and so does what those played who had been merged into them. The account stays where the merge moved it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerUnmerged {
    /// Who was merged.
    pub player: PlayerId,
    /// Into whom, by the entry that is taken back.
    pub into: PlayerId,
}

/// A player's name, and the names of everybody who was merged into them, are gone from beside the ledger. They are linked
/// to no account any more, and nobody plays under their ids from now on; what was played stays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerErased {
    /// The player; not one who was merged into another.
    pub player: PlayerId,
}

impl Kind for PlayerErased {
    const AUTHORITY: Authority = Authority::OWNER_OR_OWN_PLAYER;

    fn subject(&self) -> Subject {
        Subject::Club
    }
}

/// The reason, the note or the name of a season that an entry commits to is gone from beside the ledger, and its salt with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextErased {
    /// The sequence number of that entry, an earlier one.
    pub entry: u64,
}

impl Kind for TextErased {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Club
    }
}

/// No match is opened under a variant any more. Those that were go on under it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantRetired {
    /// Which.
    pub variant_hash: Hash,
}

impl Kind for VariantRetired {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Club
    }
}

/// Matches are opened under a retired variant again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantReinstated {
    /// Which.
    pub variant_hash: Hash,
}

impl Kind for VariantReinstated {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Club
    }
}

impl Kind for ClubHandedOver {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn account(&self) -> Option<UserId> {
        Some(self.user)
    }

    fn check(&self) -> Result<(), Refusal> {
        match self.role {
            Role::Owner => Err(Refusal::Contradiction(
                "who hands a club over is its owner no longer",
            )),
            Role::Scorer | Role::Referee | Role::Player | Role::Auditor => Ok(()),
        }
    }
}

impl Kind for InvitationMade {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn check(&self) -> Result<(), Refusal> {
        match self.player.is_some() && !self.single_use {
            true => Err(Refusal::Contradiction(
                "one player cannot be linked to everybody who accepts an invitation",
            )),
            false => Ok(()),
        }
    }
}

impl Kind for PlayerMerged {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn check(&self) -> Result<(), Refusal> {
        check_two(self.player, self.into)
    }
}

impl Kind for PlayerUnmerged {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn check(&self) -> Result<(), Refusal> {
        check_two(self.player, self.into)
    }
}

fn check_two(player: PlayerId, into: PlayerId) -> Result<(), Refusal> {
    match player == into {
        true => Err(Refusal::Contradiction(
            "a player is not merged into themselves",
        )),
        false => Ok(()),
    }
}
