//! What must hold of the database and of our role in it before anything is done there: least privilege is not a habit.

use crate::migrate::{self, Migrations};
use crate::{Error, Result};
use diesel::sql_types::{Bool, Text};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

/// Refuses a role that may do more than this group, a missing safeguard, and a database that is not migrated. While a newer release is
/// introduced, the one before starts on the database that the newer one has migrated: what that lets the workers see, it vouches for.
pub(crate) async fn check(sql: &mut AsyncPgConnection, group: &str) -> Result<()> {
    let are_newer = check_migrated(sql).await?;
    let objections: Vec<Objection> = sql_query(OBJECTIONS)
        .bind::<Text, _>(group)
        .bind::<Bool, _>(are_newer)
        .load(sql)
        .await?;
    if objections.is_empty() {
        return Ok(());
    }
    let objections: Vec<_> = objections.into_iter().map(|row| row.objection).collect();
    Err(Error::Unsafe(objections.join("; ")))
}

/// Refuses a database that is not migrated. Otherwise it says whether a newer release has migrated it.
pub(crate) async fn check_migrated(sql: &mut AsyncPgConnection) -> Result<bool> {
    let Migrations { missing, are_newer } = migrate::compare(sql).await?;
    match missing.is_empty() {
        true => Ok(are_newer),
        false => Err(Error::NotMigrated(format!(
            "it lacks {}; run `faan migrate`",
            missing.join(", ")
        ))),
    }
}

#[derive(QueryableByName)]
struct Objection {
    #[diesel(sql_type = Text)]
    objection: String,
}

