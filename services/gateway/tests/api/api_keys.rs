//! Machines ask with API keys, in the name of whoever made them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, Person, TestApp, admin, fresh_key};

impl<'a> Club<'a> {
    async fn try_make_key(&self, maker: &Person<'_>, key: Value) -> Answer {
        maker.post(&format!("{}/api-keys", self.path), key).await
    }

    /// A machine with a key that the owner makes.
    pub(crate) async fn machine(&self, role: &str) -> (Person<'a>, Value) {
        self.machine_of(&self.owner, role).await
    }

    async fn machine_of(&self, maker: &Person<'a>, role: &str) -> (Person<'a>, Value) {
        let new = json!({"name": format!("{role} in the hall"), "role": role});
        let made = self.try_make_key(maker, new).await.expect(201);
        let machine = Person {
            token: Some(made["secret"].as_str().unwrap().to_owned()),
            ..maker.clone()
        };
        (machine, made)
    }

    async fn keys(&self) -> Vec<Value> {
        let list = self.owner.get(&format!("{}/api-keys", self.path)).await;
        list.expect(200)["api_keys"].as_array().unwrap().clone()
    }

    async fn revoke(&self, key: &Value) -> Value {
        let path = format!(
            "{}/api-keys/{}:revoke",
            self.path,
            key["id"].as_str().unwrap()
        );
        self.owner.act(Method::POST, &path).await.expect(200)
    }
}

