//! Who looks across all clubs: the auditor, the dispatcher and the signer, at what they need and at nothing else.

use crate::scene::{Scene, connect, found_club};
use crate::tree::grow;
use ledger::NewDelivery;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

/// Two clubs, the first of them with a subtree of 256 entries.
async fn two_clubs() -> Scene {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    grow(&scene, &view, 256).await;
    found_club(&scene.ledger, scene.owner, "other").await;
    scene
}

/// Every column of every table but that of the migrations, as `table.column`.
async fn columns(admin: &Client) -> Vec<(String, String)> {
    let columns = "SELECT table_name::text, column_name::text FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations' ORDER BY table_name, ordinal_position";
    let rows = admin.query(columns, &[]).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// How many rows of each column somebody sees who is of no club; columns that are refused are left out.
async fn seen(reader: &Client, columns: &[(String, String)]) -> Vec<String> {
    // No club need be named. Here the nil one is, so that other tables are refused for what is not granted.
    let clubs = reader.query("SELECT last_seq FROM clubs", &[]).await;
    assert_eq!(clubs.unwrap().len(), 2);
    let nil = "SET faan.club = '00000000-0000-0000-0000-000000000000'";
    reader.batch_execute(nil).await.unwrap();
    seen_of(reader, columns).await
}

/// The same to somebody who is of the club that is named.
async fn seen_of(reader: &Client, columns: &[(String, String)]) -> Vec<String> {
    let mut seen = Vec::new();
    for (table, column) in columns {
        let sql = format!("SELECT \"{column}\" FROM {table}");
        match reader.query(&sql, &[]).await {
            Ok(rows) => seen.push(format!("{table}.{column} {}", rows.len())),
            Err(error) => assert_eq!(
                error.code(),
                Some(&SqlState::INSUFFICIENT_PRIVILEGE),
                "{error}"
            ),
        }
    }
    seen
}

/// Every column that the auditor sees, and how many rows of it there are.
const AUDITOR: &str = "\
audits.club_id 0
audits.audit_id 0
audits.asked_by 0
audits.asked_at 0
audits.from_seq 0
audits.to_seq 0
audits.state 0
audits.auditor 0
audits.leased_until 0
audits.version 0
audits.done 0
audits.of 0
audits.finished_at 0
audits.attempts 0
audits.variant_id 0
audits.variant_hash 0
audits.variant_document 0
audits.match_id 0
balances.club_id 4
balances.match_id 4
balances.party 4
balances.half_points 4
balances.settled_cents 4
checkpoints.club_id 0
checkpoints.size 0
checkpoints.root 0
checkpoints.note 0
checkpoints.head_index 0
checkpoints.signed_at 0
clubs.club_id 2
clubs.time_zone 2
clubs.founded_at 2
clubs.last_seq 2
clubs.last_time 2
clubs.tree 2
cosignatures.size 0
cosignatures.witness 0
cosignatures.line 0
cosignatures.cosigned_at 0
directory_checkpoints.size 0
directory_checkpoints.tree 0
directory_checkpoints.note 0
directory_checkpoints.signed_at 0
directory_subtrees.level 0
directory_subtrees.index 0
directory_subtrees.hash 0
entries.club_id 257
entries.seq 257
entries.kind 257
entries.time 257
entries.leaf 257
entries.leaf_hash 257
entries.api_key_id 257
evening_entries.club_id 0
evening_entries.evening_id 0
evening_entries.seq 0
evening_matches.club_id 0
evening_matches.match_id 0
evening_matches.evening_id 0
evenings.club_id 0
evenings.evening_id 0
evenings.opened_seq 0
heads.index 0
heads.leaf 0
heads.leaf_hash 0
invitations.club_id 0
invitations.invitation_id 0
invitations.role 0
invitations.player_id 0
invitations.single_use 0
invitations.made_by 0
invitations.made_seq 0
invitations.made_at 0
invitations.expires_at 0
invitations.uses 0
invitations.revoked_seq 0
log_keys.verifier_key 0
log_keys.first_used_at 0
log_keys.retired_at 0
match_entries.club_id 250
match_entries.match_id 250
match_entries.seq 250
match_entries.chair_1 250
match_entries.chair_2 250
match_entries.chair_3 250
match_entries.chair_4 250
match_entries.house 250
matches.club_id 1
matches.match_id 1
matches.variant_id 1
matches.variant_hash 1
matches.player_1 1
matches.player_2 1
matches.player_3 1
matches.player_4 1
matches.minimum_fan 1
matches.stake_cents 1
matches.currency 1
matches.starting_points 1
matches.played_on 1
matches.opened_seq 1
matches.opened_at 1
matches.version 1
matches.next_number 1
matches.round_wind 1
matches.dealer 1
matches.extra 1
matches.total_1 1
matches.total_2 1
matches.total_3 1
matches.total_4 1
matches.ending 1
matches.house 1
members.club_id 2
members.user_id 2
members.role 2
players.club_id 4
players.player_id 4
players.enrolled_seq 4
players.user_id 4
players.linked_seq 4
players.merged_into 4
players.merged_seq 4
players.erased_seq 4
seasons.club_id 0
seasons.season_id 0
seasons.opened_seq 0
seasons.closed_seq 0
settlement_entries.club_id 0
settlement_entries.settlement_id 0
settlement_entries.seq 0
settlement_matches.club_id 0
settlement_matches.match_id 0
settlement_matches.settlement_id 0
settlement_transfers.club_id 0
settlement_transfers.settlement_id 0
settlement_transfers.from 0
settlement_transfers.to 0
settlement_transfers.amount_cents 0
settlement_transfers.paid_cents 0
settlements.club_id 0
settlements.settlement_id 0
settlements.currency 0
settlements.settled_seq 0
subtrees.club_id 1
subtrees.level 1
subtrees.index 1
subtrees.hash 1
texts.club_id 0
texts.seq 0
texts.erased_seq 0
tournament_entries.club_id 0
tournament_entries.tournament_id 0
tournament_entries.seq 0
tournament_matches.club_id 0
tournament_matches.match_id 0
tournament_matches.tournament_id 0
tournaments.club_id 0
tournaments.tournament_id 0
tournaments.opened_seq 0
tournaments.closed_seq 0
variants.club_id 1
variants.variant_hash 1
variants.document 1
variants.added_seq 1
variants.retired_seq 1";

#[tokio::test(flavor = "multi_thread")]
async fn the_auditor_sees_what_is_kept_of_all_clubs_and_nobody_s_name() {
    let scene = two_clubs().await;
    let columns = columns(&scene.admin().await).await;
    let auditor = connect(&scene.database.auditor_url()).await;
    assert_eq!(seen(&auditor, &columns).await.join("\n"), AUDITOR);
    changes_nothing(&auditor).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_signer_sees_the_trees_of_all_clubs_and_no_entry() {
    let scene = two_clubs().await;
    let columns = columns(&scene.admin().await).await;
    let signer = connect(&scene.database.signer_url()).await;
    let expected = "\
checkpoints.club_id 0
checkpoints.size 0
checkpoints.root 0
checkpoints.note 0
checkpoints.head_index 0
checkpoints.signed_at 0
clubs.club_id 2
clubs.last_seq 2
clubs.tree 2
cosignatures.size 0
cosignatures.witness 0
cosignatures.line 0
cosignatures.cosigned_at 0
directory_checkpoints.size 0
directory_checkpoints.tree 0
directory_checkpoints.note 0
directory_checkpoints.signed_at 0
directory_subtrees.level 0
directory_subtrees.index 0
directory_subtrees.hash 0
disputes.witness 0
disputes.reason 0
disputes.disputed_at 0
entries.club_id 257
entries.seq 257
entries.leaf_hash 257
heads.index 0
heads.leaf 0
heads.leaf_hash 0
log_keys.verifier_key 0
log_keys.first_used_at 0
log_keys.retired_at 0
refusals.log 0
refusals.reason 0
refusals.refused_at 0
signer_rounds.only_row 0
signer_rounds.last_round_at 0
subtrees.club_id 1
subtrees.level 1
subtrees.index 1
subtrees.hash 1";
    assert_eq!(seen(&signer, &columns).await.join("\n"), expected);
    changes_nothing(&signer).await;
}

/// The second club has a webhook: of the first, the dispatcher sees its id and size.
#[tokio::test(flavor = "multi_thread")]
async fn the_dispatcher_sees_the_entries_of_clubs_that_have_a_webhook() {
    let scene = two_clubs().await;
    let other = found_club(&scene.ledger, scene.owner, "with a webhook").await;
    let write = crate::scene::write(other, scene.owner, "make_webhook", "k");
    let made = scene.ledger.make_webhook(write, crate::webhooks::new());
    let webhook = made.await.unwrap().value.id;
    let test = crate::scene::write(other, scene.owner, "test_webhook", "k");
    let asked = scene
        .ledger
        .ask_for_delivery(test, webhook, NewDelivery::Test);
    asked.await.unwrap();
    let columns = columns(&scene.admin().await).await;
    let dispatcher = connect(&scene.database.dispatcher_url()).await;
    let sizes = dispatcher.query("SELECT last_seq FROM clubs", &[]).await;
    assert_eq!(sizes.unwrap().len(), 3);
    for (club, entries) in [(scene.club, 0), (other, 1)] {
        let name = format!("SET faan.club = '{club}'");
        dispatcher.batch_execute(&name).await.unwrap();
        let expected = DISPATCHER.replace("{entries}", &entries.to_string());
        assert_eq!(seen_of(&dispatcher, &columns).await.join("\n"), expected);
    }
    changes_nothing(&dispatcher).await;
    for change in [
        "UPDATE webhooks SET url = 'https://elsewhere.example'",
        "INSERT INTO webhooks (club_id) SELECT club_id FROM clubs",
        "DELETE FROM webhooks",
    ] {
        let error = dispatcher.batch_execute(change).await.unwrap_err();
        let code = error.code();
        assert_eq!(code, Some(&SqlState::INSUFFICIENT_PRIVILEGE), "{change}");
    }
}

const DISPATCHER: &str = "\
clubs.club_id 3
clubs.last_seq 3
entries.club_id {entries}
entries.seq {entries}
entries.kind {entries}
entries.time {entries}
entries.leaf {entries}
entries.leaf_hash {entries}
entries.api_key_id {entries}
webhook_deliveries.club_id 1
webhook_deliveries.webhook_id 1
webhook_deliveries.delivery_id 1
webhook_deliveries.seq 1
webhook_deliveries.sent_at 1
webhooks.club_id 1
webhooks.webhook_id 1
webhooks.url 1
webhooks.kinds 1
webhooks.secret_number 1
webhooks.secret_key_id 1
webhooks.previous_number 1
webhooks.previous_key_id 1
webhooks.previous_until 1
webhooks.state 1
webhooks.delivered_seq 1
webhooks.failures 1
webhooks.failing_since 1
webhooks.next_attempt_at 1
webhooks.lease 1
webhooks.leased_until 1";

async fn changes_nothing(reader: &Client) {
    for change in [
        "UPDATE clubs SET last_seq = last_seq",
        "DELETE FROM entries",
        "TRUNCATE subtrees",
        "INSERT INTO subtrees SELECT club_id, 7, 0, hash FROM subtrees",
        "INSERT INTO entries (club_id, seq) SELECT club_id, 1000 FROM clubs",
        "SELECT club_id FROM clubs FOR UPDATE",
        "CREATE TABLE mine ()",
        "SET ROLE faan_app",
        "SET ROLE faan_owner",
        "SET session_replication_role = replica",
    ] {
        let error = reader.batch_execute(change).await.unwrap_err();
        let code = error.code();
        assert_eq!(
            code,
            Some(&SqlState::INSUFFICIENT_PRIVILEGE),
            "{change}: {error}"
        );
    }
}
