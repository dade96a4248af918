//! What an entry of a club's ledger says, its canonical bytes, its hash, and what proves all of it to others.
//!
//! An [`Entry`] is built once, when its sequence number and time are known; [`Entry::to_bytes`] makes the
//! leaf: canonical JSON (RFC 8785) whose hash ([`leaf_hash`]) is a leaf of an RFC 6962 tree. From then on the
//! bytes are what counts: they are stored, exported and checked as they are, and never made again.
//! [`Entry::parse`] reads them back strictly. The format, field by field, is in `LEAF.md`.
//!
//! The tree of a club ([`Frontier`]) is stood by in a [`Checkpoint`], signed with a [`SignerKey`]; the checkpoints of all
//! clubs are the entries ([`Head`]) of one more log. A [`Receipt`] proves one entry, an export ([`read_export`]) all of
//! them. These formats are in `FORMAT.md`.
//!
//! Pure: no I/O of its own, no clock, no randomness.
#![warn(missing_docs)]

mod authority;
mod body;
mod canonical;
mod commitment;
mod correction;
mod directory;
mod draw;
mod entry;
mod evening;
mod export;
mod hash;
mod ids;
mod invalid_value;
mod json_value;
mod kind;
mod legs;
mod match_history;
mod match_progress;
mod netting;
mod note;
mod outcome;
mod party;
mod points;
mod receipt;
mod reseating;
mod role;
mod season;
mod settlement;
mod terms;
mod timestamp;
mod tournament;
mod tree;
mod unknown_part;

pub use authority::{Authority, Exception};
pub use body::Opening;
pub use body::{AttendanceChanged, EveningOpened, RoundDrawn, RoundOpened};
pub use body::{Body, ClubFounded, MatchOpened, MemberSet, PlayerEnrolled, VariantAdded};
pub use body::{
    ClubChanged, ClubHandedOver, InvitationAccepted, InvitationMade, InvitationRevoked,
    MemberRemoved, PlayerErased, PlayerLinked, PlayerMerged, PlayerRenamed, PlayerUnlinked,
    PlayerUnmerged, TextErased, VariantReinstated, VariantRetired,
};
pub use body::{
    Cut, DrawMethod, EntrantsChanged, LastHand, MAX_CLOCK_SECONDS, MAX_ENTRANTS,
    MAX_PENALTY_HALF_POINTS, MAX_TABLE_POINTS, MAX_TOURNAMENT_ROUNDS, PenaltyGiven,
    PenaltyWithdrawn, Registration, RoundClock, SatOut, TieBreak, TournamentClockChanged,
    TournamentClosed, TournamentOpened, TournamentRoundDrawn, TournamentRoundOpened,
    TournamentRules, TournamentScoring,
};
pub use body::{
    Handicap, MAX_MATCHES_OF_PLAYER, MAX_SEASON_PLAYERS, MAX_SEASON_VARIANTS, MAX_TEAMS,
    SeasonClosed, SeasonOpened, SeasonRules, Team, UnfinishedMatches,
};
pub use body::{MAX_ROUNDS, ReplacedMatch, ReplayedTable, RoundOf, TablesReplayed};
pub use body::{Part, PaymentRecorded, PaymentReversed, Scope, SettlementMade, Transfer};
pub use canonical::Refusal;
pub use commitment::{Commitment, Committed, Salt, commit};
pub use correction::{
    Change, CorrectedOutcome, Insert, MatchCorrected, MatchDeclared, Replace, Reseat, Reseated,
    Void,
};
pub use directory::{Head, club_hash};
pub use draw::{DrawnRound, EARLIER_ROUNDS, EarlierRounds, draw_round};
pub use entry::{Entry, FORMAT, VERSION};
pub use evening::{Evening, EveningRound, MAX_ATTENDANCE, seed_hash, seed_of_round};
pub use export::{
    BadExport, BadHeader, Claims, DirectoryHeader, ExportHeader, InDirectory, Leaves, MAX_LINE,
    read_directory, read_export,
};
pub use hash::{BadHash, Hash, leaf_hash};
pub use ids::{
    AccessEventId, ApiKeyId, AuditId, ClubId, DeliveryId, EveningId, IdentityId, InvitationId,
    MatchId, OutcomeId, PaymentId, PlayerId, SeasonId, SettlementId, TournamentId, UserId,
    WebhookId,
};
pub use invalid_value::InvalidValue;
pub use json_value::JsonValue;
pub use kind::{Kind, Subject};
pub use legs::{Leg, Legs, Unbalanced};
pub use mahjong::{
    Agreed, CappedPatterns, Chair, CountedPattern, Deal, DeclaredResult, Ending, FalseMahjong,
    FirstTurn, Hand, KongKind, LeftOutPattern, LeftOutReason, Liability, LiabilityRule, MatchState,
    Meld, MeldKind, NoSuchChair, OutcomeKind, Payee, Penalty, ReadSet, Reading, Replacement, Score,
    SetKind, Shape, Shown, SidePayment, Totals, UnknownWord, Win, Wind, Winner, WinnerScore, WonBy,
};
pub use match_history::{
    Counts, CurrentOutcome, DoubleSeat, Draft, DraftOutcome, Event, ImpossibleChange,
    ImpossibleReason, MatchHistory, OutcomeWithState, Version, last_change_of,
};
pub use match_progress::{
    MatchProgress, NumberRefusal, ProgressError, check_next, moves_whole_cents, seated_after,
};
pub use netting::{Debt, FEWEST_UP_TO, fewest_transfers};
pub use note::{
    BadCheckpoint, BadKey, BadNote, Checkpoint, CosignRequest, KeyId, MAX_NOTE, MAX_SIGNATURES,
    NoteSignature, PublicKey, SecretKey, SignedNote, Signer, SignerKey, Signers, VerifierKey,
    WitnessKey, WitnessSigner, Witnessed, club_origin, directory_origin,
};
pub use outcome::{OutcomeRecorded, OutcomeResult};
pub use party::{NoSuchParty, Party};
pub use points::{Points, as_points};
pub use receipt::{BadReceipt, Checked, Receipt};
pub use role::Role;
pub use season::Season;
pub use seating::Refusal as DrawRefusal;
pub use settlement::{Due, Paid, Settlement};
pub use timestamp::{BadTimestamp, Timestamp};
pub use tournament::{
    AgainstRanks, DecidedBy, Entrant, EntrantState, MAX_DRAWS, Tournament, TournamentClock,
    TournamentCut, TournamentDrawRefusal, TournamentDrawRequest, TournamentPenalty,
    TournamentRound, against_ranks, draw_tournament_round, seed_of_draw, tournament_cut,
};
pub use tree::{
    BadFrontier, BadProof, BadTile, Frontier, MAX_SIZE, NoProof, NoTile, ProofPlan, Subtree,
    TileId, Tiles, empty_root, verify_consistency, verify_inclusion,
};

/// What happened in a hand, or between two.
pub type Outcome = mahjong::Outcome<PlayerId>;

/// Somebody else takes over a chair, with its wind and its turn, but not what it gained or lost so far.
pub type Substitution = mahjong::Substitution<PlayerId>;

/// The largest integer, in either direction, that every reader of JSON holds exactly: 2^53 − 1.
pub const MAX_INTEGER: i64 = (1 << 53) - 1;
