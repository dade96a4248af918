//! Those who are there, as they count in a draw.

use super::super::Tournament;
use crate::{PlayerId, TournamentRoundDrawn};
use seating::Player;
use std::collections::{BTreeMap, HashMap};

/// Those who are there, by the id that they count for.
pub(super) struct Places {
    places: BTreeMap<PlayerId, Place>,
    /// For whom everybody counts whom the tournament names; those who were erased are not in it.
    counts_for: HashMap<PlayerId, PlayerId>,
}

struct Place {
    player: Player,
    team: Option<String>,
    is_substitute: bool,
}

impl Places {
    /// Those who are checked in, and what happened to them in these rounds. If somebody was registered as several players who were merged since then, they are
    /// of the first team that one of these has, and a substitute if all of them are.
    pub(super) fn of(
        tournament: &Tournament,
        rounds: &[&TournamentRoundDrawn],
        player: impl Fn(PlayerId) -> Option<PlayerId>,
    ) -> Self {
        let entrants = tournament.entrants.keys().copied();
        let drawn = rounds.iter().flat_map(|round| round.players());
        let named = entrants.chain(drawn);
        let mut all = Self {
            places: BTreeMap::new(),
            counts_for: named.filter_map(|id| Some((id, player(id)?))).collect(),
        };
        for (id, entrant) in &tournament.entrants {
            let Some(counts_for) = all.counts_for(*id).filter(|_| entrant.is_there()) else {
                continue;
            };
            let place = all.places.entry(counts_for).or_insert_with(|| Place {
                player: Player::new(counts_for.to_string()),
                team: None,
                is_substitute: true,
            });
            place.is_substitute &= entrant.substitute;
            if place.team.is_none() {
                place.team.clone_from(&entrant.team);
            }
        }
        for round in rounds {
            all.add(round);
        }
        all
    }

    /// For whom somebody counts; none if they were erased.
    pub(super) fn counts_for(&self, id: PlayerId) -> Option<PlayerId> {
        self.counts_for.get(&id).copied()
    }

    /// Whether somebody is there.
    pub(super) fn contains(&self, id: PlayerId) -> bool {
        self.places.contains_key(&id)
    }

    /// Those who are there and no substitutes, by id.
    pub(super) fn regular(&self) -> impl Iterator<Item = PlayerId> {
        let places = self.places.iter();
        places
            .filter(|(_, place)| !place.is_substitute)
            .map(|(id, _)| *id)
    }

    /// The substitutes who are there, by id.
    pub(super) fn substitutes(&self) -> impl Iterator<Item = PlayerId> {
        let places = self.places.iter();
        places
            .filter(|(_, place)| place.is_substitute)
            .map(|(id, _)| *id)
    }

    /// What happened to somebody so far.
    pub(super) fn player(&self, id: PlayerId) -> Player {
        let place = self.places.get(&id);
        place.map_or_else(|| Player::new(id.to_string()), |place| place.player.clone())
    }

    /// The label of somebody's team.
    pub(super) fn team(&self, id: PlayerId) -> Option<&str> {
        self.places.get(&id)?.team.as_deref()
    }

    fn add(&mut self, round: &TournamentRoundDrawn) {
        for place in self.places.values_mut() {
            place.player.sat_out_last = false;
        }
        for id in round.tables.iter().flatten() {
            self.change(*id, |player| player.played += 1);
        }
        for id in &round.sitting_out {
            self.change(*id, |player| {
                player.sat_out += 1;
                player.sat_out_last = true;
            });
        }
    }

    fn change(&mut self, id: PlayerId, change: impl FnOnce(&mut Player)) {
        let place = self.counts_for.get(&id);
        if let Some(place) = place.and_then(|id| self.places.get_mut(id)) {
            change(&mut place.player);
        }
    }
}
