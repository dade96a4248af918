//! Webhooks, as an owner makes and changes them. What becomes of them is the dispatcher's, and tested there.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, admin, config, fresh_key};

const URL: &str = "https://club.example/faan";

impl Club<'_> {
    async fn try_make_webhook(&self, new: Value) -> Answer {
        self.owner
            .post(&format!("{}/webhooks", self.path), new)
            .await
    }

    /// A webhook, and its path.
    pub(crate) async fn webhook(&self) -> (Value, String) {
        let new = json!({"name": "scoreboard", "url": URL});
        let made = self.try_make_webhook(new).await.expect(201);
        let path = format!("{}/webhooks/{}", self.path, made["id"].as_str().unwrap());
        (made, path)
    }

    /// A test that waits to be sent to a webhook, by its id.
    pub(crate) async fn waiting_delivery(&self, webhook: &str) -> String {
        let asked = self
            .owner
            .act(Method::POST, &format!("{webhook}:test"))
            .await;
        asked.expect(202)["id"].as_str().unwrap().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_shown_when_it_is_made_and_kept_nowhere() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let make = async |key: &str, new: &Value| {
        let request = club
            .owner
            .request(Method::POST, &format!("{}/webhooks", club.path));
        request.key(key).json(new).send().await
    };
    let new = json!({"name": "scoreboard", "url": URL, "types": ["match.opened", "outcome.recorded", "match.opened"]});
    let first = make("k", &new).await.expect(201);
    let again = make("k", &new).await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(201), first);
    let other = json!({"name": "other", "url": URL});
    make("k", &other)
        .await
        .refused(422, "idempotency_key_reused");
    assert_eq!(first["state"], "active");
    assert_eq!(first["types"], json!(["match.opened", "outcome.recorded"]));
    let secret = first["secret"].as_str().unwrap();
    standardwebhooks::Webhook::new(secret).unwrap();

    let mut shown = first.clone();
    shown.as_object_mut().unwrap().remove("secret");
    let path = format!("{}/webhooks/{}", club.path, first["id"].as_str().unwrap());
    assert_eq!(club.owner.get(&path).await.expect(200), shown);
    let list = club.owner.get(&format!("{}/webhooks", club.path)).await;
    assert_eq!(list.expect(200)["webhooks"], json!([shown]));
    let rows = admin(&app).await;
    let rows = rows.query("SELECT row_to_json(webhooks)::text FROM webhooks", &[]);
    let row: String = rows.await.unwrap()[0].get(0);
    assert!(!row.contains(&secret["whsec_".len()..]), "{row}");

    // Another one takes over, and a repeated request is the same one.
    let rotate = async || {
        let request = club
            .owner
            .request(Method::POST, &format!("{path}:rotate-secret"));
        request
            .key("r")
            .json(&json!({"overlap_hours": 1}))
            .send()
            .await
    };
    let rotated = rotate().await.expect(200);
    let next = rotated["secret"].as_str().unwrap();
    assert!(next != secret && rotated["previous_secret_until"].is_string());
    let again = rotate().await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(200)["secret"], next);
    // The first request is not told what came later.
    assert!(make("k", &new).await.expect(201)["secret"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_a_webhook_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (_, path) = club.webhook().await;
    for url in [
        "http://club.example/",
        "https://me:secret@club.example/",
        "https://club.example/#x",
        "https://localhost.localdomain:99999/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/",
        "https://2130706433/",
        "ftp://club.example/",
        "club.example",
        "",
    ] {
        let new = json!({"name": "x", "url": url});
        let refused = club.try_make_webhook(new).await;
        let fault = refused.fault(url, (422, "webhook_url_refused", "/url", ""));
        assert_eq!(fault, None);
        let changed = club.owner.patch(&path, json!({"url": url})).await;
        changed.refused(422, "webhook_url_refused");
    }
    for (body, status, code) in [
        (json!({"name": "x"}), 400, "missing_field"),
        (json!({"name": "", "url": URL}), 422, "invalid_value"),
        (
            json!({"name": "x", "url": URL, "types": ["outcome_recorded"]}),
            422,
            "invalid_value",
        ),
        (
            json!({"name": "x", "url": URL, "types": ["webhook.test"]}),
            422,
            "invalid_value",
        ),
        (
            json!({"name": "x", "url": URL, "secret": "whsec_x"}),
            400,
            "unknown_field",
        ),
    ] {
        club.try_make_webhook(body).await.refused(status, code);
    }
    for (verb, body, status, code) in [
        (":replay", json!({"from_seq": 0}), 422, "invalid_value"),
        (":replay", json!({"from_seq": 1000}), 422, "beyond_ledger"),
        (":replay", json!({}), 400, "missing_field"),
        (
            ":rotate-secret",
            json!({"overlap_hours": 169}),
            422,
            "invalid_value",
        ),
    ] {
        let refused = club.owner.post(&format!("{path}{verb}"), body).await;
        refused.refused(status, code);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_and_what_is_too_much_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (_, path) = club.webhook().await;
    let nobodys = format!("{}/webhooks/{}", club.path, club.owner.id);
    club.owner.get(&nobodys).await.refused(404, "not_found");
    let test = format!("{nobodys}:test");
    let test = club.owner.act(Method::POST, &test).await;
    test.refused(404, "not_found");
    let log = club.owner.get(&format!("{nobodys}/deliveries")).await;
    log.refused(404, "not_found");
    let again = format!("{path}/deliveries/{}:replay", club.owner.id);
    let again = club.owner.act(Method::POST, &again);
    again.await.refused(404, "not_found");
    for number in 2..=11 {
        let new = json!({"name": number.to_string(), "url": URL});
        let made = club.try_make_webhook(new).await;
        match number {
            11 => drop(made.refused(409, "too_many_webhooks")),
            _ => drop(made.expect(201)),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_changes_and_ends_a_webhook() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (made, path) = club.webhook().await;
    let change =
        json!({"name": "hall", "url": "https://club.example/new", "types": ["match.opened"]});
    let changed = club.owner.patch(&path, change).await.expect(200);
    assert_eq!(
        (&changed["name"], &changed["url"]),
        (&json!("hall"), &json!("https://club.example/new"))
    );
    assert_eq!(changed["delivered_seq"], made["delivered_seq"]);
    let all = club.owner.patch(&path, json!({"types": []})).await;
    assert!(all.expect(200)["types"].is_null());
    let act = async |verb: &str| {
        let path = format!("{path}{verb}");
        club.owner.act(Method::POST, &path).await.expect(200)
    };
    let disabled = act(":disable").await;
    assert_eq!(
        (&disabled["state"], &disabled["disabled_reason"]),
        (&json!("disabled"), &json!("owner"))
    );
    assert_eq!(act(":enable").await["state"], "active");
    let replay = format!("{path}:replay");
    let replay = club.owner.post(&replay, json!({"from_seq": 2})).await;
    assert_eq!(replay.expect(200)["delivered_seq"], 1);
    for _ in 0..2 {
        club.owner.act(Method::DELETE, &path).await.expect(204);
    }
    club.owner.get(&path).await.refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_to_be_sent_waits_and_is_listed() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (_, path) = club.webhook().await;
    let test = async |key: &str| {
        let request = club.owner.request(Method::POST, &format!("{path}:test"));
        request.key(key).send().await
    };
    let first = test("k").await.expect(202);
    assert_eq!(
        (&first["state"], &first["type"]),
        (&json!("waiting"), &json!("webhook.test"))
    );
    let again = test("k").await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(202), first);
    for _ in 1..20 {
        test(&fresh_key()).await.expect(202);
    }
    test(&fresh_key()).await.refused(409, "too_many_deliveries");
    let mut listed = Vec::new();
    let mut page = format!("{path}/deliveries?limit=7");
    loop {
        let read = club.owner.get(&page).await.expect(200);
        listed.extend(read["deliveries"].as_array().unwrap().clone());
        let Some(cursor) = read["next_cursor"].as_str() else {
            break;
        };
        page = format!("{path}/deliveries?limit=7&cursor={cursor}");
    }
    assert_eq!(listed.len(), 20);
    assert_eq!(listed.last(), Some(&first));
    let (_, other) = club.webhook().await;
    let cursor = page.rsplit_once('=').unwrap().1;
    let elsewhere = format!("{other}/deliveries?cursor={cursor}");
    let elsewhere = club.owner.get(&elsewhere).await;
    elsewhere.refused(400, "invalid_cursor");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_access_log_tells_who_has_the_ledger_told() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (made, path) = club.webhook().await;
    club.owner
        .patch(&path, json!({"name": "hall"}))
        .await
        .expect(200);
    club.owner.act(Method::DELETE, &path).await.expect(204);
    let log = format!("{}/access-log?limit=3", club.path);
    let log = club.owner.get(&log).await.expect(200);
    let events = log["events"].as_array().unwrap();
    let kinds: Vec<_> = events.iter().map(|event| &event["kind"]).collect();
    assert_eq!(
        kinds,
        ["webhook_deleted", "webhook_changed", "webhook_made"]
    );
    assert!(events.iter().all(|event| event["webhook"] == made["id"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_webhook_of_a_removed_owner_is_disabled() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let other = club.member("Other", "owner").await;
    let new = json!({"name": "scoreboard", "url": URL});
    let made = other.post(&format!("{}/webhooks", club.path), new).await;
    let id = made.expect(201)["id"].as_str().unwrap().to_owned();
    let member = format!("{}/members/{}", club.path, other.id);
    club.owner.act(Method::DELETE, &member).await.expect(204);
    let path = format!("{}/webhooks/{id}", club.path);
    let now = club.owner.get(&path).await.expect(200);
    assert_eq!(
        (&now["state"], &now["disabled_reason"]),
        (&json!("disabled"), &json!("owner"))
    );
    let enable = format!("{path}:enable");
    let enabled = club.owner.act(Method::POST, &enable).await.expect(200);
    assert_eq!(enabled["state"], "active");
}

/// A retry that comes late does not change what came since, and shows no secret but its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_made_once_however_late_it_is_repeated() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (_, path) = club.webhook().await;
    let rotate = async |key: &str| {
        let rotate = format!("{path}:rotate-secret");
        let request = club.owner.request(Method::POST, &rotate).key(key);
        request.json(&json!({"overlap_hours": 1})).send().await
    };
    let name = async |key: &str, name: &str| {
        let request = club.owner.request(Method::PATCH, &path).key(key);
        request.json(&json!({"name": name})).send().await
    };
    let first = rotate("rotate").await.expect(200);
    name("first", "hall").await.expect(200);
    name("second", "scoreboard").await.expect(200);
    let again = rotate("rotate").await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(200)["secret"], first["secret"]);
    let again = name("first", "hall").await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(200)["name"], "scoreboard");
    name("first", "other")
        .await
        .refused(422, "idempotency_key_reused");
    let second = rotate("rotate-again").await.expect(200);
    assert_ne!(second["secret"], first["secret"]);
    assert_eq!(rotate("rotate").await.expect(200)["secret"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_without_a_key_offers_none() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let config = gateway::Config {
        webhook_keys: None,
        ..config(([127, 0, 0, 1], 1).into(), app.database())
    };
    let gateway = gateway::App::build(config).await.unwrap();
    let url = format!("{}{}/webhooks", gateway.url(), club.path);
    tokio::spawn(gateway.run(std::future::pending()));
    let new = json!({"name": "x", "url": URL});
    let asked = app.http.post(url).header("Idempotency-Key", "k").json(&new);
    let asked = asked.bearer_auth(club.owner.token.as_ref().unwrap());
    let answer = asked.send().await.unwrap();
    assert_eq!(answer.status(), 501);
    let problem: Value = answer.json().await.unwrap();
    assert_eq!(problem["code"], "webhooks_not_offered");
}
