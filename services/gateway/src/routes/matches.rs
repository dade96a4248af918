//! Matches: opened, listed, read.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpResponse, Responder, web::Json};
use ledger::evidence;
use ledger::{MatchFilter, MatchView, Page};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use super::path::MatchPath;
use crate::bodies::day::refuse_to_come;
use crate::bodies::field::Whole;
use crate::bodies::seats::{Match, Matches, NewMatch};
use crate::body::Body;
use crate::caller::{ClubMember, Member};
use crate::club_reads::ClubReads;
use crate::idempotent_request::IdempotentRequest;
use crate::late_reads::LateReads;
use crate::operation::{Operation, refusals};
use crate::policy::{AnyMember, MatchReaders, Scorers};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, with_etag};
use crate::services::Services;

/// Things on a page unless the request says otherwise.
const PAGE: u32 = 50;
/// How often a write is worked out while the match changes meanwhile. Each time somebody else's went through, so that as
/// many can write at once before one is told to.
const TRIES: usize = 8;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// `next_cursor` of the page before; absent: from the beginning.
    #[param(value_type = Option<String>)]
    pub(super) cursor: Option<String>,
    /// How many on the page, 50 unless you say otherwise.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 200)]
    pub(super) limit: Option<Whole<1, 200>>,
}

impl PageQuery {
    /// The page of a list that is asked for.
    pub(super) fn page(&self, services: &Services, list: &str) -> Result<Page, Problem> {
        Ok(Page {
            before: self.before(services, list)?,
            limit: self.limit(),
        })
    }

    /// Where the page of a list begins; none at the beginning.
    pub(super) fn before<T: DeserializeOwned>(
        &self,
        services: &Services,
        list: &str,
    ) -> Result<Option<T>, Problem> {
        services.cursors.read(list, self.cursor.as_deref())
    }

    /// How many are on it at most.
    pub(super) fn limit(&self) -> u32 {
        self.limit.map_or(PAGE, Whole::unsigned)
    }
}

pub(crate) const OPEN_MATCH: Operation = Operation::costs(Cost::Steps)
    .writes(&[evidence::VariantAdded::KIND, evidence::MatchOpened::KIND])
    .refuses(&[
        refusals::NAMED_PLAYER,
        refusals::TERMS,
        &[Code::PlayersNotDistinct],
    ]);

/// Opens a match.
///
/// Four players sit down under a variant. The match keeps the variant for ever, by its content hash. The ETag of the answer is the version
/// of the match. The day of the match must have begun somewhere on earth; a later day is refused.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches", tag = "matches",
    request_body(content = NewMatch, example = json!({
        "terms": {"variant": {"id": "old-hong-kong"}, "stake_cents": 50, "currency": "HKD"},
        "players": [
            "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01", "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a02",
            "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a03", "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a04"
        ],
        "played_on": "2026-11-21"
    })),
    responses(
        (status = 201, description = "The match", body = Match, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 409, description = "The club has retired the variant, or has 1,000 others; or a player was merged into another"),
    ))]
pub(crate) async fn open_match(
    member: Member<Scorers>,
    once: IdempotentRequest,
    body: Body<NewMatch>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    // The players are looked at before the engine is asked: who cannot open a match has no document compiled.
    let before = services.ledger.opened_before(write.clone(), new.players);
    if let Some(before) = before.await? {
        return Ok(opened(&member, before, true));
    }
    refuse_to_come(new.played_on, "/played_on")?;
    let agreed = new.terms.agreed(&services, member.club).await?;
    let new = agreed.seat(new.players, new.played_on);
    let written = services.ledger.open_match(write, new);
    let written = written.await?;
    Ok(opened(&member, written.value, written.replayed))
}

fn opened(member: &ClubMember, view: MatchView, replayed: bool) -> HttpResponse {
    let location = format!("/v1/clubs/{}/matches/{}", member.club, view.id);
    let version = view.version;
    with_etag(created(location, replayed, &Match::from(view)), version)
}

pub(crate) const LIST_MATCHES: Operation = Operation::costs(Cost::Turns);

/// Lists the matches of a club.
///
/// The last opened first, in pages.
#[utoipa::path(get, path = "/v1/clubs/{club}/matches", tag = "matches",
    responses((status = 200, description = "A page of matches", body = Matches)))]
pub(crate) async fn list_matches(
    member: Member<AnyMember>,
    query: Query<PageQuery>,
    reads: LateReads,
    services: Data<Services>,
) -> Result<Json<Matches>, Problem> {
    let list = format!("matches of {}", member.club);
    let page = query.page(&services, &list)?;
    let matches = reads
        .matches(member.club, MatchFilter::default(), page)
        .await?;
    let next = matches
        .next
        .map(|next| services.cursors.write(&list, &next))
        .transpose()?;
    Ok(Json(Matches {
        matches: matches.matches.into_iter().map(Match::from).collect(),
        next_cursor: next,
    }))
}

pub(crate) const READ_MATCH: Operation = Operation::costs(Cost::Turns);

/// Reads a match.
///
/// The current deal, who sits where with which wind, and the running totals. The answer's ETag is its version.
#[utoipa::path(get, path = "/v1/clubs/{club}/matches/{match}", tag = "matches",
    responses((status = 200, description = "The match", body = Match, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`")))))]
pub(crate) async fn read_match(
    member: Member<MatchReaders>,
    path: Path<MatchPath>,
    reads: ClubReads,
) -> Result<impl Responder, Problem> {
    let view = reads.match_view(member.club, path.id).await?;
    let version = view.version;
    Ok(with_etag(
        HttpResponse::Ok().json(Match::from(view)),
        version,
    ))
}

pub(crate) fn over() -> Problem {
    Problem::new(Code::MatchOver, "The match is over.")
}

/// Does what is worked out on top of a match, anew if the match changed meanwhile: then `attempt` gives none.
pub(crate) async fn while_it_changes<T>(
    attempt: impl AsyncFn() -> Result<Option<T>, Problem>,
) -> Result<T, Problem> {
    for _ in 0..TRIES {
        if let Some(done) = attempt().await? {
            return Ok(done);
        }
    }
    Err(changed())
}

pub(crate) fn changed() -> Problem {
    let detail = "The match kept changing while this was worked out.";
    Problem::new(Code::MatchChanged, detail)
}
