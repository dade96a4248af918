//! Rules of a club's own, from the base they are derived from to their retirement.

use ledger::Hash;
use serde_json::{Value, json};

use crate::app::{Answer, Club, Person, Script, TestApp};

/// Old Hong Kong with a lower minimum and a dearer half flush.
fn kowloon(minimum_fan: u32) -> Value {
    let name = json!({"english": "Kowloon Club", "traditional_chinese": null, "jyutping": null});
    json!({
        "base": {"id": "old-hong-kong"},
        "changes": {
            "id": "kowloon", "name": name, "minimum_fan": minimum_fan,
            "patterns": {"half_flush": {"value": 4}}
        }
    })
}

impl Club<'_> {
    fn variants(&self) -> String {
        format!("{}/variants", self.path)
    }

    async fn add(&self, variant: Value) -> Answer {
        self.owner.post(&self.variants(), variant).await
    }

    /// Knows that variant as `$kowloon`, how it is added as `$added`, and its hash as `$hash`.
    async fn script_with_kowloon(&self) -> Script<'_> {
        let mut script = self.script();
        script.know("kowloon", kowloon(1));
        script.know("nothing", sha256(b""));
        let added = "owner POST $club/variants $kowloon -> 201; $added = .; $hash = /hash; $document = /document";
        script.run(added).await;
        script
    }
}

