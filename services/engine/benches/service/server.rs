//! The engine and the echo, each a process of its own, so that what it spends can be told from what asking it costs.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use engine::{App, Config, GrpcWeb};

use crate::Outcome;
use crate::echo::{self, LOCALHOST};

/// The first argument of a process that serves; the second says what.
pub(crate) const SERVE: &str = "serve";
/// An engine that speaks native gRPC alone.
pub(crate) const ENGINE: &str = "engine";
/// Not an engine, but its echo.
pub(crate) const ECHO: &str = "echo";
/// An engine that speaks gRPC-Web too.
pub(crate) const WEB: &str = "web";

/// A server that runs until it is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(what: &str) -> Outcome<Server> {
        let mut child = Command::new(std::env::current_exe()?)
            .args([SERVE, what])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut address = String::new();
        let stdout = child.stdout.take().ok_or("no stdout")?;
        BufReader::new(stdout).read_line(&mut address)?;
        Ok(Server {
            child,
            address: address.trim().to_owned(),
        })
    }

    /// The time its threads have been running, as Linux counts it.
    pub(crate) fn cpu(&self) -> Outcome<Duration> {
        let mut spent = 0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            let statistics = fs::read_to_string(thread?.path().join("schedstat"))?;
            let running = statistics.split(' ').next().unwrap_or_default();
            spent += running.parse::<u64>()?;
        }
        Ok(Duration::from_nanos(spent))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Serves until nobody holds the other end of stdin any more.
pub(crate) fn serve(what: &str) -> Outcome<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let (gone, parent_gone) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        std::io::stdin().read_to_end(&mut Vec::new()).ok();
        drop(gone);
    });
    runtime.block_on(async {
        let shutdown = async { drop(parent_gone.await) };
        let mut config = Config::new(LOCALHOST);
        config.grpc_web = (what == WEB).then(|| GrpcWeb {
            allowed_origins: vec!["https://app.example".to_owned()],
        });
        let app = App::build(config).await?;
        if what == ECHO {
            return echo::serve(app, shutdown).await;
        }
        println!("{}", app.address());
        Ok(app.run(shutdown).await?)
    })
}
