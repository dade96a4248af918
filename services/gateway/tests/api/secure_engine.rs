//! An engine elsewhere: the gateway and the engine know each other by certificates, and the gateway's key signs tokens
//! for those who ask the engine themselves.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use gateway::{Clock, EngineTls, ForEngine};
use ledger::test_database::TestDatabase;
use tokio::task::JoinHandle;
use tonic::Request;
use tonic::transport::Endpoint;
use wire::v1::ListVariantsRequest;
use wire::v1::engine_service_client::EngineServiceClient;

use crate::app::{TOKEN_KEY, TestApp, build, config};
use crate::certificates::{Authority, authority, identity};
use crate::operations::{readiness, until_in_time};

/// An engine that knows its callers by certificates of `client_ca`, and not yet a gateway that asks it.
async fn secure_engine(
    engine_ca: &Authority,
    client_ca: &Authority,
) -> (SocketAddr, JoinHandle<()>) {
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
    let running = tokio::spawn(async move {
        engine.run(std::future::pending()).await.unwrap();
    });
    (address, running)
}

/// A gateway that trusts and shows an engine what it is told.
fn asking(engine: SocketAddr, tls: EngineTls, database: &TestDatabase) -> gateway::Config {
    gateway::Config {
        engine_url: format!("https://localhost:{}", engine.port()),
        engine_tls: Some(tls),
        clock: Clock::stopped(),
        ..config(engine, database)
    }
}

/// Such an engine behind such a gateway.
async fn behind(engine_ca: &Authority, client_ca: &Authority, tls: EngineTls) -> TestApp {
    let (address, engine) = secure_engine(engine_ca, client_ca).await;
    let database = Arc::new(TestDatabase::create().await);
    TestApp::with(asking(address, tls, &database), engine, database).await
}

fn trusting(ca: &Authority, identity: Option<(Vec<u8>, Vec<u8>)>) -> EngineTls {
    EngineTls {
        ca: ca.pem().into_bytes(),
        identity,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gateway_and_its_engine_know_each_other_by_certificates() {
    let (ours, others) = (authority(), authority());
    for (tls, status) in [
        (trusting(&ours, Some(identity(&ours, "gateway"))), 200),
        (trusting(&ours, None), 503),
        (trusting(&ours, Some(identity(&others, "gateway"))), 503),
        (trusting(&others, Some(identity(&ours, "gateway"))), 503),
    ] {
        let app = behind(&ours, &ours, tls).await;
        readiness(&app, "/readyz").await.expect(status);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_two_know_each_other_by_is_renewed_while_the_gateway_serves() {
    let (ours, others) = (authority(), authority());
    let (engine, _running) = secure_engine(&ours, &ours).await;
    let database = TestDatabase::create().await;
    let first = trusting(&others, Some(identity(&others, "gateway")));
    let config = asking(engine, first, &database);
    let clock = config.clock.clone();
    let gateway = build(config).await;
    let (url, way) = (
        format!("{}/readyz", gateway.url()),
        gateway.engine_channel(),
    );
    tokio::spawn(gateway.run(std::future::pending()));
    let ask = async || {
        // For half a second an answer is given again.
        clock.advance(Duration::from_millis(500));
        let answer = reqwest::get(&url).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let ready = async || until_in_time(ask, |(_, text)| text).await.0;
    assert_eq!(ready().await, 503);
    way.renew(&trusting(&ours, Some(identity(&ours, "gateway"))))
        .unwrap();
    assert_eq!(ready().await, 200);
    let (certificate, key) = identity(&ours, "gateway");
    let (_, other_key) = identity(&ours, "gateway");
    for (unusable, sentence) in [
        (
            trusting(&ours, Some((vec![], key))),
            "what the gateway shows",
        ),
        (
            trusting(&ours, Some((certificate, other_key))),
            "what the gateway shows",
        ),
        (
            EngineTls {
                ca: b"half a fi".to_vec(),
                identity: None,
            },
            "the engine's CA",
        ),
    ] {
        let refused = way.renew(&unusable).unwrap_err().to_string();
        assert!(refused.starts_with(sentence), "{refused}");
        assert_eq!(ready().await, 200);
    }
    way.renew(&trusting(&others, None)).unwrap();
    assert_eq!(ready().await, 503);
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