/// The triggers are looked at down to what they do: before each statement (2) that deletes (8), updates (16) or truncates
/// (32), without a condition. Every club table is one with a column `club_id`; one that is yet to be written is guarded from its first day. Its rows
/// are seen through the policy `club`, and through no other but those that show somebody their own memberships, or the
/// invitation whose token they know, and those that show the rows of all clubs to the auditor, the dispatcher or the signer:
/// permissive policies add up, so one too many opens what the others close. Only those of a newer release ($2) may be others, for these three.
const OBJECTIONS: &str = "
    WITH me AS (SELECT * FROM pg_roles WHERE rolname = current_user),
    club_tables AS (
        SELECT class.* FROM pg_class AS class
        JOIN pg_attribute AS att ON att.attrelid = class.oid AND att.attname = 'club_id' AND NOT att.attisdropped
        WHERE class.relkind IN ('r', 'p') AND class.relnamespace = 'public'::regnamespace
    ),
    known_policies (on_table, policy, roles, command, rule) AS (
        SELECT relname, 'club', '{public}', 'ALL', '(club_id = (current_setting(''faan.club''::text))::uuid)'
        FROM club_tables
        UNION ALL VALUES
        ('members', 'own', '{public}', 'SELECT',
            '(user_id = (NULLIF(current_setting(''faan.member''::text, true), ''''::text))::uuid)'),
        ('clubs', 'own', '{public}', 'SELECT',
            '((NULLIF(current_setting(''faan.member''::text, true), ''''::text) IS NOT NULL) AND '
            '(EXISTS ( SELECT FROM members WHERE ((members.club_id = clubs.club_id) AND '
            '(members.user_id = (NULLIF(current_setting(''faan.member''::text, true), ''''::text))::uuid)))))'),
        ('invitations', 'own', '{public}', 'SELECT',
            '((token_hash)::bytea = decode(NULLIF(current_setting(''faan.invitation''::text, true), ''''::text), ''hex''::text))')
        UNION ALL
        SELECT on_table, reader, '{faan_' || reader || '}', 'SELECT', 'true' FROM (VALUES
            ('clubs', 'auditor'), ('entries', 'auditor'), ('subtrees', 'auditor'), ('variants', 'auditor'),
            ('members', 'auditor'), ('players', 'auditor'), ('matches', 'auditor'), ('match_entries', 'auditor'),
            ('balances', 'auditor'), ('settlements', 'auditor'), ('settlement_entries', 'auditor'),
            ('settlement_matches', 'auditor'), ('settlement_transfers', 'auditor'), ('checkpoints', 'auditor'),
            ('invitations', 'auditor'), ('texts', 'auditor'), ('evenings', 'auditor'), ('evening_entries', 'auditor'),
            ('evening_matches', 'auditor'), ('seasons', 'auditor'), ('tournaments', 'auditor'),
            ('tournament_entries', 'auditor'), ('tournament_matches', 'auditor'),
            ('clubs', 'dispatcher'), ('clubs', 'signer'), ('entries', 'signer'), ('subtrees', 'signer')
        ) AS across_clubs (on_table, reader)
        UNION ALL VALUES ('checkpoints', 'signer', '{faan_signer}', 'ALL', 'true'),
        ('audits', 'auditor', '{faan_auditor}', 'ALL', 'true'),
        ('webhooks', 'dispatcher', '{faan_dispatcher}', 'ALL', 'true'),
        ('webhook_deliveries', 'dispatcher', '{faan_dispatcher}', 'ALL', 'true')
    ),
    final_tables (final_table) AS (VALUES
        ('entries'), ('subtrees'), ('checkpoints'), ('heads'), ('directory_subtrees'), ('directory_checkpoints'),
        ('cosignatures'), ('access_events'), ('account_events')
    ),
    policies AS (
        SELECT tablename, policyname, roles::text, cmd,
            regexp_replace(qual, '\\s+', ' ', 'g') || coalesce(' WITH CHECK ' || with_check, '')
        FROM pg_policies JOIN club_tables ON relname = tablename
        WHERE schemaname = 'public' AND permissive = 'PERMISSIVE'
    )
    SELECT 'the role ' || rolname || ' is a superuser' AS objection FROM me WHERE rolsuper
    UNION ALL
    SELECT 'the role ' || rolname || ' may bypass row level security' FROM me WHERE rolbypassrls
    UNION ALL
    SELECT 'the role ' || current_user || ' can act as ' || rolname FROM pg_roles
    WHERE rolname IN ('faan_owner', 'faan_app', 'faan_auditor', 'faan_dispatcher', 'faan_signer') AND rolname <> $1
        AND pg_has_role(current_user, oid, 'MEMBER')
    UNION ALL
    SELECT 'the role ' || current_user || ' owns the table ' || relname FROM club_tables
    WHERE pg_has_role(current_user, relowner, 'MEMBER')
    UNION ALL
    SELECT 'the role ' || current_user || ' may ' || privilege || ' ' || final_table
    FROM final_tables, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS privilege
    WHERE has_table_privilege('public.' || final_table, privilege)
    UNION ALL
    SELECT 'the role ' || current_user || ' may UPDATE columns of ' || final_table FROM final_tables
    WHERE has_any_column_privilege('public.' || final_table, 'UPDATE')
    UNION ALL
    SELECT 'row level security is not forced on the table ' || relname FROM club_tables
    WHERE NOT (relrowsecurity AND relforcerowsecurity)
    UNION ALL
    SELECT 'the table ' || on_table || ' lacks the policy ' || policy
    FROM (TABLE known_policies EXCEPT TABLE policies) AS missing
    UNION ALL
    SELECT 'the table ' || on_table || ' has a policy ' || policy || ' that is not known'
    FROM (TABLE policies EXCEPT TABLE known_policies) AS unknown (on_table, policy, roles, command, rule)
    WHERE NOT ($2 AND roles::text[] <@ ARRAY['faan_auditor', 'faan_dispatcher', 'faan_signer'])
    UNION ALL
    SELECT 'the trigger ' || final_table || '_are_final is missing or disabled' FROM final_tables
    WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = ('public.' || final_table)::regclass
            AND tgname = final_table || '_are_final' AND tgenabled = 'A'
    )
    UNION ALL
    SELECT 'the trigger ' || tgname || ' does not refuse every change' FROM final_tables
    JOIN pg_trigger ON tgrelid = ('public.' || final_table)::regclass AND tgname = final_table || '_are_final'
    JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE tgtype <> 2 + 8 + 16 + 32 OR tgqual IS NOT NULL OR trim(regexp_replace(prosrc, '\\s+', ' ', 'g')) <>
        'BEGIN RAISE EXCEPTION ''% are never changed: % refused'', TG_TABLE_NAME, TG_OP '
        'USING ERRCODE = ''restrict_violation''; END'";
