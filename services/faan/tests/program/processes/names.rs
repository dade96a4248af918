//! What people are called, and what is said of them, is in no log.

use std::fs::{self, File};

use reqwest::Method;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::client::ask;
use crate::owner::Owner;
use crate::running::{Folder, Running, faan};

const EMAIL: &str = "lau.siu-ming@example.org";
const PASSWORD: &str = "four winds blow over Lau";
const NAME: &str = "Lau Siu-ming";

/// Somebody who keeps score of people with this name in theirs.
struct Scorer {
    owner: Owner,
}

impl Scorer {
    /// Asks for something, and gets an answer with this status.
    async fn ask(&mut self, method: Method, path: &str, body: Value, status: u16) -> Value {
        let asked = self.owner.request(method, path).header("If-Match", "*");
        let (got, text) = ask(asked.json(&body)).await;
        assert_eq!(got, status, "{path}: {text}");
        serde_json::from_str(&text).unwrap_or_default()
    }

    async fn post(&mut self, path: &str, body: Value, status: u16) -> Value {
        self.ask(Method::POST, path, body, status).await
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// A club from its founding to the erasure of a player and the account, with what goes wrong on the way.
async fn evening(service: &Running) {
    let owner = Owner::nobody(&service.url);
    let mut scorer = Scorer { owner };
    let account = json!({"email": EMAIL, "password": PASSWORD, "display_name": NAME});
    scorer.post("/v1/users", account.clone(), 201).await;
    scorer.post("/v1/users", account, 409).await;
    let wrong = json!({"email": EMAIL, "password": "Lau Siu-ming's cat"});
    scorer.post("/v1/sessions", wrong, 401).await;
    let right = json!({"email": EMAIL, "password": PASSWORD});
    let session = scorer.post("/v1/sessions", right, 201).await;
    scorer.owner.token = text(&session["access_token"]).to_owned();
    let new = json!({"name": format!("{NAME}'s table"), "time_zone": "Asia/Hong_Kong"});
    let club = scorer.post("/v1/clubs", new, 201).await;
    let club = format!("/v1/clubs/{}", text(&club["id"]));
    let mut players = Vec::new();
    for number in 1..=4 {
        let new = json!({"name": format!("{NAME} {number}")});
        let player = scorer.post(&format!("{club}/players"), new, 201).await;
        players.push(player["id"].clone());
    }
    for (bad, status) in [
        (json!({"name": NAME, NAME: true}), 400),
        (json!({"name": NAME.repeat(20)}), 422),
        (json!({"name": format!("{NAME}  1")}), 409),
    ] {
        scorer.post(&format!("{club}/players"), bad, status).await;
    }
    let new = json!({"terms": {"variant": {"id": "old-hong-kong"}}, "players": players, "played_on": "2026-11-21"});
    let opened = scorer.post(&format!("{club}/matches"), new, 201).await;
    let at = format!("{club}/matches/{}", text(&opened["id"]));
    let penalty =
        json!({"chair": 1, "points": 2, "payee": "players", "reason": format!("{NAME} sang")});
    let recorded = scorer.post(&format!("{at}/penalties"), penalty, 201).await;
    let changes = json!([{"kind": "void", "outcome_id": recorded["id"]}]);
    let correction = json!({"changes": changes, "reason": format!("{NAME} did not sing")});
    let corrected = scorer
        .post(&format!("{at}/corrections"), correction, 201)
        .await;
    let player = format!("{club}/players/{}", text(&players[0]));
    let renamed = json!({"name": format!("{NAME} the elder")});
    scorer.ask(Method::PATCH, &player, renamed, 200).await;
    let reason = format!("{club}/ledger/entries/{}/text", corrected["seq"]);
    scorer.ask(Method::DELETE, &reason, json!(null), 204).await;
    scorer.ask(Method::DELETE, &player, json!(null), 200).await;
    let goodbye = json!({"password": PASSWORD});
    scorer
        .ask(Method::DELETE, "/v1/users/me", goodbye, 409)
        .await;
}

#[tokio::test]
async fn no_log_says_what_people_are_called() {
    check_log("text").await;
}

#[tokio::test]
async fn no_log_in_json_says_what_people_are_called() {
    let log = check_log("json").await;
    let mut answered = 0;
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(line["level"].is_string() && line["timestamp"].is_string());
        if line["message"] == "answered" {
            let request = &line["spans"][0];
            assert_eq!(text(&request["id"]).len(), 16, "{line}");
            assert!(request["http.response.status_code"].is_u64(), "{line}");
            answered += 1;
        }
    }
    assert!(answered > 15, "{answered}");
}

/// Has an evening logged in this format, and gives the log.
async fn check_log(format: &str) -> String {
    let folder = Folder::new();
    let log = folder.0.join("service.log");
    let mut command = faan();
    command
        .args(["up", "--log", "debug", "--log-format", format])
        .arg("--data-dir")
        .arg(&folder.0);
    command.stderr(File::create(&log).unwrap());
    let service = Running::start_with(&mut command);
    evening(&service).await;
    let (_, mut said) = service.end(Signal::TERM);
    let log = fs::read_to_string(&log).unwrap();
    let of_postgres = fs::read_to_string(folder.0.join("postgres.log")).unwrap();
    for log in [&log, &of_postgres] {
        assert!(!log.is_empty());
        said += log;
    }
    for part in ["Lau", "iu-ming", " sang", "four winds"] {
        assert_eq!(said.lines().find(|line| line.contains(part)), None);
    }
    log
}
