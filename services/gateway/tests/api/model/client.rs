//! One of many clients: it asks, and holds what it is told against its model. Its matches are its own; the clubs are not.

mod paying;
mod settling;

use super::CLUBS;
use super::ask::Ask;
use super::chance::{self, Chance, one_of};
use super::money::Settled;
use super::phone::Phone;
use super::table::Table;
use super::told;
use crate::app::Answer;
use ledger::{OutcomeId, PlayerId};
use rand::RngExt;
use rand::seq::SliceRandom;
use rules::Variant;
use serde_json::{Value, json};

/// How a match is opened: the variant, and what a point is worth in cents.
const VARIANTS: [(&str, i64); 4] = [
    ("old-hong-kong", 10),
    ("half-spicy-10-half-gun", 0),
    ("hong-kong-sections", 20),
    ("hkos-fan-laak", 0),
];
/// What the clients of a club play for, each for another money, so that nobody settles what others play for.
const CURRENCIES: [&str; 4] = ["HKD", "MOP", "CNY", "TWD"];
/// When matches are played.
const DAYS: [&str; 3] = ["2026-11-19", "2026-11-20", "2026-11-21"];
/// Matches with more outcomes are left alone: a longer one is no other, and takes longer.
const LONG: usize = 30;

pub(super) struct Client<'a> {
    number: u64,
    phone: Phone<'a>,
    club: String,
    currency: &'static str,
    players: Vec<PlayerId>,
    pub(super) tables: Vec<Table>,
    pub(super) settlements: Vec<Settled>,
    sent: Vec<Sent>,
}

/// A write that was done.
struct Sent {
    path: String,
    if_match: Option<String>,
    key: String,
    body: Value,
    text: String,
}

impl<'a> Client<'a> {
    /// Somebody who may write in a club.
    pub(super) fn new(number: u64, phone: Phone<'a>, club: String, players: Vec<PlayerId>) -> Self {
        Self {
            number,
            phone,
            club,
            currency: CURRENCIES[usize::try_from(number).unwrap() / CLUBS],
            players,
            tables: Vec::new(),
            settlements: Vec::new(),
            sent: Vec::new(),
        }
    }

    /// Does so many things, one after another.
    pub(super) async fn run(mut self, seed: u64, steps: u64) -> Self {
        for step in 0..steps {
            self.phone.stay_signed_in().await;
            let mut chance = chance::of_step(seed, self.number, step);
            let did = self.step(&mut chance).await;
            self.phone.did(did);
        }
        self
    }

