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
        // Only those whom the entry names are copied: a tournament has thousands of entries, and each may name one of hundreds.
        let mut after: BTreeMap<PlayerId, Entrant> = BTreeMap::new();
        for registered in &changed.registered {
            let player = registered.player;
            let before = after.get(&player).or_else(|| self.entrants.get(&player));
            after.insert(player, registered_after(registered, before)?);
        }
        if self.is_too_large_with(&after) {
            return Err(Refusal::Contradiction(
                "a tournament has at most 400 entrants and 100 teams",
            ));
        }
        let mut set = |player: &PlayerId, state, says| -> Result<(), Refusal> {
            let before = after.get(player).or_else(|| self.entrants.get(player));
            let before = before.filter(|entrant| entrant.state != state);
            let entrant = before.cloned().ok_or(Refusal::Contradiction(says))?;
            after.insert(*player, Entrant { state, ..entrant });
            Ok(())
        };
        for player in &changed.checked_in {
            let says = "somebody came who does not take part, or is there";
            set(player, EntrantState::CheckedIn, says)?;
        }
        for player in &changed.withdrawn {
            let says = "somebody left who does not take part, or left before";
            set(player, EntrantState::Withdrawn, says)?;
        }
        self.entrants.extend(after);
        Ok(())
    }

    /// Whether there would be too many entrants or teams after these were registered. The labels are only counted if there is a new one.
    fn is_too_large_with(&self, after: &BTreeMap<PlayerId, Entrant>) -> bool {
        let is_new = |player: &&PlayerId| !self.entrants.contains_key(player);
        let entrants = self.entrants.len() + after.keys().filter(is_new).count();
        let has_team = |label: &&String| {
            let mut entrants = self.entrants.values();
            entrants.any(|one| one.team.as_ref() == Some(label))
        };
        if after
            .values()
            .flat_map(|one| &one.team)
            .all(|label| has_team(&label))
        {
            return entrants > MAX_ENTRANTS;
        }
        let stay = self.entrants.iter();
        let stay = stay.filter(|(player, _)| !after.contains_key(player));
        let labels = stay.map(|(_, one)| one).chain(after.values());
        let teams: BTreeSet<&String> = labels.flat_map(|one| &one.team).collect();
        entrants > MAX_ENTRANTS || teams.len() > MAX_TEAMS
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
