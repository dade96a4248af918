//! Audits on the server, for whoever does not have the tool.

mod events;

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path, Query};
use ledger::{
    AuditId, AuditRequest, AuditsPage, ClubId, Error, WhatIf, WhatIfRequest, Write, Written,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::house_rules::chosen;
use super::matches::PageQuery;
use crate::authorize::Standing;
use crate::bodies::audit::{Audit, Audits, NewAudit, NewWhatIf};
use crate::bodies::field::Whole;
use crate::bodies::schema::AuditEvent;
use crate::body::Body;
use crate::caller::Member;
use crate::event_stream::LastEventId;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::LedgerReaders;
use crate::problem::ledger::beyond_ledger;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::accepted;
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
pub(crate) struct AuditPath {
    /// The audit
    #[param(value_type = Uuid)]
    audit: AuditId,
}

pub(crate) const ASK_FOR_AUDIT: Operation = Operation::costs(Cost::Steps).refuses(&[&[
    Code::UnknownMatch,
    Code::BeyondLedger,
    Code::TooManyAudits,
]]);

/// Requests an audit of a club's ledger.
///
/// The auditor reads every stored entry again from the first: its bytes, its place, the tree over all entries against every stored
/// checkpoint, the data of the club, every match and every settlement. It scores hands again by the rules of their match; with a range, it
/// scores only the hands of these entries and trusts all others. Then it compares the tables that the service keeps for quick reading with
/// the entries: the club, members, invitations, players, variants, matches, balances, settlements; and the checkpoints with the directory.
/// The auditor may not read names and texts; the report lists what was not compared (`not_compared`). With `what_if` the report also has
/// the results of the matches by other rules, for the outcomes that were first recorded in the range: what every player would have gained,
/// and which outcomes differ. The audit starts as soon as an auditor is free; read the audit, or follow its events. At most three audits of
/// a club wait or run at once. Repeated with its key, the request never gets a report: read the audit. No entry is written. This is a statement of the service about itself: for an independent check, use the
/// export and `faan audit verify`.
#[utoipa::path(post, path = "/v1/clubs/{club}/audits", tag = "ledger",
    request_body(content = NewAudit, examples(
        ("everything" = (summary = "Of everything", value = json!({}))),
        ("what_if" = (summary = "With what a match would have come to by other rules", value = json!({
            "what_if": {
                "variant": {"id": "hong-kong-new-style"}, "match": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a05"
            }
        }))),
    )),
    responses(
        (status = 202, description = "The audit, queued", body = Audit),
        (status = 409, description = "Too many audits of the club are not finished"),
    ))]
pub(crate) async fn ask_for_audit(
    member: Member<LedgerReaders>,
    once: IdempotentRequest,
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

pub(crate) const LIST_AUDITS: Operation = Operation::costs(Cost::Turns);

/// Lists the audits of a club.
///
/// The last asked for first, in pages, without their reports.
#[utoipa::path(get, path = "/v1/clubs/{club}/audits", tag = "ledger",
    responses((status = 200, description = "A page of audits", body = Audits)))]
pub(crate) async fn list_audits(
    member: Member<LedgerReaders>,
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

pub(crate) const READ_AUDIT: Operation = Operation::costs(Cost::Turns);

/// Reads an audit.
///
/// Its progress; once it is finished, the verdict and the report: the first faulty entry and the reason, what in the tables differs from
/// the entries, what was checked and what was not. An audit that no auditor could finish in several attempts ends as `incomplete`, and the
/// report says so (`given_up`).
#[utoipa::path(get, path = "/v1/clubs/{club}/audits/{audit}", tag = "ledger",
    responses((status = 200, description = "The audit", body = Audit)))]
pub(crate) async fn read_audit(
    member: Member<LedgerReaders>,
    path: Path<AuditPath>,
    services: Data<Services>,
) -> Result<Json<Audit>, Problem> {
    let audit = services.ledger.audit(member.club, path.audit).await?;
    Audit::whole(audit).map(Json)
}

pub(crate) const FOLLOW_AUDIT: Operation = Operation::costs(Cost::Turns);

/// Follows an audit.
///
/// Server-sent events: `progress` whenever the audit has advanced, and `finished`, after which the stream ends. The data of each is an
/// `AuditProgress` in JSON. A stream lasts a few minutes at most. A request with the id of the last event in `Last-Event-ID`, as browsers
/// send it, continues after that event; after `finished` the answer is 204.
#[utoipa::path(get, path = "/v1/clubs/{club}/audits/{audit}/events", tag = "ledger",
    responses(
        (status = 200, description = "The events", body = AuditEvent, content_type = "text/event-stream"),
        (status = 204, description = "The last event was received before"),
    ))]
pub(crate) async fn follow_audit(
    member: Member<LedgerReaders>,
    path: Path<AuditPath>,
    last_event_id: LastEventId,
    standing: Standing,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let seen = last_event_id.0.unwrap_or(0);
    events::stream(services, (*member, standing), path.audit, seen).await
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
    let new = AuditRequest {
        from_seq,
        to_seq,
        what_if,
    };
    let asked = services.ledger.ask_for_audit(write, new).await;
    asked.map_err(|error| refused(error, from_seq))
}

/// Other rules with their document, so that nobody has to be asked for it again.
async fn known(
    services: &Services,
    club: ClubId,
    asked: NewWhatIf,
) -> Result<WhatIfRequest, Problem> {
    let variant = chosen(services, club, asked.variant, "/what_if/variant").await?;
    let variant = services.engine.other_rules(variant).await?;
    Ok(WhatIfRequest {
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
    error.into()
}
