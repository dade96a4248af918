//! What follows from the entries and is kept beside them, edited by whoever administers the database: each edit is named.

use reqwest::Method;
use serde_json::{Value, json};
use tokio_postgres::Client;

use super::{Scene, admin, codes};
use crate::owner::{Owner, is_sound};

/// Changes of single rows that nothing in the database stops an administrator from, and where they are found.
pub(super) const EDITS: &[(&str, &str, &[&str])] = &[
    (
        "UPDATE balances SET half_points = half_points + 2 WHERE party = (SELECT min(party::text)::uuid FROM balances)",
        "UPDATE balances SET half_points = half_points - 2 WHERE party = (SELECT min(party::text)::uuid FROM balances)",
        &["balances.half_points"],
    ),
    (
        "UPDATE matches SET total_1 = total_1 + 2, total_2 = total_2 - 2, variant_id = 'other', played_on = played_on - 1",
        "UPDATE matches SET total_1 = total_1 - 2, total_2 = total_2 + 2, variant_id = 'old-hong-kong', played_on = played_on + 1",
        &["matches.played_on", "matches.total_1", "matches.total_2", "matches.variant_id"],
    ),
    (
        "UPDATE members SET role = 'auditor'",
        "UPDATE members SET role = 'owner'",
        &["members.role"],
    ),
    (
        "UPDATE match_entries SET chair_1 = chair_1 + 1, house = house - 1 WHERE seq = (SELECT max(seq) FROM match_entries)",
        "UPDATE match_entries SET chair_1 = chair_1 - 1, house = house + 1 WHERE seq = (SELECT max(seq) FROM match_entries)",
        &["match_entries.chair_1", "match_entries.house"],
    ),
    (
        "INSERT INTO match_entries SELECT club_id, match_id, seq, 2, -2, 0, 0, 0 FROM matches, (VALUES (-1), (0), (9000)) AS odd (seq)",
        "DELETE FROM match_entries WHERE seq IN (-1, 0, 9000)",
        &["match_entries", "match_entries", "match_entries"],
    ),
    (
        "UPDATE settlement_transfers SET paid_cents = paid_cents + 1 WHERE paid_cents = 1",
        "UPDATE settlement_transfers SET paid_cents = 1 WHERE paid_cents = 2",
        &["settlement_transfers.paid_cents"],
    ),
    (
        "UPDATE settlements SET currency = 'EUR'",
        "UPDATE settlements SET currency = 'HKD'",
        &["settlements.currency"],
    ),
    (
        "UPDATE variants SET retired_seq = added_seq",
        "UPDATE variants SET retired_seq = NULL",
        &["variants.retired_seq"],
    ),
    (
        "UPDATE players SET enrolled_seq = 1 WHERE enrolled_seq = 2",
        "UPDATE players SET enrolled_seq = 2 WHERE enrolled_seq = 1",
        &["players.enrolled_seq"],
    ),
    (
        "UPDATE clubs SET time_zone = 'Europe/Zurich', founded_at = founded_at - interval '1 year'",
        "UPDATE clubs SET time_zone = 'Asia/Hong_Kong', founded_at = founded_at + interval '1 year'",
        &["clubs.founded_at", "clubs.time_zone"],
    ),
    (
        "UPDATE invitations SET role = 'owner' WHERE role = 'player'",
        "UPDATE invitations SET role = 'player' WHERE uses = 0 AND revoked_seq IS NULL",
        &["invitations.role"],
    ),
    (
        "UPDATE invitations SET expires_at = expires_at + interval '1 year', single_use = false, uses = 7, made_seq = 1 WHERE uses = 0",
        "UPDATE invitations SET expires_at = expires_at - interval '1 year', single_use = true, uses = 0, \
            made_seq = (SELECT seq FROM entries WHERE time = made_at) WHERE uses = 7",
        &[
            "invitations.expires_at", "invitations.made_seq", "invitations.single_use", "invitations.uses",
            "invitations.expires_at", "invitations.made_seq", "invitations.single_use", "invitations.uses",
        ],
    ),
    (
        "UPDATE invitations SET revoked_seq = NULL WHERE revoked_seq IS NOT NULL",
        "UPDATE invitations SET revoked_seq = (SELECT seq FROM entries WHERE kind = 'invitation_revoked') WHERE role = 'scorer'",
        &["invitations.revoked_seq"],
    ),
    (
        "UPDATE invitations SET player_id = (SELECT player_id FROM players LIMIT 1), made_at = made_at - interval '1 hour' \
            WHERE role = 'player'",
        "UPDATE invitations SET player_id = NULL, made_at = made_at + interval '1 hour' WHERE role = 'player'",
        &["invitations.made_at", "invitations.player_id"],
    ),
    (
        "UPDATE texts SET text = NULL, salt = NULL, erased_seq = seq WHERE seq = (SELECT max(seq) FROM texts)",
        "UPDATE texts SET erased_seq = NULL",
        &["texts.erased_seq"],
    ),
    (
        "ALTER TABLE entries DISABLE TRIGGER entries_are_final;
        UPDATE entries SET kind = 'goulash', time = time + interval '1 hour' WHERE seq = 2",
        "UPDATE entries SET kind = 'player_enrolled', time = time - interval '1 hour' WHERE seq = 2;
        ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_are_final",
        &["entries.kind", "entries.time"],
    ),
    // Sizes whose trees are kept in as many bytes, and others.
    (
        "UPDATE clubs SET last_seq = last_seq * 2",
        "UPDATE clubs SET last_seq = last_seq / 2",
        &["clubs.last_seq"],
    ),
    (
        "ALTER TABLE clubs DROP CONSTRAINT IF EXISTS clubs_tree_is_of_last_seq; UPDATE clubs SET last_seq = 1048575",
        "UPDATE clubs SET last_seq = (SELECT max(seq) FROM entries)",
        &["clubs.last_seq"],
    ),
    (
        "ALTER DOMAIN sequence_number DROP CONSTRAINT sequence_number_check; UPDATE clubs SET last_seq = -1",
        "UPDATE clubs SET last_seq = (SELECT max(seq) FROM entries)",
        &["clubs.last_seq"],
    ),
];

