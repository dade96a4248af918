//! A process of the service: all of it, or an engine, a gateway, a worker.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::running::signal_to;

/// For how long a process that starts waits for a database.
const DATABASE: Duration = Duration::from_secs(3);

/// A process that has said its first line. Dropping it kills it.
pub(crate) struct Part {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Part {
    /// Starts it; also its first line, which says where it listens or what it waits for.
    #[track_caller]
    pub(crate) fn start(command: &mut Command) -> (Part, String) {
        Part::start_until(command, |_| true)
    }

    /// Starts it, and waits until it has said that line; also what it said. One that has waited in vain for a database which stands still is
    /// started again, as a supervisor does.
    #[track_caller]
    pub(crate) fn start_until(
        command: &mut Command,
        is_last: impl Fn(&str) -> bool,
    ) -> (Part, String) {
        for _ in 0..4 {
            let begun = Instant::now();
            match Part::try_until(command, &is_last) {
                Ok(started) => return started,
                Err(_) if begun.elapsed() > DATABASE => {}
                Err(status) => panic!("{status}: {command:?}"),
            }
        }
        panic!("it ends each time: {command:?}");
    }

    /// Starts it; or how it ended if it did before it said anything.
    pub(crate) fn try_start(command: &mut Command) -> Result<(Part, String), ExitStatus> {
        Part::try_until(command, |_| true)
    }

    fn try_until(
        command: &mut Command,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<(Part, String), ExitStatus> {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (mut part, mut said) = (Part { child, stdout }, String::new());
        while let Some(line) = part.next_line() {
            said += &line;
            if is_last(&line) {
                return Ok((part, said));
            }
            said += "\n";
        }
        Err(part.child.wait().unwrap())
    }

    /// The next line that it says, without its end. None once it says no more.
    fn next_line(&mut self) -> Option<String> {
        let mut said = String::new();
        let read = self.stdout.read_line(&mut said).unwrap();
        (read > 0).then(|| said.trim_end().to_owned())
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to end, as a supervisor does.
    pub(crate) fn terminate(&self) {
        signal_to(self.pid(), Signal::TERM);
    }

    /// Waits until it has ended: how, and what else it said.
    pub(crate) fn ended(&mut self) -> (ExitStatus, String) {
        let status = self.child.wait().unwrap();
        let mut said = String::new();
        self.stdout.read_to_string(&mut said).unwrap();
        (status, said)
    }

    /// Asks it to end, and waits until what it was at is done.
    pub(crate) fn stop(mut self) {
        self.terminate();
        let (status, _) = self.ended();
        assert!(status.success(), "{status}");
    }

    /// Ends it at once.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
