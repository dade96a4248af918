//! What the entries of one settlement say together: who owes whom, and what of it has been paid.

use crate::{
    Body, Entry, Event, Party, PaymentId, PaymentRecorded, PaymentReversed, Refusal,
    SettlementMade, Transfer,
};
use std::collections::BTreeMap;

/// A settlement as its entries tell it.
#[derive(Debug, Clone, PartialEq)]
pub struct Settlement {
    /// The entry that made it.
    pub made: Event,
    /// What it says.
    pub terms: SettlementMade,
    /// What was paid, in the order it was recorded, the payments that were reversed included.
    pub payments: Vec<Paid>,
    /// The transfers, by who pays whom.
    pairs: BTreeMap<(Party, Party), Pair>,
    /// The place of each payment in the list.
    places: BTreeMap<PaymentId, usize>,
}

/// A transfer, and its payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    transfer: Transfer,
    /// What has been paid, without what was reversed, in minor units.
    paid_cents: i64,
    /// How many payments were recorded, with those that were reversed.
    payments: usize,
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

impl Pair {
    fn due(&self) -> Due {
        Due {
            transfer: self.transfer,
            paid_cents: self.paid_cents,
        }
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
        // The first of two transfers between the same parties is the one that is paid.
        let pairs = terms.transfers.iter().rev().map(|transfer| {
            let pair = Pair {
                transfer: *transfer,
                paid_cents: 0,
                payments: 0,
            };
            ((transfer.from, transfer.to), pair)
        });
        Ok(Self {
            made: Event::of(entry),
            terms: terms.clone(),
            payments: Vec::new(),
            pairs: pairs.collect(),
            places: BTreeMap::new(),
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
            paid_cents: self
                .pairs
                .get(&(transfer.from, transfer.to))
                .map_or(0, |pair| pair.paid_cents),
        })
    }

    /// What has been paid of the transfer from one party to another; none if there is no such transfer.
    pub fn due(&self, from: Party, to: Party) -> Option<Due> {
        self.pairs.get(&(from, to)).map(Pair::due)
    }

    /// Whether everything has been paid.
    pub fn is_complete(&self) -> bool {
        self.dues().all(|due| due.open_cents() == 0)
    }

    /// A payment, whether it was reversed or not.
    pub fn payment(&self, id: PaymentId) -> Option<&Paid> {
        self.payments.get(*self.places.get(&id)?)
    }

    /// How many payments were recorded of the transfer from one party to another, with those that were reversed.
    pub fn payments_of(&self, from: Party, to: Party) -> usize {
        self.pairs.get(&(from, to)).map_or(0, |pair| pair.payments)
    }

    fn pay(&mut self, recorded: Event, payment: &PaymentRecorded) -> Result<(), Refusal> {
        if payment.settlement != self.terms.settlement {
            return Err(Refusal::Contradiction(
                "the payment is of another settlement",
            ));
        }
        if self.places.contains_key(&payment.payment) {
            return Err(Refusal::Contradiction("the payment's id is in use"));
        }
        let pair = self.pairs.get_mut(&(payment.from, payment.to));
        let pair = pair.ok_or(Refusal::Contradiction(
            "the settlement has no transfer from the one to the other",
        ))?;
        if payment.amount_cents > pair.due().open_cents() {
            return Err(Refusal::Contradiction("more is paid than is open"));
        }
        pair.paid_cents = pair.paid_cents.saturating_add(payment.amount_cents);
        pair.payments = pair.payments.saturating_add(1);
        self.places.insert(payment.payment, self.payments.len());
        self.payments.push(Paid {
            recorded,
            payment: payment.clone(),
            reversed: None,
        });
        Ok(())
    }

    fn reverse(&mut self, event: Event, reversed: &PaymentReversed) -> Result<(), Refusal> {
        if reversed.settlement != self.terms.settlement {
            return Err(Refusal::Contradiction(
                "the payment is of another settlement",
            ));
        }
        let place = self.places.get(&reversed.payment).copied();
        let paid = place.and_then(|place| self.payments.get_mut(place));
        let paid = paid.ok_or(Refusal::Contradiction("there is no such payment"))?;
        if paid.reversed.is_some() {
            return Err(Refusal::Contradiction("the payment was reversed before"));
        }
        paid.reversed = Some(event);
        let PaymentRecorded {
            from,
            to,
            amount_cents,
            ..
        } = paid.payment;
        if let Some(pair) = self.pairs.get_mut(&(from, to)) {
            pair.paid_cents = pair.paid_cents.saturating_sub(amount_cents);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
