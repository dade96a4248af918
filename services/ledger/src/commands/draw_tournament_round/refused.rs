//! Why a round is not drawn, as the ledger says it.

use crate::{Error, PlayerId, TournamentRoundError};
use evidence::{DrawRefusal, TournamentDrawRefusal, TournamentDrawRequest};

pub(super) fn refused(refusal: TournamentDrawRefusal, request: &TournamentDrawRequest) -> Error {
    use TournamentDrawRefusal as Refusal;
    let error = match refusal {
        Refusal::Draw(DrawRefusal::TooFewPlayers { players: there }) => {
            TournamentRoundError::TooFewPlayers { there }
        }
        Refusal::Draw(DrawRefusal::TooManyPlayers { .. }) => TournamentRoundError::TooManyPlayers,
        Refusal::Draw(DrawRefusal::NotWholeTables { players: there }) => {
            TournamentRoundError::NotWholeTables { there }
        }
        Refusal::TooFewForCut { players, there } => {
            TournamentRoundError::TooFewForCut { players, there }
        }
        Refusal::NoSchedule => TournamentRoundError::NoSchedule,
        Refusal::ScheduleAfterCut => TournamentRoundError::ScheduleAfterCut,
        Refusal::OtherPlayers { missing, others } => {
            TournamentRoundError::OtherPlayers { missing, others }
        }
        Refusal::NotThere(player) => {
            let (table, chair) = place(request, player, 0);
            TournamentRoundError::NotCheckedIn { table, chair }
        }
        Refusal::TwoPlaces(player) => {
            let (table, chair) = place(request, player, 1);
            TournamentRoundError::TwoPlaces { table, chair }
        }
        Refusal::Tables(_) => TournamentRoundError::NoTables,
        Refusal::Draw(DrawRefusal::SameId { .. } | DrawRefusal::Rounds { .. }) => {
            return Error::Bug(refusal.to_string());
        }
    };
    error.into()
}

/// Where a player sits at the prescribed tables: the first time, the second time, …
pub(super) fn place(
    request: &TournamentDrawRequest,
    player: PlayerId,
    time: usize,
) -> (usize, usize) {
    let tables = request.prescribed.iter().enumerate();
    let chairs = tables.flat_map(|(table, seated)| {
        let chairs = seated.iter().enumerate();
        chairs.map(move |(chair, seated)| ((table, chair), *seated))
    });
    let mut places = chairs.filter(|(_, seated)| *seated == player);
    places.nth(time).map(|(place, _)| place).unwrap_or_default()
}
