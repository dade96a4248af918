//! A PostgreSQL of a test's own that listens on the loopback address and speaks TLS.

use std::fs::{self, DirBuilder, File};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Signal, geteuid};

use crate::client::PATIENCE;
use crate::processes::restoring::{program, succeeds};
use crate::running::{Folder, signal_to};

/// The superuser's password.
pub(super) const ADMIN_PASSWORD: &str = "the-administrator-s-own-secret";

/// A server that is stopped when it is dropped.
pub(super) struct Server {
    pub(super) folder: Folder,
    port: u16,
    account: Option<(u32, u32)>,
    child: Option<Child>,
}

impl Server {
    /// Makes a cluster. It is started by [`Server::restart`].
    pub(super) fn new() -> Self {
        let mut server = Self {
            folder: Folder::new(),
            port: 0,
            account: account(),
            child: None,
        };
        let data = server.data();
        DirBuilder::new().mode(0o700).create(&data).unwrap();
        server.give(&data);
        let password = server.file("password", ADMIN_PASSWORD);
        let mut initdb = server.command("initdb");
        initdb
            .arg("--pgdata")
            .arg(&data)
            .arg("--pwfile")
            .arg(password);
        initdb.args(["--username", "postgres", "--auth", "scram-sha-256"]);
        initdb.args(["--encoding", "UTF8", "--locale", "C", "--no-sync"]);
        succeeds(&initdb.output().unwrap());
        server.port = free_port();
        server
    }

    fn data(&self) -> PathBuf {
        self.folder.0.join("data")
    }

    /// Where the certificate and the key are that the server shows after its next start.
    pub(super) fn shown(&self) -> [PathBuf; 2] {
        ["server.pem", "server-key.pem"].map(|name| self.folder.0.join(name))
    }

    pub(super) fn log(&self) -> String {
        fs::read_to_string(self.folder.0.join("log")).unwrap()
    }

    /// The address at which somebody logs in, by a name that only the certificate knows: `options` begins with `&`.
    pub(super) fn url(&self, user: &str, password: &str, host: &str, options: &str) -> String {
        let port = self.port;
        // A slow machine needs longer for a connection than the default.
        let patient = "hostaddr=127.0.0.1&connect_timeout=60";
        format!("postgres://{user}:{password}@{host}:{port}/faan?{patient}{options}")
    }

    pub(super) fn admin_url(&self, host: &str, options: &str) -> String {
        self.url("postgres", ADMIN_PASSWORD, host, options)
    }

    /// Starts it, after it was stopped, with these settings beside its own and with these rules for whoever comes.
    pub(super) fn restart(&mut self, settings: &str, rules: &str) {
        self.stop();
        let [certificate, key] = self.shown();
        for path in [&certificate, &key] {
            self.give(path);
        }
        let (certificate, key) = (certificate.display(), key.display());
        let port = self.port;
        let own = format!(
            "listen_addresses = '127.0.0.1'\nport = {port}\nunix_socket_directories = ''\nfsync = off\n\
             max_connections = 60\nlc_messages = 'C'\nlog_statement = 'all'\npassword_encryption = 'md5'\n\
             ssl = on\nssl_cert_file = '{certificate}'\nssl_key_file = '{key}'\n{settings}\n"
        );
        self.file("data/postgresql.conf", &own);
        self.file("data/pg_hba.conf", rules);
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.folder.0.join("log"));
        let mut postgres = self.command("postgres");
        postgres.arg("-D").arg(self.data()).stderr(log.unwrap());
        self.child = Some(postgres.spawn().unwrap());
        let started = Instant::now();
        // The eighth line says so, as to `pg_ctl`.
        let is_ready = || {
            let file = fs::read_to_string(self.data().join("postmaster.pid"));
            file.is_ok_and(|text| {
                text.lines()
                    .nth(7)
                    .is_some_and(|line| line.trim() == "ready")
            })
        };
        while !(is_ready() && TcpStream::connect(("127.0.0.1", self.port)).is_ok()) {
            assert!(started.elapsed() < PATIENCE, "{}", self.log());
            sleep(Duration::from_millis(20));
        }
    }

    /// What the superuser is told, over TLS.
    pub(super) fn ask(&self, sql: &str) -> String {
        let mut psql = Command::new(program("psql"));
        psql.args([
            "--no-psqlrc",
            "--tuples-only",
            "--no-align",
            "--command",
            sql,
        ]);
        psql.arg(self.admin_url("127.0.0.1", "&sslmode=require"));
        let told = psql.output().unwrap();
        succeeds(&told);
        String::from_utf8(told.stdout).unwrap().trim().to_owned()
    }

    fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            signal_to(child.id(), Signal::INT);
            child.wait().unwrap();
        }
    }

    /// Writes a file that is the server's alone.
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.0.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        self.give(&path);
        path
    }

    fn give(&self, path: &Path) {
        if let Some((uid, gid)) = self.account {
            chown(path, Some(uid), Some(gid)).unwrap();
        }
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(program(name));
        command.current_dir("/").env_clear().env("LC_ALL", "C");
        command.stdin(Stdio::null()).stdout(Stdio::null());
        if let Some((uid, gid)) = self.account {
            command.uid(uid).gid(gid);
        }
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// As whom it runs where this runs as root, which PostgreSQL refuses to.
fn account() -> Option<(u32, u32)> {
    let id = |which| {
        let told = Command::new("id")
            .args([which, "postgres"])
            .output()
            .unwrap();
        String::from_utf8(told.stdout)
            .unwrap()
            .trim()
            .parse()
            .unwrap()
    };
    geteuid().is_root().then(|| (id("-u"), id("-g")))
}

fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().port()
}
