//! A primary and a standby that replicates it: servers of their own, with the programs and as the user of the test cluster.

use ledger::test_database::TestDatabase;
use rustix::process::{Pid, Signal, geteuid, kill_process};
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::sleep;
use tokio_postgres::{Client, NoTls};

/// The program by which a server of a cluster gets its log from the archive.
pub(crate) const WAL_FETCH: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../deploy/cluster/wal-fetch"
);
const ADMIN: &str = "admin";
const PASSWORD: &str = "of_this_test";
const PAUSE: Duration = Duration::from_millis(20);

/// Two servers in one folder, or three, which end, and go, with this.
pub(crate) struct StandbyPair {
    primary: Node,
    standby: Node,
    another: Option<Node>,
    programs: Programs,
    // Goes last.
    _folder: Folder,
}

impl StandbyPair {
    /// Starts both. The primary does not wait for the standby yet.
    pub(crate) async fn start(name: &str) -> Self {
        let programs = Programs::of_test_cluster().await;
        let folder = Folder::new(name, &programs);
        let password = folder.0.join("password");
        fs::write(&password, PASSWORD).unwrap();
        let [primary, standby] = ["a", "b"].map(|name| folder.0.join(name));
        let mut initdb = programs.run("initdb", &folder.0, |initdb| {
            initdb.args(["--username", ADMIN, "--auth", "scram-sha-256", "--no-sync"]);
            initdb.args(["--encoding", "UTF8", "--locale", "C"]);
            initdb.arg("--pwfile").arg(&password);
            initdb.arg("--pgdata").arg(&primary);
        });
        assert!(initdb.wait().unwrap().success());
        let primary = Node::start(&programs, primary).await;
        Self {
            standby: Node::start_copy(&programs, &primary, standby).await,
            primary,
            another: None,
            programs,
            _folder: folder,
        }
    }

    /// Starts another standby of the primary.
    pub(crate) async fn start_another(&mut self) {
        let data = self.primary.data.with_file_name("c");
        self.another = Some(Node::start_copy(&self.programs, &self.primary, data).await);
    }

    /// The URL of the standby and of the other one, if there is one, in this order.
    pub(crate) fn standbys_url(&self, user: &str, password: &str, database: &str) -> String {
        let standbys = [Some(&self.standby), self.another.as_ref()];
        let hosts: Vec<String> = standbys.into_iter().flatten().map(Node::host).collect();
        format!(
            "postgres://{user}:{password}@{}/{database}",
            hosts.join(",")
        )
    }

    /// Ends the standby at once, whatever state it is in, and starts it again.
    pub(crate) async fn restart_standby(&mut self) {
        let Self {
            standby, programs, ..
        } = self;
        standby.kill();
        standby.start_again(programs).await;
    }

    /// The URL of the primary alone, for this user of the database.
    pub(crate) fn primary_url(&self, user: &str, password: &str, database: &str) -> String {
        self.primary.url(user, password, database)
    }

    /// The same of the standby.
    pub(crate) fn standby_url(&self, user: &str, password: &str, database: &str) -> String {
        self.standby.url(user, password, database)
    }

    /// The URL of both, in the order in which they were started, for this user.
    pub(crate) fn url(&self, user: &str, password: &str, database: &str) -> String {
        let [primary, standby] = [&self.primary, &self.standby].map(Node::host);
        format!("postgres://{user}:{password}@{primary},{standby}/{database}")
    }

    pub(crate) fn admin_url(&self) -> String {
        self.url(ADMIN, PASSWORD, "postgres")
    }

    /// The URL of the standby for the administrator of both.
    pub(crate) fn standby_admin_url(&self, database: &str) -> String {
        self.standby_url(ADMIN, PASSWORD, database)
    }

    /// Has the primary, while it is one, do some statements, each in a transaction of its own.
    pub(crate) async fn on_primary(&self, statements: &[&str]) {
        self.primary.execute(statements).await;
    }

    /// Has the standby do some.
    pub(crate) async fn on_standby(&self, statements: &[&str]) {
        self.standby.execute(statements).await;
    }

    /// Waits until the standby has all that the primary has.
    pub(crate) async fn until_replayed(&self) {
        let written = "SELECT pg_current_wal_lsn()::text";
        let written = self.primary.client().await.query_one(written, &[]).await;
        let written: String = written.unwrap().get(0);
        let lacks = format!("SELECT WHERE pg_last_wal_replay_lsn() < '{written}'");
        let client = self.standby.client().await;
        while !client.query(&lacks, &[]).await.unwrap().is_empty() {
            sleep(PAUSE).await;
        }
    }

