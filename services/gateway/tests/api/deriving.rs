//! Variants derived by anyone: as a club derives its own.

use serde_json::{Value, json};

use crate::app::TestApp;

fn kowloon() -> Value {
    json!({
        "id": "kowloon", "name": {"english": "Kowloon Club", "traditional_chinese": null, "jyutping": null},
        "minimum_fan": 1, "patterns": {"half_flush": {"value": 4}, "seven_pairs": null}, "shapes": ["standard", "thirteen_orphans"]
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variant_is_derived_as_a_club_derives_it() {
    let app = TestApp::start().await;
    let (club, nobody) = (app.club().await, app.nobody());
    let asked = json!({"base": {"id": "old-hong-kong"}, "changes": kowloon()});
    let derived = nobody.post("/v1/variants:derive", asked.clone()).await;
    let derived = derived.expect(200);
    assert_eq!(derived["problems"], json!([]));
    let variants = format!("{}/variants", club.path);
    let added = club.post_any(&variants, asked).await.expect(201);
    assert_eq!(derived["document"], added["document"]);
    let hash = added["hash"].as_str().unwrap();
    assert_eq!(derived["variant"]["hash"], hash);
    let compare = format!("{variants}/{hash}/compare?with=old-hong-kong");
    let compared = club.owner.get(&compare).await.expect(200);
    assert_eq!(derived["differences"], compared["differences"]);
    assert!(derived["differences"].as_array().unwrap().len() >= 6);

    // From what was derived, by its hash and as a document; a higher version will do.
    let changes = json!({"version": 2, "minimum_fan": 2});
    for base in [
        json!({"hash": hash}),
        json!({"document": derived["document"]}),
    ] {
        let asked = json!({"base": base, "changes": changes});
        let second = nobody.post("/v1/variants:derive", asked).await.expect(200);
        assert_eq!(second["document"]["derived_from"], hash);
        let differences = second["differences"].as_array().unwrap().iter();
        let pointers: Vec<&Value> = differences.map(|found| &found["pointer"]).collect();
        assert_eq!(pointers, ["/minimum_fan", "/version", "/derived_from"]);
        // The engine has seen it.
        let hands = json!({"variant": {"hash": second["variant"]["hash"]}, "outcomes": []});
        nobody.post("/v1/hands:play", hands).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_derived_variant_points_into_the_changes() {
    let app = TestApp::start().await;
    let nobody = app.nobody();
    let derive = async |base: Value, changes: Value| {
        let asked = json!({"base": base, "changes": changes});
        nobody.post("/v1/variants:derive", asked).await
    };
    let base = json!({"id": "old-hong-kong"});
    for (changes, problems) in [
        (
            json!({"id": "x", "minimum_fan": -1, "schedule": []}),
            vec!["/changes/minimum_fan", "/changes/schedule"],
        ),
        (json!({"minimum_fan": 1}), vec!["/changes/id"]),
        (json!({"id": "x", "house": 1}), vec!["/changes/house"]),
        (json!([]), vec!["/changes"]),
        (json!(null), vec!["/changes"]),
    ] {
        let faulty = derive(base.clone(), changes).await.expect(200);
        let found = faulty["problems"].as_array().unwrap().iter();
        let found: Vec<&Value> = found.map(|problem| &problem["pointer"]).collect();
        assert_eq!(found, problems, "{faulty}");
        assert!(faulty.get("document").is_none() && faulty.get("differences").is_none());
    }
    let long = json!({"id": "x", "source": "x".repeat(64 * 1024)});
    let long = derive(base, long).await.expect(200);
    assert_eq!(long["problems"][0]["code"], "too_large", "{long}");
    assert_eq!(long["problems"][0]["pointer"], "/changes");
    #[rustfmt::skip]
    let cases = [
        (json!({"id": "none"}), json!({}), (422, "variant_not_found", "/base/id", "none")),
        (json!({"hash": "0".repeat(64)}), json!({}), (422, "variant_unknown", "/base/hash", "document")),
        (json!({"document": {"id": "x"}}), json!({}), (422, "variant_invalid", "/base/document/format", "`format` is missing")),
        (json!({}), json!({}), (422, "invalid_value", "/base", "Name the variant")),
        (json!({"id": "old-hong-kong", "hash": "0"}), json!({}), (422, "invalid_value", "/base", "only one")),
    ];
    let mut faults = Vec::new();
    for (base, changes, expected) in cases {
        let refused = derive(base.clone(), changes).await;
        faults.extend(refused.fault(&base.to_string(), expected));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let none = json!({"base": {"id": "old-hong-kong"}});
    let none = nobody.post("/v1/variants:derive", none).await;
    assert_eq!(
        none.refused(400, "missing_field")["errors"][0]["pointer"],
        "/changes"
    );
}

/// What anyone plays is a trial: its document is dropped for others that are tried out, as those of `/v1/variants:check` are.
#[tokio::test(flavor = "multi_thread")]
async fn what_anyone_plays_by_is_kept_with_what_is_tried_out() {
    let app = TestApp::start().await;
    let mei = app.sign_up("mei").await;
    let derive = json!({"base": {"id": "old-hong-kong"}, "changes": kowloon()});
    let derived = mei.post("/v1/variants:derive", derive).await.expect(200);
    let play = async |variant: Value| {
        let asked = json!({"variant": variant, "outcomes": [{"kind": "goulash"}]});
        mei.post("/v1/hands:play", asked).await
    };
    play(json!({"document": derived["document"]}))
        .await
        .expect(200);
    let known = json!({"hash": derived["variant"]["hash"]});
    play(known.clone()).await.expect(200);
    for version in 2..=1 + 256 {
        let mut document = derived["document"].clone();
        document["version"] = version.into();
        let check = json!({"document": document});
        mei.post("/v1/variants:check", check).await.expect(200);
    }
    play(known).await.refused(422, "variant_unknown");
}
