//! Exports of a club and of the directory, and what whoever has the service's key finds in them.

use audit::{Against, Check, Directory, TrustedKey, Verdict};
use ledger::evidence::{DirectoryHeader, SignedNote, WitnessSigner, read_directory};
use serde_json::json;

use crate::app::TestApp;
use crate::checkpoints::Signer;

/// What is found with the service's key alone.
fn by_key(signer: &Signer) -> Against<'static> {
    let key = signer.key.public();
    let retired_at = None;
    Against {
        keys: vec![TrustedKey { key, retired_at }],
        ..Against::default()
    }
}

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
    let against = by_key(&signer);
    let report = audit::verify(answer.text.as_bytes(), against, |_, _| ());
    assert_eq!(report.verdict(), Verdict::Sound, "{:?}", report.failures);
    assert_eq!(report.counts.hands, 300);
    assert_eq!(report.counts.matches, 1);
    assert!(report.checked.contains(&Check::InDirectory));
}

#[tokio::test(flavor = "multi_thread")]
async fn anybody_holds_a_club_against_the_whole_directory() {
    let app = TestApp::start().await;
    let whole = "/v1/ledger/directory/export";
    let early = app.nobody().get(whole).await;
    assert_eq!(early.expect(409)["code"], "not_yet_signed");
    let club = app.club().await;
    let mut signer = Signer::new(&app).await;
    // More than is read at once, before and after the club's.
    signer.sign_others(300).await;
    signer.sign().await;
    let export = club.get("/ledger/export").await;
    club.open_match("old-hong-kong").await;
    signer.sign().await;
    signer.sign_others(1).await;

    let latest = app.nobody().get("/v1/ledger/directory/checkpoint").await;
    let witness = WitnessSigner::new("witness.example", &[1; 32]).unwrap();
    let note = SignedNote::parse(latest.text.as_bytes()).unwrap();
    let note = note.cosigned(&witness, 1_800_000_000).unwrap();
    let line = note.signatures()[1].to_string();
    let (size, key) = (303, witness.public());
    signer.ledger.cosigned(size, &key, line).await.unwrap();
    let latest = app.nobody().get("/v1/ledger/directory/checkpoint").await;
    assert_eq!(latest.text, note.to_string());

    let directory = app.nobody().get(whole).await;
    assert_eq!(directory.header("content-type"), "application/x-ndjson");
    let name = "attachment; filename=\"directory.ndjson\"";
    assert_eq!(directory.header("content-disposition"), name);
    let (header, leaves) = read_directory(directory.text.as_bytes()).unwrap();
    let checkpoint = note;
    assert_eq!(header, DirectoryHeader { checkpoint });
    assert_eq!(leaves.map(Result::unwrap).count(), 303);

    let hold = |export: &str| {
        let against = Against {
            directory: Some(Directory::Export(Box::new(directory.text.as_bytes()))),
            ..by_key(&signer)
        };
        audit::verify(export.as_bytes(), against, |_, _| ())
    };
    let report = hold(&export.text);
    let codes: Vec<_> = report
        .failures
        .iter()
        .map(audit::VerificationFailure::code)
        .collect();
    assert_eq!(
        codes,
        ["older_than_known"],
        "the directory has a later head"
    );
    let export = club.get("/ledger/export").await;
    let report = hold(&export.text);
    assert_eq!(report.verdict(), Verdict::Sound, "{:?}", report.failures);
    assert!(report.checked.contains(&Check::Directory));
}
