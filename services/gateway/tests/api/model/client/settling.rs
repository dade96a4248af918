//! What a client does about money: it looks at what is open of a match or a period, settles it, and has that race what
//! else happens in the match.

use super::super::ask::Ask;
use super::super::chance::{Chance, one_of};
use super::super::money::{self, Cents, Parts, Settled};
use super::{Client, DAYS};
use crate::app::Answer;
use rand::RngExt;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What is settled.
#[derive(Clone, Copy, Debug)]
enum Scope {
    Match(usize),
    Period {
        from: Option<&'static str>,
        until: Option<&'static str>,
    },
}

/// A request to settle.
struct Settling {
    scope: Scope,
    if_match: Option<String>,
    /// The versions of the matches that were seen; none: any.
    agreed: Option<Vec<u64>>,
}

impl Client<'_> {
    /// Something about money, a match's or all of the client's.
    pub(super) async fn see_to_money(&mut self, chance: &mut Chance, at: usize) -> &'static str {
        match chance.random_range(0..20) {
            0 => self.look_at_match(at).await,
            1 => self.look_at_period(period(chance)).await,
            2..6 => self.settle_match(chance, at).await,
            6..8 => self.settle_period(chance, at).await,
            8..10 => self.settle_at_once(chance, at).await,
            10..14 => self.pay(chance).await,
            14 => self.pay_twice_at_once(chance).await,
            15..17 => self.reverse(chance).await,
            17 => self.read_settlement(chance).await,
            _ => self.read_balances().await,
        }
    }

    async fn look_at_match(&self, at: usize) -> &'static str {
        let table = &self.tables[at];
        let told = self.phone.get(&format!("{}/settlement", table.path)).await;
        assert_eq!(told["version"], table.version);
        let (gained, open) = (table.gained(), table.unsettled());
        let mut told_of = BTreeMap::new();
        for balance in told["balances"].as_array().unwrap() {
            let cents = |name: &str| balance[name].as_i64().unwrap();
            let amounts = ["amount_cents", "settled_cents", "open_cents"].map(cents);
            told_of.insert(money::party(&balance["party"]), amounts);
        }
        let cents = |of: &Cents, party| of.get(party).copied().unwrap_or_default();
        let parties: BTreeSet<_> = gained.keys().chain(table.settled.keys()).collect();
        for party in parties {
            let expected = [&gained, &table.settled, &open].map(|of| cents(of, party));
            assert_eq!(told_of.remove(party).unwrap_or_default(), expected);
        }
        assert!(told_of.values().all(|amounts| *amounts == [0; 3]));
        money::check_transfers(&told, open);
        "looked at a match's money"
    }

    async fn look_at_period(&self, scope: Scope) -> &'static str {
        self.preview(scope).await;
        "looked at a period's money"
    }

    async fn settle_match(&mut self, chance: &mut Chance, at: usize) -> &'static str {
        let version = match chance.random_range(0..10) {
            0 => one_of(chance, &self.tables[at].past).0,
            _ => self.tables[at].version,
        };
        let mut settling = Settling::whatever(Scope::Match(at));
        match chance.random_range(0..20) {
            0 => settling.if_match = None,
            1..10 => {
                settling.if_match = Some(format!("\"{version}\""));
                settling.agreed = Some(vec![version]);
            }
            _ => {}
        }
        self.settle(&settling).await
    }

    /// Settles what was looked at, which may be another thing by then.
    async fn settle_period(&mut self, chance: &mut Chance, at: usize) -> &'static str {
        let mut settling = Settling::whatever(period(chance));
        if chance.random_bool(0.8) {
            settling.if_match = Some(self.preview(settling.scope).await);
            settling.agreed = Some(self.versions(settling.scope));
        }
        if chance.random_bool(0.3) {
            let hand = Ask::next_hand(chance, &self.tables[at]);
            self.ask(at, &hand).await;
        }
        self.settle(&settling).await
    }

    /// Settles a match while something else happens in it, or while it is settled by somebody else.
    async fn settle_at_once(&mut self, chance: &mut Chance, at: usize) -> &'static str {
        let scope = match chance.random_bool(0.5) {
            true => Scope::Match(at),
            false => period(chance),
        };
        let settling = Settling::whatever(scope);
        let keys = [self.phone.key(), self.phone.key()];
        if chance.random_bool(0.3) {
            let this: &Self = self;
            let (one, other) = tokio::join!(
                this.send_settling(&settling, &keys[0]),
                this.send_settling(&settling, &keys[1])
            );
            let mut answers = [(&keys[0], one), (&keys[1], other)];
            // What was done comes first.
            answers.sort_by_key(|(_, answer)| answer.status);
            for (key, answer) in &answers {
                self.judge_settling(&settling, key, answer);
            }
            return "settled twice at once";
        }
        let ask = match chance.random_bool(0.6) {
            true => Ask::next_hand(chance, &self.tables[at]),
            false => Ask::correction(chance, &self.tables[at], &self.players),
        };
        let this: &Self = self;
        let (settled, asked) = tokio::join!(
            this.send_settling(&settling, &keys[0]),
            this.send(at, &ask, &keys[1])
        );
        let came_first = match self.refusal(&settling) {
            Some(refusal) => is_refused(&settled, refusal),
            None => settled.status == 201 && money::parts(&settled.json) == self.parts(scope),
        };
        if came_first {
            self.judge_settling(&settling, &keys[0], &settled);
        }
        self.judge(at, &ask, &keys[1], &asked);
        if !came_first {
            self.judge_settling(&settling, &keys[0], &settled);
        }
        "settled while something happened"
    }

    async fn settle(&mut self, settling: &Settling) -> &'static str {
        let key = self.phone.key();
        let answer = self.send_settling(settling, &key).await;
        self.judge_settling(settling, &key, &answer)
    }

    async fn send_settling(&self, settling: &Settling, key: &str) -> Answer {
        let (path, body) = self.request(settling.scope);
        let if_match = settling.if_match.as_deref();
        self.phone.post_once(&path, if_match, key, &body).await
    }

    /// Holds an answer against the model, and has the model follow.
    fn judge_settling(&mut self, settling: &Settling, key: &str, answer: &Answer) -> &'static str {
        if let Some(refusal) = self.refusal(settling) {
            assert!(is_refused(answer, refusal), "{refusal:?}: {}", answer.text);
            return "did not settle";
        }
        let scope = settling.scope;
        assert_eq!(answer.status, 201, "{scope:?} {}", answer.text);
        let settled = Settled::made(&answer.json, self.parts(scope));
        self.settlements.push(settled);
        for at in self.within(scope) {
            self.tables[at].settle();
        }
        let (path, body) = self.request(scope);
        let sent = (path, settling.if_match.clone(), key, body);
        self.keep(sent, answer);
        match scope {
            Scope::Match(_) => "settled a match",
            Scope::Period { .. } => "settled a period",
        }
    }

    /// Why it cannot be settled as things stand.
    fn refusal(&self, settling: &Settling) -> Option<(u16, &'static str)> {
        let stale = |agreed: &Vec<u64>| *agreed != self.versions(settling.scope);
        if settling.if_match.is_none() {
            Some((428, "if_match_required"))
        } else if settling.agreed.as_ref().is_some_and(stale) {
            Some((412, "settlement_stale"))
        } else if self.parts(settling.scope).is_empty() {
            Some((409, "nothing_to_settle"))
        } else {
            None
        }
    }

    /// Looks at what is open of a period, and takes its ETag.
    async fn preview(&self, scope: Scope) -> String {
        let (path, period) = self.request(scope);
        let period = period.as_object().unwrap().iter();
        let query = period.map(|(name, value)| format!("{name}={}", value.as_str().unwrap()));
        let query = query.collect::<Vec<_>>().join("&");
        let preview = self.phone.look(&format!("{path}:preview?{query}")).await;
        let etag = preview.header("etag").to_owned();
        money::check_open(&preview.expect(200), &self.parts(scope));
        etag
    }

    /// The matches that are settled.
    fn within(&self, scope: Scope) -> Vec<usize> {
        match scope {
            Scope::Match(at) => vec![at],
            Scope::Period { from, until } => {
                let is_within = |at: &usize| {
                    let table = &self.tables[*at];
                    let begun = from.is_none_or(|from| from <= table.played_on);
                    let over = until.is_some_and(|until| until < table.played_on);
                    table.stake_cents > 0 && begun && !over
                };
                (0..self.tables.len()).filter(is_within).collect()
            }
        }
    }

    fn versions(&self, scope: Scope) -> Vec<u64> {
        let within = self.within(scope).into_iter();
        within.map(|at| self.tables[at].version).collect()
    }

    fn parts(&self, scope: Scope) -> Parts {
        let within = self.within(scope).into_iter();
        within.flat_map(|at| self.tables[at].parts()).collect()
    }

    fn request(&self, scope: Scope) -> (String, Value) {
        match scope {
            Scope::Match(at) => (format!("{}/settlement", self.tables[at].path), json!({})),
            Scope::Period { from, until } => {
                let mut body = json!({"currency": self.currency});
                for (name, day) in [("from", from), ("until", until)] {
                    if let Some(day) = day {
                        body[name] = json!(day);
                    }
                }
                (format!("{}/settlements", self.club), body)
            }
        }
    }
}

impl Settling {
    fn whatever(scope: Scope) -> Self {
        Self {
            scope,
            if_match: Some("*".to_owned()),
            agreed: None,
        }
    }
}

fn is_refused(answer: &Answer, (status, code): (u16, &str)) -> bool {
    (answer.status, &answer.json["code"]) == (status, &json!(code))
}

/// Some days, or all of them.
fn period(chance: &mut Chance) -> Scope {
    let (one, other) = (*one_of(chance, &DAYS), *one_of(chance, &DAYS));
    Scope::Period {
        from: chance.random_bool(0.6).then_some(one.min(other)),
        until: chance.random_bool(0.6).then_some(one.max(other)),
    }
}
