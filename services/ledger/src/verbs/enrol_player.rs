//! Somebody plays in the club from now on.

use crate::{Ledger, Player, Result, Write, Written};

impl Ledger {
    /// Enrols a player under a name; the ledger's entry holds only a salted commitment to it.
    pub async fn enrol_player(&self, write: Write, name: String) -> Result<Written<Player>> {
        let _ = (write, name);
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
