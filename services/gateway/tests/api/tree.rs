//! The tree over a club's ledger: whoever kept a head and a leaf hash needs no trust to check what the server proves.

use ledger::Hash;
use ledger::evidence::{Frontier, verify_consistency, verify_inclusion};
use serde_json::{Value, json};

use crate::app::{Club, TestApp};

/// Around where tiles begin and end; the last is the size of the club's ledger.
const SIZES: [u64; 9] = [1, 2, 128, 255, 256, 257, 300, 511, 513];

impl Club<'_> {
    /// Records dead hands until the ledger has so many entries.
    async fn grow(&self, size: u64) {
        let at = self.open_match("old-hong-kong").await;
        let mut number = 1;
        loop {
            let left = size - self.head().await.0;
            let hands = vec![json!({"kind": "goulash"}); left.min(100) as usize];
            if hands.is_empty() {
                return;
            }
            let batch = json!({"number": number, "outcomes": hands});
            let posted = self.owner.post(&format!("{at}/hands:batch"), batch).await;
            number += posted.expect(201)["outcomes"].as_array().unwrap().len();
        }
    }

    async fn head(&self) -> (u64, Hash) {
        let head = self.ledger("head").await;
        (head["size"].as_u64().unwrap(), hash(&head["root"]))
    }

    /// Something of the ledger.
    async fn ledger(&self, what: &str) -> Value {
        let path = format!("{}/ledger/{what}", self.path);
        self.owner.get(&path).await.expect(200)
    }

    /// The leaf hashes of all entries, as they are listed.
    async fn leaf_hashes(&self) -> Vec<Hash> {
        let page = self.ledger("entries?limit=1000").await;
        let entries = page["entries"].as_array().unwrap().iter();
        entries.map(|entry| hash(&entry["leaf_hash"])).collect()
    }

    /// A tile, with its content type and how long it may be kept.
    async fn tile(&self, tile: &str) -> (Vec<u8>, [String; 2]) {
        let url = format!("{}{}/ledger/tile/{tile}", self.owner.app.url, self.path);
        let token = self.owner.token.as_ref().unwrap();
        let asked = self.owner.app.http.get(url).bearer_auth(token);
        let answer = asked.send().await.unwrap().error_for_status().unwrap();
        let header = |name| answer.headers()[name].to_str().unwrap().to_owned();
        let headers = ["content-type", "cache-control"].map(header);
        (answer.bytes().await.unwrap().to_vec(), headers)
    }
}

fn hash(text: &Value) -> Hash {
    text.as_str().unwrap().parse().unwrap()
}

fn hashes(texts: &Value) -> Vec<Hash> {
    texts.as_array().unwrap().iter().map(hash).collect()
}

