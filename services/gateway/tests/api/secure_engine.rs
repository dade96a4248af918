//! An engine elsewhere: the gateway and the engine know each other by certificates, and the gateway's key signs tokens
//! for those who ask the engine themselves.

use std::sync::Arc;
use std::time::Duration;

use gateway::{EngineTls, ForEngine};
use ledger::test_database::TestDatabase;
use tonic::Request;
use tonic::transport::Endpoint;
use wire::v1::ListVariantsRequest;
use wire::v1::engine_service_client::EngineServiceClient;

use crate::app::{TOKEN_KEY, TestApp, config};
use crate::certificates::{Authority, authority, identity};

/// An engine that knows its callers by certificates of `client_ca`, behind a gateway that trusts and shows what it is
/// told.
async fn behind(engine_ca: &Authority, client_ca: &Authority, tls: EngineTls) -> TestApp {
    let (certificate, key) = identity(engine_ca, "localhost");
    let engine = engine::App::build(engine::Config {
        tls: Some(engine::Tls {
            certificate,
            key,
            client_ca: Some(client_ca.pem().into_bytes()),
        }),
        ..engine::Config::new(([127, 0, 0, 1], 0).into())
    });
    let engine = engine.await.unwrap();
    let address = engine.address();
    let database = Arc::new(TestDatabase::create().await);
    let config = gateway::Config {
        engine_url: format!("https://localhost:{}", address.port()),
        engine_tls: Some(tls),
        engine_deadline: Duration::from_secs(5),
        ..config(address, &database)
    };
    let engine = tokio::spawn(async move {
        engine.run(std::future::pending()).await.unwrap();
    });
    TestApp::with(config, engine, database).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gateway_and_its_engine_know_each_other_by_certificates() {
    let (ours, others) = (authority(), authority());
    let tls = |ca: &Authority, identity| EngineTls {
        ca: ca.pem().into_bytes(),
        identity,
    };
    for (tls, status) in [
        (tls(&ours, Some(identity(&ours, "gateway"))), 200),
        (tls(&ours, None), 503),
        (tls(&ours, Some(identity(&others, "gateway"))), 503),
        (tls(&others, Some(identity(&ours, "gateway"))), 503),
    ] {
        let app = behind(&ours, &ours, tls).await;
        app.nobody().get("/readyz").await.expect(status);
    }
}

#[tokio::test]
async fn a_token_made_with_the_gateways_key_is_taken_by_an_engine_that_has_its_public_half() {
    let key = TOKEN_KEY.as_bytes();
    let engine = engine::App::build(engine::Config {
        tokens: Some(engine::TokenRules {
            keys: gateway::public_keys_json(&[key.to_vec()])
                .unwrap()
                .into_bytes(),
            issuer: "faan".to_owned(),
            audience: "faan-engine".to_owned(),
        }),
        ..engine::Config::new(([127, 0, 0, 1], 0).into())
    });
    let engine = engine.await.unwrap();
    let url = format!("http://{}", engine.address());
    tokio::spawn(engine.run(std::future::pending()));
    let channel = Endpoint::from_shared(url).unwrap().connect().await.unwrap();
    let asked = ForEngine {
        issuer: "faan",
        audience: "faan-engine",
        subject: "a test",
        lifetime: Duration::from_secs(60),
    };
    let token = gateway::engine_token(key, &asked).unwrap();
    let mut request = Request::new(ListVariantsRequest {});
    let value = format!("Bearer {token}").parse().unwrap();
    request.metadata_mut().insert("authorization", value);
    let answer = EngineServiceClient::new(channel)
        .list_variants(request)
        .await;
    assert!(!answer.unwrap().into_inner().variants.is_empty());
}
