//! Players are registered for a tournament, come and leave.

use super::tournaments::{refuse_closed, refuse_too_many_changes};
use crate::queries::tournaments as queries;
use crate::tables::players::Names;
use crate::tables::{players, tournaments};
use crate::{
    Body, EntrantList, HashedEntry, Ledger, PlayerId, Result, TournamentError, TournamentId,
    TournamentView, Write, Written,
};
use evidence::{
    Entrant, EntrantState, EntrantsChanged, MAX_ENTRANTS, MAX_TEAMS, Registration, Tournament,
};
use futures_util::future::try_join;
use std::collections::{BTreeMap, BTreeSet};

/// Entrants who are registered, who come and who leave. Nobody is in a list twice, and nobody who leaves is in another one.
#[derive(Debug, Clone)]
pub struct ChangeEntrants {
    /// The tournament.
    pub tournament: TournamentId,
    /// Who takes part, in which team, and whether as a substitute. Who takes part like this already stays; who left takes part again.
    pub registered: Vec<Registration>,
    /// Who came. Who is there already stays, also under another id that counts for the same player.
    pub checked_in: Vec<PlayerId>,
    /// Who left, under all ids that count for the same player. Who is not there stays away.
    pub withdrawn: Vec<PlayerId>,
}

impl Ledger {
    /// Registers players for a tournament, checks them in, and takes note of who left. Without a difference no entry is written.
    pub async fn change_entrants(
        &self,
        write: Write,
        new: ChangeEntrants,
    ) -> Result<Written<TournamentView>> {
        self.run(|ledger| change(ledger, write, new)).await
    }
}

async fn change(
    ledger: Ledger,
    write: Write,
    new: ChangeEntrants,
) -> Result<Written<TournamentView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        let tournament = queries::find(sql, write.club, new.tournament).await?;
        let named = new.named().chain(tournament.entrants.keys());
        let named: BTreeSet<_> = named.map(|player| player.0).collect();
        let names = players::names(sql, write.club, named.into_iter().collect()).await?;
        Ok((tournament, names))
    };
    let (mut club, (tournament, names)) = tx.lock(&write, looks).await?;
    let sql = tx.sql()?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return queries::left_by(sql, &entry).await.map(Written::again);
    }
    let changed = new.changes(&tournament, &names)?;
    if is_empty(&changed) {
        tx.done_before(&write, tournament.version).await?;
        let view = queries::one(sql, write.club, new.tournament, tournament.version).await?;
        tx.commit().await?;
        return Ok(Written::first(view));
    }
    let sealed = club.seal(Body::EntrantsChanged(changed))?;
    try_join(
        tx.append(&write, &[&sealed]),
        tournaments::follow(sql, &sealed.entry, new.tournament),
    )
    .await?;
    let view = queries::left_by(sql, &sealed.entry).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

fn is_empty(changed: &EntrantsChanged) -> bool {
    changed.registered.is_empty() && changed.checked_in.is_empty() && changed.withdrawn.is_empty()
}

impl ChangeEntrants {
    fn named(&self) -> impl Iterator<Item = &PlayerId> {
        let registered = self.registered.iter().map(|one| &one.player);
        registered.chain(&self.checked_in).chain(&self.withdrawn)
    }

    /// What differs from who takes part and is there. A person takes part under each id with which they were registered before these were merged.
    fn changes(&self, tournament: &Tournament, names: &Names) -> Result<EntrantsChanged> {
        refuse_closed(tournament)?;
        let entrants = Entrants {
            people: tournament.entrants_by(|id| players::counts_for(names, id)),
            by_id: &tournament.entrants,
            names,
        };
        let mut registered = self.registrations(&entrants)?;
        let came = self.came(&entrants, &mut registered)?;
        check_numbers(tournament, &registered)?;
        let mut left = self.left(&entrants)?;
        left.retain(|id| !registered.contains_key(id) && !came.contains(id));
        let changes = registered.len() + came.len() + left.len();
        refuse_too_many_changes(tournament, changes)?;
        Ok(EntrantsChanged {
            tournament: self.tournament,
            registered: registered.into_values().collect(),
            checked_in: came.into_iter().collect(),
            withdrawn: left,
        })
    }

