//! The OpenAPI document as it is served.

use web::Content;

/// The OpenAPI document.
pub(crate) struct OpenApiJson(pub(crate) Content);
