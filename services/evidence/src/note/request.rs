//! What a witness is asked (c2sp.org/tlog-witness).

use super::{SignedNote, base64};
use crate::Hash;

/// The body of `POST …/add-checkpoint`: a checkpoint to be cosigned, and that it grew out of what the witness cosigned last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CosignRequest {
    /// The size of the log that the witness cosigned last; 0 if it cosigned none.
    pub old_size: u64,
    /// The consistency proof from that size to the checkpoint's.
    pub proof: Vec<Hash>,
    /// The checkpoint, signed by the log.
    pub note: SignedNote,
}

/// As it is sent.
impl std::fmt::Display for CosignRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "old {}", self.old_size)?;
        for hash in &self.proof {
            writeln!(f, "{}", base64(&hash.0))?;
        }
        write!(f, "\n{}", self.note)
    }
}
