//! A server of this process, as a task that is stopped with it.

use std::fmt::Display;
use std::future::Future;

use host::mention;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

type Task = JoinHandle<Result<(), String>>;

/// One server of several in this process, as a task of its own.
pub(crate) struct SupervisedTask {
    name: &'static str,
    stop: oneshot::Sender<()>,
    task: Task,
}

impl SupervisedTask {
    /// Runs a server, which must end when what it is given resolves.
    pub(crate) fn start<E: Display, F>(
        name: &'static str,
        run: impl FnOnce(oneshot::Receiver<()>) -> F,
    ) -> SupervisedTask
    where
        F: Future<Output = Result<(), E>> + Send + 'static,
    {
        let (stop, stopped) = oneshot::channel();
        let running = run(stopped);
        SupervisedTask {
            name,
            stop,
            task: tokio::spawn(async { running.await.map_err(|error| error.to_string()) }),
        }
    }

    /// Resolves when the server has ended without being asked, and says how.
    pub(crate) async fn trouble(&mut self) -> String {
        match ended(&mut self.task).await {
            Ok(()) => format!("the {} ended by itself", self.name),
            Err(error) => format!("the {} broke down: {error}", self.name),
        }
    }

    /// Asks the server to end, waits until it has, and says so. One that is in trouble already has nothing to add.
    pub(crate) async fn stop(self) {
        let SupervisedTask {
            name,
            stop,
            mut task,
        } = self;
        if task.is_finished() {
            return;
        }
        drop(stop);
        match ended(&mut task).await {
            Ok(()) => mention(&format!("The {name} has stopped.")),
            Err(error) => mention(&format!("The {name} has stopped: {error}")),
        }
    }
}

async fn ended(task: &mut Task) -> Result<(), String> {
    task.await.unwrap_or_else(|panic| Err(panic.to_string()))
}