    /// Those who are registered, or in another way than they are.
    fn registrations(&self, entrants: &Entrants<'_>) -> Result<BTreeMap<PlayerId, Registration>> {
        let mut registered = BTreeMap::new();
        for (index, one) in self.registered.iter().enumerate() {
            let unknown = TournamentError::UnknownPlayer { index };
            let known = entrants.names.get(&one.player.0).ok_or(unknown)?;
            let is_same = |before: &Entrant| {
                let takes_part = before.state != EntrantState::Withdrawn;
                takes_part && before.team == one.team && before.substitute == one.substitute
            };
            let as_themselves = entrants.by_id.get(&one.player);
            if !as_themselves.is_some_and(is_same)
                && !entrants.person(one.player).is_some_and(is_same)
            {
                known.check()?;
                registered.insert(one.player, one.clone());
            }
        }
        Ok(registered)
    }

    /// Those who come. Who takes part only under ids that count for them is registered in the same way under their own.
    fn came(
        &self,
        entrants: &Entrants<'_>,
        registered: &mut BTreeMap<PlayerId, Registration>,
    ) -> Result<BTreeSet<PlayerId>> {
        let mut came = BTreeSet::new();
        for (index, player) in self.checked_in.iter().enumerate() {
            let unknown = || TournamentError::NotAnEntrant {
                list: EntrantList::CheckedIn(index),
            };
            let person = entrants.person(*player);
            if person.is_some_and(Entrant::is_there) {
                continue;
            }
            let takes_part = entrants.by_id.contains_key(player) || registered.contains_key(player);
            if !takes_part {
                let person = person.ok_or_else(unknown)?;
                let again = Registration {
                    player: *player,
                    team: person.team.clone(),
                    substitute: person.substitute,
                };
                registered.insert(*player, again);
            }
            let known = entrants.names.get(&player.0).ok_or_else(unknown)?;
            known.check()?;
            came.insert(*player);
        }
        Ok(came)
    }

    /// The ids under which those who leave take part.
    fn left(&self, entrants: &Entrants<'_>) -> Result<Vec<PlayerId>> {
        let counts_for = |id: &PlayerId| players::counts_for(entrants.names, *id);
        let mut leave = BTreeSet::new();
        for (index, player) in self.withdrawn.iter().enumerate() {
            let list = EntrantList::Withdrawn(index);
            let person = entrants.person(*player);
            person.ok_or(TournamentError::NotAnEntrant { list })?;
            leave.insert(counts_for(player));
        }
        let left = entrants.by_id.iter().filter(|(id, entrant)| {
            entrant.state != EntrantState::Withdrawn && leave.contains(&counts_for(id))
        });
        Ok(left.map(|(id, _)| *id).collect())
    }
}

/// Who takes part.
struct Entrants<'a> {
    /// Each person once, by whom they count for.
    people: BTreeMap<PlayerId, Entrant>,
    by_id: &'a BTreeMap<PlayerId, Entrant>,
    names: &'a Names,
}

impl Entrants<'_> {
    /// The person for whom a player counts.
    fn person(&self, id: PlayerId) -> Option<&Entrant> {
        self.people.get(&players::counts_for(self.names, id))
    }
}

fn check_numbers(
    tournament: &Tournament,
    registered: &BTreeMap<PlayerId, Registration>,
) -> Result<()> {
    let entrants = tournament.entrants.keys().chain(registered.keys());
    if entrants.collect::<BTreeSet<_>>().len() > MAX_ENTRANTS {
        return Err(TournamentError::TooManyEntrants.into());
    }
    let stay = tournament.entrants.iter();
    let stay = stay.filter(|(player, _)| !registered.contains_key(player));
    let teams = stay.filter_map(|(_, entrant)| entrant.team.as_ref());
    let teams = teams.chain(registered.values().filter_map(|one| one.team.as_ref()));
    match teams.collect::<BTreeSet<_>>().len() > MAX_TEAMS {
        true => Err(TournamentError::TooManyTeams.into()),
        false => Ok(()),
    }
}
