//! The money of a client's matches in memory: what of it is open, what was settled, and what was paid of that.

use super::table::Table;
use ledger::evidence::{Due, Paid, Settlement};
use ledger::{MatchId, Party};
use serde_json::Value;
use std::collections::BTreeMap;

/// What each party gained or lost, in minor units.
pub(super) type Cents = BTreeMap<Party, i64>;
/// What is open, or was settled, by match and party.
pub(super) type Parts = BTreeMap<(MatchId, Party), Part>;

#[derive(Debug, PartialEq)]
pub(super) struct Part {
    version: u64,
    cents: i64,
    adjustment: bool,
}

/// A settlement.
pub(super) struct Settled {
    pub(super) id: String,
    parts: Parts,
    pub(super) owed: Vec<Owed>,
    pub(super) payments: Vec<Payment>,
}

/// A transfer of a settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Owed {
    pub(super) from: Party,
    pub(super) to: Party,
    pub(super) cents: i64,
    pub(super) paid: i64,
}

/// A payment of the transfer at a place of its settlement.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Payment {
    pub(super) id: String,
    pub(super) owed: usize,
    pub(super) cents: i64,
    pub(super) reversed: bool,
}

impl Table {
    /// What everybody gained or lost. At their stakes half a point is a whole number of minor units.
    pub(super) fn gained(&self) -> Cents {
        let balances = self.course.balances(self.draft.players).into_iter();
        let cents = |(who, half_points): (Option<_>, i64)| {
            let party = who.map_or(Party::House, Party::Player);
            (party, half_points * self.stake_cents / 2)
        };
        balances.map(cents).collect()
    }

    /// What of that was not settled.
    pub(super) fn unsettled(&self) -> Cents {
        let mut open = self.gained();
        for (party, cents) in &self.settled {
            *open.entry(*party).or_default() -= cents;
        }
        open.retain(|_, cents| *cents != 0);
        open
    }

    /// The same as a settlement tells it.
    pub(super) fn parts(&self) -> Parts {
        let part = |(party, cents)| {
            let part = Part {
                version: self.version,
                cents,
                adjustment: !self.settled.is_empty(),
            };
            ((self.id, party), part)
        };
        self.unsettled().into_iter().map(part).collect()
    }

    /// Settles what is open.
    pub(super) fn settle(&mut self) {
        for (party, cents) in self.unsettled() {
            *self.settled.entry(party).or_default() += cents;
        }
    }
}

impl Owed {
    pub(super) fn open(&self) -> i64 {
        self.cents - self.paid
    }

    fn of(due: &Due) -> Self {
        let transfer = due.transfer;
        Self {
            from: transfer.from,
            to: transfer.to,
            cents: transfer.amount_cents,
            paid: due.paid_cents,
        }
    }

    pub(super) fn told(transfer: &Value) -> Self {
        let cents = |name: &str| transfer[name].as_i64().unwrap_or_default();
        let owed = Self {
            from: party(&transfer["from"]),
            to: party(&transfer["to"]),
            cents: cents("amount_cents"),
            paid: cents("paid_cents"),
        };
        if let Some(open) = transfer["open_cents"].as_i64() {
            assert_eq!(open, owed.open());
        }
        owed
    }
}

impl Settled {
    /// A settlement that was just made of what was open.
    #[track_caller]
    pub(super) fn made(told: &Value, parts: Parts) -> Self {
        check_open(told, &parts);
        let transfers = told["transfers"].as_array().unwrap().iter();
        let settled = Self {
            id: told["id"].as_str().unwrap().to_owned(),
            parts,
            owed: transfers.map(Owed::told).collect(),
            payments: Vec::new(),
        };
        settled.check(told);
        settled
    }

    pub(super) fn pay(&mut self, payment: Payment) {
        self.owed[payment.owed].paid += payment.cents;
        self.payments.push(payment);
    }

    pub(super) fn reverse(&mut self, at: usize) {
        let payment = &mut self.payments[at];
        payment.reversed = true;
        self.owed[payment.owed].paid -= payment.cents;
    }

    pub(super) fn is_complete(&self) -> bool {
        self.owed.iter().all(|owed| owed.open() == 0)
    }

