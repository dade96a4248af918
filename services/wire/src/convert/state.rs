//! Chairs, deals and where a match stands.

use mahjong::{Chair, Deal, MatchState};

use super::unreadable::{At, Problem, Unreadable, required};
use super::words::{read, read_optional, write, write_optional};
use crate::v1;

/// Reads a chair that has to be stated.
///
/// # Errors
/// It is not 1–4.
pub fn read_chair(number: u32) -> Result<Chair, Unreadable> {
    Chair::new(number).ok_or(Problem::NoSuchChair(number).into())
}

/// Reads a chair; `None` if it is 0.
///
/// # Errors
/// It is not 0–4.
pub fn read_optional_chair(number: u32) -> Result<Option<Chair>, Unreadable> {
    match number {
        0 => Ok(None),
        number => read_chair(number).map(Some),
    }
}

impl From<Deal> for v1::Deal {
    fn from(deal: Deal) -> Self {
        Self {
            round_wind: write(deal.round_wind),
            dealer: deal.dealer.number().into(),
            extra: deal.extra,
        }
    }
}

impl TryFrom<v1::Deal> for Deal {
    type Error = Unreadable;

    fn try_from(stated: v1::Deal) -> Result<Self, Unreadable> {
        Ok(Self {
            round_wind: read(stated.round_wind).at("round_wind")?,
            dealer: read_chair(stated.dealer).at("dealer")?,
            extra: stated.extra,
        })
    }
}

impl From<&MatchState> for v1::MatchState {
    fn from(state: &MatchState) -> Self {
        Self {
            next_number: state.next_number,
            deal: Some(state.deal.into()),
            total_half_points: state.total_half_points.to_vec(),
            house_half_points: state.house_half_points,
            ending: write_optional(state.ending),
        }
    }
}

impl TryFrom<v1::MatchState> for MatchState {
    type Error = Unreadable;

    fn try_from(stated: v1::MatchState) -> Result<Self, Unreadable> {
        let totals = stated.total_half_points.try_into();
        Ok(Self {
            next_number: stated.next_number,
            deal: Deal::try_from(required(stated.deal, "deal")?).at("deal")?,
            total_half_points: totals
                .map_err(|_| Problem::NotFourTotals.into())
                .at("total_half_points")?,
            house_half_points: stated.house_half_points,
            ending: read_optional(stated.ending).at("ending")?,
        })
    }
}
