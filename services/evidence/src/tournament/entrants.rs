//! Who takes part in a tournament.

use super::state::{Entrant, EntrantState, Tournament};
use crate::body::MAX_TEAMS;
use crate::{EntrantsChanged, MAX_ENTRANTS, PlayerId, Refusal, Registration};
use std::collections::{BTreeMap, BTreeSet};

impl Tournament {
    /// Those who take part, each once, by whom they count for. Somebody who was registered as several players who were merged since then is of the first team
    /// that one of these has, a substitute if all of them are, there if one of them is, and withdrawn if all of them are.
    pub fn entrants_by(
        &self,
        counts_for: impl Fn(PlayerId) -> PlayerId,
    ) -> BTreeMap<PlayerId, Entrant> {
        let mut people: BTreeMap<PlayerId, Entrant> = BTreeMap::new();
        for (id, entrant) in &self.entrants {
            let person = people.entry(counts_for(*id));
            let person = person.or_insert_with(|| entrant.clone());
            person.substitute &= entrant.substitute;
            if person.team.is_none() {
                person.team.clone_from(&entrant.team);
            }
            if entrant.is_there() || person.state == EntrantState::Withdrawn {
                person.state = entrant.state;
            }
        }
        people
    }

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
