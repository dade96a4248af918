//! Signed checkpoints, the keys that sign them, and who disputes them.

use crate::{ClubId, Hash, Timestamp, TreeHead, clock_and_ids};
use evidence::{Frontier, SignedNote, Subtree, VerifierKey};
use serde::Serialize;
use time::Duration;

/// A signer that goes through all logs at least every four minutes is silent after so long.
const SILENT: Duration = Duration::minutes(5);
/// So many refusals, and disputes, are told.
const TOLD: usize = 10;

/// A checkpoint of a club's ledger, as it was signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedCheckpoint {
    /// How many entries it is over.
    pub size: u64,
    /// The root of the tree over them.
    pub root: Hash,
    /// The signed note.
    pub note: SignedNote,
    /// The place of its head in the directory, counted from 0.
    pub head_index: u64,
    /// When it was signed.
    pub signed_at: Timestamp,
}

/// A key that signs checkpoints, or once did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogKey {
    /// Its public half, under the service's name.
    pub key: VerifierKey,
    /// When it was first used.
    pub first_used_at: Timestamp,
    /// Since when it no longer signs.
    pub retired_at: Option<Timestamp>,
}

/// A log that is not signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = RefusedLog))]
pub struct Refusal {
    /// `directory`, the log of all clubs' checkpoints, without which none is signed; or `clubs/` and SHA-256 of the club's id as text.
    pub log: String,
    /// What is wrong with it.
    pub reason: String,
    /// Since when.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub refused_at: Timestamp,
}

/// A witness who cosigned another directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = WitnessDispute))]
pub struct Dispute {
    /// Its verifier key (c2sp.org/tlog-cosignature).
    #[cfg_attr(feature = "openapi", schema(examples("witness.example+c74f20a3+BAbC")))]
    pub witness: String,
    /// What it says.
    pub reason: String,
    /// Since when.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub disputed_at: Timestamp,
}

/// How the signing of checkpoints does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SignerReadiness))]
pub struct SignerState {
    /// In a word.
    pub state: SignerWord,
    /// When it last went through all logs; absent if it never did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub last_round_at: Option<Timestamp>,
    /// The logs that it refuses to sign, since they are not what it signed before: the oldest refusals first, up to ten.
    pub refusals: Vec<Refusal>,
    /// The witnesses who cosigned another directory of all clubs' checkpoints than the one that is here: the oldest disputes first, up to ten.
    pub disputes: Vec<Dispute>,
}

mahjong::string_enum! {
    /// How the signing of checkpoints does, in a word.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum SignerWord {
        /// Everything is signed.
        Signing = "signing",
        /// Some logs are refused, since they are not what was signed before; it is an alarm. The others are signed.
        Refusing = "refusing",
        /// Everything is signed, and a witness cosigned another directory than the one that is here; it is an alarm.
        Disputed = "disputed",
        /// It has not gone through the logs for five minutes.
        Silent = "silent",
        /// There never was one.
        Absent = "absent",
    }
}

/// The head of a club, and how far it was signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClubHead {
    /// The club.
    pub club: ClubId,
    /// The tree over all its entries.
    pub head: TreeHead,
    /// That of its latest checkpoint.
    pub signed: Option<TreeHead>,
}

/// A checkpoint to be stored.
#[derive(Debug, Clone)]
pub struct NewCheckpoint {
    /// Of which club.
    pub club: ClubId,
    /// Of which tree.
    pub head: TreeHead,
    /// The signed note.
    pub note: SignedNote,
    /// The place of its head in the directory.
    pub head_index: u64,
}

/// What was signed together: checkpoints of clubs, and the directory with their heads in it.
#[derive(Debug, Clone)]
pub struct SignedRound {
    /// The place of the first of the heads in the directory.
    pub first_head: u64,
    /// The heads, in order, as canonical bytes.
    pub heads: Vec<Vec<u8>>,
    /// The subtrees of the directory that they complete.
    pub completes: Vec<Subtree>,
    /// The tree over the directory with them in it.
    pub tree: Frontier,
    /// The directory's checkpoint, signed.
    pub note: SignedNote,
    /// The checkpoints of the clubs.
    pub checkpoints: Vec<NewCheckpoint>,
}

impl SignerState {
    pub(crate) fn new(
        last_round_at: Option<Timestamp>,
        mut refusals: Vec<Refusal>,
        mut disputes: Vec<Dispute>,
    ) -> Self {
        refusals.truncate(TOLD);
        disputes.truncate(TOLD);
        let is_silent = |round: Timestamp| clock_and_ids::now() - round.moment() > SILENT;
        let state = match last_round_at {
            None => SignerWord::Absent,
            Some(round) if is_silent(round) => SignerWord::Silent,
            Some(_) if !refusals.is_empty() => SignerWord::Refusing,
            Some(_) if !disputes.is_empty() => SignerWord::Disputed,
            Some(_) => SignerWord::Signing,
        };
        Self {
            state,
            last_round_at,
            refusals,
            disputes,
        }
    }
}
