//! Standings of a club, and the statistics of its players.

use actix_web::get;
use actix_web::web::{Data, Json, Path, Query};
use ledger::{Period, PlayerId, Reflected};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::Services;
use crate::bodies::day::{Day, in_order};
use crate::bodies::field::Text;
use crate::bodies::standings::{Standings, Statistics};
use crate::caller::Member;
use crate::problem::Problem;

#[derive(Deserialize)]
pub(crate) struct PlayerPath {
    player: PlayerId,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct StandingsQuery {
    /// The first day of the period, by the days the matches were played on. Absent: from the beginning.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Day>,
    /// The last day of the period: the standings as of that day. Absent: up to now.
    #[param(value_type = Option<String>, format = Date)]
    until: Option<Day>,
    /// Only matches under the variant with this id. Absent: under any.
    #[param(value_type = Option<String>, min_length = 1, max_length = 100)]
    variant: Option<Text<100>>,
}

impl StandingsQuery {
    /// The parameters it knows.
    pub(crate) const NAMES: &[&str] = &["from", "until", "variant"];

    fn period(self) -> Result<Period, Problem> {
        period(self.from, self.until, self.variant)
    }
}

/// The matches of some days under a variant, or any.
pub(super) fn period(
    from: Option<Day>,
    until: Option<Day>,
    variant: Option<Text<100>>,
) -> Result<Period, Problem> {
    let [from, until] = in_order(from, until)?;
    Ok(Period {
        from,
        until,
        variant_id: variant.map(String::from),
    })
}

/// Reads the standings of a club.
///
/// What the matches of a period come to for everybody who took part, whatever was corrected since. The answer says up to which entry
/// of the ledger it goes: it is added up in the background, mostly within a second.
#[utoipa::path(tag = "standings", params(("club" = Uuid, Path, description = "The club"), StandingsQuery),
    responses((status = 200, description = "The standings", body = Standings)))]
#[get("/v1/clubs/{club}/standings")]
pub(crate) async fn read_standings(
    member: Member,
    query: Query<StandingsQuery>,
    services: Data<Services>,
) -> Result<Json<Standings>, Problem> {
    let period = query.into_inner().period()?;
    let found = services.ledger.standings(member.club, period).await?;
    look_again(&services, &member, found.reflected);
    Ok(Json(found.into()))
}

/// Reads the statistics of a player.
///
/// What the matches of a period come to for them, with the patterns of their wins and how it went with each of the others.
#[utoipa::path(tag = "standings",
    params(("club" = Uuid, Path, description = "The club"), ("player" = Uuid, Path, description = "The player"), StandingsQuery),
    responses((status = 200, description = "The statistics", body = Statistics)))]
#[get("/v1/clubs/{club}/players/{player}/statistics")]
pub(crate) async fn read_statistics(
    member: Member,
    path: Path<PlayerPath>,
    query: Query<StandingsQuery>,
    services: Data<Services>,
) -> Result<Json<Statistics>, Problem> {
    let period = query.into_inner().period()?;
    let found = services.ledger.statistics(member.club, path.player, period);
    let found = found.await?;
    look_again(&services, &member, found.reflected);
    Ok(Json(found.into()))
}

/// Has figures that are behind the ledger added up, should the news of it have been lost.
pub(super) fn look_again(services: &Services, member: &Member, reflected: Reflected) {
    if reflected.seq < reflected.head {
        services.tallying.look_at(member.club);
    }
}
