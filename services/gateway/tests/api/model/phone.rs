//! What a client asks with: it is signed in, and what could not be done just now it sends again, as the documentation asks
//! it to.

use super::tally::Tally;
use crate::app::{Answer, LONG, PASSWORD, Person, Request};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// No answer takes this long unless somebody waits for ever.
const PATIENCE: Duration = LONG;
/// How long a token is used, which lasts longer.
const SESSION: Duration = Duration::from_secs(300);
/// Who is put off more often than this gives up.
const TRIES: usize = 10;

pub(super) struct Phone<'a> {
    email: String,
    person: Person<'a>,
    signed_in: Instant,
    tally: &'a Tally,
    keys: u64,
}

impl<'a> Phone<'a> {
    /// The phone of somebody whose account has this name.
    pub(super) fn new(name: &str, person: Person<'a>, tally: &'a Tally) -> Self {
        Self {
            email: format!("{name}@example.org"),
            person,
            signed_in: Instant::now(),
            tally,
            keys: 0,
        }
    }

    /// Everything that a list has, from page to page.
    pub(super) async fn list(&self, path: &str, name: &str) -> Value {
        let (mut all, mut at) = (Vec::new(), path.to_owned());
        let joined = if path.contains('?') { '&' } else { '?' };
        loop {
            let page = self.get(&at).await;
            all.extend(page[name].as_array().unwrap().iter().cloned());
            match page["next_cursor"].as_str() {
                Some(cursor) => at = format!("{path}{joined}cursor={cursor}"),
                None => return json!({ name: all }),
            }
        }
    }

    /// A key that was not used before.
    pub(super) fn key(&mut self) -> String {
        self.keys += 1;
        format!("{}-{}", self.email, self.keys)
    }

    /// Posts something new.
    pub(super) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        let key = self.key();
        self.post_once(path, None, &key, body).await
    }

    /// Posts under a key. The answer to a correction has all that it changed, not only the first page.
    pub(super) async fn post_once(
        &self,
        path: &str,
        if_match: Option<&str>,
        key: &str,
        body: &Value,
    ) -> Answer {
        let request = || self.posting(path, if_match, body).key(key);
        let mut answer = self.send(path, request).await;
        if answer.json["next_cursor"].is_string() {
            let correction = format!("{path}/{}", answer.json["seq"]);
            let all = self.list(&correction, "differences").await;
            answer.json["differences"] = all["differences"].clone();
        }
        answer
    }

    /// Posts a dry run.
    pub(super) async fn try_out(&self, path: &str, if_match: Option<&str>, body: &Value) -> Answer {
        let path = format!("{path}?dry_run=true");
        self.send(&path, || self.posting(&path, if_match, body))
            .await
    }

    /// Reads what is there.
    pub(super) async fn get(&self, path: &str) -> Value {
        self.look(path).await.expect(200)
    }

    /// The same with its headers.
    pub(super) async fn look(&self, path: &str) -> Answer {
        self.send(path, || self.person.request(Method::GET, path))
            .await
    }

    /// Signs in again, if it is time.
    pub(super) async fn stay_signed_in(&mut self) {
        if self.signed_in.elapsed() < SESSION {
            return;
        }
        let (path, nobody) = ("/v1/sessions", self.person.app.nobody());
        let credentials = json!({"email": self.email, "password": PASSWORD});
        let request = || nobody.request(Method::POST, path).json(&credentials);
        let session = self.send(path, request).await.expect(201);
        self.person.token = session["access_token"].as_str().map(str::to_owned);
        self.signed_in = Instant::now();
    }

    /// Counts something that its owner did.
    pub(super) fn did(&self, what: &'static str) {
        self.tally.did(what);
    }

    /// Whether some answer was lost, so that the first one that came may be a repeated one.
    pub(super) fn had_lost_answers(&self) -> bool {
        self.tally.had_lost_answers()
    }

    fn posting(&self, path: &str, if_match: Option<&str>, body: &Value) -> Request<'a> {
        let request = self.person.request(Method::POST, path).json(body);
        match if_match {
            Some(if_match) => request.header("If-Match", if_match),
            None => request,
        }
    }

    /// Sends a request, and the same again for as long as it is put off.
    async fn send(&self, path: &str, request: impl Fn() -> Request<'a>) -> Answer {
        for tries in 0..TRIES {
            let answer = tokio::time::timeout(PATIENCE, request().send_unheld()).await;
            let answer = answer.unwrap_or_else(|_| panic!("{path}: no answer in {PATIENCE:?}"));
            if !self.tally.is_put_off(&answer) {
                assert!(answer.status < 500, "{path}: {}", answer.text);
                let is_repeated = answer.header("idempotency-replayed") == "true";
                if tries > 0 && is_repeated {
                    self.tally.was_done_all_the_same();
                }
                return answer;
            }
            let seconds = answer.header("retry-after").parse().unwrap();
            tokio::time::sleep(Duration::from_secs(seconds)).await;
        }
        panic!("{path}: put off {TRIES} times");
    }
}
