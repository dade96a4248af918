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

/// The same to somebody who is of the club that is named: a line for each table, with its rows and its columns.
async fn seen_of(reader: &Client, columns: &[(String, String)]) -> Vec<String> {
    let mut seen: Vec<(String, String)> = Vec::new();
    for (table, column) in columns {
        let sql = format!("SELECT \"{column}\" FROM {table}");
        match reader.query(&sql, &[]).await {
            Ok(rows) => {
                let head = format!("{table} {}:", rows.len());
                match seen.last_mut() {
                    Some((last, columns)) if *last == head => *columns += &format!(" {column}"),
                    _ => seen.push((head, format!(" {column}"))),
                }
            }
            Err(error) => assert_refused(&error, table),
        }
    }
    let line = |(head, columns): (String, String)| head + &columns;
    seen.into_iter().map(line).collect()
}

/// The database refuses something for want of a grant.
fn assert_refused(error: &tokio_postgres::Error, what: &str) {
    let code = error.code();
    let expected = Some(&SqlState::INSUFFICIENT_PRIVILEGE);
    assert_eq!(code, expected, "{what}: {error}");
}

/// Every column that the auditor sees, and how many rows of it there are.
const AUDITOR: &str = "\
audits 0: club_id audit_id asked_by asked_at from_seq to_seq state auditor leased_until version done of finished_at attempts variant_id variant_hash variant_document match_id
balances 4: club_id match_id party half_points settled_cents
checkpoints 0: club_id size root note head_index signed_at
clubs 2: club_id time_zone founded_at last_seq last_time tree
cosignatures 0: size witness line cosigned_at
directory_checkpoints 0: size tree note signed_at
directory_subtrees 0: level index hash
entries 257: club_id seq kind time leaf leaf_hash api_key_id
evening_entries 0: club_id evening_id seq
evening_matches 0: club_id match_id evening_id
evenings 0: club_id evening_id opened_seq
heads 0: index leaf leaf_hash
invitations 0: club_id invitation_id role player_id single_use made_by made_seq made_at expires_at uses revoked_seq
log_keys 0: verifier_key first_used_at retired_at
match_entries 250: club_id match_id seq chair_1 chair_2 chair_3 chair_4 house
matches 1: club_id match_id variant_id variant_hash player_1 player_2 player_3 player_4 minimum_fan stake_cents currency starting_points played_on opened_seq opened_at version next_number round_wind dealer extra total_1 total_2 total_3 total_4 ending house void_seq
members 2: club_id user_id role
players 4: club_id player_id enrolled_seq user_id linked_seq merged_into merged_directly_into merged_seq erased_seq
seasons 0: club_id season_id opened_seq closed_seq
settlement_entries 0: club_id settlement_id seq
settlement_matches 0: club_id match_id settlement_id
settlement_transfers 0: club_id settlement_id from to amount_cents paid_cents
settlements 0: club_id settlement_id currency settled_seq
subtrees 1: club_id level index hash
texts 0: club_id seq erased_seq
tournament_entries 0: club_id tournament_id seq
tournament_matches 0: club_id match_id tournament_id
tournaments 0: club_id tournament_id opened_seq closed_seq
variants 1: club_id variant_hash document added_seq retired_seq";

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
checkpoints 0: club_id size root note head_index signed_at
clubs 2: club_id last_seq tree
cosignatures 0: size witness line cosigned_at
directory_checkpoints 0: size tree note signed_at
directory_subtrees 0: level index hash
disputes 0: witness reason disputed_at
entries 257: club_id seq leaf_hash
heads 0: index leaf leaf_hash
log_keys 0: verifier_key first_used_at retired_at
refusals 0: log reason refused_at
signer_rounds 0: only_row last_round_at
subtrees 1: club_id level index hash";
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
    let asked = scene.ask_for_delivery(test, webhook, NewDelivery::Test);
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
        assert_refused(&error, change);
    }
}

const DISPATCHER: &str = "\
clubs 3: club_id last_seq
entries {entries}: club_id seq kind time leaf leaf_hash api_key_id
webhook_deliveries 1: club_id webhook_id delivery_id seq sent_at
webhooks 1: club_id webhook_id url kinds secret_number secret_key_id previous_number previous_key_id previous_until state delivered_seq failures failing_since next_attempt_at lease leased_until";

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
        assert_refused(&error, change);
    }
}