/// The same of what the signer signed, where triggers stop everybody who does not disable them.
const SIGNED_EDITS: &[(&str, &str, &[&str])] = &[
    (
        "UPDATE checkpoints SET head_index = 0 WHERE head_index = (SELECT max(index) FROM heads)",
        "UPDATE checkpoints SET head_index = (SELECT max(index) FROM heads) WHERE size = (SELECT max(size) FROM checkpoints)",
        &["checkpoints.head_index"],
    ),
    (
        "UPDATE directory_checkpoints SET note = replace(note, E'/directory\n1\n', E'/directory\n2\n') WHERE size = 1",
        "UPDATE directory_checkpoints SET note = replace(note, E'/directory\n2\n', E'/directory\n1\n') WHERE size = 1",
        &["directory_checkpoints.note"],
    ),
    (
        "UPDATE directory_checkpoints SET tree = sha256('other') WHERE size = 1",
        "UPDATE directory_checkpoints SET tree = (SELECT leaf_hash FROM heads WHERE index = 0) WHERE size = 1",
        &["directory_checkpoints.tree"],
    ),
    (
        "INSERT INTO cosignatures VALUES (1, 'nobody', 'nothing', now())",
        "DELETE FROM cosignatures",
        &["cosignatures.witness"],
    ),
    (
        "INSERT INTO directory_subtrees VALUES (1, 0, sha256('other'))",
        "DELETE FROM directory_subtrees",
        &["directory_subtrees"],
    ),
    (
        "INSERT INTO log_keys VALUES ('no key', now(), NULL)",
        "DELETE FROM log_keys WHERE verifier_key = 'no key'",
        &["log_keys.verifier_key"],
    ),
    (
        "INSERT INTO heads SELECT -1, leaf, leaf_hash FROM heads WHERE index = 0",
        "DELETE FROM heads WHERE index = -1",
        &["heads"],
    ),
];

/// Nothing but what everybody could do who administers the database: no reference is checked, and no trigger runs.
const UNHINDERED: &str = "
    SET session_replication_role = replica;
    ALTER TABLE checkpoints DISABLE TRIGGER ALL;
    ALTER TABLE heads DISABLE TRIGGER ALL, DROP CONSTRAINT heads_index_check;
    ALTER TABLE directory_checkpoints DISABLE TRIGGER ALL;
    ALTER TABLE directory_subtrees DISABLE TRIGGER ALL;
    ALTER TABLE cosignatures DISABLE TRIGGER ALL";

/// Where an audit finds something, as `table.field`, or `table` if it is a whole row.
pub(super) fn places(report: &Value) -> Vec<String> {
    let found = report["projections"]["first"].as_array().unwrap();
    assert!(
        found
            .iter()
            .all(|one| one["stored"] != one["expected"] && one["id"].is_string()),
        "{report:#}"
    );
    let place = |one: &Value| {
        let table = one["table"].as_str().unwrap();
        let field = one["field"].as_str().map(|field| format!(".{field}"));
        format!("{table}{}", field.unwrap_or_default())
    };
    found.iter().map(place).collect()
}

