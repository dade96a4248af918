//! An entry of every kind that a club says of itself.

use super::examples::{id, players};
use super::table::DOCUMENT;
use evidence::{
    Body, ClubChanged, ClubHandedOver, Hash, InvitationAccepted, InvitationId, InvitationMade,
    InvitationRevoked, MemberRemoved, PlayerErased, PlayerLinked, PlayerMerged, PlayerRenamed,
    PlayerUnlinked, PlayerUnmerged, Role, TextErased, UserId, VariantReinstated, VariantRetired,
    commit,
};

/// What a club says of itself after it was founded.
pub(crate) fn governed() -> Vec<(&'static str, Body)> {
    let user = UserId(id(3));
    let [player, ..] = players();
    let invitation = InvitationId(id(6));
    let made = InvitationMade {
        invitation,
        role: Role::Player,
        expires_at: "2026-11-28T09:30:00.000013Z".parse().unwrap(),
        single_use: true,
        player: Some(player),
    };
    let for_many = InvitationMade {
        invitation: InvitationId(id(7)),
        role: Role::Auditor,
        single_use: false,
        player: None,
        ..made.clone()
    };
    let accepted = InvitationAccepted {
        invitation,
        role: made.role,
        player: made.player,
    };
    let mut bodies = vec![
        (
            "club_changed",
            Body::ClubChanged(ClubChanged {
                time_zone: "Asia/Macau".to_owned(),
                name_commitment: commit(&[4; 16], "路環麻雀會"),
            }),
        ),
        (
            "member_removed",
            Body::MemberRemoved(MemberRemoved { user }),
        ),
        (
            "club_handed_over",
            Body::ClubHandedOver(ClubHandedOver {
                user,
                role: Role::Scorer,
            }),
        ),
        ("invitation_made", Body::InvitationMade(made)),
        ("invitation_made, for many", Body::InvitationMade(for_many)),
        (
            "invitation_revoked",
            Body::InvitationRevoked(InvitationRevoked { invitation }),
        ),
        ("invitation_accepted", Body::InvitationAccepted(accepted)),
    ];
    bodies.extend(changed_later());
    bodies
}

/// What it says of its players and rules later.
fn changed_later() -> [(&'static str, Body); 8] {
    let user = UserId(id(3));
    let [player, into, ..] = players();
    let variant_hash = Hash::of(DOCUMENT);
    [
        (
            "player_linked",
            Body::PlayerLinked(PlayerLinked { player, user }),
        ),
        (
            "player_unlinked",
            Body::PlayerUnlinked(PlayerUnlinked { player }),
        ),
        (
            "player_renamed",
            Body::PlayerRenamed(PlayerRenamed {
                player,
                name_commitment: commit(&[5; 16], "陳大文"),
            }),
        ),
        (
            "player_merged",
            Body::PlayerMerged(PlayerMerged { player, into }),
        ),
        (
            "player_erased",
            Body::PlayerErased(PlayerErased { player: into }),
        ),
        ("text_erased", Body::TextErased(TextErased { entry: 11 })),
        (
            "variant_retired",
            Body::VariantRetired(VariantRetired { variant_hash }),
        ),
        (
            "variant_reinstated",
            Body::VariantReinstated(VariantReinstated { variant_hash }),
        ),
    ]
}

/// A merge is taken back; the kind came later than the others.
pub(crate) fn unmerged() -> (&'static str, Body) {
    let [player, into, ..] = players();
    let unmerged = PlayerUnmerged { player, into };
    ("player_unmerged", Body::PlayerUnmerged(unmerged))
}
