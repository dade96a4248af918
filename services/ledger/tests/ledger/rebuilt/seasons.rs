//! The table of seasons, as the leaves tell them.

use super::{Row, absent_or, cell, compare, rows};
use ledger::{Body, Entry, Hash, SeasonId};
use std::collections::BTreeMap;
use tokio_postgres::Client;

#[derive(Default)]
pub(super) struct Seasons {
    seasons: BTreeMap<SeasonId, Row>,
}

impl Seasons {
    /// Follows an entry, and gives what it commits to.
    pub(super) fn follow(&mut self, leaf: &Entry) -> Option<Hash> {
        if let Body::SeasonClosed(closed) = &leaf.body {
            let row = self.seasons.get_mut(&closed.season).unwrap();
            row.extend([cell("closed_seq", leaf.seq)]);
            return None;
        }
        let Body::SeasonOpened(opened) = &leaf.body else {
            panic!("{leaf:?}")
        };
        let row = Row::from([
            cell("club_id", leaf.club),
            cell("season_id", opened.season),
            cell("opened_seq", leaf.seq),
            absent_or("closed_seq", None::<u64>),
        ]);
        self.seasons.insert(opened.season, row);
        Some(opened.name_commitment)
    }

    pub(super) async fn check(self, admin: &Client) {
        let rows = rows(admin, "SELECT * FROM seasons", &[]).await;
        compare(self.seasons.into_values().collect(), rows);
    }
}
