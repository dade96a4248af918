//! Why the ledger did not do what it was asked.

mod evening;
mod of_match;
mod people;
mod place;
mod season;
mod settlement;
mod tournament;

pub use evening::{EveningError, MAX_EVENING_CHANGES};
pub use of_match::MatchError;
pub use people::{AtOneTime, DrawRemedy, PeopleError};
pub use place::Place;
pub use season::{MAX_EARLIER_MATCHES, MAX_SEASON_MATCHES, SeasonError};
pub use settlement::SettlementError;
pub use tournament::{
    EntrantList, MAX_TOURNAMENT_CHANGES, RankedPlayer, TournamentError, TournamentRoundError,
};

use crate::{
    Club, ClubLimit, IdentityError, ImportError, MAX_LEAF_BYTES, MAX_MATCH_PLAYERS, PlayingTable,
};
use evidence::{Chair, NoProof, Refusal};

/// What a command of this crate answers.
pub type Result<T> = std::result::Result<T, Error>;

/// Why the ledger did not do what it was asked. Nothing was stored; only of [`Error::Unavailable`] nobody knows, since
/// the connection may go while the commit is under way. The same request, under the same key, finds out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such thing, or it belongs to another club.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// There is no such account, or nobody signs in with it any more.
    #[error("there is no account with this id")]
    NoSuchUser,
    /// A request is about a match that the club does not have.
    #[error("the club has no such match")]
    UnknownMatch,
    /// Somebody signed up with this address before.
    #[error("there is an account with this e-mail address")]
    EmailTaken,
    /// The refresh token is unknown, expired, or its session has ended.
    #[error("this session is over")]
    SessionEnded,
    /// The refresh token had been exchanged before: somebody holds a copy. The whole session has been ended.
    #[error(
        "this refresh token was used before, so somebody else may hold it: the session was ended"
    )]
    SessionReused,
    /// The key was used before, by the same caller on the same route, for another request.
    #[error("this Idempotency-Key was used for another request before")]
    IdempotencyKeyReused,
    /// The actor no longer has the role for which the write was allowed.
    #[error("your role in this club changed while you asked: read the club again")]
    RoleChanged,
    /// The API key was revoked meanwhile, or its time is over.
    #[error("this API key ended while you asked: it was revoked, or its time is over")]
    ApiKeyEnded,
    /// The subject of an OIDC issuer does not go with an account.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The club would be left without an owner.
    #[error("the club would have no owner")]
    LastOwner,
    /// The same, of every club whose only owner an account is.
    #[error("a club would be left without an owner: nothing was erased")]
    OnlyOwner(Vec<Club>),
    /// A chair is for somebody who is not a player of the club.
    #[error("the club has no such player for chair {}", .0.number())]
    UnknownPlayer(Chair),
    /// Two chairs are for one person.
    #[error("nobody can sit on two chairs")]
    SamePlayerTwice,
    /// A chair is for somebody who was merged into another player.
    #[error("the player for chair {} was merged into another", .0.number())]
    MergedPlayer(Chair),
    /// A chair is for somebody who was erased.
    #[error("the player for chair {} was erased", .0.number())]
    ErasedPlayer(Chair),
    /// Under a retired variant no match is opened.
    #[error("the club has retired this variant")]
    VariantRetired,
    /// What is asked does not go with the club's people as they are.
    #[error(transparent)]
    People(#[from] PeopleError),
    /// A hand pays an amount of money that is no whole number of minor units.
    #[error("at this stake it would pay a fraction of a cent")]
    FractionalAmount,
    /// The match's money would grow beyond what its readers hold exactly.
    #[error("the amounts of this match would grow too large to be kept exactly")]
    AmountTooLarge,
    /// What does not go with a match.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// What does not go with an evening.
    #[error(transparent)]
    Evening(#[from] EveningError),
    /// Tables of earlier rounds still play, and nobody said that the next one is to be drawn meanwhile.
    #[error("{} tables of earlier rounds still play", .0.len())]
    StillPlay(Vec<PlayingTable>),
    /// Another draw is the next one than was meant: somebody else drew meanwhile.
    #[error("draw {meant} was meant, and the next one is draw {next}")]
    RoundsStale {
        /// The number of the draw that was meant.
        meant: u32,
        /// The number of the next one.
        next: u32,
    },
    /// What does not go with a season.
    #[error(transparent)]
    Season(#[from] SeasonError),
    /// What does not go with a tournament.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// What is asked does not go with what is open.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// A ledger cannot come from another service like this.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// A correction after which the match tells the same as before.
    #[error("after these changes the match is what it was before")]
    NothingCorrected,
    /// One of several things that were asked for is refused.
    #[error("{place}: {error}")]
    At {
        /// Which.
        place: Place,
        /// Why.
        error: Box<Self>,
    },
    /// There can be no such proof.
    #[error(transparent)]
    Unprovable(#[from] NoProof),
    /// It is about more entries than there are.
    #[error("the ledger has {size} entries so far")]
    BeyondLedger {
        /// How many there are.
        size: u64,
    },
    /// As many audits of the club as may be are not finished yet.
    #[error("{most} audits of the club are not finished yet")]
    TooManyAudits {
        /// How many may be.
        most: u32,
    },
    /// The account owns as many clubs as may be founded by one.
    #[error("the account owns {most} clubs")]
    TooManyClubs {
        /// How many one may own and found another.
        most: u32,
    },
    /// The account is a member of as many clubs as may be.
    #[error("the account is a member of {most} clubs")]
    TooManyMemberships {
        /// How many may be.
        most: u32,
    },
    /// The club has as many people or variants as may be.
    #[error("the club has {} {}", .0.most(), .0.what())]
    ClubFull(ClubLimit),
    /// The club has as many API keys as may be.
    #[error("the club has {most} API keys")]
    TooManyApiKeys {
        /// How many there may be.
        most: u32,
    },
    /// The club has as many webhooks as may be.
    #[error("the club has {most} webhooks")]
    TooManyWebhooks {
        /// How many there may be.
        most: u32,
    },
    /// As much as may wait to be sent to a webhook because somebody asked for it does.
    #[error("{most} deliveries that were asked for wait")]
    TooManyDeliveries {
        /// How much may.
        most: u32,
    },
    /// The match has as many outcomes as may be, or would have more.
    #[error("a match has at most {most} outcomes")]
    TooManyOutcomes {
        /// How many whoever asks may make it have: [`MAX_OUTCOMES`](crate::MAX_OUTCOMES), or fewer.
        most: usize,
    },
    /// More players would take part in the match than may.
    #[error(
        "at most {MAX_MATCH_PLAYERS} players take part in a match, those who left their chair among them"
    )]
    TooManyMatchPlayers,
    /// The match was corrected as often as may be.
    #[error("a match is corrected at most {most} times")]
    TooManyCorrections {
        /// How often whoever asks may: [`MAX_CORRECTIONS`](crate::MAX_CORRECTIONS) times in all, or fewer.
        most: usize,
    },
    /// The corrections of the match would come to more bytes than they may.
    #[error(
        "the corrections of the match would come to {bytes} bytes together, and they may come to {most}"
    )]
    CorrectionsTooLarge {
        /// How many bytes they would come to.
        bytes: usize,
        /// How many whoever asks may make them come to: [`MAX_CORRECTION_BYTES`](crate::MAX_CORRECTION_BYTES), or fewer.
        most: usize,
    },
    /// The entry would be longer than every reader of the ledger takes.
    #[error(
        "the entry would have {bytes} bytes, and it may have {MAX_LEAF_BYTES}, so that everybody can verify it"
    )]
    EntryTooLarge {
        /// How many bytes it would have.
        bytes: usize,
    },
    /// What was handed in contradicts itself or the ledger: a mistake of the calling program.
    #[error("contradiction: {0}")]
    Contradiction(&'static str),
    /// An entry that cannot be written: a mistake of the calling program.
    #[error("the entry cannot be written: {0}")]
    Unwritable(#[source] Refusal),
    /// A stored entry is not what was once written.
    #[error("entry {seq} of the ledger is damaged: {reason}")]
    Damaged {
        /// Its sequence number.
        seq: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// What is kept to be read quickly is not what the entries say. An audit says which row it is.
    #[error("the {0} as it is kept is not what the entries say")]
    Differs(&'static str),
    /// The database did not do it this time. The same request, with the same idempotency key, may be sent again.
    #[error("the database is unavailable: {reason}")]
    Unavailable {
        /// When a second try makes sense.
        retry: Retry,
        /// What the database said.
        reason: String,
    },
    /// The database role may do more than the ledger should, or a safeguard of the database is missing.
    #[error("the database role or schema is not safe to run with: {0}")]
    Unsafe(String),
    /// The database lacks migrations that this program needs.
    #[error("the database is not migrated: {0}")]
    NotMigrated(String),
    /// The configuration is wrong.
    #[error("{0}")]
    Config(String),
    /// A mistake of this program.
    #[error("a bug in the ledger: {0}")]
    Bug(String),
}

/// When a second try makes sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// At once: two commands were in each other's way.
    Now,
    /// Later: the database is gone, starting, full or overloaded.
    Later,
}

impl Error {
    /// With the place of it, if it is refused for what is asked there.
    pub(crate) fn at(self, place: Place) -> Self {
        let of_a_place = matches!(
            self,
            Self::UnknownPlayer(_)
                | Self::SamePlayerTwice
                | Self::MergedPlayer(_)
                | Self::ErasedPlayer(_)
                | Self::FractionalAmount
                | Self::AmountTooLarge
                | Self::TooManyOutcomes { .. }
                | Self::TooManyMatchPlayers
        );
        if !of_a_place {
            return self;
        }
        Self::At {
            place,
            error: Box::new(self),
        }
    }

    /// The same of one of several matches that are imported.
    pub(crate) fn of_match(self, place: usize) -> Self {
        let (error, within) = self.apart();
        let outcome = match within {
            Some(Place::Outcome(outcome)) => Some(outcome),
            Some(Place::Change(_) | Place::Recorded(_) | Place::Match { .. }) | None => None,
        };
        error.at(Place::Match { place, outcome })
    }

    /// What is wrong, and apart from it the place where, if one is known.
    pub fn apart(self) -> (Self, Option<Place>) {
        if let Self::At { place, error } = self {
            (*error, Some(place))
        } else {
            (self, None)
        }
    }

    /// A stored value that its own column should have ruled out.
    pub(crate) fn impossible(what: &'static str) -> Self {
        Self::Bug(format!("the database holds an impossible {what}"))
    }

    /// An entry of another kind than what refers to it.
    pub(crate) fn misplaced(seq: u64, expected: &'static str) -> Self {
        Self::Damaged {
            seq,
            reason: format!("it is not a {expected}"),
        }
    }
}

/// A number on its way between Rust and SQL, whose integers differ in sign.
pub(crate) fn integer<T, U: TryFrom<T>>(value: T, what: &'static str) -> Result<U> {
    U::try_from(value).map_err(|_| Error::impossible(what))
}

impl ClubLimit {
    /// Refuses to add another one to so many, with [`Error::ClubFull`].
    pub(crate) fn check(self, count: i64) -> Result<()> {
        match count < i64::from(self.most()) {
            true => Ok(()),
            false => Err(Error::ClubFull(self)),
        }
    }
}

impl From<TournamentRoundError> for Error {
    fn from(refused: TournamentRoundError) -> Self {
        Self::Tournament(refused.into())
    }
}

impl From<diesel::result::Error> for Error {
    fn from(error: diesel::result::Error) -> Self {
        use diesel::result::{DatabaseErrorKind as Kind, Error as Diesel};
        let Diesel::DatabaseError(kind, information) = &error else {
            return Self::Bug(error.to_string());
        };
        let reason = information.message().to_owned();
        let gone = matches!(
            kind,
            Kind::UnableToSendCommand | Kind::ClosedConnection | Kind::ReadOnlyTransaction
        );
        let begins = |with: &&str| reason.starts_with(with);
        if gone || LATER.iter().any(begins) {
            Self::Unavailable {
                retry: Retry::Later,
                reason,
            }
        } else if matches!(kind, Kind::SerializationFailure) || NOW.iter().any(begins) {
            Self::Unavailable {
                retry: Retry::Now,
                reason,
            }
        } else {
            Self::Bug(format!("{kind:?}: {reason}"))
        }
    }
}

// Diesel passes on the server's message but not its SQLSTATE, for most errors. In another language than English
// these are taken for bugs: a wrong status, not a wrong ledger.
const NOW: &[&str] = &[
    "deadlock detected",
    "canceling statement due to lock timeout",
];
const LATER: &[&str] = &[
    "canceling statement due to statement timeout",
    // An operator canceled it, or whoever ends what is left of a server that was killed.
    "canceling statement due to user request",
    "terminating connection",
    "the database system is",
    "could not extend file",
    "could not write",
    "could not access status of transaction",
    "could not open file",
    "No space left on device",
    "out of shared memory",
    "out of memory",
    "sorry, too many clients already",
    "remaining connection slots are reserved",
];

#[cfg(test)]
mod tests;
