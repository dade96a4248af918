//! What can be played, and what can be matched.

use actix_web::web::{Data, Json, Path};
use actix_web::{get, post};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::Services;
use crate::bodies::house_rules::{DocumentCheck, DocumentToCheck};
use crate::bodies::variant::{Pattern, VariantSummary, VariantWithDocument};
use crate::body::Body;
use crate::engine_client::Checked;
use crate::problem::Problem;

/// The built-in variants.
#[derive(Serialize, ToSchema)]
pub(crate) struct Variants {
    /// By id.
    variants: Vec<VariantSummary>,
}

/// The catalogue of patterns.
#[derive(Serialize, ToSchema)]
pub(crate) struct Patterns {
    /// In the order of the catalogue.
    patterns: Vec<Pattern>,
}

/// Lists the built-in variants.
///
/// For anyone.
#[utoipa::path(tag = "rules", responses(
    (status = 200, description = "The variants", body = Variants),
    (status = 503, description = "Try again later"),
))]
#[get("/v1/variants")]
pub(crate) async fn list_variants(services: Data<Services>) -> Result<Json<Variants>, Problem> {
    let variants = services.engine.variants().await?;
    Ok(Json(Variants { variants }))
}

/// Reads a built-in variant.
///
/// With its whole document: tile set, minimum, what each pattern is worth, payments, how the deal passes.
#[utoipa::path(tag = "rules",
    params(("variant" = String, Path, description = "Its id", example = "old-hong-kong")),
    responses(
        (status = 200, description = "The variant", body = VariantWithDocument),
        (status = 404, description = "There is no such variant"),
        (status = 503, description = "Try again later"),
    ))]
#[get("/v1/variants/{variant}")]
pub(crate) async fn read_variant(
    id: Path<String>,
    services: Data<Services>,
) -> Result<Json<VariantWithDocument>, Problem> {
    Ok(Json(services.engine.built_in(id.into_inner()).await?))
}

/// Lists the patterns.
///
/// The catalogue: names in English, 繁體 and Jyutping, when each is matched, and an example hand. For anyone.
#[utoipa::path(tag = "rules", responses(
    (status = 200, description = "The patterns", body = Patterns),
    (status = 503, description = "Try again later"),
))]
#[get("/v1/patterns")]
pub(crate) async fn list_patterns(services: Data<Services>) -> Result<Json<Patterns>, Problem> {
    let patterns = services.engine.patterns().await?;
    Ok(Json(Patterns { patterns }))
}

/// Checks a variant document.
///
/// Everything that is wrong with it at once, or the variant that it is, in canonical form. A document with problems is
/// an answer, not an error. For anyone; nothing is stored.
#[utoipa::path(tag = "rules",
    request_body(content = DocumentToCheck, example = json!({"document": {"id": "kowloon", "version": 1}})),
    responses(
        (status = 200, description = "What is wrong, or the variant", body = DocumentCheck),
        (status = 503, description = "Try again later"),
    ))]
#[post("/v1/variants:check")]
pub(crate) async fn check_variant(
    body: Body<DocumentToCheck>,
    services: Data<Services>,
) -> Result<Json<DocumentCheck>, Problem> {
    let document = body.value.document.get().as_bytes().to_vec();
    Ok(Json(match services.engine.check(document).await? {
        Checked::Faulty(problems) => DocumentCheck {
            problems,
            variant: None,
            document: None,
        },
        Checked::Sound(variant) => DocumentCheck {
            problems: Vec::new(),
            document: Some(variant.json()?),
            variant: Some(variant.summary),
        },
    }))
}
