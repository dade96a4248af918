//! One audit: verifies all entries, and compares the projections with them.

use std::collections::BTreeSet;
use std::time::Instant;

use audit::{Auditor, MatchTransfer, StoredLeaf, StoredLedger, TrustedKey, VerifiedEntry};
use ledger::{
    AuditPage, AuditSnapshot, AuditorLedger, ClaimedAudit, ProjectedRow, Projection, StoredEntry,
};
use serde_json::{Value as Json, json};
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::auditor::certain::Certain;
use crate::auditor::compare::{Comparison, Differences};
use crate::auditor::database::Database;
use crate::auditor::directory::Directory;
use crate::auditor::expected::Known;
use crate::auditor::found::{AuditRun, Found, Stopped};
use crate::auditor::other_rules::OtherRules;
use crate::auditor::slices::{Line, Slices};
use crate::auditor::{expected, report};

/// The number of entries in a page.
const PAGE: u32 = 256;

/// Audits a club. Each page of entries is read in a snapshot of its own, while the club adds entries. The snapshot with the last page
/// also shows the projections after the last entry. It computes in slices, and leaves the line while it waits for the database.
pub(super) fn run_audit(
    ledger: AuditorLedger,
    taken: &ClaimedAudit,
    line: Line,
    progress: &watch::Sender<(u64, u64)>,
) -> Result<Found, Stopped> {
    let (started, runtime) = (Instant::now(), Handle::current());
    let slices = Slices::new(line);
    let archive = || Database::new(ledger.clone(), taken.club, runtime.clone());
    let mut other_rules = OtherRules::asked(taken).map_err(Stopped::Unreadable)?;
    let scored = taken.from_seq..=taken.to_seq.unwrap_or(u64::MAX);
    let auditor = Auditor::with_archive(Box::new(archive())).with_pace(slices.pace(&runtime));
    let mut stored = StoredLedger::new(taken.club, scored, auditor);
    let mut differences = Differences::default();
    let mut not_keys = BTreeSet::new();
    loop {
        let look = runtime.block_on(ledger.look(taken.club))?;
        let page = runtime.block_on(look.entries(stored.entries_read(), PAGE))?;
        let look = page.is_last.then_some(look);
        let size = page.size;
        not_keys.extend(page.keys.not_keys.iter().cloned());
        if let Some(other_rules) = &mut other_rules {
            other_rules.follow(&page.entries);
        }
        follow(&mut stored, page, &mut differences);
        slices.leave();
        let told = (stored.entries_read(), size.max(stored.entries_read()));
        if progress.send(told).is_err() {
            return Err(nobody_waits());
        }
        if let Some(look) = look {
            hold_against(&look, &runtime, &mut stored, &mut differences)?;
            break;
        }
    }
    for text in &not_keys {
        let field = ("log_keys", text.as_str(), Some("verifier_key"));
        differences.note(field, text.as_str().into(), "a verifier key".into());
    }
    let compared = stored.auditor_of_known().is_some();
    let compared_all = stored.auditor().is_some();
    let entries = stored.entries_read();
    let mut found = stored.finish();
    let (mut done, mut what_if) = (entries, taken.what_if.as_ref().map(|_| Json::Null));
    if let Some(other_rules) = other_rules.filter(|_| compared_all) {
        let mut waits = true;
        let go_on = |matches, all| {
            done = entries + all;
            waits = progress.send((entries + matches, done)).is_ok();
            waits
        };
        let worked_out = other_rules.work_out(archive(), slices.pace(&runtime), go_on);
        let (rescored, failure) = worked_out.map_err(Stopped::Unreadable)?;
        if !waits {
            return Err(nobody_waits());
        }
        found.failures.extend(failure);
        what_if = Some(rescored);
    }
    let found = AuditRun {
        done,
        report: found,
        differences: compared.then_some(differences),
        compared_all,
        what_if,
        took: started.elapsed(),
    };
    Ok(report::found(taken, found))
}

fn nobody_waits() -> Stopped {
    Stopped::Error("nobody waits for the audit".into())
}

fn follow(stored: &mut StoredLedger, page: AuditPage, differences: &mut Differences) {
    let keys = page.keys.keys.into_iter().map(|key| TrustedKey {
        key: key.key,
        retired_at: key.retired_at,
    });
    stored.trust(keys.collect());
    for checkpoint in &page.checkpoints {
        stored.checkpoint(&checkpoint.note, checkpoint.size, checkpoint.root);
    }
    let leaf = |entry: StoredEntry| StoredLeaf {
        seq: entry.seq,
        leaf: entry.leaf,
        leaf_hash: entry.leaf_hash,
    };
    let verified = stored.page(page.entries.into_iter().map(leaf).collect());
    let Some((_, unknown_from)) = stored.auditor_of_known() else {
        return;
    };
    let certain = Certain::new(unknown_from);
    let repeated = verified.iter().map(repeated).collect();
    let moved = verified.iter().filter_map(moved).collect();
    for (projection, expected, rows) in [
        (Projection::Entries, repeated, page.repeated),
        (Projection::MatchEntries, moved, page.moved),
    ] {
        compare_page((projection, &certain), expected, rows, differences);
    }
}

fn compare_page(
    of: (Projection, &Certain),
    mut expected: Vec<(String, Json)>,
    mut rows: Vec<ProjectedRow>,
    differences: &mut Differences,
) {
    expected.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    rows.sort_unstable_by(|one, other| one.id.cmp(&other.id));
    let expected = expected.into_iter();
    let mut comparison = Comparison::new(of, expected, differences);
    rows.into_iter().for_each(|row| comparison.see(row));
    comparison.end();
}

/// The columns that repeat values of an entry.
fn repeated(entry: &VerifiedEntry) -> (String, Json) {
    let fields = json!({ "kind": entry.kind, "time": entry.time });
    (entry.seq.to_string(), fields)
}

/// The row with the points that an entry moved.
fn moved(entry: &VerifiedEntry) -> Option<(String, Json)> {
    let MatchTransfer {
        seq,
        match_id,
        chairs,
        house,
    } = entry.transfer?;
    let [chair_1, chair_2, chair_3, chair_4] = chairs;
    let fields = json!({
        "chair_1": chair_1, "chair_2": chair_2, "chair_3": chair_3, "chair_4": chair_4, "house": house,
    });
    Some((format!("{match_id}/{seq}"), fields))
}

/// Checks the directory, and compares every projection with the rows that the entries or the directory require.
fn hold_against(
    look: &AuditSnapshot,
    runtime: &Handle,
    stored: &mut StoredLedger,
    differences: &mut Differences,
) -> Result<(), Stopped> {
    let Some((auditor, unknown_from)) = stored.auditor_of_known() else {
        return Ok(());
    };
    let mut certain = Certain::new(unknown_from);
    let directory = Directory::read(look, runtime, stored, differences)?;
    let known = Known {
        auditor,
        stored,
        directory: &directory,
    };
    for projection in Projection::OF_ALL.into_iter().chain(directory.whole()) {
        let rows = expected::rows(projection, &known);
        let mut comparison = Comparison::new((projection, &certain), rows, differences);
        let see = |rows: Vec<_>| rows.into_iter().for_each(|row| comparison.see(row));
        runtime.block_on(look.rows(projection, see))?;
        let touched = comparison.end();
        certain.add(touched);
    }
    if directory.knows() {
        stored.set_compared_directory();
    }
    Ok(())
}
