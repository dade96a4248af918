//! What an audit works out besides if it is asked to: what matches would have come to by other rules.

use audit::{
    Archive, Limits, MatchSelection, Selection, VerificationFailure, WhatIf, write_what_if,
};
use evidence::Hash;
use ledger::{ClaimedAudit, StoredEntry, WhatIfRequest};
use rules::Variant;
use serde_json::{Value as Json, value};

/// How much a report tells one by one, since it is kept and sent as a whole.
const LIMITS: Limits = Limits {
    matches: 1000,
    changed: 1000,
};

/// Matches that are to be worked out by other rules.
pub(super) struct OtherRules {
    variant: Variant,
    matches: MatchSelection,
    /// What keeps the selection from going on.
    failure: Option<VerificationFailure>,
}

impl OtherRules {
    /// Before the first entry, if they are asked for. The error is that their document is none.
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

    /// The next entries.
    pub(super) fn follow(&mut self, page: &[StoredEntry]) {
        for entry in page {
            if self.failure.is_none() {
                self.failure = self.matches.entry(entry.seq, &entry.leaf).err();
            }
        }
    }

    /// After the last entry: what comes of it, and what it ended with if it ended too early. `go_on` is told how many matches were worked
    /// out, of how many, and says whether to go on.
    pub(super) fn work_out(
        self,
        archive: impl Archive + 'static,
        mut go_on: impl FnMut(u64, u64) -> bool,
    ) -> Result<(Json, Option<VerificationFailure>), String> {
        let others = WhatIf::new(self.matches, &self.variant, Box::new(archive));
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

/// The rules, from their document.
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
