//! Somebody with a club in a running service, who asks over HTTP.

use reqwest::Method;
use serde_json::{Value, json};

use crate::running::Running;

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
        Owner::signs_in(service, "mei@example.org", "four winds blow over the table").await
    }

    /// Somebody who has an account.
    pub(crate) async fn signs_in(service: &Running, email: &str, password: &str) -> Owner {
        let mut owner = Owner {
            http: reqwest::Client::new(),
            url: service.url.clone(),
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
}
