//! Asks for confirmation at the terminal.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use crate::account::CliError;

/// # Errors
/// The person did not confirm.
#[expect(
    clippy::print_stderr,
    reason = "a question of ours, whose line goes on"
)]
pub(super) fn is_wanted(question: &str) -> Result<(), CliError> {
    if !io::stdin().is_terminal() {
        let text = "nobody is at this terminal to ask: nothing was changed; `--yes` does it without asking";
        return Err(CliError::Misused(text.to_owned()));
    }
    eprint!("{question} [y/N] ");
    let mut said = String::new();
    let read = io::stderr().flush();
    read.and_then(|()| io::stdin().lock().read_line(&mut said))
        .map_err(|error| CliError::Failed(format!("cannot read what you type: {error}")))?;
    match said.trim().to_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(CliError::Failed("nothing was changed".to_owned())),
    }
}
