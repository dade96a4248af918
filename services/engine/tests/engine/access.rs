//! Who may ask: certificates and tokens over the wire, and what an engine refuses to serve.

use std::net::SocketAddr;
use std::time::Duration;

use engine::{App, Config, Tls, TokenRules};
use serde_json::{Value, json};
use tonic::transport::{Channel, ClientTlsConfig, Endpoint};
use tonic::{Code, Request, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use wire::v1::engine_service_client::EngineServiceClient;

use crate::batches::{Batches, end_text};
use crate::credentials::{Authority, Issuer, NOW, unsigned_token};
use crate::server::{Caller, LOCALHOST, good_request, start};

/// An engine that wants something of its callers.
pub(crate) struct Strict {
    pub(crate) address: SocketAddr,
}

impl Strict {
    pub(crate) async fn start(tls: Option<Tls>, tokens: Option<TokenRules>) -> Strict {
        let config = Config {
            tls,
            tokens,
            ..Config::new(LOCALHOST)
        };
        let address = start(config).await;
        Strict { address }
    }

    pub(crate) async fn connect(&self, tls: Option<ClientTlsConfig>) -> Result<Channel, String> {
        let scheme = if tls.is_some() { "https" } else { "http" };
        let url = format!("{scheme}://localhost:{}", self.address.port());
        let mut endpoint = Endpoint::from_shared(url).unwrap();
        if let Some(tls) = tls {
            endpoint = endpoint.tls_config(tls).unwrap();
        }
        endpoint.connect().await.map_err(|error| error.to_string())
    }

    /// `Ok`, or why not; `no connection` if it does not come to a call.
    async fn ask(&self, tls: Option<ClientTlsConfig>, token: Option<&str>) -> String {
        match self.connect(tls).await {
            Ok(channel) => match score(channel, token).await {
                Ok(()) => "Ok".to_owned(),
                Err(status) if status.code() == Code::Unavailable => "no connection".to_owned(),
                Err(status) if status.code() == Code::Unknown => "no connection".to_owned(),
                Err(status) => end_text(&status),
            },
            Err(_) => "no connection".to_owned(),
        }
    }
}

async fn score(channel: Channel, token: Option<&str>) -> Result<(), Status> {
    let request = bearing(good_request(), token);
    let answer = EngineServiceClient::new(channel).score_hand(request).await;
    answer.map(|_| ())
}

pub(crate) fn bearing<T>(message: T, token: Option<&str>) -> Request<T> {
    let mut request = Request::new(message);
    if let Some(token) = token {
        let value = format!("Bearer {token}").parse().unwrap();
        request.metadata_mut().insert("authorization", value);
    }
    request
}

#[tokio::test(start_paused = true)]
async fn a_token_has_to_be_ours_for_the_engine_and_for_now() {
    let authority = Authority::new("engines");
    let issuer = Issuer::new(1);
    let engine = Strict::start(Some(authority.engine(None)), Some(issuer.rules())).await;
    let channel = engine.connect(Some(authority.caller(None))).await.unwrap();
    let invalid = "Unauthenticated TOKEN_INVALID";
    let expired = "Unauthenticated TOKEN_EXPIRED";
    let for_others = "PermissionDenied TOKEN_FOR_OTHERS";
    let with = |field: &str, value: Value| issuer.token_with(field, value);
    let judged = async |token: &str| match score(channel.clone(), Some(token)).await {
        Ok(()) => "Ok".to_owned(),
        Err(status) => end_text(&status),
    };
    // A slow machine may take more time over it than the token has left.
    let mut found = String::new();
    for _ in 0..20 {
        let begin = NOW();
        found = judged(&with("exp", json!(begin - 3))).await;
        if NOW() <= begin + 1 {
            break;
        }
    }
    assert_eq!(found, "Ok");
    for (token, expected) in [
        (issuer.token(), "Ok"),
        (with("aud", json!(["faan-engine"])), "Ok"),
        (with("exp", json!(NOW() - 10)), expired),
        (with("aud", json!("faan")), for_others),
        (with("aud", json!(null)), invalid),
        (with("iss", json!("another")), invalid),
        (with("iss", json!(null)), invalid),
        (with("sub", json!(null)), invalid),
        (with("exp", json!(null)), invalid),
        (with("nbf", json!(NOW() + 60)), invalid),
        (with("nbf", json!(null)), invalid),
        (with("alg", json!("none")), invalid),
        (with("alg", json!("HS256")), invalid),
        (with("alg", json!("ES256")), invalid),
        (with("typ", json!("JWT")), invalid),
        (with("typ", json!(null)), invalid),
        (with("kid", json!("two")), invalid),
        (with("kid", json!(null)), invalid),
        (with("crit", json!(["exp"])), invalid),
        (unsigned_token(), invalid),
        (Issuer::new(2).token(), invalid),
        (Issuer::new(2).token_with("exp", json!(NOW() - 10)), invalid),
        (
            Issuer::new(2).token_with("jwk", Issuer::new(2).key_set()["keys"][0].clone()),
            invalid,
        ),
        ("a.b.c".to_owned(), invalid),
        (String::new(), invalid),
    ] {
        assert_eq!(judged(&token).await, expected, "{token}");
    }
    let status = score(channel, None).await.unwrap_err();
    assert_eq!(end_text(&status), "Unauthenticated CREDENTIALS_MISSING");
}

#[tokio::test(start_paused = true)]
async fn other_words_than_bearer_and_two_tokens_are_none() {
    let issuer = Issuer::new(1);
    let engine = Strict::start(None, Some(issuer.rules())).await;
    let channel = engine.connect(None).await.unwrap();
    let token = issuer.token();
    let ask = async |values: &[String]| {
        let mut request = Request::new(good_request());
        for value in values {
            let value = value.parse().unwrap();
            request.metadata_mut().append("authorization", value);
        }
        let mut client = EngineServiceClient::new(channel.clone());
        client.score_hand(request).await.map(|_| ())
    };
    assert!(ask(&[format!("bearer {token}")]).await.is_ok());
    for values in [
        vec![format!("Basic {token}")],
        vec![token.clone()],
        vec![format!("Bearer {token}"), format!("Bearer {token}")],
    ] {
        let status = ask(&values).await.unwrap_err();
        assert_eq!(end_text(&status), "Unauthenticated CREDENTIALS_MISSING");
    }
}

#[tokio::test(start_paused = true)]
async fn with_a_client_ca_only_its_certificates_connect() {
    let (authority, others) = (Authority::new("ours"), Authority::new("others"));
    let engine = Strict::start(Some(authority.engine(Some(&authority))), None).await;
    for (caller, expected) in [
        (Some(authority.caller(Some(&authority))), "Ok"),
        (Some(authority.caller(None)), "no connection"),
        (Some(authority.caller(Some(&others))), "no connection"),
        // The caller does not trust this engine.
        (Some(others.caller(Some(&authority))), "no connection"),
        (None, "no connection"),
    ] {
        let shown = format!("{caller:?}");
        assert_eq!(engine.ask(caller, None).await, expected, "{shown}");
    }
}

#[tokio::test(start_paused = true)]
async fn with_a_client_ca_and_tokens_either_will_do() {
    let (authority, others) = (Authority::new("ours"), Authority::new("others"));
    let issuer = Issuer::new(1);
    let tls = authority.engine(Some(&authority));
    let engine = Strict::start(Some(tls), Some(issuer.rules())).await;
    let (token, expired) = (issuer.token(), issuer.token_with("exp", json!(1)));
    let (known, unknown) = (Some(&authority), None);
    for (own, token, expected) in [
        (known, None, "Ok"),
        (unknown, Some(&token), "Ok"),
        (unknown, None, "Unauthenticated CREDENTIALS_MISSING"),
        (unknown, Some(&expired), "Unauthenticated TOKEN_EXPIRED"),
        (Some(&others), Some(&token), "no connection"),
    ] {
        let token = token.map(String::as_str);
        let found = engine.ask(Some(authority.caller(own)), token).await;
        assert_eq!(found, expected, "{token:?}");
    }
}

/// Who balances load has no token; what the engine is made of is for those who may use it.
#[tokio::test(start_paused = true)]
async fn health_is_for_everybody_and_reflection_for_callers() {
    let issuer = Issuer::new(1);
    let engine = Strict::start(None, Some(issuer.rules())).await;
    let channel = engine.connect(None).await.unwrap();
    let health = HealthClient::new(channel.clone())
        .check(HealthCheckRequest::default())
        .await;
    assert!(health.is_ok(), "{health:?}");

    let list = || tonic::codegen::tokio_stream::once(ServerReflectionRequest::default());
    let mut reflection = ServerReflectionClient::new(channel);
    let status = reflection.server_reflection_info(list()).await.unwrap_err();
    assert_eq!(end_text(&status), "Unauthenticated CREDENTIALS_MISSING");
    let token = issuer.token();
    let request = bearing(list(), Some(&token));
    assert!(reflection.server_reflection_info(request).await.is_ok());
}

/// The token is good for two minutes, and five seconds more, as clocks may differ. The machine may take some of them until the call begins.
#[tokio::test(start_paused = true)]
async fn a_stream_ends_with_its_token() {
    let issuer = Issuer::new(1);
    let engine = Strict::start(None, Some(issuer.rules())).await;
    let caller = Caller::of(engine.address).await;
    let token = issuer.token_with("exp", json!(NOW() + 120));
    let bearing = |batches| bearing(batches, Some(&token));
    let mut stream = Batches::open_with(&caller, bearing).await.unwrap();
    let (after, status) = stream.ask_until_end(Duration::from_secs(50)).await;
    assert_eq!(
        end_text(&status),
        "DeadlineExceeded DEADLINE_EXCEEDED batches_answered=3"
    );
    assert_eq!(after, Duration::from_secs(150));
}

#[tokio::test(start_paused = true)]
async fn others_than_this_machine_are_served_only_securely() {
    let anywhere: SocketAddr = ([0, 0, 0, 0], 0).into();
    let authority = Authority::new("engines");
    let tls = |client_ca| Some(authority.engine(client_ca));
    let tokens = || Some(Issuer::new(1).rules());
    for (tls, tokens, insecure, starts) in [
        (None, None, false, false),
        (None, tokens(), false, false),
        (tls(None), None, false, false),
        (tls(None), tokens(), false, true),
        (tls(Some(&authority)), None, false, true),
        (None, None, true, true),
    ] {
        let told = format!("{tls:?} {tokens:?} {insecure}");
        let config = Config {
            tls,
            tokens,
            insecure,
            ..Config::new(anywhere)
        };
        match App::build(config).await {
            Ok(_) => assert!(starts, "{told}"),
            Err(error) => {
                assert!(!starts, "{told}: {error}");
                let text = error.to_string();
                assert!(text.starts_with("0.0.0.0:0 can be reached"), "{text}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn unusable_certificates_and_keys_are_clear_errors() {
    let authority = Authority::new("engines");
    let tls = || authority.engine(None);
    let rules = || Issuer::new(1).rules();
    let garbage = || b"nothing".to_vec();
    let with_keys = |keys: &str| TokenRules {
        keys: keys.into(),
        ..rules()
    };
    let check = async |tls: Option<Tls>, tokens: Option<TokenRules>, expected: &str| {
        let config = Config {
            tls,
            tokens,
            ..Config::new(LOCALHOST)
        };
        let error = App::build(config).await.err().unwrap().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert_ne!(error, expected);
    };
    let certificate = Tls {
        certificate: garbage(),
        ..tls()
    };
    let key = Tls {
        key: garbage(),
        ..tls()
    };
    let other_key = Tls {
        key: tls().key,
        ..tls()
    };
    let client_ca = Tls {
        client_ca: Some(garbage()),
        ..tls()
    };
    for unusable in [certificate, key, other_key, client_ca] {
        check(Some(unusable), None, "cannot offer TLS: ").await;
    }
    let unreadable = "the token keys are no JSON Web Key Set: ";
    check(None, Some(with_keys("{")), unreadable).await;
    let rsa = json!({"keys": [{"kty": "RSA", "kid": "one", "n": "AQAB", "e": "AQAB"}]});
    let none = "the token keys have no Ed25519 key";
    check(None, Some(with_keys(&rsa.to_string())), none).await;
    check(None, Some(with_keys(r#"{"keys": []}"#)), none).await;
    let mut damaged = Issuer::new(1).key_set();
    damaged["keys"][0]["x"] = "!".into();
    let cannot = r#"the token key "one" cannot be used: "#;
    check(None, Some(with_keys(&damaged.to_string())), cannot).await;
}
