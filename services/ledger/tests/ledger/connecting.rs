//! What the ledger refuses to run with.

use crate::moving::taken_along;
use crate::scene::{
    Scene, asked_again, assert_refused, connect, on_one_connection, until, until_so,
};
use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use ledger::test_database::{TestDatabase, patience, with_parameters};
use ledger::{
    Caller, CallerAccount, Config, Error, ImportedOwner, Ledger, Player, Retry, UserId, Written,
};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_postgres::Client;
use uuid::Uuid;

async fn refusal(url: String) -> String {
    let error = Ledger::connect(&Config { url, pool_size: 1 })
        .await
        .unwrap_err();
    assert!(
        matches!(error, Error::Unsafe(_) | Error::NotMigrated(_)),
        "{error}"
    );
    error.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_is_too_strong_is_refused() {
    let database = TestDatabase::create().await;
    let refusal = refusal(database.admin_url()).await;
    for reason in [
        "superuser",
        "faan_owner",
        "may UPDATE entries",
        "may DELETE entries",
        "may TRUNCATE entries",
        "may TRIGGER subtrees",
    ] {
        assert!(refusal.contains(reason), "{reason}: {refusal}");
    }
}

/// What a database is refused for, and what weakens it so.
const WEAKENED: &str = "\
entries_are_final                                          | ALTER TABLE entries DISABLE TRIGGER entries_are_final
entries_are_final                                          | ALTER TABLE entries ENABLE TRIGGER entries_are_final
entries_are_final                                          | DROP TRIGGER entries_are_final ON entries
does not refuse every change                               | CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'
does not refuse every change                               | CREATE OR REPLACE TRIGGER entries_are_final BEFORE DELETE ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change(); ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_are_final
subtrees_are_final is missing or disabled                  | ALTER TABLE subtrees DISABLE TRIGGER subtrees_are_final
subtrees_are_final does not refuse every change            | CREATE OR REPLACE TRIGGER subtrees_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON subtrees FOR EACH STATEMENT WHEN (false) EXECUTE FUNCTION refuse_change(); ALTER TABLE subtrees ENABLE ALWAYS TRIGGER subtrees_are_final
may UPDATE columns of subtrees                             | GRANT UPDATE (hash) ON subtrees TO faan_app
may TRUNCATE subtrees                                      | GRANT TRUNCATE ON subtrees TO faan_app
not forced on the table match_entries                      | ALTER TABLE match_entries NO FORCE ROW LEVEL SECURITY
not forced on the table new                                | CREATE TABLE new (club_id uuid)
the table match_entries lacks the policy club              | DROP POLICY club ON match_entries
the table match_entries lacks the policy club              | ALTER POLICY club ON match_entries USING (true)
the table clubs has a policy own that is not known         | ALTER POLICY own ON clubs USING (true)
the table entries has a policy all_of_it that is not known | CREATE POLICY all_of_it ON entries USING (true)
the table members has a policy ours that is not known      | CREATE POLICY ours ON members FOR INSERT TO faan_app WITH CHECK (true)
the table new lacks the policy club                        | CREATE TABLE new (club_id uuid)
may UPDATE columns of entries                              | GRANT UPDATE (kind) ON entries TO faan_app
may DELETE entries                                         | GRANT DELETE ON entries TO PUBLIC
the table entries has a policy auditor that is not known   | ALTER POLICY auditor ON entries TO PUBLIC
the table players has a policy signer that is not known    | CREATE POLICY signer ON players FOR SELECT TO faan_signer USING (true)
the table clubs lacks the policy signer                    | DROP POLICY signer ON clubs
create_standings                                           | DELETE FROM __diesel_schema_migrations WHERE version LIKE '%500'";

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_safeguard_is_refused() {
    for line in WEAKENED.lines() {
        let (reason, weaken) = line.split_once(" | ").unwrap();
        let database = TestDatabase::create().await;
        let admin = connect(&database.admin_url()).await;
        admin.batch_execute(weaken).await.unwrap();
        let refusal = refusal(database.url()).await;
        assert!(refusal.contains(reason.trim()), "{weaken}: {refusal}");
    }
}

/// What a newer release adds: a migration that this one does not know, and a table that the auditor reads.
const NEWER: &str = "
    INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231235959');
    CREATE TABLE newer (club_id uuid NOT NULL);
    ALTER TABLE newer OWNER TO faan_owner;
    ALTER TABLE newer ENABLE ROW LEVEL SECURITY;
    ALTER TABLE newer FORCE ROW LEVEL SECURITY;
    CREATE POLICY club ON newer USING (club_id = current_setting('faan.club')::uuid);
    CREATE POLICY auditor ON newer FOR SELECT TO faan_auditor USING (true)";

/// A gateway that is started again while a newer release is introduced must not stay away. What opens tables to the application is refused
/// nevertheless, and without a newer migration so is all of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_a_newer_release_has_migrated_is_served() {
    for (weaken, reason) in [
        ("SELECT", None),
        (
            "DELETE FROM __diesel_schema_migrations WHERE version LIKE '2999%'",
            Some("the table newer has a policy auditor that is not known"),
        ),
        (
            "CREATE POLICY everybody ON newer FOR SELECT USING (true)",
            Some("the table newer has a policy everybody that is not known"),
        ),
        (
            "ALTER POLICY auditor ON newer TO faan_auditor, faan_app",
            Some("the table newer has a policy auditor that is not known"),
        ),
        (
            "DROP POLICY club ON newer",
            Some("the table newer lacks the policy club"),
        ),
        (
            "ALTER TABLE newer NO FORCE ROW LEVEL SECURITY",
            Some("not forced on the table newer"),
        ),
    ] {
        let database = TestDatabase::create().await;
        let admin = connect(&database.admin_url()).await;
        admin.batch_execute(NEWER).await.unwrap();
        admin.batch_execute(weaken).await.unwrap();
        let url = database.url();
        match reason {
            None => drop(on_one_connection(url).await),
            Some(reason) => {
                let refusal = refusal(url).await;
                assert!(refusal.contains(reason), "{weaken}: {refusal}");
            }
        }
    }
}

