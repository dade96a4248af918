//! Why the ledger of another service cannot be imported.

use crate::{ClubId, UserId};

/// Why a club with its ledger cannot come from another service.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The club is here already.
    #[error("the club {0} is in this service already")]
    ClubExists(ClubId),
    /// The entries are not those that were checked.
    #[error("the export changed after it was verified: {0}")]
    Changed(String),
    /// Nothing tells what the club is called.
    #[error("no opening tells what the club is called: its name has to be given")]
    Nameless,
    /// The entries name accounts that are here already, and nobody says that they are the same people's.
    #[error("its entries name accounts that are in this service already, and an export does not show that they are the same people's: {}", list(.0))]
    AccountsKnown(Vec<UserId>),
    /// An account is for somebody who does not own the club.
    #[error("{0} is no owner of the club")]
    NotAnOwner(UserId),
    /// An account is for one of several owners, and it is not said for which.
    #[error("the club has {} owners, and it has to be said whose account it is: {}", .0.len(), list(.0))]
    SeveralOwners(Vec<UserId>),
    /// Two accounts are for one owner.
    #[error("two accounts are given for the owner {0}: one is enough")]
    TwoAccounts(UserId),
    /// The owner has an account here, with another e-mail address.
    #[error("the owner {0} has an account here, with another e-mail address")]
    OtherAddress(UserId),
    /// The owner erased their account here.
    #[error("the owner {0} erased their account here")]
    AccountErased(UserId),
}

fn list(users: &[UserId]) -> String {
    let users: Vec<String> = users.iter().map(UserId::to_string).collect();
    users.join(", ")
}
