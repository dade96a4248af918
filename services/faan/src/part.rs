use std::fmt::Display;
use std::future::Future;

use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// One server of several in this process, as a task of its own.
pub(crate) struct Part {
    name: &'static str,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), String>>,
}

impl Part {
    /// Runs a server, which must end when what it is given resolves.
    pub(crate) fn start<E: Display, F>(
        name: &'static str,
        run: impl FnOnce(oneshot::Receiver<()>) -> F,
    ) -> Part
    where
        F: Future<Output = Result<(), E>> + Send + 'static,
    {
        let (stop, stopped) = oneshot::channel();
        let running = run(stopped);
        Part {
            name,
            stop,
            task: tokio::spawn(async { running.await.map_err(|error| error.to_string()) }),
        }
    }

    /// Resolves when the server has ended without being asked, and says how.
    pub(crate) async fn trouble(&mut self) -> String {
        match (&mut self.task).await {
            Ok(Ok(())) => format!("the {} ended by itself", self.name),
            Ok(Err(error)) => format!("the {} broke down: {error}", self.name),
            Err(error) => format!("the {} broke down: {error}", self.name),
        }
    }

    /// Asks the server to end, waits until it has, and says so.
    pub(crate) async fn stop(mut self) {
        let was_running = !self.task.is_finished();
        if was_running {
            drop(self.stop);
            match (&mut self.task).await {
                Ok(Ok(())) => println!("The {} has stopped.", self.name),
                Ok(Err(error)) => println!("The {} has stopped: {error}", self.name),
                Err(error) => println!("The {} has stopped: {error}", self.name),
            }
        }
    }
}
