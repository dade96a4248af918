//! The reports of audits, in the format of `faan audit verify --json`.

use audit::{Check, Report, Unchecked, Verdict, report_json};
use ledger::{ClaimedAudit, NotCompared};
use serde_json::{Value as Json, json};

use crate::auditor::found::{AuditRun, Found};

/// The maximum number of open balances in a report, since it is stored and sent in one piece.
const MAX_BALANCES: usize = 1000;

/// The report of a complete audit.
pub(super) fn found(taken: &ClaimedAudit, found: AuditRun) -> Found {
    let AuditRun {
        done,
        mut report,
        differences,
        compared_all,
        what_if,
        took,
    } = found;
    match compared_all {
        true => report.checked.push(Check::Projections),
        false => report.unchecked.push(Unchecked::Projections),
    }
    let differs = differences.as_ref().is_some_and(|found| found.total > 0);
    let verdict = match differs {
        true => Verdict::Tampered,
        false => report.verdict(),
    };
    let projections = differences.map_or(
        Json::Null,
        |found| json!({ "differing": found.total, "first": found.told }),
    );
    let balances = keep_first_balances(&mut report);
    let mut told = report_json(&report);
    let more = [
        ("verdict", verdict.word().into()),
        ("scored", scored(taken)),
        ("projections", projections),
        ("open_balances_number", balances.into()),
        ("not_compared", not_compared()),
        ("seconds", took.as_secs_f64().into()),
    ];
    let what_if = what_if.map(|told| ("what_if", told));
    if let Some(fields) = told.as_object_mut() {
        let more = more.into_iter().chain(what_if);
        fields.extend(more.map(|(name, value)| (name.to_owned(), value)));
    }
    Found {
        done,
        verdict,
        report: told,
    }
}

/// Leaves out all open balances but the first, and says how many there were.
fn keep_first_balances(report: &mut Report) -> usize {
    let balances = report.open_balances.len();
    report.open_balances.truncate(MAX_BALANCES);
    balances
}

/// The report of an audit whose data cannot be read.
pub(super) fn unreadable(taken: &ClaimedAudit, error: &str) -> Found {
    tracing::error!(%error, audit = %taken.id, "what is stored of a club cannot be read");
    nothing(taken, "unreadable", error)
}

/// The report of an audit that no auditor completed.
pub(super) fn given_up(taken: &ClaimedAudit) -> Found {
    let before = taken.attempt.saturating_sub(1);
    tracing::error!(audit = %taken.id, club = %taken.club, attempts = before, "no auditor brings this audit to its end");
    let detail = format!(
        "{before} times an auditor began with this audit and did not come to its end, because it was killed or ran out of memory, for \
         example; so nothing is known of the ledger. Ask for another audit once whoever runs the service has found out why (the auditor's \
         log, and the machine's), or check the export with `faan audit verify` somewhere else."
    );
    nothing(taken, "given_up", &detail)
}

/// A report without entries, with the reason.
fn nothing(taken: &ClaimedAudit, code: &str, detail: &str) -> Found {
    let verdict = Verdict::Incomplete;
    let doubt = json!({ "code": code, "verdict": verdict.word(), "seq": null, "detail": detail });
    let report = json!({
        "verdict": verdict.word(),
        "first_bad_entry": null,
        "doubts": [doubt],
        "club": taken.club,
        "scored": scored(taken),
        "projections": null,
        "not_compared": not_compared(),
    });
    Found {
        done: 0,
        verdict,
        report,
    }
}

/// The range of entries whose hands are scored again.
fn scored(taken: &ClaimedAudit) -> Json {
    json!({ "from_seq": taken.from_seq, "to_seq": taken.to_seq })
}

/// The stored fields that no audit compares.
fn not_compared() -> Json {
    let told =
        |one: &NotCompared| json!({ "table": one.table, "fields": one.fields, "why": one.why });
    NotCompared::ALL.iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit::OpenBalance;
    use evidence::Party;

    #[test]
    fn a_report_has_the_first_open_balances_and_their_number() {
        let open = |cents| OpenBalance {
            currency: "HKD".to_owned(),
            party: Party::House,
            unsettled_cents: cents,
            unpaid_cents: 0,
        };
        for (balances, kept) in [(0, 0), (1000, 1000), (1001, 1000), (160_000, 1000)] {
            let mut report = Report {
                open_balances: (0..balances).map(open).collect(),
                ..Report::default()
            };
            assert_eq!(keep_first_balances(&mut report), balances as usize);
            assert_eq!(report.open_balances.len(), kept);
            assert!(
                report
                    .open_balances
                    .iter()
                    .map(|one| one.unsettled_cents)
                    .eq(0..kept as i128)
            );
        }
    }
}
