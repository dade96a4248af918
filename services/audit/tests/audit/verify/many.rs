//! One match, many times over.

use crate::honest;
use evidence::{Body, Change, Entry, MatchId, OutcomeId, Reseat};
use uuid::Uuid;

/// The honest ledger with its match so many times: one after another, or step by step in all of them by turns.
pub(crate) fn matches(count: u128, by_turns: bool) -> Vec<Entry> {
    let honest = honest::ledger();
    let (before, course) = honest.split_at(9);
    let mut entries = before.to_vec();
    let mut add = |step: &Entry, n| {
        let body = moved(step.body.clone(), n);
        let seq = entries.len() as u64 + 1;
        entries.push(honest::entry((body, seq)));
    };
    if by_turns {
        for step in course {
            (0..count).for_each(|n| add(step, n));
        }
    } else {
        for n in 0..count {
            course.iter().for_each(|step| add(step, n));
        }
    }
    entries
}

/// The same in another match.
fn moved(mut body: Body, n: u128) -> Body {
    let id = MatchId(Uuid::from_u128(n << 64 | 5));
    let renumber = |of: &mut OutcomeId| of.0 = Uuid::from_u128(n << 64 | of.0.as_u128());
    if let Body::MatchOpened(opened) = &mut body {
        opened.match_id = id;
    } else if let Body::OutcomeRecorded(recorded) = &mut body {
        recorded.match_id = id;
        renumber(&mut recorded.outcome_id);
    } else if let Body::MatchCorrected(corrected) = &mut body {
        corrected.match_id = id;
        for result in &mut corrected.results {
            renumber(&mut result.outcome_id);
        }
        for change in &mut corrected.changes {
            match change {
                Change::Replace(replace) => renumber(&mut replace.outcome_id),
                Change::Void(void) => renumber(&mut void.outcome_id),
                Change::Insert(insert) => {
                    renumber(&mut insert.outcome_id);
                    insert.before.as_mut().map(renumber);
                }
                Change::Reseat(Reseat { .. }) => {}
            }
        }
    } else {
        panic!("not of a match's course: {body:?}");
    }
    body
}
