//! What a client does about settlements that were made: it pays, takes payments back, and reads what is left.

use super::super::chance::Chance;
use super::super::money::{self, Owed, Payment};
use super::{Client, recent};
use crate::app::Answer;
use ledger::Party;
use rand::RngExt;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

impl Client<'_> {
    /// Pays a transfer, in part or in full; sometimes more than is open, or the wrong way round.
    pub(super) async fn pay(&mut self, chance: &mut Chance) -> &'static str {
        let Some((at, place)) = self.transfer(chance) else {
            return "nothing to pay";
        };
        let owed = self.settlements[at].owed[place];
        if chance.random_bool(0.05) {
            let backwards = json!({"from": owed.to, "to": owed.from, "amount_cents": 1});
            let path = self.payments(at);
            let refused = self.phone.post(&path, &backwards).await;
            refused.refused(422, "unknown_transfer");
            return "did not pay";
        }
        let cents = match chance.random_range(0..10) {
            0 => owed.open() + 1,
            1..5 => owed.open().max(1),
            _ => chance.random_range(1..=owed.open().max(1)),
        };
        let key = self.phone.key();
        let answer = self.send_payment(at, &owed, cents, &key).await;
        self.judge_payment((at, place), cents, &key, &answer)
    }

    /// Two pay the same transfer, which may be too much together.
    pub(super) async fn pay_twice_at_once(&mut self, chance: &mut Chance) -> &'static str {
        let is_open = |(at, place): &(usize, usize)| self.settlements[*at].owed[*place].open() > 0;
        let Some((at, place)) = self.transfer(chance).filter(is_open) else {
            return "nothing to pay";
        };
        let owed = self.settlements[at].owed[place];
        let cents = [0; 2].map(|_| chance.random_range(1..=owed.open()));
        let keys = [self.phone.key(), self.phone.key()];
        let this: &Self = self;
        let (one, other) = tokio::join!(
            this.send_payment(at, &owed, cents[0], &keys[0]),
            this.send_payment(at, &owed, cents[1], &keys[1])
        );
        let mut paid = [(cents[0], &keys[0], one), (cents[1], &keys[1], other)];
        // The one that left more open came first, and a refused one last.
        let left = |answer: &Answer| answer.json["transfer"]["open_cents"].as_i64();
        paid.sort_by_key(|(_, _, answer)| std::cmp::Reverse(left(answer)));
        for (cents, key, answer) in &paid {
            self.judge_payment((at, place), *cents, key, answer);
        }
        "paid twice at once"
    }

    /// Takes a payment back; one that was taken back before stays so.
    pub(super) async fn reverse(&mut self, chance: &mut Chance) -> &'static str {
        let Some((at, settled)) = recent(chance, &self.settlements) else {
            return "nothing to reverse";
        };
        if settled.payments.is_empty() {
            return "nothing to reverse";
        }
        let place = chance.random_range(0..settled.payments.len());
        let payment = settled.payments[place].clone();
        let path = format!("{}/{}:reverse", self.payments(at), payment.id);
        let (key, body) = (self.phone.key(), json!({"reason": "another evening"}));
        let answer = self.phone.post_once(&path, None, &key, &body).await;
        if payment.reversed {
            answer.refused(409, "payment_reversed");
            return "did not reverse";
        }
        self.settlements[at].reverse(place);
        self.check_paid((at, payment.owed), &answer);
        assert_eq!(answer.json["payment"]["id"], payment.id);
        assert_eq!(answer.json["payment"]["reversed"]["reason"], body["reason"]);
        self.keep((path, None, &key, body), &answer);
        "reversed a payment"
    }

    pub(super) async fn read_settlement(&self, chance: &mut Chance) -> &'static str {
        let Some((_, settled)) = recent(chance, &self.settlements) else {
            return "nothing settled";
        };
        let path = format!("{}/settlements/{}", self.club, settled.id);
        settled.check(&self.phone.get(&path).await);
        "read a settlement"
    }

    /// What is open in the client's currency, of which nobody else plays.
    pub(super) async fn read_balances(&self) -> &'static str {
        let path = format!("{}/balances?currency={}", self.club, self.currency);
        let told = self.phone.get(&path).await;
        let told = &told["currencies"][0];
        let list = |name: &str| told[name].as_array().cloned().unwrap_or_default();
        let balance = |told: &Value| {
            let cents = |name: &str| told[name].as_i64().unwrap();
            let open = ["unsettled_cents", "unpaid_cents"].map(cents);
            assert_eq!(cents("total_cents"), open[0] + open[1]);
            (money::party(&told["party"]), open)
        };
        let balances: BTreeMap<Party, [i64; 2]> = list("balances").iter().map(balance).collect();
        assert_eq!(balances, self.open_balances());
        let unpaid = list("unpaid");
        let unpaid = unpaid.iter().map(|told| {
            let id = told["settlement"].as_str().unwrap().to_owned();
            (id, Owed::told(&told["transfer"]))
        });
        assert_eq!(unpaid.collect::<BTreeSet<_>>(), self.unpaid().collect());
        "read balances"
    }

    /// Of everybody what is not settled, and what is not paid.
    fn open_balances(&self) -> BTreeMap<Party, [i64; 2]> {
        let mut balances: BTreeMap<Party, [i64; 2]> = BTreeMap::new();
        for (party, cents) in self.tables.iter().flat_map(|table| table.unsettled()) {
            balances.entry(party).or_default()[0] += cents;
        }
        for (_, owed) in self.unpaid() {
            balances.entry(owed.from).or_default()[1] -= owed.open();
            balances.entry(owed.to).or_default()[1] += owed.open();
        }
        balances.retain(|_, open| *open != [0; 2]);
        balances
    }

    fn unpaid(&self) -> impl Iterator<Item = (String, Owed)> {
        let each = self.settlements.iter().flat_map(|settled| {
            let owed = settled.owed.iter().copied();
            owed.map(|owed| (settled.id.clone(), owed))
        });
        each.filter(|(_, owed)| owed.open() > 0)
    }

    /// A settlement and one of its transfers.
    fn transfer(&self, chance: &mut Chance) -> Option<(usize, usize)> {
        let (at, settled) = recent(chance, &self.settlements)?;
        Some((at, chance.random_range(0..settled.owed.len())))
    }

    fn payments(&self, at: usize) -> String {
        let settlement = &self.settlements[at].id;
        format!("{}/settlements/{settlement}/payments", self.club)
    }

    async fn send_payment(&self, at: usize, owed: &Owed, cents: i64, key: &str) -> Answer {
        let (path, body) = (self.payments(at), payment(owed, cents));
        self.phone.post_once(&path, None, key, &body).await
    }

    /// Holds an answer against the model, and has the model follow.
    fn judge_payment(
        &mut self,
        (at, place): (usize, usize),
        cents: i64,
        key: &str,
        answer: &Answer,
    ) -> &'static str {
        let settled = &mut self.settlements[at];
        let owed = settled.owed[place];
        if cents > owed.open() {
            let said = (
                answer.status,
                &answer.json["code"],
                &answer.json["open_cents"],
            );
            assert_eq!(
                said,
                (422, &json!("payment_too_large"), &json!(owed.open()))
            );
            return "did not pay";
        }
        assert_eq!(answer.status, 201, "{}", answer.text);
        let paid = &answer.json["payment"];
        assert_eq!(paid["amount_cents"], cents);
        settled.pay(Payment {
            id: paid["id"].as_str().unwrap().to_owned(),
            owed: place,
            cents,
            reversed: false,
        });
        self.check_paid((at, place), answer);
        let path = self.payments(at);
        self.keep((path, None, key, payment(&owed, cents)), answer);
        "paid"
    }

    /// What is left to be paid.
    #[track_caller]
    fn check_paid(&self, (at, place): (usize, usize), answer: &Answer) {
        assert_eq!(answer.status, 201, "{}", answer.text);
        let settled = &self.settlements[at];
        assert_eq!(Owed::told(&answer.json["transfer"]), settled.owed[place]);
        assert_eq!(answer.json["complete"], settled.is_complete());
    }
}

fn payment(owed: &Owed, cents: i64) -> Value {
    json!({"from": owed.from, "to": owed.to, "amount_cents": cents})
}
