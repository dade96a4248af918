//! Whose account a token comes in to.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::Algorithm;
use reqwest::Method;
use serde_json::{Value, json};

use super::issuer::{Issuer, Signer};
use crate::app::{Answer, PASSWORD, Person, TestApp, admin, fresh_key};

const IDENTITIES: &str = "/v1/users/me/identities";

/// Links the subject of a token to somebody's account.
pub(crate) async fn link(person: &Person<'_>, token: &str) -> Answer {
    let identity = json!({"token": token, "password": PASSWORD});
    person.post(IDENTITIES, identity).await
}

async fn kinds(person: &Person<'_>) -> Vec<Value> {
    let log = person.get("/v1/users/me/access-log").await.expect(200);
    let events = log["events"].as_array().unwrap().iter();
    events.map(|event| event["kind"].clone()).collect()
}

/// Whose account a token comes in to.
pub(crate) async fn me(person: &Person<'_>, token: &str) -> Answer {
    person.with(token).get("/v1/users/me").await
}

async fn unlinked(person: &Person<'_>, token: &str) {
    me(person, token).await.refused(403, "identity_not_linked");
}

async fn rows(app: &TestApp) -> i64 {
    let counted = admin(app).await;
    let counted = counted.query_one("SELECT count(*) FROM identities", &[]);
    counted.await.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_linked_their_identity_comes_in_with_any_kind_of_key() {
    let mut padded = Signer::rsa("padded", Algorithm::RS256);
    // Some issuers write a zero before the modulus (RFC 7518, section 6.3.1.1).
    let modulus = padded.jwk["n"].as_str().unwrap();
    let modulus = BASE64_URL_SAFE_NO_PAD.decode(modulus).unwrap();
    padded.jwk["n"] = json!(BASE64_URL_SAFE_NO_PAD.encode([vec![0], modulus].concat()));
    let signers = [
        padded,
        Signer::rsa("rs", Algorithm::RS256),
        Signer::rsa("ps", Algorithm::PS256),
        Signer::ec("es"),
        Signer::ed("ed"),
    ];
    let issuer = Issuer::start(&signers.each_ref()).await;
    let app = issuer.gateway().await;
    let club = app.club().await;
    let mei = &club.owner;
    link(mei, &issuer.token(&signers[0], "mei"))
        .await
        .expect(201);
    for signer in &signers {
        let mei = mei.with(&issuer.token(signer, "mei"));
        let me = mei.get("/v1/users/me").await.expect(200);
        assert_eq!(me["id"], mei.id.as_str());
        // In her club she is who she is, and elsewhere nobody.
        let name = json!({"name": "Kowloon"});
        let changed = mei.request(Method::PATCH, &club.path).key(&fresh_key());
        let changed = changed.header("If-Match", "*").json(&name).send().await;
        changed.expect(200);
        let missing = "/v1/clubs/00000000-0000-4000-8000-000000000000";
        mei.get(missing).await.refused(404, "not_found");
        mei.get("/v1/clubs/none").await.refused(404, "not_found");
    }
    // Her role is that of the moment.
    let bo = club.member("bo", "player").await;
    let token = issuer.token(&signers[3], "bo");
    link(&bo, &token).await.expect(201);
    let players = format!("{}/players", club.path);
    let enrolled = bo.with(&token).post(&players, json!({"name": "X"})).await;
    enrolled.refused(403, "forbidden");
    bo.with(&token).get(&players).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subject_that_nobody_linked_has_no_account() {
    let signer = Signer::ec("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = issuer.gateway().await;
    let club = app.club().await;
    // Addresses and names say nothing: whoever runs the issuer, or has an account there, could write them.
    let mut claims = issuer.claims("somebody");
    claims["email"] = "mei@example.org".into();
    claims["email_verified"] = true.into();
    claims["preferred_username"] = "mei".into();
    let token = signer.sign(&signer.header, &claims);
    unlinked(&club.owner, &token).await;
    let stranger = club.owner.with(&token);
    for path in [&club.path, "/v1/clubs/none", "/v1/clubs"] {
        let refused = stranger.get(path).await;
        refused.refused(403, "identity_not_linked");
    }
    // Not even to link itself: it takes an account, and its password.
    link(&stranger, &token)
        .await
        .refused(403, "identity_not_linked");
    let guess = json!({"token": token, "password": "nine gates of heaven"});
    let refused = club.owner.post(IDENTITIES, guess).await;
    refused.refused(401, "wrong_credentials");
    assert_eq!(rows(&app).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_is_of_one_account_and_an_account_has_one() {
    let signer = Signer::ec("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = issuer.gateway().await;
    let (mei, bo) = (app.sign_up("mei").await, app.sign_up("bo").await);
    let token = issuer.token(&signer, "mei");
    let first = link(&mei, &token).await.expect(201);
    assert_eq!(first["issuer"], issuer.url());
    assert_eq!(first["subject"], "mei");
    let again = link(&mei, &token).await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(201)["id"], first["id"]);

    let refused = link(&bo, &token).await.refused(409, "identity_linked");
    assert_eq!(refused["errors"][0]["pointer"], "/token");
    let other = issuer.token(&signer, "Mei");
    link(&mei, &other)
        .await
        .refused(409, "other_identity_linked");
    let mut claims = issuer.claims("mei");
    claims["aud"] = "another".into();
    let elsewhere = signer.sign(&signer.header, &claims);
    let refused = link(&bo, &elsewhere).await;
    refused.refused(422, "invalid_identity_token");

    // Of many at once who want the same, one gets it.
    let token = issuer.token(&signer, "wanted");
    let chun = app.sign_up("chun").await;
    let both = futures_util::future::join(link(&bo, &token), link(&chun, &token)).await;
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(rows(&app).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_linked_an_identity_sees_and_unlinks_it() {
    let signer = Signer::ed("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = issuer.gateway().await;
    let (mei, bo) = (app.sign_up("mei").await, app.sign_up("bo").await);
    let token = issuer.token(&signer, "mei");
    let linked = link(&mei, &token).await.expect(201);
    let list = mei.get(IDENTITIES).await.expect(200);
    assert_eq!(list["identities"], json!([linked]), "it was never used");
    let list = mei.with(&token).get(IDENTITIES).await.expect(200);
    assert!(list["identities"][0]["used_at"].is_string(), "{list}");
    let none = bo.get(IDENTITIES).await.expect(200);
    assert_eq!(none["identities"], json!([]));

    let one = format!("{IDENTITIES}/{}", linked["id"].as_str().unwrap());
    bo.act(Method::DELETE, &one).await.expect(204);
    me(&mei, &token).await.expect(200);
    mei.with(&token).act(Method::DELETE, &one).await.expect(204);
    unlinked(&mei, &token).await;
    mei.act(Method::DELETE, &one).await.expect(204);
    let kinds = kinds(&mei).await;
    assert_eq!(kinds, ["identity_unlinked", "identity_linked", "signed_in"]);
    // It is nobody's now, and may become somebody else's.
    link(&bo, &token).await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_erased_leaves_no_identity() {
    let signer = Signer::ed("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = issuer.gateway().await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&signer, "mei");
    link(&mei, &token).await.expect(201);
    let goodbye = mei.with(&token).request(Method::DELETE, "/v1/users/me");
    let gone = goodbye.json(&json!({"password": PASSWORD})).send().await;
    gone.expect(204);
    unlinked(&mei, &token).await;
    assert_eq!(rows(&app).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_unlinks_what_somebody_else_may_have_linked() {
    let signer = Signer::ed("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = issuer.gateway().await;
    let mei = app.sign_up("mei").await;
    let thief = issuer.token(&signer, "thief");
    link(&mei, &thief).await.expect(201);
    let new = json!({"password": PASSWORD, "new_password": "nine gates of heaven"});
    mei.put("/v1/users/me/password", new).await.expect(200);
    unlinked(&mei, &thief).await;
    assert_eq!(rows(&app).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_issuer_its_tokens_are_nothing() {
    let signer = Signer::ed("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = TestApp::start().await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&signer, "mei");
    me(&mei, &token).await.refused(401, "not_signed_in");
    let refused = link(&mei, &token).await;
    refused.refused(422, "invalid_identity_token");
    assert_eq!(issuer.asked(), (0, 0, 0));
}
