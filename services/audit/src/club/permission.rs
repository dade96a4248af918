//! Checks that the role of the actor permits an entry, as the earlier entries define the role.

use crate::entry_error::EntryError;
use crate::not_permitted::NotPermitted;
use evidence::{Body, Entry, Exception, PlayerId, Role};

/// Checks that an actor with this role, or without any role, may enter the entry. `is_own_player` says whether a player is
/// linked to the actor.
pub(super) fn check_permission(
    entry: &Entry,
    role: Option<Role>,
    is_own_player: impl Fn(PlayerId) -> bool,
) -> Result<(), EntryError> {
    let authority = entry.body.authority();
    match role {
        None if authority.exception == Some(Exception::NotMember) => Ok(()),
        None => Err(EntryError::InvalidReference("member")),
        Some(role) if authority.roles.contains(&role) => Ok(()),
        Some(_) if is_exception(entry, is_own_player) => Ok(()),
        Some(role) => Err(EntryError::NotPermitted(NotPermitted {
            kind: entry.body.kind(),
            actor: entry.actor,
            role,
            permitted_roles: authority.roles,
        })),
    }
}

/// Whether a member of any role may enter it.
fn is_exception(entry: &Entry, is_own_player: impl Fn(PlayerId) -> bool) -> bool {
    match (entry.body.authority().exception, &entry.body) {
        (Some(Exception::OwnMembership), body) => body.account() == Some(entry.actor),
        (Some(Exception::OwnPlayer), Body::PlayerErased(erased)) => is_own_player(erased.player),
        (_, _) => false,
    }
}
