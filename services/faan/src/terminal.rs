//! What a command says at a terminal, and how it ends.

use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

use crate::Outcome;
use crate::account::Stop;

/// Something cannot be printed, to a full disk for instance.
#[derive(Debug, thiserror::Error)]
#[error("this cannot be printed: {0}")]
pub(crate) struct Unprinted(io::Error);

/// Prints a text that ends its own lines. Whoever reads no further, as `head` does after its lines, misses nothing that they want.
pub(crate) fn print(text: &str) -> Result<(), Unprinted> {
    let mut to = io::stdout().lock();
    match to.write_all(text.as_bytes()).and_then(|()| to.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Unprinted(error)),
        _ => Ok(()),
    }
}

/// Prints a line, or some without the end of the last.
pub(crate) fn say(text: &str) -> Result<(), Unprinted> {
    print(&format!("{text}\n"))
}

/// Says how a service comes along, which goes on whether or not that can be printed.
pub(crate) fn mention(text: &str) {
    if let Err(unprinted) = say(text) {
        tracing::warn!("{unprinted}");
    }
}

/// How a command ends. A refusal is printed as JSON where that was asked for.
pub(crate) fn end(outcome: Result<(), Stop>, json: bool) -> Outcome {
    Ok(match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.tell(json),
    })
}
