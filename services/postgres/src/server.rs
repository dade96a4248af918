use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, kill_process};

use crate::account::Account;
use crate::error::{Doing as _, Error};
use crate::leftovers::STEPS;
use crate::programs::Programs;
use crate::socket;

const PAUSE: Duration = Duration::from_millis(10);

/// How a server of one cluster is started.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    pub(crate) programs: Programs,
    pub(crate) account: Account,
    pub(crate) data: PathBuf,
    pub(crate) socket_folder: PathBuf,
    pub(crate) log: PathBuf,
    /// `name=value`, as PostgreSQL's configuration has them.
    pub(crate) settings: Vec<&'static str>,
}

/// One running postmaster.
pub(crate) struct Server {
    child: Child,
    recipe: Recipe,
}

impl Server {
    pub(crate) fn spawn(recipe: &Recipe) -> Result<Server, Error> {
        let log = File::options()
            .create(true)
            .append(true)
            .open(&recipe.log)
            .doing("cannot open", &recipe.log)?;
        let postgres = recipe.programs.postgres();
        let mut command = recipe.account.command(&postgres)?;
        command
            .arg("-D")
            .arg(&recipe.data)
            .arg("-p")
            .arg(socket::PORT.to_string());
        command
            .args(["-c", "listen_addresses=", "-c"])
            .arg(socket::setting(&recipe.socket_folder));
        for setting in &recipe.settings {
            command.args(["-c", setting]);
        }
        command
            .stdout(log.try_clone().doing("cannot open", &recipe.log)?)
            .stderr(Stdio::from(log));
        let child = command.spawn().doing("cannot run", &postgres)?;
        Ok(Server {
            child,
            recipe: recipe.clone(),
        })
    }

    /// Whether it takes connections; an error if it has ended. The eighth line of `postmaster.pid` says so, as to `pg_ctl`.
    pub(crate) fn is_ready(&mut self) -> Result<bool, Error> {
        if let Some(status) = self.ended()? {
            return Err(Error::NotStarted {
                status: status.to_string(),
                log: self.recipe.log.clone(),
                log_end: self.log_end(),
            });
        }
        let Ok(pid_file) = fs::read_to_string(self.recipe.data.join("postmaster.pid")) else {
            return Ok(false);
        };
        let mut lines = pid_file.lines();
        let is_ours = lines.next() == Some(&self.child.id().to_string());
        Ok(is_ours && lines.nth(6).is_some_and(|status| status.trim() == "ready"))
    }

    pub(crate) fn ended(&mut self) -> Result<Option<ExitStatus>, Error> {
        self.child
            .try_wait()
            .doing("cannot wait for", &self.recipe.data)
    }

    /// Ends it: in good order if it can be done in reasonable time, else anyhow.
    pub(crate) fn stop(mut self) -> Result<(), Error> {
        for (signal, patience) in STEPS {
            let started = Instant::now();
            let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
            pid.map_or(Ok(()), |pid| {
                kill_process(pid, signal).map_err(io::Error::from)
            })
            .doing("cannot stop", &self.recipe.data)?;
            while started.elapsed() < patience {
                if self.ended()?.is_some() {
                    return Ok(());
                }
                sleep(PAUSE);
            }
        }
        Err(Error::Stubborn {
            folder: self.recipe.data.clone(),
            pids: Vec::from_iter(i32::try_from(self.child.id())),
        })
    }

    fn log_end(&self) -> String {
        let log = fs::read(&self.recipe.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = text.lines().collect();
        lines
            .get(lines.len().saturating_sub(5)..)
            .unwrap_or_default()
            .join("\n")
    }
}
