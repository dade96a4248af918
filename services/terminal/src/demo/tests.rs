//! The demonstration against the real parts; `UPDATE_EXPECT=1` rewrites the sheet it must print.

use std::collections::BTreeSet;

use audit::{Auditor, EntryError};
use evidence::{Body, Hash};
use expect_test::expect_file;
use ledger::test_database::TestDatabase;
use serde::Deserialize;

use super::*;

/// The engine and the gateway on free ports, and a database of their own.
struct Service {
    url: String,
    _database: TestDatabase,
}

impl Service {
    async fn start() -> Service {
        let database = TestDatabase::create().await;
        let bind = ([127, 0, 0, 1], 0).into();
        let engine = engine::App::build(engine::Config::new(bind)).await.unwrap();
        let engine_url = format!("http://{}", engine.address());
        tokio::spawn(engine.run(std::future::pending()));
        let token_key = host::secret::token_key().unwrap();
        let config = gateway::Config::new(engine_url, database.url(), token_key.into());
        let gateway = gateway::App::build(config).await.unwrap();
        let url = format!("http://{}", gateway.address());
        tokio::spawn(gateway.run(std::future::pending()));
        Service {
            url,
            _database: database,
        }
    }
}

#[derive(Deserialize)]
struct Entries {
    entries: Vec<Leaf>,
}

#[derive(Clone, Deserialize)]
struct Leaf {
    leaf: String,
    leaf_hash: Hash,
}

impl Leaf {
    /// Another leaf, with the hash that goes with it.
    fn changed(&self, from: &str, to: &str) -> Leaf {
        let leaf = self.leaf.replacen(from, to, 1);
        assert_ne!(leaf, self.leaf, "nothing to change: {from}");
        let leaf_hash = evidence::leaf_hash(leaf.as_bytes());
        Leaf { leaf, leaf_hash }
    }
}

async fn recorded_evening() -> Vec<Leaf> {
    let service = Service::start().await;
    let client = Client::sign_up(&service.url).await.unwrap();
    let evening = record(&client).await.unwrap();
    let path = format!("/v1/clubs/{}/ledger/entries", evening.club);
    client.read::<Entries>(&path).await.unwrap().entries
}

/// The place of the first entry that is not believed, and why.
fn first_error(leaves: &[Leaf]) -> Option<(usize, EntryError)> {
    let mut auditor = Auditor::default();
    let audit = |leaf: &Leaf| auditor.entry(leaf.leaf.as_bytes(), leaf.leaf_hash);
    leaves
        .iter()
        .map(audit)
        .enumerate()
        .find_map(|(place, audited)| Some((place, audited.err()?)))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demonstration_prints_its_sheet() {
    let service = Service::start().await;
    let client = Client::sign_up(&service.url).await.unwrap();
    let printed = record(&client).await.unwrap().print(&client).await.unwrap();
    let printed: String = printed
        .lines()
        .flat_map(|line| [line.trim_end(), "\n"])
        .collect();
    expect_file!["expected.txt"].assert_eq(&printed);
    let readme = include_str!("../../../../README.md");
    assert!(
        readme.contains(&printed),
        "README.md shows another sheet than `faan demo` prints"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_evening_is_varied_and_its_ledger_sound() {
    let leaves = recorded_evening().await;
    assert!(first_error(&leaves).is_none(), "{:?}", first_error(&leaves));
    let mut auditor = Auditor::default();
    let mut hands = Vec::new();
    for leaf in &leaves {
        let entry = auditor.entry(leaf.leaf.as_bytes(), leaf.leaf_hash).unwrap();
        if let Body::OutcomeRecorded(hand) = entry.body {
            hands.push(hand);
        }
    }
    assert_eq!(hands.len(), 18);
    assert!(
        hands
            .iter()
            .all(|hand| hand.result.legs.half_points().iter().sum::<i64>() == 0)
    );
    let scores = || {
        hands
            .iter()
            .flat_map(|hand| hand.result.scores.iter().map(|winner| &winner.score))
    };
    let patterns: BTreeSet<&str> = scores()
        .flat_map(|score| score.counted.iter().map(|counted| counted.pattern.as_str()))
        .collect();
    assert!(patterns.len() >= 12, "{patterns:?}");
    assert_eq!(scores().filter(|score| score.declared).count(), 1);
    let ways: BTreeSet<String> = hands
        .iter()
        .filter_map(|hand| match &hand.outcome {
            evidence::Outcome::Win(win) => Some(format!("{:?} {:?}", win.won_by, win.robbed_kong)),
            evidence::Outcome::Goulash {}
            | evidence::Outcome::Agreed(_)
            | evidence::Outcome::FalseMahjong(_)
            | evidence::Outcome::Penalty(_)
            | evidence::Outcome::SidePayment(_)
            | evidence::Outcome::Totals(_)
            | evidence::Outcome::Substitution(_)
            | evidence::Outcome::EarlyEnd {} => None,
        })
        .collect();
    assert_eq!(
        ways.len(),
        6,
        "self-draw, discard, each kind of robbed kong, bonus tiles: {ways:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_altered_is_found_at_its_place() {
    let leaves = recorded_evening().await;
    let with = |place: usize, leaf: Leaf| {
        let mut altered = leaves.clone();
        altered[place] = leaf;
        first_error(&altered).unwrap_or_else(|| panic!("not found at {place}"))
    };
    for (place, leaf) in leaves.iter().enumerate() {
        let mut bytes = leaf.leaf.clone().into_bytes();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        let found = Auditor::default().entry(&bytes, leaf.leaf_hash);
        assert!(matches!(found, Err(EntryError::Hash)), "{place}");
    }
    let hand = leaves
        .iter()
        .position(|leaf| leaf.leaf.contains(r#""number":2,"#))
        .unwrap();
    let lies = [
        (
            r#""fan":3,"limit":false,"pattern":"all_pungs""#,
            r#""fan":4,"limit":false,"pattern":"all_pungs""#,
            "in the score",
        ),
        (
            r#""half_points":-8,"#,
            r#""half_points":-7,"#,
            "not an entry",
        ),
        (r#""number":2,"#, r#""number":3,"#, "not an entry"),
        (r#""tiles":"444s""#, r#""tiles":"555s""#, "in the score"),
        (
            r#""bonus_tiles":"1f""#,
            r#""bonus_tiles":"4f""#,
            "in the score",
        ),
        (r#""from_chair":3"#, r#""from_chair":4"#, "in the payments"),
        (r#""minimum_fan":3"#, r#""minimum_fan":2"#, "in the score"),
        (r#""semantics":1"#, r#""semantics":2"#, "semantics 2"),
    ];
    for (from, to, what) in lies {
        let (place, error) = with(hand, leaves[hand].changed(from, to));
        assert!(
            place == hand && error.to_string().contains(what),
            "{from}: {error}"
        );
    }
    let mut missing = leaves.clone();
    missing.remove(hand);
    assert!(
        matches!(first_error(&missing), Some((place, EntryError::Sequence { .. })) if place == hand)
    );
    let mut swapped = leaves.clone();
    swapped.swap(hand, hand + 1);
    assert!(
        matches!(first_error(&swapped), Some((place, EntryError::Sequence { .. })) if place == hand)
    );
    let other = recorded_evening().await;
    let (place, error) = with(hand, other[hand].clone());
    assert!(
        place == hand && matches!(error, EntryError::OtherClub),
        "{place}: {error}"
    );
}
