//! Whether the actor of an entry may enter it, by the role that the entries before it gave them.

use super::{Club, MEMBER};
use crate::Finding;
use evidence::{Body, Entry, Exception, PlayerId, Role, UserId};

/// An entry whose actor had a role that may not enter it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("its actor {actor} had the role {role}, and only {who} may enter this {kind}", who = who(.permitted_roles))]
pub struct NotPermitted {
    /// The kind of the entry.
    pub kind: &'static str,
    /// Who entered it.
    pub actor: UserId,
    /// The role that they had at the entry.
    pub role: Role,
    /// The roles that may enter it; none if only somebody who is no member may.
    pub permitted_roles: &'static [Role],
}

impl Club {
    /// That the actor of the next entry may enter it.
    pub(super) fn permits(&self, entry: &Entry) -> Result<(), Finding> {
        let (authority, actor) = (entry.body.authority(), entry.actor);
        match self.members.get(&actor) {
            None if authority.exception == Some(Exception::NotMember) => Ok(()),
            None => Err(MEMBER),
            Some(role) if authority.roles.contains(role) => Ok(()),
            Some(_) if self.excepts(entry) => Ok(()),
            Some(role) => Err(Finding::NotPermitted(NotPermitted {
                kind: entry.body.kind(),
                actor,
                role: *role,
                permitted_roles: authority.roles,
            })),
        }
    }

    /// Whether a member may enter it whatever their role is.
    fn excepts(&self, entry: &Entry) -> bool {
        match (entry.body.authority().exception, &entry.body) {
            (Some(Exception::OwnMembership), Body::MemberRemoved(removed)) => {
                removed.user == entry.actor
            }
            (Some(Exception::OwnPlayer), Body::PlayerErased(erased)) => {
                self.is_own_player(erased.player, entry.actor)
            }
            (_, _) => false,
        }
    }

    fn is_own_player(&self, player: PlayerId, user: UserId) -> bool {
        let link = self.players.get(&player).and_then(|one| one.link);
        link.is_some_and(|link| link.user == user)
    }
}

fn who(roles: &[Role]) -> String {
    let words: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
    match words[..] {
        [] => "somebody who is no member".to_owned(),
        [one] => format!("the role {one}"),
        _ => format!("the roles {}", words.join(" and ")),
    }
}
