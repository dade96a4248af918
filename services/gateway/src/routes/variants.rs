//! What can be played, and what can be matched.

use actix_web::web::{Data, Json, Path};

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::bodies::house_rules::{DocumentCheck, DocumentToCheck};
use crate::bodies::variant::{Pattern, VariantSummary, VariantWithDocument};
use crate::body::Body;
use crate::caller::Anyone;
use crate::engine_client::Checked;
use crate::problem::Problem;
use crate::services::Services;

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

/// A built-in variant.
#[derive(Deserialize, IntoParams)]
pub(crate) struct BuiltInPath {
    /// Its id
    #[param(example = "old-hong-kong")]
    variant: String,
}

/// Lists the built-in variants.
///
/// For anyone.
#[utoipa::path(get, path = "/v1/variants", tag = "rules",
    responses(
    (status = 200, description = "The variants", body = Variants),
    (status = 503, description = "Try again later"),
))]
pub(crate) async fn list_variants(
    _: Anyone,
    services: Data<Services>,
) -> Result<Json<Variants>, Problem> {
    let variants = services.engine.variants().await?;
    Ok(Json(Variants { variants }))
}

/// Reads a built-in variant.
///
/// With its whole document: tile set, minimum, what each pattern is worth, payments, how the deal passes.
#[utoipa::path(get, path = "/v1/variants/{variant}", tag = "rules",
    responses(
        (status = 200, description = "The variant", body = VariantWithDocument),
        (status = 404, description = "There is no such variant"),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn read_variant(
    _: Anyone,
    path: Path<BuiltInPath>,
    services: Data<Services>,
) -> Result<Json<VariantWithDocument>, Problem> {
    Ok(Json(
        services.engine.built_in(path.into_inner().variant).await?,
    ))
}

/// Lists the patterns.
///
/// The catalogue: names in English, 繁體 and Jyutping, when each is matched, and an example hand. For anyone.
#[utoipa::path(get, path = "/v1/patterns", tag = "rules",
    responses(
    (status = 200, description = "The patterns", body = Patterns),
    (status = 503, description = "Try again later"),
))]
pub(crate) async fn list_patterns(
    _: Anyone,
    services: Data<Services>,
) -> Result<Json<Patterns>, Problem> {
    let patterns = services.engine.patterns().await?;
    Ok(Json(Patterns { patterns }))
}

/// Checks a variant document.
///
/// The answer lists all faults of the document at once, or has the variant in canonical form. A faulty document is not an error of the
/// request. For anyone; nothing is stored.
#[utoipa::path(post, path = "/v1/variants:check", tag = "rules",
    request_body(content = DocumentToCheck, example = json!({"document": {"id": "kowloon", "version": 1}})),
    responses(
        (status = 200, description = "What is wrong, or the variant", body = DocumentCheck),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn check_variant(
    _: Anyone,
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
