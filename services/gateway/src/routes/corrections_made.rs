//! Corrections as they were made: listed, read one by one.

use actix_web::web::{Data, Json, Path, Query};
use ledger::{ClubId, CorrectionsPage, Ledger, MatchId, ShownCorrection};
use serde::Deserialize;
use utoipa::IntoParams;

use super::path::MatchPath;
use crate::bodies::correction::{Corrections, DIFFERENCES, RecordedCorrection};
use crate::bodies::field::Whole;
use crate::caller::Member;
use crate::operation::Operation;
use crate::policy::AnyMember;
use crate::problem::Problem;
use crate::problem::ledger::not_found;
use crate::request_limit::Cost;
use crate::services::Services;

/// Corrections on a page unless the request says otherwise.
const PAGE: u32 = 20;
/// The most differences on a page of corrections; those of the first correction are on it in any case.
const WEIGHT: usize = 300;

#[derive(Deserialize, IntoParams)]
pub(crate) struct CorrectionPath {
    /// The match
    #[serde(rename = "match")]
    #[param(value_type = Uuid)]
    match_id: MatchId,
    /// The correction: its `seq`
    correction: u64,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CorrectionsQuery {
    /// `next_cursor` of the page before; absent: from the beginning.
    #[param(value_type = Option<String>)]
    cursor: Option<String>,
    /// How many on the page at most, 20 unless you say otherwise. A page of corrections that changed much is shorter.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    limit: Option<Whole<1, 100>>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DifferencesQuery {
    /// `next_cursor` of the page before; absent: from the beginning.
    #[param(value_type = Option<String>)]
    cursor: Option<String>,
    /// How many differences on the page at most, 100 unless you say otherwise.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    limit: Option<Whole<1, 100>>,
}

pub(crate) const LIST_CORRECTIONS: Operation = Operation::costs(Cost::Turns);

/// Lists the corrections of a match.
///
/// In the order they were made, in pages, each with what it changed; of a correction that changed more than 100 outcomes, the
/// first 100 of them.
#[utoipa::path(get, path = "/v1/clubs/{club}/matches/{match}/corrections", tag = "matches",
    responses((status = 200, description = "A page of corrections", body = Corrections)))]
pub(crate) async fn list_corrections(
    member: Member<AnyMember>,
    path: Path<MatchPath>,
    query: Query<CorrectionsQuery>,
    services: Data<Services>,
) -> Result<Json<Corrections>, Problem> {
    let list = format!("corrections of {} in {}", path.id, member.club);
    let after = services.cursors.read(&list, query.cursor.as_deref())?;
    let page = CorrectionsPage {
        after: after.unwrap_or_default(),
        limit: query.limit.map_or(PAGE, Whole::unsigned),
        weight: WEIGHT,
    };
    let show = |shown: ShownCorrection<'_>| {
        let listed = RecordedCorrection::shown(shown, 0..DIFFERENCES);
        let weight = listed
            .as_ref()
            .map_or(0, |listed| listed.corrected.differences.len());
        (listed, weight)
    };
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let found = ledger.corrections(member.club, path.id, page, show).await?;
    let next = found.next.map(|next| services.cursors.write(&list, &next));
    Ok(Json(Corrections {
        corrections: found.shown.into_iter().collect::<Result<_, _>>()?,
        next_cursor: next.transpose()?,
    }))
}

pub(crate) const READ_CORRECTION: Operation = Operation::costs(Cost::Turns);

/// Reads a correction.
///
/// What it changed, in pages. `correction` is its `seq`.
#[utoipa::path(get, path = "/v1/clubs/{club}/matches/{match}/corrections/{correction}", tag = "matches",
    responses((status = 200, description = "The correction, with a page of what it changed", body = RecordedCorrection)))]
pub(crate) async fn read_correction(
    member: Member<AnyMember>,
    path: Path<CorrectionPath>,
    query: Query<DifferencesQuery>,
    services: Data<Services>,
) -> Result<Json<RecordedCorrection>, Problem> {
    let (club, id, seq) = (member.club, path.match_id, path.correction);
    let list = differences_of(club, seq);
    let from: Option<usize> = services.cursors.read(&list, query.cursor.as_deref())?;
    let from = from.unwrap_or_default();
    let limit = query.limit.map_or(DIFFERENCES, |limit| {
        usize::try_from(limit.unsigned()).unwrap_or(DIFFERENCES)
    });
    let until = from.saturating_add(limit);
    let show = move |shown: ShownCorrection<'_>| RecordedCorrection::shown(shown, from..until);
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let found = find(&ledger, (club, id), seq, show).await?;
    let found = found.ok_or_else(|| not_found("correction"))?;
    Ok(Json(with_next_page(&services, club, found, until)?))
}

/// The list that a cursor into the differences of a correction belongs to.
fn differences_of(club: ClubId, seq: u64) -> String {
    format!("differences of {seq} in {club}")
}

/// Says where the page after the difference `until` begins, if there is one.
pub(super) fn with_next_page(
    services: &Services,
    club: ClubId,
    correction: RecordedCorrection,
    until: usize,
) -> Result<RecordedCorrection, Problem> {
    let list = differences_of(club, correction.seq);
    let next = (until < correction.corrected.total_differences)
        .then(|| services.cursors.write(&list, &until));
    Ok(RecordedCorrection {
        next_cursor: next.transpose()?,
        ..correction
    })
}

/// The correction of a match that is the entry with this sequence number, by a ledger for what reads whole matches.
pub(super) async fn find(
    ledger: &Ledger,
    (club, match_id): (ClubId, MatchId),
    seq: u64,
    show: impl Fn(ShownCorrection<'_>) -> Result<RecordedCorrection, Problem> + Send + Sync + 'static,
) -> Result<Option<RecordedCorrection>, Problem> {
    let page = CorrectionsPage {
        after: seq.saturating_sub(1),
        limit: 1,
        weight: 0,
    };
    let show = move |shown: ShownCorrection<'_>| (show(shown), 0);
    let found = ledger.corrections(club, match_id, page, show);
    let mut found = found.await?.shown;
    let found = found.pop().transpose()?;
    Ok(found.filter(|found| found.seq == seq))
}
