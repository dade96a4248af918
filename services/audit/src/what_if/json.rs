//! What matches would have come to by other rules, as JSON. `services/audit/VERIFY.md` tells of every field.

use std::cell::RefCell;

use evidence::{Hash, Party};
use rules::Variant;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::sum::{Sum, Totals};
use super::{Different, OtherMatch, Otherwise};
use crate::{VerificationFailure, verification_failure_json};

/// How much is told one by one. The sums are of everything.
#[derive(Clone, Copy)]
pub struct Most {
    /// Of matches.
    pub matches: u64,
    /// Of outcomes that are different, in all matches together.
    pub different: u64,
}

impl Most {
    /// Nothing is left out.
    pub const ALL: Self = Self {
        matches: u64::MAX,
        different: u64::MAX,
    };
}

/// Matches as they are worked out: each is written, added up, and forgotten.
struct Matches<I>(RefCell<Writing<I>>);

struct Writing<I> {
    others: I,
    left: Most,
    sum: Sum,
    doubt: Option<VerificationFailure>,
}

/// Writes an object, match by match; answers what it ended with if it ended too early.
///
/// # Errors
/// Those of the serializer.
pub fn write_what_if<S: Serializer>(
    to: S,
    variant: &Variant,
    others: impl Iterator<Item = Result<OtherMatch, VerificationFailure>>,
    most: Most,
) -> Result<(S::Ok, Option<VerificationFailure>), S::Error> {
    let matches = Matches(RefCell::new(Writing {
        others,
        left: most,
        sum: Sum::default(),
        doubt: None,
    }));
    let rules = json!({ "id": variant.id(), "hash": Hash(variant.hash()) });
    let mut object = to.serialize_map(Some(4))?;
    object.serialize_entry("variant", &rules)?;
    object.serialize_entry("matches", &matches)?;
    let Writing { sum, doubt, .. } = matches.0.into_inner();
    object.serialize_entry("sum", &summed(&sum))?;
    object.serialize_entry("doubt", &doubt.as_ref().map(verification_failure_json))?;
    Ok((object.end()?, doubt))
}

impl<I: Iterator<Item = Result<OtherMatch, VerificationFailure>>> Serialize for Matches<I> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut writing = self.0.borrow_mut();
        to.collect_seq(std::iter::from_fn(|| writing.next()))
    }
}

impl<I: Iterator<Item = Result<OtherMatch, VerificationFailure>>> Writing<I> {
    /// The next match that is told.
    fn next(&mut self) -> Option<Json> {
        loop {
            match self.others.next()? {
                Err(doubt) => self.doubt = Some(doubt),
                Ok(other) => {
                    self.sum.add(&other);
                    if let Some(matches) = self.left.matches.checked_sub(1) {
                        self.left.matches = matches;
                        return Some(self.one(&other));
                    }
                }
            }
        }
    }

    fn one(&mut self, one: &OtherMatch) -> Json {
        let differing = one.different.len();
        let left = usize::try_from(self.left.different).unwrap_or(usize::MAX);
        let told = one.different.iter().take(left);
        self.left.different -= told.len() as u64;
        json!({
            "match": one.match_id,
            "played_on": one.played_on.to_string(),
            "outcomes": one.outcomes,
            "declared_results": one.declared,
            "totals": totals(&one.totals),
            "differing": differing,
            "different": told.map(different).collect::<Json>(),
        })
    }
}

fn summed(sum: &Sum) -> Json {
    json!({
        "matches": sum.matches,
        "outcomes": sum.outcomes,
        "declared_results": sum.declared,
        "totals": totals(&sum.totals),
        "differing": sum.differing,
    })
}

fn totals(totals: &Totals) -> Json {
    let total = |(party, (before, after)): (&Party, &(i64, i64))| json!({ "party": party, "as_played_half_points": before, "otherwise_half_points": after });
    totals.iter().map(total).collect()
}

fn different(different: &Different) -> Json {
    let (otherwise, refused) = match &different.otherwise {
        Otherwise::OutcomeResult(effect) => (Some(effect), None),
        Otherwise::Refused(why) => (None, Some(why)),
    };
    json!({
        "seq": different.seq,
        "as_played": different.as_played,
        "otherwise": otherwise,
        "refused": refused,
    })
}
