//! Schedules of several rounds, without a club.

use actix_web::web::{Data, Json, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::bodies::field::Whole;
use crate::bodies::schedule::Schedule;
use crate::caller::Anyone;
use crate::operation::Operation;
use crate::problem::{Code, Problem};
use crate::request_limit::{Cost, Share, Work};
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ScheduleQuery {
    /// How many play: a multiple of four.
    #[param(value_type = u32, minimum = 4, maximum = 400)]
    players: Whole<4, 400>,
    /// How many rounds they play.
    #[param(value_type = u32, minimum = 1, maximum = 64)]
    rounds: Whole<1, 64>,
}

pub(crate) const READ_SCHEDULE: Operation = Operation::costs(Cost::Units(Work::Rules, 40));

/// Makes a schedule of several rounds.
///
/// Who sits where, so that as few as possible meet twice, by places instead of players: draw lots for the places. For 16 players and 5 rounds
/// nobody meets anybody twice; for 12 players that is not possible. For anyone; nothing is stored.
#[utoipa::path(get, path = "/v1/schedules", tag = "tournaments",
    responses(
        (status = 200, description = "The schedule", body = Schedule),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn read_schedule(
    _: Anyone,
    query: Query<ScheduleQuery>,
    share: Share,
    services: Data<Services>,
) -> Result<Json<Schedule>, Problem> {
    let [players, rounds] = [query.players.unsigned_wide(), query.rounds.unsigned_wide()];
    if !players.is_multiple_of(4) {
        let detail = format!("{players} players are no whole tables: a multiple of four plays.");
        return Err(Problem::at(Code::InvalidParameter, "players", detail));
    }
    let players = usize::try_from(players).map_err(Problem::internal)?;
    let rounds = usize::try_from(rounds).map_err(Problem::internal)?;
    let made = services.schedules.of(players, rounds, share).await?;
    Ok(Json(Schedule::new(players, &made)))
}
