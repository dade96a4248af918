//! Variants: the built-ins, and documents that are sent.

use std::collections::BTreeSet;

use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::server::{Caller, FAN_LAAK, OLD_HONG_KONG, error_text, reference};
use crate::{readme, text};

#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
async fn the_catalogue_names_every_pattern_once() {
    let patterns = Caller::of_new_engine().await.patterns(None).await;
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
#[tokio::test(start_paused = true)]
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
#[tokio::test(start_paused = true)]
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

fn document(id: &str) -> serde_json::Value {
    serde_json::from_slice(rules::Variant::built_in(id).unwrap().document()).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_document_is_checked_as_a_whole() {
    let mut client = Caller::of_new_engine().await.client();
    let mut check = async |document: String| {
        let document = document.into_bytes();
        let request = v1::CheckVariantRequest { document };
        client.check_variant(request).await
    };
    let mut house = document(OLD_HONG_KONG);
    house["minimum_fan"] = "three".into();
    house["patterns"]["half_flesh"] = serde_json::json!({ "value": 3 });
    let answer = check(house.to_string()).await.unwrap().into_inner();
    let problems = answer.problems.iter();
    let problems: Vec<String> = problems
        .map(|problem| format!("{} {}: {}", problem.code, problem.path, problem.text))
        .collect();
    assert_eq!(
        problems,
        [
            "WRONG_TYPE minimum_fan: \"three\" is not a whole number at most 100",
            "UNKNOWN_PATTERN patterns.half_flesh: \"half_flesh\" is neither in the catalogue nor a house pattern of this document",
            "RESERVED_ID id: `old-hong-kong` is a built-in variant: give this document an id of its own",
        ]
    );
    assert!(answer.variant.is_none() && answer.document.is_empty());

    house["minimum_fan"] = 2.into();
    house["patterns"]["half_flesh"].take();
    house["patterns"]
        .as_object_mut()
        .unwrap()
        .remove("half_flesh");
    house["id"] = "our-club".into();
    let answer = check(house.to_string()).await.unwrap().into_inner();
    assert!(answer.problems.is_empty());
    assert_eq!(answer.variant.unwrap().id, "our-club");

    let answer = check("x".repeat(70_000)).await.unwrap().into_inner();
    assert_eq!(answer.problems[0].code, "TOO_LARGE");
    let status = check(String::new()).await.unwrap_err();
    assert_eq!(
        error_text(&status),
        "InvalidArgument FIELD_MISSING document"
    );
}

#[tokio::test(start_paused = true)]
async fn a_derived_document_is_known_by_its_hash_and_told_apart() {
    let caller = Caller::of_new_engine().await;
    let mut client = caller.client();
    let base = Some(reference(Variant::Id(OLD_HONG_KONG.into())));
    let request = |patch: &str| v1::DeriveVariantRequest {
        base: base.clone(),
        patch: patch.into(),
    };
    let derived = client
        .derive_variant(request(&readme::patch()))
        .await
        .unwrap()
        .into_inner();
    let summary = derived.variant.unwrap();
    let old = caller
        .variant(Variant::Id(OLD_HONG_KONG.into()))
        .await
        .unwrap();
    assert_eq!(summary.derived_from, old.variant.unwrap().hash);
    assert!(summary.has_rounds && summary.uses_bonus_tiles && summary.starting_points == 0);
    let by_hash = caller
        .variant(Variant::Hash(summary.hash.clone()))
        .await
        .unwrap();
    assert_eq!(by_hash.document, derived.document);

    let request_of = |after: Option<v1::VariantRef>| v1::CompareVariantsRequest {
        before: base.clone(),
        after,
    };
    let after = Some(reference(Variant::Hash(summary.hash)));
    let answer = client
        .compare_variants(request_of(after))
        .await
        .unwrap()
        .into_inner();
    let told: Vec<&str> = answer
        .differences
        .iter()
        .map(|difference| difference.text.as_str())
        .collect();
    assert_eq!(
        told[..5],
        [
            "Shapes of a hand that win: all (not stated) → four sets and a pair, thirteen orphans",
            "Half flush (half_flush): 3 fan → 4 fan",
            "Seven pairs (seven_pairs): 4 fan → not played",
            "English name: Old Hong Kong → Our club",
            "Id: old-hong-kong → our-club",
        ]
    );
    assert_eq!(answer.differences[1].before.as_deref(), Some("3"));
    assert_eq!(answer.differences[2].after, None);

    let problems = client
        .derive_variant(request("{}"))
        .await
        .unwrap()
        .into_inner()
        .problems;
    assert_eq!(problems[0].code, "RESERVED_ID");
    let status = client.derive_variant(request("")).await.unwrap_err();
    assert_eq!(error_text(&status), "InvalidArgument FIELD_MISSING patch");
    let status = client.compare_variants(request_of(None)).await.unwrap_err();
    assert_eq!(error_text(&status), "InvalidArgument FIELD_MISSING after");
    let none = Some(reference(Variant::Hash("0".repeat(64))));
    let status = client.compare_variants(request_of(none)).await.unwrap_err();
    assert_eq!(
        error_text(&status),
        "FailedPrecondition VARIANT_UNKNOWN after.hash"
    );
}

#[tokio::test(start_paused = true)]
async fn patterns_say_what_they_are_worth_under_a_variant() {
    let caller = Caller::of_new_engine().await;
    let new_style = Variant::Id("hong-kong-new-style".to_owned());
    let patterns = caller.patterns(Some(reference(new_style))).await;
    let worth = |id: &str| {
        let pattern = patterns.iter().find(|pattern| pattern.id == id);
        pattern.unwrap().worth.clone()
    };
    let double = worth("double_kong_replacement").unwrap();
    assert_eq!((double.fan, double.limit), (9, false));
    assert_eq!(double.includes, ["kong_replacement", "self_draw"]);
    let eight = worth("eight_bonus_tiles").unwrap();
    assert_eq!(eight.conditions, ["bonus_tile_win"]);
    assert_eq!(worth("pearl_dragon"), None);
    let without = caller.patterns(None).await;
    assert!(without.iter().all(|pattern| pattern.worth.is_none()));
}
