//! Random entries of what a club says of itself.

use super::{hashes, ids, text, times};
use evidence::{Body, InvitationId, PlayerId, Role, UserId};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

/// What a club says of itself.
pub(super) fn governed() -> impl Strategy<Value = Body> {
    let role = || select(Role::ALL.to_vec());
    let player = || ids().prop_map(PlayerId);
    let stepped_down = role().prop_filter("an owner", |role| *role != Role::Owner);
    prop_oneof![
        (text(), hashes()).prop_map(|(time_zone, name_commitment)| {
            Body::ClubChanged(evidence::ClubChanged {
                time_zone,
                name_commitment,
            })
        }),
        ids().prop_map(|user| Body::MemberRemoved(evidence::MemberRemoved { user: UserId(user) })),
        (ids(), stepped_down).prop_map(|(user, role)| {
            Body::ClubHandedOver(evidence::ClubHandedOver {
                user: UserId(user),
                role,
            })
        }),
        (ids(), role(), times(), of(player()), any::<bool>()).prop_map(
            |(invitation, role, expires_at, player, once)| {
                Body::InvitationMade(evidence::InvitationMade {
                    invitation: InvitationId(invitation),
                    role,
                    expires_at,
                    single_use: once || player.is_some(),
                    player,
                })
            }
        ),
        (ids(), role(), of(player())).prop_map(|(invitation, role, player)| {
            Body::InvitationAccepted(evidence::InvitationAccepted {
                invitation: InvitationId(invitation),
                role,
                player,
            })
        }),
        (player(), player())
            .prop_filter("one player", |(player, into)| player != into)
            .prop_map(|(player, into)| Body::PlayerMerged(evidence::PlayerMerged { player, into })),
        (player(), player())
            .prop_filter("one player", |(player, into)| player != into)
            .prop_map(|(player, into)| {
                Body::PlayerUnmerged(evidence::PlayerUnmerged { player, into })
            }),
        player().prop_map(|player| Body::PlayerErased(evidence::PlayerErased { player })),
        Just(Body::TextErased(evidence::TextErased { entry: 1 })),
        (player(), hashes()).prop_map(|(player, name_commitment)| {
            Body::PlayerRenamed(evidence::PlayerRenamed {
                player,
                name_commitment,
            })
        }),
    ]
}