/// The root over the first of some leaves.
fn root(leaves: &[Hash], size: u64) -> Hash {
    let mut tree = Frontier::EMPTY;
    for leaf in &leaves[..size as usize] {
        tree.push(*leaf);
    }
    tree.root()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_server_says_of_its_tree_can_be_checked() {
    let app = TestApp::start().await;
    let club = app.club().await;
    club.grow(513).await;
    let leaves = club.leaf_hashes().await;
    assert_eq!(club.head().await, (513, root(&leaves, 513)));
    for size in SIZES {
        let root_of = |size| root(&leaves, size);
        for seq in SIZES.into_iter().filter(|seq| *seq <= size) {
            let path = format!("proofs/inclusion?seq={seq}&size={size}");
            let proof = hashes(&club.ledger(&path).await["proof"]);
            let leaf = leaves[seq as usize - 1];
            verify_inclusion(leaf, seq - 1, size, &proof, root_of(size)).unwrap();
        }
        for from in SIZES.into_iter().chain([0]).filter(|from| *from <= size) {
            let path = format!("proofs/consistency?from_size={from}&to_size={size}");
            let proof = hashes(&club.ledger(&path).await["proof"]);
            verify_consistency(from, root_of(from), size, root_of(size), &proof).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tiles_are_the_hashes_one_after_another() {
    let app = TestApp::start().await;
    let club = app.club().await;
    club.grow(513).await;
    let leaves = club.leaf_hashes().await;
    let bytes = |hashes: &[Hash]| hashes.iter().flat_map(|hash| hash.0).collect::<Vec<u8>>();
    let second = root(&leaves[256..], 256);
    for (tile, expected) in [
        ("0/000", &leaves[..256]),
        ("0/000.p/7", &leaves[..7]),
        ("0/001", &leaves[256..512]),
        ("0/002.p/1", &leaves[512..]),
        ("1/000.p/2", &[root(&leaves, 256), second]),
    ] {
        let (found, headers) = club.tile(tile).await;
        assert_eq!(found, bytes(expected), "{tile}");
        let kept = "private, max-age=31536000, immutable";
        assert_eq!(headers, ["application/octet-stream", kept], "{tile}");
    }
    for (tile, sentence) in [
        ("0/002", "There is no such tile."),
        ("0/002.p/2", "There is no such tile."),
        ("1/000", "There is no such tile."),
        ("0/x001/000.p/1", "There is no such tile."),
        ("0/000.p/256", "is written tile/0/x001/x234/067"),
        ("0/0", "is written tile/0/x001/x234/067"),
        ("8/000", "is written tile/0/x001/x234/067"),
        ("entries/000", "is written tile/0/x001/x234/067"),
        ("0/000/000", "is written tile/0/x001/x234/067"),
    ] {
        let path = format!("{}/ledger/tile/{tile}", club.path);
        let refused = club.owner.get(&path).await;
        let said = refused.refused(404, "not_found")["detail"].to_string();
        assert!(said.contains(sentence), "{tile}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_proven_is_refused_with_the_reason() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut faults = Vec::new();
    for (query, expected) in [
        (
            "inclusion?seq=6&size=6",
            (422, "beyond_ledger", "size", "has 5 entries"),
        ),
        (
            "inclusion?seq=4&size=3",
            (
                422,
                "invalid_value",
                "seq",
                "end with the sequence number 3",
            ),
        ),
        ("inclusion?seq=4", (400, "invalid_parameter", "", "size")),
        (
            "inclusion?seq=0&size=3",
            (400, "invalid_parameter", "", "0 is not from 1"),
        ),
        (
            "inclusion?seq=1&size=9007199254740992",
            (400, "invalid_parameter", "", "is not from 1"),
        ),
        (
            "inclusion?seq=1&size=2&index=0",
            (400, "invalid_parameter", "index", "index"),
        ),
        (
            "consistency?from_size=2&to_size=6",
            (422, "beyond_ledger", "to_size", "has 5 entries"),
        ),
        (
            "consistency?from_size=4&to_size=3",
            (422, "invalid_value", "from_size", "smaller number first"),
        ),
        (
            "consistency?from_size=x&to_size=3",
            (400, "invalid_parameter", "", "invalid digit"),
        ),
    ] {
        let path = format!("{}/ledger/proofs/{query}", club.path);
        faults.extend(club.owner.get(&path).await.fault(query, expected));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whoever recorded something keeps its leaf hash, and need not read the ledger to find out that it is still there.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_records_something_learns_its_leaf_hash() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let goulash = json!({"kind": "goulash"});
    let hand = club.record(&at, 1, goulash.clone()).await.expect(201);
    let batch = json!({"number": 2, "outcomes": [goulash, goulash]});
    let keyed = |body: &Value| {
        let path = format!("{at}/hands:batch");
        let request = club.owner.request(reqwest::Method::POST, &path).key("b");
        request.json(body)
    };
    let first = keyed(&batch).send().await.expect(201);
    let again = keyed(&batch).send().await.expect(201);
    assert_eq!(first, again);
    let void =
        json!({"reason": "played twice", "changes": [{"kind": "void", "outcome_id": hand["id"]}]});
    let corrected = club.post_any(&format!("{at}/corrections"), void).await;
    let corrected = corrected.expect(201);

    let leaves = club.leaf_hashes().await;
    let (size, root) = club.head().await;
    let listed = club.owner.get(&format!("{at}/hands")).await.expect(200);
    let corrections = club.owner.get(&format!("{at}/corrections")).await;
    let corrections = corrections.expect(200);
    for told in [
        &hand,
        &first["outcomes"][0],
        &first["outcomes"][1],
        &corrected,
        &corrections["corrections"][0],
        &listed["hands"][0],
    ] {
        let seq = told["seq"].as_u64().unwrap();
        let leaf = hash(&told["leaf_hash"]);
        assert_eq!(leaf, leaves[seq as usize - 1], "{told}");
        let path = format!("proofs/inclusion?seq={seq}&size={size}");
        let proof = hashes(&club.ledger(&path).await["proof"]);
        verify_inclusion(leaf, seq - 1, size, &proof, root).unwrap();
    }
}