fn sha256(bytes: &[u8]) -> String {
    Hash::of(bytes).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variant_is_added_read_and_played_by() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let added = club.add(kowloon(1)).await;
    let location = added.header("location").to_owned();
    let added = added.expect(201);
    let hash = added["hash"].as_str().unwrap();
    assert_eq!(location, format!("{}/{hash}", club.variants()));

    // The document that is shown is what the hash is of, byte for byte.
    let read = club.owner.get(&location).await;
    let document = read.text.split_once("\"document\":").unwrap().1;
    let document = document.strip_suffix('}').unwrap();
    assert_eq!(sha256(document.as_bytes()), hash);
    assert_eq!(read.expect(200), added);

    let mut script = club.script();
    script.know("hash", hash);
    script.know("whole", json!({"document": added["document"]}));
    script.know("added", added);
    // The same document, whole this time, is not another variant.
    script
        .run(r#"
        owner POST $club/variants $whole -> 200; . = $added
            ; has {"id": "kowloon", "status": "active", "name": {"english": "Kowloon Club"}, "minimum_fan": 1}
            ; /document/patterns/half_flush/value = 4
        owner GET $club/ledger/entries?after=5 -> 200; /entries # 1
        owner POST $club/matches {"terms": {"variant": {"hash": "$hash"}}, "players": ["$p1", "$p2", "$p3", "$p4"], "played_on": "2026-11-21"}
            -> 201; /terms/variant = {"id": "kowloon", "hash": "$hash"}
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_comes_in_pages_also_from_an_engine_that_knows_nothing() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for minimum in [1, 2] {
        club.add(kowloon(minimum)).await.expect(201);
    }
    club.open_match("hkos-fan-laak").await;
    let other = app.with_a_new_engine().await;
    let person = Person {
        app: &other,
        ..club.owner.clone()
    };
    let mut script = Script::of(&person);
    script.know("club", club.path.as_str());
    script
        .run(r#"
        owner GET $club/variants -> 200; /variants # 3; /variants/0 has {"id": "hkos-fan-laak"}
            ; /variants/1 has {"id": "kowloon", "minimum_fan": 2}; /variants/2 has {"id": "kowloon", "minimum_fan": 1}
            ; $first = /variants/0; $second = /variants/1; $third = /variants/2
        owner GET $club/variants?limit=2 -> 200; /variants = [$first, $second]; $cursor = /next_cursor
        owner GET $club/variants?limit=2&cursor=$cursor -> 200; /variants = [$third]; /next_cursor = null
        owner GET $club/variants?cursor=x -> 400 invalid_cursor
        "#)
        .await;
}

/// The pointers of what is wrong, and why.
fn faults(errors: &Value) -> Vec<(&str, &str)> {
    let errors = errors.as_array().unwrap().iter();
    let mut faults: Vec<_> = errors
        .map(|error| {
            (
                error["pointer"].as_str().unwrap(),
                error["code"].as_str().unwrap_or_default(),
            )
        })
        .collect();
    faults.sort_unstable();
    faults
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_is_wrong_is_told_at_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut wrong = kowloon(1);
    wrong["changes"]["minimum_fan"] = json!("three");
    wrong["changes"]["colour"] = json!("red");
    wrong["changes"]["patterns"] = json!({"half flush": {"value": 1}});
    let problem = club.add(wrong).await.refused(422, "variant_invalid");
    let expected = [
        ("/changes/colour", "unknown_field"),
        ("/changes/minimum_fan", "wrong_type"),
        ("/changes/patterns/half flush", "unknown_pattern"),
    ];
    assert_eq!(faults(&problem["errors"]), expected, "{problem}");

    let built_in = app.nobody().get("/v1/variants/old-hong-kong").await;
    let mut document = built_in.expect(200)["document"].take();
    document["tiles"] = json!(100);
    let problem = club.add(json!({"document": document})).await;
    let problem = problem.refused(422, "variant_invalid");
    let mut faults = faults(&problem["errors"]).into_iter();
    assert!(faults.any(|(at, _)| at == "/document/tiles"), "{problem}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variant_is_stated_in_one_of_two_ways() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.know("nothing", sha256(b""));
    script
        .run(r#"
        owner POST $club/variants {} -> 400 missing_field; at /document
        owner POST $club/variants {"base": {"id": "old-hong-kong"}} -> 400 missing_field; at /changes
        owner POST $club/variants {"changes": {}} -> 400 missing_field; at /base
        owner POST $club/variants {"document": {}, "changes": {}} -> 422 invalid_value; at /document
        owner POST $club/variants {"base": {}, "changes": {}} -> 422 invalid_value; at /base
        owner POST $club/variants {"base": {"id": "no-such"}, "changes": {}} -> 422 variant_not_found; at /base/id
        owner POST $club/variants {"base": {"hash": "$nothing"}, "changes": {}} -> 422 variant_unknown; at /base/hash
        owner POST $club/variants {"base": {"hash": "x"}, "changes": {}} -> 422 invalid_value; at /base/hash
        owner POST $club/variants {"base": {"id": "old-hong-kong"}, "changes": {"minimum_fan": 1}} -> 422 variant_invalid; at /changes/id
        owner POST $club/variants {"label": "x"} -> 400 unknown_field; at /label
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retired_variant_stays_with_its_matches() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script_with_kowloon().await;
    let seated = r#""players": ["$p1", "$p2", "$p3", "$p4"], "played_on": "2026-11-21""#;
    let lines = r#"
        owner POST $club/matches {"terms": {"variant": {"hash": "$hash"}}, SEATED} -> 201; $match = /id
        owner POST $club/variants/$hash:retire -> 200; /status = "retired"
        owner POST $club/variants/$hash:retire -> 200; /status = "retired"
        owner POST $club/matches {"terms": {"variant": {"hash": "$hash"}}, SEATED} -> 409 variant_retired; at /terms/variant
        owner POST $club/matches {"terms": {"variant": {"document": $document}}, SEATED} -> 409 variant_retired
        owner POST $club/variants $kowloon -> 200; /status = "retired"
        owner POST $club/matches/$match/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201
        owner POST $club/variants/$hash:reinstate -> 200; /status = "active"
        owner POST $club/variants/$hash:reinstate -> 200; /status = "active"
        owner POST $club/matches {"terms": {"variant": {"hash": "$hash"}}, SEATED} -> 201
        owner POST $club/variants/$nothing:retire -> 404 not_found
        owner POST $club/variants/kowloon:retire -> 404 not_found
        "#;
    script.run(&lines.replace("SEATED", seated)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variant_is_compared_in_words() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let other = app.sign_up("other").await.found_club("Other").await;
    let theirs = other.add(kowloon(2)).await.expect(201);
    let mut script = club.script_with_kowloon().await;
    script.know("theirs", theirs["hash"].clone());
    // A built-in's hash is known to everybody; another club's is not, though the engine has seen it.
    script
        .run(r#"
        owner GET $club/variants/$hash/compare?with=old-hong-kong -> 200; $differences = /differences
        owner GET $club/variants/$hash/compare?with=$hash -> 200; /differences = []
        owner POST $club/variants {"base": {"hash": "$hash"}, "changes": {"id": "kowloon-2", "minimum_fan": 2}} -> 201; $derived = /hash
        owner GET $club/variants/$hash/compare?with=$derived -> 200; $from_derived = /differences
        owner GET $club/variants/$hash/compare?with=no-such -> 422 variant_not_found; at with
        owner GET $club/variants/$hash/compare?with=$nothing -> 422 variant_unknown
        owner GET $club/variants/$hash/compare -> 400 invalid_parameter
        nobody GET /v1/variants/old-hong-kong -> 200; $built_in = /hash
        owner GET $club/variants/$hash/compare?with=$built_in -> 200
        owner GET $club/variants/$hash/compare?with=$theirs -> 422 variant_unknown
        owner GET $club/variants/$theirs -> 404 not_found
        "#)
        .await;
    let find = |name: &str, pointer: &str| {
        let differences = script.known(name).as_array().unwrap().iter();
        let mut found = differences.filter(|found| found["pointer"] == pointer);
        found.next().unwrap().clone()
    };
    let minimum = find("differences", "/minimum_fan");
    assert_eq!(
        (&minimum["before"], &minimum["after"]),
        (&json!(3), &json!(1))
    );
    let flush = find("differences", "/patterns/half_flush/value");
    assert_eq!(flush["text"], "Half flush (half_flush): 3 fan → 4 fan");
    find("from_derived", "/minimum_fan");
    find("from_derived", "/id");
}

#[tokio::test(flavor = "multi_thread")]
async fn anyone_may_check_a_document() {
    let app = TestApp::start().await;
    let nobody = app.nobody();
    let built_in = nobody.get("/v1/variants/old-hong-kong").await;
    let mut document = built_in.expect(200)["document"].take();
    document["id"] = json!("mine");
    let mut script = Script::of(&nobody);
    script.know("sound", document.clone());
    document["schedule"] = json!([]);
    document["minimum_fan"] = json!(-1);
    script.know("faulty", document);
    script
        .run(r#"
        nobody POST /v1/variants:check {"document": $sound} -> 200; /problems = []; /variant/id = "mine"; /document = $sound
        nobody POST /v1/variants:check {"document": $faulty} -> 200; /variant = null; $problems = /problems
        nobody POST /v1/variants:check {} -> 400 missing_field
        "#)
        .await;
    let problems = faults(script.known("problems"));
    assert!(problems.len() >= 2, "{problems:?}");
    assert!(
        problems
            .iter()
            .any(|(at, _)| *at == "/document/minimum_fan")
    );
}
