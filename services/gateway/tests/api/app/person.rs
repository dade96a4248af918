//! Who asks, and a club of theirs.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Answer, Request, TestApp, declared, fresh_key};

/// Somebody who asks, signed in or not.
#[derive(Clone)]
pub(crate) struct Person<'a> {
    pub(crate) app: &'a TestApp,
    pub(crate) token: Option<String>,
    pub(crate) id: String,
}

/// A club with four players, and one of its writers.
pub(crate) struct Club<'a> {
    pub(crate) owner: Person<'a>,
    pub(crate) path: String,
    pub(crate) players: Vec<String>,
}

impl<'a> Person<'a> {
    pub(crate) fn request(&self, method: Method, path: &str) -> Request<'a> {
        let url = format!("{}{path}", self.app.url);
        let mut builder = self.app.http.request(method.clone(), url);
        if let Some(token) = &self.token {
            builder = builder.bearer_auth(token);
        }
        Request {
            app: self.app,
            method,
            path: path.to_owned(),
            builder,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.request(Method::GET, path).send().await
    }

    /// Posts JSON under a fresh idempotency key.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.request(Method::POST, path)
            .key(&fresh_key())
            .json(&body)
            .send()
            .await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Answer {
        self.request(Method::PUT, path)
            .key(&fresh_key())
            .json(&body)
            .send()
            .await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> Answer {
        self.request(Method::PATCH, path)
            .key(&fresh_key())
            .json(&body)
            .send()
            .await
    }

    /// Asks for what needs no body, under a fresh idempotency key.
    pub(crate) async fn act(&self, method: Method, path: &str) -> Answer {
        self.request(method, path).key(&fresh_key()).send().await
    }

    pub(crate) async fn found_club(&self, name: &str) -> Club<'a> {
        let new = json!({"name": name, "time_zone": "Asia/Hong_Kong"});
        let club = self.post("/v1/clubs", new).await.expect(201);
        let path = format!("/v1/clubs/{}", club["id"].as_str().unwrap());
        let mut players = Vec::new();
        for name in ["Ah Ming", "Bo", "Chun", "Daai Lo"] {
            let player = self
                .post(&format!("{path}/players"), json!({"name": name}))
                .await;
            players.push(player.expect(201)["id"].as_str().unwrap().to_owned());
        }
        Club {
            owner: self.clone(),
            path,
            players,
        }
    }
}

/// What the owner asks for below the path of the club.
impl Club<'_> {
    pub(crate) async fn get(&self, below: &str) -> Answer {
        self.owner.get(&self.at(below)).await
    }

    pub(crate) async fn post(&self, below: &str, body: Value) -> Answer {
        self.owner.post(&self.at(below), body).await
    }

    fn at(&self, below: &str) -> String {
        format!("{}{below}", self.path)
    }
}

impl<'a> Club<'a> {
    /// A match of the four players, for points; returns its path.
    pub(crate) async fn open_match(&self, variant: &str) -> String {
        self.open_match_with(json!({"variant": {"id": variant}}))
            .await
    }

    /// The same with other terms, players or another day.
    pub(crate) async fn open_match_with(&self, fields: Value) -> String {
        let opened = self.try_open_match(fields).await.expect(201);
        format!("{}/matches/{}", self.path, opened["id"].as_str().unwrap())
    }

    pub(crate) async fn try_open_match(&self, fields: Value) -> Answer {
        let mut new = json!({
            "terms": {"variant": {"id": "old-hong-kong"}}, "players": self.players, "played_on": "2026-11-21"
        });
        for (name, value) in fields.as_object().unwrap() {
            match name.as_str() {
                "players" | "played_on" => new[name] = value.clone(),
                term => new["terms"][term] = value.clone(),
            }
        }
        self.owner
            .post(&format!("{}/matches", self.path), new)
            .await
    }

    pub(crate) async fn record(&self, at: &str, number: u32, outcome: Value) -> Answer {
        let hand = json!({"number": number, "outcome": outcome});
        self.owner.post(&format!("{at}/hands"), hand).await
    }

    /// Posts JSON under a fresh idempotency key, whatever the version.
    pub(crate) async fn post_any(&self, path: &str, body: Value) -> Answer {
        let request = self.owner.request(Method::POST, path).key(&fresh_key());
        request.header("If-Match", "*").json(&body).send().await
    }

    /// The settlement of a match at 25 cents a point, in which chair 3 won 4 points from the dealer and 2 from each other.
    pub(crate) async fn settled_match(&self) -> Value {
        let stake = json!({"stake_cents": 25, "currency": "HKD"});
        let at = self.open_match_with(stake).await;
        let win = declared(3, "self_draw", None, 4);
        self.record(&at, 1, win).await.expect(201);
        let path = format!("{at}/settlement");
        self.post_any(&path, json!({})).await.expect(201)
    }

    /// Somebody new with a role in the club.
    pub(crate) async fn member(&self, name: &str, role: &str) -> Person<'a> {
        let person = self.owner.app.sign_up(name).await;
        self.join(&person, role).await;
        person
    }
}
