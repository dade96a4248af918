//! The verdict on an export or a stored ledger.

use evidence::{BadExport, BadHeader, Refusal};

/// The verdict on an export or a stored ledger. A later variant outweighs an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// All checks passed.
    Sound,
    /// No check found an error, but some evidence is missing.
    Incomplete,
    /// A check found an error.
    Tampered,
}

impl Verdict {
    /// The stable word for the verdict.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sound => "sound",
            Self::Incomplete => "incomplete",
            Self::Tampered => "tampered",
        }
    }

    /// The verdict on an export with this error. A truncated export, a line that is too long to be read, and a format of a later version
    /// prove nothing.
    pub(super) fn on_export(bad: &BadExport) -> Self {
        match bad {
            BadExport::Unreadable { .. }
            | BadExport::CutOff { .. }
            | BadExport::Missing { .. }
            | BadExport::TooLong { .. }
            | BadExport::Header(BadHeader::Refused(Refusal::Version(_))) => Self::Incomplete,
            BadExport::Extra { .. } | BadExport::Header(_) => Self::Tampered,
        }
    }
}
