//! Somebody with a club in a running service, who asks over HTTP.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::client::{self, PATIENCE, ask};
use crate::running::{EMAIL, PASSWORD, Running};

/// Somebody with a club.
pub(crate) struct Owner {
    pub(crate) http: reqwest::Client,
    pub(crate) url: String,
    pub(crate) token: String,
}

impl Owner {
    /// Somebody whom the service at this address does not know.
    pub(crate) fn nobody(url: &str) -> Owner {
        Owner {
            http: client::http(),
            url: url.to_owned(),
            token: String::new(),
        }
    }

    /// Somebody who signs up and in.
    pub(crate) async fn of(service: &Running) -> Owner {
        Owner::signs_up(&service.url, EMAIL).await
    }

    /// Somebody who signs up and in at the service with this address.
    pub(crate) async fn signs_up(url: &str, email: &str) -> Owner {
        let account = json!({ "email": email, "password": PASSWORD, "display_name": "Mei" });
        Owner::nobody(url).write("/v1/users", account).await;
        Owner::signs_in(url, email, PASSWORD).await
    }

    /// Somebody with a password for once.
    pub(crate) async fn comes_with(url: &str, email: &str, one_time: &str) -> Owner {
        let first = json!({ "email": email, "password": one_time, "new_password": PASSWORD });
        Owner::nobody(url).write("/v1/sessions", first).await;
        Owner::signs_in(url, email, PASSWORD).await
    }

    /// Somebody who has an account.
    pub(crate) async fn signs_in(url: &str, email: &str, password: &str) -> Owner {
        let credentials = json!({ "email": email, "password": password });
        let mut owner = Owner::nobody(url);
        let session = owner.write("/v1/sessions", credentials).await;
        owner.token = session["access_token"].as_str().unwrap().to_owned();
        owner
    }

    /// Signs in anew if they did long ago: an access token is not valid for as long as many requests take.
    pub(crate) async fn stay_signed_in(&mut self, since: &mut Instant) {
        if since.elapsed() > Duration::from_secs(300) {
            self.token = Owner::signs_in(&self.url, EMAIL, PASSWORD).await.token;
            *since = Instant::now();
        }
    }

    /// A request with their token, whatever the version of what it changes, under a key of its own.
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let key = NEXT.fetch_add(1, Ordering::Relaxed);
        let asked = self.http.request(method, format!("{}{path}", self.url));
        let asked = asked.header("Idempotency-Key", key.to_string());
        match self.token.as_str() {
            "" => asked,
            token => asked.bearer_auth(token),
        }
    }

    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (u16, String) {
        let asked = self.request(method, path);
        let asked = match body {
            Some(body) => asked.json(&body),
            None => asked,
        };
        ask(asked).await
    }

    pub(crate) async fn write(&self, path: &str, body: Value) -> Value {
        written(self.ask(Method::POST, path, Some(body)).await)
    }

    pub(crate) async fn read(&self, path: &str) -> String {
        let (status, text) = self.ask(Method::GET, path, None).await;
        assert_eq!(status, 200, "{text}");
        text
    }

    pub(crate) async fn read_json(&self, path: &str) -> Value {
        serde_json::from_str(&self.read(path).await).unwrap()
    }

    /// Everything in a list, from page to page.
    pub(crate) async fn list(&self, path: &str, name: &str) -> Vec<Value> {
        let (mut listed, mut cursor) = (Vec::new(), String::new());
        loop {
            let mut page = self.read_json(&format!("{path}{cursor}")).await;
            listed.append(page[name].as_array_mut().unwrap());
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("?cursor={next}"),
                None => return listed,
            }
        }
    }

    /// A club with four players, by its path.
    pub(crate) async fn found_club(&self) -> (String, Vec<Value>) {
        let club = json!({ "name": "Club", "time_zone": "Asia/Hong_Kong" });
        let club = self.write("/v1/clubs", club).await;
        let at = format!("/v1/clubs/{}", club["id"].as_str().unwrap());
        let names = ["Ah Yee", "Bing", "Cheung", "Dai Man"].map(str::to_owned);
        let players = self.enrol(&at, names).await;
        (at, players)
    }

    /// Enrols players with these names in a club; their ids.
    pub(crate) async fn enrol(
        &self,
        club: &str,
        names: impl IntoIterator<Item = String>,
    ) -> Vec<Value> {
        let (path, mut players) = (format!("{club}/players"), Vec::new());
        for name in names {
            let player = self.write(&path, json!({ "name": name })).await;
            players.push(player["id"].clone());
        }
        players
    }

    /// A match of four players in a club, with other terms or on another day; by its path.
    pub(crate) async fn open_match(&self, club: &str, players: &[Value], more: Value) -> String {
        let mut opening = json!({ "terms": { "variant": { "id": "old-hong-kong" } }, "players": players, "played_on": "2026-11-21" });
        for (name, value) in more.as_object().unwrap() {
            match name.as_str() {
                "played_on" => opening[name] = value.clone(),
                term => opening["terms"][term] = value.clone(),
            }
        }
        let opened = self.write(&format!("{club}/matches"), opening).await;
        format!("{club}/matches/{}", opened["id"].as_str().unwrap())
    }

    /// Posts what changes a match, whatever its version.
    pub(crate) async fn change(&self, path: &str, body: Value) -> Value {
        let asked = self.request(Method::POST, path).header("If-Match", "*");
        written(ask(asked.json(&body)).await)
    }

    /// A checkpoint of all entries of a club. A request waits for the signer for two seconds: this asks until it is signed.
    pub(crate) async fn checkpoint(&self, club: &str) -> String {
        let (path, begun) = (format!("{club}/ledger/checkpoint"), Instant::now());
        loop {
            let (status, said) = self.ask(Method::POST, &path, None).await;
            if status == 200 {
                return said;
            }
            let is_late = begun.elapsed() > PATIENCE;
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
        let audit = self.audit_at_its_end(&path).await;
        assert_eq!(audit["state"], "finished");
        assert_eq!(audit["verdict"], audit["report"]["verdict"]);
        assert_eq!(
            (&audit["done"], audit["done"].is_u64()),
            (&audit["of"], true)
        );
        audit["report"].clone()
    }

    /// Follows an audit to its end. A stream that ends before is followed again.
    pub(crate) async fn audit_at_its_end(&self, path: &str) -> Value {
        let begun = Instant::now();
        loop {
            let events = self.read(&format!("{path}/events")).await;
            if events
                .trim_end()
                .split("\n\n")
                .last()
                .unwrap()
                .contains("event: finished")
            {
                return self.read_json(path).await;
            }
            assert!(begun.elapsed() < PATIENCE, "{events}");
        }
    }
}

#[track_caller]
fn written((status, text): (u16, String)) -> Value {
    assert!(status < 300, "{status} {text}");
    serde_json::from_str(&text).unwrap()
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
