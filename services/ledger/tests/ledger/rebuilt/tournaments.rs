//! The tables of tournaments, as the leaves tell them.

use super::{Row, absent_or, cell, compare, rows};
use ledger::{Body, Entry, Hash, TournamentId};
use std::collections::BTreeMap;
use tokio_postgres::Client;

#[derive(Default)]
pub(super) struct Tournaments {
    tournaments: BTreeMap<TournamentId, Row>,
    entries: Vec<Row>,
    matches: Vec<Row>,
}

impl Tournaments {
    /// Follows an entry, and gives what it commits to.
    pub(super) fn follow(&mut self, leaf: &Entry) -> Option<Hash> {
        let club = cell("club_id", leaf.club);
        let of = leaf.body.tournament_id().unwrap();
        let id = cell("tournament_id", of);
        if let Body::TournamentOpened(_) = &leaf.body {
            let opened = cell("opened_seq", leaf.seq);
            let closed = absent_or("closed_seq", None::<u64>);
            let row = Row::from([club.clone(), id.clone(), opened, closed]);
            self.tournaments.insert(of, row);
        } else if let Body::TournamentClosed(_) = &leaf.body {
            let row = self.tournaments.get_mut(&of).unwrap();
            row.extend([cell("closed_seq", leaf.seq)]);
        } else if let Body::TournamentRoundOpened(opened) = &leaf.body {
            let row = |one| Row::from([club.clone(), id.clone(), cell("match_id", one)]);
            self.matches.extend(opened.matches.iter().copied().map(row));
        } else if let Body::TablesReplayed(replayed) = &leaf.body {
            let row = |one| Row::from([club.clone(), id.clone(), cell("match_id", one)]);
            let matches = replayed.places().map(|(match_id, _)| match_id);
            self.matches.extend(matches.map(row));
        }
        self.entries
            .push(Row::from([club, id, cell("seq", leaf.seq)]));
        if let Body::TournamentOpened(opened) = &leaf.body {
            Some(opened.name_commitment)
        } else if let Body::PenaltyGiven(given) = &leaf.body {
            Some(given.reason_commitment)
        } else if let Body::PenaltyWithdrawn(withdrawn) = &leaf.body {
            Some(withdrawn.reason_commitment)
        } else {
            None
        }
    }

    pub(super) async fn check(self, admin: &Client) {
        let table = async |name, without: &[&str]| {
            rows(admin, &format!("SELECT * FROM {name}"), without).await
        };
        let tournaments = self.tournaments.into_values().collect();
        compare(tournaments, table("tournaments", &["last_seed"]).await);
        compare(self.entries, table("tournament_entries", &[]).await);
        compare(self.matches, table("tournament_matches", &[]).await);
    }
}
