//! Invitations, from the owner who makes one to the member who came by it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, Person, TestApp};

const ACCEPT: &str = "/v1/invitations:accept";

impl Club<'_> {
    async fn invite(&self, invitation: Value) -> Value {
        let path = format!("{}/invitations", self.path);
        self.owner.post(&path, invitation).await.expect(201)
    }

    async fn invitations(&self) -> Vec<Value> {
        let path = format!("{}/invitations", self.path);
        let list = self.owner.get(&path).await.expect(200);
        list["invitations"].as_array().unwrap().clone()
    }
}

async fn accept(person: &Person<'_>, token: &Value) -> crate::app::Answer {
    person.post(ACCEPT, json!({"token": token})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_comes_by_invitation() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let made = club
        .invite(json!({"role": "scorer", "player": club.players[2]}))
        .await;
    assert_eq!(
        (made["status"].as_str(), made["single_use"].as_bool()),
        (Some("open"), Some(true))
    );
    let token = &made["token"];
    assert!(token.as_str().unwrap().len() >= 43);
    assert!(club.invitations().await[0]["token"].is_null());

    let friend = app.sign_up("siu").await;
    let joined = accept(&friend, token).await;
    assert_eq!(joined.header("location"), club.path);
    let joined = joined.expect(201);
    assert_eq!(joined["role"], "scorer");
    assert_eq!(friend.get(&club.path).await.expect(200), joined["club"]);
    let player = format!("{}/players/{}", club.path, club.players[2]);
    assert_eq!(
        friend.get(&player).await.expect(200)["user"],
        friend.id.as_str()
    );
    let [used] = &club.invitations().await[..] else {
        panic!("one invitation");
    };
    assert_eq!(
        (used["status"].as_str(), used["uses"].as_u64()),
        (Some("used"), Some(1))
    );

    // Neither the token nor its hash is in the ledger, and the entry says who came.
    let entries = club
        .owner
        .get(&format!("{}/ledger/entries?after=5", club.path))
        .await;
    assert!(!entries.text.contains(token.as_str().unwrap()));
    assert!(entries.text.contains("invitation_accepted") && entries.text.contains(&friend.id));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_request_is_done_once_and_does_not_show_the_token_again() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let path = format!("{}/invitations", club.path);
    let make = || {
        let make = club.owner.request(Method::POST, &path).key("invite");
        make.json(&json!({"role": "player"})).send()
    };
    let first = make().await.expect(201);
    let again = make().await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    let again = again.expect(201);
    assert_eq!(
        (&again["id"], &again["token"]),
        (&first["id"], &Value::Null)
    );
    assert_eq!(club.invitations().await.len(), 1);

    let friend = app.sign_up("siu").await;
    let join = || {
        let join = friend.request(Method::POST, ACCEPT).key("join");
        join.json(&json!({"token": first["token"]})).send()
    };
    let joined = join().await.expect(201);
    let again = join().await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(201), joined);
    let other = friend.request(Method::POST, ACCEPT).key("join");
    let other = other.json(&json!({"token": "another"})).send().await;
    other.refused(404, "invitation_not_open");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_open_looks_alike() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let used = club.invite(json!({"role": "player"})).await;
    let first = app.sign_up("first").await;
    accept(&first, &used["token"]).await.expect(201);
    let revoked = club.invite(json!({"role": "player"})).await;
    let id = revoked["id"].as_str().unwrap();
    let revoke = format!("{}/invitations/{id}:revoke", club.path);
    let answer = club.owner.act(Method::POST, &revoke).await.expect(200);
    assert_eq!(answer["status"], "revoked");
    club.owner.act(Method::POST, &revoke).await.expect(200);
    let expired = club
        .invite(json!({"role": "player", "expires_in_days": 1}))
        .await;
    let past = "UPDATE invitations SET made_at = made_at - interval '2 days', expires_at = expires_at - interval '2 days'
        WHERE uses = 0 AND revoked_seq IS NULL";
    let admin = crate::app::admin(&app).await;
    assert_eq!(admin.execute(past, &[]).await.unwrap(), 1);

    let stranger = app.sign_up("stranger").await;
    let mut answers = Vec::new();
    for token in [
        &used["token"],
        &revoked["token"],
        &expired["token"],
        &json!("nobody's"),
    ] {
        let answer = accept(&stranger, token).await;
        answers.push(answer.text.clone());
        answer.refused(404, "invitation_not_open");
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    let statuses: Vec<Value> = club
        .invitations()
        .await
        .iter()
        .map(|one| one["status"].clone())
        .collect();
    assert_eq!(statuses, ["expired", "revoked", "used"]);
    app.nobody()
        .post(ACCEPT, json!({"token": "x"}))
        .await
        .refused(401, "not_signed_in");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_for_many_is_accepted_by_many() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let made = club
        .invite(json!({"role": "auditor", "single_use": false, "expires_in_days": 30}))
        .await;
    for name in ["a", "b"] {
        let person = app.sign_up(name).await;
        accept(&person, &made["token"]).await.expect(201);
        accept(&person, &made["token"])
            .await
            .refused(409, "already_member");
    }
    assert_eq!(club.invitations().await[0]["uses"], 2);
    let path = format!("{}/invitations", club.path);
    for (bad, status, code, pointer) in [
        (json!({"role": "boss"}), 400, "invalid_field", "/role"),
        (
            json!({"role": "player", "expires_in_days": 31}),
            422,
            "invalid_value",
            "/expires_in_days",
        ),
        (
            json!({"role": "player", "expires_in_days": 0}),
            422,
            "invalid_value",
            "/expires_in_days",
        ),
        (
            json!({"role": "player", "token": "mine"}),
            400,
            "unknown_field",
            "/token",
        ),
        (
            json!({"role": "player", "player": club.owner.id}),
            422,
            "unknown_player",
            "/player",
        ),
        (
            json!({"role": "player", "player": club.players[0], "single_use": false}),
            422,
            "invalid_value",
            "/single_use",
        ),
    ] {
        let refused = club.owner.post(&path, bad).await.refused(status, code);
        assert_eq!(refused["errors"][0]["pointer"], pointer, "{refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_at_once_one_gets_in() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let made = club.invite(json!({"role": "player"})).await;
    let (one, other) = (app.sign_up("one").await, app.sign_up("other").await);
    let (one, other) = tokio::join!(accept(&one, &made["token"]), accept(&other, &made["token"]));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 404]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_revokes_only_its_own() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let made = club.invite(json!({"role": "player"})).await;
    let other = app.sign_up("other").await.found_club("Other").await;
    let id = made["id"].as_str().unwrap();
    let revoke = format!("{}/invitations/{id}:revoke", other.path);
    other
        .owner
        .act(Method::POST, &revoke)
        .await
        .refused(404, "not_found");
    assert_eq!(club.invitations().await[0]["status"], "open");
}
