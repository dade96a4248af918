//! Machines ask with API keys, in the name of whoever made them.

use gateway::Clock;
use serde_json::{Value, json};

use crate::app::{Answer, Club, Person, TestApp, admin};

impl<'a> Club<'a> {
    /// A machine with a key that the owner makes.
    pub(crate) async fn machine(&self, role: &str) -> (Person<'a>, Value) {
        self.machine_of(&self.owner, role).await
    }

    async fn machine_of(&self, maker: &Person<'a>, role: &str) -> (Person<'a>, Value) {
        let new = json!({"name": format!("{role} in the hall"), "role": role});
        let keys = format!("{}/api-keys", self.path);
        let made = maker.post(&keys, new).await.expect(201);
        let machine = Person {
            token: Some(made["secret"].as_str().unwrap().to_owned()),
            ..maker.clone()
        };
        (machine, made)
    }
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
    let mut script = club.script();
    script.meet("machine", &machine);
    script.know("at", at);
    script.know("key", made["id"].clone());
    // What a member could only do in person, or an owner, no machine does.
    script
        .run(r#"
        machine POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201; $by_machine = /seq
        owner POST $at/hands {"number": 2, "outcome": {"kind": "goulash"}} -> 201
        owner GET $club/ledger/entries?after=7 -> 200; /entries # 2; /entries/0 has {"seq": $by_machine, "api_key": "$key"}; /entries/1/api_key = null
            ; /entries/0/leaf ~ "actor":"$owner"; /entries/1/leaf ~ "actor":"$owner"; /entries/0/leaf !~ api_key; /entries/1/leaf !~ api_key
        owner GET $club/api-keys -> 200; /api_keys/0/status = "active"
        machine DELETE $club/members/me -> 403 forbidden
        machine DELETE $club/players/me -> 403 forbidden
        machine POST $club/api-keys -> 403 forbidden
        machine GET /v1/users/me -> 401 not_signed_in
        machine GET /v1/clubs -> 401 not_signed_in
        machine GET /v1/clubs/none -> 401 not_signed_in
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_shown_once_and_kept_nowhere() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script
        .run(r#"
        owner POST $club/api-keys [Idempotency-Key: k] {"name": "statistics", "role": "auditor", "expires_in_days": 30} -> 201; $id = /id
            ; $secret = /secret
        owner POST $club/api-keys [Idempotency-Key: k] {"name": "statistics", "role": "auditor", "expires_in_days": 30} -> 201; $again = .
            ; has {"id": "$id", "secret": null}; @idempotency-replayed = "true"
        owner POST $club/api-keys [Idempotency-Key: k] {"name": "statistics", "role": "scorer"} -> 422 idempotency_key_reused
        owner GET $club/api-keys -> 200; /api_keys = [$again]
        owner POST $club/api-keys {"name": "x", "role": "owner"} -> 422 invalid_value
        owner POST $club/api-keys {"name": "", "role": "player"} -> 422 invalid_value
        owner POST $club/api-keys {"name": "x", "role": "king"} -> 400 invalid_field
        owner POST $club/api-keys {"name": "x", "role": "player", "expires_in_days": 0} -> 422 invalid_value
        owner POST $club/api-keys {"name": "x", "role": "player", "secret": "faan_x"} -> 400 unknown_field
        "#)
        .await;
    let secret = &script.known("secret").as_str().unwrap()[5..];
    let rows = admin(&app).await;
    let rows = rows.query("SELECT row_to_json(api_keys)::text FROM api_keys", &[]);
    let row: String = rows.await.unwrap()[0].get(0);
    assert!(row.contains("statistics") && !row.contains(secret), "{row}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_ends_at_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (revoked, key) = club.machine("player").await;
    let (expired, _) = club.machine("player").await;
    let mut script = club.script();
    script.meet("revoked", &revoked);
    script.meet("expired", &expired);
    script.know("key", key["id"].clone());
    script
        .run(
            r#"
        revoked GET $club -> 200
        owner POST $club/api-keys/$key:revoke -> 200; /status = "revoked"
        owner POST $club/api-keys/$key:revoke -> 200; /status = "revoked"
        revoked GET $club -> 401 not_signed_in
        expired GET $club -> 200
        "#,
        )
        .await;
    let long_ago = "UPDATE api_keys SET made_at = made_at - interval '9 days', expires_at = now()
        WHERE revoked_at IS NULL";
    admin(&app).await.execute(long_ago, &[]).await.unwrap();
    script
        .run(r#"
        expired GET $club -> 401 not_signed_in
        owner GET $club/api-keys -> 200; /api_keys # 2; /api_keys/0/status = "expired"; /api_keys/1/status = "revoked"
        owner POST $club/api-keys/$owner:revoke -> 404 not_found
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_does_no_more_than_its_maker_may() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let friend = club.member("siu", "owner").await;
    let (machine, _) = club.machine_of(&friend, "scorer").await;
    let mut script = club.script();
    script.know("at", at);
    script.meet("friend", &friend);
    script.meet("machine", &machine);
    // Nor do they come back with whoever made them.
    script
        .run(
            r#"
        machine POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201
        owner PUT $club/members/$friend {"role": "player"} -> 200
        machine POST $at/hands {"number": 2, "outcome": {"kind": "goulash"}} -> 403 forbidden
        machine GET $at -> 200
        owner PUT $club/members/$friend {"role": "scorer"} -> 200
        machine POST $at/hands {"number": 2, "outcome": {"kind": "goulash"}} -> 201
        friend DELETE $club/members/me -> 204
        machine GET $at -> 401 not_signed_in
        owner GET $club/api-keys -> 200; /api_keys/0/status = "revoked"
        "#,
        )
        .await;
    club.join(&friend, "owner").await;
    script
        .run(
            r#"
        machine GET $at -> 401 not_signed_in
        owner GET $club/api-keys -> 200; /api_keys/0/status = "revoked"
        "#,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_an_account_that_is_gone_is_out() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let friend = club.member("siu", "owner").await;
    let (machine, _) = club.machine_of(&friend, "player").await;
    let mut script = club.script();
    script.meet("friend", &friend);
    script.meet("machine", &machine);
    script
        .run(
            r#"
        machine GET $club -> 200
        friend DELETE /v1/users/me [no key] {"password": "thirteen orphans"} -> 204
        machine GET $club -> 401 not_signed_in
        "#,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_good_in_its_own_club_alone() {
    let app = TestApp::start().await;
    let club = app.club().await;
    // The same owner, so that only the key is of another club.
    let other = club.owner.found_club("Other").await;
    let (machine, _) = club.machine("scorer").await;
    let mut script = club.script();
    script.meet("machine", &machine);
    script.know("other", other.path);
    let longer = format!("{}x", machine.token.as_ref().unwrap());
    for (name, secret) in [("empty", "faan_"), ("short", "faan_x"), ("longer", &longer)] {
        let token = Some(secret.to_owned());
        script.meet(
            name,
            &Person {
                token,
                ..machine.clone()
            },
        );
    }
    script
        .run(
            r#"
        machine GET $other -> 401 not_signed_in; $same = .
        machine GET /v1/clubs/00000000-0000-4000-8000-000000000000 -> 401 not_signed_in; . = $same
        machine GET /v1/clubs/x -> 401 not_signed_in; . = $same
        empty GET $club -> 401 not_signed_in
        short GET $club -> 401 not_signed_in
        longer GET $club -> 401 not_signed_in
        "#,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_use_of_a_key_is_not_written_down_with_every_request() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (machine, made) = club.machine("player").await;
    assert!(made["used_at"].is_null());
    let mut script = club.script();
    script.meet("machine", &machine);
    script
        .run(
            r#"
        machine GET $club -> 200
        owner GET $club/api-keys -> 200; /api_keys/0/used_at ~ T; $used_at = /api_keys/0/used_at
        machine GET $club -> 200
        owner GET $club/api-keys -> 200; /api_keys/0/used_at = $used_at
        "#,
        )
        .await;
    let earlier = "UPDATE api_keys SET used_at = used_at - interval '11 minutes'";
    admin(&app).await.execute(earlier, &[]).await.unwrap();
    script
        .run(
            r#"
        machine GET $club -> 200
        owner GET $club/api-keys -> 200; $later = /api_keys/0/used_at
        "#,
        )
        .await;
    let at = |name: &str| script.known(name).as_str().unwrap().to_owned();
    assert!(at("later") > at("used_at"));
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

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_not_tried_for_ever() {
    let app = TestApp::set_to(|config| config.clock = Clock::stopped()).await;
    let club = app.club().await;
    let (known, key) = club.machine("player").await;
    let (unknown, _) = club.machine("player").await;
    known.get(&club.path).await.expect(200);
    // A key that is good counts as no guess.
    let (tries, limited) = guess(&club).await;
    assert_eq!((tries, limited.header("retry-after")), (200, "2"));
    limited.refused(429, "too_many_attempts");
    let mut script = club.script();
    script.meet("known", &known);
    script.meet("unknown", &unknown);
    script.know("key", key["id"].clone());
    // Who was here before is not held up; a right guess looks like a wrong one. A key that ended is as good as none.
    script
        .run(
            r#"
        known GET $club -> 200
        owner GET $club -> 200
        unknown GET $club -> 429 too_many_attempts
        owner POST $club/api-keys/$key:revoke -> 200
        known GET $club -> 401 not_signed_in
        known GET $club -> 429 too_many_attempts
        "#,
        )
        .await;
}
