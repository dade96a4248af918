//! Rules of a club's own, from the base they are derived from to their retirement.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, TestApp};

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

    async fn add(&self, variant: Value) -> crate::app::Answer {
        self.owner.post(&self.variants(), variant).await
    }
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
    assert_eq!(
        (added["id"].as_str(), added["status"].as_str()),
        (Some("kowloon"), Some("active"))
    );
    assert_eq!(added["name"]["english"], "Kowloon Club");
    assert_eq!(added["minimum_fan"], 1);
    assert_eq!(added["document"]["patterns"]["half_flush"]["value"], 4);

    // The document that is shown is what the hash is of, byte for byte.
    let read = club.owner.get(&location).await;
    let document = read.text.split_once("\"document\":").unwrap().1;
    let document = document.strip_suffix('}').unwrap();
    assert_eq!(sha256(document.as_bytes()), hash);
    assert_eq!(read.expect(200), added);

    // The same document, whole this time, is not another variant.
    let again = club.add(json!({"document": added["document"]})).await;
    assert_eq!(again.expect(200), added);
    let entries = club
        .owner
        .get(&format!("{}/ledger/entries?after=5", club.path))
        .await;
    assert_eq!(entries.expect(200)["entries"].as_array().unwrap().len(), 1);

    let at = club
        .open_match_with(json!({"variant": {"hash": hash}}))
        .await;
    let opened = club.owner.get(&at).await.expect(200);
    assert_eq!(opened["variant"], json!({"id": "kowloon", "hash": hash}));
}

