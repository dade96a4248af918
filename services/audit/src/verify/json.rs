//! A report as JSON. `services/audit/VERIFY.md` tells of every field.

use evidence::Witnessed;
use serde_json::{Value as Json, json};

use super::entry_counts::EntryCounts;
use super::report::Report;
use super::trust::SignedBy;
use super::verification_failure::VerificationFailure;
use crate::{Finding, NotPermitted, OpenBalance};

/// A report as JSON.
pub fn report_json(report: &Report) -> Json {
    let checkpoint = report.checkpoint.as_ref().map(|checkpoint| {
        json!({
            "origin": checkpoint.origin,
            "size": checkpoint.size,
            "root": checkpoint.root,
        })
    });
    let believed = report
        .understood
        .map(|last| json!({ "seq": last.seq, "time": last.time }));
    json!({
        "verdict": report.verdict().word(),
        "first_bad_entry": report.first_bad_entry(),
        "doubts": report.doubts.iter().map(verification_failure_json).collect::<Json>(),
        "club": report.club,
        "checkpoint": checkpoint,
        "signed_by": report.signed_by.iter().map(signed_by).collect::<Json>(),
        "witnessed_by": report.witnessed_by.iter().map(witnessed_by).collect::<Json>(),
        "entries": report.read,
        "entries_signed": report.proven,
        "believed_up_to": believed,
        "told": told(&report.told),
        "names": json!({ "club": report.names.club, "players": report.names.players }),
        "open_balances": report.open.iter().map(balance).collect::<Json>(),
        "checked": report.checked.iter().map(|check| check.word()).collect::<Json>(),
        "unchecked": report.unchecked.iter().map(|gap| gap.word()).collect::<Json>(),
    })
}

/// What keeps something from being sound.
pub fn verification_failure_json(doubt: &VerificationFailure) -> Json {
    let mut told = json!({
        "code": doubt.code(),
        "verdict": doubt.verdict().word(),
        "seq": doubt.seq(),
        "detail": doubt.to_string(),
    });
    if let VerificationFailure::Entry {
        finding: Finding::NotPermitted(found),
        ..
    } = doubt
        && let Some(fields) = told.as_object_mut()
    {
        fields.extend(not_permitted(found));
    }
    told
}

/// Whose role did not permit an entry, which role, and which roles do.
fn not_permitted(found: &NotPermitted) -> [(String, Json); 3] {
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

fn told(told: &EntryCounts) -> Json {
    json!({
        "since": told.since,
        "players": told.players,
        "variants": told.variants,
        "matches": told.matches,
        "hands": told.hands,
        "declared_results": told.declared,
        "corrections": told.corrections,
        "settlements": told.settlements,
        "payments": told.payments,
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

/// An amount that JSON's readers hold exactly is a number, and any other text.
fn cents(amount: i128) -> Json {
    match i64::try_from(amount) {
        Ok(amount) if amount.abs() <= evidence::MAX_INTEGER => amount.into(),
        Ok(_) | Err(_) => amount.to_string().into(),
    }
}
