//! A match while outcomes are recorded, with the people and the amounts that only the club knows.

use super::NewOutcome;
use crate::tables::{matches, players};
use crate::{Error, MAX_MATCH_PLAYERS, MatchPosition, OpenMatch, Place, PlayerId, Result};
use evidence::{MAX_INTEGER, MatchProgress, MatchState, Outcome, ProgressError};

/// A match while outcomes are recorded. The engine computed them on top of this very version: they must agree with it.
pub(in crate::commands) struct Recorder {
    pub(super) stake_cents: i64,
    progress: MatchProgress,
}

impl Recorder {
    pub(super) fn of(row: &matches::Row) -> Result<Self> {
        let (stake_cents, players) = (row.stake_cents(), row.players());
        Ok(Self {
            stake_cents,
            progress: MatchProgress::at(stake_cents, players, row.state()?),
        })
    }

    /// A match as it was seen.
    pub(super) fn at(position: &MatchPosition) -> Self {
        let MatchPosition {
            stake_cents,
            players,
            state,
            ..
        } = *position;
        Self {
            stake_cents,
            progress: MatchProgress::at(stake_cents, players, state),
        }
    }

    /// A match that is just opened.
    pub(in crate::commands) fn opened(new: &OpenMatch) -> Self {
        Self {
            stake_cents: new.stake_cents,
            progress: MatchProgress::at(new.stake_cents, new.players, new.state),
        }
    }

    pub(in crate::commands) fn take_all(
        &mut self,
        outcomes: &[NewOutcome],
        known: &players::Names,
    ) -> Result<()> {
        for (place, new) in outcomes.iter().enumerate() {
            let taken = self.take(new, known);
            taken.map_err(|error| error.at(Place::Outcome(place)))?;
        }
        Ok(())
    }

    fn take(&mut self, new: &NewOutcome, known: &players::Names) -> Result<()> {
        let NewOutcome {
            outcome,
            result,
            state_after,
            ..
        } = new;
        if let Outcome::Substitution(substitution) = outcome {
            let arrives = known.get(&substitution.player.0);
            let arrives = arrives.ok_or(Error::UnknownPlayer(substitution.chair))?;
            arrives.check_for(substitution.chair)?;
        }
        let same_person = |player: PlayerId| {
            let known = known.get(&player.0);
            known.and_then(|known| known.merged_into).unwrap_or(player)
        };
        self.progress
            .record(outcome, result, state_after, same_person)?;
        check_totals(self.stake_cents, totals(state_after))
    }
}

impl From<ProgressError> for Error {
    fn from(error: ProgressError) -> Self {
        match error {
            ProgressError::FractionalCents => Self::FractionalAmount,
            ProgressError::AlreadySeated => Self::SamePlayerTwice,
            ProgressError::MatchOver
            | ProgressError::AfterEnd
            | ProgressError::OtherDeal
            | ProgressError::OtherPlayers
            | ProgressError::NumberOutOfOrder
            | ProgressError::NextNumberDiffers
            | ProgressError::TotalsDiffer
            | ProgressError::TotalsNotAlone
            | ProgressError::EndingDiffers => Self::Contradiction(error.text()),
        }
    }
}

pub(in crate::commands) fn totals(state: &MatchState) -> [i128; 5] {
    let [first, second, third, fourth] = state.total_half_points.map(i128::from);
    [first, second, third, fourth, state.house_half_points.into()]
}

/// No more players take part in a match than may; those of an imported match, which may have more, go on.
pub(in crate::commands) fn check_number_of_players(before: usize, after: usize) -> Result<()> {
    match after > before.max(MAX_MATCH_PLAYERS) {
        true => Err(Error::TooManyMatchPlayers),
        false => Ok(()),
    }
}

/// No total of a chair, of a player or of the house outgrows what every reader of JSON holds, in half points or in money.
pub(in crate::commands) fn check_totals(
    stake_cents: i64,
    totals: impl IntoIterator<Item = i128>,
) -> Result<()> {
    let most = i128::from(MAX_INTEGER);
    let too_large =
        |total: i128| total.abs() > most || (total * i128::from(stake_cents)).abs() / 2 > most;
    match totals.into_iter().any(too_large) {
        true => Err(Error::AmountTooLarge),
        false => Ok(()),
    }
}
