//! The signed logs.

use evidence::{Checkpoint, club_hash, club_origin, directory_origin};
use ledger::{ClubId, TreeHead};

/// A club's log, or the directory of all their heads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Log {
    Directory,
    Club(ClubId),
}

impl Log {
    /// The log of this service with this origin.
    pub(crate) fn of_origin(origin: &str, service: &str) -> Option<Log> {
        if origin == directory_origin(service) {
            return Some(Log::Directory);
        }
        let club = origin.rsplit_once('/')?.1.parse().ok()?;
        (origin == club_origin(service, club)).then_some(Log::Club(club))
    }

    /// The checkpoint of the log with this head.
    pub(crate) fn checkpoint(self, service: &str, head: TreeHead) -> Checkpoint {
        let origin = match self {
            Log::Directory => directory_origin(service),
            Log::Club(club) => club_origin(service, club),
        };
        let TreeHead { size, root } = head;
        Checkpoint { origin, size, root }
    }
}

/// The public name of the log, without the id of a club.
impl std::fmt::Display for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Log::Directory => f.write_str("directory"),
            Log::Club(club) => write!(f, "clubs/{}", club_hash(*club)),
        }
    }
}
