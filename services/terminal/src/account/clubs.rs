//! The clubs of a member.

use serde::{Deserialize, Serialize};

use super::cli_error::CliError;
use crate::name_match::{Named, one};

/// The data of a club that the commands need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ChosenClub {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) time_zone: String,
}

#[derive(Deserialize)]
pub(super) struct Clubs {
    clubs: Vec<Membership>,
}

#[derive(Deserialize)]
struct Membership {
    club: ChosenClub,
    role: String,
}

impl Named for Membership {
    fn id(&self) -> String {
        self.club.id.clone()
    }

    fn name(&self) -> &str {
        &self.club.name
    }
}

impl Clubs {
    /// The club of a member with only one.
    pub(super) fn only(&self) -> Option<ChosenClub> {
        match self.clubs.as_slice() {
            [one] => Some(one.club.clone()),
            _ => None,
        }
    }

    pub(super) fn named(&self, text: &str) -> Result<ChosenClub, CliError> {
        one("club", text, &self.clubs)
            .map(|membership| membership.club.clone())
            .map_err(CliError::Misused)
    }

    /// The advice for the next command.
    pub(super) fn after_login(&self) -> String {
        match self.clubs.as_slice() {
            [] => "You are in no club yet: `faan club found NAME --time-zone ZONE` founds one, or somebody invites you."
                .to_owned(),
            [one] => format!("The club is {}.", one.club.name),
            _ => format!("Choose a club with `faan club NAME`:\n{}", self.list(None)),
        }
    }

    /// The clubs, one on each line, with a star at the chosen one.
    pub(super) fn list(&self, chosen: Option<&ChosenClub>) -> String {
        let line = |membership: &Membership| {
            let Membership { club, role } = membership;
            let star = match chosen.is_some_and(|chosen| chosen.id == club.id) {
                true => '*',
                false => ' ',
            };
            format!("{star} {}  {}  {role}", club.id, club.name)
        };
        let lines: Vec<String> = self.clubs.iter().map(line).collect();
        match lines.is_empty() {
            true => self.after_login(),
            false => lines.join("\n"),
        }
    }
}
