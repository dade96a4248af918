//! What a caller learns from an error, and what a newer service may say.

use client::models::{Batch, Outcome, ScoreRequest, VariantChoice, WonBy};
use client::{Client, Error};

use super::table::{hand, table};
use crate::app::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_has_its_code_its_fields_and_what_to_do() {
    let app = TestApp::start().await;
    let faan = Client::new(&app.url).unwrap();
    let rules = VariantChoice::builder().id("old-hong-kong").build();
    let request = ScoreRequest::builder()
        .variant(rules)
        .win("88s WW + 8x".to_owned())
        .build();
    let error = faan.score_hand(&request).await.unwrap_err();
    let refusal = error.refusal().unwrap();
    assert_eq!(refusal.status, 422);
    assert!(
        !refusal.problem.code.is_empty() && !refusal.problem.errors.as_ref().unwrap().is_empty()
    );
    assert!(refusal.text.contains(&refusal.problem.code));
    assert!(!error.is_temporary());
}

/// One hand of more fan than the variant pays for, alone and in a batch.
#[tokio::test(flavor = "multi_thread")]
async fn the_fan_that_are_paid_are_held_to_the_cap() {
    let app = TestApp::start().await;
    let faan = Client::new(&app.url).unwrap();
    let rules = || VariantChoice::builder().id("half-spicy-8-full-gun").build();
    let win = || "8m (222m) (444m) (666m) (333m) + 8m".to_owned();
    let request = ScoreRequest::builder().variant(rules()).win(win()).build();
    let alone = faan.score_hand(&request).await.unwrap();
    assert_eq!(alone.paid_fan, 8);
    assert!(alone.score.fan > 8);
    let batch = Batch::builder()
        .variant(rules())
        .wins([win().into()])
        .build();
    let scored = faan.score_hands(&batch).await.unwrap();
    assert_eq!(scored.results[0].scored.as_ref().unwrap().paid_fan, 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_version_is_refused_and_a_dry_run_records_nothing() {
    let app = TestApp::start().await;
    let (faan, table) = table(&app).await;
    let before = faan
        .read_match(table.club, table.game)
        .response()
        .await
        .unwrap();
    let etag = before.etag.unwrap();
    faan.record_hand_dry_run(table.club, table.game, &hand(1))
        .await
        .unwrap();
    faan.record_hand(table.club, table.game, &hand(1))
        .if_match(&etag)
        .await
        .unwrap();
    let error = faan
        .record_hand(table.club, table.game, &hand(2))
        .if_match(&etag)
        .await
        .unwrap_err();
    assert_eq!(error.refusal().unwrap().status, 412, "{error}");
}

#[test]
fn an_address_that_is_none_is_refused_before_anything_is_sent() {
    for url in ["faan.example", "ftp://faan.example", ""] {
        assert!(matches!(Client::new(url), Err(Error::Request(_))), "{url}");
    }
}

#[test]
fn a_word_and_a_kind_of_a_newer_service_can_be_read() {
    let word: WonBy = serde_json::from_str("\"telepathy\"").unwrap();
    assert_eq!(word, WonBy::Unknown("telepathy".to_owned()));
    let kind: Outcome = serde_json::from_str(r#"{"kind": "earthquake", "richter": 7}"#).unwrap();
    assert_eq!(kind, Outcome::Unknown);
    assert!(
        serde_json::to_string(&kind).is_err(),
        "what is unknown cannot be sent"
    );
}

#[test]
fn no_token_is_in_what_is_printed() {
    let faan = Client::builder("http://127.0.0.1:1")
        .token("faan_secret")
        .build()
        .unwrap();
    assert!(!format!("{faan:?} {:?}", faan.list_clubs()).contains("secret"));
}
