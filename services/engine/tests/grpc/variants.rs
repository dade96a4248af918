//! Variants: the built-ins, and documents that are sent.

use std::collections::BTreeSet;

use rules::variant::DocumentCode;
use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::server::{Caller, FAN_LAAK, OLD_HONG_KONG, error_text, reference};
use crate::{readme, text};

#[tokio::test]
async fn the_built_ins_are_listed_and_each_can_be_had_by_id_hash_and_document() {
    let caller = Caller::of_new_engine().await;
    let variants = caller.variants().await;
    let ids: Vec<&str> = variants.iter().map(|variant| variant.id.as_str()).collect();
    let built_in = rules::variant::built_ins().iter();
    assert_eq!(
        ids,
        built_in.map(|variant| variant.id()).collect::<Vec<_>>()
    );
    assert!(ids.contains(&FAN_LAAK) && ids.contains(&OLD_HONG_KONG));
    for summary in variants {
        let by_id = caller
            .variant(Variant::Id(summary.id.clone()))
            .await
            .unwrap();
        assert_eq!(by_id.variant.as_ref(), Some(&summary));
        assert_eq!(by_id.pays_half_points, summary.id.ends_with("half-gun"));
        assert_eq!(
            caller.variant(Variant::Hash(summary.hash)).await.unwrap(),
            by_id
        );
        assert_eq!(
            caller
                .variant(Variant::Document(by_id.document.clone()))
                .await
                .unwrap(),
            by_id
        );
    }
}

#[test]
fn every_problem_of_a_document_is_explained() {
    let explained = readme::reasons("Problems of a document").into_iter();
    let codes: Vec<String> = explained.map(|(code, _)| code).collect();
    let all = DocumentCode::ALL.map(|code| code.name().to_ascii_uppercase());
    assert_eq!(codes, all);
}

#[tokio::test]
async fn the_catalogue_names_every_pattern_once() {
    let patterns = Caller::of_new_engine().await.patterns().await;
    let ids: BTreeSet<&str> = patterns.iter().map(|pattern| pattern.id.as_str()).collect();
    assert_eq!(ids.len(), patterns.len());
    assert!(ids.contains("half_flush") && ids.contains("eight_bonus_tiles"));
    for pattern in &patterns {
        let named = pattern
            .name
            .as_ref()
            .is_some_and(|name| !name.english.is_empty());
        assert!(
            named && !pattern.definition.is_empty() && !pattern.example.is_empty(),
            "{}",
            pattern.id
        );
    }
}

/// A hash that the engine does not know, then the document, then the hash again.
#[tokio::test]
async fn a_hash_is_known_once_its_document_was_sent() {
    let caller = Caller::of_new_engine().await;
    let house = halves(
        &caller
            .variant(Variant::Id(FAN_LAAK.into()))
            .await
            .unwrap()
            .document,
    );
    let by_document = Variant::Document(house);
    let elsewhere = Caller::of_new_engine()
        .await
        .variant(by_document.clone())
        .await
        .unwrap();
    assert!(elsewhere.pays_half_points);
    let by_hash = Variant::Hash(elsewhere.variant.unwrap().hash);

    let status = caller.score(request(by_hash.clone())).await.unwrap_err();
    assert_eq!(
        error_text(&status),
        "FailedPrecondition VARIANT_UNKNOWN variant.hash"
    );
    let answer = caller.score(request(by_document)).await.unwrap();
    assert_eq!(caller.score(request(by_hash)).await.unwrap(), answer);
    let points = text::points(answer.payments.iter().map(|payment| payment.half_points));
    assert_eq!(points, "-0.5 +2 -0.5 -1");
}

/// The same rules with other spacing and order of keys are the same variant.
#[tokio::test]
async fn the_hash_is_that_of_the_canonical_form() {
    let caller = Caller::of_new_engine().await;
    let canonical = caller.variant(Variant::Id(FAN_LAAK.into())).await.unwrap();
    let value: serde_json::Value = serde_json::from_slice(&canonical.document).unwrap();
    let pretty = serde_json::to_vec_pretty(&value).unwrap();
    assert_ne!(pretty, canonical.document);
    assert_eq!(
        caller.variant(Variant::Document(pretty)).await.unwrap(),
        canonical
    );
}

fn request(variant: Variant) -> v1::ScoreHandRequest {
    v1::ScoreHandRequest {
        variant: Some(reference(variant)),
        options: Some(v1::TableOptions {
            minimum_fan: Some(0),
        }),
        win: Some(text::win(
            "79m 99p chow:123m chow:456s pung:222p 1f +8m from=north seat=south",
        )),
        ..Default::default()
    }
}

/// The fan-laak rules where the discarder pays once and the others half.
fn halves(document: &[u8]) -> Vec<u8> {
    let mut document: serde_json::Value = serde_json::from_slice(document).unwrap();
    document["multipliers"]["discarder"] = 1.into();
    document["multipliers"]["other"] = 0.5.into();
    document.to_string().into_bytes()
}
