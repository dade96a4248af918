//! Somebody gets a role in a club.

use crate::{Ledger, Member, Result, Role, UserId, Write, Written};

impl Ledger {
    /// Gives somebody a role in the club, or another one. A club keeps at least one owner.
    pub async fn set_member(
        &self,
        write: Write,
        user: UserId,
        role: Role,
    ) -> Result<Written<Member>> {
        let _ = (write, user, role);
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
