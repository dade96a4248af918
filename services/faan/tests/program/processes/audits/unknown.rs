//! Whoever administers the database edits rows, and adds an entry with a part that the auditor does not know: what follows from the entries before
//! it is compared all the same, and what later entries changed is no difference.

use std::collections::BTreeMap;

use evidence::{Frontier, Hash, leaf_hash};
use serde_json::{Value, json};
use tokio_postgres::Client;

use super::edits::{EDITS, places};
use super::{Scene, admin, codes};
use crate::owner::Owner;

/// Points that move from somebody to somebody else.
const MOVED: (&str, &str, &[&str]) = (
    "UPDATE balances SET half_points = half_points + 2 WHERE party = (SELECT max(party::text)::uuid FROM balances);
    UPDATE balances SET half_points = half_points - 2 WHERE party = (SELECT min(party::text)::uuid FROM balances)",
    "UPDATE balances SET half_points = half_points - 2 WHERE party = (SELECT max(party::text)::uuid FROM balances);
    UPDATE balances SET half_points = half_points + 2 WHERE party = (SELECT min(party::text)::uuid FROM balances)",
    &["balances.half_points", "balances.half_points"],
);

/// What an unknown entry may have changed: no row says when it was.
const NOT_CERTAIN: &[&str] = &[
    "clubs.time_zone",
    "invitations.revoked_seq",
    "invitations.uses",
    "members.role",
];

/// Adds an entry with one field more, as a later version could have. The tree has it.
async fn add_unknown(admin: &Client) {
    let rows = "SELECT leaf, leaf_hash FROM entries ORDER BY seq";
    let rows = admin.query(rows, &[]).await.unwrap();
    let mut tree = Frontier::EMPTY;
    for row in &rows {
        let hash: Vec<u8> = row.get(1);
        tree.push(Hash(hash.try_into().unwrap()));
    }
    let leaf: &[u8] = rows[1].get(0);
    let mut leaf: BTreeMap<&str, Value> = serde_json::from_slice(leaf).unwrap();
    let seq = rows.len() + 1;
    leaf.insert("seq", seq.into());
    leaf.insert("zodiac", "rabbit".into());
    let leaf = serde_json::to_vec(&leaf).unwrap();
    let hash = leaf_hash(&leaf);
    tree.push(hash);
    let add = "INSERT INTO entries (club_id, seq, kind, time, leaf, leaf_hash)
        SELECT club_id, $1::bigint, 'player_enrolled', clock_timestamp(), $2, $3 FROM clubs";
    let seq = i64::try_from(seq).unwrap();
    let hash: &[u8] = &hash.0;
    admin.execute(add, &[&seq, &leaf, &hash]).await.unwrap();
    let head = "UPDATE clubs SET last_seq = $1::bigint, tree = $2, last_time = clock_timestamp()";
    let tree = tree.to_bytes();
    admin.execute(head, &[&seq, &tree]).await.unwrap();
}

/// The audit is incomplete because of this entry alone, and no row that it compares differs.
async fn only_the_entry_is_unknown(owner: &Owner, at: &str) {
    let report = owner.audited(at, json!({})).await;
    assert_eq!(report["verdict"], "incomplete", "{report:#}");
    assert_eq!(codes(&report), ["unknown_field"]);
    assert_eq!(report["projections"]["differing"], 0, "{report:#}");
    let has = |field: &str| {
        let words = report[field].as_array().unwrap();
        words.contains(&"projections".into())
    };
    assert!(has("unchecked") && !has("checked"), "{report:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_entry_hides_no_edited_row_of_before() {
    let Scene {
        database,
        owner,
        at,
        ..
    } = &Scene::new().await;
    super::edits::invite(owner, at).await;
    let admin = admin(database).await;
    admin
        .batch_execute("SET session_replication_role = replica")
        .await
        .unwrap();
    add_unknown(&admin).await;
    only_the_entry_is_unknown(owner, at).await;
    for (edit, undo, expected) in std::iter::once(&MOVED).chain(EDITS) {
        admin.batch_execute(edit).await.unwrap();
        let report = owner.audited(at, json!({})).await;
        let mut places = places(&report);
        places.sort_unstable();
        let is_certain = |place: &&&str| !NOT_CERTAIN.contains(*place);
        let mut expected: Vec<&str> = expected.iter().filter(is_certain).copied().collect();
        if edit.contains("9000") {
            // A later entry could have this number.
            expected.pop();
        }
        expected.sort_unstable();
        assert_eq!(places, expected, "{edit}: {report:#}");
        let verdict = match expected.is_empty() {
            true => "incomplete",
            false => "tampered",
        };
        assert_eq!(report["verdict"], verdict, "{edit}");
        admin.batch_execute(undo).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_entered_after_an_unknown_entry_is_no_difference() {
    let Scene {
        database,
        owner,
        at,
        ..
    } = &Scene::new().await;
    let first = owner.list(&format!("{at}/matches"), "matches").await;
    let first = format!("{at}/matches/{}", first[0]["id"].as_str().unwrap());
    let hands = owner.list(&format!("{first}/hands"), "hands").await;
    add_unknown(&admin(database).await).await;
    // The match of before goes another way, and so does what is settled of it; and there are others.
    let change = json!({ "kind": "void", "outcome_id": hands[0]["id"] });
    let corrected = json!({ "reason": "nobody won", "changes": [change] });
    owner
        .change(&format!("{first}/corrections"), corrected)
        .await;
    owner
        .change(&format!("{first}/settlement"), json!({}))
        .await;
    let names = ["Eng", "Fan", "Gam", "Ho"].map(str::to_owned);
    let players = owner.enrol(at, names).await;
    let other = owner.open_match(at, &players, json!({})).await;
    let hands = json!({ "number": 1, "outcomes": [{ "kind": "goulash" }] });
    owner.write(&format!("{other}/hands:batch"), hands).await;
    super::edits::invite(owner, at).await;
    only_the_entry_is_unknown(owner, at).await;
}
