//! What those see who run the service.

use std::time::Duration;

use crate::app::{TOKEN_KEY, TestApp};
use ledger::test_database::TestDatabase;

#[tokio::test(flavor = "multi_thread")]
async fn without_the_engine_nothing_is_scored_and_nothing_stored() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    app.nobody().get("/readyz").await.expect(200);
    app.kill_engine();
    // The connection notices at its own pace; no answer is wrong meanwhile.
    let deadline = std::time::Instant::now() + Duration::from_secs(20);
    while app.nobody().get("/readyz").await.status == 200 {
        assert!(
            std::time::Instant::now() < deadline,
            "it is still called ready"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let recorded = club
        .record(&at, 1, serde_json::json!({"kind": "goulash"}))
        .await;
    assert_eq!(recorded.header("retry-after"), "2");
    recorded.refused(503, "engine_unavailable");
    let hands = club.owner.get(&format!("{at}/hands")).await.expect(200);
    assert_eq!(hands["hands"], serde_json::json!([]));
    app.nobody().get("/livez").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_is_announced_and_finishes_what_was_begun() {
    let database = TestDatabase::create().await;
    let key = TOKEN_KEY.as_bytes().to_vec();
    let config = gateway::Config {
        drain: Duration::from_millis(300),
        ..gateway::Config::new("http://127.0.0.1:9".to_owned(), database.url(), key)
    };
    let gateway = gateway::App::build(config).await.unwrap();
    let url = format!("http://{}", gateway.address());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(gateway.run(async {
        stopped.await.unwrap();
    }));
    let http = reqwest::Client::new();
    assert_eq!(
        http.get(format!("{url}/livez"))
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
    stop.send(()).unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    // It still serves, but no longer wants to.
    assert_eq!(
        http.get(format!("{url}/livez"))
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
    let ready = http.get(format!("{url}/readyz")).send().await.unwrap();
    assert_eq!(ready.status(), 503);
    assert!(ready.text().await.unwrap().contains("stopping"));
    drop(http);
    tokio::time::timeout(Duration::from_secs(10), running)
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    assert!(reqwest::get(format!("{url}/livez")).await.is_err());
}
