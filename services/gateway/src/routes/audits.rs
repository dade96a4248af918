//! Audits on the server, for whoever does not have the tool.

mod events;

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use ledger::{AskForAudit, AskWhatIf, AuditId, AuditsPage, ClubId, Error, WhatIf, Write, Written};
use serde::Deserialize;

use super::house_rules::chosen;
use super::matches::PageQuery;
use crate::answer::accepted;
use crate::app::Services;
use crate::bodies::audit::{Audit, Audits, NewAudit, NewWhatIf};
use crate::bodies::field::Whole;
use crate::bodies::schema::AuditEvent;
use crate::body::Body;
use crate::caller::Member;
use crate::event_stream::last_event_id;
use crate::once::Once;
use crate::problem::ledger::beyond_ledger;
use crate::problem::{Code, Problem};

#[derive(Deserialize)]
pub(crate) struct AuditPath {
    audit: AuditId,
}

/// Asks for an audit of a club's ledger.
///
/// Every entry is read again from the first, as it is stored: its bytes, its place, the tree over all of them against every stored
/// checkpoint, what the club says of itself, every match, every settlement. Hands are scored again by the rules of their match; with a range, only those
/// of these entries, and all others are believed. Then what the service keeps beside the entries, to read it
/// quickly, is held against them: the club, members, invitations, players, variants, matches, balances, settlements; and the checkpoints
/// against the directory. Names and texts are not looked at, which the auditor may not read; the report lists what is not (`not_compared`).
/// With `what_if` the report also has what the matches would have come to by other rules, of the outcomes that were told first in the range: what
/// everybody would have gained, and which outcomes differ. It is done as soon as an auditor is free;
/// read the audit, or follow its events. At most three of a club wait or run at once. No entry is written. It is the service's word on itself:
/// whoever would rather not take it has the export and `faan audit verify`.
#[utoipa::path(tag = "ledger",
    request_body(content = NewAudit, examples(
        ("everything" = (summary = "Of everything", value = json!({}))),
        ("what_if" = (summary = "With what a match would have come to by other rules", value = json!({
            "what_if": {
                "variant": {"id": "hong-kong-new-style"}, "match": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a05"
            }
        }))),
    )),
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses(
        (status = 202, description = "The audit, queued", body = Audit),
        (status = 409, description = "Too many audits of the club are not finished"),
    ))]
#[post("/v1/clubs/{club}/audits")]
pub(crate) async fn ask_for_audit(
    member: Member,
    once: Once,
    body: Body<NewAudit>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let asked_before = match body.value.what_if {
        Some(_) => services.ledger.audit_asked_before(write.clone()).await?,
        None => None,
    };
    let asked = match asked_before {
        Some(value) => Written {
            value,
            replayed: true,
        },
        None => ask(&services, write, body.value).await?,
    };
    let location = format!("/v1/clubs/{}/audits/{}", member.club, asked.value.id);
    let audit = Audit::whole(asked.value)?;
    Ok(accepted(location, asked.replayed, &audit))
}

/// Lists the audits of a club.
///
/// The last asked for first, in pages, without their reports.
#[utoipa::path(tag = "ledger", params(("club" = Uuid, Path, description = "The club"), PageQuery),
    responses((status = 200, description = "A page of audits", body = Audits)))]
#[get("/v1/clubs/{club}/audits")]
pub(crate) async fn list_audits(
    member: Member,
    query: Query<PageQuery>,
    services: Data<Services>,
) -> Result<Json<Audits>, Problem> {
    let list = format!("audits of {}", member.club);
    let page = AuditsPage {
        before: query.before(&services, &list)?,
        limit: query.limit(),
    };
    let found = services.ledger.audits(member.club, page).await?;
    let next = found.next.map(|next| services.cursors.write(&list, &next));
    Ok(Json(Audits {
        audits: found.audits.iter().map(Audit::brief).collect(),
        next_cursor: next.transpose()?,
    }))
}

/// Reads an audit.
///
/// How far it is; once it is finished, the verdict and the report: the first entry that something is wrong with and why, what is kept
/// beside the entries and is not what they come to, what was checked and what was not. An audit that no auditor brought to its end in several
/// attempts ends as `incomplete`, and the report says so (`given_up`).
#[utoipa::path(tag = "ledger",
    params(("club" = Uuid, Path, description = "The club"), ("audit" = Uuid, Path, description = "The audit")),
    responses((status = 200, description = "The audit", body = Audit)))]
#[get("/v1/clubs/{club}/audits/{audit}")]
pub(crate) async fn read_audit(
    member: Member,
    path: Path<AuditPath>,
    services: Data<Services>,
) -> Result<Json<Audit>, Problem> {
    let audit = services.ledger.audit(member.club, path.audit).await?;
    Audit::whole(audit).map(Json)
}

/// Follows an audit.
///
/// Server-sent events: `progress` whenever it has come further, and `finished`, with which the stream ends. The data of each is an
/// `AuditProgress` in JSON. A stream lasts a few minutes at most; with the id of the last event in `Last-Event-ID`, as browsers send it, the next one goes on after it, and
/// after `finished` there is none (204).
#[utoipa::path(tag = "ledger",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("audit" = Uuid, Path, description = "The audit"),
        ("Last-Event-ID" = Option<u64>, Header, description = "The id of the last event that was received"),
    ),
    responses(
        (status = 200, description = "The events", body = AuditEvent, content_type = "text/event-stream"),
        (status = 204, description = "The last event was received before"),
    ))]
#[get("/v1/clubs/{club}/audits/{audit}/events")]
pub(crate) async fn follow_audit(
    member: Member,
    path: Path<AuditPath>,
    request: HttpRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let seen = last_event_id(request.headers())?.unwrap_or(0);
    events::stream(services, member, path.audit, seen).await
}

async fn ask(
    services: &Services,
    write: Write,
    new: NewAudit,
) -> Result<Written<ledger::Audit>, Problem> {
    let from_seq = new.from_seq.map_or(1, Whole::unsigned_wide);
    let to_seq = new.to_seq.map(Whole::unsigned_wide);
    if to_seq.is_some_and(|to| to < from_seq) {
        let detail = "The last entry of the range is before its first.";
        return Err(Problem::at(Code::InvalidValue, "/to_seq", detail));
    }
    let what_if = match new.what_if {
        Some(asked) => Some(known(services, write.club, asked).await?),
        None => None,
    };
    let new = AskForAudit {
        from_seq,
        to_seq,
        what_if,
    };
    let asked = services.ledger.ask_for_audit(write, new).await;
    asked.map_err(|error| refused(error, from_seq))
}

/// Other rules with their document, so that nobody has to be asked for it again.
async fn known(services: &Services, club: ClubId, asked: NewWhatIf) -> Result<AskWhatIf, Problem> {
    let variant = chosen(services, club, asked.variant, "/what_if/variant").await?;
    let variant = services.engine.other_rules(variant).await?;
    Ok(AskWhatIf {
        what_if: WhatIf {
            variant_id: variant.id,
            variant_hash: variant.hash,
            match_id: asked.match_id,
        },
        variant_document: variant.document,
    })
}

fn refused(error: Error, from_seq: u64) -> Problem {
    if let Error::BeyondLedger { size } = error {
        let pointer = match from_seq > size {
            true => "/from_seq",
            false => "/to_seq",
        };
        return beyond_ledger(pointer, size);
    }
    if matches!(error, Error::NotFound("match")) {
        let detail = "The club has no such match.";
        return Problem::at(Code::UnknownMatch, "/what_if/match", detail);
    }
    error.into()
}
