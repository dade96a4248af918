//! What the engine is asked for, and where in the client's body that stands.

use ledger::OutcomeId;

/// Where in the client's body the outcomes stand that the engine is asked about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place<'a> {
    /// The body is the outcome.
    Body,
    /// In the field `outcome`.
    Outcome,
    /// In the list `outcomes`.
    Outcomes,
    /// They are those of a corrected match: some were sent, the others follow.
    Corrected(&'a [Origin]),
}

/// Where an outcome of a corrected match comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The change at this place says what happened.
    Change(usize),
    /// It was recorded before.
    Recorded(OutcomeId),
}

/// What the engine was asked for, since it decides where in the client's body a field stands.
#[derive(Clone, Copy)]
pub(super) enum Asked<'a> {
    /// `/v1/score`.
    Score,
    /// A match is opened.
    Opening,
    /// Outcomes of a match: these come after some others, and stand in the client's body somewhere.
    Recording { before: usize, place: Place<'a> },
    /// `/v1/hands:play`.
    Playing,
    /// The catalogue.
    Catalogue,
    /// `/v1/claims`.
    Claims,
    /// A variant is derived from another.
    Deriving,
    /// A variant of a club is compared with another.
    Comparing,
    /// Matches are to be worked out by other rules.
    WhatIf,
}