    /// Makes the standby the primary, which waits for nobody.
    pub(crate) async fn promote(&self) {
        let alone = "ALTER SYSTEM RESET synchronous_standby_names";
        let statements = ["SELECT pg_promote()", alone, "SELECT pg_reload_conf()"];
        self.standby.execute(&statements).await;
    }

    /// Has the standby receive no more of the primary's log.
    pub(crate) async fn cut_off_standby(&self) {
        let alone = "ALTER SYSTEM SET primary_conninfo = ''";
        let statements = [alone, "SELECT pg_reload_conf()"];
        self.standby.execute(&statements).await;
        let receives = "SELECT FROM pg_stat_wal_receiver";
        let client = self.standby.client().await;
        while !client.query(receives, &[]).await.unwrap().is_empty() {
            sleep(PAUSE).await;
        }
    }

    /// Ends the primary at once, makes the standby the primary, and starts the old one again as its standby, without rewinding it. It gets the
    /// history of the new primary's timeline as `deploy/cluster/patroni.yaml` has it fetch that from the archive.
    pub(crate) async fn replace_primary(&mut self) {
        self.primary.kill();
        self.promote().await;
        let Self {
            primary,
            standby,
            programs,
            ..
        } = self;
        let archive = primary.data.with_file_name("archive");
        programs.make_folder(&archive);
        let history = "00000002.history";
        programs.copy(
            &standby.data.join("pg_wal").join(history),
            &archive.join(history),
        );
        let fetch = primary.data.with_file_name("wal-fetch");
        programs.copy(Path::new(WAL_FETCH), &fetch);
        let settings = format!(
            "primary_conninfo = 'host={} user={ADMIN} password={PASSWORD}'\nrestore_command = 'sh {} {} %f %p'\n",
            standby.socket.display(),
            fetch.display(),
            archive.display(),
        );
        let mut file = fs::OpenOptions::new();
        let file = file
            .append(true)
            .open(primary.data.join("postgresql.auto.conf"));
        file.unwrap().write_all(settings.as_bytes()).unwrap();
        fs::write(primary.data.join("standby.signal"), "").unwrap();
        primary.start_again(programs).await;
    }

    /// On which timeline the replaced primary receives the log, once it does.
    pub(crate) async fn timeline_of_replaced(&self) -> i32 {
        let client = self.primary.client().await;
        let receives = "SELECT received_tli FROM pg_stat_wal_receiver";
        loop {
            if let Some(row) = client.query_opt(receives, &[]).await.unwrap() {
                return row.get(0);
            }
            sleep(PAUSE).await;
        }
    }

    /// Sends a signal to every process of the primary.
    pub(crate) fn signal_primary(&self, signal: Signal) {
        self.primary.signal(signal);
    }

    /// Sends a signal to every process of the standby.
    pub(crate) fn signal_standby(&self, signal: Signal) {
        self.standby.signal(signal);
    }
}

struct Node {
    data: PathBuf,
    /// Beside its folder: what is in there is copied.
    socket: PathBuf,
    postmaster: Child,
}

