//! The tables of evenings, as the leaves tell them.

use super::{Row, cell, compare, rows};
use ledger::evidence::RoundOf;
use ledger::{Body, Entry, Hash};
use tokio_postgres::Client;

#[derive(Default)]
pub(super) struct Evenings {
    evenings: Vec<Row>,
    entries: Vec<Row>,
    matches: Vec<Row>,
}

impl Evenings {
    /// Follows an entry, and gives what it commits to.
    pub(super) fn follow(&mut self, leaf: &Entry) -> Option<Hash> {
        let club = cell("club_id", leaf.club);
        let mut commitment = None;
        let id = if let Body::EveningOpened(opened) = &leaf.body {
            commitment = opened.note_commitment;
            let id = cell("evening_id", opened.evening);
            self.evenings
                .push(Row::from([club.clone(), id, cell("opened_seq", leaf.seq)]));
            opened.evening
        } else if let Body::AttendanceChanged(changed) = &leaf.body {
            changed.evening
        } else if let Body::RoundDrawn(drawn) = &leaf.body {
            drawn.evening
        } else if let Body::RoundOpened(opened) = &leaf.body {
            for id in &opened.matches {
                let evening = cell("evening_id", opened.evening);
                self.matches
                    .push(Row::from([club.clone(), evening, cell("match_id", *id)]));
            }
            opened.evening
        } else if let Body::TablesReplayed(replayed) = &leaf.body
            && let RoundOf::Evening { evening } = replayed.of
        {
            for (id, _) in replayed.places() {
                let evening = cell("evening_id", evening);
                self.matches
                    .push(Row::from([club.clone(), evening, cell("match_id", id)]));
            }
            evening
        } else {
            panic!("{leaf:?}")
        };
        let (id, seq) = (cell("evening_id", id), cell("seq", leaf.seq));
        self.entries.push(Row::from([club, id, seq]));
        commitment
    }

    pub(super) async fn check(self, admin: &Client) {
        let table = async |name, without: &[&str]| {
            rows(admin, &format!("SELECT * FROM {name}"), without).await
        };
        compare(self.evenings, table("evenings", &["last_seed"]).await);
        compare(self.entries, table("evening_entries", &[]).await);
        compare(self.matches, table("evening_matches", &[]).await);
    }
}