fn sha256(bytes: &[u8]) -> String {
    use ledger::Hash;
    Hash::of(bytes).to_string()
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
    let person = crate::app::Person {
        app: &other,
        ..club.owner.clone()
    };
    let list = async |query: &str| {
        person
            .get(&format!("{}{query}", club.variants()))
            .await
            .expect(200)
    };
    let all = list("").await;
    let all = all["variants"].as_array().unwrap();
    let shown: Vec<_> = all
        .iter()
        .map(|variant| (&variant["id"], &variant["minimum_fan"]))
        .collect();
    assert_eq!(shown[0].0, "hkos-fan-laak");
    assert_eq!(
        shown[1..],
        [
            (&json!("kowloon"), &json!(2)),
            (&json!("kowloon"), &json!(1))
        ]
    );
    let first = list("?limit=2").await;
    assert_eq!(first["variants"].as_array().unwrap()[..], all[..2]);
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = list(&format!("?limit=2&cursor={cursor}")).await;
    assert_eq!(second["variants"].as_array().unwrap()[..], all[2..]);
    assert!(second["next_cursor"].is_null());
    person
        .get(&format!("{}?cursor=x", club.variants()))
        .await
        .refused(400, "invalid_cursor");
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
    let errors = problem["errors"].as_array().unwrap().iter();
    let mut faults: Vec<_> = errors
        .map(|error| {
            (
                error["pointer"].as_str().unwrap(),
                error["code"].as_str().unwrap(),
            )
        })
        .collect();
    faults.sort_unstable();
    let expected = [
        ("/changes/colour", "unknown_field"),
        ("/changes/minimum_fan", "wrong_type"),
        ("/changes/patterns/half flush", "unknown_pattern"),
    ];
    assert_eq!(faults, expected, "{problem}");

    let built_in = app
        .nobody()
        .get("/v1/variants/old-hong-kong")
        .await
        .expect(200);
    let mut document = built_in["document"].clone();
    document["tiles"] = json!(100);
    let problem = club
        .add(json!({"document": document}))
        .await
        .refused(422, "variant_invalid");
    let pointers: Vec<_> = problem["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["pointer"].clone())
        .collect();
    assert!(pointers.contains(&json!("/document/tiles")), "{problem}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variant_is_stated_in_one_of_two_ways() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let hash = sha256(b"");
    for (bad, status, code, pointer) in [
        (json!({}), 400, "missing_field", "/document"),
        (
            json!({"base": {"id": "old-hong-kong"}}),
            400,
            "missing_field",
            "/changes",
        ),
        (json!({"changes": {}}), 400, "missing_field", "/base"),
        (
            json!({"document": {}, "changes": {}}),
            422,
            "invalid_value",
            "/document",
        ),
        (
            json!({"base": {}, "changes": {}}),
            422,
            "invalid_value",
            "/base",
        ),
        (
            json!({"base": {"id": "no-such"}, "changes": {}}),
            422,
            "variant_not_found",
            "/base/id",
        ),
        (
            json!({"base": {"hash": hash}, "changes": {}}),
            422,
            "variant_unknown",
            "/base/hash",
        ),
        (
            json!({"base": {"hash": "x"}, "changes": {}}),
            422,
            "invalid_value",
            "/base/hash",
        ),
        (
            json!({"base": {"id": "old-hong-kong"}, "changes": {"minimum_fan": 1}}),
            422,
            "variant_invalid",
            "/changes/id",
        ),
        (json!({"label": "x"}), 400, "unknown_field", "/label"),
    ] {
        let refused = club.add(bad.clone()).await.refused(status, code);
        assert_eq!(refused["errors"][0]["pointer"], pointer, "{bad}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retired_variant_stays_with_its_matches() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let added = club.add(kowloon(1)).await.expect(201);
    let hash = added["hash"].as_str().unwrap();
    let by_hash = json!({"variant": {"hash": hash}});
    let before = club.open_match_with(by_hash.clone()).await;
    let act = async |verb: &str| {
        let path = format!("{}/{hash}:{verb}", club.variants());
        club.owner.act(Method::POST, &path).await.expect(200)["status"].clone()
    };
    assert_eq!(act("retire").await, "retired");
    assert_eq!(act("retire").await, "retired");
    let refused = club
        .try_open_match(by_hash.clone())
        .await
        .refused(409, "variant_retired");
    assert_eq!(refused["errors"][0]["pointer"], "/variant");
    // The same rules by their document are the same variant.
    let whole = json!({"variant": {"document": added["document"]}});
    club.try_open_match(whole)
        .await
        .refused(409, "variant_retired");
    assert_eq!(club.add(kowloon(1)).await.expect(200)["status"], "retired");
    club.record(&before, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);

    assert_eq!(act("reinstate").await, "active");
    assert_eq!(act("reinstate").await, "active");
    club.open_match_with(by_hash).await;
    let unknown = format!("{}/{}:retire", club.variants(), sha256(b""));
    club.owner
        .act(Method::POST, &unknown)
        .await
        .refused(404, "not_found");
    let none = format!("{}/kowloon:retire", club.variants());
    club.owner
        .act(Method::POST, &none)
        .await
        .refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variant_is_compared_in_words() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let added = club.add(kowloon(1)).await.expect(201);
    let hash = added["hash"].as_str().unwrap();
    let compare = async |with: &str| {
        let path = format!("{}/{hash}/compare?with={with}", club.variants());
        club.owner.get(&path).await
    };
    let differences = compare("old-hong-kong").await.expect(200);
    let differences = differences["differences"].as_array().unwrap();
    let find = |pointer: &str| {
        differences
            .iter()
            .find(|found| found["pointer"] == pointer)
            .unwrap()
    };
    let minimum = find("/minimum_fan");
    assert_eq!(
        (&minimum["before"], &minimum["after"]),
        (&json!(3), &json!(1))
    );
    let flush = find("/patterns/half_flush/value");
    assert_eq!(flush["text"], "Half flush (half_flush): 3 fan → 4 fan");

    let own = compare(hash).await.expect(200);
    assert_eq!(own["differences"], json!([]));
    let derived = json!({"base": {"hash": hash}, "changes": {"id": "kowloon-2", "minimum_fan": 2}});
    let derived = club.add(derived).await.expect(201);
    let derived = compare(derived["hash"].as_str().unwrap()).await.expect(200);
    let pointers = derived["differences"].as_array().unwrap().iter();
    let pointers: Vec<_> = pointers
        .map(|found| found["pointer"].as_str().unwrap())
        .collect();
    assert!(
        pointers.contains(&"/minimum_fan") && pointers.contains(&"/id"),
        "{derived}"
    );

    let unknown = compare("no-such").await.refused(422, "variant_not_found");
    assert_eq!(unknown["errors"][0]["pointer"], "with");
    compare(&sha256(b"")).await.refused(422, "variant_unknown");
    club.owner
        .get(&format!("{}/{hash}/compare", club.variants()))
        .await
        .refused(400, "invalid_parameter");
    // A built-in's hash is known to everybody; another club's is not, though the engine has seen it.
    let built_in = app
        .nobody()
        .get("/v1/variants/old-hong-kong")
        .await
        .expect(200);
    compare(built_in["hash"].as_str().unwrap())
        .await
        .expect(200);
    let other = app.sign_up("other").await.found_club("Other").await;
    let theirs = other.add(kowloon(2)).await.expect(201);
    let theirs = theirs["hash"].as_str().unwrap();
    compare(theirs).await.refused(422, "variant_unknown");
    club.owner
        .get(&format!("{}/{theirs}", club.variants()))
        .await
        .refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn anyone_may_check_a_document() {
    let app = TestApp::start().await;
    let built_in = app
        .nobody()
        .get("/v1/variants/old-hong-kong")
        .await
        .expect(200);
    let mut document = built_in["document"].clone();
    let check = async |document: &Value| {
        let check = json!({"document": document});
        app.nobody()
            .post("/v1/variants:check", check)
            .await
            .expect(200)
    };
    document["id"] = json!("mine");
    let sound = check(&document).await;
    assert_eq!(
        (sound["problems"].clone(), sound["variant"]["id"].clone()),
        (json!([]), json!("mine"))
    );
    assert_eq!(sound["document"], document);
    document["schedule"] = json!([]);
    document["minimum_fan"] = json!(-1);
    let faulty = check(&document).await;
    let pointers: Vec<_> = faulty["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["pointer"].clone())
        .collect();
    assert!(
        pointers.contains(&json!("/document/minimum_fan")),
        "{faulty}"
    );
    assert!(
        pointers.len() >= 2 && faulty["variant"].is_null(),
        "{faulty}"
    );
    let none = app.nobody().post("/v1/variants:check", json!({})).await;
    none.refused(400, "missing_field");
}
