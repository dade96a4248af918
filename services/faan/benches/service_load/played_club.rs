//! What a scorer and an auditor do with the evenings of one club: they correct a hand, export the ledger, and verify the export.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};

use crate::club_client::{Table, next_number, win};
use crate::service::faan;

/// Hand 3 of an evening, whose winner sits on chair 4. The correction states that chair 2 discarded.
const CORRECTED: usize = 2;

/// A club that nobody else uses. An export comes in chunks, which the connection of the other lines does not decode.
pub(crate) struct PlayedClub {
    client: Client,
    address: String,
    table: Table,
    /// The paths of the matches that have not been corrected yet.
    matches: Vec<String>,
    /// The file of the export.
    export: PathBuf,
}

impl PlayedClub {
    /// Of a club whose evenings have been played.
    pub(crate) async fn new(address: &str, table: Table, export: PathBuf) -> PlayedClub {
        tls::install_crypto_providers();
        let mut club = PlayedClub {
            client: Client::new(),
            address: address.to_owned(),
            matches: Vec::new(),
            table,
            export,
        };
        let path = format!("{}/matches", club.table.club);
        let page: Value = club.read(&format!("{path}?limit=100")).await;
        let matches = page["matches"].as_array().unwrap().iter();
        club.matches = matches
            .map(|one| format!("{path}/{}", one["id"].as_str().unwrap()))
            .collect();
        club
    }

    /// Uses another token from now on.
    pub(crate) fn sign_in(&mut self, token: &str) {
        token.clone_into(&mut self.table.token);
    }

    /// Corrects a hand of a match that has not been corrected yet. Returns how long that takes.
    pub(crate) async fn correct(&mut self) -> Duration {
        let of_match = self.matches.pop().unwrap();
        let hands = self.read(&format!("{of_match}/hands")).await;
        let outcome = &hands["hands"][CORRECTED]["id"];
        let with: Value = serde_json::from_str(&win(4, 2)).unwrap();
        let change = json!({ "kind": "replace", "outcome_id": outcome, "outcome": with });
        let body = json!({ "changes": [change], "reason": "somebody else discarded" });
        let correct = self
            .client
            .post(self.url(&format!("{of_match}/corrections")));
        let correct = correct.header("Idempotency-Key", format!("bench-{}", next_number()));
        let begin = Instant::now();
        self.send(correct.header("If-Match", "*").json(&body)).await;
        begin.elapsed()
    }

    /// Exports the ledger into the file. Returns how long the answer takes.
    pub(crate) async fn export(&self) -> Duration {
        let path = format!("{}/ledger/export", self.table.club);
        let begin = Instant::now();
        let export = self.send(self.client.get(self.url(&path))).await;
        let time = begin.elapsed();
        fs::write(&self.export, export).unwrap();
        time
    }

    /// Verifies the file, with every hand scored again. Returns how long that takes.
    pub(crate) async fn verify(&self) -> Duration {
        let keys = self.read("/.well-known/log-keys").await;
        let key = keys["keys"][0]["verifier_key"].as_str().unwrap();
        let mut verify = Command::new(faan());
        verify.args(["audit", "verify", "--key", key]);
        verify.arg(&self.export).stdout(Stdio::null());
        let begin = Instant::now();
        let status = verify.status().unwrap();
        let time = begin.elapsed();
        assert!(status.success(), "the export is not verified: {status}");
        time
    }

    async fn read(&self, path: &str) -> Value {
        let answer = self.send(self.client.get(self.url(path))).await;
        serde_json::from_str(&answer).unwrap()
    }

    /// Sends a request. Returns the body of the answer, which has to be a success.
    async fn send(&self, request: RequestBuilder) -> String {
        let request = request.bearer_auth(&self.table.token);
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let body = answer.text().await.unwrap();
        assert!(status.is_success(), "{status}: {body}");
        body
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}
