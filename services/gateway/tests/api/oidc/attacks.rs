//! Tokens that the issuer did not give out, or not for this.

use jsonwebtoken::Algorithm;
use serde_json::{Value, json};

use super::issuer::{Issuer, NOW, Signer, message, signed_by_secret};
use super::linking::link;
use crate::app::{Person, TestApp};

async fn status(person: &Person<'_>, token: &str) -> u16 {
    person.with(token).get("/v1/users/me").await.status
}

/// Somebody with a linked identity, who came in once, so that the keys are known.
async fn linked<'a>(app: &'a TestApp, issuer: &Issuer, signer: &Signer) -> Person<'a> {
    let mei = app.sign_up("mei").await;
    let token = issuer.token(signer, "mei");
    link(&mei, &token).await.expect(201);
    assert_eq!(status(&mei, &token).await, 200);
    mei
}

/// A header or claims with one field changed; null removes it.
fn with(part: &Value, field: &str, value: &Value) -> Value {
    let mut part = part.clone();
    part[field] = value.clone();
    if value.is_null() {
        part.as_object_mut().unwrap().remove(field);
    }
    part
}

/// Fields of a header that no good token has.
fn bad_headers() -> Vec<(&'static str, Value)> {
    vec![
        ("typ", json!("logout+jwt")),
        ("typ", json!("dpop+jwt")),
        ("typ", json!(1)),
        ("kid", json!(null)),
        ("crit", json!(["b64"])),
        ("crit", json!([])),
        ("alg", json!("none")),
        ("alg", json!("HS256")),
        ("alg", json!("ES384")),
        ("alg", json!("RS256")),
        ("alg", json!("EdDSA")),
        ("alg", json!(null)),
    ]
}

