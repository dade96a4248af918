//! Standings of a club, and the statistics and matches of its players.

use actix_web::web::{Data, Json, Path, Query};
use ledger::{ClubId, Period, PlayerId, StandingsProgress};
use serde::Deserialize;
use utoipa::IntoParams;

use super::matches::PageQuery;
use super::path::PlayerPath;
use crate::bodies::day::{Day, in_order};
use crate::bodies::field::Text;
use crate::bodies::standings::{PlayerMatches, Standings, Statistics};
use crate::caller::{ClubMember, Member};
use crate::late_reads::LateReads;
use crate::operation::Operation;
use crate::policy::AnyMember;
use crate::problem::Problem;
use crate::request_limit::Cost;
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
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
    pub(super) fn period(self) -> Result<Period, Problem> {
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

pub(crate) const READ_STANDINGS: Operation = Operation::costs(Cost::Turns);

/// Reads the standings of a club.
///
/// The results of a period for everybody who took part, with all corrections. The answer names the last ledger entry that it includes:
/// standings are added up in the background, mostly within a second.
#[utoipa::path(get, path = "/v1/clubs/{club}/standings", tag = "standings",
    responses((status = 200, description = "The standings", body = Standings)))]
pub(crate) async fn read_standings(
    member: Member<AnyMember>,
    query: Query<StandingsQuery>,
    reads: LateReads,
    services: Data<Services>,
) -> Result<Json<Standings>, Problem> {
    let period = query.into_inner().period()?;
    let found = reads.standings(member.club, period).await?;
    look_again(&services, &member, found.reflected);
    Ok(Json(found.into()))
}

pub(crate) const READ_STATISTICS: Operation = Operation::costs(Cost::Turns);

/// Reads the statistics of a player.
///
/// The results of a period for the player, with the patterns of their wins and the balance against each other player.
#[utoipa::path(get, path = "/v1/clubs/{club}/players/{player}/statistics", tag = "standings",
    responses((status = 200, description = "The statistics", body = Statistics)))]
pub(crate) async fn read_statistics(
    member: Member<AnyMember>,
    path: Path<PlayerPath>,
    query: Query<StandingsQuery>,
    reads: LateReads,
    services: Data<Services>,
) -> Result<Json<Statistics>, Problem> {
    let period = query.into_inner().period()?;
    let found = reads.statistics(member.club, path.player, period);
    let found = found.await?;
    look_again(&services, &member, found.reflected);
    Ok(Json(found.into()))
}

pub(crate) const LIST_PLAYER_MATCHES: Operation = Operation::costs(Cost::Turns);

/// Lists the matches of a player.
///
/// The last played first, in pages, with the result of each match for the player: place, net points and money, hands and how they went. The
/// results are added up in the background like the standings. Matches of players who were merged into this one are included.
#[utoipa::path(get, path = "/v1/clubs/{club}/players/{player}/matches", tag = "standings",
    responses((status = 200, description = "A page of matches", body = PlayerMatches)))]
pub(crate) async fn list_player_matches(
    member: Member<AnyMember>,
    path: Path<PlayerPath>,
    query: Query<StandingsQuery>,
    page: Query<PageQuery>,
    reads: LateReads,
    services: Data<Services>,
) -> Result<Json<PlayerMatches>, Problem> {
    let period = query.into_inner().period()?;
    let list = list_of(member.club, path.player, &period);
    let page = (page.before(&services, &list)?, page.limit());
    let found = reads.player_matches(member.club, path.player, period, page);
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
pub(super) fn look_again(services: &Services, member: &ClubMember, reflected: StandingsProgress) {
    if reflected.seq < reflected.head_seq {
        services.tallying.look_at(member.club);
    }
}
