//! Audits on the server, by a real auditor: of a sound club, and of one whose tables or entries somebody changed; elsewhere by an
//! auditor that is killed, of a club that came from another service, and by other rules.

mod authority;
mod edits;
mod imported;
mod killed;
mod slices;
mod unknown;
mod what_if;

use ledger::test_database::TestDatabase;
use serde_json::{Value, json};

use crate::owner::{Owner, is_sound};
use crate::running::{Folder, Running, connect, up_on};

/// A service on a database of the test's.
fn service(database: &TestDatabase, folder: &Folder, auditor: bool) -> Running {
    let mut command = up_on(database, &folder.0);
    if auditor {
        command.env("FAAN_AUDITOR_DATABASE_URL", database.auditor_url());
    }
    Running::start_with(&mut command)
}

/// A service, and a club in it in which everything was done.
struct Scene {
    // It stops, and then its folder goes, and its database.
    _running: Running,
    folder: Folder,
    database: TestDatabase,
    owner: Owner,
    /// The club's path.
    at: String,
}

impl Scene {
    async fn new() -> Scene {
        Scene::with(true).await
    }

    /// One that audits, or one for an auditor of the test's own.
    async fn with(auditor: bool) -> Scene {
        let (database, folder) = (TestDatabase::create().await, Folder::new());
        let running = service(&database, &folder, auditor);
        let owner = Owner::of(&running).await;
        let at = settled_club(&owner).await;
        Scene {
            _running: running,
            folder,
            database,
            owner,
            at,
        }
    }
}

async fn admin(database: &TestDatabase) -> tokio_postgres::Client {
    connect(&database.admin_url()).await
}

/// A club in which two hands were played, one of which was corrected, and the match was settled and partly paid.
async fn settled_club(owner: &Owner) -> String {
    let (at, players) = owner.found_club().await;
    let stake = json!({ "stake_cents": 50, "currency": "HKD" });
    let at_match = owner.open_match(&at, &players, stake).await;
    let win = |chair: u8, fan: u8| {
        json!({
            "kind": "win", "won_by": "self_draw",
            "winners": [{ "chair": chair, "declared": { "fan": fan } }],
        })
    };
    let hands = json!({ "number": 1, "outcomes": [win(3, 4), win(2, 5)] });
    let hands = owner.write(&format!("{at_match}/hands:batch"), hands).await;
    let first = hands["outcomes"][0]["id"].clone();
    assert!(first.is_string(), "{hands}");
    let change = json!({ "kind": "replace", "outcome_id": first, "outcome": win(1, 4) });
    let corrected = json!({ "reason": "the sheet says otherwise", "changes": [change] });
    owner
        .change(&format!("{at_match}/corrections"), corrected)
        .await;
    let settled = owner
        .change(&format!("{at_match}/settlement"), json!({}))
        .await;
    let transfer = &settled["transfers"][0];
    let payment =
        json!({ "from": transfer["from"]["id"], "to": transfer["to"]["id"], "amount_cents": 1 });
    let settlement = settled["id"].as_str().unwrap();
    owner
        .write(&format!("{at}/settlements/{settlement}/payments"), payment)
        .await;
    at
}

fn codes(report: &Value) -> Vec<&str> {
    let doubts = report["doubts"].as_array().unwrap();
    doubts
        .iter()
        .map(|doubt| doubt["code"].as_str().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_finds_a_changed_entry() {
    let Scene {
        database,
        owner,
        at,
        ..
    } = &Scene::new().await;
    owner.checkpoint(at).await;
    let part = json!({ "from_seq": 2, "to_seq": 3 });
    let report = owner.audited(at, part.clone()).await;
    is_sound(&report);
    assert_eq!(report["scored"], part);
    assert!(
        report["checked"]
            .as_array()
            .unwrap()
            .contains(&"signatures".into())
    );
    assert!(
        report["unchecked"]
            .as_array()
            .unwrap()
            .contains(&"scores".into())
    );
    assert_eq!(report["entries"], report["entries_signed"]);

    let admin = admin(database).await;
    let hand = "SELECT max(seq) FROM entries WHERE kind = 'outcome_recorded'";
    let hand: i64 = admin.query_one(hand, &[]).await.unwrap().get(0);
    let change = format!(
        "ALTER TABLE entries DISABLE TRIGGER entries_are_final;
        ALTER TABLE entries DROP CONSTRAINT entries_leaf_hash_is_of_leaf;
        UPDATE entries SET leaf = convert_to(replace(convert_from(leaf, 'UTF8'), '\"fan\":5', '\"fan\":6'), 'UTF8') WHERE seq = {hand}"
    );
    admin.batch_execute(&change).await.unwrap();
    let report = owner.audited(at, json!({})).await;
    assert_eq!(report["verdict"], "tampered");
    assert_eq!(report["first_bad_entry"], hand, "{report:#}");
    assert!(codes(&report).contains(&"hash"), "{report:#}");
    assert!(codes(&report).contains(&"root"), "{report:#}");
    assert_eq!(report["projections"], Value::Null);
    assert!(
        report["unchecked"]
            .as_array()
            .unwrap()
            .contains(&"projections".into())
    );

    // With a hash that fits it is the rules that it contradicts.
    let fit =
        format!("UPDATE entries SET leaf_hash = sha256('\\x00'::bytea || leaf) WHERE seq = {hand}");
    admin.batch_execute(&fit).await.unwrap();
    let report = owner.audited(at, json!({})).await;
    assert_eq!(report["first_bad_entry"], hand, "{report:#}");
    assert!(codes(&report).contains(&"differs"), "{report:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_that_goes_on_meanwhile_is_sound() {
    let Scene { owner, at, .. } = &Scene::new().await;
    let goes_on = async {
        for number in 0..300 {
            owner
                .write(
                    &format!("{at}/players"),
                    json!({ "name": format!("player {number}") }),
                )
                .await;
        }
    };
    let audits = async {
        let mut sizes = Vec::new();
        for _ in 0..4 {
            let report = owner.audited(at, json!({})).await;
            is_sound(&report);
            sizes.push(report["entries"].as_u64().unwrap());
        }
        sizes
    };
    let ((), sizes) = tokio::join!(goes_on, audits);
    assert!(sizes.is_sorted(), "{sizes:?}");
    // The tree has a complete subtree by now.
    is_sound(&owner.audited(at, json!({})).await);
}
