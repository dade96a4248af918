//! A club's export, and what whoever has the service's key finds in it.

use audit::{Against, Check, TrustedKey, Verdict};
use serde_json::json;

use crate::app::TestApp;
use crate::checkpoints::Signer;

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_the_key_verifies_the_export() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let path = format!("{}/ledger/export", club.path);
    let early = club.owner.get(&path).await;
    assert_eq!(early.expect(409)["code"], "not_yet_signed");

    // More than is read at once.
    let at = club.open_match("old-hong-kong").await;
    for batch in 0..3 {
        let hands = vec![json!({"kind": "goulash"}); 100];
        let body = json!({"number": batch * 100 + 1, "outcomes": hands});
        let posted = club.owner.post(&format!("{at}/hands:batch"), body).await;
        posted.expect(201);
    }
    let mut signer = Signer::new(&app).await;
    signer.sign().await;
    // What comes later is not signed yet.
    club.open_match("old-hong-kong").await;

    let answer = club.owner.get(&path).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    let id = club.path.rsplit('/').next().unwrap();
    let name = format!("attachment; filename=\"club-{id}.ndjson\"");
    assert_eq!(answer.header("content-disposition"), name);
    let against = Against {
        keys: vec![TrustedKey {
            key: signer.key.public(),
            retired_at: None,
        }],
        ..Against::default()
    };
    let report = audit::verify(answer.text.as_bytes(), against, |_, _| ());
    assert_eq!(report.verdict(), Verdict::Sound, "{:?}", report.doubts);
    assert_eq!(report.told.hands, 300);
    assert_eq!(report.told.matches, 1);
    assert!(report.checked.contains(&Check::InDirectory));
}
