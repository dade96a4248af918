//! The requests of an evening, named by what a person does.

use reqwest::{Method, RequestBuilder, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{Failure, http};

/// Somebody who signed in.
pub(super) struct Client {
    http: reqwest::Client,
    url: String,
    access_token: String,
}

/// What a request made.
#[derive(Deserialize)]
struct Made {
    id: String,
}

#[derive(Deserialize)]
struct Session {
    access_token: String,
}

/// The words of an `application/problem+json` that a person needs.
#[derive(Deserialize)]
struct Problem {
    code: String,
    detail: Option<String>,
}

impl Client {
    /// Makes an account of its own, so that the demonstration can be run again, and signs in with it.
    pub(super) async fn sign_up(url: &str) -> Result<Client, Failure> {
        let address = Url::parse(url).map_err(|bad| format!("{url}: {bad}"))?;
        let mut client = Client {
            http: http::client_for(&address).build()?,
            url: url.trim_end_matches('/').to_owned(),
            access_token: String::new(),
        };
        let (name, password) = (unguessable(), unguessable());
        let email = format!("demo-{name}@faan.example");
        let account =
            json!({ "email": email, "password": password, "display_name": "Demonstration" });
        let _: Made = client.send(client.post("/v1/users"), &account).await?;
        let credentials = json!({ "email": email, "password": password });
        let session: Session = client
            .send(client.post("/v1/sessions"), &credentials)
            .await?;
        client.access_token = session.access_token;
        Ok(client)
    }

    pub(super) async fn found_club(&self, name: &str) -> Result<String, Failure> {
        self.write(
            "/v1/clubs",
            &json!({ "name": name, "time_zone": "Asia/Hong_Kong" }),
        )
        .await
    }

    pub(super) async fn enrol(&self, club: &str, name: &str) -> Result<String, Failure> {
        self.write(
            &format!("/v1/clubs/{club}/players"),
            &json!({ "name": name }),
        )
        .await
    }

    pub(super) async fn open_match(&self, club: &str, opening: &Value) -> Result<String, Failure> {
        self.write(&format!("/v1/clubs/{club}/matches"), opening)
            .await
    }

    pub(super) async fn record(
        &self,
        club: &str,
        game: &str,
        number: u32,
        outcome: Value,
    ) -> Result<(), Failure> {
        let path = format!("/v1/clubs/{club}/matches/{game}/hands");
        self.write(&path, &json!({ "number": number, "outcome": outcome }))
            .await
            .map(|_| ())
    }

    pub(super) async fn read<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failure> {
        answer(self.request(Method::GET, path)).await
    }

    /// Does something once, however often the network would make us ask, and says what id it got.
    async fn write(&self, path: &str, body: &Value) -> Result<String, Failure> {
        let request = self.post(path).header("Idempotency-Key", unguessable());
        let made: Made = self.send(request, body).await?;
        Ok(made.id)
    }

    async fn send<T: DeserializeOwned>(
        &self,
        request: RequestBuilder,
        body: &Value,
    ) -> Result<T, Failure> {
        answer(request.json(body)).await
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.url));
        if self.access_token.is_empty() {
            request
        } else {
            request.bearer_auth(&self.access_token)
        }
    }
}

/// Sends a request and reads its answer, or what the service says is wrong with it.
async fn answer<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, Failure> {
    let response = request.send().await.map_err(|error| {
        format!("no answer ({error}): is `make up` running, and at this --url?")
    })?;
    let status = response.status();
    if status.is_success() {
        return Ok(response.json().await?);
    }
    let problem: Problem = response
        .json()
        .await
        .map_err(|_| format!("the service answered {status}"))?;
    Err(format!(
        "{status} {}: {}",
        problem.code,
        problem.detail.unwrap_or_default()
    )
    .into())
}

#[expect(
    clippy::disallowed_methods,
    reason = "a demonstration must not meet the account of another one"
)]
fn unguessable() -> String {
    Uuid::new_v4().to_string()
}
