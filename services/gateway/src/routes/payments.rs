//! Payments against settlements: recorded in part or in full, and reversed. The whole settlement is read for that, in a turn.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use ledger::evidence;
use ledger::{PaymentId, RecordPayment, ReversePayment, SettlementId, Written};
use serde::Deserialize;
use utoipa::IntoParams;

use super::path::SettlementPath;
use crate::bodies::payment::{NewPayment, NewReversal, RecordedPayment};
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::Scorers;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::written;
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
pub(crate) struct PaymentPath {
    /// The settlement
    #[param(value_type = Uuid)]
    settlement: SettlementId,
    /// The payment
    #[param(value_type = Uuid)]
    payment: PaymentId,
}

pub(crate) const RECORD_PAYMENT: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PaymentRecorded::KIND])
    .refuses(&[&[
        Code::UnknownTransfer,
        Code::PaymentTooLarge,
        Code::TooManyPayments,
    ]]);

/// Records a payment.
///
/// A payment of one transfer of the settlement, in part or in full, never more than its open amount. The service moves no money; it only
/// records the payment.
#[utoipa::path(post, path = "/v1/clubs/{club}/settlements/{settlement}/payments", tag = "settlements",
    request_body(content = NewPayment, example = json!({
        "from": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01", "to": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a03",
        "amount_cents": 20000, "note": "in cash"
    })),
    responses(
        (status = 201, description = "The payment, and what is left to be paid", body = RecordedPayment),
        (status = 409, description = "100 payments of the transfer were recorded, or 2,000 of the settlement"),
    ))]
pub(crate) async fn record_payment(
    member: Member<Scorers>,
    path: Path<SettlementPath>,
    once: IdempotentRequest,
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
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    answer(ledger.record_payment(write, new).await?)
}

pub(crate) const REVERSE_PAYMENT: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PaymentReversed::KIND])
    .refuses(&[&[Code::PaymentReversed]]);

/// Reverses a payment.
///
/// Its amount is open again. The payment stays visible. A payment can be reversed once.
#[utoipa::path(post, path = "/v1/clubs/{club}/settlements/{settlement}/payments/{payment}:reverse", tag = "settlements",
    request_body(content = NewReversal, example = json!({"reason": "it was for another evening"})),
    responses(
        (status = 201, description = "The payment, and what is left to be paid", body = RecordedPayment),
        (status = 409, description = "The payment was reversed before"),
    ))]
pub(crate) async fn reverse_payment(
    member: Member<Scorers>,
    path: Path<PaymentPath>,
    once: IdempotentRequest,
    body: Body<NewReversal>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = ReversePayment {
        settlement: path.settlement,
        payment: path.payment,
        reason: body.value.reason.into(),
    };
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    answer(ledger.reverse_payment(write, new).await?)
}

fn answer(recorded: Written<ledger::RecordedPayment>) -> Result<HttpResponse, Problem> {
    let answer = RecordedPayment::new(&recorded.value);
    let answer = answer.ok_or_else(|| Problem::internal("a payment outside its settlement"))?;
    Ok(written(StatusCode::CREATED, recorded.replayed, &answer))
}
