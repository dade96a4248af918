//! Standings of a club, and the statistics and matches of its players.

use actix_web::get;
use actix_web::web::{Data, Json, Path, Query};
use ledger::{ClubId, Period, PlayerId, Reflected};
use serde::Deserialize;
use utoipa::IntoParams;

use super::matches::PageQuery;
use crate::app::Services;
use crate::bodies::day::{Day, in_order};
use crate::bodies::field::{Text, Whole};
use crate::bodies::standings::{PlayerMatches, Standings, Statistics};
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

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlayerMatchesQuery {
    /// The first day of the period, by the days the matches were played on. Absent: from the beginning.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Day>,
    /// The last day of the period. Absent: up to now.
    #[param(value_type = Option<String>, format = Date)]
    until: Option<Day>,
    /// Only matches under the variant with this id. Absent: under any.
    #[param(value_type = Option<String>, min_length = 1, max_length = 100)]
    variant: Option<Text<100>>,
    /// `next_cursor` of the page before, which was asked for with the same period and variant; absent: from the beginning.
    #[param(value_type = Option<String>)]
    cursor: Option<String>,
    /// How many on the page, 50 unless you say otherwise.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 200)]
    limit: Option<Whole<1, 200>>,
}

impl PlayerMatchesQuery {
    /// The parameters it knows.
    pub(crate) const NAMES: &[&str] = &["cursor", "from", "limit", "until", "variant"];

    fn split(self) -> Result<(Period, PageQuery), Problem> {
        let Self { cursor, limit, .. } = self;
        let period = period(self.from, self.until, self.variant)?;
        Ok((period, PageQuery { cursor, limit }))
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

/// Lists the matches of a player.
///
/// The last played first, in pages, with what each came to for them: their place, net points and money, hands and how they went.
/// It is added up in the background like the standings; matches under whoever was merged into the player are among them.
#[utoipa::path(tag = "standings",
    params(("club" = Uuid, Path, description = "The club"), ("player" = Uuid, Path, description = "The player"), PlayerMatchesQuery),
    responses((status = 200, description = "A page of matches", body = PlayerMatches)))]
#[get("/v1/clubs/{club}/players/{player}/matches")]
pub(crate) async fn list_player_matches(
    member: Member,
    path: Path<PlayerPath>,
    query: Query<PlayerMatchesQuery>,
    services: Data<Services>,
) -> Result<Json<PlayerMatches>, Problem> {
    let (period, page) = query.into_inner().split()?;
    let list = list_of(member.club, path.player, &period);
    let page = (page.before(&services, &list)?, page.limit());
    let ledger = &services.ledger;
    let found = ledger.player_matches(member.club, path.player, period, page);
    let found = found.await?;
    look_again(&services, &member, found.reflected);
    let next = found.next;
    let next = next.map(|next| services.cursors.write(&list, &next));
    Ok(Json(PlayerMatches::new(found, next.transpose()?)))
}

/// What the list is called of which a cursor is good: another period would be another list.
fn list_of(club: ClubId, player: PlayerId, period: &Period) -> String {
    let Period {
        from,
        until,
        variant_id,
    } = period;
    format!("matches of {player} in {club} from {from:?} until {until:?} under {variant_id:?}")
}

/// Has figures that are behind the ledger added up, should the news of it have been lost.
pub(super) fn look_again(services: &Services, member: &Member, reflected: Reflected) {
    if reflected.seq < reflected.head {
        services.tallying.look_at(member.club);
    }
}
