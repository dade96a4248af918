//! Every migration can be undone: dump, up, down, dump, and nothing differs.

use crate::scene::{connect, until};
use ledger::Logins;
use ledger::test_database::TestDatabase;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Of two with one stamp, only one would be applied.
#[test]
fn every_migration_has_a_stamp_of_its_own() {
    let migrations = migrations();
    let stamp = |migration: &PathBuf| {
        let name = migration.file_name().unwrap().to_str().unwrap();
        name.split_once('_').unwrap().0.to_owned()
    };
    let stamps: BTreeSet<String> = migrations.iter().map(stamp).collect();
    assert_eq!(stamps.len(), migrations.len());
    assert!(stamps.iter().all(|stamp| stamp.len() == 14));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_down_undoes_its_up() {
    let database = TestDatabase::create().await;
    let url = database.admin_url();
    let client = connect(&url).await;
    let run = async |sql: String| {
        client
            .batch_execute(&format!("SET ROLE faan_owner; {sql}; RESET ROLE"))
            .await
    };

    // Down from the newest, noting the schema before each, and up again.
    let mut schemas = vec![dump(&url)];
    let migrations = migrations();
    for migration in migrations.iter().rev() {
        run(sql(migration, "down"))
            .await
            .unwrap_or_else(|error| panic!("{migration:?} down: {error:?}"));
        schemas.push(dump(&url));
    }
    assert!(
        !schemas.last().unwrap().contains("clubs"),
        "something stays behind"
    );
    for migration in &migrations {
        let before = schemas.pop().unwrap();
        assert_eq!(before, dump(&url), "before {migration:?}");
        run(sql(migration, "up"))
            .await
            .unwrap_or_else(|error| panic!("{migration:?} up: {error:?}"));
        let after = dump(&url);
        assert_ne!(before, after, "{migration:?} does nothing");
        run(sql(migration, "down")).await.unwrap();
        assert_eq!(before, dump(&url), "{migration:?} is not undone");
        run(sql(migration, "up")).await.unwrap();
    }
    assert_eq!(schemas, [dump(&url)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn migrating_and_bootstrapping_again_changes_nothing() {
    let database = TestDatabase::create().await;
    let url = database.admin_url();
    let before = dump(&url);
    let (first, second) = tokio::join!(ledger::migrate(&url), ledger::migrate(&url));
    assert_eq!(
        (first.unwrap(), second.unwrap()),
        (Vec::<String>::new(), Vec::new())
    );
    let (app, signer) = (database.url(), database.signer_url());
    let logins = Logins::of_app(&app);
    let (first, second) = tokio::join!(
        ledger::bootstrap(&url, logins),
        ledger::bootstrap(&url, logins)
    );
    first.unwrap();
    second.unwrap();
    assert_eq!(before, dump(&url));
    let elsewhere = "postgres://app@127.0.0.1/elsewhere";
    let signs = |signer| Logins {
        signer: Some(signer),
        ..logins
    };
    for (logins, sentence) in [
        (Logins::of_app(elsewhere), "must be the same"),
        (signs(elsewhere), "the signer's “elsewhere”"),
        (signs(&app), "each has a user of its own"),
        (
            Logins {
                auditor: Some(&signer),
                ..signs(&signer)
            },
            "the signer's URL names the user",
        ),
    ] {
        let refused = ledger::bootstrap(&url, logins).await.unwrap_err();
        assert!(refused.to_string().contains(sentence), "{refused}");
    }
}

/// Others hold the last table that the newest migration locks, and it holds `entries`. Whoever records does not wait until they are done.
#[tokio::test(flavor = "multi_thread")]
async fn a_migration_that_waits_for_others_lets_others_go_on() {
    let database = TestDatabase::create().await;
    let url = database.admin_url();
    let client = connect(&url).await;
    let newest = migrations().pop().unwrap();
    let name = newest.file_name().unwrap().to_str().unwrap();
    let version = name.split_once('_').unwrap().0.to_owned();
    let down = sql(&newest, "down");
    let revert = format!(
        "SET ROLE faan_owner; {down}; DELETE FROM __diesel_schema_migrations WHERE version = '{version}'; RESET ROLE"
    );
    client.batch_execute(&revert).await.unwrap();
    let holder = connect(&url).await;
    let holds = "BEGIN; LOCK TABLE matches IN ROW EXCLUSIVE MODE";
    holder.batch_execute(holds).await.unwrap();
    let migrating = tokio::spawn(async move { ledger::migrate(&url).await });
    let waits = "SELECT count(*) > 0 FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE datname = current_database() AND relation = 'matches'::regclass AND NOT granted";
    until(&client, waits).await;
    let records =
        "SET statement_timeout = 0; BEGIN; LOCK TABLE entries IN ROW EXCLUSIVE MODE; COMMIT";
    client.batch_execute(records).await.unwrap();
    assert!(!migrating.is_finished());
    holder.batch_execute("COMMIT").await.unwrap();
    assert_eq!(migrating.await.unwrap().unwrap(), [version]);
}

/// Two programs that do not follow from each other: nothing is changed then.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_another_line_of_migrations_is_left_as_it_is() {
    let database = TestDatabase::create().await;
    let url = database.admin_url();
    let client = connect(&url).await;
    let replace = "UPDATE __diesel_schema_migrations SET version = '20261121090000'
        WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)";
    client.batch_execute(replace).await.unwrap();
    let before = dump(&url);
    let refused = ledger::migrate(&url).await.unwrap_err().to_string();
    assert!(
        refused.contains("20261121090000") && refused.contains("start a new ledger"),
        "{refused}"
    );
    assert_eq!(before, dump(&url));
}

fn migrations() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut migrations: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    migrations.sort();
    assert!(migrations.len() >= 7);
    migrations
}

fn sql(migration: &Path, direction: &str) -> String {
    std::fs::read_to_string(migration.join(direction).with_extension("sql")).unwrap()
}

/// The schema as `pg_dump` writes it, without the random word that guards a dump (since 15.14).
fn dump(url: &str) -> String {
    let output = Command::new(pg_dump())
        .args(["--schema-only", url])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let lasting =
        |line: &&str| !line.starts_with("\\restrict") && !line.starts_with("\\unrestrict");
    text.lines()
        .filter(lasting)
        .map(|line| format!("{line}\n"))
        .collect()
}

/// `pg_dump` of the newest PostgreSQL there is: it dumps older servers too.
#[expect(
    clippy::disallowed_methods,
    reason = "FAAN_PG_BIN says where the tests' PostgreSQL is"
)]
fn pg_dump() -> PathBuf {
    if let Some(folder) = std::env::var_os("FAAN_PG_BIN") {
        return Path::new(&folder).join("pg_dump");
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let installed = versions
        .map(|version| version.path().join("bin/pg_dump"))
        .filter(|path| path.exists());
    let version = |path: &PathBuf| {
        path.iter()
            .filter_map(|part| part.to_str()?.parse::<u32>().ok())
            .max()
    };
    installed
        .max_by_key(version)
        .unwrap_or_else(|| "pg_dump".into())
}
