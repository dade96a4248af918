//! Somebody with a club in a running service, who asks over HTTP.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::running::{EMAIL, PASSWORD, Running};

/// Somebody with a club.
pub(crate) struct Owner {
    pub(crate) http: reqwest::Client,
    pub(crate) url: String,
    pub(crate) token: String,
}

impl Owner {
    /// Somebody who signs up and in.
    pub(crate) async fn of(service: &Running) -> Owner {
        assert_eq!(service.sign_up().await, 201);
        Owner::signs_in(&service.url, EMAIL, PASSWORD).await
    }

    /// Somebody with a password for once, at the service with this address.
    pub(crate) async fn comes_with(url: &str, email: &str, one_time: &str) -> Owner {
        let first = json!({ "email": email, "password": one_time, "new_password": PASSWORD });
        let asked = reqwest::Client::new().post(format!("{url}/v1/sessions"));
        let answer = asked.json(&first).send().await.unwrap();
        assert_eq!(answer.status(), 201);
        Owner::signs_in(url, email, PASSWORD).await
    }

    /// Somebody who has an account, at the service with this address.
    pub(crate) async fn signs_in(url: &str, email: &str, password: &str) -> Owner {
        let mut owner = Owner {
            http: reqwest::Client::new(),
            url: url.to_owned(),
            token: String::new(),
        };
        let credentials = json!({ "email": email, "password": password });
        let session = owner.write("/v1/sessions", credentials).await;
        owner.token = session["access_token"].as_str().unwrap().to_owned();
        owner
    }

    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (u16, String) {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let key = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let asked = self.http.request(method, format!("{}{path}", self.url));
        let mut asked = asked.header("Idempotency-Key", key.to_string());
        if !self.token.is_empty() {
            asked = asked.bearer_auth(&self.token);
        }
        if let Some(body) = body {
            asked = asked.json(&body);
        }
        let answer = asked.send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    pub(crate) async fn write(&self, path: &str, body: Value) -> Value {
        let (status, text) = self.ask(Method::POST, path, Some(body)).await;
        assert!(status < 300, "{status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    pub(crate) async fn read(&self, path: &str) -> String {
        let (status, text) = self.ask(Method::GET, path, None).await;
        assert_eq!(status, 200, "{text}");
        text
    }

    /// A club with four players, by its path.
    pub(crate) async fn found_club(&self) -> (String, Vec<Value>) {
        let club = json!({ "name": "Club", "time_zone": "Asia/Hong_Kong" });
        let club = self.write("/v1/clubs", club).await;
        let at = format!("/v1/clubs/{}", club["id"].as_str().unwrap());
        let mut players = Vec::new();
        for name in ["Ah Yee", "Bing", "Cheung", "Dai Man"] {
            let player = json!({ "name": name });
            let player = self.write(&format!("{at}/players"), player).await;
            players.push(player["id"].clone());
        }
        (at, players)
    }

    /// A match of four players in a club, with more to say of it; by its path.
    pub(crate) async fn open_match(&self, club: &str, players: &[Value], more: Value) -> String {
        let mut opening = json!({ "variant": { "id": "old-hong-kong" }, "players": players, "played_on": "2026-11-21" });
        for (name, value) in more.as_object().unwrap() {
            opening[name] = value.clone();
        }
        let opened = self.write(&format!("{club}/matches"), opening).await;
        format!("{club}/matches/{}", opened["id"].as_str().unwrap())
    }

    /// Posts what changes a match, whatever its version.
    pub(crate) async fn change(&self, path: &str, body: Value) -> Value {
        let asked = self.http.post(format!("{}{path}", self.url));
        let asked = asked
            .header("Idempotency-Key", path)
            .header("If-Match", "*");
        let answer = asked.bearer_auth(&self.token).json(&body).send().await;
        let answer = answer.unwrap();
        let (status, text) = (answer.status(), answer.text().await.unwrap());
        assert!(status.is_success(), "{status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// A checkpoint of all entries of a club. A request waits for the signer for two seconds: this asks until it is signed.
    pub(crate) async fn checkpoint(&self, club: &str) -> String {
        let (path, begun) = (format!("{club}/ledger/checkpoint"), Instant::now());
        loop {
            let (status, said) = self.ask(Method::POST, &path, None).await;
            if status == 200 {
                return said;
            }
            let is_late = begun.elapsed() > Duration::from_secs(90);
            assert!(
                said.contains("not_yet_signed") && !is_late,
                "{status} {said}"
            );
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Asks for an audit, and follows it to its end.
    pub(crate) async fn audited(&self, at: &str, range: Value) -> Value {
        let asked = self.write(&format!("{at}/audits"), range).await;
        let path = format!("{at}/audits/{}", asked["id"].as_str().unwrap());
        let events = self.read(&format!("{path}/events")).await;
        let last = events.trim_end().split("\n\n").last().unwrap();
        assert!(last.contains("event: finished"), "{events}");
        let audit: Value = serde_json::from_str(&self.read(&path).await).unwrap();
        assert_eq!(audit["state"], "finished");
        assert_eq!(audit["verdict"], audit["report"]["verdict"]);
        assert_eq!(
            (&audit["done"], audit["done"].is_u64()),
            (&audit["of"], true)
        );
        audit["report"].clone()
    }
}

#[track_caller]
pub(crate) fn is_sound(report: &Value) {
    assert_eq!(report["verdict"], "sound", "{report:#}");
    assert_eq!(
        report["projections"],
        json!({ "differing": 0, "first": [] })
    );
    assert_eq!(report["first_bad_entry"], Value::Null);
}
