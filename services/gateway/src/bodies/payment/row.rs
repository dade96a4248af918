//! What was paid, a row each.

use ledger::evidence::Paid;
use ledger::{SettlementId, SettlementView};
use serde::Serialize;

use super::Payment;
use crate::bodies::cell::{Cell, called};
use crate::bodies::export::Row;
use crate::bodies::party::{Names, Party};

const COLUMNS: [&str; 15] = [
    "settlement",
    "currency",
    "seq",
    "id",
    "from",
    "from_name",
    "to",
    "to_name",
    "amount_cents",
    "note",
    "recorded_at",
    "recorded_by",
    "reversed_at",
    "reversed_by",
    "reversal_reason",
];

/// A payment, and what it was for.
#[derive(Debug, Serialize)]
pub(crate) struct PaymentRow {
    settlement: SettlementId,
    currency: String,
    /// The entry that recorded it.
    seq: u64,
    #[serde(flatten)]
    payment: Payment,
}

/// Which payments.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PaymentFilter {
    /// Recorded up to this entry; what was reversed after it was not yet.
    pub(crate) until_seq: u64,
    /// Recorded on this day or later, in UTC.
    pub(crate) from: Option<time::Date>,
    /// Recorded on this day or earlier, in UTC.
    pub(crate) until: Option<time::Date>,
    /// Made or received by this player, or somebody who was merged into them.
    pub(crate) player: Option<ledger::PlayerId>,
}

impl PaymentRow {
    /// The payments of a settlement, in the order they were recorded.
    pub(crate) fn all(view: &SettlementView, filter: &PaymentFilter) -> Vec<Self> {
        let terms = &view.settlement.terms;
        let wanted = view
            .settlement
            .payments
            .iter()
            .cloned()
            .filter_map(|mut paid| {
                paid.reversed = paid.reversed.filter(|event| event.seq <= filter.until_seq);
                filter.admits(view, &paid).then_some(paid)
            });
        let row = |paid: Paid| Self {
            settlement: terms.settlement,
            currency: terms.currency.clone(),
            seq: paid.recorded.seq,
            payment: Names(&view.names).payment(&paid, &view.texts),
        };
        wanted.map(row).collect()
    }
}

impl PaymentFilter {
    fn admits(&self, view: &SettlementView, paid: &Paid) -> bool {
        let day = paid.recorded.time.moment().date();
        let is_them = |party, them| match party {
            ledger::Party::Player(id) => {
                let counts_for = view.names.get(&id).and_then(|player| player.merged_into);
                id == them || counts_for == Some(them)
            }
            ledger::Party::House => false,
        };
        let ends = [paid.payment.from, paid.payment.to];
        paid.recorded.seq <= self.until_seq
            && self.from.is_none_or(|from| from <= day)
            && self.until.is_none_or(|until| day <= until)
            && self
                .player
                .is_none_or(|them| ends.into_iter().any(|end| is_them(end, them)))
    }
}

impl Row for PaymentRow {
    const KIND: &str = "payment";

    fn columns() -> Vec<String> {
        COLUMNS.map(str::to_owned).into()
    }

    fn cells(&self) -> Vec<Cell> {
        let payment = &self.payment;
        let reversed = payment.reversed.as_ref();
        let reason = reversed.and_then(|reversal| reversal.reason.as_deref());
        vec![
            Cell::written(self.settlement),
            Cell::text(&self.currency),
            self.seq.into(),
            Cell::written(payment.id),
            Cell::written(payment.from.id),
            name(&payment.from),
            Cell::written(payment.to.id),
            name(&payment.to),
            payment.amount_cents.into(),
            Cell::text(payment.note.as_deref().unwrap_or_default()),
            Cell::written(payment.recorded_at),
            Cell::written(payment.recorded_by),
            reversed
                .map(|reversal| Cell::written(reversal.reversed_at))
                .into(),
            reversed
                .map(|reversal| Cell::written(reversal.reversed_by))
                .into(),
            Cell::text(reason.unwrap_or_default()),
        ]
    }
}

/// The name of a player; the house has none.
fn name(party: &Party) -> Cell {
    match party.id {
        ledger::Party::Player(_) => Cell::text(called(party.name.as_deref(), party.erased)),
        ledger::Party::House => Cell::Blank,
    }
}
