//! More matches than are kept whole: those that are gone on with later are read again.

use super::bundle::{Bundle, key, trusted};
use super::found;
use crate::honest;
use audit::{Against, Archive, Report, SeekableExport, Verdict};
use evidence::{Body, Change, Entry, MatchId, OutcomeId, Reseat};
use std::io::{self, Cursor};
use uuid::Uuid;

/// More than are kept.
const MATCHES: u128 = 66;

/// The honest ledger's match many times over, step by step in all matches by turns: each is closed before its next entry.
fn many() -> Bundle {
    let honest = honest::ledger();
    let (before, course) = honest.split_at(9);
    let mut entries = before.to_vec();
    for step in course {
        for n in 0..MATCHES {
            entries.push(Entry {
                body: moved(step.body.clone(), n),
                ..step.clone()
            });
        }
    }
    for (entry, seq) in entries.iter_mut().zip(1..) {
        let placed = honest::entry((entry.body.clone(), seq));
        *entry = placed;
    }
    Bundle::of(&entries)
}

/// The same in another match.
fn moved(mut body: Body, n: u128) -> Body {
    let id = MatchId(Uuid::from_u128(n << 64 | 5));
    let outcome = |of: &mut OutcomeId| of.0 = Uuid::from_u128(n << 64 | of.0.as_u128());
    match &mut body {
        Body::MatchOpened(opened) => opened.match_id = id,
        Body::OutcomeRecorded(recorded) => {
            recorded.match_id = id;
            outcome(&mut recorded.outcome);
        }
        Body::MatchCorrected(corrected) => {
            corrected.match_id = id;
            for effect in &mut corrected.effects {
                outcome(&mut effect.outcome);
            }
            for change in &mut corrected.changes {
                match change {
                    Change::Replace(replace) => outcome(&mut replace.outcome),
                    Change::Void(void) => outcome(&mut void.outcome),
                    Change::Insert(insert) => {
                        outcome(&mut insert.outcome);
                        insert.before.as_mut().map(outcome);
                    }
                    Change::Reseat(Reseat { .. }) => {}
                }
            }
        }
        other => panic!("not of a match's course: {other:?}"),
    }
    body
}

fn with(export: &[u8], archive: Option<Box<dyn Archive>>) -> Report {
    let against = Against {
        keys: vec![trusted(&key())],
        archive,
        ..Against::default()
    };
    audit::verify(export, against, |_, _| ())
}

#[test]
fn matches_that_are_read_again_are_the_same() {
    let export = many().export();
    let kept = with(&export, None);
    let again = SeekableExport::new(Cursor::new(export.clone()));
    let reread = with(&export, Some(Box::new(again)));
    assert_eq!(found(&reread), (Verdict::Sound, None, vec![]));
    assert_eq!(reread.told, kept.told);
    assert_eq!(reread.open, kept.open);
    assert_eq!(u128::from(reread.told.matches), MATCHES);
}

/// What is read again is something else than what was read first.
struct Altered(SeekableExport<Cursor<Vec<u8>>>);

impl Archive for Altered {
    fn leaf(&mut self, seq: u64) -> io::Result<Vec<u8>> {
        let leaf = String::from_utf8(self.0.leaf(seq)?).unwrap();
        Ok(leaf
            .replace("\"stake_cents\":50", "\"stake_cents\":60")
            .into())
    }
}

struct Gone;

impl Archive for Gone {
    fn leaf(&mut self, _: u64) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

#[test]
fn what_changes_between_two_readings_is_found() {
    let export = many().export();
    let again = SeekableExport::new(Cursor::new(export.clone()));
    let first = 9 + u64::try_from(MATCHES).unwrap() + 1;
    let report = with(&export, Some(Box::new(Altered(again))));
    let changed = vec!["changed_meanwhile"];
    assert_eq!(found(&report), (Verdict::Tampered, Some(first), changed));
    let report = with(&export, Some(Box::new(Gone)));
    let gone = vec!["unreadable"];
    assert_eq!(found(&report), (Verdict::Incomplete, Some(first), gone));
}
