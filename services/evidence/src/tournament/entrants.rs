//! Who takes part in a tournament.

use super::Tournament;
use crate::body::MAX_TEAMS;
use crate::{EntrantsChanged, MAX_ENTRANTS, PlayerId, Refusal, Registration};
use mahjong::string_enum;
use std::collections::BTreeSet;

/// Somebody who takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// The label of their team.
    pub team: Option<String>,
    /// Whether they only fill up tables.
    pub substitute: bool,
    /// Whether they are there.
    pub state: EntrantState,
}

string_enum! {
    /// Whether an entrant of a tournament is there.
    pub enum EntrantState {
        /// Not yet.
        Registered = "registered",
        /// They play.
        CheckedIn = "checked_in",
        /// They do not play any more.
        Withdrawn = "withdrawn",
    }
}

impl Entrant {
    /// Whether they are drawn.
    pub fn is_there(&self) -> bool {
        self.state == EntrantState::CheckedIn
    }
}

impl Tournament {
    pub(super) fn change_entrants(&mut self, changed: &EntrantsChanged) -> Result<(), Refusal> {
        let mut entrants = self.entrants.clone();
        for registered in &changed.registered {
            let before = entrants.get(&registered.player);
            let entrant = registered_after(registered, before)?;
            entrants.insert(registered.player, entrant);
        }
        let labels = entrants.values().filter_map(|one| one.team.as_ref());
        let teams = labels.collect::<BTreeSet<_>>().len();
        if entrants.len() > MAX_ENTRANTS || teams > MAX_TEAMS {
            return Err(Refusal::Contradiction(
                "a tournament has at most 400 entrants and 100 teams",
            ));
        }
        let mut set = |player: &PlayerId, state, says| {
            let entrant = entrants.get_mut(player);
            let entrant = entrant.filter(|entrant| entrant.state != state);
            entrant
                .map(|entrant| entrant.state = state)
                .ok_or(Refusal::Contradiction(says))
        };
        for player in &changed.checked_in {
            let says = "somebody came who does not take part, or is there";
            set(player, EntrantState::CheckedIn, says)?;
        }
        for player in &changed.withdrawn {
            let says = "somebody left who does not take part, or left before";
            set(player, EntrantState::Withdrawn, says)?;
        }
        self.entrants = entrants;
        Ok(())
    }
}

/// An entrant after they were registered, for the first time or again. Who withdrew takes part again.
fn registered_after(
    registered: &Registration,
    before: Option<&Entrant>,
) -> Result<Entrant, Refusal> {
    let after = Entrant {
        team: registered.team.clone(),
        substitute: registered.substitute,
        state: match before.is_some_and(Entrant::is_there) {
            true => EntrantState::CheckedIn,
            false => EntrantState::Registered,
        },
    };
    match before == Some(&after) {
        false => Ok(after),
        true => Err(Refusal::Contradiction(
            "somebody was registered before as they are now",
        )),
    }
}
