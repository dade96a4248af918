//! Audits that are asked what matches would have come to by other rules.

use super::{EVERYTHING, finish};
use crate::scene::{Scene, assert_refused};
use ledger::{AuditRequest, AuditsPage, Hash, MatchId, WhatIf, WhatIfRequest, Write};

const RULES: &[u8] = br#"{"id":"house"}"#;

/// All there is, and of one match or of all what they would have come to by rules of the house.
fn by_other_rules(match_id: Option<MatchId>, document: &[u8]) -> AuditRequest {
    let what_if = WhatIf {
        variant_id: "house".to_owned(),
        variant_hash: Hash::of(RULES),
        match_id,
    };
    AuditRequest {
        what_if: Some(WhatIfRequest {
            what_if,
            variant_document: document.to_vec(),
        }),
        ..EVERYTHING
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_rules_come_with_their_document() {
    let scene = Scene::new().await;
    let of = Some(scene.open_match("m").await.id);
    let auditor = scene.auditor().await;
    for (key, asked) in [
        ("a", by_other_rules(of, RULES)),
        ("b", by_other_rules(None, RULES)),
    ] {
        let write = scene.audit(key);
        let before = scene.audit_asked_before(write.clone()).await;
        assert_eq!(before.unwrap(), None);
        let audit = scene.ask_for_audit(write.clone(), asked.clone()).await;
        let audit = audit.unwrap().value;
        let what_if = asked.what_if.as_ref().map(|asked| asked.what_if.clone());
        assert_eq!(audit.what_if, what_if);
        assert_eq!(scene.audited(audit.id).await, audit);
        let before = scene.audit_asked_before(write.clone()).await;
        assert_eq!(before.unwrap(), Some(audit));
        let other = Write {
            fingerprint: [9; 32],
            ..write
        };
        let refused = scene.audit_asked_before(other).await;
        assert_refused(refused, "IdempotencyKeyReused");
        let taken = auditor.take().await.unwrap().unwrap();
        assert_eq!(taken.what_if, asked.what_if);
        assert!(finish(&auditor, &taken).await);
    }
    assert_eq!(scene.ask("c").await.unwrap().value.what_if, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_what_the_club_does_not_have_nothing_is_worked_out() {
    let scene = Scene::new().await;
    let theirs = Scene::new().await.open_match("m").await.id;
    let asked = by_other_rules(Some(theirs), RULES);
    let refused = scene.ask_for_audit(scene.audit("a"), asked).await;
    assert_refused(refused, "UnknownMatch");
    let asked = by_other_rules(None, b"{}");
    let refused = scene.ask_for_audit(scene.audit("a"), asked).await;
    assert!(refused.is_err(), "the document has another hash");
    let page = AuditsPage {
        before: None,
        limit: 9,
    };
    let audits = scene.audits(scene.club, page).await.unwrap();
    assert_eq!(audits.audits, []);
}
