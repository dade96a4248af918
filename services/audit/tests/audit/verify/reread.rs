//! More matches than the cache holds: the verifier reads their entries again when a later entry continues them.

use super::bundle::{Bundle, key, trusted};
use super::found;
use super::many::matches;
use crate::honest;
use audit::{Against, Archive, Auditor, Report, SeekableExport, Verdict};
use evidence::Entry;
use std::cell::Cell;
use std::io::{self, Cursor};
use std::rc::Rc;

/// More than the cache holds.
const MATCHES: u128 = 66;

/// Step by step in all matches by turns: each is closed before its next entry.
fn export() -> Vec<u8> {
    Bundle::of(&matches(MATCHES, true)).export()
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
    let export = export();
    let cached = with(&export, None);
    let again = SeekableExport::new(Cursor::new(export.clone()));
    let reread = with(&export, Some(Box::new(again)));
    assert_eq!(found(&reread), (Verdict::Sound, None, vec![]));
    assert_eq!(reread.counts, cached.counts);
    assert_eq!(reread.open_balances, cached.open_balances);
    assert_eq!(u128::from(reread.counts.matches), MATCHES);
}

/// What is read again is something else than what was read first.
pub(crate) struct Altered(pub(crate) SeekableExport<Cursor<Vec<u8>>>);

impl Archive for Altered {
    fn leaf(&mut self, seq: u64) -> io::Result<Vec<u8>> {
        let leaf = String::from_utf8(self.0.leaf(seq)?).unwrap();
        Ok(leaf
            .replace("\"stake_cents\":50", "\"stake_cents\":60")
            .into())
    }
}

pub(crate) struct Gone;

impl Archive for Gone {
    fn leaf(&mut self, _: u64) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

#[test]
fn what_changes_between_two_readings_is_found() {
    let export = export();
    let again = SeekableExport::new(Cursor::new(export.clone()));
    let first = 9 + u64::try_from(MATCHES).unwrap() + 1;
    let report = with(&export, Some(Box::new(Altered(again))));
    let changed = vec!["changed_meanwhile"];
    assert_eq!(found(&report), (Verdict::Tampered, Some(first), changed));
    let report = with(&export, Some(Box::new(Gone)));
    let gone = vec!["unreadable"];
    assert_eq!(found(&report), (Verdict::Incomplete, Some(first), gone));
}

/// The leaves, and how many of them were read.
struct Counted(Vec<Vec<u8>>, Rc<Cell<usize>>);

impl Archive for Counted {
    fn leaf(&mut self, seq: u64) -> io::Result<Vec<u8>> {
        self.1.set(self.1.get() + 1);
        let place = usize::try_from(seq).unwrap() - 1;
        Ok(self.0[place].clone())
    }
}

/// One match goes on after all others were opened and ended; then one of those is corrected.
#[test]
fn a_match_that_goes_on_is_kept_rather_than_one_that_has_ended() {
    let entries = matches(MATCHES, false);
    let (before, courses) = entries.split_at(9);
    let courses: Vec<&[Entry]> = courses.chunks(11).collect();
    let (first, others) = courses.split_first().unwrap();
    let ended = others.iter().flat_map(|course| &course[..10]);
    let steps = before.iter().chain(&first[..2]).chain(ended);
    let steps = steps.chain([&first[2], &others[0][10]]);
    let bodies = steps.map(|step| step.body.clone()).zip(1..);
    let entries: Vec<Entry> = bodies.map(honest::entry).collect();

    let leaves = entries.iter().map(|entry| entry.to_bytes().unwrap());
    let read = Rc::new(Cell::new(0));
    let archive = Counted(leaves.collect(), Rc::clone(&read));
    let mut auditor = Auditor::with_archive(Box::new(archive));
    let reads: Vec<usize> = entries
        .iter()
        .map(|entry| {
            crate::check(&mut auditor, entry).unwrap();
            read.take()
        })
        .collect();
    let (last_two, earlier) = (&reads[reads.len() - 2..], &reads[..reads.len() - 2]);
    assert!(earlier.iter().all(|leaves| *leaves == 0), "{earlier:?}");
    assert_eq!(last_two, [0, 10]);
}
