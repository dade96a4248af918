//! A deployment on this machine: a private PostgreSQL with its signer and auditor under `faan up`, which starts the database again
//! whenever it dies, and an engine and a gateway as processes of their own, which this starts again as a supervisor does.

use std::ffi::OsString;
use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::process::{Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tokio::time::timeout;

use crate::client::PATIENCE;
use crate::owner::Owner;
use crate::part::Part;
use crate::running::{EMAIL, Folder, Running, connect, faan, postmaster, prepare};

/// Everything that runs.
pub(crate) struct Site {
    pub(crate) gateway: Process,
    pub(crate) engine: Process,
    /// `faan up` with the database. None while it is down.
    pub(crate) base: Option<Running>,
    pub(crate) folder: Folder,
}

impl Site {
    pub(crate) fn start() -> Site {
        Site::start_with(|gateway| gateway)
    }

    /// The same with a gateway that is told more: its command may be changed, or be run by another program.
    pub(crate) fn start_with(change: impl Fn(Command) -> Command + Send + 'static) -> Site {
        Site::in_folder(Folder::new(), None, change)
    }

    /// A site whose gateway asks the engine at another address, if one is given.
    pub(crate) fn in_folder(
        folder: Folder,
        engine_at: Option<SocketAddr>,
        change: impl Fn(Command) -> Command + Send + 'static,
    ) -> Site {
        prepare(&data(&folder));
        let base = start_base(&folder);
        let engine = Process::start(&folder, "engine", |address| {
            let mut command = faan();
            command.args(["engine", "--engine-listen", &address.to_string()]);
            command
        });
        let (data, url) = (data(&folder), url(&folder, "faan_gateway"));
        let engine_at = engine_at.unwrap_or(engine.address);
        let gateway = Process::start(&folder, "gateway", move |address| {
            let mut command = faan();
            command
                .args(["gateway", "--gateway-listen", &address.to_string()])
                .args(["--engine-url", &format!("http://{engine_at}")])
                .arg("--token-key")
                .arg(data.join("token-key.pem"))
                .env("FAAN_DATABASE_URL", &url);
            change(command)
        });
        Site {
            gateway,
            engine,
            base: Some(base),
            folder,
        }
    }

    /// Somebody new with an account.
    pub(crate) async fn owner(&self) -> Owner {
        Owner::signs_up(&self.url(), EMAIL).await
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.gateway.address)
    }

    /// The process that is the database, under which all others of it are.
    pub(crate) fn postmaster(&self) -> Option<u32> {
        postmaster(&data(&self.folder))
    }

    /// Kills everything that the database runs on, and starts that again.
    pub(crate) fn restart_base(&mut self) {
        if let Some(base) = self.base.take() {
            base.end(Signal::KILL);
        }
        self.base = Some(start_base(&self.folder));
    }

    /// Past every wall.
    pub(crate) async fn admin(&self) -> tokio_postgres::Client {
        connect(&url(&self.folder, "faan_admin")).await
    }

    /// The key that the service signs with, as those who check have it.
    pub(crate) fn log_key(&self) -> String {
        let key = fs::read_to_string(data(&self.folder).join("log-key")).unwrap();
        let key: ledger::evidence::SignerKey = key.trim_end().parse().unwrap();
        key.public().to_string()
    }

    /// What the gateway, the engine and the rest have logged.
    pub(crate) fn logs(&self) -> String {
        let logs = ["gateway.log", "engine.log", "base.log"];
        let read = |log| fs::read_to_string(self.folder.0.join(log)).unwrap_or_default();
        logs.map(read).concat()
    }
}

fn data(folder: &Folder) -> PathBuf {
    folder.0.join("data")
}

fn start_base(folder: &Folder) -> Running {
    let mut command = faan();
    command.arg("up").arg("--data-dir").arg(data(folder));
    Running::start_with(command.stderr(log(folder, "base")))
}

/// The database as somebody whose password the data folder has.
fn url(folder: &Folder, role: &str) -> String {
    let data = data(folder);
    let password = fs::read_to_string(data.join(format!("{role}.password"))).unwrap();
    postgres::url(&data, role, password.trim_end(), "faan")
}

fn log(folder: &Folder, name: &str) -> File {
    let path = folder.0.join(format!("{name}.log"));
    let log = File::options().create(true).append(true).open(path);
    log.unwrap()
}

/// How a process is started that shall listen at an address.
type Recipe = Box<dyn Fn(SocketAddr) -> Command + Send>;

/// A process that listens, and that is started again at the same address.
pub(crate) struct Process {
    recipe: Recipe,
    log: File,
    part: Part,
    pub(crate) address: SocketAddr,
}

impl Process {
    fn start(
        folder: &Folder,
        name: &str,
        recipe: impl Fn(SocketAddr) -> Command + Send + 'static,
    ) -> Process {
        let (recipe, log): (Recipe, _) = (Box::new(recipe), log(folder, name));
        let any = ([127, 0, 0, 1], 0).into();
        let (part, said) = spawn(&recipe, &log, any).unwrap();
        let address = said.split(' ').next_back().unwrap();
        let address = address.trim_start_matches("http://").parse().unwrap();
        Process {
            recipe,
            log,
            part,
            address,
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.part.pid()
    }

    /// Ends it at once.
    pub(crate) fn kill(&mut self) {
        self.part.kill();
    }

    /// Asks it to end, as a supervisor does.
    pub(crate) fn terminate(&self) {
        self.part.terminate();
    }

    /// Waits until it has ended, in good order.
    pub(crate) fn ends_well(&mut self) {
        let (status, _) = self.part.ended();
        assert!(status.success(), "{status}");
    }

    /// Starts it again, as often as it takes.
    pub(crate) fn restart(&mut self) {
        let started = Instant::now();
        loop {
            if let Ok((part, _)) = spawn(&self.recipe, &self.log, self.address) {
                self.part = part;
                return;
            }
            assert!(started.elapsed() < PATIENCE, "it does not start again");
            sleep(Duration::from_millis(100));
        }
    }

    /// The memory that it has, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = line.unwrap().trim().trim_end_matches(" kB");
        kibibytes.parse::<u64>().unwrap() * 1024
    }

    /// Does something, and looks meanwhile how much memory it has: the most that it had.
    pub(crate) async fn most_memory<T>(&self, work: impl Future<Output = T>) -> (T, u64) {
        let mut work = pin!(work);
        let mut most = self.memory();
        loop {
            match timeout(Duration::from_millis(20), &mut work).await {
                Ok(done) => return (done, most.max(self.memory())),
                Err(_) => most = most.max(self.memory()),
            }
        }
    }
}

/// The process once it says where it listens, or how it ended instead.
fn spawn(recipe: &Recipe, log: &File, address: SocketAddr) -> Result<(Part, String), ExitStatus> {
    Part::try_start(recipe(address).stderr(log.try_clone().unwrap()))
}

/// A command run by a shell, after some preparations of it.
pub(crate) fn after(preparations: &str, command: &Command) -> Command {
    let mut shell = Command::new("sh");
    let words: Vec<OsString> = [command.get_program()]
        .into_iter()
        .chain(command.get_args())
        .map(OsString::from)
        .collect();
    shell
        .args(["-c", &format!("{preparations}; exec \"$@\""), "sh"])
        .args(words);
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}
