//! What the application may do, table by table: no more than its commands use.

use crate::scene::connect;
use ledger::test_database::TestDatabase;

/// Everything granted to a group or to everybody, on relations and on single columns of them.
const GRANTED: &str = "
    WITH granted AS (
        SELECT oid, privilege_type, grantee, is_grantable, NULL::name AS attname
        FROM pg_class, aclexplode(relacl) WHERE relnamespace = 'public'::regnamespace
        UNION ALL
        SELECT pg_class.oid, privilege_type, grantee, is_grantable, attname
        FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND NOT attisdropped, aclexplode(attacl)
        WHERE relnamespace = 'public'::regnamespace
    )
    SELECT concat_ws(' ', oid::regclass, privilege_type,
        '(' || string_agg(attname, ' ' ORDER BY attname) || ')',
        CASE WHEN grantee = 0 THEN 'to everybody' END, CASE WHEN is_grantable THEN 'with grant option' END)
    FROM granted WHERE grantee IN (0, $1::text::regrole)
    GROUP BY oid, privilege_type, grantee, is_grantable ORDER BY 1";

const APP: &str = "
__diesel_schema_migrations SELECT
access_events INSERT
access_events SELECT
account_events INSERT
account_events SELECT
api_keys INSERT
api_keys SELECT
api_keys UPDATE (revoked_at used_at)
audits INSERT
audits SELECT
balances INSERT
balances SELECT
balances UPDATE (half_points settled_cents)
checkpoints SELECT
clubs INSERT
clubs SELECT
clubs UPDATE (last_seq last_time name name_salt time_zone tree)
cosignatures SELECT
directory_checkpoints SELECT
directory_subtrees SELECT
disputes SELECT
entries INSERT
entries SELECT
evening_entries INSERT
evening_entries SELECT
evening_matches INSERT
evening_matches SELECT
evenings INSERT
evenings SELECT
heads SELECT
idempotency_keys INSERT
idempotency_keys SELECT
idempotency_keys UPDATE (fingerprint)
identities DELETE
identities INSERT
identities SELECT
identities UPDATE (used_at)
invitations INSERT
invitations SELECT
invitations UPDATE (revoked_seq uses)
log_keys SELECT
match_entries INSERT
match_entries SELECT
matches INSERT
matches SELECT
matches UPDATE (dealer ending extra house next_number player_1 player_2 player_3 player_4 round_wind total_1 total_2 total_3 total_4 version void_seq)
members DELETE
members INSERT
members SELECT
members UPDATE (role)
players INSERT
players SELECT
players UPDATE (confirmed_link_seq erased_seq linked_seq merged_directly_into merged_into merged_seq name name_hash name_salt user_id)
ratings DELETE
ratings INSERT
ratings SELECT
refresh_tokens DELETE
refresh_tokens INSERT
refresh_tokens SELECT
refresh_tokens UPDATE (used_at)
refusals SELECT
seasons INSERT
seasons SELECT
seasons UPDATE (closed_seq)
sessions INSERT
sessions SELECT
sessions UPDATE (ended_at)
settlement_entries INSERT
settlement_entries SELECT
settlement_matches INSERT
settlement_matches SELECT
settlement_transfers INSERT
settlement_transfers SELECT
settlement_transfers UPDATE (paid_cents)
settlements INSERT
settlements SELECT
signer_rounds SELECT
subtrees INSERT
subtrees SELECT
tallies DELETE
tallies INSERT
tallies SELECT
tally_heads INSERT
tally_heads SELECT
tally_heads UPDATE (seq)
tally_sums DELETE
tally_sums INSERT
tally_sums SELECT
texts INSERT
texts SELECT
texts UPDATE (erased_seq salt text)
tournament_entries INSERT
tournament_entries SELECT
tournament_matches INSERT
tournament_matches SELECT
tournaments INSERT
tournaments SELECT
tournaments UPDATE (closed_seq)
users INSERT
users SELECT
users UPDATE (display_name email email_folded erased_at one_time_until password_hash)
variants INSERT
variants SELECT
variants UPDATE (retired_seq)
webhook_deliveries INSERT
webhook_deliveries SELECT
webhook_requests INSERT
webhook_requests SELECT
webhooks DELETE
webhooks INSERT
webhooks SELECT
webhooks UPDATE (changed_by changed_fingerprint changed_key delivered_seq disabled_at disabled_reason failing_since failures kinds lease leased_until name next_attempt_at previous_key_id previous_number previous_until secret_key_id secret_number state url url_set_by url_set_to)
won_hands DELETE
won_hands INSERT
won_hands SELECT
";

