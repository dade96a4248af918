//! Reads the address and the password of an account: from the terminal, a file, or standard input.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;

use host::{secret, warn};

use super::cli_error::CliError;

/// The address of the account.
pub(super) fn email(said: Option<&str>) -> Result<String, CliError> {
    asked("E-mail", said, "say who signs in, with `--email`")
}

/// The display name of a new account.
pub(super) fn display_name(said: Option<&str>) -> Result<String, CliError> {
    let instead = "say what others shall see, with `--display-name`";
    asked("What others see", said, instead)
}

/// The given text, or the answer at the terminal. `instead` is the advice if there is no terminal.
#[expect(
    clippy::print_stderr,
    reason = "a question of ours, whose line goes on"
)]
fn asked(what: &str, said: Option<&str>, instead: &str) -> Result<String, CliError> {
    if let Some(said) = said {
        return Ok(said.to_owned());
    }
    if !io::stdin().is_terminal() {
        let text = format!("nobody is at this terminal to ask: {instead}");
        return Err(CliError::Misused(text));
    }
    eprint!("{what}: ");
    io::stderr().flush().map_err(unread)?;
    line()
}

/// The password: from a file, from the terminal without echo, or otherwise from the first line of standard input.
pub(super) fn password(file: Option<&Path>) -> Result<String, CliError> {
    match file {
        Some(file) => from(file),
        None if io::stdin().is_terminal() => {
            rpassword::prompt_password("Password: ").map_err(unread)
        }
        None => line(),
    }
}

/// The password for a new account.
pub(super) fn first_password(file: Option<&Path>) -> Result<String, CliError> {
    match file {
        Some(file) => from(file),
        None if io::stdin().is_terminal() => wanted("Password: "),
        None => line(),
    }
}

/// The new password of a person who signed in with a one-time password.
pub(super) fn new_password(file: Option<&Path>) -> Result<String, CliError> {
    if let Some(file) = file {
        return from(file);
    }
    if !io::stdin().is_terminal() {
        let text = "this password is for one time: say which one you want from now on, with `--new-password-file`";
        return Err(CliError::Misused(text.to_owned()));
    }
    warn("This password is for one time.");
    wanted("The one you want: ")
}

/// A new password, which the person types twice, since it is not shown.
fn wanted(prompt: &str) -> Result<String, CliError> {
    let wanted = rpassword::prompt_password(prompt).map_err(unread)?;
    let again = rpassword::prompt_password("Once more: ").map_err(unread)?;
    match wanted == again {
        true => Ok(wanted),
        false => Err(CliError::Misused("these two are not the same".to_owned())),
    }
}

fn from(file: &Path) -> Result<String, CliError> {
    let text = secret::read(file).map_err(|error| CliError::Failed(error.to_string()))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

fn line() -> Result<String, CliError> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).map_err(unread)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn unread(error: io::Error) -> CliError {
    CliError::Failed(format!("cannot read what you type: {error}"))
}