/// Makes edits one after another, each of which an audit finds.
async fn find((owner, at): (&Owner, &str), admin: &Client, edits: &[(&str, &str, &[&str])]) {
    for (edit, undo, expected) in edits {
        admin.batch_execute(edit).await.unwrap();
        let report = owner.audited(at, json!({})).await;
        assert_eq!(report["verdict"], "tampered", "{edit}");
        assert_eq!(codes(&report), Vec::<&str>::new(), "{edit}");
        let mut places = places(&report);
        places.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(places, expected, "{edit}: {report:#}");
        admin.batch_execute(undo).await.unwrap();
    }
    is_sound(&owner.audited(at, json!({})).await);
}

/// Invitations: two that are open, one of them for a scorer that is revoked.
pub(super) async fn invite(owner: &Owner, at: &str) {
    for role in ["player", "scorer"] {
        let invitation = json!({ "role": role });
        let made = owner.write(&format!("{at}/invitations"), invitation).await;
        if role == "scorer" {
            let id = made["id"].as_str().unwrap();
            let path = format!("{at}/invitations/{id}:revoke");
            let (status, said) = owner.ask(Method::POST, &path, None).await;
            assert_eq!(status, 200, "{said}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_finds_every_edited_row_by_its_name() {
    let Scene {
        database,
        owner,
        at,
        ..
    } = &Scene::new().await;
    invite(owner, at).await;
    let report = owner.audited(at, json!({})).await;
    is_sound(&report);
    let words = |field: &str| report[field].as_array().unwrap().clone();
    for word in [
        "tree",
        "order",
        "club",
        "matches",
        "scores",
        "settlements",
        "projections",
    ] {
        assert!(
            words("checked").contains(&word.into()),
            "{word}: {report:#}"
        );
    }
    assert!(!words("unchecked").contains(&"scores".into()));
    assert_eq!(report["told"]["corrections"], 1);
    assert_eq!(report["told"]["payments"], 1);
    let names = json!(["name", "name_salt"]);
    let not = words("not_compared");
    assert_eq!(
        (&not[0]["table"], &not[0]["fields"]),
        (&"clubs".into(), &names)
    );

    let admin = admin(database).await;
    admin
        .batch_execute("SET session_replication_role = replica")
        .await
        .unwrap();
    find((owner, at), &admin, EDITS).await;

    admin
        .batch_execute(
            "DELETE FROM settlement_entries WHERE seq = (SELECT max(seq) FROM settlement_entries)",
        )
        .await
        .unwrap();
    let report = owner.audited(at, json!({})).await;
    let missing = &report["projections"]["first"][0];
    assert_eq!(missing["table"], "settlement_entries");
    assert_eq!(
        (&missing["field"], &missing["stored"]),
        (&Value::Null, &Value::Null)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_finds_what_was_edited_of_what_was_signed() {
    let Scene {
        database,
        owner,
        at,
        ..
    } = &Scene::new().await;
    owner.checkpoint(at).await;
    invite(owner, at).await;
    owner.checkpoint(at).await;
    let report = owner.audited(at, json!({})).await;
    is_sound(&report);
    let has = |field: &str| {
        report[field]
            .as_array()
            .unwrap()
            .contains(&"directory".into())
    };
    assert!(has("checked") && !has("unchecked"), "{report:#}");
    assert_eq!(report["entries"], report["entries_signed"]);

    let admin = admin(database).await;
    admin.batch_execute(UNHINDERED).await.unwrap();
    find((owner, at), &admin, SIGNED_EDITS).await;

    // The note itself is found out by its signature.
    let forge = "UPDATE checkpoints SET root = sha256('other') WHERE size = (SELECT max(size) FROM checkpoints)";
    admin.batch_execute(forge).await.unwrap();
    let report = owner.audited(at, json!({})).await;
    assert_eq!(codes(&report), ["misfiled"]);
    assert_eq!(places(&report), ["checkpoints.root"]);

    // Without its checkpoints the club is not one that was never signed.
    admin
        .batch_execute("DELETE FROM checkpoints")
        .await
        .unwrap();
    let report = owner.audited(at, json!({})).await;
    assert_eq!(report["verdict"], "tampered", "{report:#}");
    let places = places(&report);
    assert!(places.contains(&"checkpoints".to_owned()), "{report:#}");
    let stored = &report["projections"]["first"][0]["stored"];
    assert_eq!(stored, &Value::Null);
}
