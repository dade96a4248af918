//! Players are registered for a tournament, come and leave.

use super::tournaments::{refuse_closed, refuse_too_many_changes};
use crate::queries::tournaments as queries;
use crate::tables::players::Names;
use crate::tables::{players, tournaments};
use crate::{
    Body, EntrantList, HashedEntry, Ledger, PlayerId, Result, TournamentError, TournamentId,
    TournamentView, Write, Written,
};
use evidence::{EntrantState, EntrantsChanged, MAX_ENTRANTS, MAX_TEAMS, Registration, Tournament};
use futures_util::future::try_join;
use std::collections::{BTreeMap, BTreeSet};

/// Entrants who are registered, who come and who leave. Nobody is in a list twice, and nobody who leaves is in another one.
#[derive(Debug, Clone)]
pub struct ChangeEntrants {
    /// The tournament.
    pub tournament: TournamentId,
    /// Who takes part, in which team, and whether as a substitute. Who takes part like this already stays; who left takes part again.
    pub registered: Vec<Registration>,
    /// Who came. Who is there already stays.
    pub checked_in: Vec<PlayerId>,
    /// Who left. Who is not there stays away.
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
    let tx = ledger.transaction().await?;
    let looks = async {
        let registered = new.registered.iter().map(|one| one.player);
        let named = registered.chain(new.checked_in.iter().copied());
        let named: BTreeSet<_> = named.map(|player| player.0).collect();
        let sql = tx.sql()?;
        try_join(
            queries::find(sql, write.club, new.tournament),
            players::names(sql, write.club, named.into_iter().collect()),
        )
        .await
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
    /// What differs from who takes part and is there.
    fn changes(&self, tournament: &Tournament, names: &Names) -> Result<EntrantsChanged> {
        refuse_closed(tournament)?;
        let registered = self.registrations(tournament, names)?;
        check_numbers(tournament, &registered)?;
        let state = |player: &PlayerId| tournament.entrants.get(player).map(|one| one.state);
        let is_registered =
            |player: &PlayerId| self.registered.iter().any(|one| one.player == *player);
        let mut came = BTreeSet::new();
        for (index, player) in self.checked_in.iter().enumerate() {
            let list = EntrantList::CheckedIn(index);
            if state(player).is_none() && !is_registered(player) {
                return Err(TournamentError::NotAnEntrant { list }.into());
            }
            if state(player) != Some(EntrantState::CheckedIn) {
                let unknown = TournamentError::NotAnEntrant { list };
                names.get(&player.0).ok_or(unknown)?.check()?;
                came.insert(*player);
            }
        }
        let mut left = BTreeSet::new();
        for (index, player) in self.withdrawn.iter().enumerate() {
            let list = EntrantList::Withdrawn(index);
            let unknown = TournamentError::NotAnEntrant { list };
            if state(player).ok_or(unknown)? != EntrantState::Withdrawn {
                left.insert(*player);
            }
        }
        let changes = registered.len() + came.len() + left.len();
        refuse_too_many_changes(tournament, changes)?;
        Ok(EntrantsChanged {
            tournament: self.tournament,
            registered: registered.into_values().collect(),
            checked_in: came.into_iter().collect(),
            withdrawn: left.into_iter().collect(),
        })
    }

    /// Those who are registered, or in another way than they are.
    fn registrations(
        &self,
        tournament: &Tournament,
        names: &Names,
    ) -> Result<BTreeMap<PlayerId, Registration>> {
        let mut registered = BTreeMap::new();
        for (index, one) in self.registered.iter().enumerate() {
            let unknown = TournamentError::UnknownPlayer { index };
            let known = names.get(&one.player.0).ok_or(unknown)?;
            let before = tournament.entrants.get(&one.player);
            let is_same = before.is_some_and(|before| {
                let takes_part = before.state != EntrantState::Withdrawn;
                takes_part && before.team == one.team && before.substitute == one.substitute
            });
            if !is_same {
                known.check()?;
                registered.insert(one.player, one.clone());
            }
        }
        Ok(registered)
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