    /// The settlement as it is read.
    #[track_caller]
    pub(super) fn check(&self, told: &Value) {
        let array = |name: &str| told[name].as_array().unwrap().iter();
        assert_eq!(told["id"], self.id);
        assert_eq!(parts(told), self.parts);
        assert!(
            array("transfers")
                .map(Owed::told)
                .eq(self.owed.iter().copied())
        );
        let payment = |told: &Value| Payment {
            id: told["id"].as_str().unwrap().to_owned(),
            owed: self.between(party(&told["from"]), party(&told["to"])),
            cents: told["amount_cents"].as_i64().unwrap(),
            reversed: told.get("reversed").is_some(),
        };
        assert!(
            array("payments")
                .map(payment)
                .eq(self.payments.iter().cloned())
        );
        assert_eq!(told["complete"], self.is_complete());
    }

    /// The settlement as its entries tell it.
    #[track_caller]
    pub(super) fn check_entries(&self, told: &Settlement) {
        let part = |part: &ledger::evidence::Part| {
            let of = (part.match_id, part.party);
            assert_eq!(part.counts_for, None);
            let part = Part {
                version: part.version,
                cents: part.amount_cents,
                adjustment: part.adjustment,
            };
            (of, part)
        };
        let parts: Parts = told.terms.parts.iter().map(part).collect();
        assert_eq!(parts, self.parts);
        let owed = told.dues().map(|due| Owed::of(&due));
        assert!(owed.eq(self.owed.iter().copied()));
        let payment = |Paid {
                           payment, reversed, ..
                       }: &Paid| Payment {
            id: payment.payment.to_string(),
            owed: self.between(payment.from, payment.to),
            cents: payment.amount_cents,
            reversed: reversed.is_some(),
        };
        let payments = told.payments.iter().map(payment);
        assert!(payments.eq(self.payments.iter().cloned()));
    }

    /// The place of the transfer from one to another.
    fn between(&self, from: Party, to: Party) -> usize {
        let owed = self.owed.iter();
        let mut places = owed
            .enumerate()
            .filter(|(_, owed)| (owed.from, owed.to) == (from, to));
        let (place, _) = places.next().unwrap();
        assert!(places.next().is_none());
        place
    }
}

/// What would be settled, or is, and by transfers that do it.
#[track_caller]
pub(super) fn check_open(told: &Value, expected: &Parts) {
    assert_eq!(parts(told), *expected);
    let mut open = Cents::new();
    for ((_, party), part) in expected {
        *open.entry(*party).or_default() += part.cents;
    }
    check_transfers(told, open);
}

/// The transfers settle exactly what is open, are fewer than those for whom something is, and the largest comes first.
#[track_caller]
pub(super) fn check_transfers(told: &Value, mut open: Cents) {
    open.retain(|_, cents| *cents != 0);
    let parties = open.len();
    let transfers = told["transfers"].as_array().unwrap().iter();
    let transfers: Vec<Owed> = transfers.map(Owed::told).collect();
    for transfer in &transfers {
        assert!(transfer.cents > 0);
        *open.entry(transfer.from).or_default() += transfer.cents;
        *open.entry(transfer.to).or_default() -= transfer.cents;
    }
    assert!(open.values().all(|left| *left == 0), "{open:?} {told}");
    assert!(transfers.len() <= parties.saturating_sub(1), "{told}");
    assert!(transfers.is_sorted_by(|one, next| one.cents >= next.cents));
}

pub(super) fn parts(told: &Value) -> Parts {
    let parts = told["parts"].as_array().unwrap().iter();
    let part = |told: &Value| {
        let id = told["match"].as_str().unwrap().parse().unwrap();
        let part = Part {
            version: told["version"].as_u64().unwrap(),
            cents: told["amount_cents"].as_i64().unwrap(),
            adjustment: told["adjustment"].as_bool().unwrap(),
        };
        ((id, party(&told["party"])), part)
    };
    parts.map(part).collect()
}

pub(super) fn party(told: &Value) -> Party {
    told["id"].as_str().unwrap().parse().unwrap()
}