impl Node {
    /// Starts a standby of a primary, in a new folder.
    async fn start_copy(programs: &Programs, primary: &Node, data: PathBuf) -> Self {
        let mut copy = programs.run("pg_basebackup", &primary.data, |copy| {
            copy.args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]);
            copy.args(["--username", ADMIN]).env("PGPASSWORD", PASSWORD);
            copy.arg("--host").arg(&primary.socket);
            copy.arg("--pgdata").arg(&data);
        });
        assert!(copy.wait().unwrap().success());
        Self::start(programs, data).await
    }

    async fn start(programs: &Programs, data: PathBuf) -> Self {
        let socket = data.with_extension("socket");
        programs.make_folder(&socket);
        let mut node = Self {
            postmaster: postmaster(programs, &data, &socket),
            data,
            socket,
        };
        node.until_ready().await;
        node
    }

    /// Ends it at once, whatever state it is in, with every process: no server starts while one of them holds the memory that they share.
    fn kill(&mut self) {
        while !self.processes().is_empty() {
            self.signal(Signal::KILL);
            self.postmaster.wait().unwrap();
        }
    }

    /// Starts it after it was killed.
    async fn start_again(&mut self, programs: &Programs) {
        // It says that the server is ready.
        fs::remove_file(self.data.join("postmaster.pid")).unwrap();
        self.postmaster = postmaster(programs, &self.data, &self.socket);
        self.until_ready().await;
    }

    /// Resolves when it takes connections: the last line of a file then says so.
    async fn until_ready(&mut self) {
        let ready = || {
            let status = fs::read_to_string(self.data.join("postmaster.pid"));
            status.is_ok_and(|status| status.trim_end().ends_with("ready"))
        };
        while !ready() {
            let end = self.postmaster.try_wait().unwrap();
            assert_eq!(end, None, "{} ended", self.data.display());
            sleep(PAUSE).await;
        }
    }

    /// Its socket, as the host of a URL.
    fn host(&self) -> String {
        self.socket.display().to_string().replace('/', "%2F")
    }

    fn url(&self, user: &str, password: &str, database: &str) -> String {
        format!("postgres://{user}:{password}@{}/{database}", self.host())
    }

    async fn execute(&self, statements: &[&str]) {
        let client = self.client().await;
        for statement in statements {
            client.batch_execute(statement).await.unwrap();
        }
    }

    async fn client(&self) -> Client {
        let mut config = tokio_postgres::Config::new();
        config
            .host_path(&self.socket)
            .user(ADMIN)
            .password(PASSWORD);
        let (client, connection) = config.dbname("postgres").connect(NoTls).await.unwrap();
        tokio::spawn(connection);
        client
    }

    fn signal(&self, signal: Signal) {
        for process in self.processes() {
            // It may have ended since we looked.
            kill_process(process, signal).ok();
        }
    }

    /// Whatever works in its folder: PostgreSQL's processes all do.
    fn processes(&self) -> Vec<Pid> {
        let pid = |process: fs::DirEntry| {
            let cwd = fs::read_link(process.path().join("cwd")).ok()?;
            let pid = process.file_name().to_str()?.parse().ok()?;
            Pid::from_raw(pid).filter(|_| cwd == self.data)
        };
        let processes = fs::read_dir("/proc").unwrap();
        processes.map(Result::unwrap).filter_map(pid).collect()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The server of a folder, started.
fn postmaster(programs: &Programs, data: &Path, socket: &Path) -> Child {
    programs.run("postgres", data, |postgres| {
        postgres.args(["-c", "fsync=off", "-c", "listen_addresses=", "-c"]);
        postgres.arg(format!("unix_socket_directories={}", socket.display()));
        postgres.arg("-D").arg(data);
    })
}

struct Programs {
    folder: PathBuf,
    uid: u32,
    gid: u32,
}

impl Programs {
    /// Those of the test cluster, and whose processes they are there.
    async fn of_test_cluster() -> Self {
        let database = TestDatabase::create().await;
        let config: tokio_postgres::Config = database.admin_url().parse().unwrap();
        let (client, connection) = config.connect(NoTls).await.unwrap();
        tokio::spawn(connection);
        let asked = "SELECT setting, current_setting('data_directory') FROM pg_config WHERE name = 'BINDIR'";
        let row = client.query_one(asked, &[]).await.unwrap();
        let (folder, data): (String, String) = (row.get(0), row.get(1));
        let owner = fs::metadata(data).unwrap();
        Self {
            folder: folder.into(),
            uid: owner.uid(),
            gid: owner.gid(),
        }
    }

    fn make_folder(&self, folder: &Path) {
        fs::DirBuilder::new().mode(0o700).create(folder).unwrap();
        self.give(folder);
    }

    /// Copies a file, for whoever runs them.
    fn copy(&self, from: &Path, to: &Path) {
        fs::copy(from, to).unwrap();
        self.give(to);
    }

    /// Makes whoever runs them the owner of a file or a folder.
    fn give(&self, path: &Path) {
        if geteuid().is_root() {
            chown(path, Some(self.uid), Some(self.gid)).unwrap();
        }
    }

    fn run(&self, name: &str, folder: &Path, with: impl FnOnce(&mut Command)) -> Child {
        let mut command = Command::new(self.folder.join(name));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.current_dir(folder).env("LC_ALL", "C");
        if geteuid().is_root() {
            command.uid(self.uid).gid(self.gid);
        }
        with(&mut command);
        command.spawn().unwrap()
    }
}

/// A folder with a short name, as sockets in it need, that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, programs: &Programs) -> Self {
        let temporary = fs::canonicalize(std::env::temp_dir()).unwrap();
        let folder = temporary.join(format!("faan-pair-{}-{name}", std::process::id()));
        programs.make_folder(&folder);
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}
