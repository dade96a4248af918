//! The requests of the demonstration.

use host::Failure;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::rest::{Answer, Gateway, Request, Unanswered, unguessable};

/// A signed-in person.
pub(super) struct Client {
    gateway: Gateway,
}

/// The resource that a request created.
#[derive(Deserialize)]
struct Made {
    id: String,
}

#[derive(Deserialize)]
struct Session {
    access_token: String,
}

impl Client {
    /// Creates a new account, so that the demonstration can run again, and signs in with it.
    pub(super) async fn sign_up(url: &str) -> Result<Client, Failure> {
        let gateway = Gateway::at(url, 1)?;
        let mut client = Client { gateway };
        let (name, password) = (unguessable(), unguessable());
        let email = format!("demo-{name}@faan.example");
        let account =
            json!({ "email": email, "password": password, "display_name": "Demonstration" });
        client.ask(&Request::post("/v1/users", &account)).await?;
        let credentials = json!({ "email": email, "password": password });
        let opened = client
            .ask(&Request::post("/v1/sessions", &credentials))
            .await?;
        let session: Session = opened.read()?;
        client.gateway.token = Some(session.access_token);
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
        Ok(self.ask(&Request::get(path)).await?.read()?)
    }

    /// Sends a write with an idempotency key, and returns the id of the created resource.
    async fn write(&self, path: &str, body: &Value) -> Result<String, Failure> {
        let key = unguessable();
        let request = Request {
            key: Some(&key),
            ..Request::post(path, body)
        };
        let made: Made = self.ask(&request).await?.read()?;
        Ok(made.id)
    }

    async fn ask(&self, request: &Request<'_>) -> Result<Answer, Failure> {
        let asked = self.gateway.ask(request).await;
        asked.map_err(|error| match error {
            Unanswered::Lost(why) => {
                format!("{why}: is `make up` running, and at this --url?").into()
            }
            Unanswered::Refused(_) | Unanswered::NotNow(_) | Unanswered::Misunderstood(_) => {
                error.into()
            }
        })
    }
}
