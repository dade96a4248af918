//! What settlements say is owed, and paid.

mod row;

pub(crate) use row::{PaymentFilter, PaymentRow};

use ledger::evidence::{Due, Paid};
use ledger::{PaymentId, UserId};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

use super::field::{Text, Whole};
use super::party::{Names, Party};

/// A payment to record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPayment {
    /// Who paid: a player's id, or `house`.
    #[schema(value_type = String, examples("0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01", "house"))]
    pub(crate) from: ledger::Party,
    /// Who was paid: a player's id, or `house`.
    #[schema(value_type = String, examples("house"))]
    pub(crate) to: ledger::Party,
    /// How much, in minor units of the settlement's currency: what is open of the transfer, or a part of it.
    #[schema(value_type = i64, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    pub(crate) amount_cents: Whole<1, 9_007_199_254_740_991>,
    /// A note for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 500)]
    pub(crate) note: Option<Text<500>>,
}

/// A payment to reverse.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReversal {
    /// Why. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = String, min_length = 1, max_length = 500)]
    pub(crate) reason: Text<500>,
}

/// A transfer that is owed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Transfer {
    from: Party,
    to: Party,
    /// In minor units of the currency.
    #[schema(minimum = 1)]
    amount_cents: i64,
    /// What of that has been paid.
    #[schema(minimum = 0)]
    paid_cents: i64,
    /// What of that is open.
    #[schema(minimum = 0)]
    open_cents: i64,
}

/// A payment.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Payment {
    #[schema(value_type = Uuid)]
    id: PaymentId,
    from: Party,
    to: Party,
    /// In minor units of the currency.
    #[schema(minimum = 1)]
    amount_cents: i64,
    /// A note, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    note: Option<String>,
    /// When it was recorded.
    #[schema(value_type = String, format = DateTime)]
    recorded_at: ledger::Timestamp,
    /// By whom: the id of an account.
    #[schema(value_type = Uuid)]
    recorded_by: UserId,
    /// That it never was; absent for a payment that counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reversed: Option<Reversal>,
}

/// A payment never was.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Reversal {
    #[schema(value_type = String, format = DateTime)]
    reversed_at: ledger::Timestamp,
    /// By whom: the id of an account.
    #[schema(value_type = Uuid)]
    reversed_by: UserId,
    /// Why; absent if it was erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
}

/// A payment, and what is left to be paid then.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecordedPayment {
    payment: Payment,
    /// The transfer it is part of.
    transfer: Transfer,
    /// Whether nothing is left to be paid of the whole settlement.
    complete: bool,
}

impl RecordedPayment {
    /// A payment; none if it is not in its settlement.
    pub(crate) fn new(recorded: &ledger::RecordedPayment) -> Option<Self> {
        let names = Names(&recorded.view.names);
        let settlement = &recorded.view.settlement;
        let paid = settlement.payment(recorded.payment)?;
        let due = settlement.due(paid.payment.from, paid.payment.to)?;
        Some(Self {
            payment: names.payment(paid, &recorded.view.texts),
            transfer: names.due(&due),
            complete: settlement.is_complete(),
        })
    }
}

impl Names<'_> {
    /// A transfer with what has been paid of it.
    pub(super) fn due(&self, due: &Due) -> Transfer {
        Transfer {
            from: self.party(due.transfer.from),
            to: self.party(due.transfer.to),
            amount_cents: due.transfer.amount_cents,
            paid_cents: due.paid_cents,
            open_cents: due.open_cents(),
        }
    }

    /// A payment with its texts, which are kept by the sequence numbers of their entries.
    pub(super) fn payment(&self, paid: &Paid, texts: &HashMap<u64, String>) -> Payment {
        let payment = &paid.payment;
        let note = texts.get(&paid.recorded.seq).cloned();
        Payment {
            id: payment.payment,
            from: self.party(payment.from),
            to: self.party(payment.to),
            amount_cents: payment.amount_cents,
            note: note.filter(|_| payment.note_commitment.is_some()),
            recorded_at: paid.recorded.time,
            recorded_by: paid.recorded.actor,
            reversed: paid.reversed.map(|event| Reversal {
                reversed_at: event.time,
                reversed_by: event.actor,
                reason: texts.get(&event.seq).cloned(),
            }),
        }
    }
}
