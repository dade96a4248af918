//! Rules of a club's own: immutable documents, known by their content hashes.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use ledger::evidence;
use ledger::{ClubId, Hash, Page, Write};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::IntoParams;
use wire::RequestReason;

use crate::bodies::field::Whole;
use crate::bodies::house_rules::{
    ClubVariant, ClubVariantChoice, ClubVariantWithDocument, ClubVariants, Comparison, NewVariant,
    VariantStatus,
};
use crate::bodies::variant::{Variant, VariantSummary};
use crate::body::Body;
use crate::caller::Member;
use crate::engine_client::{Checked, CheckedVariant, raw};
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::{AnyMember, Owners, Scorers};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, written};
use crate::services::Services;

/// Variants on a page unless the request says otherwise.
const PAGE: u32 = 50;
/// How many of a page the engine is asked for at once: each may be compiled, and few wait for that at once.
const AT_ONCE: usize = 4;

#[derive(Deserialize, IntoParams)]
pub(crate) struct VariantPath {
    /// The variant's content hash
    #[param(value_type = String)]
    hash: Hash,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct VariantsQuery {
    /// `next_cursor` of the page before; absent: from the beginning.
    #[param(value_type = Option<String>)]
    cursor: Option<String>,
    /// Variants on the page, 50 unless you say otherwise.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    limit: Option<Whole<1, 100>>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CompareQuery {
    /// The other one: the id of a built-in, or the content hash of a variant of the club or of a built-in.
    #[param(max_length = 100, example = "old-hong-kong")]
    with: String,
}

pub(crate) const ADD_VARIANT: Operation = Operation::costs(Cost::Steps)
    .writes(&[evidence::VariantAdded::KIND])
    .refuses(&[&[Code::TooManyVariants]]);

/// Adds a variant to a club.
///
/// A whole document, or the differences from another variant. The answer lists all faults of a document at once. A variant never changes:
/// another document has another hash. A document that the club has already is not added again; the answer is 200, and a retired variant
/// stays retired.
#[utoipa::path(post, path = "/v1/clubs/{club}/variants", tag = "clubs",
    request_body(content = NewVariant, example = json!({
        "base": {"id": "old-hong-kong"},
        "changes": {
            "id": "kowloon", "name": {"english": "Kowloon Club", "traditional_chinese": null, "jyutping": null},
            "minimum_fan": 1, "patterns": {"half_flush": {"value": 4}}
        }
    })),
    responses(
        (status = 200, description = "The club has this variant already", body = ClubVariantWithDocument),
        (status = 201, description = "The variant", body = ClubVariantWithDocument),
        (status = 409, description = "The club has 1,000 variants"),
    ))]
pub(crate) async fn add_variant(
    member: Member<Scorers>,
    once: IdempotentRequest,
    body: Body<NewVariant>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let variant = match work_out(&services, member.club, body.value).await? {
        Checked::Sound(variant) => variant,
        Checked::Faulty(faults) => {
            let detail = match faults.as_slice() {
                [only] => only.detail.clone(),
                several => format!("{} things are wrong with this document.", several.len()),
            };
            return Err(
                Problem::refused(RequestReason::VariantInvalid.name(), detail).with_errors(faults),
            );
        }
    };
    let CheckedVariant { summary, document } = variant;
    let added = services.ledger.add_variant(write, document).await?;
    let (was_there, variant) = (added.value.was_there, added.value.variant);
    let location = format!("/v1/clubs/{}/variants/{}", member.club, variant.hash);
    let answer = ClubVariantWithDocument {
        document: raw(variant.document.clone())?,
        variant: shown(variant, summary),
    };
    Ok(match was_there && !added.replayed {
        true => written(StatusCode::OK, false, &answer),
        false => created(location, added.replayed, &answer),
    })
}

pub(crate) const LIST_CLUB_VARIANTS: Operation = Operation::costs(Cost::Steps);

/// Lists the variants of a club.
///
/// The last added first, in pages: those that were added, and those that came with a match.
#[utoipa::path(get, path = "/v1/clubs/{club}/variants", tag = "clubs",
    responses((status = 200, description = "A page of variants", body = ClubVariants)))]
