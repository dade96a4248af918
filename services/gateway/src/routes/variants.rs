//! What can be played, and what can be matched.

use actix_web::web::{Data, Json, Path};

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::bodies::house_rules::{DerivedVariant, DocumentCheck, DocumentToCheck, VariantToDerive};
use crate::bodies::variant::{Pattern, VariantSummary, VariantWithDocument};
use crate::body::Body;
use crate::caller::Anyone;
use crate::engine_client::Checked;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::request_limit::{Cost, Work};
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

pub(crate) const LIST_VARIANTS: Operation = Operation::costs(Cost::Units(Work::Rules, 1));

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

pub(crate) const READ_VARIANT: Operation = Operation::costs(Cost::Units(Work::Rules, 1));

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

pub(crate) const LIST_PATTERNS: Operation = Operation::costs(Cost::Units(Work::Rules, 1));

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

pub(crate) const CHECK_VARIANT: Operation = Operation::costs(Cost::Units(Work::Rules, 4));

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
    let checked = services.engine.check(document).await?;
    Ok(Json(shown(checked)?))
}

pub(crate) const DERIVE_VARIANT: Operation = Operation::costs(Cost::Units(Work::Rules, 4));

/// Derives a variant document from another.
///
/// By what is different, as a JSON merge patch (RFC 7396). The answer has the whole document in canonical form, its hash and the differences
/// from its base in sentences for players; or it lists all faults of what would be derived, with pointers into `changes`, as
/// `POST /v1/variants:check` does. For anyone; nothing is stored.
#[utoipa::path(post, path = "/v1/variants:derive", tag = "rules",
    request_body(content = VariantToDerive, example = json!({
        "base": {"id": "old-hong-kong"},
        "changes": {
            "id": "kowloon", "name": {"english": "Kowloon Club", "traditional_chinese": null, "jyutping": null},
            "minimum_fan": 1, "patterns": {"half_flush": {"value": 4}}
        }
    })),
    responses(
        (status = 200, description = "What is wrong, or the variant and the differences", body = DerivedVariant),
        (status = 422, description = "There is no such base, or its document has errors"),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn derive_variant(
    _: Anyone,
    body: Body<VariantToDerive>,
    services: Data<Services>,
) -> Result<Json<DerivedVariant>, Problem> {
    let base = body.value.base.chosen_at("/base")?;
    let changes = body.value.changes.get().as_bytes().to_vec();
    let derived = services.engine.derive(base.clone(), changes).await?;
    let differences = match &derived {
        Checked::Faulty(_) => None,
        Checked::Sound(variant) => Some(services.engine.differences(base, variant).await?),
    };
    Ok(Json(DerivedVariant {
        check: shown(derived)?,
        differences,
    }))
}

fn shown(checked: Checked) -> Result<DocumentCheck, Problem> {
    Ok(match checked {
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
    })
}
