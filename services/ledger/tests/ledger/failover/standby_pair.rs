//! A primary and a standby that replicates it: servers of their own, with the programs and as the user of the test cluster.

use ledger::test_database::TestDatabase;
use rustix::process::{Pid, Signal, geteuid, kill_process};
use std::fs;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::sleep;
use tokio_postgres::{Client, NoTls};

const ADMIN: &str = "admin";
const PASSWORD: &str = "of_this_test";
const PAUSE: Duration = Duration::from_millis(20);

/// Two servers in one folder, which both end, and go, with this.
pub(super) struct StandbyPair {
    primary: Node,
    standby: Node,
    // Goes last.
    _folder: Folder,
}

impl StandbyPair {
    /// Starts both. The primary does not wait for the standby yet.
    pub(super) async fn start(name: &str) -> Self {
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
        let mut copy = programs.run("pg_basebackup", &folder.0, |copy| {
            copy.args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]);
            copy.args(["--username", ADMIN]).env("PGPASSWORD", PASSWORD);
            copy.arg("--host").arg(&primary.socket);
            copy.arg("--pgdata").arg(&standby);
        });
        assert!(copy.wait().unwrap().success());
        Self {
            primary,
            standby: Node::start(&programs, standby).await,
            _folder: folder,
        }
    }

    /// The URL of both, in the order in which they were started, for this user.
    pub(super) fn url(&self, user: &str, password: &str, database: &str) -> String {
        let [primary, standby] = [&self.primary, &self.standby]
            .map(|node| node.socket.display().to_string().replace('/', "%2F"));
        format!("postgres://{user}:{password}@{primary},{standby}/{database}")
    }

    pub(super) fn admin_url(&self) -> String {
        self.url(ADMIN, PASSWORD, "postgres")
    }

    /// Has the primary, while it is one, do some statements, each in a transaction of its own.
    pub(super) async fn on_primary(&self, statements: &[&str]) {
        self.primary.execute(statements).await;
    }

    /// Makes the standby the primary, which waits for nobody.
    pub(super) async fn promote(&self) {
        let alone = "ALTER SYSTEM RESET synchronous_standby_names";
        let statements = ["SELECT pg_promote()", alone, "SELECT pg_reload_conf()"];
        self.standby.execute(&statements).await;
    }

    /// Sends a signal to every process of the primary.
    pub(super) fn signal_primary(&self, signal: Signal) {
        self.primary.signal(signal);
    }
}

struct Node {
    data: PathBuf,
    /// Beside its folder: what is in there is copied.
    socket: PathBuf,
    postmaster: Child,
}

impl Node {
    async fn start(programs: &Programs, data: PathBuf) -> Self {
        let socket = data.with_extension("socket");
        programs.make_folder(&socket);
        let postmaster = programs.run("postgres", &data, |postgres| {
            postgres.args(["-c", "fsync=off", "-c", "listen_addresses=", "-c"]);
            postgres.arg(format!("unix_socket_directories={}", socket.display()));
            postgres.arg("-D").arg(&data);
        });
        let node = Self {
            data,
            socket,
            postmaster,
        };
        // The last line of this file, once it takes connections.
        let ready = || {
            let status = fs::read_to_string(node.data.join("postmaster.pid"));
            status.is_ok_and(|status| status.trim_end().ends_with("ready"))
        };
        for _ in 0..1500 {
            if ready() {
                return node;
            }
            sleep(PAUSE).await;
        }
        panic!("{} does not start", node.data.display());
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

    /// Whatever works in its folder: PostgreSQL's processes all do.
    fn signal(&self, signal: Signal) {
        for process in fs::read_dir("/proc").unwrap() {
            let process = process.unwrap();
            let works_here =
                fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd == self.data);
            let pid = process.file_name().to_string_lossy().parse().ok();
            if let (true, Some(pid)) = (works_here, pid.and_then(Pid::from_raw)) {
                // It may have ended since we looked.
                kill_process(pid, signal).ok();
            }
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
        self.postmaster.wait().ok();
    }
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
        if geteuid().is_root() {
            chown(folder, Some(self.uid), Some(self.gid)).unwrap();
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
