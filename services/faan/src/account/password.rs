//! Who signs in, with what: asked at the terminal, or read from a file or from standard input.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;

use super::stop::Stop;
use crate::secret;

/// The address to sign in with.
pub(super) fn email(said: Option<&str>) -> Result<String, Stop> {
    if let Some(email) = said {
        return Ok(email.to_owned());
    }
    if !io::stdin().is_terminal() {
        let text = "nobody is at this terminal to ask: say who signs in, with `--email`";
        return Err(Stop::Misused(text.to_owned()));
    }
    eprint!("E-mail: ");
    io::stderr().flush().map_err(unread)?;
    line()
}

/// The password: from a file, from the terminal without showing it, or else the first line of standard input.
pub(super) fn password(file: Option<&Path>) -> Result<String, Stop> {
    match file {
        Some(file) => from(file),
        None if io::stdin().is_terminal() => {
            rpassword::prompt_password("Password: ").map_err(unread)
        }
        None => line(),
    }
}

/// The password that somebody wants who was given one for one time.
pub(super) fn new_password(file: Option<&Path>) -> Result<String, Stop> {
    if let Some(file) = file {
        return from(file);
    }
    if !io::stdin().is_terminal() {
        let text = "this password is for one time: say which one you want from now on, with `--new-password-file`";
        return Err(Stop::Misused(text.to_owned()));
    }
    eprintln!("This password is for one time.");
    let wanted = rpassword::prompt_password("The one you want: ").map_err(unread)?;
    let again = rpassword::prompt_password("Once more: ").map_err(unread)?;
    match wanted == again {
        true => Ok(wanted),
        false => Err(Stop::Misused("these two are not the same".to_owned())),
    }
}

fn from(file: &Path) -> Result<String, Stop> {
    let text = secret::read(file).map_err(|error| Stop::Failed(error.to_string()))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

fn line() -> Result<String, Stop> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).map_err(unread)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn unread(error: io::Error) -> Stop {
    Stop::Failed(format!("cannot read what you type: {error}"))
}
