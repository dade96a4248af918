//! Follows the seasons of a club.

use crate::club::Club;
use crate::entry_error::{EntryError, ensure};
use evidence::{Entry, Season, SeasonClosed, SeasonId, SeasonOpened};
use std::collections::HashMap;

/// The seasons so far.
#[derive(Default)]
pub(crate) struct Seasons {
    seasons: HashMap<SeasonId, Season>,
}

const SEASON: EntryError = EntryError::InvalidReference("season");
const PLAYER: EntryError = EntryError::InvalidReference("player");

impl Seasons {
    /// Adds a season, whose rules name only players of the club.
    pub(crate) fn open(
        &mut self,
        entry: &Entry,
        opened: &SeasonOpened,
        club: &Club,
    ) -> Result<(), EntryError> {
        let mut players = opened.rules.players();
        ensure(players.all(|player| club.is_current(player)), PLAYER)?;
        let before = self.seasons.insert(opened.season, Season::open(entry)?);
        ensure(before.is_none(), SEASON)
    }

    /// Closes a season that goes on.
    pub(crate) fn close(&mut self, entry: &Entry, closed: SeasonClosed) -> Result<(), EntryError> {
        let season = self.seasons.get_mut(&closed.season).ok_or(SEASON)?;
        season.close(entry).map_err(|_| SEASON)
    }

    /// The seasons, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Season> {
        self.seasons.values()
    }
}
