//! What the log costs an append: `faan test-cluster -- cargo bench -p ledger --bench append`, or `make bench` for all there is.
//!
//! The least that an append is (the head is read and locked, the entry, its key and the new head are stored, in three round
//! trips), against the same in a database without hashes, tree and triggers, where none are made either. Both in turn within
//! one run. The cluster does not wait for its disk, which would cost both the same and hide the difference.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use std::time::{Duration, Instant};

use futures_util::future::{try_join, try_join4};
use ledger::evidence::{Entry, Frontier, Subtree, leaf_hash};
use ledger::test_database::TestDatabase;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Statement};

const RUNS: usize = 31;
const TIMES: u32 = 300;
const LEAF: &str =
    include_str!("../../evidence/tests/fixtures/leaf-v1/outcome_recorded.a_win.json");

/// Takes what is in a database because of the log alone out of it.
const PLAIN: &str = "
    DROP TABLE subtrees;
    ALTER TABLE clubs DROP COLUMN tree;
    ALTER TABLE entries DROP COLUMN leaf_hash;
    DROP TRIGGER entries_are_final ON entries";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut logged = Club::found(true).await;
    let mut plain = Club::found(false).await;
    let mut ratios = Vec::new();
    for _ in 0..RUNS {
        let with = logged.appends().await;
        ratios.push(with.as_secs_f64() / plain.appends().await.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    let [least, .., most] = *ratios else { return };
    let median = ratios.get(RUNS / 2).unwrap();
    println!("L1, median of {RUNS} (least–most): {median:.2} ({least:.2}–{most:.2})");
}

/// A club, and the statements of an append to its ledger.
struct Club {
    _database: TestDatabase,
    client: Client,
    logged: bool,
    entry: Entry,
    head: Statement,
    insert: Statement,
    key: Statement,
    advance: Statement,
}

impl Club {
    async fn found(logged: bool) -> Self {
        let database = TestDatabase::create().await;
        let entry = Entry::parse(LEAF.trim_end().as_bytes()).unwrap();
        let admin = connect(&database.admin_url()).await;
        let (tree, empty) = if logged {
            (", tree", ", sha256('the first')")
        } else {
            ("", "")
        };
        let (hash, fifth) = if logged {
            (", leaf_hash", ", $5")
        } else {
            ("", "")
        };
        if !logged {
            admin.batch_execute(PLAIN).await.unwrap();
        }
        let (club, actor) = (entry.club.0, entry.actor.0);
        let found = format!(
            "INSERT INTO users (user_id, created_at, erased_at) VALUES ('{actor}', now(), now());
            INSERT INTO clubs (club_id, name, name_salt, time_zone, founded_at, last_seq, last_time{tree})
            VALUES ('{club}', 'East', substr(sha256('salt'), 1, 16), 'UTC', now(), 1, now(){empty})"
        );
        admin.batch_execute(&found).await.unwrap();

        let client = connect(&database.url()).await;
        let named = format!("SET faan.club = '{club}'");
        client.batch_execute(&named).await.unwrap();
        let prepare = async |sql: String| client.prepare(&sql).await.unwrap();
        let head = format!(
            "SELECT last_seq{tree} FROM clubs WHERE club_id = $1::text::uuid FOR NO KEY UPDATE"
        );
        let insert = format!(
            "INSERT INTO entries (club_id, seq, kind, time, leaf{hash}) VALUES ($1::text::uuid, $2::bigint, $3, now(), $4{fifth})"
        );
        let key =
            "INSERT INTO idempotency_keys (club_id, actor, route, key, fingerprint, first_seq, seq)
            VALUES ($1::text::uuid, $2::text::uuid, 'hands', $3::bigint::text, sha256('same'), $3, $3)";
        let grown = if logged { ", tree = $3" } else { "" };
        let advance = format!(
            "UPDATE clubs SET last_seq = $2::bigint, last_time = now(){grown} WHERE club_id = $1::text::uuid"
        );
        Self {
            head: prepare(head).await,
            insert: prepare(insert).await,
            key: prepare(key.to_owned()).await,
            advance: prepare(advance).await,
            _database: database,
            client,
            logged,
            entry,
        }
    }

    async fn appends(&mut self) -> Duration {
        let start = Instant::now();
        for _ in 0..TIMES {
            self.append().await;
        }
        start.elapsed()
    }

    async fn append(&mut self) {
        let (club, actor) = (self.entry.club.to_string(), self.entry.actor.to_string());
        let of_club: [&(dyn ToSql + Sync); 1] = [&club];
        let begin = self.client.batch_execute("BEGIN");
        let read = self.client.query_one(&self.head, &of_club);
        let ((), head) = try_join(begin, read).await.unwrap();
        let seq = head.get::<_, i64>(0) + 1;
        self.entry.seq = seq.try_into().unwrap();
        let leaf = self.entry.to_bytes().unwrap();
        let kind = self.entry.body.kind();
        let log = self.logged.then(|| Grown::by(&leaf, seq, head.get(1)));

        let mut entry: Vec<&(dyn ToSql + Sync)> = vec![&club, &seq, &kind, &leaf];
        let mut head: Vec<&(dyn ToSql + Sync)> = vec![&club, &seq];
        let key: [&(dyn ToSql + Sync); 3] = [&club, &actor, &seq];
        let mut subtrees = String::new();
        if let Some(grown) = &log {
            entry.push(&grown.leaf_hash);
            head.push(&grown.tree);
            subtrees = grown.subtrees(&club);
        }
        let stored = try_join4(
            self.client.execute(&self.insert, &entry),
            self.client.execute(&self.key, &key),
            self.client.execute(&self.advance, &head),
            self.client.batch_execute(&subtrees),
        );
        stored.await.unwrap();
        self.client.batch_execute("COMMIT").await.unwrap();
    }
}

/// What an entry adds to the log.
struct Grown {
    leaf_hash: Vec<u8>,
    tree: Vec<u8>,
    completes: Vec<Subtree>,
}

impl Grown {
    fn by(leaf: &[u8], seq: i64, tree: &[u8]) -> Self {
        let leaf_hash = leaf_hash(leaf);
        let size = u64::try_from(seq - 1).unwrap();
        let mut tree = Frontier::from_bytes(size, tree).unwrap();
        Self {
            leaf_hash: leaf_hash.0.to_vec(),
            completes: tree.push(leaf_hash),
            tree: tree.to_bytes(),
        }
    }

    fn subtrees(&self, club: &str) -> String {
        let insert = |Subtree { level, index, hash }: &Subtree| {
            format!("INSERT INTO subtrees VALUES ('{club}', {level}, {index}, '\\x{hash}');")
        };
        self.completes.iter().map(insert).collect()
    }
}

async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}