/// Fields that no good token of the issuer says.
fn bad_claims(issuer: &str) -> Vec<(&'static str, Value)> {
    let day = 24 * 60 * 60;
    vec![
        ("iss", json!("https://id.example.org")),
        ("iss", json!(format!("{issuer}/"))),
        ("iss", json!([issuer])),
        ("iss", json!("faan")),
        ("iss", json!(null)),
        ("aud", json!("faan")),
        ("aud", json!(["another"])),
        ("aud", json!([])),
        ("aud", json!(1)),
        ("aud", json!(null)),
        ("sub", json!(null)),
        ("sub", json!("")),
        ("sub", json!(1)),
        ("sub", json!("美")),
        ("sub", json!("m".repeat(256))),
        ("exp", json!(null)),
        ("exp", json!(NOW() - 60)),
        ("exp", json!((NOW() + 60).to_string())),
        ("exp", json!(-1)),
        ("exp", json!(1e300)),
        ("exp", json!(NOW() + day + 60)),
        ("nbf", json!(NOW() + 3600)),
        ("nbf", json!(NOW().to_string())),
        ("iat", json!(null)),
        ("iat", json!(NOW() + 3600)),
        ("iat", json!(NOW().to_string())),
        ("iat", json!(NOW() - day)),
        (
            "events",
            json!({"http://schemas.openid.net/event/backchannel-logout": {}}),
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn only_good_tokens_of_the_issuer_are_taken() {
    let signer = Signer::ec("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = issuer.gateway().await;
    let mei = linked(&app, &issuer, &signer).await;
    let claims = issuer.claims("mei");
    for (field, value) in bad_headers() {
        let token = signer.sign(&with(&signer.header, field, &value), &claims);
        assert_eq!(status(&mei, &token).await, 401, "{field} {value}");
    }
    for (field, value) in bad_claims(issuer.url()) {
        let token = signer.sign(&signer.header, &with(&claims, field, &value));
        assert_eq!(status(&mei, &token).await, 401, "{field} {value}");
    }
    for (header, claim) in [
        (("typ", json!(null)), ("nbf", json!(NOW()))),
        (
            ("typ", json!("at+JWT")),
            ("aud", json!(["another", super::issuer::AUDIENCE])),
        ),
    ] {
        let header = with(&signer.header, header.0, &header.1);
        let token = signer.sign(&header, &with(&claims, claim.0, &claim.1));
        assert_eq!(status(&mei, &token).await, 200, "{header} {claim:?}");
    }
    assert_eq!(
        issuer.asked(),
        (1, 1, 0),
        "none of these is worth a question"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_a_token_brings_along_is_not_looked_at() {
    let signer = Signer::ec("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = issuer.gateway().await;
    let mei = linked(&app, &issuer, &signer).await;
    let thief = Signer::ec("1");
    let claims = issuer.claims("mei");
    assert_eq!(status(&mei, &thief.sign(&thief.header, &claims)).await, 401);
    let trap = Issuer::start(&[&thief]).await;
    let keys = json!(format!("{}/keys", trap.url()));
    for (field, value) in [("jku", &keys), ("x5u", &keys), ("jwk", &thief.jwk)] {
        for signer in [&thief, &signer] {
            let token = signer.sign(&with(&signer.header, field, value), &claims);
            assert_eq!(status(&mei, &token).await, 401, "{field}");
        }
    }
    assert_eq!(trap.asked(), (0, 0, 0));
    assert_eq!(issuer.asked(), (1, 1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_issuers_public_keys_are_no_secrets_to_sign_with() {
    let rsa = Signer::rsa("1", Algorithm::RS256);
    let issuer = Issuer::start(&[&rsa]).await;
    let app = issuer.gateway().await;
    let mei = linked(&app, &issuer, &rsa).await;
    let claims = issuer.claims("mei");
    let modulus = rsa.jwk["n"].as_str().unwrap();
    for secret in [modulus.as_bytes(), rsa.jwk.to_string().as_bytes()] {
        let header = with(&rsa.header, "alg", &json!("HS256"));
        let token = signed_by_secret(secret, &header, &claims);
        assert_eq!(status(&mei, &token).await, 401);
    }
    let none = message(&with(&rsa.header, "alg", &json!("none")), &claims);
    assert_eq!(status(&mei, &format!("{none}.")).await, 401);
    // The key says that it is for RS256; PS256 would do with its numbers as well.
    let ps = message(&with(&rsa.header, "alg", &json!("PS256")), &claims);
    assert_eq!(status(&mei, &format!("{ps}.AAAA")).await, 401);
    // A good token with another's signature, none, and too long a one.
    let good = issuer.token(&rsa, "mei");
    let (said, signature) = good.rsplit_once('.').unwrap();
    let other = issuer.token(&rsa, "bo");
    let (_, others) = other.rsplit_once('.').unwrap();
    let mut long = claims;
    long["groups"] = "g".repeat(13_000).into();
    let long = rsa.sign(&rsa.header, &long);
    for token in [
        format!("{said}.{others}"),
        format!("{said}."),
        said.to_owned(),
        format!("{good}.{signature}"),
        long,
    ] {
        assert_eq!(status(&mei, &token).await, 401, "{token:.40}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_that_are_for_something_else_check_nothing() {
    let (mut enc, mut wrap, mut nameless) = (Signer::ec("a"), Signer::ec("b"), Signer::ec("c"));
    enc.jwk["use"] = "enc".into();
    wrap.jwk["key_ops"] = json!(["wrapKey"]);
    nameless.jwk.as_object_mut().unwrap().remove("kid");
    let mut shared = Signer::ec("d");
    shared.jwk = json!({"kty": "oct", "kid": "d", "k": "c2VjcmV0", "alg": "HS256"});
    let good = Signer::ed("e");
    let issuer = Issuer::start(&[&enc, &wrap, &nameless, &shared, &good]).await;
    let app = issuer.gateway().await;
    let mei = linked(&app, &issuer, &good).await;
    for signer in [&enc, &wrap, &nameless, &shared] {
        let token = issuer.token(signer, "mei");
        assert_eq!(status(&mei, &token).await, 401, "{}", signer.jwk);
    }
    let header = json!({"alg": "HS256", "kid": "d"});
    let token = signed_by_secret(b"secret", &header, &issuer.claims("mei"));
    assert_eq!(status(&mei, &token).await, 401);
}
