//! How long a match may become, and by whom.

use super::{KEPT_FOR_OFFICIALS, MAX_CORRECTION_BYTES, MAX_CORRECTIONS, MAX_OUTCOMES, Write};

/// How long a match may become by what somebody does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MatchLimits {
    pub(crate) corrections: usize,
    /// The bytes of all corrections together.
    pub(crate) correction_bytes: usize,
    pub(crate) outcomes: usize,
}

impl MatchLimits {
    /// All that a match may have.
    pub(crate) const ALL: Self = Self {
        corrections: MAX_CORRECTIONS,
        correction_bytes: MAX_CORRECTION_BYTES,
        outcomes: MAX_OUTCOMES,
    };

    /// What it may have by this write.
    pub(crate) fn of(write: &Write) -> Self {
        match write.is_by_an_official() {
            true => Self::ALL,
            false => Self {
                corrections: MAX_CORRECTIONS - KEPT_FOR_OFFICIALS,
                correction_bytes: MAX_CORRECTION_BYTES / 2,
                outcomes: MAX_OUTCOMES - KEPT_FOR_OFFICIALS,
            },
        }
    }
}