async fn goulash(machine: &Person<'_>, at: &str, number: u32) -> Answer {
    let hand = json!({"number": number, "outcome": {"kind": "goulash"}});
    machine.post(&format!("{at}/hands"), hand).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_keeps_score_in_its_makers_name() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let (machine, made) = club.machine("scorer").await;
    let secret = made["secret"].as_str().unwrap();
    assert!(
        secret.starts_with("faan_") && secret.len() == 48,
        "{secret}"
    );
    assert_eq!(made["status"], "active");
    goulash(&machine, &at, 1).await.expect(201);
    goulash(&club.owner, &at, 2).await.expect(201);

    let entries = format!("{}/ledger/entries", club.path);
    let entries = club.owner.get(&entries).await.expect(200);
    let entries = entries["entries"].as_array().unwrap();
    let [.., by_machine, by_hand] = &entries[..] else {
        panic!("{entries:?}");
    };
    assert_eq!(
        (&by_machine["api_key"], by_hand["api_key"].is_null()),
        (&made["id"], true)
    );
    for entry in [by_machine, by_hand] {
        let leaf: Value = serde_json::from_str(entry["leaf"].as_str().unwrap()).unwrap();
        assert_eq!(leaf["actor"], club.owner.id.as_str());
        assert!(!entry["leaf"].as_str().unwrap().contains("api_key"));
    }
    // What a member could only do in person, or an owner, no machine does.
    for (method, path) in [
        (Method::DELETE, format!("{}/members/me", club.path)),
        (Method::DELETE, format!("{}/players/me", club.path)),
        (Method::POST, format!("{}/api-keys", club.path)),
    ] {
        machine.act(method, &path).await.refused(403, "forbidden");
    }
    for path in ["/v1/users/me", "/v1/clubs", "/v1/clubs/none"] {
        machine.get(path).await.refused(401, "not_signed_in");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_shown_once_and_kept_nowhere() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let new = json!({"name": "statistics", "role": "auditor", "expires_in_days": 30});
    let make = async |key: &str, new: &Value| {
        let request = club
            .owner
            .request(Method::POST, &format!("{}/api-keys", club.path));
        request.key(key).json(new).send().await
    };
    let first = make("k", &new).await.expect(201);
    let again = make("k", &new).await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    let again = again.expect(201);
    assert_eq!(
        (&again["id"], again["secret"].is_null()),
        (&first["id"], true)
    );
    let other = json!({"name": "statistics", "role": "scorer"});
    make("k", &other)
        .await
        .refused(422, "idempotency_key_reused");
    assert_eq!(club.keys().await, [again]);

    let secret = first["secret"].as_str().unwrap();
    let rows = admin(&app).await;
    let rows = rows
        .query("SELECT row_to_json(api_keys)::text FROM api_keys", &[])
        .await;
    let row: String = rows.unwrap()[0].get(0);
    assert!(
        row.contains("statistics") && !row.contains(&secret[5..]),
        "{row}"
    );

    for (body, status, code) in [
        (json!({"name": "x", "role": "owner"}), 422, "invalid_value"),
        (json!({"name": "", "role": "player"}), 422, "invalid_value"),
        (json!({"name": "x", "role": "king"}), 400, "invalid_field"),
        (
            json!({"name": "x", "role": "player", "expires_in_days": 0}),
            422,
            "invalid_value",
        ),
        (
            json!({"name": "x", "role": "player", "secret": "faan_x"}),
            400,
            "unknown_field",
        ),
    ] {
        make(&fresh_key(), &body).await.refused(status, code);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_ends_at_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (revoked, key) = club.machine("player").await;
    revoked.get(&club.path).await.expect(200);
    for _ in 0..2 {
        assert_eq!(club.revoke(&key).await["status"], "revoked");
    }
    revoked.get(&club.path).await.refused(401, "not_signed_in");

    let (expired, _) = club.machine("player").await;
    expired.get(&club.path).await.expect(200);
    let long_ago = "UPDATE api_keys SET made_at = made_at - interval '9 days', expires_at = now()
        WHERE revoked_at IS NULL";
    admin(&app).await.execute(long_ago, &[]).await.unwrap();
    expired.get(&club.path).await.refused(401, "not_signed_in");
    let status = |key: &Value| key["status"].as_str().unwrap().to_owned();
    let statuses: Vec<_> = club.keys().await.iter().map(status).collect();
    assert_eq!(statuses, ["expired", "revoked"]);
    let nobodys = format!("{}/api-keys/{}:revoke", club.path, club.owner.id);
    club.owner
        .act(Method::POST, &nobodys)
        .await
        .refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_does_no_more_than_its_maker_may() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let friend = club.member("siu", "owner").await;
    let (machine, _) = club.machine_of(&friend, "scorer").await;
    goulash(&machine, &at, 1).await.expect(201);
    let set = async |role: &str| {
        let path = format!("{}/members/{}", club.path, friend.id);
        club.owner
            .put(&path, json!({"role": role}))
            .await
            .expect(200)
    };
    set("player").await;
    goulash(&machine, &at, 2).await.refused(403, "forbidden");
    machine.get(&at).await.expect(200);
    set("scorer").await;
    goulash(&machine, &at, 2).await.expect(201);

    let leave = format!("{}/members/me", club.path);
    friend.act(Method::DELETE, &leave).await.expect(204);
    machine.get(&at).await.refused(401, "not_signed_in");
    assert_eq!(club.keys().await[0]["status"], "revoked");

    // Nor do they come back with whoever made them.
    let invitations = format!("{}/invitations", club.path);
    let invited = club.owner.post(&invitations, json!({"role": "owner"}));
    let token = json!({"token": invited.await.expect(201)["token"]});
    let accepted = friend.post("/v1/invitations:accept", token).await;
    accepted.expect(201);
    machine.get(&at).await.refused(401, "not_signed_in");
    assert_eq!(club.keys().await[0]["status"], "revoked");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_an_account_that_is_gone_is_out() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let friend = club.member("siu", "owner").await;
    let (machine, _) = club.machine_of(&friend, "player").await;
    machine.get(&club.path).await.expect(200);
    let goodbye = friend.request(Method::DELETE, "/v1/users/me");
    let body = json!({"password": crate::app::PASSWORD});
    goodbye.json(&body).send().await.expect(204);
    machine.get(&club.path).await.refused(401, "not_signed_in");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_good_in_its_own_club_alone() {
    let app = TestApp::start().await;
    let club = app.club().await;
    // The same owner, so that only the key is of another club.
    let other = club.owner.found_club("Other").await;
    let (machine, _) = club.machine("scorer").await;
    let mut said = Vec::new();
    for club in [
        other.path.as_str(),
        "/v1/clubs/00000000-0000-4000-8000-000000000000",
        "/v1/clubs/x",
    ] {
        let answer = machine.get(club).await;
        said.push(answer.text.clone());
        answer.refused(401, "not_signed_in");
    }
    said.dedup();
    assert_eq!(said.len(), 1, "{said:?}");
    for secret in [
        "faan_",
        "faan_x",
        &format!("{}x", machine.token.as_ref().unwrap()),
    ] {
        let nobody = Person {
            token: Some(secret.to_owned()),
            ..machine.clone()
        };
        nobody.get(&club.path).await.refused(401, "not_signed_in");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_use_of_a_key_is_not_written_down_with_every_request() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (machine, made) = club.machine("player").await;
    assert!(made["used_at"].is_null());
    machine.get(&club.path).await.expect(200);
    let used_at = club.keys().await[0]["used_at"].clone();
    assert!(used_at.is_string());
    machine.get(&club.path).await.expect(200);
    assert_eq!(club.keys().await[0]["used_at"], used_at);
    let earlier = "UPDATE api_keys SET used_at = used_at - interval '11 minutes'";
    admin(&app).await.execute(earlier, &[]).await.unwrap();
    machine.get(&club.path).await.expect(200);
    assert!(club.keys().await[0]["used_at"].as_str() > used_at.as_str());
}

/// Tries keys that are none until that is too much; returns how often, and the answer then.
async fn guess(club: &Club<'_>) -> (u32, Answer) {
    for number in 0..1000 {
        let guess = Person {
            token: Some(format!("faan_{number:043}")),
            ..club.owner.clone()
        };
        let answer = guess.get(&club.path).await;
        if answer.status == 429 {
            return (number, answer);
        }
        answer.refused(401, "not_signed_in");
    }
    panic!("keys can be tried for ever");
}

/// Whether a key is held up while somebody guesses. Every second lets one through, which may be just this one.
async fn is_held_up(club: &Club<'_>, keys: &[Person<'_>]) -> bool {
    for machine in keys {
        guess(club).await;
        if machine.get(&club.path).await.status == 429 {
            return true;
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_not_tried_for_ever() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (known, key) = club.machine("player").await;
    known.get(&club.path).await.expect(200);
    let mut unknown = Vec::new();
    for _ in 0..5 {
        unknown.push(club.machine("player").await.0);
    }
    let (tries, limited) = guess(&club).await;
    assert!(tries >= 199, "{tries}");
    let wait: u32 = limited.header("retry-after").parse().unwrap();
    assert!((1..=2).contains(&wait), "{wait}");
    limited.refused(429, "too_many_attempts");
    // Who was here before is not held up; a right guess looks like a wrong one.
    known.get(&club.path).await.expect(200);
    club.owner.get(&club.path).await.expect(200);
    assert!(is_held_up(&club, &unknown).await);
    // A key that ended is as good as none.
    club.revoke(&key).await;
    known.get(&club.path).await.refused(401, "not_signed_in");
    assert!(is_held_up(&club, &[known.clone(), known.clone(), known.clone(), known]).await);
}