pub(crate) async fn list_club_variants(
    member: Member<AnyMember>,
    query: Query<VariantsQuery>,
    services: Data<Services>,
) -> Result<Json<ClubVariants>, Problem> {
    let list = format!("variants of {}", member.club);
    let page = Page {
        before: services.cursors.read(&list, query.cursor.as_deref())?,
        limit: query.limit.map_or(PAGE, Whole::unsigned),
    };
    // A page has megabytes of documents, and the engine reads each of them.
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let page = ledger.club_variants(member.club, page).await?;
    let next_cursor = page
        .next
        .map(|next| services.cursors.write(&list, &next))
        .transpose()?;
    let variants = page.variants.into_iter().map(async |variant| {
        let summary = services.engine.summary(variant.hash, &variant.document);
        let summary = summary.await?;
        Ok::<_, Problem>(shown(variant, summary))
    });
    Ok(Json(ClubVariants {
        variants: stream::iter(variants)
            .buffered(AT_ONCE)
            .try_collect()
            .await?,
        next_cursor,
    }))
}

pub(crate) const READ_CLUB_VARIANT: Operation = Operation::costs(Cost::Steps);

/// Reads a variant of a club.
///
/// With its document, byte for byte as it is stored.
#[utoipa::path(get, path = "/v1/clubs/{club}/variants/{hash}", tag = "clubs",
    responses((status = 200, description = "The variant", body = ClubVariantWithDocument)))]
pub(crate) async fn read_club_variant(
    member: Member<AnyMember>,
    path: Path<VariantPath>,
    services: Data<Services>,
) -> Result<Json<ClubVariantWithDocument>, Problem> {
    let variant = services.ledger.club_variant(member.club, path.hash).await?;
    let summary = services.engine.summary(variant.hash, &variant.document);
    let summary = summary.await?;
    Ok(Json(ClubVariantWithDocument {
        document: raw(variant.document.clone())?,
        variant: shown(variant, summary),
    }))
}

pub(crate) const COMPARE_VARIANTS: Operation = Operation::costs(Cost::Steps);

/// Compares a variant of a club with another.
///
/// The differences of this variant, in sentences for players.
#[utoipa::path(get, path = "/v1/clubs/{club}/variants/{hash}/compare", tag = "clubs",
    responses(
        (status = 200, description = "What is different", body = Comparison),
        (status = 422, description = "Neither the club nor the built-ins have the other variant"),
    ))]
pub(crate) async fn compare_variants(
    member: Member<AnyMember>,
    path: Path<VariantPath>,
    query: Query<CompareQuery>,
    services: Data<Services>,
) -> Result<Json<Comparison>, Problem> {
    let this = services.ledger.club_variant(member.club, path.hash).await?;
    let other = match query.with.parse::<Hash>() {
        Ok(hash) => of_club(&services, member.club, hash, "with").await?,
        Err(_) => Variant::Id(query.into_inner().with),
    };
    let this = Variant::Document(this.document);
    let differences = services.engine.compare(other, this).await?;
    Ok(Json(Comparison { differences }))
}

pub(crate) const RETIRE_VARIANT: Operation =
    Operation::costs(Cost::Steps).writes(&[evidence::VariantRetired::KIND]);

/// Retires a variant of a club.
///
/// No more matches can be opened under it; matches that are open go on. A retired variant stays retired.
#[utoipa::path(post, path = "/v1/clubs/{club}/variants/{hash}:retire", tag = "clubs",
    responses((status = 200, description = "The variant", body = ClubVariant)))]
pub(crate) async fn retire_variant(
    member: Member<Owners>,
    path: Path<VariantPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    set_status(&services, write, path.hash, VariantStatus::Retired).await
}

pub(crate) const REINSTATE_VARIANT: Operation =
    Operation::costs(Cost::Steps).writes(&[evidence::VariantReinstated::KIND]);

/// Reinstates a retired variant of a club.
///
/// Matches can be opened under it again. A variant that is not retired stays as it is.
#[utoipa::path(post, path = "/v1/clubs/{club}/variants/{hash}:reinstate", tag = "clubs",
    responses((status = 200, description = "The variant", body = ClubVariant)))]
