//! The reads, each in one short transaction that names its club.

mod clubs;
mod entries;
mod hands;
mod invitations;
pub(crate) mod matches;
mod settlement;
mod snapshot;
mod users;
mod variants;

pub use clubs::{Club, Member, Membership, Player};
pub use entries::StoredEntry;
pub use hands::RecordedHand;
pub use invitations::{Invitation, InvitationStatus};
pub use matches::{MatchFilter, MatchView, Matches, Page};
pub use settlement::{Balance, Payment, Settlement};
pub use snapshot::{KeyOf, LookAt, Prior, Snapshot};
pub use users::{Credentials, User};
pub use variants::{ClubVariant, ClubVariants};
