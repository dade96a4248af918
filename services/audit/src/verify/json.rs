//! A report as JSON. `services/audit/VERIFY.md` describes every field.

use evidence::Witnessed;
use serde_json::{Value as Json, json};

use super::entry_counts::EntryCounts;
use super::report::Report;
use super::trust::SignedBy;
use super::verification_failure::VerificationFailure;
use crate::entry_error::EntryError;
use crate::not_permitted::NotPermitted;
use crate::settle::OpenBalance;

/// A report as JSON.
pub fn report_json(report: &Report) -> Json {
    let checkpoint = report.checkpoint.as_ref().map(|checkpoint| {
        json!({
            "origin": checkpoint.origin,
            "size": checkpoint.size,
            "root": checkpoint.root,
        })
    });
    let last_verified = report
        .last_verified
        .map(|last| json!({ "seq": last.seq, "time": last.time }));
    json!({
        "verdict": report.verdict().word(),
        "first_bad_entry": report.first_bad_entry(),
        "doubts": report.failures.iter().map(verification_failure_json).collect::<Json>(),
        "club": report.club,
        "checkpoint": checkpoint,
        "signed_by": report.signed_by.iter().map(signed_by).collect::<Json>(),
        "witnessed_by": report.witnessed_by.iter().map(witnessed_by).collect::<Json>(),
        "entries": report.entries_read,
        "entries_signed": report.entries_signed,
        "believed_up_to": last_verified,
        "told": counts(&report.counts),
        "names": json!({ "club": report.names.club, "players": report.names.players }),
        "open_balances": report.open_balances.iter().map(balance).collect::<Json>(),
        "checked": report.checked.iter().map(|check| check.word()).collect::<Json>(),
        "unchecked": report.unchecked.iter().map(|gap| gap.word()).collect::<Json>(),
    })
}

/// A verification failure as JSON.
pub fn verification_failure_json(failure: &VerificationFailure) -> Json {
    let mut json = json!({
        "code": failure.code(),
        "verdict": failure.verdict().word(),
        "seq": failure.seq(),
        "detail": failure.to_string(),
    });
    if let VerificationFailure::Entry {
        error: EntryError::NotPermitted(not_permitted),
        ..
    } = failure
        && let Some(fields) = json.as_object_mut()
    {
        fields.extend(not_permitted_fields(not_permitted));
    }
    json
}

/// The actor, the role that did not permit the entry, and the roles that do.
fn not_permitted_fields(found: &NotPermitted) -> [(String, Json); 3] {
    [
        ("actor".to_owned(), json!(found.actor)),
        ("role".to_owned(), json!(found.role)),
        ("permitted_roles".to_owned(), json!(found.permitted_roles)),
    ]
}

fn signed_by(key: &SignedBy) -> Json {
    json!({ "key": key.signer.to_string(), "retired_at": key.retired_at })
}

fn witnessed_by(Witnessed { witness, time }: &Witnessed) -> Json {
    json!({ "witness": witness.to_string(), "time": time })
}

fn counts(counts: &EntryCounts) -> Json {
    json!({
        "since": counts.since,
        "players": counts.players,
        "variants": counts.variants,
        "matches": counts.matches,
        "hands": counts.hands,
        "declared_results": counts.declared,
        "corrections": counts.corrections,
        "settlements": counts.settlements,
        "payments": counts.payments,
        "tournaments": counts.tournaments,
    })
}

fn balance(open: &OpenBalance) -> Json {
    json!({
        "currency": open.currency,
        "party": open.party,
        "unsettled_cents": cents(open.unsettled_cents),
        "unpaid_cents": cents(open.unpaid_cents),
    })
}

/// An amount as a number if JSON readers represent it exactly, otherwise as a string.
fn cents(amount: i128) -> Json {
    match i64::try_from(amount) {
        Ok(amount) if amount.abs() <= evidence::MAX_INTEGER => amount.into(),
        Ok(_) | Err(_) => amount.to_string().into(),
    }
}
