//! The errors of commands, and their exit statuses.

use std::process::ExitCode;

use host::{Unprinted, say, warn};

use crate::rest::Unanswered;

#[derive(Debug)]
pub(crate) enum CliError {
    /// The arguments cannot be understood, or are incomplete.
    Misused(String),
    /// Nobody is signed in, or the session has ended.
    SignedOut(String),
    /// The service refuses the request, or there is no answer.
    Unanswered(Unanswered),
    /// The person declined, or there is an error on this machine.
    Failed(String),
}

impl CliError {
    /// Prints the error, and returns the exit status. With `--json`, a refusal is printed as JSON.
    pub(crate) fn tell(&self, json: bool) -> ExitCode {
        match self {
            Self::Unanswered(Unanswered::Refused(problem) | Unanswered::NotNow(problem))
                if json =>
            {
                // The exit status is the same if the text cannot be printed.
                let _ = say(&problem.text);
            }
            Self::Unanswered(unanswered) => {
                warn(&format!("faan: {unanswered}"));
            }
            Self::Misused(why) | Self::SignedOut(why) | Self::Failed(why) => {
                warn(&format!("faan: {why}"));
            }
        }
        ExitCode::from(self.status())
    }

    fn status(&self) -> u8 {
        match self {
            Self::Failed(_) => 1,
            Self::Misused(_) => 2,
            Self::SignedOut(_) => 3,
            Self::Unanswered(Unanswered::Refused(problem)) if problem.status == 401 => 3,
            Self::Unanswered(Unanswered::Refused(_)) => 1,
            Self::Unanswered(_) => 4,
        }
    }
}

impl From<Unprinted> for CliError {
    fn from(unprinted: Unprinted) -> Self {
        Self::Failed(unprinted.to_string())
    }
}

impl From<Unanswered> for CliError {
    fn from(unanswered: Unanswered) -> Self {
        Self::Unanswered(unanswered)
    }
}
