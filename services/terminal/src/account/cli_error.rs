//! Why a command failed, and its exit status.

use std::process::ExitCode;

use host::{Unprinted, harmless, say};

use crate::rest::Unanswered;

#[derive(Debug)]
pub(crate) enum CliError {
    /// What was asked cannot be understood, or does not say enough.
    Misused(String),
    /// Nobody is signed in, or not any more.
    SignedOut(String),
    /// The service refuses, or there is no answer.
    Unanswered(Unanswered),
    /// Nobody wanted it after all, or something here is not as it should be.
    Failed(String),
}

impl CliError {
    /// Tells why, and how to exit. A refusal is printed as JSON where that was asked for.
    pub(crate) fn tell(&self, json: bool) -> ExitCode {
        match self {
            Self::Unanswered(Unanswered::Refused(problem) | Unanswered::NotNow(problem, _))
                if json =>
            {
                // It ends as it does, whether or not anybody reads why.
                let _ = say(&problem.text);
            }
            Self::Unanswered(unanswered) => {
                eprintln!("faan: {}", harmless(&unanswered.to_string()));
            }
            Self::Misused(why) | Self::SignedOut(why) | Self::Failed(why) => {
                eprintln!("faan: {}", harmless(why));
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
