//! What a command says at a terminal, and how it ends.

use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

use crate::Outcome;
use crate::account::Stop;

/// Prints it. Whoever reads no further, as `head` does after its lines, misses nothing that they want.
///
/// # Errors
/// It cannot be printed, to a full disk for instance.
pub(crate) fn say(text: &str) -> Result<(), Stop> {
    let mut to = io::stdout().lock();
    let written = writeln!(to, "{text}").and_then(|()| to.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Stop::Failed(format!("this cannot be printed: {error}")))
        }
        _ => Ok(()),
    }
}

/// How a command ends. A refusal is printed as JSON where that was asked for.
pub(crate) fn end(outcome: Result<(), Stop>, json: bool) -> Outcome {
    Ok(match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.tell(json),
    })
}
