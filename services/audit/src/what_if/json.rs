//! Rescored matches as JSON. `services/audit/VERIFY.md` describes every field.

use std::cell::RefCell;

use evidence::{Hash, Party};
use rules::Variant;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::rescored_match::{ChangedOutcome, OtherResult, RescoredMatch};
use super::sum::{Sum, Totals};
use crate::verify::json::verification_failure_json;
use crate::verify::verification_failure::VerificationFailure;

/// The limits of the lists of matches and outcomes. The sums count all of them.
#[derive(Clone, Copy)]
pub struct Limits {
    /// The maximum number of matches.
    pub matches: u64,
    /// The maximum number of changed outcomes, in all matches together.
    pub changed: u64,
    /// The maximum size of those together, in bytes of JSON.
    pub bytes: u64,
    /// The maximum number of totals of a party, in all matches together, and in the sum.
    pub totals: usize,
}

impl Limits {
    /// No limits.
    pub const ALL: Self = Self {
        matches: u64::MAX,
        changed: u64::MAX,
        bytes: u64::MAX,
        totals: usize::MAX,
    };

    /// Whether a match is within the limits; the first that is not ends the list.
    fn take_match(&mut self, rescored: &RescoredMatch) -> bool {
        let matches = self.matches.checked_sub(1);
        let totals = self.totals.checked_sub(rescored.totals.len());
        let Some((matches, totals)) = matches.zip(totals) else {
            self.matches = 0;
            return false;
        };
        (self.matches, self.totals) = (matches, totals);
        true
    }

    /// A changed outcome if it is within the limits; the first that is not ends the list.
    fn take(&mut self, written: impl FnOnce() -> Json) -> Option<Json> {
        self.changed = self.changed.checked_sub(1)?;
        let json = written();
        let left = self.bytes.checked_sub(json.to_string().len() as u64);
        let Some(left) = left else {
            self.changed = 0;
            return None;
        };
        self.bytes = left;
        Some(json)
    }
}

/// Serializes matches while they are rescored, so that only one is in memory.
struct Matches<I>(RefCell<Writer<I>>);

struct Writer<I> {
    rescored: I,
    remaining: Limits,
    sum: Sum,
    failure: Option<VerificationFailure>,
}

/// Writes a JSON object, match by match. Also returns the failure that ended the matches, if there was one.
///
/// # Errors
/// The serializer fails.
pub fn write_what_if<S: Serializer>(
    to: S,
    variant: &Variant,
    rescored: impl Iterator<Item = Result<RescoredMatch, VerificationFailure>>,
    limits: Limits,
) -> Result<(S::Ok, Option<VerificationFailure>), S::Error> {
    let matches = Matches(RefCell::new(Writer {
        rescored,
        remaining: limits,
        sum: Sum::default(),
        failure: None,
    }));
    let rules = json!({ "id": variant.id(), "hash": Hash(variant.hash()) });
    let mut object = to.serialize_map(Some(4))?;
    object.serialize_entry("variant", &rules)?;
    object.serialize_entry("matches", &matches)?;
    let Writer { sum, failure, .. } = matches.0.into_inner();
    object.serialize_entry("sum", &sum_json(&sum, limits.totals))?;
    object.serialize_entry("doubt", &failure.as_ref().map(verification_failure_json))?;
    Ok((object.end()?, failure))
}

impl<I: Iterator<Item = Result<RescoredMatch, VerificationFailure>>> Serialize for Matches<I> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut writer = self.0.borrow_mut();
        to.collect_seq(std::iter::from_fn(|| writer.next()))
    }
}

impl<I: Iterator<Item = Result<RescoredMatch, VerificationFailure>>> Writer<I> {
    /// The next match within the limits, as JSON.
    fn next(&mut self) -> Option<Json> {
        loop {
            match self.rescored.next()? {
                Err(failure) => self.failure = Some(failure),
                Ok(rescored) => {
                    self.sum.add(&rescored);
                    if self.remaining.take_match(&rescored) {
                        return Some(self.match_json(&rescored));
                    }
                }
            }
        }
    }

    fn match_json(&mut self, rescored: &RescoredMatch) -> Json {
        let differing = rescored.changed.len();
        let changed = rescored.changed.iter();
        let listed: Json = changed
            .map_while(|changed| self.remaining.take(|| changed_json(changed)))
            .collect();
        json!({
            "match": rescored.match_id,
            "played_on": rescored.played_on.to_string(),
            "outcomes": rescored.outcomes,
            "declared_results": rescored.declared,
            "totals": totals_json(&rescored.totals, usize::MAX),
            "differing": differing,
            "different": listed,
        })
    }
}

fn sum_json(sum: &Sum, max_totals: usize) -> Json {
    json!({
        "matches": sum.matches,
        "outcomes": sum.outcomes,
        "declared_results": sum.declared,
        "parties": sum.totals.len(),
        "totals": totals_json(&sum.totals, max_totals),
        "differing": sum.differing,
    })
}

fn totals_json(totals: &Totals, max: usize) -> Json {
    let total = |(party, (before, after)): (&Party, &(i64, i64))| json!({ "party": party, "as_played_half_points": before, "otherwise_half_points": after });
    totals.iter().take(max).map(total).collect()
}

fn changed_json(changed: &ChangedOutcome) -> Json {
    let (otherwise, refused) = match &changed.other_result {
        OtherResult::Scored(result) => (Some(result), None),
        OtherResult::Refused(reason) => (None, Some(reason)),
    };
    json!({
        "seq": changed.seq,
        "as_played": changed.as_played,
        "otherwise": otherwise,
        "refused": refused,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::{MatchId, PlayerId};
    use time::macros::date;
    use uuid::Uuid;

    #[test]
    fn outcomes_are_listed_until_they_are_too_many_or_too_large() {
        let listed = |changed, bytes| {
            let mut limits = Limits {
                matches: 1,
                changed,
                bytes,
                totals: 0,
            };
            let all = ["1234", "12345678", "1"].into_iter();
            let listed = all.map_while(|text| limits.take(|| json!(text)));
            (listed.count(), limits.take(|| json!(1)).is_some())
        };
        assert_eq!(listed(9, 99), (3, true));
        assert_eq!(listed(9, 12), (1, false));
        assert_eq!(listed(2, 99), (2, false));
        assert_eq!(listed(u64::MAX, u64::MAX), (3, true));
    }

    #[test]
    fn matches_are_listed_until_they_or_their_totals_are_too_many() {
        let with_totals = |players: u128| RescoredMatch {
            match_id: MatchId(Uuid::nil()),
            played_on: date!(2026 - 11 - 21),
            outcomes: 1,
            declared: 0,
            totals: (0..players)
                .map(|player| (Party::Player(PlayerId(Uuid::from_u128(player))), (1, 1)))
                .collect(),
            changed: Vec::new(),
        };
        let listed = |matches, totals| {
            let mut limits = Limits {
                matches,
                totals,
                ..Limits::ALL
            };
            let all = [4, 4, 5, 4].map(with_totals);
            all.map(|rescored| limits.take_match(&rescored))
        };
        assert_eq!(listed(9, 17), [true; 4]);
        assert_eq!(listed(2, 17), [true, true, false, false]);
        assert_eq!(listed(9, 12), [true, true, false, false]);
    }
}