pub(crate) async fn reinstate_variant(
    member: Member<Owners>,
    path: Path<VariantPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    set_status(&services, write, path.hash, VariantStatus::Active).await
}

/// The engine is asked first, so that nothing is written that cannot be answered.
async fn set_status(
    services: &Services,
    write: Write,
    hash: Hash,
    status: VariantStatus,
) -> Result<HttpResponse, Problem> {
    let known = services.ledger.club_variant(write.club, hash).await?;
    let summary = services.engine.summary(hash, &known.document).await?;
    let set = match status {
        VariantStatus::Retired => services.ledger.retire_variant(write, hash).await?,
        VariantStatus::Active => services.ledger.reinstate_variant(write, hash).await?,
    };
    let variant = shown(set.value, summary);
    Ok(written(StatusCode::OK, set.replayed, &variant))
}

/// What the engine makes of a document, or of a base and changes.
async fn work_out(services: &Services, club: ClubId, new: NewVariant) -> Result<Checked, Problem> {
    let bytes = |json: Box<RawValue>| json.get().as_bytes().to_vec();
    match (new.document, new.base, new.changes) {
        (Some(document), None, None) => services.engine.check(bytes(document)).await,
        (None, Some(base), Some(changes)) => {
            let base = chosen(services, club, base, "/base").await?;
            services.engine.derive(base, bytes(changes)).await
        }
        (None, Some(_), None) => {
            let detail = "State what is different from the base as `changes`.";
            Err(Problem::at(Code::MissingField, "/changes", detail))
        }
        (None, None, Some(_)) => {
            let detail = "State what the changes are to as `base`.";
            Err(Problem::at(Code::MissingField, "/base", detail))
        }
        (None, None, None) => {
            let detail = "State a `document`, or a `base` and the `changes` to it.";
            Err(Problem::at(Code::MissingField, "/document", detail))
        }
        (Some(_), _, _) => {
            let detail = "State a `document`, or a `base` and `changes`, not both.";
            Err(Problem::at(Code::InvalidValue, "/document", detail))
        }
    }
}

/// The variant that is named at `pointer`.
pub(super) async fn chosen(
    services: &Services,
    club: ClubId,
    choice: ClubVariantChoice,
    pointer: &str,
) -> Result<Variant, Problem> {
    match (choice.id, choice.hash) {
        (Some(id), None) => Ok(Variant::Id(id)),
        (None, Some(hash)) => of_club(services, club, hash, &format!("{pointer}/hash")).await,
        (None, None) | (Some(_), Some(_)) => {
            let detail = "Name the variant by exactly one of `id` and `hash`.";
            Err(Problem::at(Code::InvalidValue, pointer, detail))
        }
    }
}

/// A variant of the club, or a built-in. The engine may know the hash from another club: that says nothing here.
async fn of_club(
    services: &Services,
    club: ClubId,
    hash: Hash,
    pointer: &str,
) -> Result<Variant, Problem> {
    match services.ledger.variant_document(club, hash).await {
        Ok(document) => return Ok(Variant::Document(document)),
        Err(ledger::Error::NotFound(_)) => {}
        Err(other) => return Err(other.into()),
    }
    let built_in = services.engine.variants().await?.into_iter();
    let built_in = built_in.map(|variant| variant.hash);
    let hash = hash.to_string();
    if built_in.into_iter().any(|known| known == hash) {
        return Ok(Variant::Hash(hash));
    }
    let detail = "Neither the club nor the built-ins have a variant with this hash.";
    let problem = Problem::refused(RequestReason::VariantUnknown.name(), detail.to_owned());
    Err(problem.field(pointer, detail))
}

fn shown(variant: ledger::ClubVariant, summary: VariantSummary) -> ClubVariant {
    ClubVariant {
        summary,
        status: match variant.retired_seq {
            Some(_) => VariantStatus::Retired,
            None => VariantStatus::Active,
        },
        added_seq: variant.added_seq,
        added_at: variant.added_at,
    }
}
