//! Rescores matches with another variant, if an audit asks for it.

use audit::{
    Archive, Limits, MatchSelection, Pace, Selection, VerificationFailure, WhatIf, write_what_if,
};
use evidence::Hash;
use ledger::{ClaimedAudit, StoredEntry, WhatIfRequest};
use rules::Variant;
use serde_json::{Value as Json, value};

/// Limits the lists of a report, since it is stored and sent in one piece.
const LIMITS: Limits = Limits {
    matches: 1000,
    changed: 1000,
    bytes: 1024 * 1024,
    totals: 10_000,
};

/// The matches to rescore, and the variant.
pub(super) struct OtherRules {
    variant: Variant,
    matches: MatchSelection,
    /// The failure that stopped the selection.
    failure: Option<VerificationFailure>,
}

impl OtherRules {
    /// Starts before the first entry; `None` if the audit does not ask for it. The error is an invalid document of the variant.
    pub(super) fn asked(taken: &ClaimedAudit) -> Result<Option<Self>, String> {
        let Some(asked) = &taken.what_if else {
            return Ok(None);
        };
        let selection = Selection {
            only: asked.what_if.match_id,
            entries: taken.from_seq..=taken.to_seq.unwrap_or(u64::MAX),
        };
        Ok(Some(Self {
            variant: variant(asked)?,
            matches: MatchSelection::of(selection),
            failure: None,
        }))
    }

    /// Reads the next entries.
    pub(super) fn follow(&mut self, page: &[StoredEntry]) {
        for entry in page {
            if self.failure.is_none() {
                self.failure = self.matches.entry(entry.seq, &entry.leaf).err();
            }
        }
    }

    /// Rescores the matches after the last entry. Also returns the failure that ended the matches, if there was one. Before each match it
    /// calls `go_on` with the number of this match and of all matches, and stops if the answer is `false`.
    pub(super) fn work_out(
        self,
        archive: impl Archive + 'static,
        pace: Pace,
        mut go_on: impl FnMut(u64, u64) -> bool,
    ) -> Result<(Json, Option<VerificationFailure>), String> {
        let others = WhatIf::new(self.matches, &self.variant, Box::new(archive)).with_pace(pace);
        let all = others.matches() as u64;
        let mut done = 0;
        let others = others.take_while(|_| {
            done += 1;
            go_on(done, all)
        });
        let failure = self.failure.map(Err);
        let (others, failure) = match failure {
            None => (Some(others), None),
            failure => (None, failure),
        };
        let others = others.into_iter().flatten().chain(failure);
        write_what_if(value::Serializer, &self.variant, others, LIMITS)
            .map_err(|error| error.to_string())
    }
}

/// Compiles the variant from its document.
fn variant(asked: &WhatIfRequest) -> Result<Variant, String> {
    let variant = Variant::from_json(&asked.variant_document).map_err(|problems| {
        let texts = problems.iter().map(|problem| problem.text.as_str());
        let texts: Vec<&str> = texts.collect();
        format!("the other rules: {}", texts.join("; "))
    })?;
    match Hash(variant.hash()) == asked.what_if.variant_hash {
        true => Ok(variant),
        false => Err("the document of the other rules is another".to_owned()),
    }
}
