//! Payments against settlements: recorded in part or in full, and reversed.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, post};
use ledger::{PaymentId, RecordPayment, ReversePayment, SettlementId, Written};
use serde::Deserialize;

use crate::answer::written;
use crate::app::Services;
use crate::bodies::payment::{NewPayment, NewReversal, RecordedPayment};
use crate::body::Body;
use crate::caller::Member;
use crate::once::Once;
use crate::problem::Problem;

#[derive(Deserialize)]
pub(crate) struct SettlementPath {
    settlement: SettlementId,
}

#[derive(Deserialize)]
pub(crate) struct PaymentPath {
    settlement: SettlementId,
    payment: PaymentId,
}

/// Records a payment.
///
/// Of one transfer of the settlement, in part or in full, never more than is open of it. Money changes hands elsewhere; this only
/// notes that it did.
#[utoipa::path(tag = "settlements",
    request_body(content = NewPayment, example = json!({
        "from": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01", "to": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a03",
        "amount_cents": 20000, "note": "in cash"
    })),
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("settlement" = Uuid, Path, description = "The settlement"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each payment"),
    ),
    responses((status = 201, description = "The payment, and what is left to be paid", body = RecordedPayment)))]
#[post("/v1/clubs/{club}/settlements/{settlement}/payments")]
pub(crate) async fn record_payment(
    member: Member,
    path: Path<SettlementPath>,
    once: Once,
    body: Body<NewPayment>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = RecordPayment {
        settlement: path.settlement,
        from: body.value.from,
        to: body.value.to,
        amount_cents: body.value.amount_cents.into(),
        note: body.value.note.map(String::from),
    };
    answer(services.ledger.record_payment(write, new).await?)
}

/// Reverses a payment.
///
/// It never was: what it paid is open again. The payment stays to be seen. A payment is reversed once.
#[utoipa::path(tag = "settlements", request_body(content = NewReversal, example = json!({"reason": "it was for another evening"})),
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("settlement" = Uuid, Path, description = "The settlement"),
        ("payment" = Uuid, Path, description = "The payment"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses(
        (status = 201, description = "The payment, and what is left to be paid", body = RecordedPayment),
        (status = 409, description = "The payment was reversed before"),
    ))]
#[post("/v1/clubs/{club}/settlements/{settlement}/payments/{payment}:reverse")]
pub(crate) async fn reverse_payment(
    member: Member,
    path: Path<PaymentPath>,
    once: Once,
    body: Body<NewReversal>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = ReversePayment {
        settlement: path.settlement,
        payment: path.payment,
        reason: body.value.reason.into(),
    };
    answer(services.ledger.reverse_payment(write, new).await?)
}

fn answer(recorded: Written<ledger::RecordedPayment>) -> Result<HttpResponse, Problem> {
    let answer = RecordedPayment::new(&recorded.value);
    let answer = answer.ok_or_else(|| Problem::internal("a payment outside its settlement"))?;
    Ok(written(StatusCode::CREATED, recorded.replayed, &answer))
}
