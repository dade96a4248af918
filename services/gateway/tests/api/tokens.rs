//! Access tokens that are not ours, or not for now.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ed25519_dalek::pkcs8::{DecodePrivateKey, EncodePrivateKey};
use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};

use crate::app::{TOKEN_KEY, TestApp, build};
use crate::oidc::issuer::signed_by_secret;

const NOW: fn() -> u64 = jsonwebtoken::get_current_timestamp;

struct Forger {
    key: SigningKey,
    header: Value,
    claims: Value,
}

impl Forger {
    async fn new(app: &TestApp) -> Self {
        let keys = app.nobody().get("/.well-known/jwks.json").await.expect(200);
        let mei = app.sign_up("mei").await;
        let session = claims_of(mei.token.as_ref().unwrap())["sid"].clone();
        Self {
            key: SigningKey::from_pkcs8_pem(TOKEN_KEY).unwrap(),
            header: json!({"alg": "EdDSA", "typ": "at+jwt", "kid": keys["keys"][0]["kid"]}),
            claims: json!({
                "iss": "faan", "aud": "faan", "sub": mei.id,
                "iat": NOW(), "nbf": NOW(), "exp": NOW() + 60, "sid": session
            }),
        }
    }

    fn signed(&self, header: &Value, claims: &Value) -> String {
        let message = message(header, claims);
        let signature = self.key.sign(message.as_bytes()).to_bytes();
        format!("{message}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }

    /// A token with one field of its header or claims changed; null removes it.
    fn with(&self, part: &str, field: &str, value: Value) -> String {
        let (mut header, mut claims) = (self.header.clone(), self.claims.clone());
        let part = if part == "header" {
            &mut header
        } else {
            &mut claims
        };
        if value.is_null() {
            part.as_object_mut().unwrap().remove(field);
        } else {
            part[field] = value;
        }
        self.signed(&header, &claims)
    }
}

fn claims_of(token: &str) -> Value {
    let claims = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()
}

fn message(header: &Value, claims: &Value) -> String {
    let encode = |part: &Value| BASE64_URL_SAFE_NO_PAD.encode(part.to_string());
    format!("{}.{}", encode(header), encode(claims))
}

async fn status(app: &TestApp, token: String) -> u16 {
    let mut person = app.nobody();
    person.token = Some(token);
    person.get("/v1/users/me").await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn only_our_own_tokens_are_taken() {
    let app = TestApp::start().await;
    let forger = Forger::new(&app).await;
    let good = forger.signed(&forger.header, &forger.claims);
    assert_eq!(
        status(&app, good.clone()).await,
        200,
        "the forger knows the key"
    );

    for (part, field, value) in [
        ("header", "typ", json!("JWT")),
        ("header", "typ", json!(null)),
        ("header", "kid", json!("another")),
        ("header", "kid", json!(null)),
        ("header", "crit", json!(["b64"])),
        ("header", "alg", json!("none")),
        ("header", "alg", json!("HS256")),
        ("header", "alg", json!("ES256")),
        ("claims", "iss", json!("somebody")),
        ("claims", "iss", json!(null)),
        ("claims", "aud", json!("somebody")),
        ("claims", "aud", json!(null)),
        ("claims", "sub", json!(null)),
        ("claims", "sub", json!("mei")),
        ("claims", "sid", json!(null)),
        ("claims", "sid", json!("mei")),
        (
            "claims",
            "sid",
            json!("00000000-0000-4000-8000-000000000000"),
        ),
        ("claims", "exp", json!(null)),
        ("claims", "exp", json!(NOW() - 60)),
        ("claims", "exp", json!((NOW() + 60).to_string())),
        ("claims", "nbf", json!(null)),
        ("claims", "nbf", json!(NOW() + 3600)),
        ("claims", "nbf", json!(NOW().to_string())),
    ] {
        let token = forger.with(part, field, value.clone());
        assert_eq!(status(&app, token).await, 401, "{part} {field} {value}");
    }

    // Keys that a header brings along are not looked at: the signature still counts.
    let stranger = Forger {
        key: SigningKey::from_bytes(&[7; 32]),
        ..forger
    };
    assert_eq!(
        status(&app, stranger.signed(&stranger.header, &stranger.claims)).await,
        401
    );
    for field in ["jku", "x5u"] {
        let token = stranger.with("header", field, json!(format!("{}/openapi.json", app.url)));
        assert_eq!(status(&app, token).await, 401, "{field}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_gone_is_not_signed_in() {
    let app = TestApp::start().await;
    let forger = Forger::new(&app).await;
    let mut gone = app.nobody();
    let nobody = json!("00000000-0000-4000-8000-000000000000");
    gone.token = Some(forger.with("claims", "sub", nobody));
    for path in ["/v1/users/me", "/v1/clubs"] {
        gone.get(path).await.refused(401, "not_signed_in");
    }
    let club = json!({"name": "Kowloon", "time_zone": "Asia/Hong_Kong"});
    let founded = gone.post("/v1/clubs", club).await;
    founded.refused(401, "not_signed_in");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_public_key_is_no_secret_to_sign_with() {
    let app = TestApp::start().await;
    let forger = Forger::new(&app).await;
    let header = {
        let mut header = forger.header.clone();
        header["alg"] = "HS256".into();
        header
    };
    let public = forger.key.verifying_key();
    for secret in [public.as_bytes().to_vec(), TOKEN_KEY.as_bytes().to_vec()] {
        let token = signed_by_secret(&secret, &header, &forger.claims);
        assert_eq!(status(&app, token).await, 401);
    }
    // No signature at all.
    let mut none = forger.header.clone();
    none["alg"] = "none".into();
    let unsigned = format!("{}.", message(&none, &forger.claims));
    assert_eq!(status(&app, unsigned).await, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_token_is_refused() {
    let app = TestApp::start().await;
    for token in ["x", "a.b.c", "", "....", &"a".repeat(5000)] {
        assert_eq!(status(&app, token.to_owned()).await, 401, "{token:.20}");
    }
    for authorization in ["Bearer", "Basic bWVpOm1laQ==", "bearer  "] {
        let request = app.nobody().request(reqwest::Method::GET, "/v1/users/me");
        let refused = request.header("Authorization", authorization).send().await;
        assert_eq!(refused.header("www-authenticate"), "Bearer");
        refused.refused(401, "not_signed_in");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_with_any_letter_changed_opens_nothing() {
    let app = TestApp::start().await;
    let token = app.sign_up("mei").await.token.unwrap();
    assert_eq!(status(&app, token.clone()).await, 200);
    for at in 0..token.len() {
        let (before, rest) = token.split_at(at);
        let (letter, after) = rest.split_at(1);
        // The letter after it in the alphabet changes the lowest bit, which the last letter of a part may not even use.
        let next = match letter {
            "z" | "Z" => "A",
            "9" => "-",
            "." => "_",
            _ => &char::from(letter.as_bytes()[0] + 1).to_string(),
        };
        for changed in [format!("{before}{next}{after}"), format!("{before}{after}")] {
            assert_eq!(status(&app, changed).await, 401, "changed at {at}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retired_key_still_opens_and_no_longer_signs() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mei = club.owner.clone();
    for _ in 0..2 {
        club.open_match("old-hong-kong").await;
    }
    let page = format!("{}/matches?limit=1", club.path);
    let first = mei.get(&page).await.expect(200);
    let newer = SigningKey::from_bytes(&[9; 32]);
    let newer = newer
        .to_pkcs8_pem(Default::default())
        .unwrap()
        .as_bytes()
        .to_vec();
    let config = gateway::Config {
        also_token_keys: vec![TOKEN_KEY.as_bytes().to_vec()],
        ..gateway::Config::new("http://127.0.0.1:9".to_owned(), app.database().url(), newer)
    };
    let rotated = build(config).await;
    let url = format!("http://{}", rotated.address());
    tokio::spawn(rotated.run(std::future::pending()));
    let cursor = first["next_cursor"].as_str().unwrap();
    // A page that the gateway of before began goes on, too.
    for path in ["/v1/users/me", &format!("{page}&cursor={cursor}")] {
        let asked = app.http.get(format!("{url}{path}"));
        let asked = asked.bearer_auth(mei.token.as_ref().unwrap());
        assert_eq!(asked.send().await.unwrap().status(), 200, "{path}");
    }
    let keys = app
        .http
        .get(format!("{url}/.well-known/jwks.json"))
        .send()
        .await
        .unwrap();
    let keys: Value = serde_json::from_str(&keys.text().await.unwrap()).unwrap();
    let old = app.nobody().get("/.well-known/jwks.json").await.expect(200);
    assert_eq!(keys["keys"].as_array().unwrap().len(), 2);
    assert_eq!(keys["keys"][1], old["keys"][0]);
}