const AUDITOR: &str = "
__diesel_schema_migrations SELECT
audits SELECT (asked_at asked_by attempts audit_id auditor club_id done finished_at from_seq leased_until match_id of state to_seq variant_document variant_hash variant_id version)
audits UPDATE (attempts auditor done finished_at leased_until of report state verdict version)
balances SELECT
checkpoints SELECT
clubs SELECT (club_id founded_at last_seq last_time time_zone tree)
cosignatures SELECT
directory_checkpoints SELECT
directory_subtrees SELECT
entries SELECT
evening_entries SELECT
evening_matches SELECT
evenings SELECT (club_id evening_id opened_seq)
heads SELECT
invitations SELECT (club_id expires_at invitation_id made_at made_by made_seq player_id revoked_seq role single_use uses)
log_keys SELECT
match_entries SELECT
matches SELECT
members SELECT
players SELECT (club_id enrolled_seq erased_seq linked_seq merged_directly_into merged_into merged_seq player_id user_id)
seasons SELECT
settlement_entries SELECT
settlement_matches SELECT
settlement_transfers SELECT
settlements SELECT
subtrees SELECT
texts SELECT (club_id erased_seq seq)
tournament_entries SELECT
tournament_matches SELECT
tournaments SELECT (closed_seq club_id opened_seq tournament_id)
variants SELECT
";

const DISPATCHER: &str = "
__diesel_schema_migrations SELECT
clubs SELECT (club_id last_seq)
entries SELECT (api_key_id club_id kind leaf leaf_hash seq time)
webhook_deliveries DELETE
webhook_deliveries INSERT (attempt club_id delivery_id duration_ms error kind next_attempt_at sent_at seq status webhook_id)
webhook_deliveries SELECT (club_id delivery_id sent_at seq webhook_id)
webhook_deliveries UPDATE (duration_ms error sent_at status)
webhooks SELECT (club_id delivered_seq failing_since failures kinds lease leased_until next_attempt_at previous_key_id previous_number previous_until secret_key_id secret_number state url webhook_id)
webhooks UPDATE (delivered_seq disabled_at disabled_reason failing_since failures lease leased_until next_attempt_at state)
";

const SIGNER: &str = "
__diesel_schema_migrations SELECT
checkpoints INSERT
checkpoints SELECT
clubs SELECT (club_id last_seq tree)
cosignatures INSERT
cosignatures SELECT
directory_checkpoints INSERT
directory_checkpoints SELECT
directory_subtrees INSERT
directory_subtrees SELECT
disputes DELETE
disputes INSERT
disputes SELECT
disputes UPDATE (reason)
entries SELECT (club_id leaf_hash seq)
heads INSERT
heads SELECT
log_keys INSERT
log_keys SELECT
log_keys UPDATE (retired_at)
refusals DELETE
refusals INSERT
refusals SELECT
refusals UPDATE (reason)
signer_rounds INSERT
signer_rounds SELECT
signer_rounds UPDATE (last_round_at)
subtrees SELECT
";

#[tokio::test(flavor = "multi_thread")]
async fn each_group_may_do_this_and_nothing_else() {
    let database = TestDatabase::create().await;
    let admin = connect(&database.admin_url()).await;
    for (group, expected) in [
        ("faan_app", APP),
        ("faan_auditor", AUDITOR),
        ("faan_dispatcher", DISPATCHER),
        ("faan_signer", SIGNER),
    ] {
        let rows = admin.query(GRANTED, &[&group]).await.unwrap();
        let granted: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        assert_eq!(granted.join("\n"), expected.trim(), "{group}");
        let roles = "SELECT count(*) FROM pg_auth_members WHERE member = $1::text::regrole";
        let roles: i64 = admin.query_one(roles, &[&group]).await.unwrap().get(0);
        assert_eq!(roles, 0, "{group} inherits from another role");
    }
}
