//! Accounts and sessions.

use std::time::Duration;

use gateway::Clock;
use reqwest::Method;
use serde_json::json;

use crate::app::{Answer, PASSWORD, Person, Script, TestApp, admin};

#[tokio::test(flavor = "multi_thread")]
async fn somebody_signs_up_and_in() {
    let app = TestApp::start().await;
    let mut script = Script::of(&app.sign_up("mei").await);
    script
        .run(
            r#"
        owner GET /v1/users/me -> 200; has {"email": "mei@example.org", "id": "$owner"}
        nobody GET /v1/users/me -> 401 not_signed_in
        "#,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_one_account() {
    let app = TestApp::start().await;
    let mut script = Script::of(&app.sign_up("mei").await);
    script
        .run(r#"
        nobody POST /v1/users {"email": "MEI@example.org", "password": "thirteen orphans", "display_name": "Mei"} -> 409 email_taken; at /email
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_folded_in_every_alphabet() {
    let app = TestApp::start().await;
    let mut script = Script::of(&app.nobody());
    script
        .run(r#"
        nobody POST /v1/users {"email": "ÉCOLE@example.org", "password": "thirteen orphans", "display_name": "É"} -> 201; /email = "ÉCOLE@example.org"
        nobody POST /v1/users {"email": "ÉCOLE@example.org", "password": "thirteen orphans", "display_name": "É"} -> 409 email_taken
        nobody POST /v1/users {"email": "école@EXAMPLE.org", "password": "thirteen orphans", "display_name": "É"} -> 409 email_taken
        nobody POST /v1/sessions {"email": "ÉCOLE@example.org", "password": "thirteen orphans"} -> 201
        nobody POST /v1/sessions {"email": "école@EXAMPLE.org", "password": "thirteen orphans"} -> 201
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_address_is_not_remembered() {
    let app = TestApp::start().await;
    let long = format!("{}@example.org", "x".repeat(250_000));
    // One more than the tries that an account has.
    for _ in 0..11 {
        app.sign_in(&long, PASSWORD)
            .await
            .refused(401, "wrong_credentials");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_that_cannot_be() {
    let app = TestApp::start().await;
    let nobody = app.nobody();
    let long = "x".repeat(129);
    for (field, value, sentence) in [
        ("email", "mei", "not an e-mail address"),
        ("password", "short", "10–128 characters, this one 5"),
        ("password", &long, "10–128 characters, this one 129"),
        ("password", "mei-ling@example.org", "is the e-mail address"),
        ("password", "MEI-LING@example.ORG", "is the e-mail address"),
        ("display_name", "", "1–100 characters"),
        ("display_name", "a\tb", "no control characters"),
        ("display_name", "Mei\u{202e}gnil", "direction"),
        ("display_name", "\u{200b}\u{feff}", "to be seen"),
    ] {
        let mut new = json!({"email": "mei-ling@example.org", "password": PASSWORD, "display_name": "Mei Ling"});
        new[field] = value.into();
        let problem = nobody.post("/v1/users", new).await;
        let error = &problem.refused(422, "invalid_value")["errors"][0];
        assert_eq!(error["pointer"], format!("/{field}"), "{error}");
        let said = error["detail"].as_str().unwrap();
        assert!(said.contains(sentence), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn which_of_both_is_wrong_is_not_told() {
    let app = TestApp::start().await;
    let mut script = Script::of(&app.sign_up("mei").await);
    script
        .run(r#"
        nobody POST /v1/sessions {"email": "mei@example.org", "password": "four concealed pungs"} -> 401 wrong_credentials; $same = .
        nobody POST /v1/sessions {"email": "nobody@example.org", "password": "thirteen orphans"} -> 401 wrong_credentials; . = $same
        nobody POST /v1/sessions {"email": "MEI@Example.org", "password": "thirteen orphans"} -> 201
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_is_not_tried_for_ever() {
    let app = TestApp::set_to(|config| config.clock = Clock::stopped()).await;
    app.sign_up("mei").await;
    for _ in 0..9 {
        app.sign_in("mei@example.org", "a wrong password")
            .await
            .refused(401, "wrong_credentials");
    }
    let limited = app.sign_in("Mei@example.org", PASSWORD).await;
    assert_eq!(limited.header("retry-after"), "31");
    limited.refused(429, "too_many_attempts");
    app.sign_in("other@example.org", PASSWORD)
        .await
        .refused(401, "wrong_credentials");
    app.clock.advance(Duration::from_secs(30));
    app.sign_in("Mei@example.org", PASSWORD).await.expect(201);
}

async fn refresh(app: &TestApp, token: &str) -> Answer {
    app.nobody()
        .post("/v1/sessions/refresh", json!({"refresh_token": token}))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_token_works_once() {
    let app = TestApp::start().await;
    let mut script = Script::of(&app.sign_up("mei").await);
    // Two hold the token, so whoever has the newer one is out as well.
    script
        .run(r#"
        nobody POST /v1/sessions {"email": "mei@example.org", "password": "thirteen orphans"} -> 201; $first = /refresh_token
        nobody POST /v1/sessions/refresh {"refresh_token": "$first"} -> 200; /refresh_token != $first; $second = /refresh_token
        nobody POST /v1/sessions/refresh {"refresh_token": "$first"} -> 401 session_over; /detail ~ used before
        nobody POST /v1/sessions/refresh {"refresh_token": "$second"} -> 401 session_over
        nobody POST /v1/sessions/refresh {"refresh_token": "no token at all"} -> 401 session_over
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_ends_the_session() {
    let app = TestApp::start().await;
    let mut script = Script::of(&app.sign_up("mei").await);
    script
        .run(r#"
        nobody POST /v1/sessions {"email": "mei@example.org", "password": "thirteen orphans"} -> 201; $token = /refresh_token
        nobody DELETE /v1/sessions {"refresh_token": "$token"} -> 204
        nobody DELETE /v1/sessions {"refresh_token": "$token"} -> 204
        nobody POST /v1/sessions/refresh {"refresh_token": "$token"} -> 401 session_over
        "#)
        .await;
}

/// The same person in a session of their own.
async fn on_another_phone<'a>(app: &'a TestApp, mei: &Person<'a>) -> (Person<'a>, String) {
    let session = app.sign_in("mei@example.org", PASSWORD).await.expect(201);
    let text = |field: &str| session[field].as_str().unwrap().to_owned();
    let other = Person {
        token: Some(text("access_token")),
        ..mei.clone()
    };
    (other, text("refresh_token"))
}

/// Whether the access token is still good, where a club is asked for and where none is.
async fn is_signed_in(person: &Person<'_>, club: &str) -> bool {
    let mut signed_in = Vec::new();
    for path in ["/v1/users/me", "/v1/clubs", club, "/v1/clubs/none"] {
        signed_in.push(person.get(path).await.status != 401);
    }
    signed_in.dedup();
    assert_eq!(signed_in.len(), 1, "everywhere the same");
    signed_in[0]
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_bites_at_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (phone, refresh) = on_another_phone(&app, &club.owner).await;
    assert!(is_signed_in(&phone, &club.path).await);
    let sign_out = app.nobody().request(Method::DELETE, "/v1/sessions");
    let body = json!({"refresh_token": refresh});
    assert_eq!(sign_out.json(&body).send().await.status, 204);
    assert!(!is_signed_in(&phone, &club.path).await);
    assert!(is_signed_in(&club.owner, &club.path).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_refresh_token_ends_the_thief_s_session_too() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (phone, refresh_token) = on_another_phone(&app, &club.owner).await;
    let stolen = refresh(&app, &refresh_token).await.expect(200);
    let thief = Person {
        token: Some(stolen["access_token"].as_str().unwrap().to_owned()),
        ..phone.clone()
    };
    assert!(is_signed_in(&thief, &club.path).await);
    refresh(&app, &refresh_token).await;
    assert!(!is_signed_in(&thief, &club.path).await);
    assert!(!is_signed_in(&phone, &club.path).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_every_session() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (phone, refresh_token) = on_another_phone(&app, &club.owner).await;
    let change = async |password: &str, new: &str| {
        let body = json!({"password": password, "new_password": new});
        let request = phone.request(Method::PUT, "/v1/users/me/password");
        request.json(&body).send().await
    };
    let wrong = change("not thirteen orphans", "nine gates and more").await;
    let wrong = wrong.refused(401, "wrong_credentials");
    assert_eq!(wrong["errors"][0]["pointer"], "/password");
    let address = change(PASSWORD, "MEI@example.org").await;
    let address = address.refused(422, "invalid_value");
    assert_eq!(address["errors"][0]["pointer"], "/new_password");
    let again = change(PASSWORD, PASSWORD).await;
    let again = again.refused(422, "invalid_value");
    assert_eq!(again["errors"][0]["pointer"], "/new_password");
    assert!(is_signed_in(&phone, &club.path).await);

    let session = change(PASSWORD, "nine gates and more").await.expect(200);
    assert!(!is_signed_in(&phone, &club.path).await);
    assert!(!is_signed_in(&club.owner, &club.path).await);
    refresh(&app, &refresh_token)
        .await
        .refused(401, "session_over");
    let now = Person {
        token: Some(session["access_token"].as_str().unwrap().to_owned()),
        ..phone.clone()
    };
    assert!(is_signed_in(&now, &club.path).await);
    let sign_in = async |password| app.sign_in("mei@example.org", password).await;
    sign_in(PASSWORD).await.refused(401, "wrong_credentials");
    sign_in("nine gates and more").await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_one_time_password_is_good_for_choosing_another() {
    let app = TestApp::start().await;
    let mei = app.sign_up("mei").await;
    let sign_in = async |password: &str, new_password: Option<&str>| {
        let body = json!({
            "email": "mei@example.org", "password": password, "new_password": new_password
        });
        app.nobody().post("/v1/sessions", body).await
    };
    let own = sign_in(PASSWORD, Some("nine gates and more")).await;
    let own = own.refused(422, "invalid_value");
    assert_eq!(own["errors"][0]["pointer"], "/new_password");

    let ledger = app.database().ledger().await;
    let hash = || gateway::password_hash("0123456789").unwrap();
    let reset = async || {
        ledger
            .reset_password("mei@example.org", hash())
            .await
            .unwrap()
    };
    assert_eq!(reset().await.0.to_string(), mei.id);
    mei.get("/v1/users/me").await.refused(401, "not_signed_in");
    sign_in(PASSWORD, None)
        .await
        .refused(401, "wrong_credentials");
    let needed = sign_in("0123456789", None).await;
    let needed = needed.refused(403, "password_change_required");
    assert_eq!(needed["errors"][0]["pointer"], "/new_password");
    for refused in ["MEI@example.org", "0123456789"] {
        let refused = sign_in("0123456789", Some(refused)).await;
        refused.refused(422, "invalid_value");
    }
    sign_in("0123456789", Some("nine gates and more"))
        .await
        .expect(201);
    let again = sign_in("0123456789", Some("nine gates and more")).await;
    again.refused(401, "wrong_credentials");

    reset().await;
    let late = "UPDATE users SET one_time_until = now()";
    admin(&app).await.execute(late, &[]).await.unwrap();
    let late = sign_in("0123456789", Some("nine gates once more")).await;
    late.refused(401, "wrong_credentials");
}
