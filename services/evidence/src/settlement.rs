//! What the entries of one settlement say together: who owes whom, and what of it has been paid.

use crate::{
    Body, Entry, Event, Party, PaymentId, PaymentRecorded, PaymentReversed, Refusal,
    SettlementMade, Transfer,
};

/// A settlement as its entries tell it.
#[derive(Debug, Clone, PartialEq)]
pub struct Settlement {
    /// The entry that made it.
    pub made: Event,
    /// What it says.
    pub terms: SettlementMade,
    /// What was paid, in the order it was recorded, the payments that were reversed included.
    pub payments: Vec<Paid>,
}

/// A payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    /// The entry that recorded it.
    pub recorded: Event,
    /// What it says.
    pub payment: PaymentRecorded,
    /// The entry that reversed it, if one did.
    pub reversed: Option<Event>,
}

/// A transfer of a settlement, and how much of it has been paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The transfer.
    pub transfer: Transfer,
    /// What has been paid of it, in minor units.
    pub paid_cents: i64,
}

impl Due {
    /// What has not been paid of it yet, in minor units.
    pub fn open_cents(&self) -> i64 {
        self.transfer.amount_cents.saturating_sub(self.paid_cents)
    }
}

impl Settlement {
    /// The settlement that the entries of one tell, the first of which made it.
    pub fn read(entries: impl IntoIterator<Item = Entry>) -> Result<Option<Self>, Refusal> {
        let mut entries = entries.into_iter();
        let Some(first) = entries.next() else {
            return Ok(None);
        };
        let mut settlement = Self::open(&first)?;
        for entry in entries {
            settlement.add(&entry)?;
        }
        Ok(Some(settlement))
    }

    /// A settlement from the entry that made it.
    pub fn open(entry: &Entry) -> Result<Self, Refusal> {
        let Body::SettlementMade(terms) = &entry.body else {
            return Err(Refusal::Contradiction("the entry makes no settlement"));
        };
        Ok(Self {
            made: Event::of(entry),
            terms: terms.clone(),
            payments: Vec::new(),
        })
    }

    /// Adds the next entry of the settlement. Refused if it contradicts those before.
    pub fn add(&mut self, entry: &Entry) -> Result<(), Refusal> {
        if let Body::PaymentRecorded(recorded) = &entry.body {
            self.pay(Event::of(entry), recorded)
        } else if let Body::PaymentReversed(reversed) = &entry.body {
            self.reverse(Event::of(entry), reversed)
        } else {
            Err(Refusal::Contradiction("the entry is not of a settlement"))
        }
    }

    /// Every transfer, with what has been paid of it.
    pub fn dues(&self) -> impl Iterator<Item = Due> {
        self.terms.transfers.iter().map(|transfer| Due {
            transfer: *transfer,
            paid_cents: self.paid_cents(transfer),
        })
    }

    /// What has been paid of the transfer from one party to another; none if there is no such transfer.
    pub fn due(&self, from: Party, to: Party) -> Option<Due> {
        self.dues()
            .find(|due| due.transfer.from == from && due.transfer.to == to)
    }

    /// Whether everything has been paid.
    pub fn is_complete(&self) -> bool {
        self.dues().all(|due| due.open_cents() == 0)
    }

    /// A payment, whether it was reversed or not.
    pub fn payment(&self, id: PaymentId) -> Option<&Paid> {
        self.payments.iter().find(|paid| paid.payment.payment == id)
    }

    fn paid_cents(&self, transfer: &Transfer) -> i64 {
        let of_it = |paid: &&Paid| {
            let PaymentRecorded { from, to, .. } = paid.payment;
            paid.reversed.is_none() && (from, to) == (transfer.from, transfer.to)
        };
        let paid = self.payments.iter().filter(of_it);
        paid.map(|paid| paid.payment.amount_cents)
            .fold(0, i64::saturating_add)
    }

    fn pay(&mut self, recorded: Event, payment: &PaymentRecorded) -> Result<(), Refusal> {
        let due = self.due(payment.from, payment.to);
        Err(Refusal::Contradiction(
            if payment.settlement != self.terms.settlement {
                "the payment is of another settlement"
            } else if self.payment(payment.payment).is_some() {
                "the payment's id is in use"
            } else if due.is_none() {
                "the settlement has no transfer from the one to the other"
            } else if due.is_some_and(|due| payment.amount_cents > due.open_cents()) {
                "more is paid than is open"
            } else {
                self.payments.push(Paid {
                    recorded,
                    payment: payment.clone(),
                    reversed: None,
                });
                return Ok(());
            },
        ))
    }

    fn reverse(&mut self, event: Event, reversed: &PaymentReversed) -> Result<(), Refusal> {
        if reversed.settlement != self.terms.settlement {
            return Err(Refusal::Contradiction(
                "the payment is of another settlement",
            ));
        }
        let mut payments = self.payments.iter_mut();
        let paid = payments.find(|paid| paid.payment.payment == reversed.payment);
        let paid = paid.ok_or(Refusal::Contradiction("there is no such payment"))?;
        match paid.reversed.replace(event) {
            None => Ok(()),
            Some(before) => {
                paid.reversed = Some(before);
                Err(Refusal::Contradiction("the payment was reversed before"))
            }
        }
    }
}

#[cfg(test)]
mod tests;
