//! An entry that the role of its actor does not permit.

use evidence::{Role, UserId};

/// An entry that the role of its actor does not permit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("its actor {actor} had the role {role}, and only {who} may enter this {kind}", who = who(.permitted_roles))]
pub struct NotPermitted {
    /// The kind of the entry.
    pub kind: &'static str,
    /// The member who entered it.
    pub actor: UserId,
    /// The role of the member at this entry.
    pub role: Role,
    /// The roles that permit the entry; none if only somebody who is not a member may enter it.
    pub permitted_roles: &'static [Role],
}

fn who(roles: &[Role]) -> String {
    let words: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
    match words[..] {
        [] => "somebody who is no member".to_owned(),
        [one] => format!("the role {one}"),
        [ref others @ .., last] => format!("the roles {} and {last}", others.join(", ")),
    }
}
