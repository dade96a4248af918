//! The columns of a match that change when something is recorded in it.

use super::parse_enum;
use crate::error::integer;
use crate::schema::matches;
use crate::{Error, PlayerId, Result};
use diesel::prelude::*;
use evidence::{Chair, Deal, Ending, MatchState};
use uuid::Uuid;

/// Who sits there.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = matches)]
pub(crate) struct Seats {
    pub(super) player_1: Uuid,
    pub(super) player_2: Uuid,
    pub(super) player_3: Uuid,
    pub(super) player_4: Uuid,
}

/// Where it stands.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = matches)]
#[diesel(treat_none_as_null = true)]
pub(crate) struct State {
    pub(super) next_number: i32,
    pub(super) round_wind: String,
    pub(super) dealer: i16,
    pub(super) extra: i32,
    pub(super) total_1: i64,
    pub(super) total_2: i64,
    pub(super) total_3: i64,
    pub(super) total_4: i64,
    pub(super) house: i64,
    pub(super) ending: Option<String>,
}

impl Seats {
    pub(super) fn of(players: &[PlayerId; 4]) -> Self {
        let [player_1, player_2, player_3, player_4] = players.map(|player| player.0);
        Self {
            player_1,
            player_2,
            player_3,
            player_4,
        }
    }

    /// Chair 1 first.
    pub(super) fn players(&self) -> [PlayerId; 4] {
        [self.player_1, self.player_2, self.player_3, self.player_4].map(PlayerId)
    }
}

impl State {
    pub(super) fn of(state: &MatchState) -> Result<Self> {
        let [total_1, total_2, total_3, total_4] = state.total_half_points;
        Ok(Self {
            next_number: integer(state.next_number, "hand number")?,
            round_wind: state.deal.round_wind.as_str().to_owned(),
            dealer: i16::from(state.deal.dealer.number()),
            extra: integer(state.deal.extra, "extra hand")?,
            total_1,
            total_2,
            total_3,
            total_4,
            house: state.house_half_points,
            ending: state.ending.map(|ending| ending.as_str().to_owned()),
        })
    }

    /// The totals, chair 1 first.
    pub(super) fn totals(&self) -> Vec<i64> {
        vec![self.total_1, self.total_2, self.total_3, self.total_4]
    }

    pub(super) fn read(&self) -> Result<MatchState> {
        let dealer: u8 = integer(self.dealer, "dealer")?;
        Ok(MatchState {
            next_number: integer(self.next_number, "hand number")?,
            deal: Deal {
                round_wind: parse_enum(&self.round_wind, "round wind")?,
                dealer: Chair::try_from(dealer).map_err(|_| Error::impossible("dealer"))?,
                extra: integer(self.extra, "extra hand")?,
            },
            total_half_points: [self.total_1, self.total_2, self.total_3, self.total_4],
            house_half_points: self.house,
            ending: self
                .ending
                .as_deref()
                .map(|word| parse_enum::<Ending>(word, "ending"))
                .transpose()?,
        })
    }
}
