//! The page that newcomers walk along, walked.

use std::sync::Arc;

use ledger::test_database::TestDatabase;

use crate::app::{TestApp, config};
use crate::oidc::issuer::{Issuer, Signer};

const PAGE: &str = include_str!("../../../../openapi/GETTING_STARTED.md");
const ADDRESS: &str = "http://127.0.0.1:8080";

/// A service that takes the tokens of an issuer.
async fn service(issuer: &Issuer) -> TestApp {
    let engine = engine::App::build(engine::Config::new(([127, 0, 0, 1], 0).into()));
    let engine = engine.await.unwrap();
    let database = Arc::new(TestDatabase::create().await);
    let config = gateway::Config {
        oidc: Some(issuer.settings()),
        ..config(engine.address(), &database)
    };
    let engine = tokio::spawn(async move {
        engine.run(std::future::pending()).await.unwrap();
    });
    TestApp::with(config, engine, database).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_works_as_it_stands() {
    let signer = Signer::ed("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = service(&issuer).await;
    let token = issuer.token(&signer, "mei");
    let script = PAGE
        .split("```sh\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap())
        .collect::<String>();
    assert_eq!(script.matches(ADDRESS).count(), 1);
    let script = script.replace(ADDRESS, &app.url);
    let walk = move || {
        std::process::Command::new("bash")
            .args(["-euo", "pipefail", "-c", &script])
            .env("ISSUER_TOKEN", token)
            .output()
    };
    let walked = tokio::task::spawn_blocking(walk).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&walked.stdout);
    let error = String::from_utf8_lossy(&walked.stderr);
    assert!(walked.status.success(), "{said}\n{error}");
    for told in [
        r#""code":"hand_number_taken""#,
        r#""house_points":5"#,
        r#""earlier":["#,
        r#""reason":"it was the player across""#,
        r#""reason":"the hall closes""#,
        r#""transfers":["#,
        r#""code":"match_goes_on""#,
        r#""label":"2""#,
        r#""leaf_hash""#,
        r#""rank":1"#,
        r#""against":["#,
        r#""place":1"#,
        "event: outcome_recorded",
        "event: match_corrected",
        r#""delivered_seq":0"#,
        r#""type":"webhook.test""#,
        r#""code":"identity_not_linked""#,
        r#""name":"Sai Ying Pun""#,
    ] {
        assert!(said.contains(told), "{told} is missing in\n{said}\n{error}");
    }
}