/// Who looks across all clubs is somebody else than who is let in by a club at a time.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_across_clubs_is_refused() {
    let scene = Scene::new().await;
    let admin = scene.admin().await;
    for group in ["faan_auditor", "faan_dispatcher", "faan_signer"] {
        // Roles are the server's, which other tests use too: this one is new.
        let both = format!("{group}_of_{}", scene.club.0.simple());
        let make = format!("CREATE ROLE {both} LOGIN PASSWORD '{both}' IN ROLE faan_app, {group}");
        admin.batch_execute(&make).await.unwrap();
        let url = scene.database.url().replace("faan_test_app", &both);
        let refusal = refusal(url).await;
        assert!(
            refusal.contains(&format!("can act as {group}")),
            "{refusal}"
        );
        let drop = format!("DROP ROLE {both}");
        admin.batch_execute(&drop).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_gone_is_unavailable_and_a_new_one_heals() {
    let scene = Scene::new().await;
    scene.ready().await.unwrap();
    let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    scene.admin().await.batch_execute(kill).await.unwrap();
    let mut healed = false;
    // Whoever asks next finds out for each connection, and what is new may be cut off once when the heartbeat finds out.
    for _ in 0..20 {
        match scene.players(scene.club).await {
            Ok(players) => healed = players.len() == 4,
            Err(error) => {
                healed = false;
                let is_later = matches!(
                    error,
                    Error::Unavailable {
                        retry: Retry::Later,
                        ..
                    }
                );
                assert!(is_later, "{error}");
            }
        }
    }
    assert!(healed);

    let nowhere = Config {
        url: "postgres://nobody@127.0.0.1:1/nothing".to_owned(),
        pool_size: 1,
    };
    let error = Ledger::connect(&nowhere).await.unwrap_err();
    assert!(
        matches!(
            error,
            Error::Unavailable {
                retry: Retry::Later,
                ..
            }
        ),
        "{error}"
    );
}

/// A ledger with one connection. An import has it and waits for its turn, as long as it takes, until the turn is given.
struct Crowded {
    scene: Scene,
    ledger: Ledger,
    admin: Client,
    imported: JoinHandle<Result<Vec<ImportedOwner>, Error>>,
}

impl Crowded {
    async fn new(parameters: &str) -> Self {
        let scene = Scene::new().await;
        let ledger = on_one_connection(with_parameters(&scene.database.url(), parameters)).await;
        let admin = scene.admin().await;
        let turn = "SELECT pg_advisory_lock(7221466212)";
        admin.batch_execute(turn).await.unwrap();
        let import = taken_along(&scene.ledger, scene.club).await;
        let importer = ledger.clone();
        let imported = tokio::spawn(async move { importer.import_ledger(import).await });
        let waits =
            "SELECT count(*) > 0 FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted";
        until(&admin, waits).await;
        Self {
            scene,
            ledger,
            admin,
            imported,
        }
    }

    async fn enrol(&self, name: String) -> Result<Written<Player>, Error> {
        let write = self.scene.write("players", &name);
        self.ledger.enrol_player(write, name).await
    }

    /// Lets the import have its turn.
    async fn give_turn(&self) {
        let give = "SELECT pg_advisory_unlock(7221466212)";
        self.admin.batch_execute(give).await.unwrap();
    }

    /// The club is here already.
    async fn end(self) {
        let imported = self.imported.await.unwrap();
        assert_refused(imported, "Import");
    }
}

/// Why somebody is put off until later.
fn reason<T: std::fmt::Debug>(answer: Result<T, Error>) -> String {
    match answer {
        Err(Error::Unavailable {
            retry: Retry::Later,
            reason,
        }) => reason,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_too_long_for_a_connection_is_told_how_many_do() {
    let crowded = Crowded::new("connect_timeout=3").await;
    let enrolled = crowded.enrol("Eng".to_owned()).await;
    let crowd = "no connection became free in 5s: 1 of 1 are in use, 0 more commands wait";
    assert_eq!(reason(enrolled), crowd);
    crowded.give_turn().await;
    let enrolled = asked_again(|| crowded.enrol("Eng".to_owned())).await;
    enrolled.unwrap();
    crowded.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_statement_is_canceled_is_put_off() {
    let scene = Scene::new().await;
    let admin = scene.admin().await;
    let lock = "BEGIN; SELECT FROM clubs FOR UPDATE";
    admin.batch_execute(lock).await.unwrap();
    let write = scene.write("players", "Eng");
    let enrol = scene.enrol_player(write, "Eng".to_owned());
    let cancel = async {
        let cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity \
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let is_canceled = async || !admin.query(cancel, &[]).await.unwrap().is_empty();
        until_so("a command waits for the lock", is_canceled).await;
    };
    let (enrolled, ()) = tokio::join!(enrol, cancel);
    let put_off = matches!(
        &enrolled,
        Err(Error::Unavailable {
            retry: Retry::Later,
            reason
        }) if reason == "canceling statement due to user request"
    );
    assert!(put_off, "{enrolled:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_would_wait_too_long_is_put_off_at_once() {
    let crowded = Crowded::new(&patience()).await;
    let asks = (0..100).map(|_| crowded.ledger.ready());
    let mut answers: FuturesUnordered<_> = asks.collect();
    let is_at_once = |reason: &str| reason.ends_with("commands wait for a connection already");
    // Thirty-two may wait, and some that look at the same time may each find the last place. The others are answered while those wait.
    for _ in 0..40 {
        let reason = reason(answers.next().await.unwrap());
        assert!(is_at_once(&reason), "{reason}");
    }
    crowded.give_turn().await;
    let rest: Vec<_> = answers.collect().await;
    let (done, put_off): (Vec<_>, Vec<_>) = rest.into_iter().partition(Result::is_ok);
    assert!((32..60).contains(&done.len()), "{}", done.len());
    for reason in put_off.into_iter().map(reason) {
        assert!(is_at_once(&reason), "{reason}");
    }
    crowded.end().await;
}

/// Somebody asks without end, from one address with many accounts or with one account from many addresses. More of that would be put off
/// than may wait for the connection; instead it waits for itself, and nobody else is put off.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_and_an_account_leave_most_of_the_line_to_others() {
    let caller = |address: u32, account: u128| Caller {
        address: Ipv4Addr::from_bits(address).into(),
        account: Some(CallerAccount::User(UserId(Uuid::from_u128(account)))),
    };
    let of_one_address = |number: u32| caller(1, number.into());
    let of_one_account = |number: u32| caller(number, 1);
    for greedy in [&of_one_address as &dyn Fn(u32) -> Caller, &of_one_account] {
        let crowded = Crowded::new(&patience()).await;
        let enrol =
            |number: u32, caller: Caller| caller.asks(crowded.enrol(format!("Eng {number}")));
        let many = join_all((0..100).map(|number| enrol(number, greedy(number))));
        let others = join_all((100..120).map(|number| enrol(number, caller(number, 2))));
        let (many, others, ()) = tokio::join!(many, others, crowded.give_turn());
        for enrolled in many.into_iter().chain(others) {
            enrolled.unwrap();
        }
        crowded.end().await;
    }
}

/// Also those that go on in the transaction in which the role was read.
#[tokio::test(flavor = "multi_thread")]
async fn reads_of_an_address_leave_half_of_the_connections() {
    let scene = Scene::new().await;
    let who = scene.sign_in().await;
    let (url, pool_size) = (scene.database.url(), 4);
    let ledger = Ledger::connect(&Config { url, pool_size }).await.unwrap();
    let of = |address| Caller {
        address: Ipv4Addr::from_bits(address).into(),
        account: None,
    };
    let open = || of(1).asks(ledger.role_and_open_read(who, scene.club));
    let (_, first) = open().await.unwrap();
    let second = open().await.unwrap();
    let mut third = std::pin::pin!(open());
    let waited = tokio::time::timeout(Duration::from_millis(200), &mut third);
    assert!(waited.await.is_err(), "three reads of four connections");
    // Others read and write meanwhile, and so does what is open.
    of(2).asks(ledger.club(scene.club)).await.unwrap();
    let write = scene.write("players", "Eng");
    let enrol = of(1).asks(ledger.enrol_player(write, "Eng".to_owned()));
    enrol.await.unwrap();
    of(1).asks(first.club(scene.club)).await.unwrap();
    drop(first);
    third.await.unwrap();
    drop(second);
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_of_an_account_leave_half_of_those_of_its_address() {
    let scene = Scene::new().await;
    let who = scene.sign_in().await;
    let (url, pool_size) = (scene.database.url(), 8);
    let ledger = Ledger::connect(&Config { url, pool_size }).await.unwrap();
    let of = |account| Caller {
        address: Ipv4Addr::LOCALHOST.into(),
        account: Some(CallerAccount::User(UserId(Uuid::from_u128(account)))),
    };
    let open = |account| of(account).asks(ledger.role_and_open_read(who, scene.club));
    let (first, second) = (open(1).await.unwrap(), open(1).await.unwrap());
    let mut third = std::pin::pin!(open(1));
    let waited = tokio::time::timeout(Duration::from_millis(200), &mut third);
    assert!(waited.await.is_err(), "three reads of eight connections");
    // Somebody else at the same address reads meanwhile.
    open(2).await.unwrap();
    drop(first);
    third.await.unwrap();
    drop(second);
}