    async fn step(&mut self, chance: &mut Chance) -> &'static str {
        let Some(last) = self.tables.len().checked_sub(1) else {
            return self.open(chance).await;
        };
        let full = self.tables[last].course.state.ending.is_some()
            || self.tables[last].draft.outcomes.len() > LONG;
        if full && chance.random_bool(0.2) {
            return self.open(chance).await;
        }
        let at = last - chance.random_range(0..3).min(last);
        let ask = Ask::draw(chance, &self.tables[at], &self.players);
        match chance.random_range(0..100) {
            0 => self.enrol().await,
            1..13 => self.read(chance, at).await,
            13..20 => self.repeat(chance).await,
            20..24 => self.reuse_a_key(chance).await,
            24..34 => self.race(chance, at).await,
            34..54 => self.see_to_money(chance, at).await,
            54..61 if ask.can_run_dry() => self.try_out(at, &ask).await,
            _ => self.ask(at, &ask).await,
        }
    }

    async fn open(&mut self, chance: &mut Chance) -> &'static str {
        let (variant, stake_cents) = *one_of(chance, &VARIANTS);
        self.players.shuffle(chance);
        let players = *self.players.first_chunk::<4>().unwrap();
        let played_on = *one_of(chance, &DAYS);
        let mut body = json!({
            "terms": {"variant": {"id": variant}, "stake_cents": stake_cents}, "players": players, "played_on": played_on
        });
        if stake_cents > 0 {
            body["terms"]["currency"] = json!(self.currency);
        }
        let path = format!("{}/matches", self.club);
        let opened = self.phone.post(&path, &body).await.expect(201);
        let id = opened["id"].as_str().unwrap();
        let path = format!("{path}/{id}");
        let version = opened["version"].as_u64().unwrap();
        let variant = Variant::built_in(variant).unwrap();
        let stake = (stake_cents, played_on);
        let table = Table::open(id.parse().unwrap(), path, variant, stake, version, players);
        self.tables.push(table);
        "opened"
    }

    async fn enrol(&mut self) -> &'static str {
        let path = format!("{}/players", self.club);
        let player = self
            .phone
            .post(&path, &json!({"name": "阿明", "confirm": true}))
            .await;
        let player = player.expect(201);
        self.players
            .push(player["id"].as_str().unwrap().parse().unwrap());
        "enrolled"
    }

    async fn ask(&mut self, at: usize, ask: &Ask) -> &'static str {
        let key = self.phone.key();
        let answer = self.send(at, ask, &key).await;
        self.judge(at, ask, &key, &answer)
    }

    /// Two at once: the same twice, two scorers of one hand, a correction with a hand or another correction.
    async fn race(&mut self, chance: &mut Chance, at: usize) -> &'static str {
        let (table, players) = (&self.tables[at], &self.players);
        let hand = Ask::next_hand(chance, table);
        let (one, other, same) = match chance.random_range(0..4) {
            0 => (hand.clone(), hand, true),
            1 => (hand, Ask::next_hand(chance, table), false),
            2 => (hand, Ask::correction(chance, table, players), false),
            _ => {
                let correction = Ask::correction(chance, table, players);
                (correction, Ask::correction(chance, table, players), false)
            }
        };
        let keys = [self.phone.key(), self.phone.key()];
        let keys = if same {
            [keys[0].clone(), keys[0].clone()]
        } else {
            keys
        };
        let this: &Self = self;
        let (a, b) = tokio::join!(
            this.send(at, &one, &keys[0]),
            this.send(at, &other, &keys[1])
        );
        if same {
            assert_eq!(
                (a.status, a.status == 201),
                (b.status, a.text == b.text && a.status == 201)
            );
            if a.status == 201 {
                let replayed = |answer: &Answer| answer.header("idempotency-replayed") == "true";
                assert!(replayed(&a) != replayed(&b) || self.phone.had_lost_answers());
            }
            self.judge(at, &one, &keys[0], &a);
            return "raced with itself";
        }
        let [key_a, key_b] = &keys;
        let mut raced = [(&one, key_a, &a), (&other, key_b, &b)];
        // Those that were done in the order in which they were, the refused ones last.
        raced.sort_by_key(|(_, _, answer)| told::version(answer).unwrap_or(u64::MAX));
        let refused_before = raced.map(|(ask, ..)| ask.predict(&self.tables[at]).err());
        for ((ask, key, answer), before) in raced.into_iter().zip(refused_before) {
            // A refused one may have been looked at before the other was done.
            let was_right = before.is_some_and(|refusal| told::is_refusal(answer, refusal));
            if !was_right {
                self.judge(at, ask, key, answer);
            }
        }
        "raced"
    }

    /// Sends again what was sent before.
    async fn repeat(&mut self, chance: &mut Chance) -> &'static str {
        let Some((_, sent)) = recent(chance, &self.sent) else {
            return "nothing to repeat";
        };
        let answer = self
            .phone
            .post_once(&sent.path, sent.if_match.as_deref(), &sent.key, &sent.body)
            .await;
        assert_eq!((answer.status, &answer.text), (201, &sent.text));
        assert_eq!(answer.header("idempotency-replayed"), "true");
        "repeated"
    }

    /// Sends something else under a key that was used.
    async fn reuse_a_key(&mut self, chance: &mut Chance) -> &'static str {
        let sent = recent(chance, &self.sent);
        let Some((sent, body)) = sent.and_then(|(_, sent)| Some((sent, another(&sent.body)?)))
        else {
            return "no key to reuse";
        };
        let answer = self
            .phone
            .post_once(&sent.path, sent.if_match.as_deref(), &sent.key, &body)
            .await;
        answer.refused(422, "idempotency_key_reused");
        "reused a key"
    }

    /// A dry run: shows what would come of it.
    async fn try_out(&mut self, at: usize, ask: &Ask) -> &'static str {
        let table = &self.tables[at];
        let path = format!("{}/{}", table.path, ask.route());
        let if_match = ask.if_match.header();
        let answer = self
            .phone
            .try_out(&path, if_match.as_deref(), &ask.body())
            .await;
        match ask.dry().predict(table) {
            Err(refusal) => told::check_refused(&answer, refusal, ask, table),
            Ok((draft, course)) => {
                let shown = answer.expect(200);
                if ask.route() == "corrections" {
                    told::check_preview(&shown, &draft, &course);
                } else {
                    let before = table.draft.outcomes.len();
                    let played = draft.outcomes.iter().zip(&course.played).skip(before);
                    for ((said, played), told) in played.zip(told::items(&shown)) {
                        told::check_played(told, &said.fact, played);
                    }
                }
            }
        }
        "tried out"
    }

    async fn read(&mut self, chance: &mut Chance, at: usize) -> &'static str {
        let table = &self.tables[at];
        let path = &table.path;
        let seq = one_of(chance, &table.past).0 + chance.random_range(0..3);
        match chance.random_range(0..6) {
            0 => told::check_view(&self.phone.get(path).await, table),
            1 => {
                let hands = self.phone.list(&format!("{path}/hands"), "hands").await;
                told::check_hands(&hands, &table.draft, &table.course);
            }
            2 => {
                let (_, draft) = table.as_of(seq).unwrap();
                let hands = self
                    .phone
                    .list(&format!("{path}/hands?as_of_seq={seq}"), "hands")
                    .await;
                told::check_hands(&hands, draft, &draft.course(table.variant).unwrap());
            }
            3 => {
                let draft = table.known_of(table.as_of(seq).unwrap().0);
                let hands = format!("{path}/hands?as_of_seq={seq}&corrected=true");
                let hands = self.phone.list(&hands, "hands").await;
                told::check_hands(&hands, &draft, &draft.course(table.variant).unwrap());
            }
            4 => {
                let corrections = format!("{path}/corrections?limit=2");
                let corrections = self.phone.list(&corrections, "corrections").await;
                let told = corrections["corrections"].as_array().unwrap();
                let seqs = told.iter().map(|one| one["seq"].as_u64().unwrap());
                assert!(
                    seqs.eq(table.corrections.iter().copied()),
                    "{:?} {told:?}",
                    table.corrections
                );
            }
            _ => told::check_sheet(&self.phone.get(&format!("{path}/rounds")).await, table),
        }
        "read"
    }

    /// Holds an answer against the model, and has the model follow.
    fn judge(&mut self, at: usize, ask: &Ask, key: &str, answer: &Answer) -> &'static str {
        let table = &mut self.tables[at];
        let (mut draft, course) = match ask.predict(table) {
            Ok(expected) => expected,
            Err(refusal) => {
                told::check_refused(answer, refusal, ask, table);
                return "was refused";
            }
        };
        assert_eq!(answer.status, 201, "{}\n{ask:?}", answer.text);
        let mut told_by: Vec<(OutcomeId, u64)> = Vec::new();
        let version = told::version(answer).unwrap();
        if ask.route() == "corrections" {
            let inserted = told::check_differences(&answer.json, &draft, &course);
            told_by.extend(inserted.into_iter().map(|id| (id, version)));
        } else {
            let played = draft.outcomes.iter().zip(&course.played);
            let fresh = played.skip(table.draft.outcomes.len());
            for ((said, played), told) in fresh.zip(told::items(&answer.json)) {
                told::check_played(told, &said.fact, played);
                told_by.push((told::id(&told["id"]), told["seq"].as_u64().unwrap()));
            }
        }
        let unnamed = draft.outcomes.iter_mut().filter(|said| said.id.is_none());
        for (said, (id, _)) in unnamed.zip(&told_by) {
            said.id = Some(*id);
        }
        table.version = version;
        match ask.route() {
            "corrections" => table.put_right(draft, course, &told_by),
            _ => table.go_on(draft, course, &told_by),
        }
        let path = format!("{}/{}", table.path, ask.route());
        let sent = (path, ask.if_match.header(), key, ask.body());
        self.keep(sent, answer);
        ask.route()
    }

    async fn send(&self, at: usize, ask: &Ask, key: &str) -> Answer {
        let path = format!("{}/{}", self.tables[at].path, ask.route());
        let if_match = ask.if_match.header();
        self.phone
            .post_once(&path, if_match.as_deref(), key, &ask.body())
            .await
    }

    /// Keeps what was done, to be sent again.
    fn keep(
        &mut self,
        (path, if_match, key, body): (String, Option<String>, &str, Value),
        answer: &Answer,
    ) {
        self.sent.push(Sent {
            path,
            if_match,
            key: key.to_owned(),
            body,
            text: answer.text.clone(),
        });
    }
}

/// Something else that could be asked for in the same words, if there is anything.
fn another(body: &Value) -> Option<Value> {
    let mut other = body.clone();
    if let Some(number) = body["number"].as_u64() {
        other["number"] = json!(number + 1);
    } else if let Some(cents) = body["amount_cents"].as_u64() {
        other["amount_cents"] = json!(cents + 1);
    } else if body["reason"].is_string() {
        other["reason"] = json!("another one");
    } else if body["currency"].is_string() {
        other["currency"] = json!("XTS");
    } else {
        return None;
    }
    Some(other)
}

/// One of the last, mostly, and its place.
fn recent<'a, T>(chance: &mut Chance, all: &'a [T]) -> Option<(usize, &'a T)> {
    let last = all.len().saturating_sub(20);
    let from = if chance.random_bool(0.8) { last } else { 0 };
    let at = (from < all.len()).then(|| chance.random_range(from..all.len()))?;
    Some((at, &all[at]))
}
