//! Webhooks, as an owner makes and changes them. What becomes of them is the dispatcher's, and tested there.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, Script, TestApp, admin, config};

const URL: &str = "https://club.example/faan";

impl Club<'_> {
    async fn try_make_webhook(&self, new: Value) -> Answer {
        self.post("/webhooks", new).await
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
        let asked = format!("{webhook}:test");
        let asked = self.owner.act(Method::POST, &asked).await.expect(202);
        asked["id"].as_str().unwrap().to_owned()
    }

    /// Knows a webhook as `$hook`, and how it was made as `$made`.
    async fn script_with_webhook(&self) -> Script<'_> {
        let (made, path) = self.webhook().await;
        let mut script = self.script();
        script.know("url", URL);
        script.know("made", made);
        script.know("hook", path);
        script
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_shown_when_it_is_made_and_kept_nowhere() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.know("url", URL);
    script.know("new", json!({"name": "scoreboard", "url": URL, "types": ["match.opened", "outcome.recorded", "match.opened"]}));
    script
        .run(r#"
        owner POST $club/webhooks [Idempotency-Key: k] $new -> 201; $first = .; $id = /id; $secret = /secret
            ; has {"state": "active", "types": ["match.opened", "outcome.recorded"]}
        owner POST $club/webhooks [Idempotency-Key: k] $new -> 201; . = $first; @idempotency-replayed = "true"
        owner POST $club/webhooks [Idempotency-Key: k] {"name": "other", "url": "$url"} -> 422 idempotency_key_reused
        "#)
        .await;
    let mut shown = script.known("first").clone();
    shown.as_object_mut().unwrap().remove("secret");
    script.know("shown", shown);
    script
        .run(
            r#"
        owner GET $club/webhooks/$id -> 200; . = $shown
        owner GET $club/webhooks -> 200; /webhooks = [$shown]
        "#,
        )
        .await;
    let secret = script.known("secret").as_str().unwrap();
    standardwebhooks::Webhook::new(secret).unwrap();
    let rows = admin(&app).await;
    let rows = rows.query("SELECT row_to_json(webhooks)::text FROM webhooks", &[]);
    let row: String = rows.await.unwrap()[0].get(0);
    assert!(!row.contains(&secret["whsec_".len()..]), "{row}");

    // Another one takes over, and a repeated request is the same one. The first request is not told what came later.
    script
        .run(r#"
        owner POST $club/webhooks/$id:rotate-secret [Idempotency-Key: r] {"overlap_hours": 1} -> 200; $next = /secret
            ; /secret != $secret; /previous_secret_until ~ T
        owner POST $club/webhooks/$id:rotate-secret [Idempotency-Key: r] {"overlap_hours": 1} -> 200; /secret = $next
            ; @idempotency-replayed = "true"
        owner POST $club/webhooks [Idempotency-Key: k] $new -> 201; /secret = null
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_a_webhook_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script_with_webhook().await;
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
        script.know("bad", url);
        script
            .run(r#"
            owner POST $club/webhooks {"name": "x", "url": "$bad"} -> 422 webhook_url_refused; at /url
            owner PATCH $hook {"url": "$bad"} -> 422 webhook_url_refused
            "#)
            .await;
    }
    script
        .run(r#"
        owner POST $club/webhooks {"name": "x"} -> 400 missing_field
        owner POST $club/webhooks {"name": "", "url": "$url"} -> 422 invalid_value
        owner POST $club/webhooks {"name": "x", "url": "$url", "types": ["outcome_recorded"]} -> 422 invalid_value
        owner POST $club/webhooks {"name": "x", "url": "$url", "types": ["webhook.test"]} -> 422 invalid_value
        owner POST $club/webhooks {"name": "x", "url": "$url", "secret": "whsec_x"} -> 400 unknown_field
        owner POST $hook:replay {"from_seq": 0} -> 422 invalid_value
        owner POST $hook:replay {"from_seq": 1000} -> 422 beyond_ledger
        owner POST $hook:replay {} -> 400 missing_field
        owner POST $hook:rotate-secret {"overlap_hours": 169} -> 422 invalid_value
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_and_what_is_too_much_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script_with_webhook().await;
    script
        .run(
            "
        owner GET $club/webhooks/$owner -> 404 not_found
        owner POST $club/webhooks/$owner:test -> 404 not_found
        owner GET $club/webhooks/$owner/deliveries -> 404 not_found
        owner POST $hook/deliveries/$owner:replay -> 404 not_found
        ",
        )
        .await;
    let another = r#"owner POST $club/webhooks {"name": "x", "url": "$url"}"#;
    script.run(&format!("{another} -> 201\n").repeat(9)).await;
    script
        .run(&format!("{another} -> 409 too_many_webhooks"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_changes_and_ends_a_webhook() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script_with_webhook().await;
    let delivered = script.known("made")["delivered_seq"].clone();
    script.know("delivered", delivered);
    script
        .run(r#"
        owner PATCH $hook {"name": "hall", "url": "https://club.example/new", "types": ["match.opened"]}
            -> 200; has {"name": "hall", "url": "https://club.example/new", "delivered_seq": $delivered}
        owner PATCH $hook {"types": []} -> 200; /types = null
        owner POST $hook:disable -> 200; has {"state": "disabled", "disabled_reason": "owner"}
        owner POST $hook:enable -> 200; /state = "active"
        owner POST $hook:replay {"from_seq": 2} -> 200; /delivered_seq = 1
        owner DELETE $hook -> 204
        owner DELETE $hook -> 204
        owner GET $hook -> 404 not_found
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_to_be_sent_waits_and_is_listed() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script_with_webhook().await;
    script
        .run(r#"
        owner POST $hook:test [Idempotency-Key: k] -> 202; $first = .; has {"state": "waiting", "type": "webhook.test"}
        owner POST $hook:test [Idempotency-Key: k] -> 202; . = $first; @idempotency-replayed = "true"
        "#)
        .await;
    script
        .run(&"owner POST $hook:test -> 202\n".repeat(19))
        .await;
    let (_, other) = club.webhook().await;
    script.know("other", other);
    script
        .run(r#"
        owner POST $hook:test -> 409 too_many_deliveries
        owner GET $hook/deliveries?limit=7 -> 200; /deliveries # 7; $cursor = /next_cursor
        owner GET $hook/deliveries?limit=7&cursor=$cursor -> 200; /deliveries # 7; $cursor = /next_cursor
        owner GET $hook/deliveries?limit=7&cursor=$cursor -> 200; /deliveries # 6; /deliveries/5 = $first; /next_cursor = null
        owner GET $other/deliveries?cursor=$cursor -> 400 invalid_cursor
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_access_log_tells_who_has_the_ledger_told() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script_with_webhook().await;
    let id = script.known("made")["id"].clone();
    script.know("id", id);
    script
        .run(r#"
        owner PATCH $hook {"name": "hall"} -> 200
        owner DELETE $hook -> 204
        owner GET $club/access-log?limit=3 -> 200; /events # 3; /events/0 has {"kind": "webhook_deleted", "webhook": "$id"}
            ; /events/1 has {"kind": "webhook_changed", "webhook": "$id"}; /events/2 has {"kind": "webhook_made", "webhook": "$id"}
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_webhook_of_a_removed_owner_is_disabled() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("other", &club.member("Other", "owner").await);
    script.know("url", URL);
    script
        .run(
            r#"
        other POST $club/webhooks {"name": "scoreboard", "url": "$url"} -> 201; $id = /id
        owner DELETE $club/members/$other -> 204
        owner GET $club/webhooks/$id -> 200; has {"state": "disabled", "disabled_reason": "owner"}
        owner POST $club/webhooks/$id:enable -> 200; /state = "active"
        "#,
        )
        .await;
}

/// A retry that comes late does not change what came since, and shows no secret but its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_made_once_however_late_it_is_repeated() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script_with_webhook().await;
    script
        .run(r#"
        owner POST $hook:rotate-secret [Idempotency-Key: rotate] {"overlap_hours": 1} -> 200; $secret = /secret
        owner PATCH $hook [Idempotency-Key: first] {"name": "hall"} -> 200
        owner PATCH $hook [Idempotency-Key: second] {"name": "scoreboard"} -> 200
        owner POST $hook:rotate-secret [Idempotency-Key: rotate] {"overlap_hours": 1} -> 200; /secret = $secret; @idempotency-replayed = "true"
        owner PATCH $hook [Idempotency-Key: first] {"name": "hall"} -> 200; /name = "scoreboard"; @idempotency-replayed = "true"
        owner PATCH $hook [Idempotency-Key: first] {"name": "other"} -> 422 idempotency_key_reused
        owner POST $hook:rotate-secret [Idempotency-Key: rotate-again] {"overlap_hours": 1} -> 200; /secret != $secret
        owner POST $hook:rotate-secret [Idempotency-Key: rotate] {"overlap_hours": 1} -> 200; /secret = null
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_without_a_key_offers_none() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let config = gateway::Config {
        webhook_keys: None,
        ..config(([127, 0, 0, 1], 1).into(), app.database())
    };
    let without = TestApp::with(config, tokio::spawn(async {}), app.database.clone()).await;
    let mut script = club.script_at(&without);
    script.know("url", URL);
    let asked =
        r#"owner POST $club/webhooks {"name": "x", "url": "$url"} -> 501 webhooks_not_offered"#;
    script.run(asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_webhooks_are_sent_can_be_asked_for() {
    let app = TestApp::start().await;
    let club = app.club().await;
    club.open_match("old-hong-kong").await;
    let page = club.get("/webhook-events?limit=1000").await.expect(200);
    let events = page["events"].as_array().unwrap();
    let entries = club.get("/ledger/entries?limit=1000").await.expect(200);
    assert_eq!(events.len(), entries["entries"].as_array().unwrap().len());
    let club_id = club.path.rsplit('/').next().unwrap();
    for (event, entry) in events.iter().zip(entries["entries"].as_array().unwrap()) {
        let leaf: Value = serde_json::from_str(entry["leaf"].as_str().unwrap()).unwrap();
        let id = format!("evt_{}_{}", club_id.replace('-', ""), entry["seq"]);
        let mut data = json!({"club": club_id, "entry": entry});
        if let Some(match_id) = leaf.get("match") {
            data["match"] = match_id.clone();
        }
        let kind = leaf["kind"].as_str().unwrap().replacen('_', ".", 1);
        let expected = json!({"type": kind, "timestamp": leaf["time"], "data": data});
        assert_eq!(event, &json!({"id": id, "event": expected}));
    }
    let last = events.len();
    club.script()
        .run(&format!(
            r#"
        owner GET $club/webhook-events?limit=2 -> 200; /events # 2; /events/1/event/data/entry/seq = 2; /next_after = 2
        owner GET $club/webhook-events?after={} -> 200; /events # 1; /next_after = null; /events/0/event/type = "match.opened"
        owner GET $club/webhook-events?after={last} -> 200; . = {{"events": []}}
        owner GET $club/webhook-events?after=-1 -> 400 invalid_parameter
        owner GET $club/webhook-events?limit=0 -> 400 invalid_parameter
        owner GET $club/webhook-events?limit=1001 -> 400 invalid_parameter
        "#,
            last - 1
        ))
        .await;
}
